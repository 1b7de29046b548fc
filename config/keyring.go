package config

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/zalando/go-keyring"
)

// Keyring keeps keys by the name of their connection.
type Keyring interface {
	// Get returns ErrNoKey where there is none.
	Get(ctx context.Context, connection string) (string, error)
	Set(ctx context.Context, connection, key string) error
	// Remove returns ErrNoKey where there is none.
	Remove(ctx context.Context, connection string) error
}

// ErrNoKey is a keyring without the key that was looked for.
var ErrNoKey = errors.New("the system keyring has none; to store it again, run greenroom connection remove, then add")

const keyringService = "greenroom"

// shortestSecret is the length below which a key keeps nobody out, and would be
// found in ordinary words.
const shortestSecret = 6

// SystemKeyring is the keyring of the system: the Secret Service of the desktop,
// the Keychain, or the Credential Manager. Where it does not answer until the
// context ends, the call fails.
func SystemKeyring() Keyring { return systemKeyring{} }

type systemKeyring struct{}

func (systemKeyring) Get(ctx context.Context, connection string) (string, error) {
	return ask(ctx, func() (string, error) { return keyring.Get(keyringService, connection) })
}

func (systemKeyring) Set(ctx context.Context, connection, key string) error {
	_, err := ask(ctx, func() (string, error) { return "", keyring.Set(keyringService, connection, key) })
	if err != nil && len(key) >= shortestSecret && strings.Contains(err.Error(), key) {
		return errors.New("the system keyring did not accept it")
	}
	return err
}

func (systemKeyring) Remove(ctx context.Context, connection string) error {
	_, err := ask(ctx, func() (string, error) { return "", keyring.Delete(keyringService, connection) })
	return err
}

// ask waits for a keyring, which takes no context, as long as there is time.
func ask(ctx context.Context, do func() (string, error)) (string, error) {
	type answer struct {
		key string
		err error
	}
	got := make(chan answer, 1)
	go func() {
		key, err := do()
		got <- answer{key, err}
	}()
	select {
	case <-ctx.Done():
		return "", errors.New("the system keyring timed out; it may need to be unlocked")
	case a := <-got:
		switch {
		case errors.Is(a.err, keyring.ErrNotFound):
			return "", ErrNoKey
		case a.err != nil:
			return "", fmt.Errorf("the system keyring cannot be used: %w", a.err)
		}
		return a.key, nil
	}
}

// CheckKeyring says why a keyring cannot be used; nil if it can.
func CheckKeyring(ctx context.Context, k Keyring) error {
	_, err := k.Get(ctx, "greenroom doctor")
	if errors.Is(err, ErrNoKey) {
		return nil
	}
	return err
}

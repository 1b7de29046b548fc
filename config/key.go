package config

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// KeyKind names a kind of place for an API key.
type KeyKind string

// The kinds.
const (
	KeyEnv     KeyKind = "env"
	KeyCommand KeyKind = "command"
	KeyKeyring KeyKind = "keyring"
	KeyPlain   KeyKind = "plain"
	KeySignIn  KeyKind = "sign-in"  // there is none: a person signs in
	KeyBuiltIn KeyKind = "built-in" // of the service in this program, which makes its own
)

// KeySource says where the key of a connection is. It prints without the key.
type KeySource struct {
	Kind    KeyKind
	env     string
	command []string
	plain   string
}

// KeyFromEnv is a key in a variable of the environment.
func KeyFromEnv(name string) KeySource { return KeySource{Kind: KeyEnv, env: name} }

// KeyFromCommand is a key that a program prints as its first line. The program
// is run as it is, without a shell.
func KeyFromCommand(argv []string) KeySource { return KeySource{Kind: KeyCommand, command: argv} }

// KeyInKeyring is a key in the keyring of the system.
func KeyInKeyring() KeySource { return KeySource{Kind: KeyKeyring} }

// KeyInPlainText is a key in the file of connections itself.
func KeyInPlainText(key string) KeySource { return KeySource{Kind: KeyPlain, plain: key} }

// String reads "env:NAME", "command:pass", "keyring", "plain", "sign-in" or
// "built-in". Of
// a command only the program is named: its words may be secret.
func (s KeySource) String() string {
	switch s.Kind {
	case KeyEnv:
		return "env:" + s.env
	case KeyCommand:
		return "command:" + filepath.Base(s.command[0])
	}
	return string(s.Kind)
}

// GoString is String, so that no verb prints the key.
func (s KeySource) GoString() string { return s.String() }

// MarshalText is String.
func (s KeySource) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// SplitCommand splits a line into words at spaces. Single and double quotes
// hold words together; nothing else has a meaning.
func SplitCommand(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	open := false
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, open = r, true
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			if open {
				words = append(words, word.String())
			}
			word.Reset()
			open = false
		default:
			word.WriteRune(r)
			open = true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote in the command is not closed")
	}
	if open {
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("the command names no program")
	}
	return words, nil
}

// Time that finding a key may take: a command or a keyring may ask the planner
// for a passphrase.
const keyTimeout = 60 * time.Second

// keyMost is the most a command may print, in bytes.
const keyMost = 64 << 10

// Key finds the key of a connection when it is first needed, and holds it for
// as long as the program runs. It may be used by many goroutines.
type Key struct {
	connection string
	source     KeySource
	from       KeySources
	gate       chan struct{} // holds one: who may look
	found      string
}

// KeySources lists the places searched for keys.
type KeySources struct {
	Getenv  func(string) string
	Keyring Keyring
}

// NewKey is the key of a connection.
func NewKey(c Connection, from KeySources) *Key {
	return &Key{connection: c.Name, source: c.Key, from: from, gate: make(chan struct{}, 1)}
}

// Read is the key. Errors say where it was looked for, why it is not there, and
// what to do; they never hold it.
func (k *Key) Read(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, keyTimeout)
	defer cancel()
	select {
	case k.gate <- struct{}{}:
		defer func() { <-k.gate }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if k.found != "" {
		return k.found, nil
	}
	key, err := k.look(ctx)
	if err == nil {
		err = CheckKey(key)
	}
	if err != nil {
		return "", fmt.Errorf("the key of %s: %w", k.connection, err)
	}
	k.found = key
	return key, nil
}

// MayAsk says whether finding the key may ask the planner something on the
// terminal.
func (k *Key) MayAsk() bool { return k.source.Kind == KeyCommand }

func (k *Key) look(ctx context.Context) (string, error) {
	switch k.source.Kind {
	case KeyEnv:
		key := strings.TrimSpace(k.from.Getenv(k.source.env))
		if key == "" {
			return "", fmt.Errorf("the variable %s is not set; set it to the key", k.source.env)
		}
		return key, nil
	case KeyCommand:
		return runForKey(ctx, k.source.command)
	case KeyKeyring:
		return k.from.Keyring.Get(ctx, k.connection)
	case KeyPlain, KeyTest:
		return k.source.plain, nil
	case KeyNone:
		return "", errors.New("it has none: its calls are paid for individually")
	}
	return "", errors.New("no source is set")
}

// CheckKey says whether text can be a key: printed characters without spaces.
func CheckKey(key string) error {
	switch {
	case key == "":
		return errors.New("it is empty")
	case strings.ContainsFunc(key, unprinted):
		return errors.New("it contains invalid characters")
	}
	return nil
}

// runForKey runs a program for the first line it prints. What it says of errors
// is dropped: it may repeat secrets.
func runForKey(ctx context.Context, argv []string) (string, error) {
	name := filepath.Base(argv[0])
	var out bytes.Buffer
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.Stdout = &limited{&out, keyMost}
	c.Stderr = io.Discard
	c.WaitDelay = time.Second
	err := c.Run()
	var exit *exec.ExitError
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return "", ctx.Err()
	case ctx.Err() != nil:
		return "", fmt.Errorf("the command %s timed out; it may be waiting for a passphrase", name)
	case errors.As(err, &exit):
		return "", fmt.Errorf("the command %s failed (%s); run it yourself to see why", name, exit.ProcessState)
	case errors.Is(err, exec.ErrNotFound):
		return "", fmt.Errorf("program %s not found", name)
	case err != nil:
		return "", fmt.Errorf("the command %s could not be run", name)
	}
	line, _, _ := strings.Cut(out.String(), "\n")
	if line = strings.TrimSpace(line); line == "" {
		return "", fmt.Errorf("the command %s printed no key as its first line", name)
	}
	return line, nil
}

type limited struct {
	to   io.Writer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	keep := p[:min(len(p), l.left)]
	l.left -= len(keep)
	if _, err := l.to.Write(keep); err != nil {
		return 0, err
	}
	return len(p), nil
}

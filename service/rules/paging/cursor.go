// Package paging seals positions of pages into cursors that only this service
// can make. It knows no endpoint.
package paging

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"greenroom/service"
)

const (
	cursorSetting = "cursor_secret"
	cursorMAC     = 16
	cursorMax     = 1024
)

// Settings are named values of the store.
type Settings interface {
	Setting(ctx context.Context, name string) (string, error)
	// FirstSetting sets a value unless one is there, and returns the one that is
	// there then: of several processes all are given the same.
	FirstSetting(ctx context.Context, name, value string) (string, error)
}

// NewCursors returns the cursors of a store.
func NewCursors(s Settings) *Cursors { return &Cursors{settings: s} }

// Cursors seals positions into text that only this service can make, for one
// scope: an endpoint, the query and the account it was given to.
type Cursors struct {
	settings Settings
	mu       sync.Mutex
	secret   []byte
}

// Scope joins what a cursor is bound to. Parts hold no zero byte.
func Scope(parts ...string) string { return strings.Join(parts, "\x00") }

// Seal writes a position as a page names it, which is never nil without an error.
func (c *Cursors) Seal(ctx context.Context, scope string, position any) (*string, error) {
	secret, err := c.key(ctx)
	if err != nil {
		return nil, err
	}
	payload, err := json.Marshal(position)
	if err != nil {
		return nil, fmt.Errorf("seal cursor: %w", err)
	}
	return new(base64.RawURLEncoding.EncodeToString(append(sign(secret, scope, payload), payload...))), nil
}

// Open reads a position back, and leaves it as it is where there is no cursor; an
// *Error for one not sealed for this scope.
func (c *Cursors) Open(ctx context.Context, scope string, cursor *string, position any) error {
	if cursor == nil {
		return nil
	}
	secret, err := c.key(ctx)
	if err != nil {
		return err
	}
	payload, ok := verify(secret, scope, *cursor)
	if !ok || json.Unmarshal(payload, position) != nil {
		return service.Invalid("cursor", "This cursor does not belong to this request. Pass the next_cursor of the previous page unchanged with the same parameters, or leave it out to start over.")
	}
	return nil
}

func verify(secret []byte, scope, cursor string) (payload []byte, ok bool) {
	if len(cursor) > cursorMax {
		return nil, false
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(raw) < cursorMAC || base64.RawURLEncoding.EncodeToString(raw) != cursor { // it was altered, by a line break say
		return nil, false
	}
	payload = raw[cursorMAC:]
	return payload, hmac.Equal(raw[:cursorMAC], sign(secret, scope, payload))
}

func sign(secret []byte, scope string, payload []byte) []byte {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(scope))
	h.Write([]byte{0})
	h.Write(payload)
	return h.Sum(nil)[:cursorMAC]
}

// key returns the secret of the store, made on first use.
func (c *Cursors) key(ctx context.Context) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.secret != nil {
		return c.secret, nil
	}
	text, err := c.settings.Setting(ctx, cursorSetting)
	if errors.Is(err, service.ErrNotFound) {
		text, err = c.settings.FirstSetting(ctx, cursorSetting, rand.Text()+rand.Text())
	}
	if err != nil {
		return nil, fmt.Errorf("read cursor secret: %w", err)
	}
	c.secret = []byte(text)
	return c.secret, nil
}

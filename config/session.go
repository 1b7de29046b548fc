package config

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"greenroom/internal/sheet"
)

// TokenPlace names a kind of place for a person's sign-in tokens.
type TokenPlace string

// The places. Where nothing is said it is the keyring, and the file where that
// cannot be used.
const (
	TokensAnywhere  TokenPlace = ""
	TokensInKeyring TokenPlace = "keyring"
	TokensInFile    TokenPlace = "file"
)

// SignIn says how a person signs in to a service.
type SignIn struct {
	Client string   // what this program is called there; "" is the usual name
	Scopes []string // nil: all that the service knows
	Tokens TokenPlace
}

// lockStep is the interval at which a program looks whether another is done with a
// session.
const lockStep = 20 * time.Millisecond

// keyringName returns the name of a connection's session in the keyring, where the
// connection may have a key too.
func keyringName(connection string) string { return connection + " (signed in)" }

// Session stores the session of a connection in a file of the state folder, readable by
// its owner only, which holds it or says that the keyring does. It does not look into what
// it keeps.
type Session struct {
	folder, name string
	tokens       TokenPlace
	keyring      Keyring
}

// NewSession is the place of a connection's session.
func NewSession(f Folders, c Connection, k Keyring) *Session {
	return &Session{folder: filepath.Join(f.State, "sessions"), name: c.Name, tokens: c.SignIn.Tokens, keyring: k}
}

type sessionFile struct {
	In      TokenPlace      `json:"in"`
	Session json.RawMessage `json:"session,omitempty"`
}

func (s *Session) path() string { return filepath.Join(s.folder, s.name+".json") }

// Lock waits until no other program changes the session. A program that was
// killed holds it no more.
func (s *Session) Lock(ctx context.Context) (func(), error) {
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of sessions: %w", err)
	}
	l := flock.New(filepath.Join(s.folder, s.name+".lock"), flock.SetPermissions(0o600))
	if got, err := l.TryLockContext(ctx, lockStep); err != nil || !got {
		if ctx.Err() != nil {
			return nil, errors.New("it takes too long")
		}
		return nil, fmt.Errorf("lock the session: %w", err)
	}
	return func() { _ = l.Close() }, nil
}

func (s *Session) read() (f sessionFile, there bool, err error) {
	raw, err := os.ReadFile(s.path())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f, false, nil
	case err != nil:
		return f, false, err
	}
	if json.Unmarshal(raw, &f) != nil {
		return f, true, nil // cut off; who reads it finds nothing in it
	}
	return f, true, nil
}

// Load returns the bytes saved last; nil where there are none.
func (s *Session) Load(ctx context.Context) ([]byte, error) {
	f, there, err := s.read()
	switch {
	case err != nil || !there:
		return nil, err
	case f.In != TokensInKeyring:
		return f.Session, nil
	}
	kept, err := s.keyring.Get(ctx, keyringName(s.name))
	if errors.Is(err, ErrNoKey) {
		return nil, nil
	}
	return []byte(kept), err
}

// Keep puts another session in place of the one before, where that one is. A
// keyring that does not take it gives way to the file, unless the connection
// says that only the keyring will do.
func (s *Session) Keep(ctx context.Context, session []byte) error {
	in := s.tokens
	if f, there, _ := s.read(); there && s.tokens == TokensAnywhere {
		in = f.In
	}
	if in != TokensInFile {
		err := s.keyring.Set(ctx, keyringName(s.name), string(session))
		switch {
		case err == nil:
			return s.write(sessionFile{In: TokensInKeyring})
		case s.tokens == TokensInKeyring:
			return err
		}
	}
	return s.write(sessionFile{TokensInFile, session})
}

// write replaces the file in one step. What stands there already is not written
// again.
func (s *Session) write(f sessionFile) error {
	raw, err := json.Marshal(f)
	if err != nil {
		return err
	}
	if old, err := os.ReadFile(s.path()); err == nil && bytes.Equal(old, raw) {
		return nil
	}
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return err
	}
	return sheet.Replace(s.path(), raw) // readable by its owner only
}

// Forget takes the session away, from wherever it is.
func (s *Session) Forget(ctx context.Context) error {
	f, there, err := s.read()
	if err != nil || !there {
		return err
	}
	if f.In == TokensInKeyring {
		if err := s.keyring.Remove(ctx, keyringName(s.name)); err != nil && !errors.Is(err, ErrNoKey) {
			return err
		}
	}
	return os.Remove(s.path())
}

// Where says in words where the session is kept.
func (s *Session) Where(context.Context) string {
	f, there, _ := s.read()
	switch {
	case !there:
		return ""
	case f.In == TokensInKeyring:
		return "the system keyring"
	}
	return s.path()
}

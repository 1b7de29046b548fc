package config

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
)

const header = "# Connections to services, written by greenroom connection. Comments are not kept.\n\n"

// ChangeConnections changes the file of connections: it is read, changed and
// put in place of the old one in one step, readable by its owner only. Changes
// by several processes come one after the other. A file with a mistake, and a
// change that returns an error, leave it as it was.
func ChangeConnections(ctx context.Context, folder string, change func(*Connections) error) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("make the configuration folder: %w", err)
	}
	path := filepath.Join(folder, ConnectionsFile)
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	fresh, err := lock(ctx, path+".new")
	if err != nil {
		return err
	}
	err = replace(fresh, path, folder, change)
	if err != nil {
		_ = fresh.Close()
		_ = os.Remove(fresh.Name())
	}
	return err
}

// lock makes the file that will replace the old one. Only one process has it;
// one that was killed leaves it behind, and nobody else can tell that safely.
func lock(ctx context.Context, path string) (*os.File, error) {
	for {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if !errors.Is(err, fs.ErrExist) {
			if err != nil {
				return nil, fmt.Errorf("write the connections: %w", err)
			}
			return f, nil
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("another greenroom is writing the connections; if not, delete %s", path)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func replace(fresh *os.File, path, folder string, change func(*Connections) error) error {
	list, err := LoadConnections(folder)
	if err == nil {
		err = change(&list)
	}
	if err != nil {
		return err
	}
	raw, err := list.encode()
	if err != nil {
		return fmt.Errorf("write the connections: %w", err)
	}
	_, err = fresh.Write(raw)
	if err = errors.Join(err, fresh.Sync(), fresh.Close()); err != nil {
		return fmt.Errorf("write the connections: %w", err)
	}
	if err = os.Rename(fresh.Name(), path); err != nil {
		return fmt.Errorf("write the connections: %w", err)
	}
	return nil
}

func (l Connections) encode() ([]byte, error) {
	f := connectionsFile{Active: l.Active, Connections: map[string]connectionTable{}}
	for _, c := range l.All {
		f.Connections[c.Name] = tableOf(c)
	}
	var b bytes.Buffer
	b.WriteString(header)
	err := toml.NewEncoder(&b).Encode(f)
	return b.Bytes(), err
}

// Add adds a connection under a name that is free.
func (l *Connections) Add(c Connection) error {
	if _, there := l.Named(c.Name); there {
		return fmt.Errorf("connection %s already exists; to replace it, first run greenroom connection remove %s", c.Name, c.Name)
	}
	err := errors.Join(CheckName(c.Name), CheckURL(c.URL), CheckNames(c.Names))
	if err != nil {
		return err
	}
	l.All = append(l.All, c)
	slices.SortFunc(l.All, func(a, b Connection) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// Use makes a connection the active one; BuiltIn is the built-in service.
func (l *Connections) Use(name string) error {
	if name == BuiltIn {
		l.Active = ""
		return nil
	}
	if _, there := l.Named(name); !there {
		return errors.New(l.none(name))
	}
	l.Active = name
	return nil
}

// Remove takes a connection out; if it was the active one, the built-in service
// is.
func (l *Connections) Remove(name string) (Connection, error) {
	c, there := l.Named(name)
	if !there {
		return c, errors.New(l.none(name))
	}
	l.All = slices.DeleteFunc(l.All, func(c Connection) bool { return c.Name == name })
	if l.Active == name {
		l.Active = ""
	}
	return c, nil
}

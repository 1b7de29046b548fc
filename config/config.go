// Package config owns what is set up on this machine: the connections to
// services, the preferences of a planner, where each setting came from, and how
// the key of a connection is found. It knows the contract's words (package api)
// and nothing of screens, of HTTP or of the client. It prints no key, and no
// error of it holds one.
package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/adrg/xdg"
)

// The files in the configuration folder.
const (
	PreferencesFile = "config.toml"      // written by people, never by the program
	ConnectionsFile = "connections.toml" // written by the program
)

// BuiltIn is the name of the service inside the program. No connection may have
// it.
const BuiltIn = "built-in"

// Folders names the folders of greenroom's files. They need not exist.
type Folders struct {
	Config string // preferences and connections
	Data   string // the memory, and the database of the built-in service
	State  string // where the planner was
}

// errNoHome is an environment that says nowhere where files may be kept.
var errNoHome = errors.New("no home folder: set HOME, or XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME")

// Standard are the user's folders as the XDG base directories say.
func Standard() (Folders, error) {
	_, err := os.UserHomeDir()
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"} {
		if err != nil && !filepath.IsAbs(os.Getenv(name)) {
			return Folders{}, errNoHome
		}
	}
	return Folders{
		Config: filepath.Join(xdg.ConfigHome, "greenroom"),
		Data:   filepath.Join(xdg.DataHome, "greenroom"),
		State:  filepath.Join(xdg.StateHome, "greenroom"),
	}, nil
}

// Memory is the file of the journal and of kept answers.
func (f Folders) Memory() string { return filepath.Join(f.Data, "memory.db") }

// Store is the database of the built-in service.
func (f Folders) Store() string { return filepath.Join(f.Data, "greenroom.db") }

// Source is the kind of place a setting came from.
type Source string

// The sources, the strongest first.
const (
	FromFlag        Source = "flag"
	FromEnvironment Source = "environment"
	FromFile        Source = "file"
	FromBuiltIn     Source = "built-in"
)

// Origin names the source of a setting: the flag, the variable or the path of the file;
// Line is 0 where it is not of a file.
type Origin struct {
	Source Source `json:"source"`
	Name   string `json:"name,omitempty"`
	Line   int    `json:"line,omitempty"`
}

// String reads "--connection", "GREENROOM_THEME", "/home/…/config.toml:3" or
// "built-in".
func (o Origin) String() string {
	switch {
	case o.Name == "":
		return string(FromBuiltIn)
	case o.Line > 0:
		return fmt.Sprintf("%s:%d", o.Name, o.Line)
	}
	return o.Name
}

// Setting is a value and where it came from.
type Setting[T any] struct {
	Value T      `json:"value"`
	From  Origin `json:"from"`
}

// FileError is a file of settings that cannot be taken as it is. Nothing of the
// file was used, and the file was not changed.
type FileError struct {
	Path    string
	Line    int // 0: the whole file
	Problem string
	Err     error // the cause, if the file could not be read
}

// Error reads "/home/…/config.toml:3: unknown setting colour; …".
func (e *FileError) Error() string {
	return Origin{FromFile, e.Path, e.Line}.String() + ": " + e.Problem
}

// Unwrap is the cause.
func (e *FileError) Unwrap() error { return e.Err }

package service

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"greenroom/api"
)

// ImportRun is one import: what it read, and what it did with it.
type ImportRun struct {
	ID       int64 // 1 for the first
	At       time.Time
	EndedAt  time.Time // zero: it was stopped by force
	UndoneAt time.Time // zero: it stands
	// Kept says that what it changed is still known, so that it can be undone.
	Kept bool
	// Creators counts the creators it made, as far as that is still known.
	Creators int64
	Files    []ImportedFile
	Merges   []ImportMerge
}

// ImportedFile is the result of one file.
type ImportedFile struct {
	Path      string `json:"file"`
	Kind      string `json:"kind"`
	Read      int    `json:"read"`
	New       int    `json:"new"`
	Updated   int    `json:"updated"`
	Unchanged int    `json:"unchanged"`
	Skipped   int    `json:"skipped"`
	Refused   string `json:"refused"` // a sentence; "" if it was read
}

// Is holds for a path that may be the file's, named from another folder.
func (f ImportedFile) Is(path string) bool {
	a, b := "/"+filepath.ToSlash(filepath.Clean(f.Path)), "/"+filepath.ToSlash(filepath.Clean(path))
	return strings.HasSuffix(a, b) || strings.HasSuffix(b, a)
}

// ImportMerge is a row that met an account which was stored before.
type ImportMerge struct {
	File     string       `json:"file"`
	Line     int          `json:"line"`
	Platform api.Platform `json:"platform"`
	Username string       `json:"username"`
	Name     string       `json:"name"` // in the row
	Why      string       `json:"why"`
	// Apart is the account of the same name that it was kept apart from; "" where the
	// row met an account.
	Apart string `json:"apart_from,omitempty"`
}

// Undone counts the records that an undo restored and removed.
type Undone struct{ Restored, Removed int64 }

// UndoError is why a run cannot be undone, as a sentence that says what to do.
type UndoError struct{ Why string }

func (e UndoError) Error() string { return e.Why }

// UndoRefused is an UndoError.
func UndoRefused(format string, args ...any) error { return UndoError{fmt.Sprintf(format, args...)} }

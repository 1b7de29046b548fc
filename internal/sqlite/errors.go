package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

func busy(err error) bool {
	code := primary(err)
	return code == codes.SQLITE_BUSY || code == codes.SQLITE_LOCKED
}

// primary is SQLite's primary result code; 0 where err is none of SQLite's.
func primary(err error) int {
	if e, ok := errors.AsType[*driver.Error](err); ok {
		return e.Code() & 0xff
	}
	return 0
}

// Explain is Fault, and gives the path to any other error.
func (k Kind) Explain(doing, path string, err error) error {
	err = File{k, path}.Fault(doing, err)
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*sentence](err); ok {
		return err
	}
	return fmt.Errorf("%s %s %s: %w", doing, k.Word, path, err)
}

// File is one file of a kind.
type File struct {
	Kind
	Path string
}

// Fault says in a sentence what is wrong with the file itself: what was being
// done ("open"), the path, the cause and what to do. Any other error, and what is
// explained already, stays as it is. A file that is locked is
// context.DeadlineExceeded, too.
func (f File) Fault(doing string, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*sentence](err); ok {
		return err
	}
	if busy(err) { // whoever waited for it has no more time
		err = errors.Join(err, context.DeadlineExceeded)
	}
	if why := f.why(err); why != "" {
		return &sentence{fmt.Sprintf("%s %s %s: %s", doing, f.Word, f.Path, why), err}
	}
	return err
}

// Query, Args, Prepares, Returning, Wait and Again make a file an engine to read and write.
func (f File) Query(text string) string { return text }

// Args are values as they are.
func (f File) Args(values []any) []any { return values }

// Prepares: it costs as much as running a statement.
func (f File) Prepares() bool { return true }

// Returning: the connection knows the last row.
func (f File) Returning() bool { return false }

// Again is false: while a transaction holds the lock of the file, none can disturb it.
func (f File) Again(error) bool { return false }

// Wait is Patiently.
func (f File) Wait(ctx context.Context, do func() error) error { return Patiently(ctx, do) }

// Begin starts a write: it takes the lock of the file.
var Begin = []string{"BEGIN IMMEDIATE"}

func (k Kind) why(err error) string {
	if errors.Is(err, fs.ErrPermission) {
		return "the folder may not be written: change its permissions or name another"
	}
	return k.meaning(primary(err))
}

// meaning explains SQLite's primary result code for a file.
func (k Kind) meaning(code int) string {
	switch code {
	case codes.SQLITE_NOTADB:
		return "that is not a SQLite file: move it away or name another"
	case codes.SQLITE_CORRUPT:
		return "the file is damaged: " + k.Damaged
	case codes.SQLITE_CANTOPEN, codes.SQLITE_READONLY:
		return "the file or its folder may not be written: change its permissions or name another"
	case codes.SQLITE_BUSY, codes.SQLITE_LOCKED:
		return "another program keeps the file locked: end it and try again"
	case codes.SQLITE_FULL:
		return "the disk is full: make room and try again"
	case codes.SQLITE_IOERR:
		return "it cannot be read or written: see whether the disk is full, and whether it is sound"
	}
	return ""
}

// sentence reads as its text alone and keeps its cause for errors.Is.
type sentence struct {
	text  string
	cause error
}

func (s *sentence) Error() string { return s.text }
func (s *sentence) Unwrap() error { return s.cause }

// Unusable is the sentence, for those who find it in a chain of errors.
func (s *sentence) Unusable() string { return s.text }

// Package sqlite is how this house keeps a SQLite file that several programs
// may have open at once. It owns how the file is made, known for ours and brought
// up to date, its pools, the patience with the locks of others, and the sentences about
// a file that cannot be used. How it is read and written is internal/sqlio. It must not
// know what is in a file: tables, records and what follows from them are of those who
// open it.
package sqlite

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"greenroom/internal/steps"
)

// Kind holds the settings shared by the files of one user of this package.
type Kind struct {
	Word    string // what it is called in sentences: "store"
	Damaged string // what to do about a damaged one: "restore a copy of it"
	Missing string // what to do where there is none and none is made
	Mark    int    // SQLite's application_id, by which it is known for ours
	// Steps bring an empty file to the last version, in order. Files holds them.
	Steps []steps.Step
	Files fs.FS
	// Beside is a pattern of LIKE for tables that do not make a file another
	// program's; "" for none.
	Beside string
	// New is a file as the steps make it from an empty one, made ready and gzipped;
	// nil: none is.
	New []byte
}

// busyTimeout bounds the wait inside SQLite, which nothing can interrupt. Longer waits
// happen in Patiently.
const busyTimeout = 100 * time.Millisecond

// creating keeps a second Place in this process from taking locks on a file
// that a first is about to close after creating it: closing any descriptor of
// a file drops all its POSIX locks.
var creating sync.Mutex

// Place makes the folder (mode 0700) and an empty file (0600) where they are
// missing and returns the whole path. Errors are sentences that name the path.
func (k Kind) Place(path string) (string, error) {
	creating.Lock()
	defer creating.Unlock()
	path, err := k.Find(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = k.Explain("open", path, k.create(path))
	}
	return path, err
}

// Find returns the whole path of a file that is there. Errors are sentences that
// name the path; a missing file is fs.ErrNotExist, with the path.
func (k Kind) Find(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("open %s: %w", k.Word, err)
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return "", fmt.Errorf("open %s %s: that is a folder: name a file in it", k.Word, path)
	case err == nil && !info.Mode().IsRegular():
		return "", fmt.Errorf("open %s %s: that is not an ordinary file: move it away or name another", k.Word, path)
	case errors.Is(err, fs.ErrNotExist):
		if to, _ := os.Readlink(path); to != "" { // of a disk that is not there now, perhaps
			return "", fmt.Errorf("open %s %s: that is a link to %s, which is not there: make that or name another", k.Word, path, to)
		}
		return path, &sentence{fmt.Sprintf("open %s %s: there is none: %s", k.Word, path, k.Missing), err}
	}
	return path, k.Explain("open", path, err)
}

func (k Kind) create(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if k.New != nil && alone(path) && k.put(path) == nil {
		return nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// alone is false where a file that is gone has left its log, which SQLite would
// take for that of a ready one. Of an empty file it throws it away.
func alone(path string) bool {
	for _, log := range []string{"-wal", "-journal"} {
		if _, err := os.Lstat(path + log); !errors.Is(err, fs.ErrNotExist) {
			return false
		}
	}
	return true
}

// put makes the file a ready one, unless another program was faster: under another
// name first, so that nobody finds half of it. The name is durable with the first
// write, which syncs the folder.
func (k Kind) put(path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*") // for its user alone: 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	ready, err := gzip.NewReader(bytes.NewReader(k.New))
	if err == nil {
		_, err = io.Copy(f, ready)
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err = os.Link(f.Name(), path); errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// Pool opens connections to a file, each with the pragmas: "query_only(1)". It
// touches the file only when a connection is used.
func Pool(path string, pragmas []string, connections int) (*sql.DB, error) {
	q := url.Values{"_busy_timeout": {fmt.Sprint(busyTimeout.Milliseconds())}, "_pragma": pragmas}
	if fixed(path) {
		q.Set("immutable", "1")
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: q.Encode()}
	if !strings.HasPrefix(u.Path, "/") {
		u.Path = "/" + u.Path // a drive letter
	}
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

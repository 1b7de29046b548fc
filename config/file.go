package config

import (
	"io/fs"
)

// File is a file of settings that somebody named, with the line of each: one that a
// service is run with.
type File struct{ document }

// ReadFile decodes a named file into a struct and refuses what the struct does not
// know. Errors name the line, and repeat no value.
func ReadFile(path string, into any) (*File, error) {
	d, err := readDocument(path, into)
	if err == nil && !d.there {
		err = d.unreadable(fs.ErrNotExist)
	}
	return &File{d}, err
}

// Refuse is a mistake in the value of a key.
func (f *File) Refuse(problem string, key ...string) error { return f.refuse(problem, key...) }

// Package steps finds the files that bring a database from one version to the next. It knows no
// engine.
package steps

import (
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// Step is the statements that bring a database to a version from the one before.
type Step struct {
	Version int
	File    string
}

// In are those of the folder migrations, in order: a name begins with the version, and zeros
// in front, as in 00240_attempts.sql.
func In(files fs.FS) (all []Step) {
	names, _ := fs.Glob(files, "migrations/*.sql") // in order
	for _, file := range names {
		number, _, _ := strings.Cut(path.Base(file), "_")
		version, _ := strconv.Atoi(number)
		all = append(all, Step{version, file})
	}
	return all
}

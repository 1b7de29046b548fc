// Package packed reads files that are embedded, plain as they are in the repository or
// compressed as a release has them (packaging/build). It knows nothing of what they hold.
package packed

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
)

var magic = []byte{0x1f, 0x8b}

// Read is a file as it is in the repository.
func Read(files fs.FS, name string) ([]byte, error) {
	data, err := fs.ReadFile(files, name)
	if err != nil || !bytes.HasPrefix(data, magic) {
		return data, err
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err == nil {
		data, err = io.ReadAll(r)
	}
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", name, err)
	}
	return data, nil
}

package learn

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"greenroom/internal/sequence"
)

// Source is a file that teaches.
type Source struct{ Name, Text string }

// Sources are the files of some patterns, in the order of both, and a sum of all they hold; none is an
// error.
func Sources(patterns ...string) (all []Source, sum string, err error) {
	h := sha256.New()
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			return nil, "", fmt.Errorf("nothing teaches in %s: run it in the project's folder: %w", pattern, os.ErrNotExist)
		}
		for _, name := range names {
			raw, err := os.ReadFile(name)
			if err != nil {
				return nil, "", err
			}
			h.Write(raw)
			all = append(all, Source{name, string(raw)})
		}
	}
	return all, fmt.Sprintf("%x\n", h.Sum(nil)), nil
}

// Write writes weights.bin of a model, and weights.sum of what taught it, into a folder.
func Write(folder string, m *sequence.Model, sum string) error {
	if err := os.WriteFile(filepath.Join(folder, "weights.sum"), []byte(sum), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "weights.bin"), m.Pack(), 0o644)
}

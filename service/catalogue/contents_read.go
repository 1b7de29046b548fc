//go:build !linux && !darwin

package catalogue

import "os"

func contents(path string) ([]byte, error) { return os.ReadFile(path) }

//go:build unix

package config_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"greenroom/config"
)

// A pipe in place of a file is refused; reading it would wait for ever.
func TestAPipeIsNoFile(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(folder, config.PreferencesFile), 0o600); err != nil {
		t.Skip(err)
	}
	if _, err := config.LoadPreferences(folder, themes); err == nil || !strings.HasSuffix(err.Error(), "it cannot be read: is a named pipe") {
		t.Error(err)
	}
}

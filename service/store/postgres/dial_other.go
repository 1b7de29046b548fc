//go:build !linux

package postgres

// impatient sets options that only Linux has for a connection.
func impatient(uintptr, int) error { return nil }

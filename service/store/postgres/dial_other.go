//go:build !linux

package postgres

// impatient is what only Linux can set for a connection.
func impatient(uintptr, int) error { return nil }

//go:build !unix

package sqlite

// fixed: a medium that is only read is not told from a file that may not be written.
func fixed(string) bool { return false }

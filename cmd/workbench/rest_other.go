//go:build !linux

package workbench

// releaseProgramPages does nothing where the pages of a program's file are not
// counted as its own, or cannot be given back.
func releaseProgramPages() {}

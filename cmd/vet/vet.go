// Package vet holds the commands that look closer at creators and their stored
// posts.
package vet

import (
	"github.com/spf13/cobra"

	"greenroom/cmd/run"
)

// Commands are those of this room.
func Commands(at *run.At) []*cobra.Command {
	return []*cobra.Command{creator(at), profiles(at), posts(at), match(at), safety(at), analyze(at), emails(at)}
}

const postsTake = "posts, by id or URL"

// Man writes a manual page for each command into a folder, from the commands
// themselves.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra/doc"

	"greenroom/cmd"
)

func main() {
	root := cmd.Root()
	root.DisableAutoGenTag = true
	if err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "greenroom", Manual: "Greenroom"}, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

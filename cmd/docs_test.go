package cmd

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/cmd/run"
)

var update = flag.Bool("update", false, "write docs/COMMANDS.md")

func TestDocIsTheTree(t *testing.T) {
	const path = "../docs/COMMANDS.md"
	var b bytes.Buffer
	writeCommands(&b, newRoot())
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(old, b.Bytes()) {
		t.Errorf("%s is not the tree of commands: go test ./cmd -run TestDocIsTheTree -update", path)
	}
}

// Every command tells what it does, and those that ask the service how.
func TestEveryCommandIsDescribed(t *testing.T) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Short == "" {
			t.Errorf("%s has no description", c.CommandPath())
		}
		for line := range strings.SplitSeq(c.Example, "\n") {
			if len(line) > 72 {
				t.Errorf("%s has an example that a window of 80 columns cuts: %s", c.CommandPath(), line)
			}
		}
		if asks(c) && c.Example == "" {
			t.Errorf("%s has no example", c.CommandPath())
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" {
				t.Errorf("%s --%s has no description", c.CommandPath(), f.Name)
			}
		})
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(newRoot())
}

// asks says whether a command asks the service.
func asks(c *cobra.Command) bool { return c.Flags().Lookup("dry-run") != nil }

// common are the flags of every command that asks the service.
func common() *pflag.FlagSet {
	return run.Command{Prints: []any{0}, Pages: true}.New(&run.At{}).Flags()
}

func writeCommands(w io.Writer, root *cobra.Command) {
	fmt.Fprint(w, "# Commands\n\nWritten from the commands themselves; `greenroom help COMMAND` shows the same inside the program. "+
		"Answers go to standard output;\nwhat they cost, what came from the memory and what went wrong to standard error.\n\n"+
		"## What every command takes\n\n")
	writeFlags(w, root.PersistentFlags(), nil)
	fmt.Fprint(w, "\n## What the commands that ask a service take\n\n"+
		"`--all` is of lists only. `-` among the items, or no item at all, reads items from standard input: one a line, bare or as JSON with a\n"+
		"single field, as `-o jsonl --fields creator.id` prints them; blank lines and lines that begin with # are left out.\n\n")
	writeFlags(w, common(), nil)
	fmt.Fprint(w, "\nTexts are other people's, so each format is written so that they do nothing to who reads it. JSON and JSON lines write characters that draw\n"+
		"nothing, move the cursor or turn a line round as `\\u` escapes: any reader takes them back. In CSV a cell that a spreadsheet could run begins with an\n"+
		"apostrophe, and what moves the cursor, breaks a line or turns it round is a `\\u` escape too; `greenroom import` reads both back exactly. On a terminal a table\n"+
		"and CSV leave such characters out, and what draws nothing with them: redirect CSV to a file to keep every character.\n")
	fmt.Fprint(w, "\n## What they end with\n\n| code | meaning |\n|---|---|\n")
	for _, e := range run.Exits {
		fmt.Fprintf(w, "| %d | %s |\n", e.Code, e.Meaning)
	}
	for _, g := range root.Groups() {
		writeGroup(w, root, g.ID, g.Title)
	}

}

func writeGroup(w io.Writer, root *cobra.Command, id, title string) {
	fmt.Fprintf(w, "\n## %s\n", title)
	for _, c := range root.Commands() {
		if c.GroupID == id && c.Name() != "help" && c.Name() != "completion" {
			writeCommand(w, c)
		}
	}
}

func writeCommand(w io.Writer, c *cobra.Command) {
	fmt.Fprintf(w, "\n### %s\n\n%s.\n", strings.TrimSuffix(c.UseLine(), " [flags]"), c.Short)
	if c.Long != "" {
		fmt.Fprintf(w, "\n%s\n", c.Long)
	}
	if c.Example != "" {
		fmt.Fprintf(w, "\n```\n%s\n```\n", c.Example)
	}
	var but *pflag.FlagSet
	if asks(c) {
		but = common()
	}
	var flags bytes.Buffer
	if writeFlags(&flags, c.LocalNonPersistentFlags(), but); flags.Len() > 0 {
		fmt.Fprintf(w, "\n%s", flags.Bytes())
	}
	for _, sub := range c.Commands() {
		writeCommand(w, sub)
	}
}

// writeFlags lists flags, but for those that are said elsewhere.
func writeFlags(w io.Writer, flags, but *pflag.FlagSet) {
	head := "| flag | what |\n|---|---|\n"
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" || f.Hidden || but != nil && but.Lookup(f.Name) != nil {
			return
		}
		name := "`--" + f.Name + "`"
		if f.Shorthand != "" {
			name += " `-" + f.Shorthand + "`"
		}
		_, usage := pflag.UnquoteUsage(f)
		switch f.DefValue {
		case "", "0", "false", "[]":
		default:
			usage += " (" + f.DefValue + ")"
		}
		fmt.Fprintf(w, "%s| %s | %s |\n", head, name, usage)
		head = ""
	})
}

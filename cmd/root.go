// Package cmd is the command line: it puts the commands together, a room for
// each group of them, and ends the process with their codes. It holds no rule of
// the service and draws no screen.
package cmd

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"runtime/debug"
	"time"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"

	"greenroom/cmd/admin"
	"greenroom/cmd/agents"
	"greenroom/cmd/find"
	"greenroom/cmd/keep"
	"greenroom/cmd/live"
	"greenroom/cmd/memory"
	"greenroom/cmd/run"
	"greenroom/cmd/setup"
	"greenroom/cmd/stage"
	"greenroom/cmd/vet"
	"greenroom/cmd/workbench"
	"greenroom/ui/text"
)

// quitGrace bounds the time for printing an error. It takes longer only where the terminal
// takes no more output.
const quitGrace = 2 * time.Second

// Execute runs the command line and ends the process.
func Execute() {
	collectLate()
	log.SetOutput(io.Discard) // libraries quote there what a remote sent
	ctx, stop := untilSignal(context.Background())
	defer stop()
	if err := execute(ctx, newRoot(), os.Args[1:]); err != nil {
		code := run.ExitCode(err)
		if stopped, ok := context.Cause(ctx).(stoppedBy); ok && code == run.ExitFailure {
			code = stopped.exitCode()
		}
		os.Exit(code)
	}
}

// execute runs one command line, and says on standard error what failed, a
// sentence a line without control characters: part of it may have come from a
// service or a file.
func execute(ctx context.Context, root *cobra.Command, args []string) error {
	root.Version, root.SilenceErrors, root.SilenceUsage = version(), true, true
	if run.Draws() {
		if err := dress(ctx, root); err != nil {
			return err
		}
	}
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err != nil {
		said := make(chan struct{})
		go func() {
			defer close(said)
			for _, said := range run.Sentences(err) {
				fmt.Fprintln(root.ErrOrStderr(), "greenroom: "+text.Clean(said).String())
			}
		}()
		select {
		case <-said:
		case <-time.After(quitGrace): // a terminal that takes no more output
		}
	}
	return err
}

// dress lets fang set the help in colours, where the terminal has any. It would
// ask for them before each error too, and wait for seconds where the terminal
// does not answer; so it gets a command to run that does nothing.
func dress(ctx context.Context, root *cobra.Command) error {
	const nothing = "__nothing"
	idle := &cobra.Command{Use: nothing, Hidden: true, Run: func(*cobra.Command, []string) {}}
	root.AddCommand(idle)
	defer root.RemoveCommand(idle)
	root.SetArgs([]string{nothing})
	return fang.Execute(ctx, root, fang.WithVersion(version()), fang.WithoutManpage())
}

// release is the version of a release: packaging/build sets it.
var release string

func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}

// group is commands that stand together in help, and in a room of their own.
type group struct {
	title    string
	commands func(*run.At) []*cobra.Command
}

// groups are all commands, in the order of help.
func groups() []group {
	return []group{
		{"Find creators", find.Commands},
		{"Vet creators and posts", vet.Commands},
		{"Live data from the networks", live.Commands},
		{"Shortlists", keep.Commands},
		{"Agents", func(at *run.At) []*cobra.Command { return agents.Commands(at, version()) }},
		{"Show and learn", stage.Commands},
		{"This machine", func(at *run.At) []*cobra.Command {
			return append(setup.Commands(at, version()), memory.Commands(at)...)
		}},
		{"Run a service", admin.Commands},
		{"More", func(*run.At) []*cobra.Command { return []*cobra.Command{exitCodes()} }},
	}
}

// Root returns the tree of all commands, for the tests that document it.
func Root() *cobra.Command { return newRoot() }

func newRoot() *cobra.Command {
	var at run.At
	root := &cobra.Command{
		Use:   "greenroom",
		Short: "Find, vet and shortlist social media creators",
		Long: `Greenroom is a terminal workbench for campaign planners. Without a command it
opens the workbench. Unless you configure a service, it uses the built-in one
with a sample world: no key, no network. Run greenroom connection add to
configure a service, and greenroom doctor to see what is configured and working.

Flags override environment variables, and these override the files:

  GREENROOM_CONNECTION   the name of the connection to use
  GREENROOM_BASE_URL     the address of a service, instead of a connection
  GREENROOM_API_KEY      the key for that address
  GREENROOM_THEME        the theme of the workbench
  GREENROOM_RENDERER     the renderer: own or framework
  ACCESSIBLE             1: the workbench is told in lines
  REDUCE_MOTION          1: nothing on the screen moves by itself`,
		Example: "greenroom\ngreenroom search \"vegan food creators in Berlin, 10k-100k followers\"",
		Args:    run.UnknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return workbench.Open(cmd.Context(), at, cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	root.PersistentFlags().StringVar(&at.Store, "store", "", "the database FILE of the built-in service")
	root.Flags().BoolVar(&at.Accessible, "accessible", false, "tell the workbench in lines: for screen readers, and over a pipe")
	root.PersistentFlags().StringVar(&at.Connection, "connection", "", "the NAME of the connection to use")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return run.Usagef("%w; for the flags, run %s --help", err, c.CommandPath())
	})
	last := ""
	for _, g := range groups() {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range g.commands(&at) {
			c.GroupID = g.title
			root.AddCommand(c)
		}
		last = g.title
	}
	root.SetHelpCommandGroupID(last)
	root.SetCompletionCommandGroupID(last)
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Short = "Generate a shell completion script"
		}
		if c.Name() != "exit-codes" {
			run.FitHelp(root, c)
		}
	}
	return root
}

// exitCodes is a topic of help.
func exitCodes() *cobra.Command {
	write := func(cmd *cobra.Command, _ []string) {
		for _, e := range run.Exits {
			fmt.Fprintf(cmd.OutOrStdout(), "%d  %s\n", e.Code, e.Meaning)
		}
	}
	c := &cobra.Command{Use: "exit-codes", Short: "List the exit codes", Args: cobra.NoArgs, Run: write}
	c.SetHelpFunc(write)
	return c
}

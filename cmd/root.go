// Package cmd is the command line: one file a command, where the service is
// found, and printing for scripts. It holds no rule of the service and draws no
// screen.
package cmd

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"time"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"

	"greenroom/ui/text"
)

// Execute runs the command line and ends the process.
func Execute() {
	ctx, stop := untilSignal(context.Background())
	defer stop()
	if err := execute(ctx, newRoot(), os.Args[1:]); err != nil {
		code := exitCode(err)
		if stopped, ok := context.Cause(ctx).(stoppedBy); ok && code == exitFailure {
			code = stopped.exitCode()
		}
		os.Exit(code)
	}
}

// execute runs one command line, and says on standard error what failed, in one
// line without control characters: part of it may have come from a service or a
// file.
//
// Fang only dresses the help. It would ask the terminal for its colours before
// each error, and wait for seconds where that does not answer; so it gets a
// command to run that does nothing.
func execute(ctx context.Context, root *cobra.Command, args []string) error {
	const nothing = "__nothing"
	idle := &cobra.Command{Use: nothing, Hidden: true, Run: func(*cobra.Command, []string) {}}
	root.AddCommand(idle)
	root.SetArgs([]string{nothing})
	if err := fang.Execute(ctx, root, fang.WithVersion(version())); err != nil {
		return err
	}
	root.RemoveCommand(idle)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err != nil {
		said := make(chan struct{})
		go func() {
			defer close(said)
			fmt.Fprintln(root.ErrOrStderr(), "greenroom: "+text.Clean(sentence(err)).String())
		}()
		select {
		case <-said:
		case <-time.After(quitGrace): // a terminal that takes no more output
		}
	}
	return err
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}

func newRoot() *cobra.Command {
	var at reach
	root := &cobra.Command{
		Use:   "greenroom",
		Short: "Find creators in plain words, read what they say, settle a shortlist",
		Long: `Greenroom is a terminal workbench for campaign planners. Without a command
it opens the workbench. Where no service is configured, it uses the one
built in, with a sample world: no key, no network. greenroom connection add
configures another one; greenroom doctor says what is configured, and what
works.

A flag counts before the environment, and the environment before the files:

  GREENROOM_CONNECTION   the name of the connection to use
  GREENROOM_BASE_URL     the address of a service, without a connection
  GREENROOM_API_KEY      the key for that address
  GREENROOM_THEME        the theme of the workbench`,
		Example: "greenroom\ngreenroom search \"vegan food creators in Berlin, 10k-100k followers\"",
		Args:    unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runWorkbench(cmd.Context(), at)
		},
	}
	root.PersistentFlags().StringVar(&at.store, "store", "", "the FILE of the built-in service")
	root.PersistentFlags().StringVar(&at.connection, "connection", "", "the NAME of the connection to use")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usageError{fmt.Errorf("%w; %s --help shows the flags", err, c.CommandPath())}
	})
	root.AddGroup(endpointGroups()...)
	root.AddGroup(ownGroups()...)
	root.SetHelpCommandGroupID(groupMore)
	root.SetCompletionCommandGroupID(groupMore)
	root.AddCommand(endpointCommands(&at)...)
	root.AddCommand(newConnection(&at), newDoctor(&at), newCache(&at), newJournal(&at),
		newServe(&at.store), newImport(&at.store), newKeys(&at.store), newAccounts(&at.store), newLedger(&at.store))
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Short = "Make a completion script for a shell"
		}
		fitHelp(root, c)
	}
	root.AddCommand(newExitCodes())
	return root
}

// The groups of the other commands.
const (
	groupHere = "here"
	groupRun  = "run"
	groupMore = "more"
)

func ownGroups() []*cobra.Group {
	return []*cobra.Group{
		{ID: groupHere, Title: "This machine"},
		{ID: groupRun, Title: "Run a service"},
		{ID: groupMore, Title: "More"},
	}
}

// nearWords is how many letters may be wrong in a word that is still understood.
const nearWords = 2

// unknownCommand refuses words that are no command, and names the one that may
// have been meant.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = nearWords
	meant := ""
	if like := cmd.SuggestionsFor(args[0]); len(like) > 0 {
		meant = " Did you mean " + like[0] + "?"
	}
	return usage("there is no command " + strconv.Quote(args[0]) + "." + meant + " " + cmd.CommandPath() + " --help lists them")
}

// takes says in words what a command takes, where it was given something else.
func takes(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && len(args) <= most {
			return nil
		}
		return usage(cmd.CommandPath() + " takes " + what + "; " + cmd.CommandPath() + " --help shows how")
	}
}

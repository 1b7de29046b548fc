// Package cmd is the command line: one file a command, where the service is
// found, and printing for scripts. It holds no rule of the service and draws no
// screen.
package cmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"syscall"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"

	"greenroom/ui/text"
)

// Execute runs the command line and ends the process.
func Execute() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := fang.Execute(ctx, newRoot(), fang.WithVersion(version()), fang.WithErrorHandler(printError))
	if err != nil {
		stop()
		os.Exit(exitCode(err))
	}
}

// printError writes what failed in one line, without control characters: part
// of it may have come from a service or a file.
func printError(w io.Writer, _ fang.Styles, err error) {
	fmt.Fprintln(w, "greenroom: "+text.Clean(sentence(err)).String())
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}

func newRoot() *cobra.Command {
	var storePath string
	root := &cobra.Command{
		Use:   "greenroom",
		Short: "Find creators in plain words, read what they say, settle a shortlist",
		Long: `Greenroom is a terminal workbench for campaign planners. Without a service
configured it runs on the built-in one with a sample world: no key, no network.

  GREENROOM_BASE_URL   the service to talk to; unset: the built-in one
  GREENROOM_API_KEY    the key for that service`,
		Example: "greenroom\ngreenroom search \"vegan food creators in Berlin, 10k-100k followers\"",
		Args:    unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runWorkbench(cmd.Context(), storePath)
		},
	}
	root.PersistentFlags().StringVar(&storePath, "store", "", "the service's database file (default: in the user's data folder)")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(newServe(&storePath), newImport(&storePath), newKeys(&storePath), newAccounts(&storePath), newLedger(&storePath),
		newSearch(&storePath), newCreator(&storePath), newTranscript(&storePath))
	return root
}

// unknownCommand refuses words that are no command, and names the one that may
// have been meant.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	meant := ""
	if like := cmd.SuggestionsFor(args[0]); len(like) > 0 {
		meant = " Did you mean " + like[0] + "?"
	}
	return usage("there is no command " + strconv.Quote(args[0]) + "." + meant + " greenroom --help lists them")
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

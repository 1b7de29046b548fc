// Package run is what all commands share: their flags, what they are given to
// work on, the way to the service and to the memory, how they print, what they
// say of costs and failures, and the codes they end with. It knows no command.
package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"reflect"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/config"
	"greenroom/internal/each"
	"greenroom/views/explain"
)

// Command is a command of the program: its words, and its work.
type Command struct {
	Use, Short, Long, Example string
	Takes                     Words
	Prints                    []any // a zero value of each type of item that it prints; nil: it has no -o
	Pages                     bool  // it has --all
	Local                     bool  // it asks no service
	Unasked                   bool  // it has the way to the service for what is kept of it, and asks nothing
	Flags                     func(*pflag.FlagSet)
	Work                      func(context.Context, *Job) error
}

// Words describes the arguments of a command.
type Words struct {
	What        string // for its help, and for the refusal of anything else
	Least, Most int
	Items       bool // they name items, which may come from a pipe as well
	known       Known
}

// None is a command line without words.
func None() Words { return Words{What: "no arguments"} }

// One is exactly one word.
func One(what string) Words { return Words{What: what, Least: 1, Most: 1} }

// Some is one word or more.
func Some(what string) Words { return Words{What: what, Least: 1, Most: math.MaxInt} }

// Any is any number of words, or none.
func Any(what string) Words { return Words{What: what, Most: math.MaxInt} }

// Item is one item, on the command line or from a pipe.
func Item(what string) Words { return Words{What: what, Least: 1, Most: 1, Items: true} }

// Items is one item or more.
func Items(what string) Words { return Words{What: what, Least: 1, Most: math.MaxInt, Items: true} }

// Job is one run of a command.
type Job struct {
	Client    *client.Client // nil for a command that asks no service
	Conn      *Connection    // its way there
	At        At
	Items     []string // its words: on the command line, or from the pipe
	Many      bool     // the answer is a list, however many were named
	In        io.Reader
	Out, Errs io.Writer
	Changed   func(flag string) bool // whether a flag was given
	flags     *flags
	print     *output.Printer
	bill      bill
	missed    []missed
	stopped   error
	came      int                         // items that were printed
	capped    bool                        // the connection has caps of its own
	next      func(context.Context) error // the rest of the work, for a rehearsal of it
	rehearsed atomic.Pointer[rehearsal]   // that goes on; nil: none
	looked    []string                    // items whose ids a dry run does not know
	shown     shown                       // what a dry run has shown
}

// New makes the command.
func (c Command) New(at *At) *cobra.Command {
	var f flags
	long := c.Long
	if c.Takes.Items {
		long = strings.TrimSpace(long + "\n\nArguments: " + c.Takes.What + ";\nor - to read them from standard input, one per line.")
	}
	made := &cobra.Command{
		Use: c.Use, Short: c.Short, Long: long, Example: c.Example, ValidArgsFunction: c.Takes.complete(at),
		RunE: func(cmd *cobra.Command, args []string) error {
			j, err := c.job(cmd, args, &f)
			if err != nil {
				return err
			}
			j.At = *at
			signal.Ignore(syscall.SIGPIPE)
			if err = c.run(cmd.Context(), j); errors.Is(err, syscall.EPIPE) {
				return nil // the reader has seen enough
			}
			return err
		},
	}
	if c.Prints != nil {
		f.printing(made.Flags())
	}
	if !c.Local && !c.Unasked {
		f.asking(made.Flags(), c.Pages)
	}
	if c.Flags != nil {
		c.Flags(made.Flags())
	}
	return made
}

// job checks everything that can be checked before a service is asked.
func (c Command) job(cmd *cobra.Command, args []string, f *flags) (*Job, error) {
	j := &Job{flags: f, In: cmd.InOrStdin(), Out: cmd.OutOrStdout(), Errs: cmd.ErrOrStderr(), Changed: cmd.Flags().Changed}
	err := j.Prints(c.Prints...)
	if err != nil {
		return nil, err
	}
	if f.refresh && f.maxAge.Duration() > 0 {
		return nil, Usagef("--refresh ignores kept answers and --max-age only old ones; use one of the two")
	}
	piped := false
	switch j.Items = args; {
	case c.Takes.Items:
		if j.Items, piped, err = gather(j.In, args); err != nil {
			return nil, err
		}
	case len(args) == 1 && args[0] == "-" && c.Takes.Most > 0:
		return nil, Usagef("%s takes %s as arguments, not from a pipe", cmd.CommandPath(), c.Takes.What)
	}
	if n := len(j.Items); n < c.Takes.Least || n > c.Takes.Most {
		return nil, Usagef("%s takes %s; for help, run %s --help", cmd.CommandPath(), c.Takes.What, cmd.CommandPath())
	}
	j.Many = piped || len(j.Items) > 1
	return j, nil
}

// Waiting says that something on this machine is waited for.
func (j *Job) Waiting(sentence string) { fmt.Fprintln(j.Errs, sentence) }

// Prints says of which types the items are that will be printed, by a zero value
// of each. It refuses --fields that none of them has.
func (j *Job) Prints(items ...any) (err error) {
	cfg := output.Config{To: j.Out, Terminal: isTerminal(j.Out), Format: j.flags.format, Fields: j.flags.fields}
	cfg.Items = append(cfg.Items, each.Of(items, reflect.TypeOf)...)
	if j.print, err = output.New(cfg); err != nil {
		return Usagef("--fields: %w", err)
	}
	return nil
}

// run does the work, and says what it cost, also where it failed.
func (c Command) run(ctx context.Context, j *Job) error {
	if c.Local {
		return c.Work(ctx, j)
	}
	conn, err := Connect(ctx, j.At, j.Waiting)
	if err != nil {
		return err
	}
	if err := conn.Ready(ctx); err != nil {
		return errors.Join(err, conn.Close())
	}
	j.Client, j.Conn, j.capped = conn.Client, conn, conn.Settings.Connection.Value.Caps != config.Caps{}
	if conn.Payer.Asks() {
		if ask := j.payAsker(); ask != nil {
			conn.Payer.OnAsk(ask)
		}
	}
	watched := j.watch(ctx)
	j.next = func(ctx context.Context) error { return c.Work(ctx, j) }
	err = c.Work(ctx, j)
	watched()
	j.nameMissed(err)
	if j.bill.notKept != nil {
		j.Say(explain.NotKept(j.bill.notKept).String())
	}
	switch {
	case j.flags.dryRun:
		j.reportShown()
	case !j.flags.quiet:
		j.bill.report(j.Errs)
	}
	if Dry(err) {
		err = nil
	}
	return errors.Join(j.told(err), conn.Close())
}

// Group is a command that only has parts. Without one of them it shows its
// help, and has been called wrongly.
func Group(c Command, parts ...*cobra.Command) *cobra.Command {
	made := &cobra.Command{
		Use: c.Use, Short: c.Short, Long: c.Long, Args: UnknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return errors.Join(cmd.Help(), Usagef("%s needs a subcommand", cmd.CommandPath()))
		},
	}
	made.AddCommand(parts...)
	return made
}

// nearWords is the number of wrong letters in a word that is still understood.
const nearWords = 2

// UnknownCommand refuses words that are no command, and names the one that may
// have been meant.
func UnknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = nearWords
	meant := ""
	if like := cmd.SuggestionsFor(args[0]); len(like) > 0 {
		meant = " Did you mean " + like[0] + "?"
	}
	return Usagef("no command %q in %s.%s To list all commands, run %[2]s --help", args[0], cmd.CommandPath(), meant)
}

// OnTerminal says whether somebody reads along on a terminal that understands
// escape sequences.
func OnTerminal(w io.Writer) bool { return isTerminal(w) && Draws() }

// Draws says whether the terminal understands more than plain text.
func Draws() bool { name := os.Getenv("TERM"); return name != "" && name != "dumb" }

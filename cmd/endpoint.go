package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os/signal"
	"reflect"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/config"
	"greenroom/views/explain"
)

// endpoint is a command that asks the service: its words, and the work.
type endpoint struct {
	use, group, short, long, example string
	words                            bool // its words are one text, not items; nothing is read from a pipe
	least, most                      int  // how many items it takes
	what                             string
	prints                           []any // a zero value of each type of item that it prints
	pages                            bool  // has --all
	work                             func(ctx context.Context, j *job) error
}

// job is one run of such a command.
type job struct {
	client *client.Client
	flags  *asking
	out    *output.Printer
	bill   *bill
	to     io.Writer
	errs   io.Writer
	items  []string // what was named, on the command line or in the pipe
	many   bool     // the answer is a list, however many were named
	missed []missed
	came   int  // items that were printed
	capped bool // the connection has caps of its own
}

// command makes the command. Its own flags are added by whoever calls.
func (e endpoint) command(at *reach) *cobra.Command {
	var f asking
	long := e.long
	if !e.words {
		long = strings.TrimSpace(long + "\n\nIt takes " + e.what + ";\nor - and these on standard input, one a line.")
	}
	c := &cobra.Command{
		Use: e.use, GroupID: e.group, Short: e.short, Long: long, Example: e.example,
		RunE: func(cmd *cobra.Command, args []string) error {
			j, err := e.job(cmd, args, &f)
			if err != nil {
				return err
			}
			signal.Ignore(syscall.SIGPIPE)
			return e.run(cmd.Context(), *at, j)
		},
	}
	f.add(c, e.pages)
	return c
}

// job checks everything that can be checked before a service is asked.
func (e endpoint) job(cmd *cobra.Command, args []string, f *asking) (*job, error) {
	var types []reflect.Type
	for _, v := range e.prints {
		types = append(types, reflect.TypeOf(v))
	}
	fields, err := output.ParseFields(f.fields, types...)
	if err != nil {
		return nil, usageError{fmt.Errorf("--fields: %w", err)}
	}
	if f.refresh && f.maxAge > 0 {
		return nil, usage("--refresh asks anew whatever is kept, --max-age only where it is too old; give one of the two")
	}
	items, piped := args, false
	if !e.words {
		if items, piped, err = gather(cmd.InOrStdin(), args); err != nil {
			return nil, err
		}
	} else if len(items) == 1 && items[0] == "-" {
		return nil, usage(cmd.CommandPath() + " takes " + e.what + " as words, not from a pipe")
	}
	if len(items) < e.least || len(items) > e.most {
		return nil, usage(cmd.CommandPath() + " takes " + e.what + "; " + cmd.CommandPath() + " --help shows how")
	}
	p := output.New(output.Config{To: cmd.OutOrStdout(), Format: f.format, Fields: fields, Columns: output.Columns(types...), Grid: grid})
	return &job{flags: f, out: p, bill: &bill{}, to: cmd.OutOrStdout(), errs: cmd.ErrOrStderr(), items: items, many: piped || len(items) > 1}, nil
}

// run does the work and says what it cost, also where it failed.
func (e endpoint) run(ctx context.Context, at reach, j *job) error {
	return withConnection(ctx, at, func(ctx context.Context, conn *connection) error {
		j.client, j.capped = conn.client, conn.set.Connection.Value.Caps != config.Caps{}
		watched := j.watch(ctx)
		err := e.work(ctx, j)
		watched()
		j.nameMissed(err)
		if j.bill.notKept != nil {
			j.say(explain.NotKept(j.bill.notKept).String())
		}
		if !j.flags.quiet && !j.flags.dryRun {
			j.bill.report(j.errs)
		}
		if errors.Is(err, syscall.EPIPE) || client.KindOf(err) == client.KindDryRun {
			return nil
		}
		return j.told(err)
	})
}

// withConnection opens the service for one piece of work.
func withConnection(ctx context.Context, at reach, work func(context.Context, *connection) error) error {
	conn, err := connect(ctx, at)
	if err != nil {
		return err
	}
	return errors.Join(work(ctx, conn), conn.close())
}

// text is the words of a command that takes one text.
func (j *job) text() string { return strings.Join(j.items, " ") }

// options are those of the flags, with what earlier calls have spent taken from
// --max-credits.
func (j *job) options() []client.Option {
	f := j.flags
	opts := append(j.kept(), client.Observe(j.seen))
	if f.most.set {
		opts = append(opts, client.MaxCredits(max(0, f.most.credits-j.bill.most())))
	}
	if f.wait {
		opts = append(opts, client.WhenItFits())
	}
	if f.dryRun {
		opts = append(opts, client.DryRun(j.show))
	}
	return opts
}

// kept is which kept answers are taken.
func (j *job) kept() []client.Option {
	switch f := j.flags; {
	case f.refresh:
		return []client.Option{client.Refresh()}
	case f.maxAge > 0:
		return []client.Option{client.NotOlder(f.maxAge.duration())}
	}
	return nil
}

// seen reads the receipt of a request. On a terminal it shows how far a list
// has come.
func (j *job) seen(r client.Receipt) {
	j.bill.add(r)
	if !j.flags.quiet && j.flags.all && onTerminal(j.errs) {
		fmt.Fprintf(j.errs, "\r%s, %s\x1b[K", counted(j.bill.requests, "request"), inCredits(j.bill.charged))
		j.bill.drawn = true
	}
}

// one prints an answer that is one item.
func one[T any](j *job, item T, draw func(io.Writer)) error {
	if err := j.out.Add(item); err != nil {
		return err
	}
	j.came++
	return j.out.End(api.One[T]{Data: item}, true, drawn(draw))
}

// list prints an answer that is a list, and says what is missing from it. whole
// is the document of the contract, err what ended the list too early.
func list[T any](j *job, items []T, whole any, draw func(io.Writer), err error) error {
	for _, item := range items {
		if failed := j.out.Add(item); failed != nil {
			return failed
		}
		j.came++
	}
	return j.end(whole, draw, err)
}

// stream prints the items of a list as they come, until most have or the list
// ends. What broke it is returned with what came.
func stream[T any](j *job, most int, items iter.Seq2[T, error]) ([]T, error) {
	all := []T{}
	for item, err := range items {
		if err != nil {
			return all, err
		}
		if err := j.out.Add(item); err != nil {
			return all, err
		}
		all = append(all, item)
		j.came++
		if len(all) == most {
			break
		}
	}
	return all, nil
}

// end prints what was kept for the end. A failure before anything came prints
// nothing.
func (j *job) end(whole any, draw func(io.Writer), err error) error {
	if client.KindOf(err) == client.KindDryRun || errors.Is(err, syscall.EPIPE) {
		return err
	}
	failed := j.incomplete(err)
	if j.came == 0 && failed != nil {
		return failed
	}
	return errors.Join(j.out.End(whole, false, drawn(draw)), failed)
}

func drawn(draw func(io.Writer)) func(io.Writer) error {
	return func(w io.Writer) error {
		draw(w)
		return nil
	}
}

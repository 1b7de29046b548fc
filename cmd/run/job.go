package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"syscall"

	"golang.org/x/term"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/ui/text"
)

// Text joins the words of a command that takes one text.
func (j *Job) Text() string { return strings.Join(j.Items, " ") }

// All says whether every page is asked for.
func (j *Job) All() bool { return j.flags.all }

// Options are those of the flags, with what earlier calls have spent taken from
// --max-credits.
func (j *Job) Options() []client.Option {
	f := j.flags
	opts := append(j.kept(), client.Observe(j.seen))
	if f.most.set {
		opts = append(opts, client.MaxCredits(max(0, f.most.credits-j.bill.most())))
	}
	if f.wait {
		opts = append(opts, client.WhenItFits())
	}
	if r := j.rehearsed.Load(); r != nil {
		opts = append(opts, r.option(false))
	} else if f.dryRun {
		opts = append(opts, client.DryRun(j.show))
	}
	return opts
}

// kept is which kept answers are taken.
func (j *Job) kept() []client.Option {
	switch f := j.flags; {
	case f.refresh:
		return []client.Option{client.Refresh()}
	case f.maxAge.Duration() > 0:
		return []client.Option{client.NotOlder(f.maxAge.Duration())}
	}
	return nil
}

// seen reads the receipt of a request. On a terminal it shows how far a list
// has come.
func (j *Job) seen(r client.Receipt) {
	j.bill.add(r)
	if !j.flags.quiet && j.flags.all && OnTerminal(j.Errs) {
		fmt.Fprintf(j.Errs, ClearLine+"%s, %s", english.Count(j.bill.requests, "request"), InCredits(j.bill.charged))
		j.bill.drawn = true
	}
}

// Dry says whether nothing is to be sent that can be charged.
func (j *Job) Dry() bool { return j.flags.dryRun }

// Dry says whether nothing was sent because of --dry-run.
func Dry(err error) bool { return client.KindOf(err) == client.KindDryRun }

// Miss notes an item that brought nothing.
func (j *Job) Miss(item string, err error) { j.missed = append(j.missed, missed{item, err}) }

// MissPrinted notes an item that brought nothing, and for which something is
// printed all the same.
func (j *Job) MissPrinted(item string, err error) {
	j.Miss(item, err)
	j.came--
}

// Stop notes what ended a list before all of it came.
func (j *Job) Stop(err error) { j.stopped = err }

// Missed says whether an item has brought nothing.
func (j *Job) Missed() bool { return len(j.missed) > 0 }

// Say writes a line to standard error.
func (j *Job) Say(line string) {
	if j.rehearsed.Load() == nil {
		fmt.Fprintln(j.Errs, text.Clean(line))
	}
}

// Note is Say, unless no word is wanted.
func (j *Job) Note(line string) {
	if !j.flags.quiet {
		j.Say(line)
	}
}

// Print prints an answer that is one item. err is why there is none.
func Print[T any](j *Job, item T, err error, draw func(io.Writer, T)) error {
	if err != nil {
		return err
	}
	if err := j.print.Add(item); err != nil {
		return err
	}
	j.came++
	return j.print.End(api.One[T]{Data: item}, true, func(w io.Writer) { draw(w, item) })
}

// List prints an answer that is a list, and says what is missing from it. whole
// is its document; nil: the items.
func List[T any](j *Job, items []T, whole any, draw func(io.Writer, []T)) error {
	if items == nil {
		items = []T{}
	}
	if whole == nil {
		whole = items
	}
	for _, item := range items {
		if err := j.print.Add(item); err != nil {
			return err
		}
		j.came++
	}
	return j.end(whole, func(w io.Writer) { draw(w, items) })
}

// Lines prints what was found, a line for each. err is why nothing was.
func Lines[T, L any](j *Job, found []T, err error, line func(T) L, draw func(io.Writer, []L)) error {
	if err != nil {
		return err
	}
	return List(j, each.Of(found, line), nil, draw)
}

// Stream prints the items of a list as they come. whole makes its document of
// them and of what broke the list off; nil: a page.
func Stream[T any](j *Job, items iter.Seq2[T, error], draw func(io.Writer, []T), whole func([]T, error) any) error {
	all := []T{}
	for item, err := range items {
		if err == nil {
			err = j.print.Add(item)
		}
		if err != nil {
			j.Stop(err)
			break
		}
		if j.came++; j.print.Whole() {
			all = append(all, item)
		}
	}
	if whole == nil {
		whole = func(all []T, err error) any { return api.Page[T]{Data: all, HasMore: err != nil} }
	}
	return j.end(whole(all, j.stopped), func(w io.Writer) { draw(w, all) })
}

// AsList is the document of a stream that is nothing but its items.
func AsList[T any](all []T, _ error) any { return all }

// Paged prints one page, and says whether there are more; with --all it streams
// every page.
func Paged[T any](j *Job, first func() (api.Page[T], client.Receipt, error), all iter.Seq2[T, error], draw func(io.Writer, []T)) error {
	if j.flags.all {
		return Stream(j, all, draw, nil)
	}
	page, _, err := first()
	if err != nil {
		return err
	}
	j.SayMore(page.HasMore)
	return List(j, page.Data, page, draw)
}

// SayMore says that a list has further pages, if it has.
func (j *Job) SayMore(more bool) {
	if more && !j.flags.quiet {
		j.Say("There are more; use --all to read every page.")
	}
}

// Each asks for the items one after the other. An item that is not there does
// not keep the others from being asked for; a budget that is used up does.
func Each[T any](ctx context.Context, j *Job, draw func(io.Writer, []T), ask func(item string) (T, error)) error {
	if !j.Many {
		j.next = func(context.Context) error { _, err := ask(j.Items[0]); return err }
		v, err := ask(j.Items[0])
		return Print(j, v, err, func(w io.Writer, v T) { draw(w, []T{v}) })
	}
	return Stream(j, Asked(ctx, j, j.Items, ask), draw, func(all []T, _ error) any { return Several[T]{all, j.Failures()} })
}

// Several is the answer of a command that asks once for each item.
type Several[T any] struct {
	Data   []T       `json:"data"`
	Failed []failure `json:"failed"`
}

type failure struct {
	Input   string   `json:"input"`
	Code    api.Code `json:"code,omitempty"`
	Message string   `json:"message"`
}

// Failures are the items that brought nothing.
func (j *Job) Failures() []failure {
	all := []failure{}
	for _, m := range j.missed {
		f := failure{Input: m.item, Message: Sentence(m.err)}
		if e, ok := errors.AsType[*client.Error](m.err); ok {
			f.Code = e.Code
		}
		all = append(all, f)
	}
	return all
}

// Asked asks for items one after the other, and notes those that brought
// nothing.
func Asked[T any](ctx context.Context, j *Job, items []string, ask func(item string) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		var dry error
		for _, item := range items {
			j.next = func(context.Context) error { _, err := ask(item); return err }
			v, err := ask(item)
			switch {
			case err == nil:
				if !yield(v, nil) {
					return
				}
			case Dry(err):
				dry = err
			case ctx.Err() == nil && goesOn(err):
				j.Miss(item, err)
			default:
				yield(none, err)
				return
			}
		}
		if dry != nil {
			yield(none, dry)
		}
	}
}

// end prints what was kept for the end. A failure before anything came prints
// nothing.
func (j *Job) end(whole any, draw func(io.Writer)) error {
	if Dry(j.stopped) || errors.Is(j.stopped, syscall.EPIPE) {
		return j.stopped
	}
	failed := j.Incomplete(j.stopped)
	if j.came == 0 && failed != nil {
		return failed
	}
	return errors.Join(j.print.End(whole, false, draw), failed)
}

// PrintLines prints a text line by line.
func PrintLines(w io.Writer, s string) {
	for _, line := range text.CleanLines(s) {
		fmt.Fprintln(w, line)
	}
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Keyboard is standard input, where somebody sits at it.
func (j *Job) Keyboard() (*os.File, bool) {
	f, _ := j.In.(*os.File)
	return f, isTerminal(j.In)
}

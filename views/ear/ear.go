// Package ear tells the workbench in lines, and takes from lines what is to be done: for people
// who hear instead of see, and wherever there is no terminal to draw on. What is told is what
// screens tell; what can be done is what the table of actions offers.
package ear

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"greenroom/ui/spoken"
	"greenroom/ui/text"
	"greenroom/views/drive"
	"greenroom/views/view"
)

// Config tells what is told, and to whom.
type Config struct {
	// Open makes the workbench; slow is to be told of a waiting that is long.
	Open func(slow func()) *drive.Driver
	In   io.Reader
	Out  io.Writer
	By   string // what chose that it is told: "ACCESSIBLE"
	Echo bool   // nobody sees what is read: it is written, too
}

// Unheard counts the lines of a workbench that were not understood when it ended.
type Unheard int

func (u Unheard) Error() string {
	return text.Plural(int(u), "line", "lines").String() + " not understood"
}

type ear struct {
	cfg     Config
	d       *drive.Driver
	record  strings.Builder // all that was written
	last    moment          // of what was told last
	page    moment          // of the page, below dialogs
	said    string          // the last sentence
	over    func() error    // why nothing is told any more
	low     bool            // little of the budget is left, and that was told
	next    int             // the first item of the rows that was not told
	filling bool            // a field of a form is being written
	pasted  []string        // lines that are taken together; nil: none are
	exactly bool
	unheard int
}

// Run tells the workbench until it is left, there are no more lines, or ctx ends.
func Run(ctx context.Context, cfg Config) error {
	e := &ear{cfg: cfg, over: ctx.Err}
	e.d = cfg.Open(e.slow)
	e.say(fmt.Sprintf("Greenroom, told in lines, chosen by %s. Type a number for a row, a word for what can be done, or ? for all words.", cfg.By))
	e.say(e.sentence(e.d.Root().Where()[0]))
	for _, f := range e.d.Root().Greeted() {
		e.say(e.sentence(f))
	}
	e.d.Start()
	e.notice()
	e.screen()
	lines := read(ctx, cfg.In)
	for !e.d.Quit() && ctx.Err() == nil {
		e.put("> ")
		line, ok := drive.Until(e.d, lines, e.came)
		if !ok {
			break
		}
		if cfg.Echo {
			e.put(text.Clean(line).String() + "\n")
		}
		e.hear(strings.TrimSpace(line))
	}
	return e.end(ctx)
}

// end says how it ended, and gives up what is under way.
func (e *ear) end(ctx context.Context) error {
	r := e.d.Root()
	under := r.Running()
	e.put("\n")
	if ctx.Err() != nil && len(under) > 0 {
		e.say(fmt.Sprintf("Interrupted: %s. A call already sent may still be charged; the ledger tells.", under[0]))
	}
	if e.pasted != nil {
		e.unheard++
		e.say("What was pasted did not end with a point, nothing was done.")
	}
	r.Close()
	switch failed := r.Failed(); {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case e.cfg.Echo && e.unheard > 0:
		return Unheard(e.unheard)
	case e.cfg.Echo && failed != nil:
		return failed
	}
	return nil
}

// most limits how much of a line is read: more than any field takes.
const most = 1 << 16

// read reads lines until there are no more, or nobody waits for them.
func read(ctx context.Context, in io.Reader) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		r := bufio.NewReaderSize(in, most)
		for {
			raw, more, err := r.ReadLine()
			if err != nil {
				return
			}
			line := string(raw)
			for more && err == nil {
				_, more, err = r.ReadLine()
			}
			select {
			case out <- line:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func (e *ear) put(s string) {
	e.record.WriteString(s)
	_, _ = io.WriteString(e.cfg.Out, s) // who does not read any more ends the input, too
}

func (e *ear) say(sentence string) {
	said := stopped(spoken.Words(sentence))
	if said == e.said {
		return
	}
	e.said = said
	for _, l := range spoken.Lines(said) {
		e.put(l + "\n")
	}
}

// quoted is the end of a quote that has its own stop.
var quoted = regexp.MustCompile(`[.!?]”$|[!?:;]$`)

// stopped is a sentence with one stop at its end.
func stopped(s string) string {
	bare := strings.TrimRight(s, ". ")
	if bare == "" || quoted.MatchString(bare) {
		return bare
	}
	return bare + "."
}

func (e *ear) slow() {
	if under := e.d.Root().Running(); len(under) > 0 {
		e.say(capital(under[0]) + ", under way. Control C gives it up.")
	}
}

// came tells what came while nothing was asked for: a message, another page, a question.
func (e *ear) came() {
	now := e.look()
	told := now.notice == "" || now.notice == e.last.notice
	if now.place == e.last.place && now.dialog == e.last.dialog && told {
		return
	}
	e.put("\n")
	e.follow(e.last)
	e.put("> ")
}

// moment holds the facts told at a time.
type moment struct {
	place  string // the heading
	dialog bool
	plain  []string
	rows   []string // in short
	here   int      // the selected row, from 1; 0: none
	notice string
}

// look gathers the facts to tell now.
func (e *ear) look() moment {
	m := moment{notice: e.d.Root().Notice().Value.String(), dialog: e.d.Root().Dialog()}
	for _, f := range e.d.Root().Tell() {
		switch f.Kind {
		case view.Heading:
			m.place += f.Value.String()
		case view.Plain, view.Alarm:
			m.plain = append(m.plain, e.sentence(f))
		case view.Row:
			selected := f.Here
			f.Here = false
			if m.rows = append(m.rows, e.row(f)); selected {
				m.here = len(m.rows)
			}
		}
	}
	return m
}

// follow tells what something led to: a message, a page as a whole, or what changed of it.
func (e *ear) follow(before moment) {
	if e.over() != nil {
		return
	}
	e.notice()
	if e.d.Quit() {
		return
	}
	if low := e.d.Root().Low(); low != e.low {
		if e.low = low; low {
			e.say("Attention: less than a tenth of the budget is left")
			e.budget()
		}
	}
	now := e.look()
	if before.dialog && !now.dialog && now.place == e.page.place {
		e.say("Back on " + now.place)
		before = e.page // which a dialog lay over
	}
	if now.place != before.place || now.dialog != before.dialog {
		e.screen()
		return
	}
	for _, said := range now.plain {
		if !slices.Contains(before.plain, said) {
			e.say(said)
		}
	}
	if sameRows(before.rows, now.rows) {
		e.tellChanged(before, now)
	} else {
		e.fromHere(now)
		e.tellRows()
		e.offer()
	}
	e.fieldOpens()
	e.remember()
}

// tellChanged tells the rows that say something else, and the one that is selected now.
func (e *ear) tellChanged(before, now moment) {
	for i := range now.rows {
		if now.rows[i] != before.rows[i] || i+1 == now.here && now.here != before.here {
			e.say(fmt.Sprintf("%d. %s", i+1, now.rows[i]))
		}
	}
}

func (e *ear) remember() {
	if e.last = e.look(); !e.last.dialog {
		e.page = e.last
	}
}

// sameRows says whether there are the same rows, of which a few may say something else.
func sameRows(a, b []string) bool {
	differ := 0
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			differ++
		}
	}
	return len(a) == len(b) && differ <= 2
}

// notice is the message for a moment.
func (e *ear) notice() {
	switch n := e.d.Root().Notice(); {
	case n.Value.Empty():
	case n.Kind == view.Alarm:
		e.say("Attention: " + n.Value.String())
	default:
		e.say("Done: " + n.Value.String())
	}
}

func (e *ear) screen() {
	e.filling = false
	for _, f := range e.d.Root().Tell() {
		switch f.Kind {
		case view.Heading, view.Plain:
			e.say(e.sentence(f))
		case view.Alarm:
			e.say("Attention: " + e.sentence(f))
		}
	}
	e.remember()
	e.fromHere(e.last)
	e.tellRows()
	if _, open := e.field(); !open {
		e.offer()
	}
	e.fieldOpens()
}

// save writes all that was told into a file that is not there yet.
func (e *ear) save(path string) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		_, err = f.WriteString(e.record.String())
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		e.say("Attention: not saved. " + err.Error() + ". Name another file.")
		return
	}
	e.say("Done: saved in " + path)
}

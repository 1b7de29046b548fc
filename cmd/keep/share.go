package keep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/client/share"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/config"
)

// shared reports the state of a list that others see.
type shared struct {
	List     string   `json:"list"`
	ID       string   `json:"id"` // of the shortlist; "" for a file
	Version  int      `json:"version"`
	Creators int      `json:"creators"`
	Of       int      `json:"of"` // those of the list
	Said     string   `json:"said"`
	Stays    []string `json:"stays"`
}

func drawShared(w io.Writer, s shared) {
	var t output.Rows
	t.Add("List", s.List)
	t.Add("Creators", fmt.Sprintf("%d of %d", s.Creators, s.Of))
	t.Add("Id", s.ID)
	t.Add("Version", fmt.Sprint(s.Version))
	t.AddWrapped("Stays here", strings.Join(s.Stays, "; "))
	t.AddWrapped("", s.Said)
	t.Write(w)
}

// desk holds the decisions of this machine, and the planner's name.
type desk struct {
	book  *plan.Book
	state plan.State
	me    string
}

func open(ctx context.Context, j *run.Job) (desk, error) {
	book, err := j.Conn.Plan(ctx)
	if err != nil {
		return desk{}, err
	}
	d := desk{book: book, me: j.Conn.Settings.Name.Value}
	if d.me == "" {
		d.me = config.User()
	}
	d.state, err = book.Read(ctx)
	return d, err
}

// find is a list by its name or id. Of several with one name the id is needed.
func (d desk) find(word string) (*plan.List, error) {
	var found *plan.List
	for i, l := range d.state.Lists {
		switch {
		case l.ID == word || l.Remote.ID == strings.ToLower(word):
			return &d.state.Lists[i], nil
		case strings.EqualFold(l.Name, word) && found != nil:
			return nil, run.Usagef("there are several lists called %q: name it by its id, %s or %s", word, found.ID, l.ID)
		case strings.EqualFold(l.Name, word):
			found = &d.state.Lists[i]
		}
	}
	if found == nil {
		return nil, run.Usagef("there is no list called %q here; the workbench makes lists, and shortlist take takes one over", word)
	}
	return found, nil
}

// keep writes a list down as it is now.
func (d desk) keep(ctx context.Context, label string, l plan.List, facts map[string]plan.Facts) error {
	_, err := d.book.Do(ctx, label, func(s *plan.State) error {
		s.Learn(facts)
		if i := s.Find(l.ID); i >= 0 {
			s.Lists[i] = l
		} else {
			s.Lists = append(s.Lists, l)
		}
		return nil
	})
	return err
}

// on runs something with a list that is named.
func on(ctx context.Context, j *run.Job, do func(desk, *plan.List) (shared, error)) error {
	d, err := open(ctx, j)
	if err != nil {
		return err
	}
	defer d.book.Close()
	l, err := d.find(j.Items[0])
	if err != nil {
		return err
	}
	s, err := do(d, l)
	return run.Print(j, s, err, drawShared)
}

func send(at *run.At) *cobra.Command {
	var with []string
	var o share.Options
	var yes bool
	return run.Command{
		Use: "send LIST", Short: "Send a list of yours with its sheet",
		Long: `Send stores a list as a shortlist of the service, with a sheet beside it: everybody
on it, verdicts, reasons, quotes, figures and judgements. Private notes, fees and
the reasons of a no stay here unless --with names them; e-mail addresses always do.`,
		Example: "greenroom shortlist send \"Oat drink\" --with notes --share",
		Takes:   run.One("the name or id of a list").Of(run.Lists), Prints: []any{shared{}},
		Flags: func(f *pflag.FlagSet) {
			f.StringSliceVar(&with, "with", nil, "what goes along beyond the usual: notes, prices, refusals")
			f.BoolVar(&o.Shared, "share", false, "everybody of the account may open it and has a column")
			f.BoolVar(&o.Hidden, "hide", false, "hide verdicts until all have voted")
			f.BoolVar(&yes, "yes", false, "send without asking")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			return on(ctx, j, func(d desk, l *plan.List) (shared, error) {
				opts, err := d.options(j, l, o, with)
				if err != nil {
					return shared{}, err
				}
				return d.send(ctx, j, l, opts, yes)
			})
		},
	}.New(at)
}

// options are those of the flags over those of the last sending.
func (d desk) options(j *run.Job, l *plan.List, o share.Options, with []string) (share.Options, error) {
	was := share.Options{Me: d.me, Now: time.Now()}
	if s := l.Remote.Sent; s != nil {
		was.Me, was.With, was.Shared, was.Hidden = s.Me, s.With, s.Shared, s.Hidden
	}
	if j.Changed("share") {
		was.Shared = o.Shared
	}
	if j.Changed("hide") {
		was.Hidden = o.Hidden
	}
	if j.Changed("with") {
		was.With = plan.With{}
	}
	for _, w := range with {
		switch w {
		case "notes":
			was.With.Notes = true
		case "prices":
			was.With.Prices = true
		case "refusals":
			was.With.Refusal = true
		default:
			return was, run.Usagef("--with takes notes, prices and refusals, not %q", w)
		}
	}
	return was, nil
}

func (d desk) send(ctx context.Context, j *run.Job, l *plan.List, o share.Options, yes bool) (shared, error) {
	if l.From != nil {
		return shared{}, run.Usagef("%s is a copy of %s's list: they decide it, and your column goes by itself or with shortlist sheet", l.Name, l.From.By)
	}
	p, err := share.Prepare(*l, d.state.Facts, o)
	if err != nil {
		return shared{}, err
	}
	if len(p.Body.Profiles) == 0 {
		return shared{}, run.Usagef("nothing to send: everyone on %s is rejected or has no account", l.Name)
	}
	to := "your account alone"
	if o.Shared {
		to = "everybody of the account"
	}
	if !yes {
		j.Say(fmt.Sprintf("%s goes to %s: %d of %d creators, %d in the shortlist. Stays here: %s.", l.Name, to, len(p.Sheet.Members), p.Of, p.Fits, strings.Join(append(p.Stays, "e-mail addresses"), "; ")))
		if agreed, sits := j.Confirm(ctx, "Send it?"); !sits {
			return shared{}, run.Usagef("nothing was sent: add --yes to send without being asked")
		} else if !agreed {
			return shared{}, run.Usagef("nothing was sent")
		}
	}
	sent, _, err := p.Send(ctx, j.Client, j.Options()...)
	if client.Moved(err) {
		j.Say("Somebody changed it since: greenroom shortlist take " + l.Remote.ID + " merges what they did.")
	}
	if sent.Remote != l.Remote {
		l.Remote = sent.Remote
		err = errors.Join(err, d.keep(ctx, "", *l, nil))
	}
	out := shared{List: l.Name, ID: l.Remote.ID, Version: l.Remote.Version, Creators: len(p.Sheet.Members), Of: p.Of, Stays: p.Stays, Said: "Sent with its sheet."}
	if sent.NoSheet {
		out.Creators, out.Said = p.Fits, "This service keeps no sheets: the shortlist went alone. greenroom shortlist sheet writes the rest into a file."
	}
	return out, err
}

func unsend(at *run.At) *cobra.Command {
	return run.Command{
		Use: "unsend LIST", Short: "Take the last sending back, if nobody opened it", Example: "greenroom shortlist unsend \"Oat drink\"",
		Takes: run.One("the name or id of a list").Of(run.Lists), Prints: []any{shared{}},
		Work: func(ctx context.Context, j *run.Job) error {
			return on(ctx, j, func(d desk, l *plan.List) (shared, error) {
				if l.Remote.Sent == nil || l.Remote.ID == "" || l.From != nil {
					return shared{}, run.Usagef("%s was not sent with a sheet, so nothing can be taken back", l.Name)
				}
				back, _, err := share.Withdraw(ctx, j.Client, l.Remote, j.Options()...)
				if err != nil {
					return shared{}, err
				}
				l.Remote = back
				return shared{List: l.Name, ID: back.ID, Version: back.Version, Of: len(l.Members), Said: "Taken back."}, d.keep(ctx, "", *l, nil)
			})
		},
	}.New(at)
}

func take(at *run.At) *cobra.Command {
	var mine bool
	return run.Command{
		Use: "take ID|FILE", Short: "Take over a list of others, or bring in what they did",
		Long: `Take makes a working copy of a list that is shared with you, from the service by its id
or from a file, with all that came with it. Of a list that is here already it merges what
others did: where both changed the same, yours stays unless --theirs says otherwise.`,
		Example: "greenroom shortlist take ID\ngreenroom shortlist take \"Oat drink.sheet.json\"",
		Takes:   run.One("the id of a shortlist, or a file"), Prints: []any{shared{}},
		Flags: func(f *pflag.FlagSet) {
			f.BoolVar(&mine, "theirs", false, "where both changed the same, take theirs")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			d, err := open(ctx, j)
			if err != nil {
				return err
			}
			defer d.book.Close()
			var s shared
			if api.ValidUUID(j.Items[0]) {
				s, err = d.takeStored(ctx, j, mine)
			} else {
				s, err = d.takeFile(ctx, j.Items[0], mine)
			}
			return run.Print(j, s, err, drawShared)
		},
	}.New(at)
}

func (d desk) takeStored(ctx context.Context, j *run.Job, theirs bool) (shared, error) {
	id := strings.ToLower(j.Items[0])
	for i := range d.state.Lists {
		l := &d.state.Lists[i]
		if l.Remote.ID != id || l.Remote.Sent == nil {
			continue
		}
		at := l.Remote
		all := *at.Sent
		all.Tag = ""
		at.Sent = &all
		rec, _, err := share.Look(ctx, j.Client, at, j.Options()...)
		if err != nil {
			return shared{}, err
		}
		changed, _, err := share.Take(l, rec, func(plan.Conflict) bool { return theirs })
		if err != nil {
			return shared{}, err
		}
		return of(l, fmt.Sprintf("Merged: %d changes, %d reviewers.", len(changed), len(l.Remote.Sent.Reviews))), d.keep(ctx, "changes of "+rec.By, *l, nil)
	}
	rec, _, err := share.Join(ctx, j.Client, id, d.me, j.Options()...)
	if err != nil {
		return shared{}, err
	}
	l, facts := share.TakeOver(rec, uuid.NewString(), time.Now())
	return of(&l, fmt.Sprintf("Taken over from %s, with all that came with it.", rec.Sheet.By)), d.keep(ctx, l.Name+" taken over", l, facts)
}

func of(l *plan.List, said string) shared {
	return shared{List: l.Name, ID: l.Remote.ID, Version: l.Remote.Version, Creators: len(l.Members), Of: len(l.Members), Said: said}
}

func (d desk) takeFile(ctx context.Context, path string, theirs bool) (shared, error) {
	f, err := os.Open(path)
	if err != nil {
		return shared{}, run.Usagef("%q is neither the id of a shortlist nor a file that can be read: %w", path, err)
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, api.SheetBytesMax+1))
	if err != nil {
		return shared{}, run.Usagef("%s: %w", path, err)
	}
	s, err := api.ParseSheet(raw)
	if err != nil {
		return shared{}, run.Usagef("%s was not taken: %w", path, err)
	}
	at := share.Holder(d.state.Lists, &s)
	if at < 0 {
		l, facts := share.FromFile(&s, uuid.NewString(), d.me, time.Now())
		return of(&l, fmt.Sprintf("Taken over from %s's file, with all that came with it.", s.By)), d.keep(ctx, l.Name+" taken over", l, facts)
	}
	l := &d.state.Lists[at]
	columns, changed, _, err := share.TakeFile(l, &s, func(plan.Conflict) bool { return theirs })
	if err != nil {
		return shared{}, err
	}
	said := fmt.Sprintf("Merged: %d changes; columns of %s.", len(changed), strings.Join(append(columns, "nobody else")[:max(1, len(columns))], ", "))
	_, facts := plan.FromSheet(&s)
	return of(l, said), d.keep(ctx, "changes of "+s.By, *l, facts)
}

func versions(at *run.At) *cobra.Command {
	table := output.Sheet[api.SheetVersion]{Head: []string{"VERSION", "BY", "WHEN", "BYTES"},
		Row: func(v api.SheetVersion) []string {
			return []string{fmt.Sprint(v.Version), v.By, output.Moment(&v.At), fmt.Sprint(v.Bytes)}
		}}
	return run.Command{
		Use: "versions ID", Short: "List the versions of a sent list", Example: "greenroom shortlists versions ID",
		Takes: run.Item("the id of one shortlist"), Prints: []any{api.SheetVersion{}},
		Work: func(ctx context.Context, j *run.Job) error {
			all, _, err := j.Client.SheetVersions(ctx, j.Items[0], j.Options()...)
			if err != nil {
				return err
			}
			return run.List(j, all, nil, table.Draw)
		},
	}.New(at)
}

func file(at *run.At) *cobra.Command {
	var to string
	return run.Command{
		Use: "sheet LIST", Short: "Write a list and its columns into one file",
		Long: `Sheet writes a list with all that travels into one JSON file, which has its own hash
inside and is taken over with shortlist take. What stays here is what stays when it is sent.`,
		Example: "greenroom shortlist sheet \"Oat drink\" --to oat.sheet.json",
		Takes:   run.One("the name or id of a list").Of(run.Lists), Prints: []any{shared{}},
		Flags: func(f *pflag.FlagSet) {
			f.StringVar(&to, "to", "", "the FILE to write; it must not be there yet")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			return on(ctx, j, func(d desk, l *plan.List) (shared, error) {
				o, err := d.options(j, l, share.Options{}, nil)
				if err != nil || to == "" {
					return shared{}, errors.Join(err, run.Usagef("--to names the file to write"))
				}
				raw, err := share.File(*l, d.state.Facts, o)
				if err != nil {
					return shared{}, err
				}
				f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
				if err != nil {
					return shared{}, run.Usagef("--to: %w", err)
				}
				_, err = f.Write(raw)
				if err = errors.Join(err, f.Close()); err != nil {
					return shared{}, err
				}
				if l.Remote, err = share.Written(*l, o); err != nil {
					return shared{}, err
				}
				return of(l, "Written to "+to+"."), d.keep(ctx, "", *l, nil)
			})
		},
	}.New(at)
}

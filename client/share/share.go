// Package share brings a planner's list to others and back: as a shortlist with a sheet
// where the service keeps sheets, as one file where it does not. It owns what goes, what
// stays, and how what others did comes in. It knows the client and the plan, and no
// screen.
package share

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/internal/english"
)

// Options say how a list is sent.
type Options struct {
	Me             string // the planner's name
	With           plan.With
	Shared, Hidden bool
	Now            time.Time
}

// Sending describes a list about to be sent: it is shown first, then sent.
type Sending struct {
	Options
	List     plan.List // with what stays
	Sheet    api.Sheet
	Body     api.ShortlistBody
	Of, Fits int      // creators on the list, and in the shortlist
	Stays    []string // what does not go and why, in words
}

// Prepare reckons what goes.
func Prepare(l plan.List, facts map[string]plan.Facts, o Options) (Sending, error) {
	s, err := l.Sheet(facts, o.With)
	if err != nil {
		return Sending{}, err
	}
	s.By, s.Shared, s.Hidden = Name(o.Me), o.Shared, o.Hidden
	out := Sending{Options: o, List: l, Sheet: s, Of: len(l.Members), Stays: s.Withheld}
	goes, _ := plan.FromSheet(&s)
	out.Body = body(goes, o.Hidden)
	out.Fits = len(out.Body.Profiles)
	no, nameless := 0, 0
	for _, m := range l.Members {
		switch {
		case m.Verdict == plan.No:
			no++
		case m.Username == "":
			nameless++
		}
	}
	for _, why := range []struct {
		n    int
		says string
	}{{no, "not in the shortlist, being a no: %d"}, {nameless, "not in the shortlist, having no account: %d"},
		{out.Of - out.Fits - no - nameless, "not in the shortlist, which holds eight: %d"}} {
		if why.n > 0 {
			out.Stays = append(out.Stays, fmt.Sprintf(why.says, why.n))
		}
	}
	return out, nil
}

// Name returns a reviewer's name: never an e-mail address.
func Name(me string) string {
	me, _, _ = strings.Cut(strings.TrimSpace(me), "@")
	if r := []rune(me); len(r) > api.SheetNameMax {
		me = string(r[:api.SheetNameMax])
	}
	return cmp.Or(me, "planner")
}

// body returns the shortlist of the contract for a list as it travels. Verdicts and notes
// of each creator go along as words, unless they are hidden.
func body(l plan.List, hidden bool) api.ShortlistBody {
	profiles, _ := l.Shortlist()
	var notes strings.Builder
	for _, m := range l.Members {
		said := []string{string(m.Verdict), m.Reason, m.Note}
		said = append(said, each.Of(m.Rulings, ruled)...)
		if said = slices.DeleteFunc(said, func(s string) bool { return s == "" }); len(said) > 0 && !hidden {
			fmt.Fprintf(&notes, "%s: %s\n", m.Name, strings.Join(said, " "))
		}
	}
	in := l.Brief.Intent(l.Name)
	words := in.Query
	if in.Context != nil {
		words += "\n" + *in.Context
	}
	return api.ShortlistBody{Name: l.Name, Brief: words, Profiles: profiles, Notes: notes.String()}
}

// ruled is a decision on a flag, with the flag's subject for readers who do not see flags.
func ruled(r plan.Ruling) string {
	about := "“" + strings.Join(r.Words, "”, “") + "”"
	if kind, found, of := strings.Cut(r.Flag, ": "); of {
		about = english.Words(kind) + " “" + found + "”"
	}
	said := about + " " + string(r.State())
	if r.By != "" {
		said += " by " + r.By
	}
	if !r.At.IsZero() {
		said += " on " + r.At.Format("2 Jan 06")
	}
	return said + ": " + r.Reason
}

// Sent is the result of a sending. Where the service keeps no sheets NoSheet is true: the
// shortlist went alone, and the rest is to be written into a file.
type Sent struct {
	Remote  plan.Remote
	NoSheet bool
}

// Send stores the shortlist and its sheet. What of it was done by the time of an error
// stands in Sent.
func (s Sending) Send(ctx context.Context, c *client.Client, opts ...client.Option) (Sent, client.Receipt, error) {
	out := Sent{Remote: s.List.Remote}
	var stored api.Shortlist
	var r client.Receipt
	var err error
	b := s.Body
	if out.Remote.ID == "" {
		stored, r, err = c.CreateShortlist(ctx, b, opts...)
	} else {
		b.Version = &out.Remote.Version
		stored, r, err = c.ReplaceShortlist(ctx, out.Remote.ID, b, opts...)
	}
	if err != nil {
		return out, r, err
	}
	first := out.Remote.ID == ""
	out.Remote.ID, out.Remote.Version = stored.ID, stored.Version
	rec, r2, err := c.PutSheet(ctx, client.SheetParams{ID: stored.ID, By: Name(s.Me), Version: stored.Version}, s.Sheet, opts...)
	r = c.Together(r, r2)
	if lacks(err) {
		out.NoSheet, out.Remote.Sent = true, nil
		return out, r, nil
	}
	if err != nil {
		return out, r, err
	}
	out.Remote = remote(rec, out.Remote)
	out.Remote.Sent.First = first
	base, _ := plan.FromSheet(&s.Sheet)
	out.Remote.Sent.Base, out.Remote.Sent.With, out.Remote.Sent.At = base, s.With, s.Now
	return out, r, nil
}

// lacks says that a service keeps no sheets.
func lacks(err error) bool {
	return client.KindOf(err) == client.KindNotOffered || client.Is(err, api.CodeNotFound)
}

// remote updates a list's knowledge of its sheet after a look at it.
func remote(rec api.SheetRecord, old plan.Remote) plan.Remote {
	sent := plan.Sent{}
	if old.Sent != nil {
		sent = *old.Sent
	}
	sent.Me, sent.Tag, sent.Voted, sent.Voters, sent.Openings = rec.You, rec.Tag, rec.Voted, rec.Voters, rec.Openings
	if rec.Sheet != nil {
		sent.Proposed = plan.Proposals(rec.Proposed)
		sent.Shared, sent.Hidden, sent.Reviews = rec.Sheet.Shared, rec.Sheet.Hidden, plan.Reviews(rec.Sheet, rec.You)
	}
	return plan.Remote{ID: rec.ID, Version: rec.Version, Sent: &sent}
}

// Withdraw takes a sending back, as long as nobody opened its sheet: what was sent before
// it stands again, and of a first sending nothing is left.
func Withdraw(ctx context.Context, c *client.Client, at plan.Remote, opts ...client.Option) (plan.Remote, client.Receipt, error) {
	ask := client.SheetParams{ID: at.ID, By: at.Sent.Me, Version: at.Version}
	r, err := c.WithdrawSheet(ctx, ask, opts...)
	if err != nil {
		return at, r, err
	}
	if at.Sent.First {
		r2, err := c.DeleteShortlist(ctx, at.ID, opts...)
		return plan.Remote{}, c.Together(r, r2), err
	}
	ask.Version = 0
	rec, r2, err := c.Sheet(ctx, ask, opts...)
	if err != nil || rec.Sheet == nil {
		return plan.Remote{ID: at.ID, Version: at.Version + 1}, c.Together(r, r2), err
	}
	base, _ := plan.FromSheet(rec.Sheet)
	b := body(base, rec.Sheet.Hidden)
	b.Version = &rec.Version
	stored, r3, err := c.ReplaceShortlist(ctx, at.ID, b, opts...)
	back := remote(rec, at)
	back.Sent.Base, back.Sent.At = base, rec.UpdatedAt
	if err == nil {
		back.Version = stored.Version
	}
	return back, c.Together(r, r2, r3), err
}

// Join makes the planner a reviewer of a list, and reads it. Who may only read reads it.
func Join(ctx context.Context, c *client.Client, id, me string, opts ...client.Option) (api.SheetRecord, client.Receipt, error) {
	rec, r, err := c.Sheet(ctx, client.SheetParams{ID: id, By: Name(me)}, opts...)
	if err != nil || rec.Mine || rec.Sheet == nil || slices.ContainsFunc(rec.Sheet.Columns, func(o api.SheetColumn) bool { return strings.EqualFold(o.Name, rec.You) }) {
		return rec, r, err
	}
	joined, r2, err := Vote(ctx, c, plan.List{Name: rec.Sheet.Name, Remote: plan.Remote{ID: id, Version: rec.Version, Sent: &plan.Sent{Me: rec.You}}}, opts...)
	if client.Is(err, api.CodeForbidden) {
		return rec, c.Together(r, r2), nil
	}
	return joined, c.Together(r, r2), err
}

// Vote stores the planner's column on a list that somebody else decides.
func Vote(ctx context.Context, c *client.Client, l plan.List, opts ...client.Option) (api.SheetRecord, client.Receipt, error) {
	s := api.Sheet{Format: api.SheetFormat, Name: l.Name, Members: []api.SheetMember{}, Copy: true,
		Columns: []api.SheetColumn{column(l)}}
	s.WithoutMails()
	return c.PutSheet(ctx, client.SheetParams{ID: l.Remote.ID, By: l.Remote.Sent.Me, Version: l.Remote.Version}, s, opts...)
}

func column(l plan.List) api.SheetColumn {
	return plan.Review{By: l.Remote.Sent.Me, Votes: l.Votes}.Column()
}

// TakeOver is a list of others as a working copy, with what is read of its creators. Who
// decides the list has it as their own.
func TakeOver(rec api.SheetRecord, id string, now time.Time) (plan.List, map[string]plan.Facts) {
	l, facts := plan.FromSheet(rec.Sheet)
	base, _ := plan.FromSheet(rec.Sheet)
	l.ID, l.Changed, l.Remote = id, now, remote(rec, plan.Remote{})
	l.Remote.Sent.Base, l.Remote.Sent.At = base, rec.UpdatedAt
	l.Remote.Sent.With = plan.With{Notes: true, Prices: true, Refusal: true}
	if !rec.Mine {
		l.From = &plan.Origin{ID: rec.ID, By: rec.Sheet.By, At: now}
	}
	l.Votes = votesOf(rec.Sheet, rec.You)
	l.Remote.Sent.Votes = l.Votes
	return l, facts
}

func votesOf(s *api.Sheet, me string) []plan.Opinion {
	for _, r := range plan.Reviews(s, "") {
		if strings.EqualFold(r.By, me) {
			return r.Votes
		}
	}
	return nil
}

// Look reads a sheet again, if it is not as the list knows it.
func Look(ctx context.Context, c *client.Client, at plan.Remote, opts ...client.Option) (api.SheetRecord, client.Receipt, error) {
	return c.Sheet(ctx, client.SheetParams{ID: at.ID, By: at.Sent.Me, After: at.Sent.Tag}, opts...)
}

// Take brings what a look found into a list: what others say, and what they changed where
// nobody here changed the same. Conflicts are returned; until they are decided what the list
// was sent as stays what it is.
func Take(l *plan.List, rec api.SheetRecord, keep func(plan.Conflict) (theirs bool)) ([]plan.Difference, []plan.Conflict, error) {
	if rec.Sheet == nil {
		l.Remote.Sent = remote(rec, l.Remote).Sent
		return nil, nil, nil
	}
	m, err := l.MergeSheet(rec.Sheet)
	if err != nil {
		return nil, nil, err
	}
	taken := m.Theirs
	for _, c := range m.Conflicts {
		if keep != nil && keep(c) {
			taken = append(taken, c.Theirs)
		}
	}
	next := remote(rec, l.Remote)
	if len(m.Conflicts) == 0 || keep != nil {
		next.Sent.Base, _ = plan.FromSheet(rec.Sheet)
		m.Apply(l, taken)
		l.Remote = next
		return taken, nil, nil
	}
	next.Version, next.Sent.Tag = l.Remote.Version, ""
	m.Apply(&next.Sent.Base, m.Theirs)
	m.Apply(l, m.Theirs)
	l.Remote = next
	return m.Theirs, m.Conflicts, nil
}

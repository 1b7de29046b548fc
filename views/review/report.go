package review

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client/plan"
	brands "greenroom/client/posted"
	"greenroom/internal/each"
	"greenroom/internal/sheet"
	"greenroom/keymap"
	"greenroom/report"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/view"
)

// input is the list as a report tells of it, with what only the team may see as it is on
// the screen.
func (s *Screen) input() report.Input {
	l := *s.list()
	in := report.Input{List: l, Facts: s.env.Plan.Facts, Worded: map[string][]brands.Post{}}
	in.List.Members = slices.Clone(l.Members)
	for i, m := range l.Members {
		in.Worded[m.Key()] = s.kept.found[m.Key()].worded
		of := &in.List.Members[i]
		of.Place, of.Note, of.Price = cmp.Or(m.Place, s.env.Known[m.Creator].Place), s.env.Private(m.Note), s.env.Private(m.Price)
	}
	if l.Brief.Rules.Any() {
		in.Rules = map[string]string{}
		for _, m := range l.Members {
			in.Rules[m.Key()] = s.try(m, s.facts(m)).says(l.Brief.Rules.OfWords()).String()
		}
	}
	return in
}

func (s *Screen) reportOptions(with ...report.Extra) report.Options {
	of := s.env.Report
	with = each.Where(with, func(e report.Extra) bool { return !s.env.Stage || e != report.Emails })
	return report.Options{With: with, Lang: of.Lang, Brand: of.Brand, Now: s.env.Now, Sample: of.Sample}
}

// report asks for whom a report is, and says with each answer what is left out.
func (s *Screen) report() view.Out {
	in := s.input()
	p := view.Pick{Title: text.Const("Write a report for whom?")}
	for _, of := range []struct {
		lead text.Text
		with []report.Extra
	}{
		{text.Const("The client"), nil},
		{text.Const("The client, with the reasons of “no”"), []report.Extra{report.NoReasons}},
		{text.Const("The client, with reasons of “no” and fees"), []report.Extra{report.NoReasons, report.Prices}},
		{text.Const("The team, with everything"), report.Extras()},
	} {
		r, err := report.Gather(context.Background(), in, s.reportOptions(of.with...)) // without what is on disk: nothing waits
		if err != nil {
			return view.Fail(text.Clean(err.Error()))
		}
		out := cmp.Or(text.When(len(r.LeftOut) > 0, "left out: %s", strings.Join(r.LeftOut, "; ")), text.Const("nothing is left out"))
		p.Offer(text.Format("%s · %s", of.lead, out), func() view.Out { return s.writeReport(in, of.with) })
	}
	return view.Out{Next: &p}
}

// writeReport asks for the file and writes it; what was handed out is noted.
func (s *Screen) writeReport(in report.Input, with []report.Extra) view.Out {
	opt, browser, id := s.reportOptions(with...), s.env.Report.Browser, s.id
	in.Kept = s.env.Report.Kept
	return view.Write(view.File{
		Name: report.Slug(in.List.Name) + "-report.html",
		Encode: func(format string) ([]byte, error) {
			r, err := report.Gather(context.Background(), in, opt)
			if err != nil {
				return nil, err
			}
			return r.Encode(context.Background(), format, browser)
		},
		Wrote: func(path string) view.Out {
			return view.Out{Change: &view.Change{Said: text.Format("The report is written to %s", path), Edit: func(st *plan.State) error { return st.HandOut(id, opt.Now) }}}
		},
	})
}

// people are the sheets of a workbook that people read; what one is reached by is in them as it
// is on the screen.
func (s *Screen) people() []sheet.Page {
	with := each.Where(report.Extras(), func(e report.Extra) bool { return s.env.Bare || e != report.Emails })
	r, err := report.Gather(context.Background(), s.input(), s.reportOptions(with...))
	if err != nil {
		return nil
	}
	return r.People()
}

// askVotes asks for a file of votes, and takes it into the list. A file that is dropped on
// the terminal is its path, perhaps in quotes.
func (s *Screen) askVotes() view.Out {
	l, now := *s.list(), s.env.Now
	return view.Out{Next: &view.Prompt{Title: text.Const("Votes of a client: the file"), Hint: text.Const("type its path, or drop it here"), Done: func(path string) view.Out {
		path = strings.ReplaceAll(strings.Trim(strings.TrimSpace(path), `'"`), `\ `, " ")
		return view.Out{Cmd: func() tea.Msg { return takeVotes(l, path, now) }}
	}}}
}

// takeVotes reads a file and says how it fits the list as it is.
func takeVotes(l plan.List, path string, now time.Time) view.Out {
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	list, ballot, err := report.OpenVotes(path)
	switch _, file := errors.AsType[*fs.PathError](err); {
	case file:
		return view.Fail(text.Format("No votes taken: %s", explain.File(path, err)))
	case err != nil:
		return view.Fail(text.Format("No votes taken of %s: %s", path, err.Error()))
	case list != l.ID:
		return view.Fail(text.Format("No votes taken: %s voted on another list. Open that one, or use greenroom shortlist votes.", ballot.Voter))
	}
	said := text.Format("%s of %s taken, in a row of their own", text.Plural(len(ballot.Votes), "vote", "votes"), ballot.Voter)
	ballots := []plan.Ballot{ballot}
	if told := report.Merge(&l, ballots, now); len(told) > 0 {
		said = text.Format("Votes of %s: %s.", ballot.Voter, strings.Join(told, "; "))
	}
	return view.Out{Change: &view.Change{Label: "votes of " + ballot.Voter, Said: said, Edit: view.OnListOf(l.ID, func(_ *plan.State, l *plan.List) error {
		report.Merge(l, ballots, now)
		return nil
	})}}
}

// dossier gathers the facts of a creator below the table.
type dossier struct {
	widget.Block
	s *Screen
	m plan.Member
	f plan.Facts
}

// detail shows the cell under the cursor in full: reasons with their evidence, flags with
// the planner's rulings, quotes with their source; on the row of verdicts all of it, since
// there it is decided.
func (s *Screen) detail(w int) []string { return s.full(widget.Block{W: w - 1}).Lines }

func (s *Screen) full(b widget.Block) *dossier {
	m := *s.member()
	d := &dossier{b, s, m, s.facts(m)}
	switch name := s.rows()[s.row].name; {
	case name == "verdict" || name == "agreement":
		d.cell()
		d.own()
		d.quotes()
		d.match()
		d.safety()
	case name == "match" && d.f.Match != nil:
		d.match()
	case name == "safety" && d.f.Safety != nil:
		if d.ruled() {
			d.cell()
		}
		d.safety()
	case name == "rules":
		d.cell()
		d.proofs()
	case name == "proof":
		d.quotes()
	default:
		d.cell()
	}
	return d
}

func (d *dossier) say(t text.Text, style theme.Style) { d.Say(t, style, " ") }

// cell is the cell under the cursor, in full.
func (d *dossier) cell() {
	st, s, r := d.s.env.Styles, d.s, d.s.rows()[d.s.row]
	v := r.cell(s, d.m, d.f)
	d.say(text.Format("%s · %s: %s", d.m.Name, r.name, cmp.Or(v.full, v.text)), st.Text)
	if v.hole {
		all := "fills all"
		if s.onRow() {
			all = "fills this row, all"
		}
		d.say(text.Format("%s fills this gap, %s %s %d.", s.env.Keys.KeyOf(keymap.Fill, keymap.Review), s.env.Keys.KeyOf(keymap.FillAll, keymap.Review), all, len(s.rest())), st.Dim)
	}
	if p := summary(d.m, d.f); p != nil && r.kind == profile {
		d.say(text.Format("@%s · data %s", p.Username, text.AgeOf(p.DataUpdatedAt, s.env.Now)), st.Dim)
	}
}

// own adds the planner's own words on the creator.
func (d *dossier) own() {
	for _, of := range []struct{ lead, words string }{{"because", d.s.env.Ours(d.m.Reason)}, {"fee", d.s.env.Private(d.m.Price)}, {"note", d.s.env.Private(d.m.Note)}} {
		d.say(text.When(of.words != "", "%s: %s", of.lead, of.words), d.s.env.Styles.Text)
	}
}

func (d *dossier) quotes() {
	for _, q := range d.m.Quotes {
		d.say(d.s.env.Said(quoteText(q).String()), d.s.env.Styles.Text)
	}
}

func (d *dossier) match() {
	if d.f.Match == nil {
		return
	}
	if d.f.Match.Decision == api.DecisionGood {
		d.say(text.Format("match %s · %s", d.f.Match.Word(), view.Odds(d.f.Match.Score)), d.s.env.Styles.Dim)
	}
	for _, r := range reasons(*d.f.Match) {
		d.say(d.s.env.Said(reasonText(r).String()), d.s.env.Styles.Text)
	}
	d.say(view.ReadBy(d.f.Match.JudgedBy), d.s.env.Styles.Dim)
}

// ruled says whether anything was decided about the flags.
func (d *dossier) ruled() bool {
	count := d.s.list().Count(d.m, d.f.Safety)
	return count[plan.FlagConfirmed]+count[plan.FlagCleared] > 0
}

func (d *dossier) proofs() {
	for _, p := range d.s.try(d.m, d.f).proofs() {
		d.say(d.s.env.Said(d.s.proofText(d.m, p).String()), d.s.env.Styles.Text)
	}
}

func (d *dossier) safety() {
	if d.f.Safety == nil {
		return
	}
	d.say(view.NotJudged(d.f.Safety), d.s.env.Styles.Warn)
	d.say(text.Clean(d.f.Safety.Summary), d.s.env.Styles.Dim)
	d.say(view.ReadBy(d.f.Safety.JudgedBy), d.s.env.Styles.Dim)
	for _, fl := range d.f.Safety.Flags {
		d.say(d.s.env.Said(view.FlagText(d.s.list(), d.m, fl).String()), d.s.env.Styles.Text)
	}
}

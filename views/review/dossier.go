package review

import (
	"cmp"
	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

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
	for _, of := range []struct{ lead, words string }{{"because", d.m.Reason}, {"fee", d.s.env.Private(d.m.Price)}, {"note", d.s.env.Private(d.m.Note)}} {
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

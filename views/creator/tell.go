package creator

import (
	"greenroom/internal/each"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// Tell tells who this is with what decides, the tabs with their prices, and the open one.
func (s *Screen) Tell() []view.Fact {
	head := each.Of(s.headed(), func(one said) widget.Run { return one.Run })
	out := []view.Fact{view.Head(text.Format("%s, %s", s.Title(), s.parts[s.tab].title))}
	out = append(out, view.Runs(head...), view.Tabs(s.tabs(), int(s.tab)))
	if sum := s.summary(); len(sum) > 0 {
		out = append(out, view.Runs(sum...))
	}
	if s.answers[s.tab].asked {
		return append(out, s.parts[s.tab].tell()...)
	}
	what, next := s.why(s.tab)
	return append(out, view.Sentences(what, next)...)
}

// tellOverview tells what decides first, and then the findings of analysis: a row for each
// of its parts.
func (s *Screen) tellOverview() []view.Fact {
	out := view.Blocked(s.decision)
	if s.creator == nil {
		return out
	}
	for _, p := range paras(*s.creator, &s.env.Frame) {
		last := len(out) - 1
		switch {
		case p.Heading:
			out = append(out, view.Fact{Kind: view.Row, Label: p.Text})
		case p.Text.Empty():
		case p.Dim || out[last].Kind != view.Row:
			out = append(out, view.Fact{Kind: view.Note, Value: p.Text})
		default:
			out[last].Children = append(out[last].Children, view.Fact{Value: p.Text})
		}
	}
	return out
}

// tell is a row for each account.
func (t *profileTab) tell() []view.Fact {
	if t.brief || len(t.list) == 0 {
		return view.Rows(&t.table)
	}
	out := []view.Fact{{Kind: view.Aside, Value: text.Plural(len(t.list), "account", "accounts")}}
	for i := range t.list {
		lines := t.cardRuns(i)
		f := view.Runs(lines[0]...)
		f.Kind, f.Here = view.Row, i == t.table.Cursor()
		for _, runs := range lines[1:] {
			f.Children = append(f.Children, view.Runs(runs...))
		}
		if f.Here {
			f.Children = append(f.Children, view.Asked(view.Pairs(t.pairs(&t.list[i])))...)
		}
		out = append(out, f)
	}
	return out
}

// tell sums up all posts, with a row for each; the selected one in full.
func (t *postTab) tell() []view.Fact {
	var out, more []view.Fact
	if p := t.selected(); p != nil {
		more = t.tellPost(p)
		for _, runs := range t.sum() {
			out = append(out, view.Runs(runs...))
		}
	}
	return append(out, view.Rows(&t.table, more...)...)
}

// tellPost is a post in full.
func (t *postTab) tellPost(p *post) []view.Fact {
	out := []view.Fact{view.Runs(t.title(p)...)}
	out = append(out, view.Sentences(t.when(p))...)
	for _, said := range t.says(p) {
		out = append(out, view.Sentences(said.Text)...)
	}
	return append(append(out, view.Sentences(text.Clean(p.URL))...), view.Pairs(t.figures(p))...)
}

// tell is a row for each post in which somebody speaks.
func (t *talkTab) tell() []view.Fact {
	var more []view.Fact
	if p := t.selected(); p != nil {
		more = t.posts.tellPost(p)
	}
	return view.Rows(&t.table, more...)
}

// tell is the judgement, and a row for each flag.
func (t *safetyTab) tell() []view.Fact {
	s := t.judged()
	if s == nil {
		return view.Sentences(unknownThere())
	}
	out := append([]view.Fact{view.Runs(t.rating(s)...)}, view.Sentences(text.Clean(s.Summary), view.ReadBy(s.JudgedBy))...)
	if len(s.Flags) > 0 {
		out = append(out, view.Runs(t.states(s)...))
	}
	t.table.SetLen(len(t.shown()))
	return append(out, view.Rows(&t.table, view.Blocked(t.detail)...)...)
}

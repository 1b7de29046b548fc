package view

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/ui/text"
)

// ChangeMember changes a list where a creator stands on it by then. The change
// gets the list and the place of the creator on it.
func ChangeMember(list string, m plan.Member, label string, now time.Time, set func(l *plan.List, i int)) Out {
	return Undoable(label, OnListOf(list, func(p *plan.State, l *plan.List) error {
		i := l.Holds(m)
		if i < 0 {
			return fmt.Errorf("%s is no longer on the list", m.Name)
		}
		p.Last, l.Changed = list, now
		set(l, i)
		return nil
	}))
}

// Undoable is a decision that says its label.
func Undoable(label string, edit func(*plan.State) error) Out {
	return Out{Change: &Change{Label: label, Said: text.Clean(label), Edit: edit}}
}

// OnListOf changes the list of an id, and fails where it is gone by then.
func OnListOf(id string, edit func(*plan.State, *plan.List) error) func(*plan.State) error {
	return func(p *plan.State) error {
		i := p.Find(id)
		if i < 0 {
			return errors.New("the list was deleted")
		}
		return edit(p, &p.Lists[i])
	}
}

// Read writes down what was read of creators, where every screen finds it. It was
// paid for, and is not taken back with a decision.
func Read(ids []string, now time.Time, set func(i int, f *plan.Facts)) *Change {
	return &Change{Edit: func(p *plan.State) error {
		if p.Facts == nil {
			p.Facts = map[string]plan.Facts{}
		}
		for i, id := range ids {
			f := p.Facts[id]
			set(i, &f)
			p.Facts[id] = f.Dated(p.Facts[id], now)
		}
		return nil
	}}
}

// OnList is a creator as the list at hand holds them; nil and who they are known to be
// where it does not.
func (e *Env) OnList(m plan.Member) (plan.Member, *plan.List) {
	l := e.AtHand()
	if l == nil {
		return m, nil
	}
	i := l.Holds(m)
	if i < 0 {
		return m, nil
	}
	return l.Members[i], l
}

// AtHand is the list that is worked on; nil if there is none.
func (e *Env) AtHand() *plan.List {
	if i := e.Plan.Find(e.Hand()); i >= 0 {
		return &e.Plan.Lists[i]
	}
	return nil
}

// FlagText is a flag in a line, with what was decided about it on a list; nil: on none.
func FlagText(l *plan.List, m plan.Member, f api.Flag) text.Text {
	t := text.Format("▲ %s, %s: %s", english.Words(string(f.Type)), f.Severity, f.Description)
	if len(f.Evidence) > 0 {
		t = text.Cat(t, text.Format("  %s", Quoted(text.Clean(f.Evidence[0]), slices.Contains(f.Machine, f.Evidence[0]))))
	}
	says := ModelSays(f)
	t = text.Cat(t, text.When(!says.Empty(), "  — %s", says))
	if r, scope := l.Ruling(m, f); r != nil {
		t = text.Cat(t, text.Format("  — %s", RulingText(r, scope)))
	}
	return t
}

// ModelSays tells a model's opinion of a flag as a second reader; empty where none reads.
func ModelSays(f api.Flag) text.Text {
	switch {
	case f.Model == nil:
		return text.Text{}
	case f.Model.Verdict == api.ModelAdds:
		return text.Const("only a model found it, not the rules")
	case f.Model.Reason == "":
		return text.Format("%s by a model", f.Model.Verdict)
	}
	return text.Format("%s by a model: %s", f.Model.Verdict, f.Model.Reason)
}

// ReadBy says who judged; nothing where a service has no model.
func ReadBy(j *api.JudgedBy) text.Text {
	switch {
	case j == nil:
		return text.Text{}
	case j.Kind != api.ByBoth:
		return text.Format("Read by rules alone, not by %s: %s.", j.Model, j.Why)
	case j.Partial:
		return text.Format("Read by rules + %s, which read %s, not all.", j.Model, text.Plural(j.Texts, "text", "texts"))
	}
	return text.Format("Read by rules + %s.", j.Model)
}

// RulingText is a decision about a flag: its state, how far it reaches, by whom and when
// it was made, and why.
func RulingText(r *plan.Ruling, scope plan.Scope) text.Text {
	return text.Cat(text.Clean(string(r.State())),
		text.When(scope == plan.SameWords, " in all flags with these words"), text.When(scope == plan.WholeBrief, " for everybody on the list"),
		text.When(r.By != "", " by %s", r.By), text.When(!r.At.IsZero(), " on %s", Day(r.At)), text.When(r.Reason != "", ": %s", r.Reason))
}

// Day is a date: 2 Jan 06; or Unknown where none was told.
func Day(at time.Time) text.Text {
	if at.IsZero() {
		return text.Unknown
	}
	return text.Clean(at.Format("2 Jan 06"))
}

// phraseMost limits the length of words in a question.
const phraseMost = 40

// phrase quotes the words of a flag, cut to a few.
func (e *Env) phrase(f api.Flag) text.Text {
	all := each.Of(plan.FlagWords(f), func(w string) string { return "“" + e.Said(w).Truncate(phraseMost, text.Ellipsis).String() + "”" })
	if len(all) == 0 {
		return text.Clean(english.Words(string(f.Type)))
	}
	return text.Clean(strings.Join(all, ", "))
}

// RuleOn asks what is decided about a flag of a creator on a list, how far that
// reaches, and why.
func (e *Env) RuleOn(list string, m plan.Member, f api.Flag) Out {
	at := e.Plan.Find(list)
	if at < 0 {
		return Fail(text.Clean(e.DeletedList()))
	}
	l := &e.Plan.Lists[at]
	if i := l.Holds(m); i >= 0 {
		m = l.Members[i]
	}
	made, reach := l.Ruling(m, f)
	phrase := e.phrase(f)
	r := ruling{env: e, list: list, m: m, f: f}
	p := Pick{Title: text.Format("%s: %s", m.Name, phrase)}
	clear := func(t text.Text, scope plan.Scope, how string) {
		p.Offer(t, func() Out { return r.because(plan.FlagCleared, scope, how) })
	}
	clear(text.Const("Clear it: it does not count"), plan.ThisFlag, "this flag only")
	if len(plan.FlagWords(f)) > 0 {
		clear(text.Format("Clear all flags of %s found in %s", m.Name, phrase), plan.SameWords, "in these words")
		clear(text.Format("Clear for everybody on %s what is found in %s", l.Name, phrase), plan.WholeBrief, "for everybody")
	}
	p.Offer(text.Const("Confirm it: it counts"), func() Out { return r.because(plan.FlagConfirmed, plan.ThisFlag, "") })
	if made != nil {
		p.Offer(text.Format("Take back: %s", RulingText(made, reach)), func() Out {
			what := fmt.Sprintf("decision on %s of %s taken back", english.Words(string(f.Type)), m.Name)
			return ChangeMember(list, m, what, e.Now, func(l *plan.List, i int) { l.Retract(i, f, reach) })
		})
	}
	return Out{Next: &p}
}

// ruling is a decision about a flag while it is asked for.
type ruling struct {
	env  *Env
	list string
	m    plan.Member
	f    api.Flag
}

// because asks for the reason. What is cleared has one: nothing else tells why a flag
// does not count.
func (r ruling) because(state plan.FlagState, scope plan.Scope, how string) Out {
	what := strings.TrimSuffix(fmt.Sprintf("%s of %s %s, %s", english.Words(string(r.f.Type)), r.m.Name, state, how), ", ")
	return Out{Next: &Prompt{Title: text.Format("%s, because", what), Draft: true, Done: func(words string) Out {
		if words == "" && state == plan.FlagCleared {
			again := r.because(state, scope, how)
			again.Toast = Fail(text.Const("A cleared flag no longer counts, so it needs a reason: write one, or press Esc.")).Toast
			return again
		}
		return r.write(what, scope, plan.Ruling{Stands: state == plan.FlagConfirmed, Reason: words})
	}}}
}

// write has a decision written down, signed; the first time it says how the name is
// changed.
func (r ruling) write(what string, scope plan.Scope, d plan.Ruling) Out {
	by := r.env.Signer
	d.By, d.At = by.Name, r.env.Now
	out := ChangeMember(r.list, r.m, what, r.env.Now, func(l *plan.List, i int) { l.Decide(i, r.f, scope, d) })
	if !by.Own && by.Name != "" && !r.env.Plan.Signed() {
		out.Change.Said = text.Format("Signed “%s”: name = \"…\" in config.toml changes that. %s", by.Name, out.Change.Said)
	}
	return out
}

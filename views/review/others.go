package review

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
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// reviewRows are a row for each further reviewer and each client who voted, and one that says
// whether they agree.
func (s *Screen) reviewRows() (out []row) {
	l := s.list()
	add := func(k kind, name string, of func(key string) plan.Opinion, by text.Text) {
		out = append(out, row{text.Clean(name).Truncate(nameWidth-3, text.Ellipsis).String(), k, func(s *Screen, m plan.Member, _ plan.Facts) value { return s.voteCell(of(m.Key()), by) }})
	}
	switch {
	case l == nil || l.Remote.Sent == nil:
	case l.From != nil:
		add(others, "you", func(key string) plan.Opinion { return plan.Review{Votes: s.list().Votes}.Of(key) }, text.Text{})
		fallthrough
	default:
		for _, r := range l.Remote.Sent.Reviews {
			add(others, r.By, r.Of, text.Text{})
		}
	}
	if l != nil {
		now := l.Edition(s.env.Now).Version
		for _, b := range l.Ballots {
			add(nothing, "client "+b.Voter, b.Of, text.Format(", %s on %s%s%s", b.Voter, view.Day(b.Saved),
				text.When(b.Saved.After(s.env.Now), " by a clock that goes ahead"), text.When(b.Version != now, ", of edition %d and not %d", b.Version, now)))
		}
	}
	if len(out) > 0 || l != nil && l.Remote.Sent != nil && l.Remote.Sent.Voters > 1 {
		out = slices.Insert(out, 0, row{"agreement", others, (*Screen).agreementCell})
	}
	return out
}

// voteCell shows one reviewer's opinion of a creator, in full with whose it is and since when.
func (s *Screen) voteCell(v plan.Opinion, by text.Text) value {
	out := s.verdictCell(plan.Member{Verdict: v.Verdict}, plan.Facts{})
	words := strings.Trim(v.Reason+" — "+v.Comment, " —")
	if words != "" || v.Verdict != "" && !by.Empty() {
		out.full = text.Cat(out.text, by, text.When(words != "", ": %s", s.env.Said(words)))
	}
	out.text = text.Cat(out.text, text.When(words != "", " %s", s.env.Said(words)))
	return out
}

// agreementCell counts the verdicts of all who said something: agreement is told apart from
// dissent by a sign, not by colour alone.
func (s *Screen) agreementCell(m plan.Member, _ plan.Facts) value {
	l, st := s.list(), s.env.Styles
	said := []plan.Verdict{m.Verdict}
	if sent := l.Remote.Sent; sent != nil {
		if sent.Hidden && sent.Voted < sent.Voters {
			return value{text: text.Format("hidden, %d of %d", sent.Voted, sent.Voters), style: st.Dim,
				full: text.Format("verdicts of others are hidden until all have voted: %d of %d so far", sent.Voted, sent.Voters)}
		}
		said = append(said, each.Of(sent.Reviews, func(r plan.Review) plan.Verdict { return r.Of(m.Key()).Verdict })...)
	}
	if l.From != nil {
		said = append(said, plan.Review{Votes: l.Votes}.Of(m.Key()).Verdict)
	}
	return s.tally(append(said, each.Of(l.Ballots, func(b plan.Ballot) plan.Verdict { return b.Of(m.Key()).Verdict })...))
}

// tally counts verdicts, and those of whom there is none yet. A client's maybe is their reserve.
// What is too long for a column in words is told by the signs of the verdicts there.
func (s *Screen) tally(said []plan.Verdict) value {
	st, count, open := s.env.Styles, map[plan.Verdict]int{}, 0
	for _, v := range said {
		switch v {
		case "":
			open++
		case plan.Maybe:
			count[plan.Reserve]++
		default:
			count[v]++
		}
	}
	var words []string
	kinds, signs := []plan.Verdict{plan.Yes, plan.Reserve, plan.No}, ""
	slices.SortStableFunc(kinds, func(a, b plan.Verdict) int { return count[b] - count[a] })
	for _, v := range kinds {
		if count[v] > 0 {
			words = append(words, fmt.Sprintf("%d %s", count[v], v))
			signs += fmt.Sprintf("%d%s ", count[v], map[plan.Verdict]string{plan.Yes: "+", plan.Reserve: "~", plan.No: "-"}[v])
		}
	}
	n := len(said) - open
	told := text.Format("%s%s", strings.Join(words, ", "), text.When(open > 0, ", %d open", open))
	v := value{text: told, full: told, style: st.Text}
	switch {
	case n == 0:
		return value{text: text.Const("open"), style: st.Faint}
	case len(words) > 1:
		v = value{text: text.Format("≠ %s", told), full: text.Format("they differ: %s", told), style: st.Warn}
	case open == 0 && n > 1:
		return value{text: text.Format("= all %s", kinds[0]), style: st.Good}
	case n > 1:
		told = text.Format("= %s", told)
		v.text, v.full = told, told
	}
	if v.text.Width() > colWidth-2 {
		v.text = text.Format("%s%s%s", text.When(len(words) > 1, "≠ "), strings.TrimRight(signs, " "), text.When(open > 0, " %d?", open))
	}
	return v
}

// vote asks for the reason of a verdict on a list that somebody else decides.
func (s *Screen) vote(m plan.Member, v plan.Verdict) view.Out {
	now := plan.Review{Votes: s.list().Votes}.Of(m.Key())
	reason := map[bool]string{true: now.Reason}[now.Verdict == v]
	return s.say(m, text.Format("Your %s to %s, because", v, m.Name), reason, func(o *plan.Opinion, words string) { o.Verdict, o.Reason = v, words })
}

// comment asks for a comment that all reviewers see.
func (s *Screen) comment(m plan.Member) view.Out {
	l := s.list()
	if l.From == nil {
		return view.Fail(text.Const("You decide this list: your words are its reason. A reviewer comments in a copy."))
	}
	return s.say(m, text.Format("Comment on %s, for all reviewers", m.Name), plan.Review{Votes: l.Votes}.Of(m.Key()).Comment, func(o *plan.Opinion, words string) { o.Comment = words })
}

func (s *Screen) say(m plan.Member, title text.Text, now string, set func(*plan.Opinion, string)) view.Out {
	return view.Out{Next: &view.Prompt{Title: title, Hint: text.Const("a reason, or nothing"), Value: now, Draft: true, Done: func(words string) view.Out {
		return view.ChangeMember(s.id, m, strings.TrimSuffix(title.String(), ", because"), s.env.Now, func(l *plan.List, i int) {
			l.Vote(l.Members[i].Key(), func(v *plan.Opinion) { set(v, words) })
		})
	}}}
}

// standing says where the list stands with others: sent, a copy, and what changed since.
func (s *Screen) standing(l *plan.List) text.Text {
	sent := l.Remote.Sent
	switch {
	case l.From != nil:
		return text.Format(" copy of %s's list, version %d ", l.From.By, l.Remote.Version)
	case sent == nil && l.Remote.ID != "":
		return text.Format(" sent, version %d ", l.Remote.Version)
	case sent == nil:
		return text.Text{}
	}
	t := text.Format(" sent, version %d", l.Remote.Version)
	if l.Remote.ID == "" {
		t = text.Const(" in a file")
	}
	if s.since.of != s.env.Plan {
		s.since.of, s.since.n = s.env.Plan, len(l.Since())
	}
	return text.Format("%s%s ", t, text.When(s.since.n > 0, ", %s since", text.Plural(s.since.n, "change", "changes")))
}

// version is a version of the list, and what it changed of the one before it.
type version struct {
	api.SheetVersion
	list    plan.List
	changes []plan.Difference
	known   bool // what it changed
}

// versionsMost limits the versions that are read; older ones are counted only.
const versionsMost = 12

func (s *Screen) noVersions() string {
	l := s.list()
	switch {
	case l == nil:
		return s.env.DeletedList()
	case l.Remote.ID == "" || l.Remote.Sent == nil:
		return "This list has no versions yet: each sending makes one. " + s.env.Keys.KeyOf(keymap.Undo, keymap.Global) + " and " + s.env.Keys.KeyOf(keymap.Redo, keymap.Global) + " go back and forth here."
	case s.history.Busy():
		return "The versions are already loading."
	}
	return ""
}

// listVersions reads the latest versions, for nothing.
func (s *Screen) listVersions() view.Out {
	c, at := s.env.Client, s.list().Remote
	return view.Out{Cmd: s.history.Start(0, func(ctx context.Context, opts ...client.Option) (out []version, r client.Receipt, err error) {
		all, r, err := c.SheetVersions(ctx, at.ID, opts...)
		for i, v := range all {
			if err != nil || i >= versionsMost {
				break
			}
			rec, more, wrong := c.Sheet(ctx, client.SheetParams{ID: at.ID, By: at.Sent.Me, Version: v.Version}, opts...)
			r, err = c.Together(r, more), wrong
			if wrong == nil && rec.Sheet != nil {
				l, _ := plan.FromSheet(rec.Sheet)
				out = append(out, version{SheetVersion: v, list: l})
			}
		}
		for i := range out[:max(0, len(out)-1)] {
			out[i].changes, out[i].known = plan.Diff(&out[i+1].list, &out[i].list), true
		}
		return out, r, err
	})}
}

func (s *Screen) versionsRead(all []version) view.Out {
	if len(all) == 0 {
		return view.Fail(text.Const("The service holds no version of this list."))
	}
	show := func(v version) text.Text {
		what := text.Const("the first that is kept")
		switch {
		case v.known && len(v.changes) == 0:
			what = text.Const("nothing changed")
		case v.known:
			what = inLine(each.Of(v.changes, s.seen))
		}
		return text.Format("%d · %s · %s · %s", v.Version, v.By, s.ago(v.At), what)
	}
	return pick(s, text.Const("Versions: Enter compares one with what stands here"), all, show, s.compare)
}

func (s *Screen) ago(t time.Time) text.Text { return text.Ago(s.env.Now.Sub(t)) }

// compare sets a version beside what stands here, and offers to bring it back.
func (s *Screen) compare(v version) view.Out {
	l := s.list()
	now, err := l.Traveling(l.Remote.Sent.With)
	if err != nil {
		return view.Fail(text.Clean(err.Error()))
	}
	travels := plan.Diff(&now, &v.list) // what stayed here is no difference
	all := each.Where(plan.Diff(l, &v.list), func(d plan.Difference) bool { return slices.ContainsFunc(travels, d.SameField) })
	if len(all) == 0 {
		return view.Say(text.Format("Version %d is what stands here.", v.Version))
	}
	p := view.Pick{Title: text.Format("Here │ version %d of %s", v.Version, v.By)}
	p.Offer(text.Format("Bring version %d back: %s", v.Version, text.Plural(len(all), "change", "changes")), func() view.Out {
		return view.Undoable(fmt.Sprintf("version %d brought back", v.Version), view.OnListOf(s.id, func(_ *plan.State, l *plan.List) error {
			plan.Restore(l, &v.list, all)
			return nil
		}))
	})
	for _, d := range all {
		p.Offer(beside(s.seen(d)), func() view.Out { return s.compare(v) })
	}
	return view.Out{Next: &p}
}

func beside(d plan.Difference) text.Text {
	return text.Format("%s %s:  %s │ %s", d.Who, d.Field, cmp.Or(d.Old, "–"), cmp.Or(d.New, "–"))
}

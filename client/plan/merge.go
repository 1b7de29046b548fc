package plan

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
)

// Difference is a thing that two lists hold differently. Who is the name of a creator,
// "" for what is of the list.
type Difference struct {
	Who, Field string
	Old, New   string // in words
	at         place
}

// SameField says whether both are of the same field of the same creator, or of the list.
func (d Difference) SameField(o Difference) bool { return d.at == o.at }

// place names what differs: a field of a member by their key, or of the list.
type place struct{ key, field string }

// member fields that are told apart and merged one by one, in the order they are told.
var memberFields = []struct {
	name string
	get  func(*Member) string
	take func(to, from *Member)
}{
	{"verdict", func(m *Member) string { return string(m.Verdict) }, func(to, from *Member) { to.Verdict = from.Verdict }},
	{"reason", func(m *Member) string { return m.Reason }, func(to, from *Member) { to.Reason = from.Reason }},
	{"note", func(m *Member) string { return m.Note }, func(to, from *Member) { to.Note = from.Note }},
	{"fee", func(m *Member) string { return m.Price }, func(to, from *Member) { to.Price = from.Price }},
	{"name", func(m *Member) string { return m.Name }, func(to, from *Member) { to.Name = from.Name }},
	{"place", func(m *Member) string { return m.Place }, func(to, from *Member) { to.Place = from.Place }},
	{"quotes", func(m *Member) string { return quotesSaid(m.Quotes) }, func(to, from *Member) { to.Quotes = from.Quotes }},
	{"rulings", func(m *Member) string { return rulingsSaid(m.Rulings) }, func(to, from *Member) { to.Rulings = from.Rulings }},
}

var listFields = []struct {
	name string
	get  func(*List) string
	take func(to, from *List)
}{
	{"name", func(l *List) string { return l.Name }, func(to, from *List) { to.Name = from.Name }},
	{"query", func(l *List) string { return l.Brief.Query }, func(to, from *List) { to.Brief.Query = from.Brief.Query }},
	{"brief", func(l *List) string { return l.Brief.Text }, func(to, from *List) { to.Brief.Text = from.Brief.Text }},
	{"wanted", func(l *List) string { return strings.Join(l.Brief.Wishes, ", ") }, func(to, from *List) { to.Brief.Wishes = from.Brief.Wishes }},
	{"not wanted", func(l *List) string { return strings.Join(l.Brief.NoGos, ", ") }, func(to, from *List) { to.Brief.NoGos = from.Brief.NoGos }},
	{"rules", func(l *List) string { return rulesSaid(l.Brief.Rules) }, func(to, from *List) { to.Brief.Rules = from.Brief.Rules }},
	{"cleared words", func(l *List) string { return rulingsSaid(l.Brief.Cleared) }, func(to, from *List) { to.Brief.Cleared = from.Brief.Cleared }},
}

// membership is the field that says whether a creator is on a list, order the one that
// says in which place.
const (
	membership = "on the list"
	orderField = "order"
)

func quotesSaid(all []Quote) string {
	return strings.Join(each.Of(all, func(q Quote) string { return fmt.Sprintf("“%s” (%s)", q.Words, q.Source) }), "; ")
}

func rulingsSaid(all []Ruling) string {
	var out []string
	for _, r := range all {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s%s: %s %s", r.Flag, strings.Join(r.Words, ", "), r.State(), r.Reason)))
	}
	return strings.Join(out, "; ")
}

func rulesSaid(r Rules) string {
	return strings.Join(slices.DeleteFunc([]string{strings.Join(r.Competitors, ", "), strings.Join(r.Words, ", "), r.Conditions()}, func(s string) bool { return s == "" }), "; ")
}

// cells returns the values of a list by place, and the places in the order they are told.
func (l *List) cells() (map[place]string, []place) {
	all, places := map[place]string{}, []place{}
	put := func(key, field, text string) {
		at := place{key, field}
		all[at], places = text, append(places, at)
	}
	for _, f := range listFields {
		put("", f.name, f.get(l))
	}
	keys := make([]string, len(l.Members))
	for i := range l.Members {
		m := &l.Members[i]
		keys[i] = m.Key()
		put(m.Key(), membership, "yes")
		for _, f := range memberFields {
			put(m.Key(), f.name, f.get(m))
		}
	}
	raw, _ := json.Marshal(keys)
	put("", orderField, string(raw))
	return all, places
}

// Diff returns the differences of b from a.
func Diff(a, b *List) (out []Difference) {
	was, before := a.cells()
	is, now := b.cells()
	names := map[string]string{}
	for _, l := range []*List{a, b} {
		for _, m := range l.Members {
			names[m.Key()] = m.Name
		}
	}
	gone := slices.DeleteFunc(before, func(p place) bool { _, ok := is[p]; return ok })
	moved := len(gone) == 0 && len(is) == len(was) // nobody came or went: else the order says nothing
	for _, at := range append(now, gone...) {
		_, here := is[place{at.key, membership}]
		_, there := was[place{at.key, membership}]
		whole := at.key != "" && here != there
		switch {
		case was[at] == is[at], whole && at.field != membership, at.field == orderField && !moved:
		case at.field == orderField:
			out = append(out, Difference{Field: orderField, New: "changed", at: at})
		default:
			out = append(out, Difference{names[at.key], at.field, was[at], is[at], at})
		}
	}
	return out
}

// Private says whether a client is not told of it.
func (d Difference) Private() bool { return d.Field == "note" || d.Field == "fee" }

// Words tell a difference: "Mia: reason, “big” → “too big”".
func (d Difference) Words() string {
	s := d.Field
	if d.Who != "" {
		s = d.Who + ": " + s
	}
	switch {
	case d.Field == membership && d.New != "":
		return d.Who + " added"
	case d.Field == membership:
		return d.Who + " removed"
	case d.Field == orderField:
		return "order changed"
	}
	return s + ", " + quoted(d.Old) + " → " + quoted(d.New)
}

func quoted(s string) string {
	if s == "" {
		return "nothing"
	}
	return "“" + s + "”"
}

// Conflict is a thing that both changed, and not to the same.
type Conflict struct{ Mine, Theirs Difference }

// Merged is the result of Merge: their changes that nobody here contradicts, and those
// that somebody has to decide.
type Merged struct {
	Theirs    []Difference
	Conflicts []Conflict
	from      *List
}

// Merge holds two lists against what both were once, field by field. None of the three
// holds what does not travel. A creator whom one side removed and the other changed is a
// conflict.
func Merge(base, mine, theirs *List) Merged {
	out := Merged{from: theirs}
	ours := Diff(base, mine)
	for _, d := range Diff(base, theirs) {
		i := slices.IndexFunc(ours, func(o Difference) bool {
			return o.at == d.at || o.at.key != "" && o.at.key == d.at.key && (o.Field == membership) != (d.Field == membership)
		})
		switch {
		case i < 0:
			out.Theirs = append(out.Theirs, d)
		case ours[i].at == d.at && ours[i].New == d.New:
		case d.Field == orderField: // the order here stays
		default:
			out.Conflicts = append(out.Conflicts, Conflict{ours[i], d})
		}
	}
	return out
}

// Restore writes what another list holds differently into this one.
func Restore(l, from *List, all []Difference) { Merged{from: from}.Apply(l, all) }

// Apply writes differences that came from another list into this one.
func (m Merged) Apply(l *List, all []Difference) {
	l.Members = slices.Clone(l.Members)
	for _, d := range all {
		switch {
		case d.Field == orderField:
			l.sortLike(m.from)
		case d.at.key == "":
			for _, f := range listFields {
				if f.name == d.Field {
					f.take(l, m.from)
				}
			}
		default:
			l.takeMember(m.from, d)
		}
	}
}

func (l *List) byKey(key string) int {
	return slices.IndexFunc(l.Members, func(m Member) bool { return m.Key() == key })
}

func (l *List) takeMember(from *List, d Difference) {
	to, at := l.byKey(d.at.key), from.byKey(d.at.key)
	switch {
	case at < 0 && to >= 0:
		l.Members = slices.Delete(l.Members, to, to+1)
	case at < 0:
	case to < 0:
		l.Add(from.Members[at])
	default:
		for _, f := range memberFields {
			if f.name == d.Field {
				f.take(&l.Members[to], &from.Members[at])
			}
		}
	}
}

// sortLike puts members into the order of another list; those that are not on it come last.
func (l *List) sortLike(o *List) {
	at := func(m Member) int {
		if i := o.byKey(m.Key()); i >= 0 {
			return i
		}
		return len(o.Members)
	}
	slices.SortStableFunc(l.Members, func(a, b Member) int { return at(a) - at(b) })
}

// Since returns the changes of a list since it was sent, in the parts that travel.
func (l *List) Since() []Difference {
	sent := l.Remote.Sent
	if sent == nil {
		return nil
	}
	now, err := l.Traveling(sent.With)
	if err != nil {
		return nil
	}
	return Diff(&sent.Base, &now)
}

// Traveling is a list as others get it.
func (l *List) Traveling(with With) (List, error) {
	s, err := l.Sheet(nil, with)
	out, _ := FromSheet(&s)
	return out, err
}

// MergeSheet holds a sheet as it is now at the service against a list that was sent.
func (l *List) MergeSheet(s *api.Sheet) (Merged, error) {
	mine, err := l.Traveling(l.Remote.Sent.With)
	theirs, _ := FromSheet(s)
	return Merge(&l.Remote.Sent.Base, &mine, &theirs), err
}

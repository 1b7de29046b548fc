package words

import (
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
)

// alternatives leaves out of the conditions what "or" joins and a search cannot ask
// for: the two sides of a range ("under 10k or over 100k"), and two conditions of
// different kinds ("under 20k or verified"). It says which numbers of which networks
// it does not tell apart: "10k on YouTube and 50k on TikTok".
func (r *reader) alternatives() {
	for i := 0; i < len(r.clauses); i++ {
		for j := 0; j < len(r.clauses); j++ {
			a, b := r.clauses[i], r.clauses[j]
			kind := r.cannotJoin(a, b)
			if kind == "" {
				continue
			}
			r.clauses[i] = clause{field: unusedField + kind, from: a.from, to: b.to, text: r.span(a.from, b.to)}
			r.clauses = slices.Delete(r.clauses, j, j+1)
			i = -1
			break
		}
	}
	r.numbersOfNetworks()
}

// cannotJoin is why "or" between two clauses cannot be followed; "" where it can.
func (r *reader) cannotJoin(a, b clause) string {
	low, lower := a.value.(float64)
	high, higher := b.value.(float64)
	switch {
	case a.to >= b.from || !r.orBetween(a.to+1, b.from):
	case a.field != b.field && isCondition(a) && isCondition(b):
		return "or"
	case a.field == b.field && lower && higher && a.op == opLte && b.op == opGte && low < high:
		return "middle"
	}
	return ""
}

// numbersOfNetworks says that numbers with a network each are not told apart.
func (r *reader) numbersOfNetworks() {
	from, to, numbered := -1, -1, map[int]bool{} // networks with a number; a range is two clauses of one
	for _, c := range r.clauses {
		if c.field != FieldFollowers {
			continue
		}
		for _, on := range r.clauses {
			if on.field == FieldPlatform && on.op == opEq && on.from > c.to && r.samePart(c.to, on.from) && r.only(c.to+1, on.from, lexicon.Filler|lexicon.About|lexicon.Place|lexicon.People|lexicon.Followers|lexicon.On) {
				numbered[on.from] = true
				if from < 0 {
					from = c.from
				}
				to = max(to, on.to)
			}
		}
	}
	if len(numbered) > 1 {
		r.leave("networks", from, to)
	}
}

// only: all tokens from to to-1 have one of the classes.
func (r *reader) only(from, to int, c lexicon.Class) bool {
	return !slices.ContainsFunc(r.toks[from:to], func(t token) bool { return t.entry.Class&c == 0 })
}

// orBetween: an "or" among tokens from to to-1 leads on to token to, with nothing but
// grammar beside it: not "20k or so, in Berlin".
func (r *reader) orBetween(from, to int) bool {
	or := -1
	for i := from; i < to; i++ {
		if r.toks[i].used || !r.is(i, lexicon.Or|lexicon.Filler|lexicon.About|lexicon.Who|lexicon.People) || or >= 0 && r.among(i, wordVague) {
			return false
		}
		if r.is(i, lexicon.Or) {
			or = i
		}
	}
	return or >= 0 && r.samePart(or, to)
}

// isCondition: the clause asks something of creators that they must have.
func isCondition(c clause) bool {
	return c.field != FieldTopic && c.field != fieldSeed && !strings.HasPrefix(c.field, unusedField)
}

// choices marks the topics that "or" joins to the one in front, and those of the list that an
// "or" ends: "yoga, pilates or barre".
func (r *reader) choices() {
	var list []*clause
	for i := range r.clauses {
		if c := &r.clauses[i]; c.field == FieldTopic && c.op == opEq {
			list = append(list, c)
		}
	}
	for i := 1; i < len(list); i++ {
		if !r.eitherOf(list[i-1], list[i]) {
			continue
		}
		list[i].topic.Or = true
		for k := i - 1; k > 0 && list[k-1].to+1 == list[k].from && strings.TrimSpace(r.toks[list[k].from].before) == ","; k-- {
			list[k].topic.Or = true
		}
	}
}

// eitherOf: nothing but "or", or a slash, stands between two topics.
func (r *reader) eitherOf(a, b *clause) bool {
	if a.to+1 == b.from {
		return strings.TrimSpace(r.toks[b.from].before) == "/"
	}
	return a.to < b.from && r.orBetween(a.to+1, b.from)
}

// Choose makes one topic of those that "or" joins, where the thesaurus has them: who is about
// one of them is about what was asked for.
func Choose(list []Topic) (out []Topic) {
	for _, t := range list {
		last := len(out) - 1
		if !t.Or || last < 0 || len(t.Groups) == 0 || len(out[last].Groups) == 0 {
			out = append(out, t)
			continue
		}
		either := out[last]
		either.Choices = append(slices.Clip(either.Each()), t)
		either.Text += " or " + t.Text
		either.Groups = append(slices.Clip(either.Groups), t.Groups...)
		either.Of = t.Of
		out[last] = either
	}
	return out
}

// Each are the choices of a topic, or itself.
func (t Topic) Each() []Topic {
	if len(t.Choices) > 0 {
		return t.Choices
	}
	return []Topic{t}
}

package brief

import (
	"cmp"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/statement"
)

// free reads a sentence without a label, statement by statement.
func (r *reader) free(s string) {
	from := max(r.at, strings.Index(r.text[r.at:], s)+r.at)
	r.at = from + len(s)
	kept := ""
	for _, st := range r.said {
		words := ""
		if a, b := max(st.From, from), min(st.To, r.at); a < b {
			words = strings.Trim(r.text[a:b], " \t.!?,;")
		}
		switch {
		case words == "" || greets(words):
		case st.Purpose == statement.Asks, st.Purpose > statement.Audience && st.Sure < 2 && names(words) && !posted(words) && !facts().money.MatchString(words):
			kept += r.asks(words)
		default:
			r.beside(words, st.Purpose)
		}
	}
	if kept != "" {
		r.rest = append(r.rest, strings.TrimPrefix(kept, ", "))
	}
}

// names says whether words name those who are looked for.
func names(s string) bool {
	return slices.ContainsFunc(strings.Fields(s), func(w string) bool { return cue("who", strings.Trim(w, ",.;:!?")) })
}

// asks is what a statement asks of creators, behind a comma: sums, what is to be delivered,
// dates and what is only preferred go to their fields.
func (r *reader) asks(s string) (kept string) {
	b := &r.out.Brief
	if thing := item(s); strings.HasPrefix(s, thing) {
		s = thing
	}
	for _, at := range clauses(s) {
		clause := s[at[0]:at[1]]
		wish, wished := afterCue("wish", clause)
		switch {
		case wished:
			b.Wishes = append(b.Wishes, wish)
		case preferred(clause) != "":
			b.Wishes = append(b.Wishes, preferred(clause))
		case dated(clause):
			r.beside(clause, statement.Dates)
		case facts().money.MatchString(clause):
			r.beside(clause, statement.Pays)
		case posted(clause):
			r.beside(clause, statement.Delivers)
		default:
			kept += ", " + clause
		}
	}
	return kept
}

// beside puts a statement that asks for nobody into the field that it is there for.
func (r *reader) beside(words string, purpose statement.Purpose) {
	b := &r.out.Brief
	add := func(field *string, told, otherwise string) {
		if told = strings.Trim(told, " .,"); told == "" {
			told = otherwise
		}
		*field = strings.TrimLeft(*field+"; "+told, "; ")
	}
	switch told := purpose > statement.Audience; {
	case told && posted(words) && !facts().money.MatchString(words):
		purpose = statement.Delivers
	case told && purpose != statement.Delivers && facts().money.MatchString(words):
		purpose = statement.Pays
	}
	switch purpose {
	case statement.Forbids:
		r.barred = append(r.barred, words)
	case statement.Wishes:
		wish, _ := afterCue("wish", words)
		b.Wishes = append(b.Wishes, wish)
	case statement.Audience:
		r.leave(words, "Who follows a creator is not known; ask the creators.")
	case statement.Delivers:
		add(&b.Deliverables, facts().posts.FindString(words), words)
		r.dates(words)
	case statement.Pays:
		add(&b.Fees, facts().money.FindString(words), words)
	case statement.Dates:
		if before := len(b.Dates); !r.dates(words) && len(b.Dates) == before {
			add(&b.Dates, words, "")
		}
	case statement.Tells:
		r.tells(words)
	}
}

// tells leaves a statement of the campaign; scene reads what it says of its name, its dates and
// where it is to be seen.
func (r *reader) tells(words string) {
	r.scene(words)
	r.leave(words, "This describes the campaign, not the creators.")
}

func (r *reader) scene(words string) {
	r.dates(words)
	if statement.Speaks(words, "campaign", "self", "product") {
		r.name(words)
	}
	for _, piece := range pieces(words) {
		r.market(piece, len(strings.Fields(piece)) <= shortMost)
	}
}

// preferred returns the part of a clause that is only preferred; "" where it is asked for.
func preferred(clause string) string {
	for _, w := range cues()["preferred"] {
		if rest, ok := strings.CutSuffix(strings.ToLower(clause), " "+w); ok {
			return strings.TrimRight(clause[:len(rest)], " ,")
		}
	}
	return ""
}

// themes are the words of a sentence that a service searches by and that have no field: its
// topics, and conditions of other kinds behind them.
func themes(s string, in api.Interpretation) string {
	all := []string{theme(s, spansAt(s, in.Topics))}
	var others []string
	for _, f := range in.Filters {
		if _, apart := fieldOf[f.Field]; !apart {
			others = append(others, f.Text)
		}
	}
	for _, sp := range spansAt(s, others) {
		all = append(all, s[sp.from:sp.to])
	}
	return strings.Join(slices.DeleteFunc(all, func(p string) bool { return p == "" }), ", ")
}

// spansAt are the places of words in a sentence, in their order, none within another.
func spansAt(s string, list []string) (all []span) {
	for _, words := range list {
		if at := wordsAt(s, words); at >= 0 {
			all = append(all, span{from: at, to: at + len(words)})
		}
	}
	slices.SortFunc(all, func(a, b span) int { return cmp.Or(a.from-b.from, b.to-a.to) })
	last := 0
	return slices.DeleteFunc(all, func(sp span) bool {
		within := sp.from < last
		last = max(last, sp.to)
		return within
	})
}

// theme joins topics as they are joined in a sentence. A list of three or more is a choice.
func theme(s string, topics []span) (out string) {
	var signs []string
	commas, choice := 0, false
	for n := 1; n < len(topics); n++ {
		between := strings.TrimSpace(s[topics[n-1].to:topics[n].from])
		sign := ", "
		switch {
		case between == "" || between == "-":
			sign = cmp.Or(between, " ")
		case cue("or", strings.Trim(between, ", ")):
			sign, choice = " or ", true
		default:
			commas++
		}
		signs = append(signs, sign)
	}
	listed := !choice && commas > 1 && strings.Count(s, ",") >= commas
	for n, t := range slices.Backward(topics) {
		words := s[t.from:t.to]
		if n == 0 {
			return words + out
		}
		if sign := signs[n-1]; sign == ", " && listed {
			out, listed = " or "+words+out, false
		} else {
			out = sign + words + out
		}
	}
	return out
}

// item is the thing of a line of a form: "hunting" of "Hunting: no" and of "Not: hunting".
func item(words string) string {
	label, value, ok := strings.Cut(words, ":")
	switch first, _, _ := strings.Cut(strings.TrimSpace(value), " "); {
	case !ok:
		return words
	case cue("answer", strings.Trim(first, ".,!")):
		return strings.TrimSpace(label)
	}
	return strings.TrimSpace(value)
}

// bar asks what a statement leaves out; where a service cannot tell, its words hold.
func (r *reader) bar() {
	for _, words := range r.barred {
		words = item(words)
		in, ok := r.ask("creators. " + words + ".")
		if ok {
			r.told = append(r.told, in)
		}
		if before := len(r.nogos); ok {
			switch r.take(words, in); {
			case len(r.nogos) > before || len(in.Filters) > 0 && len(in.Topics) == 0:
				continue
			case len(in.Topics) == 0:
				r.leave(words, "It is unclear what this leaves out.")
				continue
			}
		}
		r.nogos = append(r.nogos, listed(words)...)
	}
}

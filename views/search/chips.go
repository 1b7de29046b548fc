package search

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/internal/english"
	"greenroom/ui/text"
)

// chip is one condition that the service understood, with the words it came
// from: deleting these from the query removes it.
type chip struct {
	label text.Text
	words string
	why   string // the words are not used
}

// chipsOf is a chip for each word that is not used or was read otherwise, which
// come first since nobody expects them, and each condition and exclusion; the two
// ends of a range are one.
func chipsOf(in api.Interpretation) []chip {
	var chips []chip
	for _, u := range in.Unused {
		chips = append(chips, chip{text.Format("not used: %s", u.Text), u.Text, cmp.Or(u.Why, "Unclear what this asks for.")})
	}
	for _, c := range in.Corrected {
		chips = append(chips, chip{label: text.Format("%s, not %s", c.To, c.From), words: c.From})
	}
	for i := 0; i < len(in.Filters); i++ {
		f := in.Filters[i]
		label := labelOf(f)
		if i+1 < len(in.Filters) && in.Filters[i+1].Field == f.Field && in.Filters[i+1].Text == f.Text && in.Filters[i+1].Op != f.Op {
			label = fmt.Sprintf("%s %s–%s", api.ConditionOf(f.Field).Name, valueOf(f), valueOf(in.Filters[i+1]))
			i++
		}
		chips = append(chips, chip{label: text.Clean(label), words: f.Text})
	}
	for _, e := range in.Excluded {
		chips = append(chips, chip{label: text.Clean(labelOf(api.Filter{Field: e.Field, Op: "ne", Value: e.Value})), words: e.Text})
	}
	return chips
}

func labelOf(f api.Filter) string {
	op := map[string]string{"gte": "≥ ", "lte": "≤ ", "ne": "not "}[f.Op]
	name := api.ConditionOf(f.Field).Name
	if v, ok := f.Value.(bool); ok {
		if v {
			return name
		}
		return "not " + name
	}
	return name + " " + op + valueOf(f)
}

func valueOf(f api.Filter) string {
	n, ok := f.Value.(float64)
	switch unit := api.ConditionOf(f.Field).Unit; {
	case ok && unit == api.Count:
		return text.Count(int64(n)).String()
	case ok:
		return fmt.Sprintf("%g", n) + map[api.Unit]string{api.PerCent: "%"}[unit]
	}
	return english.Words(fmt.Sprint(f.Value))
}

// without is the query with the words of a chip taken out, and the commas,
// blanks and small words that held them. The rest stays letter for letter.
func without(query string, c chip) string {
	at := wordsAt(query, c.words)
	if at < 0 {
		return query
	}
	left, comma := trimmed(query[:at])
	right := query[at+len(c.words):]
	rest := strings.TrimLeft(right, " ,")
	comma = comma || strings.Contains(right[:len(right)-len(rest)], ",")
	right = rest
	for {
		first, after, _ := strings.Cut(right, " ")
		if !slices.Contains(joiners, strings.ToLower(first)) && (left != "" || !slices.Contains(danglers, strings.ToLower(first))) {
			break
		}
		right = strings.TrimLeft(after, " ")
	}
	right = strings.TrimRight(right, " ,")
	switch {
	case left == "" || right == "":
		return left + right
	case comma:
		return left + ", " + right
	}
	return left + " " + right
}

// wordsAt is where words stand in query as whole words; -1 if nowhere.
func wordsAt(query, words string) int {
	if words == "" {
		return -1
	}
	for from := 0; ; {
		i := strings.Index(query[from:], words)
		if i < 0 {
			return strings.Index(query, words)
		}
		at := from + i
		before, _ := utf8.DecodeLastRuneInString(query[:at])
		after, _ := utf8.DecodeRuneInString(query[at+len(words):])
		if !inWord(before) && !inWord(after) {
			return at
		}
		_, n := utf8.DecodeRuneInString(query[at:])
		from = at + n
	}
}

func inWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// trimmed is what stood before words that are gone, without what only led to
// them. It reports whether a comma parted the two.
func trimmed(left string) (kept string, comma bool) {
	for {
		bare := strings.TrimRight(left, " ,")
		comma = comma || strings.Contains(left[len(bare):], ",")
		last := bare[strings.LastIndexAny(bare, " ,")+1:]
		if last == "" || !slices.Contains(danglers, strings.ToLower(last)) {
			return bare, comma
		}
		left = bare[:len(bare)-len(last)]
	}
}

// danglers are words that mean nothing once what they belonged to is gone;
// joiners are those that join it to what follows.
var (
	joiners  = []string{"and", "or"}
	danglers = append([]string{"in", "from", "with", "who", "are", "on", "at", "of", "for"}, joiners...)
)

// Package ident tells which language a text is in, by its script and, where several
// languages share a script, by the characters of its words. It says so where it does not
// know: the text is too short, is in several languages, or has no words at all. It knows
// nothing of who wrote a text but the languages that a caller names, and nothing of what
// the text says.
package ident

import (
	"cmp"
	"math"
	"slices"
)

// Reason is why no language is told.
type Reason uint8

// The reasons.
const (
	Told    Reason = iota // a language is told
	NoWords               // signs, digits and addresses alone
	Short                 // too few words to tell
	Unclear               // as like one language as another, or in a script of none here
	Mixed                 // parts of it are in different languages
)

// Answer tells the language of a text, as far as known.
type Answer struct {
	Code   string // ISO 639-1; "" where none is told
	Why    Reason
	Words  int      // that were looked at
	Likely []Likely // the likeliest first; of mixed texts their parts, the longest first
}

// Likely is a language with how likely it is, or which part of a mixed text it has.
type Likely struct {
	Code string
	Of   float64
}

const (
	// tellFrom is the least probability of a language that is told, tellShort the same for
	// few words, which are often names.
	tellFrom  = 0.5
	tellShort = 0.8
	// surePart is the same of a part of a text that is mixed.
	surePart = 0.9
	// mixedFrom is the share of the words of a text that a second language has in a mixed one.
	mixedFrom = 0.25
	// knownBonus is the weight of a caller's expected language, in log-odds: it decides
	// what the words leave open. The fewer words, the more it counts: knownShort is added
	// for a single word.
	knownBonus = 3
	knownShort = 6
	// fewWords are too few to tell a language that is not likely.
	fewWords = 3
	// leastLikely is the least probability of a language named among others.
	leastLikely = 0.05
	// hopeless is the distance behind the likeliest, in log-odds, beyond which a language
	// counts no more.
	hopeless = -8
)

// Of tells the language of a text. Known are the languages that its author is known to
// write, as codes.
func Of(text string, known ...string) Answer {
	s := scan(text)
	defer scans.Put(s)
	out := Answer{Words: s.words()}
	if out.Words == 0 {
		out.Why = NoWords
		return out
	}
	if out.Likely = s.parts(known); len(out.Likely) > 1 {
		out.Why = Mixed
		return out
	}
	out.Likely = s.likely(known)
	switch {
	case len(out.Likely) > 0 && out.Likely[0].Of >= tellShort, len(out.Likely) > 0 && out.Likely[0].Of >= tellFrom && out.Words > fewWords:
		out.Code = out.Likely[0].Code
	case out.Words <= fewWords:
		out.Why = Short
	default:
		out.Why = Unclear
	}
	return out
}

// likely returns the candidates for the whole text: languages of the script of most of its
// words.
func (s *scanned) likely(known []string) []Likely {
	var words [families]int
	for i := range s.runs {
		words[s.runs[i].family] += s.runs[i].words
	}
	most := family(0)
	for f := range family(families) {
		if words[f] > words[most] {
			most = f
		}
	}
	var whole run
	for i := range s.runs {
		if s.runs[i].family == most {
			whole.add(&s.runs[i])
		}
	}
	whole.family = most
	return s.rank(&whole, known)
}

// parts are the languages of a text that is in several, each with the share of words that
// are surely in it; nil where it is not mixed.
func (s *scanned) parts(known []string) (out []Likely) {
	first := s.first(&s.runs[0], known)
	if !slices.ContainsFunc(s.runs[1:], func(r run) bool { return s.first(&r, known) != first }) {
		return nil
	}
	words := map[string]int{}
	for i := range s.runs {
		if r := s.rank(&s.runs[i], known); len(r) > 0 && r[0].Of >= surePart {
			words[r[0].Code] += s.runs[i].words
		}
	}
	for code, n := range words {
		if share := float64(n) / float64(s.words()); share >= mixedFrom {
			out = append(out, Likely{code, share})
		}
	}
	slices.SortFunc(out, func(a, b Likely) int { return cmp.Or(cmp.Compare(b.Of, a.Of), cmp.Compare(a.Code, b.Code)) })
	return out
}

// scores rates each language of its script on a run, in log-odds, and names the best.
type scores struct {
	codes []string
	of    [mostLanguages]float64
	best  int
}

// score weighs the languages of a run; it has none where its script tells all, or nothing.
func (r *run) score(known []string) (out scores) {
	if r.family >= modelled || r.grams == 0 {
		return out
	}
	var mean [dim]float32
	for k, sum := range r.sum {
		mean[k] = float32(sum) / float32(r.grams)
	}
	m := loaded()
	rows := m.out[r.family]
	for n := range rows {
		out.of[n] = float64(product(&rows[n], &mean))
	}
	out.codes = m.codes[r.family]
	for n, k := range known {
		if at := slices.Index(out.codes, k); at >= 0 && !slices.Contains(known[:n], k) {
			out.of[at] += knownBonus + knownShort/float64(r.words)
		}
	}
	for n := range out.codes {
		if out.of[n] > out.of[out.best] {
			out.best = n
		}
	}
	return out
}

// alone is the language whose script a run is in, where no other is written so.
func (s *scanned) alone(r *run, known []string) string {
	if r.family == han && (s.kana || slices.Contains(known, "ja") && !slices.Contains(known, "zh")) {
		return "ja"
	}
	return scriptCodes[r.family]
}

// first returns the likeliest language of a run; "" where none is likely.
func (s *scanned) first(r *run, known []string) string {
	if x := r.score(known); x.codes != nil {
		return x.codes[x.best]
	}
	return s.alone(r, known)
}

// rank returns the candidates for a run, the likeliest first.
func (s *scanned) rank(r *run, known []string) []Likely {
	x := r.score(known)
	if x.codes == nil {
		if code := s.alone(r, known); code != "" {
			return []Likely{{code, 1}}
		}
		return nil
	}
	total, most := 0.0, x.of[x.best]
	for n := range x.codes {
		if x.of[n] -= most; x.of[n] < hopeless {
			x.of[n] = 0
			continue
		}
		x.of[n] = math.Exp(x.of[n])
		total += x.of[n]
	}
	ranked := make([]Likely, 0, 4)
	for n, code := range x.codes {
		if of := x.of[n] / total; of >= leastLikely {
			ranked = append(ranked, Likely{code, of})
		}
	}
	slices.SortFunc(ranked, func(a, b Likely) int { return cmp.Compare(b.Of, a.Of) })
	return ranked
}

// product of two rows, in four sums that do not wait for each other.
func product(a, b *[dim]float32) float32 {
	var w, x, y, z float32
	for k := 0; k < dim; k += 4 {
		w += a[k] * b[k]
		x += a[k+1] * b[k+1]
		y += a[k+2] * b[k+2]
		z += a[k+3] * b[k+3]
	}
	return w + x + y + z
}

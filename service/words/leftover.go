package words

import (
	"slices"
	"strings"
	"unicode"

	"greenroom/api"
	"greenroom/service/words/lexicon"
)

// silent are the classes of words that state nothing by themselves: a query that
// has no more of them asks for the same.
const silent = lexicon.Filler | lexicon.People | lexicon.Or | lexicon.And | lexicon.Place | lexicon.Speak | lexicon.Who | lexicon.Spoken | lexicon.On | lexicon.Channel |
	lexicon.About | lexicon.To | lexicon.Ends | lexicon.Both | lexicon.Number | lexicon.Followers | lexicon.Posting | lexicon.Posts | lexicon.Verb

// leftOver notes what no clause has: numbers, and words that state something
// only beside others, such as a "not" with nothing behind it.
func (r *reader) leftOver() {
	covered := r.covered()
	for i := range r.toks {
		r.toks[i].used = r.toks[i].used && (covered[i] || !r.toks[i].skipped)
	}
	for i := 0; i < len(r.toks); i++ {
		if covered[i] || r.toks[i].used || r.toks[i].number == nil || r.toks[i].number.loose {
			continue
		}
		a := r.amountAt(i)
		for a.from < i && covered[a.from] {
			a.from++
		}
		kind := "number"
		if r.howMany(&a) {
			kind = "wanted"
		}
		r.leave(kind, a.from, a.to)
		i = a.to
	}
	covered = r.covered()
	for i := 0; i < len(r.toks); i++ {
		if n := r.phrase(i, lexicon.AtLeast|lexicon.AtMost); n > 1 && !slices.Contains(covered[i:i+n], true) && i+n < len(r.toks) && !softGap(r.toks[i+n].before) { // "at least, yoga"
			r.leave("alone", i, i+n-1)
		}
		end := i
		for end < len(r.toks) && !covered[end] && !r.toks[end].used && !r.statesNothing(end) && (end == i || plainGap(r.toks[end].before)) {
			end++
		}
		if end > i {
			r.leave("alone", i, end-1)
			i = end - 1
		}
	}
}

const mostWanted = 500 // creators that are looked for at once

// howMany: the amount is how many are looked for: "6 yoga creators".
func (r *reader) howMany(a *amount) bool {
	if a.scaled || a.percent || a.compared && !a.ranged || a.top() > mostWanted {
		return false
	}
	for k := a.to + 1; k < len(r.toks) && k <= a.to+negationReach && plainGap(r.toks[k].before); k++ {
		if r.is(k, lexicon.People) || r.doer(k) && !r.is(k, lexicon.Followers) {
			return true
		}
	}
	return false
}

// covered tells the tokens that clauses are made of, but for those that stand in their words and that nothing read.
func (r *reader) covered() []bool {
	out := make([]bool, len(r.toks))
	for _, c := range r.clauses {
		for k := c.from; k <= c.to; k++ {
			out[k] = out[k] || c.core.Start <= k && k < c.core.End || c.core.End == 0 || !r.swallowed(k)
		}
	}
	return out
}

// swallowed: nothing read the word at token i, which is a number, no small or everyday word, or an item of a list:
// "anyone who promotes Brand X or fillers".
func (r *reader) swallowed(i int) bool {
	return r.toks[i].skipped && (r.toks[i].entry.Class == 0 || r.is(i+1, lexicon.Or|lexicon.And) && softGap(r.toks[i+1].before))
}

// statesNothing: a small word, one that texts are not found by, or grammar.
func (r *reader) statesNothing(i int) bool {
	t := r.toks[i]
	if t.entry.Class&(lexicon.Times|lexicon.Filler) == lexicon.Times {
		return false
	}
	if r.suffix(i) && len(t.word) <= 2 { // "I'm"
		return true
	}
	grammar := t.entry.Class == 0 && (len(t.terms) == 0 || onlyKana(r.text[t.start:t.end]) && !lexicon.Known(t.word) && !listed(t.terms))
	return grammar || t.entry.Class&silent != 0 || t.number != nil && t.number.loose || r.inPhrase(i, silent)
}

// inPhrase: the word stands in a phrase of a class: "sort of".
func (r *reader) inPhrase(i int, c lexicon.Class) bool {
	return anyAt(max(0, i-longestPhrase+1), i+1, func(from int) bool { return from+r.phrase(from, c) > i })
}

// pictures are the signs of a query that are drawn, not written.
func pictures(text string) (out []api.Unused) {
	var run strings.Builder
	end := func() {
		if run.Len() > 0 {
			if !strings.ContainsAny(run.String(), crosses+ticks) || !strings.ContainsAny(text, crosses) { // a mark says yes or no
				out = append(out, api.Unused{Text: run.String(), Why: kinds["picture"]})
			}
		}
		run.Reset()
	}
	for _, c := range text {
		switch {
		case unicode.Is(unicode.So, c) && c > 0x2000:
			run.WriteRune(c)
		case run.Len() > 0 && (unicode.Is(unicode.Sk, c) || unicode.Is(unicode.Mn, c) || c == 0x200d):
			run.WriteRune(c)
		default:
			end()
		}
	}
	end()
	return out
}

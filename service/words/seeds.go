package words

import (
	"greenroom/api"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/tags"
)

// fieldSeed is the field of a clause that names whom others are to be like.
const fieldSeed = "seed"

const longestSeed = 4 // words of a name

// seed reads "like @x and @y", "@x gibi".
func (r *reader) seed(i int) int {
	if n := r.phrase(i+1, lexicon.LikeEnd); n > 0 && r.toks[i].handle != "" { // "@x gibi"
		r.addSeed(i, i)
		r.scope = nil
		r.span(i, i+n)
		return 1 + n
	}
	n := r.phrase(i, lexicon.Like)
	if n == 0 {
		return 0
	}
	at := i + n
	for {
		k := r.seedAt(at)
		if k == 0 {
			break
		}
		r.addSeed(at, at+k-1)
		at += k
		if next := at; next < len(r.toks) && (r.is(next, lexicon.And|lexicon.Or) || r.toks[next].before != " ") {
			if r.is(next, lexicon.And|lexicon.Or) {
				next++
			}
			if r.seedAt(next) > 0 {
				at = next
			}
		}
	}
	if at == i+n {
		for next := at; ; next = at + oneIf(r.is(at, lexicon.And|lexicon.Or)) {
			k := r.strangerAt(next)
			if k == 0 || next == at && at > i+n {
				break
			}
			if at == i+n {
				r.leave("seed", i, next+k-1)
			} else {
				r.leave("seed", next, next+k-1)
			}
			at = next + k
		}
		if at == i+n {
			return 0
		}
	}
	r.scope = nil
	r.span(i, at-1)
	return at - i
}

// strangerAt counts the words of a name at token i that nobody in the catalogue has: it begins with a
// capital, and goes on to the last word that does.
func (r *reader) strangerAt(i int) (n int) {
	if i >= len(r.toks) || r.toks[i].used || r.capitals() || r.tags[i].Kind != tags.Like && (r.isPlace(i) || r.lang.Grammar[lexicon.Capitals] || listed(r.toks[i].terms)) {
		return 0
	}
	for k := i; k < len(r.toks) && k < i+longestSeed && (k == i || plainGap(r.toks[k].before) || r.toks[k].before == "-"); k++ {
		if t := r.toks[k]; (t.capital || r.tags[k].Kind == tags.Like) && t.number == nil {
			n = k + 1 - i
		} else if k == i || !r.among(k, wordParticle) {
			break
		}
	}
	return n
}

// seedAt counts the words of a name at token i: a handle, or what a creator of
// the catalogue is called.
func (r *reader) seedAt(i int) int {
	if i >= len(r.toks) || r.toks[i].used {
		return 0
	}
	if r.toks[i].handle != "" {
		return 1
	}
	if r.known.Creator == nil {
		return 0
	}
	return longest(longestSeed, func(n int) bool {
		if w, ok := r.joined(i, i+n-1); !ok || n == 1 && (lexicon.Known(w) || listed(r.toks[i].terms)) {
			return false
		}
		_, ok := r.known.Creator(r.text[r.toks[i].start:r.toks[i+n-1].end])
		return ok
	})
}

// isCreator: somebody is called as token i names them, or nobody knows who is.
func (r *reader) isCreator(i int) bool {
	if r.known.Creator == nil {
		return true
	}
	_, ok := r.known.Creator(r.toks[i].handle)
	return ok
}

// addSeed notes a creator that others are to be like, or that nobody is called
// so.
func (r *reader) addSeed(i, j int) {
	name := r.text[r.toks[i].start:r.toks[j].end]
	if r.toks[i].handle != "" {
		name = r.toks[i].handle
	}
	s, ok := api.SeedProfile{Username: name}, true
	if r.known.Creator != nil {
		s, ok = r.known.Creator(name)
	}
	switch {
	case r.scope != nil:
		r.leave("not seed", i, j)
	case !ok:
		r.leave("seed", i, j)
	default:
		r.clauses = append(r.clauses, clause{field: fieldSeed, value: s, from: i, to: j, text: r.span(i, j)})
	}
}

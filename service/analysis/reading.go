package analysis

import "slices"

// reading is a text cut into words and sentences, with all that the word
// files know in it.
type reading struct {
	text      string
	toks      []token
	sentences []span
	lines     []span // sentences, as ranges of tokens; nil until they are asked for
	quotes    []span
	speech    speech
	hits      []hit  // contents, in order
	marks     []hit  // contexts, in order
	parts     []hit  // of rules, in order
	feelings  []int8 // by token, what sounds good or bad there; nil until tone is read
}

// hit is a pattern in a text: tokens from to next.
type hit struct {
	group      *group
	from, next int
}

func read(t Text) *reading {
	r := &reading{text: t.Words, toks: tokenize(t.Words)}
	if len(r.toks) == 0 {
		return r
	}
	r.sentences, r.quotes = sentences(t.Words), quotation(t.Words)
	r.speech = recognise(t.Words, t.Languages)
	v := r.vocabulary()
	r.toks = v.spelled(r.toks, r.text)
	r.find(v)
	return r
}

// vocabulary returns the words of the text's languages.
func (r *reading) vocabulary() vocabulary {
	v := append(make(vocabulary, 0, 1+len(r.speech.codes)), lexicons[anyLanguage]())
	for _, l := range r.speech.codes {
		v = append(v, lexicons[l]())
	}
	return v
}

// find notes every pattern of the word files that stands in the text.
func (r *reading) find(known vocabulary) {
	r.marks, r.parts = make([]hit, 0, 2*len(r.toks)), make([]hit, 0, len(r.toks)/2)
	for i := range r.toks {
		for _, l := range known {
			has := l.at(r.toks, r.text, i, func(e entry, next int) {
				r.note(hit{e.group, i, next})
			})
			r.toks[i].known = r.toks[i].known || has
		}
	}
}

// note keeps a hit, of those of one kind at one place the longest.
func (r *reading) note(h hit) {
	list := [...]*[]hit{content: &r.hits, context: &r.marks, part: &r.parts}[h.group.role]
	for i := len(*list) - 1; i >= 0; i-- {
		old := (*list)[i]
		if old.next <= h.from {
			break
		}
		if old.group.kind != h.group.kind {
			continue
		}
		if h.next-h.from <= old.next-old.from {
			return
		}
		*list = slices.Delete(*list, i, i+1)
		break
	}
	*list = append(*list, h)
}

func (r *reading) at(h hit) (lo, hi int) { return r.toks[h.from].start, r.toks[h.next-1].end }

func (r *reading) words(h hit) string {
	lo, hi := r.at(h)
	return r.text[lo:hi]
}

func (r *reading) excerpt(h hit) string {
	lo, hi := r.at(h)
	return excerpt(r.text, r.sentences, lo, hi)
}

// nearby limits the words of a sentence to either side of a word that matter for it:
// transcribed speech often has no full stops at all.
const nearby = 40

// sentence is the tokens of the sentence that holds token i, as far as they
// are near.
func (r *reading) sentence(i int) (from, next int) {
	at, ok := spanAt(r.sentences, r.toks[i].start)
	if !ok {
		at = span{0, len(r.text)}
	}
	for from = i; from > max(0, i-nearby) && r.toks[from-1].start >= at.lo; from-- {
	}
	for next = i + 1; next < min(len(r.toks), i+nearby) && r.toks[next].start < at.hi; next++ {
	}
	return from, next
}

// mark: a mark that begins at tokens from to next is one of those asked for.
func (r *reading) mark(from, next int, is func(m hit) bool) bool {
	return slices.ContainsFunc(within(r.marks, from, next), is)
}

// gap returns the text between token k and the one in front.
func (r *reading) gap(k int) string { return r.text[r.toks[k-1].end:r.toks[k].start] }

// anyAt: one of the tokens from to next-1 is so.
func anyAt(from, next int, is func(k int) bool) bool {
	for k := from; k < next; k++ {
		if is(k) {
			return true
		}
	}
	return false
}

// denies: the mark is a "not" or a "no".
func (h hit) denies() bool { return h.group.kind == kindNegation || h.group.kind == kindWithout }

// within is the part of a list that begins at tokens from to next.
func within(list []hit, from, next int) []hit {
	lo := begins(list, from)
	hi := lo
	for hi < len(list) && list[hi].from < next {
		hi++
	}
	return list[lo:hi]
}

// begins returns the first element of an ordered list that begins at token i or behind it.
func begins(list []hit, i int) int {
	lo, hi := 0, len(list)
	for lo < hi {
		if at := (lo + hi) / 2; list[at].from < i {
			lo = at + 1
		} else {
			hi = at
		}
	}
	return lo
}

package analysis

import (
	"math"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/language/classify"
)

// Weights say of each piece of a text how far it leans towards harm. They are taught by
// sentences in pairs (teach), and see the words of the piece, a group of people as
// groupName whichever it is, so that all groups weigh the same, and what the rules see:
// contents with how the author stands to them, and the outline, which is the marks in
// their order. What rules find counts; what weights alone find is told as weaker, and needs more
// where the author objects to it.

const (
	pieceMost  = 40 // words of sentences that are weighed together
	wordsFew   = 8  // fewer words say too little, but for groupFew where a group of people is named
	groupFew   = 3
	beyondMost = 1 // what is further below all limits is not asked for its kind
)

// disownsMore is the margin that weights need beyond their limits where the author
// objects.
const disownsMore = 0.6

// hardly is how far below its limit what rules found still stands.
const hardly = 0.3

// doubted is the logit below which rules and weights disagree on what rules found of some
// kinds, whose words are harmless elsewhere: 26 of 91 such findings harm, by writers held back
// from teaching; of all that weights do not doubt 85 of 100.
const doubted = -1.0

var doubtedKinds = []api.FlagType{api.FlagAdult, api.FlagDrugs, api.FlagMisc, api.FlagViolence}

// groupName stands for a group of people in what is weighed.
const groupName = "XX"

// harms are the kinds that weights tell, each with its flag. What weights alone find is
// never of the highest severity.
var harms = map[string]*group{
	hateKind: weighedAs(api.FlagHate, api.SeverityMedium), unnamedKind: weighedAs(api.FlagHate, api.SeverityLow), "harassment": weighedAs(api.FlagMisc, api.SeverityLow),
	"threat": weighedAs(api.FlagViolence, api.SeverityMedium), "extremism": weighedAs(api.FlagViolence, api.SeverityMedium), "weapons": weighedAs(api.FlagViolence, api.SeverityLow),
	"selfharm": weighedAs(api.FlagMisc, api.SeverityMedium), "eating": weighedAs(api.FlagMisc, api.SeverityMedium), "scam": weighedAs(api.FlagMisc, api.SeverityLow), "gambling": weighedAs(api.FlagMisc, api.SeverityLow),
	"drugs": weighedAs(api.FlagDrugs, api.SeverityLow), "alcohol": weighedAs(api.FlagDrugs, api.SeverityLow),
	"adult": weighedAs(api.FlagAdult, api.SeverityLow), "profanity": weighedAs(api.FlagProfanity, api.SeverityLow),
	"politics": weighedAs(api.FlagPolitical, api.SeverityLow), "misinformation": weighedAs(api.FlagMisinformation, api.SeverityLow),
}

func weighedAs(t api.FlagType, s api.Severity) *group {
	return &group{kind: string(t), severity: string(s)}
}

// Piece is a part of a text that is weighed by itself.
type Piece struct {
	*classify.Features
	at span // tokens
}

// Pieces cuts a text into what is weighed.
func Pieces(t Text) (out []Piece) {
	var j judge
	f := j.find(read(t))
	r, found := f.weighed()
	for _, at := range r.cuts() {
		var w weigher
		w.look(r, at, r.named(at), hitsIn(found, at))
		out = append(out, Piece{&w.features, at})
	}
	return out
}

// hitsIn are the findings that begin in tokens at.
func hitsIn(found []hit, at span) (out []hit) {
	for _, h := range found {
		if at.lo <= h.from && h.from < at.hi {
			out = append(out, h)
		}
	}
	return out
}

// weigher weighs one piece after the other, in the same memory.
type weigher struct {
	model    *classify.Model
	least    float64 // what leans no further is not told
	features classify.Features
	signs    []classify.Sign
}

// cuts are sentences in a row, as many together as have pieceMost words; a longer
// sentence is cut.
func (r *reading) cuts() (out []span) {
	var at span
	for _, s := range r.sentenceTokens() {
		for lo := s.lo; lo < s.hi; lo += pieceMost {
			hi := min(s.hi, lo+pieceMost)
			if hi-at.lo > pieceMost {
				out = append(out, at)
				at.lo = lo
			}
			at.hi = hi
		}
	}
	if at.hi > at.lo {
		out = append(out, at)
	}
	return out
}

// look finds the features of tokens at, without the names of groups.
func (w *weigher) look(r *reading, at span, groups, found []hit) {
	lo, hi := 0, len(r.text)
	if at.lo > 0 {
		lo = r.toks[at.lo-1].end
	}
	if at.hi < len(r.toks) {
		hi = r.toks[at.hi].start
	}
	text := r.text[lo:hi]
	if len(groups) > 0 {
		var b strings.Builder
		for _, m := range groups {
			if from, to := r.at(m); from >= lo {
				b.WriteString(r.text[lo:from])
				b.WriteString(groupName)
				lo = to
			}
		}
		b.WriteString(r.text[min(lo, hi):hi])
		text = b.String()
	}
	w.signs = r.signs(w.signs[:0], at, groups)
	for _, h := range found {
		w.signs = append(w.signs, classify.NewSign("found", h.group.kind))
	}
	w.features.Read(text, w.signs)
}

// named are the marks in tokens at that stand for groups of people.
func (r *reading) named(at span) (out []hit) {
	for _, m := range within(r.marks, at.lo, at.hi) {
		if isGroup(m) && r.names(m) {
			out = append(out, m)
		}
	}
	return out
}

// isGroup: a mark that may stand for a group of people.
func isGroup(m hit) bool {
	return m.group.kind == kindPeople || m.group.kind == kindPerson || m.group.kind == kindAdjective
}

// signs adds what the rules see in tokens at: marks, parts, contents with how the author
// stands to them, and the outline. Nothing in the name of a group is one.
func (r *reading) signs(out []classify.Sign, at span, groups []hit) []classify.Sign {
	apart := func(h hit) bool {
		return !slices.ContainsFunc(groups, func(g hit) bool { return g.from <= h.from && h.from < g.next })
	}
	for _, list := range [...][]hit{r.marks, r.parts, r.hits} {
		for _, h := range within(list, at.lo, at.hi) {
			if h.group.sign == 0 || !apart(h) {
				continue
			}
			out = append(out, h.group.sign)
			if h.group.role == content && h.group.severity != "" {
				out = append(out, classify.NewSign("content", h.group.kind, r.stance(h).name()))
			}
		}
	}
	for _, s := range r.sentenceTokens() {
		s = span{max(s.lo, at.lo), min(s.hi, at.hi)}
		if s.lo >= s.hi {
			continue
		}
		before := edgeTrait
		r.outlined(s, groups, func(mark string) {
			out = append(out, classify.NewSign("outline", before, mark))
			before = mark
		})
	}
	return out
}

// name is a stance in one word.
func (s stance) name() string {
	switch {
	case s.quoted:
		return "quoted"
	case s.reported:
		return "reported"
	case s.negated:
		return "negated"
	}
	return "owned"
}

// Leaning tells how far a piece of a text leans towards a kind of harm, or towards what
// rules found in it.
type Leaning struct {
	Kind  string // ruledKind where rules found it
	Logit float64
	Ruled bool
	hit   hit
}

// ruledKind is the name of what rules find, by flag and severity: each has a limit of its
// own, below which the weights speak against it.
func ruledKind(h hit) string { return "found " + h.group.severity + " " + h.group.kind }

// IsHatred: what is told is hatred.
func IsHatred(kind string) bool {
	return kind == hateKind || kind == unnamedKind || strings.HasSuffix(kind, string(api.FlagHate))
}

// Lean tells how the pieces of a text lean.
func Lean(t Text, m *classify.Model) []Leaning {
	j := judge{weights: weigher{model: m, least: math.Inf(-1)}}
	return j.find(read(t)).leanings(&j.weights)
}

// Told: the piece leans far enough. What rules found stands where no limit is set for it, or
// the weights hardly speak against it.
func (l Leaning) Told(m *classify.Model) bool {
	from, limited := m.Limits[l.Kind]
	if l.Ruled {
		return !limited || l.Logit > from-hardly
	}
	return limited && l.Logit > from
}

// sure: rules found it, and the weights do not take it for harmless.
func (l Leaning) sure() bool {
	return l.Ruled && (l.Logit > doubted || !slices.Contains(doubtedKinds, api.FlagType(l.hit.group.kind)))
}

// lean weighs the pieces of a text in which rules found something or nothing.
func (w *weigher) lean(r *reading, found []hit) (out []Leaning) {
	if len(r.speech.codes) == 0 || !slices.Contains(w.model.Languages, r.speech.codes[0]) {
		return unweighed(found)
	}
	for _, at := range r.cuts() {
		groups, ruled := r.named(at), hitsIn(found, at)
		if n := at.hi - at.lo; n < groupFew || n < wordsFew && len(groups) == 0 {
			out = append(out, unweighed(ruled)...)
			continue
		}
		w.look(r, at, groups, ruled)
		far := w.model.Harmful(&w.features)
		for _, h := range ruled {
			l := Leaning{ruledKind(h), far, true, h}
			if IsHatred(l.Kind) {
				l.Logit = max(far, w.alone(r, at, h, ruled))
			}
			out = append(out, l)
		}
		if far <= w.least-beyondMost || len(ruled) > 0 {
			continue
		}
		kind, beyond := w.model.Kind(&w.features)
		if far += beyond; far <= w.least {
			continue
		}
		l := Leaning{kind, far, false, hit{harms[kind], at.lo, at.hi}}
		if r.settled(l.Kind, at) {
			continue
		}
		if l.Kind == hateKind && len(groups) == 0 {
			l.Kind, l.hit.group = unnamedKind, harms[unnamedKind]
		}
		if r.condemned(at) {
			l.Logit -= disownsMore
		}
		out = append(out, l)
	}
	return out
}

// alone is how far the sentence of a finding leans by itself: hatred stays hatred, whatever stands
// behind it.
func (w *weigher) alone(r *reading, at span, h hit, found []hit) float64 {
	from, next := r.sentence(h.from)
	own := span{max(from, at.lo), min(next, at.hi)}
	if own == at {
		return math.Inf(-1)
	}
	w.look(r, own, r.named(own), hitsIn(found, own))
	return w.model.Harmful(&w.features)
}

// unweighed are findings that weights say nothing of.
func unweighed(found []hit) (out []Leaning) {
	for _, h := range found {
		out = append(out, Leaning{ruledKind(h), math.Inf(1), true, h})
	}
	return out
}

// settled: the rules know words of the kind in tokens at and found that they do not count.
func (r *reading) settled(kind string, at span) bool {
	return slices.ContainsFunc(within(r.hits, at.lo, at.hi), func(h hit) bool { return h.group.kind == harms[kind].kind })
}

// hateKind is the kind that is told of groups of people, unnamedKind the same where none
// is named.
const (
	hateKind    = "hate"
	unnamedKind = "hate, nobody named"
)

// condemned: the author objects to what is said of a group in tokens at, or a "no" stands
// before the group.
func (r *reading) condemned(at span) bool {
	return r.mark(at.lo, at.hi, func(m hit) bool {
		return m.group.kind == kindProtest || isGroup(m) && (r.refused(m) || r.objects(hit{lifeRefused, m.from, m.next}))
	})
}

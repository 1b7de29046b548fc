package analysis

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/english"
)

// recall holds the per cent of evasive sentences that are flagged, of a writer the weights
// have never seen (docs/QUALITY.md).
type recall struct {
	what string
	of   int
}

// foundIn is that by language. A language that is missing is not measured: a few of its words
// are known, which flag what they flag, but that nothing was found says nothing.
var foundIn = map[string][]recall{
	"en": {{"hatred", 45}, {"other harm", 37}}, "de": {{"hatred", 41}, {"other harm", 36}}, "fr": {{"hatred", 47}, {"other harm", 35}},
	"es": {{"hatred", 46}, {"other harm", 36}}, "it": {{"hatred", 45}, {"other harm", 37}}, "pt": {{"hatred", 43}, {"other harm", 36}},
	"tr": {{"hatred", 45}, {"other harm", 32}},
}

// foundOf is the same by what harms, in all languages, of what is found least.
var foundOf = []recall{{"threats", 20}, {"self-harm", 20}, {"harassment", 26}, {"praise of extremism", 30}}

// foundLeast is the least per cent found of a kind of harm, below which it is weakly
// covered: a language with a weak kind counts as one that is not judged.
const foundLeast = 25

func (f recall) weak() bool { return f.of < foundLeast }

// weak says which harm is weakly covered; weights hardly tell hatred where no group is named.
var weak = func() string {
	var out []string
	for _, f := range foundOf {
		if f.weak() {
			out = append(out, fmt.Sprintf("%s (%d)", f.what, f.of))
		}
	}
	return " Often missed (found of 100): " + strings.Join(append(out, "hatred that names no group"), ", ") + "."
}()

// judgedIn are the languages in which nothing is weakly covered.
var judgedIn = measured()

func measured() []string {
	return slices.DeleteFunc(slices.Collect(maps.Keys(foundIn)), func(l string) bool { return slices.ContainsFunc(foundIn[l], recall.weak) })
}

// undetermined is the code of ISO 639-2 for a language that is not known.
const undetermined = "und"

// unjudged: that nothing is found in a text of that language says nothing of it.
func (s speech) unjudged() bool {
	return !slices.ContainsFunc(s.codes, func(l string) bool { return slices.Contains(judgedIn, l) })
}

// habit is the language that most of the texts show or are said to be in; nothing where
// none does. Those too short to show one are likely to be in it.
func habit(texts []Text) []string {
	count := map[string]int{}
	for _, t := range texts {
		if len(t.Languages) > 0 {
			count[bases(t.Languages)[0]]++
		} else if s := recognise(t.Words, nil); s.sure && s.language != "" {
			count[s.language]++
		}
	}
	if len(count) == 0 {
		return nil
	}
	return byCount(count)[:1]
}

// byCount are the keys of counts, the highest first.
func byCount(count map[string]int) []string {
	return slices.SortedFunc(maps.Keys(count), func(a, b string) int { return cmp.Or(count[b]-count[a], cmp.Compare(a, b)) })
}

// coverage tells what the judgement rests on.
func (j *judge) coverage(s Scan) *api.Coverage {
	out := &api.Coverage{Texts: j.scanned() + j.notRead(), Of: s.Of, Judged: j.scanned(), Unread: []api.Unread{}}
	for _, l := range byCount(j.unread) {
		out.Unread = append(out.Unread, api.Unread{Language: l, Texts: j.unread[l]})
	}
	return out
}

// What was not read is not safe: where less than this part of it was read, the
// rating is at most so sure.
const (
	mostlySeen = 0.5
	unseenMost = 0.3
	wordsWhole = 20 // of a text that counts as one; a shorter one is a part of one
)

// confidence grows with what was read and shrinks with what was not.
func (j *judge) confidence(s Scan) float64 {
	texts := float64(j.scanned() + j.partly)
	if texts == 0 {
		return 0
	}
	seen := j.seen(s)
	sure := 0.95 * (1 - math.Pow(0.7, j.amount))
	sure *= (0.5 + 0.5*seen) * (1 - 0.15*float64(j.guessed)/texts)
	if seen < mostlySeen {
		sure = min(sure, unseenMost)
	}
	return hundredths(sure)
}

// seen is the part of the texts and posts that was read.
func (j *judge) seen(s Scan) float64 {
	all := j.scanned() + j.notRead() + j.wordless + s.Silent
	if all == 0 {
		return 0
	}
	return min(1, float64(j.scanned())/float64(all))
}

func (j *judge) scanned() int { return j.posts + j.spoken + j.profile }

func (j *judge) notRead() (n int) {
	for _, texts := range j.unread {
		n += texts
	}
	return n
}

func hundredths(f float64) float64 { return math.Round(f*100) / 100 }

// summary tells what was read and what was not.
func (j *judge) summary(s Scan) string {
	var b strings.Builder
	if j.scanned()+j.partly == 0 {
		b.WriteString("Nothing could be scanned, so the rating means nothing.")
	} else {
		if j.seen(s) < mostlySeen {
			b.WriteString("Most content was not read, so the rating says little. ")
		} else if j.amount < 1 {
			b.WriteString("There was hardly any text to read, so the rating says little. ")
		}
		fmt.Fprintf(&b, "Scanned %s and %s", j.ofPosts(s), english.Count(j.spoken, "transcript"))
		if j.profile > 0 {
			b.WriteString(", and the profile")
		}
		b.WriteString(".")
	}
	if len(j.unread) > 0 {
		fmt.Fprintf(&b, " Not judged: %s.", j.strangers())
	}
	if j.partly > 0 {
		b.WriteString(" Known words in them still count.")
	}
	if j.wordless > 0 {
		fmt.Fprintf(&b, " Without text: %s.", english.Count(j.wordless, "text"))
	}
	if s.Silent > 0 {
		fmt.Fprintf(&b, " %s had no text and no transcript.", english.Count(s.Silent, "post"))
	}
	if s.More {
		b.WriteString(" Older posts were not scanned.")
	}
	b.WriteString(" Emoji, images and audio without a transcript were not checked.")
	if j.scanned() > 0 {
		b.WriteString(weak)
	}
	if n := j.quoted + j.denied + j.reported; n > 0 {
		fmt.Fprintf(&b, " %s did not count, as quoted, denied or reported.", english.Count(n, "word"))
	}
	return b.String()
}

// ofPosts counts the posts that were read, of those that there are.
func (j *judge) ofPosts(s Scan) string {
	if s.Of == nil || *s.Of <= j.posts {
		return english.Count(j.posts, "post")
	}
	return fmt.Sprintf("%d of %s", j.posts, english.Count(*s.Of, "post"))
}

// strangersMost limits the names of languages that nothing is measured for.
const strangersMost = 3

// strangers counts the texts that were not read, by language.
func (j *judge) strangers() string {
	rest := j.notRead()
	var out []string
	for _, l := range first(strangersMost, byCount(j.unread)) {
		said := fmt.Sprintf("%s in %s", english.Count(j.unread[l], "text"), english.Language(l))
		for _, f := range foundIn[l] {
			if f.weak() {
				said += fmt.Sprintf(" (%s: %d of 100 found)", f.what, f.of)
				break
			}
		}
		out = append(out, said)
		rest -= j.unread[l]
	}
	if rest > 0 {
		out = append(out, fmt.Sprintf("%d in others", rest))
	}
	return strings.Join(out, ", ")
}

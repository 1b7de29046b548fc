package words

import (
	"slices"
	"strings"
	"sync"

	"greenroom/service/languages"
	"greenroom/service/words/terms"
)

// The kinds of words that turn what stands beside them.
const (
	turnLives  = "lives"  // says where somebody lives
	turnFrom   = "from"   // goes before where they are from
	turnWent   = "went"   // goes before where they have been
	turnLeft   = "left"   // goes before where they lived, or are from and live no more
	turnOnce   = "once"   // says that what follows was or will be so
	turnPast   = "past"   // says that what follows was so and is no more
	turnMoves  = "moves"  // stands between that and the place
	turnTopics = "topics" // goes before what they speak of
	turnSorry  = "sorry"  // corrects the words in front
	turnSince  = "since"  // goes before a day of the calendar, in Turkish behind
	turnMonth  = "month"  // names days of the calendar
	turnPlace  = "place"  // in front of a colon, says that a place follows
	turnTongue = "tongue" // that a language does
	turnLabel  = "label"  // that something else does

	turnLeftBehind = "left behind" // stands behind where they lived
)

// The kinds of words that a query of any language may hold; patterns.txt has others.
const (
	wordNo           = "no"  // answers no
	wordOut          = "out" // does so where another word says that something is in
	wordIn           = "in"
	wordYes          = "yes"           // says yes and nothing else
	wordNot          = "not"           // says no and nothing else
	wordGlossCountry = "country named" // tells of a name that a country is meant
	wordGlossState   = "state named"
	wordGlossCity    = "city named"
	wordGlossWith    = "one with"      // in front of a place, tells of a name which place is meant
	wordDenied       = "denied"        // denies what follows, which is mostly left out then: "not that we dislike it, but"
	wordLeaveThem    = "leave them"    // leaves out what was spoken of in front
	wordAttitude     = "attitude"      // stands between that and the thing
	wordTooMuch      = "too much"      // behind a number, makes it the most that is wanted
	wordTooLittle    = "too little"    // and the least
	wordVerdict      = "verdict"       // behind a "not", judges what stands in front of both
	wordPrefix       = "not before"    // is a "not" that a hyphen joins to what it turns round
	wordLetsOff      = "lets off"      // stands behind what is let off
	wordWholeNo      = "no whole"      // leaves out people with all that is said of them
	wordNobody       = "nobody"        // leaves out people by itself
	wordOnly         = "only"          // says that there is nothing else, and beside a "not" that there is
	wordNotOnly      = "not only"      // lets in more than what follows
	wordMasculine    = "masculine"     // is a place that ends in "a" and has a "no" in front in Portuguese
	wordIs           = "is"            // may stand in front of a welcome
	wordWelcome      = "welcome"       // says yes to what stands in front of it
	wordOf           = "of"            // leads to what something is of
	wordWith         = "with what"     // leads to what something is with, for or by
	wordThroughout   = "throughout"    // goes before all of a time: who has not posted "in a month"
	wordNeeds        = "needs"         // makes a "not" say that there need not be a size, not that there must be none
	wordRough        = "rough"         // says that a number is about right
	wordBetween      = "between"       // parts two numbers that "and" joins
	wordEvent        = "event"         // goes before the place of what creators are wanted for
	wordDoers        = "doers"         // ends a word for people by what they do, or is one
	wordRivals       = "rivals"        // stands beside the names of competitors
	wordReaches      = "reaches"       // goes before who is to see what they post
	wordMostly       = "mostly"        // says that most are so
	wordOutOf        = "out of"        // stands between the two numbers of a share: "one in ten"
	wordPoint        = "decimal point" // parts a number in words: "one point five"
	wordPlusMinus    = "plus or minus" // goes before what a number may differ by
	wordVague        = "vague"         // names nothing behind an "or": "or so", "or whatever"
	wordSinceBehind  = "since behind"  // stands behind the day since when
	wordSinceAlone   = "since alone"   // says since when, whatever else stands there
	wordStrict       = "strict"        // leaves out the number itself: "more than one network"
	wordBeyond       = "beyond"        // leaves out the size that it is compared with: "below macro"
	wordShortNot     = "short not"     // in front of a slash, is short for "without"
	wordNobodyAlone  = "nobody alone"  // begins a part of the query where it is nobody, and somebody elsewhere
	wordParted       = "parted not"    // leaves out what stands between its two words
	wordTheLeast     = "at"            // makes "at least" of a word for less: "al menos", "au moins"
	wordAlso         = "also"          // joins what a word for "both" stands in front of
	wordLearn        = "learn"         // makes a topic of the language behind it
	wordPromotes     = "promotes"      // says that somebody is paid for a thing, or praises it
	wordWorksFor     = "works for"     // says so of a brand alone: "Oatly partners"
	wordLacking      = "lacking"       // says what a thing has none of, as products do
	wordLacked       = "lacked"        // is a tool or an ingredient: what does without is done in a manner of its own
	wordWhole        = "whole"         // says that all are meant, in front of who is not
	wordSave         = "save"          // lets off what stands behind it then
	wordBareSave     = "bare save"     // does so and is no conjunction
	wordSooner       = "sooner"        // says that one thing is liked better
	wordThan         = "than"          // goes before the other
	wordLess         = "less"          // wants less of what follows
	wordMore         = "more"          // and more
	wordSignOff      = "sign off"      // greets or thanks in front of a name at the end
	wordSplit        = "split"         // is the first half of a "not"
	wordNoMore       = "no more"       // is its second half, and says more elsewhere
	wordNoGos        = "no gos"        // leads a list of what is left out, with or without a colon
	wordPaired       = "paired"        // leaves out what follows where it comes twice
	wordParticle     = "name particle" // stands between the words of a name
	wordSpeaker      = "speaker"       // is whoever asks, in front of what they do
	wordSpeaks       = "speaks"        // says that they do something, where the verb says who
	wordSeeks        = "seeks"         // says that they want something
	wordLastTime     = "last time"     // begins what was done before
	wordStandsIn     = "stands in"     // says that another thing is taken for one that is lacking
)

const longestTurn = 4 // words

// turnTable holds the words of all languages: of each phrase "kind language", and of each
// kind its phrases, and by their first words how many words they have at most.
type turnTable struct {
	of   map[string][]string
	kind map[string]map[string]bool
	most map[string]map[string]int
}

var turns = sync.OnceValue(func() *turnTable {
	t := &turnTable{map[string][]string{}, map[string]map[string]bool{}, map[string]map[string]int{}}
	for _, code := range languages.With(languages.Turns) {
		for kind, list := range languages.Entries(languages.Read(code, languages.Turns)) {
			if t.kind[kind] == nil {
				t.kind[kind], t.most[kind] = map[string]bool{}, map[string]int{}
			}
			for _, w := range list {
				w = terms.Fold(w)
				t.of[w] = append(t.of[w], kind+" "+code)
				t.kind[kind][w] = true
				first, _, _ := strings.Cut(w, " ")
				t.most[kind][first] = max(t.most[kind][first], strings.Count(w, " ")+1)
			}
		}
	}
	return t
})

func isAmong(word, kind string) bool { return turns().kind[kind][word] }

// among: the word at token i is one of a kind, in whatever language.
func (r *reader) among(i int, kind string) bool { return isAmong(r.wordAt(i), kind) }

// turn counts the words of the longest phrase of a kind at token i, in the language of
// the query or in English.
func (r *reader) turn(i int, kind string) int {
	if i < 0 || i >= len(r.toks) {
		return 0
	}
	return longest(min(turns().most[kind][r.toks[i].word], len(r.toks)-i), func(n int) bool { return r.isTurn(i, n, kind) })
}

// turnBefore counts those of the longest that ends in front of token i.
func (r *reader) turnBefore(i int, kind string) int {
	return longest(min(longestTurn, i), func(n int) bool { return r.isTurn(i-n, n, kind) })
}

func (r *reader) isTurn(i, n int, kind string) bool {
	if n > turns().most[kind][r.toks[i].word] {
		return false
	}
	words := make([]string, n)
	for k := range words {
		if words[k] = r.toks[i+k].word; k > 0 && !softGap(r.toks[i+k].before) {
			return false
		}
	}
	phrase := strings.Join(words, " ")
	of := turns().of[phrase]
	if slices.Contains(of, kind+" "+r.lang.Code) || slices.Contains(of, kind+" en") {
		return true
	}
	return anywhere[kind] && len(phrase) >= shortestForeign && isAmong(phrase, kind)
}

// anywhere are the kinds whose phrases are read in a query of any language, from so
// many letters on: few words tell what it is in.
var anywhere = map[string]bool{turnSorry: true, turnSince: true, turnMonth: true}

const shortestForeign = 4

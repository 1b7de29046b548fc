package lexicon

import "strings"

// Class is the part a phrase plays in a query; a set.
type Class uint64

// The classes, each after the key of a language file that lists its phrases.
const (
	Filler Class = 1 << iota
	People
	Not
	NotAfter
	Or
	And
	Place
	Speak
	Who
	Spoken
	On
	Channel
	AtLeast
	AtMost
	AtLeastAfter
	AtMostAfter
	Between
	To
	RangeEnd
	About
	Followers
	Engagement
	Counted
	PerCent
	Number
	Scale
	Yes // to a question of yes or no, the field of its condition
	No
	ThemePage
	Person
	Network
	Doubtful // a network only beside a word like "on" or "creators"
	Tier
	National
	Thing   // a topic that looks like an exclusion or a condition
	Ends    // an exclusion does not reach beyond
	Like    // before the creators whom others are to be like
	LikeEnd // and behind
	Unknown // a condition that nothing is known of
	Metric  // counted, and no condition
	Years
	Audience
	High
	Low
	Posts
	Posting
	Times
	Rhythm // so many days to each
	Period // so many days
	Last
	Within // in the last so many days
	Active
	Dormant
	Ago
	Growth
	Rising
	Falling
	Networks
	Bilingual
	Both
	Verb // stands between who and what it is done to
	Exact
	Joins  // no topic by itself, but part of one that it stands right before
	Common // an everyday word, a topic only where nothing else is said
)

var keys = map[string]Class{
	"filler": Filler, "people": People, "not": Not, "not after": NotAfter, "or": Or, "and": And, "place": Place, "speak": Speak, "who": Who, "spoken": Spoken,
	"on": On, "channel": Channel, "at least": AtLeast, "at most": AtMost, "at least after": AtLeastAfter, "at most after": AtMostAfter,
	"between": Between, "to": To, "range end": RangeEnd, "about": About, "followers": Followers, "engagement": Engagement, "counted": Counted,
	"per cent": PerCent, "numbers": Number, "scales": Scale, "yes": Yes, "no": No, "theme page": ThemePage,
	"person": Person, "network": Network, "tier": Tier, "national": National, "thing": Thing, "ends": Ends, "like": Like, "like end": LikeEnd,
	"unknown": Unknown, "metric": Metric, "years": Years, "audience": Audience, "high": High, "low": Low, "posts": Posts, "posting": Posting, "times": Times,
	"rhythm": Rhythm, "period": Period, "last": Last, "within": Within, "active": Active, "dormant": Dormant, "ago": Ago, "growth": Growth,
	"rising": Rising, "falling": Falling, "networks": Networks, "bilingual": Bilingual, "both": Both, "verb": Verb, "exactly": Exact, "joins": Joins,
	"common": Common,
}

// named are the classes that a phrase of any language keeps in a query of any
// other. All other words are read in the language of the query and in English.
const named = People | Followers | Engagement | Counted | PerCent | Scale | Yes | No | ThemePage | Person | Network | Doubtful | Tier | National |
	Unknown | Metric | Rising | Bilingual

// excludes are the classes that a phrase keeps in a query of a language that does
// not have it, if it is long enough to be no other word: "Mode, kein Fast Fashion"
// may be read as English.
const (
	excludes        = Not | NotAfter
	shortestForeign = 4 // letters
	shortestCount   = 3 // of a word for a number that other languages may use in compounds
)

// Named is the classes of some keys of language files, "at-least|period"; "any" is all.
func Named(names string) (c Class) {
	for name := range strings.SplitSeq(names, "|") {
		class := keys[strings.ReplaceAll(name, "-", " ")]
		if name == "any" {
			class = ^Class(0)
		}
		if c |= class; class == 0 && name != "" {
			panic("no class is called " + name)
		}
	}
	return c
}

package words

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"greenroom/api"
	"greenroom/service/languages"
	"greenroom/service/words/lexicon"
	"greenroom/service/words/terms"
)

//go:embed campaign.txt
var campaignText string

// The kinds of cues.
const (
	cueWanted   = "wanted"      // asks for creators
	cueOpening  = "opening"     // asks for them at the beginning of a sentence
	cueFurther  = "further"     // says more of those asked for
	cueStrict   = "strict"      // says a condition that holds without exception
	cueCampaign = "campaign"    // speaks of the campaign or the product
	cueSelf     = "self"        // does so at the beginning of a sentence
	cueAudience = "audience"    // tells there who looks on
	cueProduct  = "product"     // what follows is the product
	cueBehind   = "behind"      // begins a clause of the campaign behind a comma
	cueFor      = "for"         // what stands before is the product
	cueLabel    = "label"       // stands in front of a colon, and is not the next
	cueShort    = "short"       // is cut short, with a full stop behind
	cueNumbered = "numbered"    // is cut short where a number follows
	cueAsked    = "asked-label" // in front of a colon, says that creators are told of
	cueGreeting = "greeting"    // in front of a colon, greets
	cueForbids  = "forbids"     // leaves out what follows, or what stands in front
)

const (
	longestCue   = 3 // words
	longestLabel = 5
)

// cues lists the words that tell the subject of a brief's sentence, with their kinds.
var cues = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for head, list := range languages.Entries(campaignText) {
		kind, _, _ := strings.Cut(head, " ")
		for _, w := range list {
			w = signWords(w)
			out[w] = append(out[w], kind)
		}
	}
	return out
})

// Role is the purpose of a part of a brief.
type Role uint8

// The roles.
const (
	Asks  Role = iota // says whom it looks for
	Adds              // says more of them, or who is left out
	Tells             // tells of the product and the campaign
	Hints             // wishes more that is not asked for
	roles
)

// Said holds the parts of a brief with one role, in its own words.
type Said struct {
	Text string
	Role Role
}

// statement is a part of a brief that is there for one thing: text[from:to]. Plain: words
// of the campaign say so, wherever they stand.
type statement struct {
	from, to int
	role     Role
	plain    bool
	unused   string // the kind of what is not used
}

// Campaign parts a brief by what it is there for: "We are launching a butter in
// May. We need cooks." Where no sentence asks outright, all that do not speak of
// the campaign ask.
func Campaign(brief string) []Said {
	return joinedByRole(brief, statements(asking(briefSentences(brief))))
}

// Context parts what is said beside a brief.
func Context(text string) []Said {
	var all []statement
	for _, s := range briefSentences(text) {
		role := Hints
		if s.has(cueStrict) {
			role = Adds
		}
		all = append(all, statement{from: s.from, to: s.to(), role: role})
	}
	return joinedByRole(text, all)
}

func joinedByRole(text string, all []statement) (out []Said) {
	var by [roles][]string
	for _, s := range all {
		if said := strings.Trim(text[s.from:s.to], "|/;, \n"); said != "" {
			by[s.role] = append(by[s.role], said)
		}
	}
	for r, list := range by {
		if len(list) > 0 {
			for i, line := range list {
				if i+1 < len(list) && !strings.ContainsAny(line[len(line)-1:], ".!?") {
					list[i] += ";" // what is said apart stays apart
				}
			}
			out = append(out, Said{strings.Join(list, " "), Role(r)})
		}
	}
	return out
}

// asking lets the sentences of a brief ask that name people or count their followers, where
// none asks in so many words: "Coffee creators, 20k to 300k."
func asking(list []briefSentence) []briefSentence {
	if slices.ContainsFunc(list, func(s briefSentence) bool { return s.asks >= 0 }) {
		return list
	}
	for i, s := range list {
		if s.namesPeople() {
			list[i].asks = 0
		}
	}
	return list
}

// statements parts sentences. Where one asks for creators in so many words, another
// that neither asks nor forbids tells.
func statements(list []briefSentence) (all []statement) {
	first := slices.IndexFunc(list, func(s briefSentence) bool { return s.asks >= 0 })
	for n, s := range list {
		put := func(role Role, from, to int, plain bool) {
			if from < to {
				all = append(all, statement{s.from + from, s.from + to, role, plain, s.unused()})
			}
		}
		role := s.role(first >= 0, n > first)
		if role != Asks {
			put(role, 0, len(s.text), s.campaign || s.has(cueCampaign))
			continue
		}
		from, to := s.wish()
		put(Tells, 0, from, s.campaign)
		put(Asks, from, to, false)
		behind := s.behindProduct(to)
		put(Tells, to, behind, false)
		put(Asks, behind, len(s.text), false)
	}
	return all
}

// withoutCampaign blanks what a query tells of the campaign it is for, so that offsets
// stay; told are those parts that say anything. A short query keeps what no words of the
// campaign tell: "recipes for a small kitchen".
func withoutCampaign(text string) (asked string, told []api.Unused) {
	list := briefSentences(text)
	pasted := len(wordStarts(text)) >= leastBrief
	if pasted {
		list = asking(list)
	}
	if !slices.ContainsFunc(list, func(s briefSentence) bool { return s.asks >= 0 && (pasted || !s.has(cueOpening)) }) {
		return text, nil
	}
	out := []byte(text)
	for _, s := range statements(list) {
		if s.role != Tells || !s.plain && !pasted {
			continue
		}
		for k := s.from; k < s.to; k++ {
			out[k] = ' '
		}
		out[s.from] = '\n'
		if said := strings.TrimSpace(text[s.from:s.to]); !greeting(said) {
			told = append(told, api.Unused{Text: said, Why: kinds[s.unused]})
		}
	}
	return string(out), told
}

const leastBrief = 16 // words of a query that is a brief

// greeting: a text has small words alone.
func greeting(text string) bool {
	lang := lexicon.Detect(nil, text)
	return !slices.ContainsFunc(splitSigns(text), func(w string) bool { return lang.Find(terms.Fold(w)).Class&lexicon.Filler == 0 })
}

// briefSentence is a sentence of a brief with its cues: asks is where it begins to
// ask for creators, -1 where it does not; campaign, whether it speaks of the

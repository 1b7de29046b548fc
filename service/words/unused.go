package words

import (
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/words/lexicon"
)

// unusedField begins the field of a clause that says what nothing is known of;
// its kind follows.
const unusedField = "unused "

// kinds are what cannot be a condition, as the files of languages name it, with
// why and what can be done.
var kinds = map[string]string{
	"age":       "The age of creators is unknown, so this excludes no one. Bios and posts may tell.",
	"gender":    "The gender of creators is unknown, so this excludes no one. Names and pictures may tell.",
	"audience":  "Audience demographics are unknown; only the number of followers is. Search by where creators live and what they speak, and ask the creators for their audience data.",
	"income":    "Income and wealth are unknown, so this excludes no one.",
	"authentic": "A search cannot judge authenticity. Read the posts, or match creators with a brief.",
	"taste":     "A search cannot judge looks or style. Pictures and posts may tell.",
	"character": "A search cannot judge character or manner, so this excludes no one. Posts and transcripts may tell.",
	"speech":    "How creators sound, and whether they subtitle, is unknown, so this excludes no one. Videos may tell.",
	"body":      "Body and clothing sizes are unknown, so this excludes no one.",
	"opinion":   "What others think of creators is unknown, so this excludes no one.",
	"politics":  "Beliefs and political views are unknown, so this excludes no one. Exclude a topic instead, such as “not politics”.",
	"bots":      "Whether followers are real is unknown. A good engagement rate for the size is a sign: “engagement over 3%”.",
	"replies":   "Response times are unknown. To find e-mail addresses, use greenroom emails.",
	"budget":    "Fees are unknown, so a budget excludes no one. Small accounts tend to cost less: “nano influencers”.",
	"price":     "Fees are unknown, so this excludes no one. Small accounts tend to cost less: “nano influencers”.",
	"contact":   "A search cannot filter by e-mail address. For creators you chose, use greenroom emails.",
	"origin":    "Family origin is unknown. Ask for a place, a language or a topic.",
	"nation":    "Nationality is unknown, only where creators live, so this excludes no one.",
	"ceased":    "What somebody gave up is unknown, so this excludes no one. Exclude a topic instead.",
	"moved":     "Only where creators live now is known, so this excludes no one.",
	"campaign":  "This describes you or the campaign, not the creators, so it excludes no one.",
	"corrected": "The words after this correct it, so it was not used.",
	"date":      "A search cannot use calendar dates. Give a number of days, such as “posted in the last 30 days”.",
	"often":     "Unclear how often. Use a number, such as “3 posts a week”.",
	"engaged":   "Give engagement as a number, such as “engagement over 3%”.",
	"life":      "Personal circumstances such as family, home, education and health are unknown, so this excludes no one. Ask for a topic instead, such as “parenting”.",
	"terms":     "Availability and contracts are unknown, so this excludes no one. To ask the creators, find their addresses with greenroom emails.",
	"ads":       "A search cannot filter by how much creators advertise. Read their posts.",
	"brands":    "A search does not check brand safety. Use greenroom safety for that.",
	"size":      "Unclear how many followers. Use a number, such as “under 50k followers”, or nano, micro, mid, macro or mega.",
	"middle":    "A search cannot ask for both ends outside a range, so this excludes no one. Ask for one side, such as “under 10k followers”.",
	"share":     "The share of posts about a topic is not measured, so this excludes no one. The posts may tell.",
	"or":        "A search cannot combine different kinds of conditions with “or”, so this excludes no one. Run one search for each.",
	"networks":  "Followers cannot be set per network: the number is compared with the largest profile. Search one network at a time.",
	"metric":    "A search cannot filter by views, likes or comments. Ask for followers, an engagement rate or posts per week.",
	"number":    "Unclear what this number counts. Add the unit: followers, percent engagement, posts a week, days.",
	"seed":      "No creator has this name. Try the start of the name, or add the creator.",
	"not seed":  "A search can find lookalikes of a creator but cannot exclude them. Exclude a topic instead.",
	"alone":     "Unclear what this word refers to, so it excludes no one.",
	"small":     "Queries work in English, German, French, Spanish, Italian, Portuguese, Turkish, Japanese and Hindi. This word is from another language; only topics are understood there.",
	"optional":  "This is optional, so it excludes no one.",
	"empty":     "Unclear what to exclude, so this excludes no one. Exclude a topic, a place or a language, such as “no politics”.",
	"both":      "A search cannot exclude a combination, so this excludes no one. Exclude one part of it.",
	"exception": "A search excludes a topic or place as a whole, without exceptions. The exception was neither searched for nor excluded: run a separate search for it.",
	"twice":     "A search cannot tell who does one thing with or without another, so this excludes no one. Exclude a topic instead, or read the posts.",
	"picture":   "Emoji are not topics. Write the word instead.",
	"many":      "The query has more topics than one search can use. Search for the others separately.",
}

// conditionless are the kinds of what is unused and would ask nothing of a creator.
var conditionless = []string{"campaign", "optional", "corrected", "picture", "small", "alone", "empty", "many", "number", "seed", "or"}

// Unknown: what is unused is a condition that nothing is known of.
func Unknown(u api.Unused) bool {
	return !slices.ContainsFunc(conditionless, func(kind string) bool { return kinds[kind] == u.Why })
}

// leave notes that tokens from to to ask for what is not known.
func (r *reader) leave(kind string, from, to int) {
	r.clauses = append(r.clauses, clause{field: unusedField + kind, from: from, to: to, text: r.span(from, to)})
}

// leaveFrom does so behind a "not", which ends there, and counts the words from token i on.
func (r *reader) leaveFrom(i int, kind string, from, to int) int {
	r.leave(kind, from, to)
	r.scope = nil
	return to + 1 - i
}

// uncounted are the kinds of what is not known that have no number.
var uncounted = map[string]bool{"authentic": true, "taste": true, "politics": true, "bots": true, "contact": true, "origin": true, "engaged": true, "brands": true, "size": true,
	"often": true, "life": true, "character": true, "opinion": true, "terms": true, "ads": true}

func kindOf(e lexicon.Entry) string {
	switch {
	case e.Class&lexicon.Metric != 0:
		return "metric"
	case e.Class&lexicon.Unknown == 0:
		return "age"
	}
	return e.Value
}

const currencies = "$€£¥₹₺"

func (r *reader) isMoney(from, to int) bool {
	return anyAt(from, min(to+2, len(r.toks)), func(k int) bool { return strings.ContainsAny(r.toks[k].before, currencies) }) ||
		to == len(r.toks)-1 && strings.ContainsAny(r.text[r.toks[to].end:], currencies)
}

// unknown reads a word for something that is not known: "women", "authentic".
func (r *reader) unknown(i int) int {
	n, e := r.entry(i, lexicon.Unknown)
	switch {
	case n == 1 && e.Value == "gender" && r.scope == nil && r.possessive(i+n) && r.topicAt(i+n+1) > 0:
		r.addTopic(i, i)
		return 1
	case n == 0, r.longestTopic(i) > n, r.phrase(i, lexicon.Person) > n, r.possessive(i + n):
		return 0
	case e.Value == "budget" && !r.partAlone(i, n), e.Class&lexicon.Doubtful != 0 && !r.partAlone(i, n) && !r.ofPeople(i, n):
		return 0
	case n == 1 && e.Value == "size" && !r.sizeOf(i):
		return 0
	case e.Value == "ads" && r.scope != nil && r.is(i+n, lexicon.About) && r.topicRun(i+n+1) > 0: // "no sponsored posts about gambling", "by IKEA"
		return n
	case e.Value == "ceased" && r.phrase(i, lexicon.Not) > 0 && r.saysNot(lexicon.Ceased, i+n):
		return 0
	}
	if isOptional(e) {
		e.Value = "optional"
	}
	from, to := i, i+n-1
	if r.scope != nil && !r.anyUsed(r.scope.at, i) { // "no bots"
		from = r.scope.at
	}
	if e.Value == "ceased" || (e.Value == "terms" || e.Value == "replies" || e.Value == "politics") && (r.is(to, lexicon.Place|lexicon.To|lexicon.About) || r.is(to+1, lexicon.Place|lexicon.To|lexicon.About)) { // "available in May"
		to = r.untilPart(to)
	}
	r.leave(e.Value, from, to)
	return to + 1 - i
}

// unknownNot reads phrases of what is not known that begin with a "not": "without an
// agency", "non-smokers".
func (r *reader) unknownNot(i int) int {
	if n := r.phrase(i, lexicon.Unknown); n < 2 || n <= r.phrase(i, lexicon.Not) || !r.is(i, lexicon.Not) {
		return 0
	}
	return r.unknown(i)
}

// sizeOf: the word at token i tells how large an account is: "small accounts", "huge
// fishing channels", "cuentas pequeñas".
func (r *reader) sizeOf(i int) bool {
	const accounts = lexicon.People | lexicon.Audience
	next := i + 1
	return r.is(next, accounts) || r.is(next+r.topicRun(next), accounts) || r.lang.AdjectivesFollow && r.is(i-1, accounts)
}

// ofPeople: n words at token i say it of people, and not of a thing: "black creators",
// "single women", not "black tea".
func (r *reader) ofPeople(i, n int) bool {
	people := func(k int) bool {
		return r.is(k, lexicon.People) || r.is(k, lexicon.Unknown) && r.toks[k].entry.Value == "gender"
	}
	to := i + n
	return to < len(r.toks) && plainGap(r.toks[to].before) && people(to) || r.lang.AdjectivesFollow && i > 0 && plainGap(r.toks[i].before) && people(i-1)
}

// partAlone: n words at token i are all that stands between two signs that part
// phrases: "yoga, budget", not "budget travel".
func (r *reader) partAlone(i, n int) bool {
	to := i + n
	if r.scope != nil {
		i = r.scope.at // "no budget"
	}
	return (i == 0 || !softGap(r.toks[i].before)) && (to == len(r.toks) || !softGap(r.toks[to].before)) && to-i < len(r.toks)
}

// possessive: the words before token i own what follows, "women's football".
func (r *reader) possessive(i int) bool {
	return r.wordAt(i) == "s" && r.toks[i].before != "" && strings.Trim(r.toks[i].before, "'’") == ""
}

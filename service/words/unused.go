package words

import (
	"slices"
	"strings"

	"greenroom/service/words/lexicon"
)

// unusedField begins the field of a clause that says what nothing is known of;
// its kind follows.
const unusedField = "unused "

// kinds are what cannot be a condition, as the files of languages name it, with
// why and what can be done.
var kinds = map[string]string{
	"age":       "How old creators are is not known here, so nobody was left out for it. Bios and posts may tell: read them for those you like.",
	"gender":    "Whether a creator is a woman or a man is not known here, so nobody was left out for it. Names and pictures in the rows may tell.",
	"audience":  "Who follows a creator is not known here, only how many do. Ask for where creators live and what they speak, and creators themselves for their audience.",
	"income":    "What people earn or own is not known here, so nobody was left out for it.",
	"authentic": "Whether somebody is genuine is a judgement that a search does not make. Read the posts, or hold creators against a brief.",
	"taste":     "How somebody looks or comes across is a judgement that a search does not make. The pictures and posts in the rows may tell.",
	"politics":  "What creators believe or vote is not known here, so nobody was left out for it. Exclude a topic instead, such as “not politics”.",
	"bots":      "Which followers are real is not known here. An engagement rate that is high for the size is a sign: “engagement over 3%”.",
	"replies":   "How fast creators answer is not known here. greenroom emails finds their addresses.",
	"budget":    "What creators charge is not known here, so no budget leaves anybody out. Small accounts tend to cost less: “nano influencers”.",
	"price":     "What creators charge is not known here, so nobody was left out for it. Small accounts tend to cost less: “nano influencers”.",
	"contact":   "Addresses are no condition of a search. greenroom emails finds those of creators you chose.",
	"origin":    "Where somebody's family comes from is not known here. Ask for a place, a language or a topic.",
	"nation":    "Which nation people belong to is not known here, only where they live, so this leaves nobody out.",
	"asker":     "This tells of who asks, not of the creators asked for, so nobody was left out for it.",
	"corrected": "What stands behind this corrects it, so it was not used.",
	"date":      "A day of the calendar is no condition of a search. Say it in days, such as “posted in the last 30 days”.",
	"often":     "How often is meant is not clear. Say it in numbers, such as “3 posts a week”.",
	"engaged":   "Say how engaged in numbers, such as “engagement over 3%”.",
	"life":      "How creators live, with their families, homes, schooling and health, is not known here, so nobody was left out for it. Their posts may tell: ask for a topic instead, such as “parenting”.",
	"terms":     "What creators are free for and bound to is not known here, so nobody was left out for it. greenroom emails finds their addresses: ask them.",
	"ads":       "How much a creator advertises is no condition of a search. Read the posts in the rows.",
	"brands":    "A search does not judge what is safe for a brand. greenroom safety reads what creators wrote and said.",
	"size":      "How many followers is meant is not clear. Say it in numbers, such as “under 50k followers”, or as nano, micro, mid, macro, mega.",
	"middle":    "What lies on both sides of a range cannot be asked for at once, so nobody was left out for it. Ask for one side, such as “under 10k followers”.",
	"share":     "How much of what somebody posts is about a topic is not counted, so nobody was left out for it. The posts in the rows may tell.",
	"or":        "One or the other of two different conditions cannot be asked for at once, so nobody was left out for it. Ask for each in a search of its own.",
	"networks":  "A number of followers for each network is not told apart: the numbers are held against a creator's largest profile. Ask for one network a search.",
	"metric":    "Views, likes and comments are no condition of a search. Ask for followers, an engagement rate or posts per week.",
	"number":    "What this number counts is not clear. Say it beside the number: followers, per cent of engagement, posts a week, days.",
	"seed":      "Nobody is known here by this name. Look it up by the beginning of the name, or bring the creator in.",
	"not seed":  "Others can be like a creator, but not unlike one. Leave out a topic instead.",
	"alone":     "Nothing beside this word says what it goes with, so it leaves nobody out.",
	"small":     "Queries are read in English, German, French, Spanish, Italian, Portuguese, Turkish, Japanese and Hindi; this word is of another language, and of those only topics are found.",
	"optional":  "This need not be so, so nobody was left out for it.",
	"empty":     "What is not wanted is not clear here, so nobody was left out for it. Leave out a topic, a place or a language, such as “no politics”.",
	"both":      "A search leaves out by one thing at a time, so nobody was left out for these together. Leave out one of them.",
	"exception": "A search leaves out a whole subject or place, not all of it but one part. This part is neither asked for nor left out by its name: ask for it in a search of its own.",
	"twice":     "Who does one thing with or without another is not known here, so nobody was left out for it. Leave out a topic instead, or read the posts.",
	"picture":   "A picture is no topic here. Write the word for it.",
	"many":      "More topics stand in the query than a search follows. Ask for the others in a search of their own.",
}

// leave notes that tokens from to to ask for what is not known.
func (r *reader) leave(kind string, from, to int) {
	r.clauses = append(r.clauses, clause{field: unusedField + kind, from: from, to: to, text: r.span(from, to)})
}

// leaveFrom does so behind a "not", which ends there, and counts the words from token i on.
func (r *reader) leaveFrom(i int, kind string, from, to int) int {
	r.leave(kind, from, to)
	r.negated = 0
	return to + 1 - i
}

// personal reads ranges of what is not known of creators: ages, prices, rates of
// answers, views.
func (r *reader) personal(a *amount) string {
	if kind := r.shareOf(a); kind != "" {
		return unusedField + kind
	}
	field := r.ofPerson(a)
	if field == unusedField+"price" {
		if at, n, _ := r.ahead(a.to+1, lexicon.Posts, lexicon.About|lexicon.Place); n > 0 { // "500 euro a post"
			a.to = at + n - 1
		}
		if r.is(a.from-1, lexicon.Unknown) && r.toks[a.from-1].entry.Value == "budget" && !r.toks[a.from-1].used && softGap(r.toks[a.from].before) {
			a.from--
		}
	}
	return field
}

// shareOf reads a share of something else than engagement: "60% of the audience in
// Germany", "a quarter of posts about yoga".
func (r *reader) shareOf(a *amount) string {
	at := a.to + 1
	if !a.percent || !r.among(at, wordShareOf) || slices.ContainsFunc(r.toks[max(0, a.from-unitReach):a.from], func(t token) bool { return t.entry.Class&lexicon.Engagement != 0 }) {
		return ""
	}
	for at++; r.is(at, lexicon.Filler|lexicon.About) && !r.is(at, lexicon.Posts|lexicon.Followers) && !r.among(at, wordAudience) && plainGap(r.toks[at].before); at++ {
	}
	kind := ""
	switch {
	case r.among(at, wordAudience) || r.is(at, lexicon.Followers):
		kind = "audience"
	case r.is(at, lexicon.Posts):
		kind = "share"
	default:
		return ""
	}
	if !r.toks[at].used { // or the audience is read already
		a.to = at
	}
	return kind
}

func (r *reader) ofPerson(a *amount) string {
	at, n, e := r.ahead(a.to+1, lexicon.Years|lexicon.Unknown|lexicon.Metric, lexicon.About)
	switch {
	case r.isMoney(a.from, a.to):
		if e.Class&lexicon.Unknown != 0 { // "$300 per post"
			a.to = at + n - 1
		}
		return unusedField + "price"
	case e.Class&lexicon.Metric != 0 && a.loose || e.Value == "gender" || e.Value == "size" || isOptional(e):
	case n > 0:
		a.to = at + n - 1
		r.orMore(a)
		if n, before := r.phraseBefore(a.from, lexicon.Unknown); kindOf(before) == kindOf(e) && softGap(r.toks[a.from].before) { // "charge less than 500 euros"
			a.from -= n
		}
		return unusedField + kindOf(e)
	}
	for j := a.from; j > 0 && j > a.from-unitReach; j-- {
		n, e := r.phraseBefore(j, lexicon.Years|lexicon.Unknown|lexicon.People|lexicon.Metric)
		switch {
		case n > 0 && r.toks[j-1].used:
			return ""
		case e.Value == "gender" || e.Class&lexicon.People != 0:
			if max(orZero(a.min), orZero(a.max)) < 100 && a.compared && !a.percent && !a.loose && r.bare(a) {
				return unusedField + "age" // "women over 50"
			}
			return ""
		case n > 0 && (uncounted[e.Value] || isOptional(e) || r.is(j-1, lexicon.Counted)): // "Euro 2024"
			return ""
		case n > 0 && (a.loose && !a.compared || r.countsFollowers(a)): // "exklusiv an eine Marke", "in their fifties with 10k+ followers"
			return ""
		case n > 0:
			a.from = j - n
			if r.is(a.to+1, lexicon.Counted) { // "charge less than 500 euros"
				a.to++
			}
			if e.Class&lexicon.Years == 0 { // "earn 50k a year", "respond within 24 hours"
				a.to += r.phrase(a.to+1, lexicon.Rhythm|lexicon.Period)
			}
			return unusedField + kindOf(e)
		}
		if !r.is(j-1, lexicon.About) {
			break
		}
	}
	return ""
}

// countsFollowers: followers or engagement are named right behind the number.
func (r *reader) countsFollowers(a *amount) bool {
	f, _ := r.unitAfter(a.to)
	return f != ""
}

// uncounted are the kinds of what is not known that have no number.
var uncounted = map[string]bool{"authentic": true, "taste": true, "politics": true, "bots": true, "contact": true, "origin": true, "engaged": true, "brands": true, "size": true,
	"often": true, "life": true, "terms": true, "ads": true}

// bare: nothing that the number could count stands behind it.
func (r *reader) bare(a *amount) bool {
	_, n, _ := r.ahead(a.to+1, lexicon.Followers|lexicon.Engagement|lexicon.Posts|lexicon.Times|lexicon.Period|lexicon.Networks|lexicon.Growth|lexicon.Counted, lexicon.About)
	return n == 0
}

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
	case n == 1 && e.Value == "gender" && r.negated == 0 && r.possessive(i+n) && r.topicAt(i+n+1) > 0:
		r.addTopic(i, i)
		return 1
	case n == 0, r.longestTopic(i) > n, r.phrase(i, lexicon.Person) > n, r.possessive(i + n):
		return 0
	case e.Value == "budget" && !r.partAlone(i, n), e.Class&lexicon.Doubtful != 0 && !r.partAlone(i, n) && !r.ofPeople(i, n):
		return 0
	case n == 1 && e.Value == "size" && !r.is(i+1, lexicon.People|lexicon.Audience) && !(r.lang.AdjectivesFollow && r.is(i-1, lexicon.People|lexicon.Audience)):
		return 0
	case r.negated > 0 && e.Value == "ads" && r.about(i+n): // "no sponsored posts about gambling"
		return n
	}
	from, to := i, i+n-1
	if r.negated > 0 && !r.anyUsed(r.negated-1, i) { // "no bots"
		from = r.negated - 1
	}
	if (e.Value == "terms" || e.Value == "replies" || e.Value == "politics") && (r.is(to, lexicon.Place|lexicon.To|lexicon.About) || r.is(to+1, lexicon.Place|lexicon.To|lexicon.About)) && !r.about(to+1) { // "available in May"
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

// about: token i goes on with what the words in front of it are about.
func (r *reader) about(i int) bool {
	return r.is(i, lexicon.About) && i+1 < len(r.toks) && plainGap(r.toks[i].before) && (r.isTopic(i+1, 1) || r.longestTopic(i+1) > 0)
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
	if r.negated > 0 {
		i = r.negated - 1 // "no budget"
	}
	return (i == 0 || !softGap(r.toks[i].before)) && (to == len(r.toks) || !softGap(r.toks[to].before)) && to-i < len(r.toks)
}

// possessive: the words before token i own what follows, "women's football".
func (r *reader) possessive(i int) bool {
	return r.wordAt(i) == "s" && r.toks[i].before != "" && strings.Trim(r.toks[i].before, "'’") == ""
}

package words

import "greenroom/service/words/lexicon"

// recent reads "posted this week", "diese Woche gepostet", "active accounts".
func (r *reader) recent(i int) int {
	const verb, when = lexicon.Active | lexicon.Posting, lexicon.Within
	n, e := r.entry(i, verb|when)
	if n == 0 {
		return 0
	}
	missing := verb
	if e.Class&when == 0 {
		missing = when
	}
	at, k, other := r.ahead(i+n, missing, lexicon.About|lexicon.Place)
	switch {
	case k > 0:
		n = at + k - i
		if missing == when {
			e = other
		} else if at, k, other := r.ahead(i+n, when, lexicon.About|lexicon.Place); k > 0 { // "still active this month"
			n, e = at+k-i, other
		}
	case e.Class&lexicon.Active != 0 && !r.whereActive(i) && (r.saysWho(i+n) || i > 0 && r.lang.AdjectivesFollow && r.is(i-1, lexicon.People) && plainGap(r.toks[i].before)):
		e.Number = daysActive
	default:
		return 0
	}
	return r.bound(clause{field: FieldLastPostDays, op: opLte, value: e.Number}, i, i+n-1)
}

// whereActive: in front of token i stands where somebody is active: "auf TikTok aktiv".
func (r *reader) whereActive(i int) bool {
	return i > 0 && softGap(r.toks[i].before) && len(r.clauses) > 0 && r.clauses[len(r.clauses)-1].to == i-1 && r.clauses[len(r.clauses)-1].field != FieldTopic
}

// saysWho: at token i ends what is said of who is asked for, or it names them, with a
// topic in front at most: "active", "active people", "active yoga accounts".
func (r *reader) saysWho(i int) bool {
	if i == len(r.toks) || !softGap(r.toks[i].before) || r.is(i, lexicon.People) {
		return true
	}
	n := r.topicAt(i)
	return n > 0 && (r.toks[i+n-1].head || i+n < len(r.toks) && r.is(i+n, lexicon.People) && plainGap(r.toks[i+n].before))
}

package words

import (
	"strings"

	"greenroom/service/words/lexicon"
)

const audienceReach = 6 // words that say who the audience is

// audiences reads who is to follow the creators: "with a young audience",
// "audience in Germany", "followers from Italy".
func (r *reader) audiences() {
	for j := range r.toks {
		if n := max(r.turn(j, wordReaches), r.audienceLabel(j)); n > 0 && j+n < len(r.toks) && !r.toks[j].used && r.toks[j+n].number == nil { // "reaching Gen Z in Italy", "Zielgruppe: Frauen in der Schweiz"
			to := j + n
			for !r.partEnds(to+1) && !r.is(to+1, lexicon.Ends) {
				to++
			}
			if r.turn(j, wordReaches) > 0 || r.anyPlace(j+n, to) { // but "cible : fans de café"
				r.leave("audience", j, to)
				continue
			}
		}
		if r.toks[j].used || !r.is(j, lexicon.Audience|lexicon.Followers) || r.is(j+1, lexicon.Growth) {
			continue
		}
		if r.counted(j) {
			r.toks[j].entry.Class |= lexicon.Followers
			continue
		}
		from, to := j, j
		if r.is(j, lexicon.Audience) {
			for from > 0 && from > j-audienceReach && plainGap(r.toks[from].before) {
				n := r.describes(from)
				if n == 0 {
					break
				}
				from -= n
			}
			if with := r.audienceWith(j); with < from {
				from = with
			}
		} else if n := r.fraction(j); n > 0 {
			from -= n
		} else if r.toks[max(0, j-1)].number != nil {
			continue
		}
		if p, n := r.placeAt(j + 1); p != nil && r.lang.Grammar[lexicon.Cases] && plainGap(r.toks[j+1].before) { // "takipçileri Almanya'da olan"
			if to += n; r.suffix(to + 1) {
				to++
			}
			r.leave("audience", from, to)
			continue
		}
		if r.is(j, lexicon.Audience) && r.lang.AdjectivesFollow {
			to = r.describedBehind(j)
		}
		share := to + 1
		for share < len(r.toks) && plainGap(r.toks[share].before) { // "pubblico femminile sopra il 60%"
			n := max(r.phrase(share, lexicon.About), r.phrase(share, lexicon.AtLeast), r.phrase(share, lexicon.AtMost), oneIf(r.is(share, lexicon.Filler)))
			if n == 0 {
				break
			}
			share += n
		}
		if to > j && r.number(share) && r.toks[share].number.percent {
			to = share
		}
		in := to + 1
		for in < j+unitReach && !r.is(in, lexicon.Place) && (r.is(in, lexicon.Filler|lexicon.About) || r.among(in, wordMostly)) && plainGap(r.toks[in].before) { // "followers mostly from Spain"
			in++
		}
		if r.is(in, lexicon.Place) && !r.is(j, lexicon.Audience) && in > to+1 {
			if p, n := r.placeAt(in + 1); p != nil {
				r.leave("audience", from, in+n)
				continue
			}
		}
		if r.is(to+1, lexicon.Place|lexicon.About) || r.is(j, lexicon.Audience) && r.is(to+1, lexicon.Filler) {
			to = r.untilPart(to + 1)
		}
		if p, _ := r.placeAt(min(j+2, len(r.toks)-1)); r.is(j, lexicon.Audience) && to+from != 2*j || p != nil && to > j+1 && r.is(j+1, lexicon.Place) {
			r.leave("audience", from, to)
		}
	}
}

// counted: behind the audience of token j stands how many it has, so followers are meant: "audience over 3k".
func (r *reader) counted(j int) bool {
	k := j + 1
	for r.is(k, lexicon.About|lexicon.AtLeast|lexicon.AtMost|lexicon.Between) && softGap(r.toks[k].before) {
		k++
	}
	return r.number(k) && !(r.is(k+1, lexicon.Place) && r.isPlace(k+2)) && softGap(r.toks[k].before) && !r.toks[k].number.percent && (r.toks[k].number.scaled || r.toks[k].number.value >= thousand)
}

// audienceLabel counts the words at token j that lead to who the audience is, a place right behind them or
// behind a colon.
func (r *reader) audienceLabel(j int) int {
	n := r.phrase(j, lexicon.Audience)
	if next := j + n; n == 0 || next >= len(r.toks) || j > 0 && softGap(r.toks[j].before) || !strings.Contains(r.toks[next].before, ":") && !(plainGap(r.toks[next].before) && r.isPlace(next)) {
		return 0
	}
	return n
}

// fraction counts the words of a share in front of token j: "two out of three
// followers".
func (r *reader) fraction(j int) int {
	if j < 3 || r.toks[j-1].number == nil || !r.among(j-2, wordOutOf) {
		return 0
	}
	for n := 3; n <= 4 && n <= j; n++ {
		if r.toks[j-n].number != nil {
			return n
		}
	}
	return 0
}

// describedBehind is the last of the words behind token j that say of whom an audience
// is made: "audiencia mexicana".
func (r *reader) describedBehind(j int) int {
	for j+1 < len(r.toks) && plainGap(r.toks[j+1].before) {
		n := r.phrase(j+1, lexicon.Unknown)
		if n == 0 && r.isPlace(j+1) {
			n = 1
		}
		if n == 0 {
			break
		}
		j += n
	}
	return j
}

// origins reads where somebody's family comes from: "with Turkish roots", "de origen
// marroquí". It is no place that they live in.
func (r *reader) origins() {
	for j := range r.toks {
		if r.toks[j].used || !r.is(j, lexicon.Unknown) || r.toks[j].entry.Value != "origin" || r.is(j, lexicon.Doubtful) {
			continue
		}
		from, to := j, r.describedBehind(j)
		if j > 0 && r.isPlace(j-1) && plainGap(r.toks[j].before) {
			from = j - 1
		}
		if to > from {
			r.leave("origin", from, to)
		}
	}
}

// audienceWith returns the beginning of "with a luxury lifestyle audience", whose last
// word is token j; j where nothing of the kind stands there.
func (r *reader) audienceWith(j int) int {
	if r.is(j-1, lexicon.About) && r.is(j-1, lexicon.Filler) { // "cucina con pubblico": nothing stands between
		return j
	}
	for k := j; k > 0 && k > j-audienceReach && plainGap(r.toks[k].before) && !r.is(k-1, lexicon.Who|lexicon.People); k-- {
		if r.is(k-1, lexicon.About) && r.is(k-1, lexicon.Filler) && r.topicAt(k) > 0 {
			return k
		}
	}
	return j
}

// describes counts the words in front of token i that say of whom an audience is
// made.
func (r *reader) describes(i int) int {
	if n, _ := r.phraseBefore(i, lexicon.Unknown|lexicon.High|lexicon.Low); n > 0 {
		return n
	}
	if r.isPlace(i-1) || r.toks[i-1].number != nil {
		return 1
	}
	return 0
}

// untilPart is the last token of the part of the query that token i is in.
func (r *reader) untilPart(i int) int {
	for k := i; k < len(r.toks) && k < i+audienceReach; k++ {
		if r.toks[k].used || k > i && (!softGap(r.toks[k].before) || r.is(k, lexicon.Ends|lexicon.Not) || r.is(k, lexicon.Who) && !r.lang.Grammar[lexicon.ClauseCommas]) {
			return k - 1 - oneIf(k-1 > i && r.is(k-1, lexicon.And|lexicon.Or))
		}
	}
	return min(len(r.toks), i+audienceReach) - 1
}

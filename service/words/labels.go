package words

import (
	"strings"

	"greenroom/service/words/lexicon"
)

// crossList crosses out the list that the label at token label leads from token at on: "No-gos:
// botox, filters". It ends with its sentence, or with lines of its own; in front of what says
// yes, "avoid: alcohol, yoga teachers wanted". A place behind topics, and a topic with a place
// where nothing else is asked for, are neither asked for nor left out: they may be either.
func (r *reader) crossList(label, at int) {
	lines, bullet := listSign(r.toks[at].before)
	for from := at; from < len(r.toks); {
		to, gap := r.listItem(from), r.toks[from].before
		if from > at && strings.Contains(gap, "\n") { // lines are parted as by a sign
			r.toks[from].before = ";" + gap
		}
		if n, b := listSign(gap); from > at && (r.endsList(gap, n, lines > 0) || lines > 0 && n > 0 && b != bullet) {
			return
		}
		asks := !r.anyAsked(0, label) && !r.wishBehind(r.listEnd(at))
		switch {
		case asks && from > at && r.closed(at, from), r.saysYes(from, to), to < len(r.toks) && strings.HasPrefix(strings.TrimSpace(r.toks[to].before), ":"):
			return
		case from > at && strings.Contains(gap, ";") && (asks || !r.onlyTopics(from, to)):
			return
		case from > at && (asks || !r.anyAsked(from, to)) && r.anyPlace(from, to-1) && !r.anyPlace(at, from-1):
			r.leave("not", from, to-1)
		}
		for ; from < to; from++ {
			r.toks[from].crossed = true
		}
	}
}

// closed: an "and" or "or" in front of token from has joined the last item of a list from token at on: "no-gos are
// alcohol and politics, yoga".
func (r *reader) closed(at, from int) bool {
	return strings.Contains(r.toks[from].before, ",") && anyAt(at, from, func(k int) bool { return r.is(k, lexicon.And|lexicon.Or) })
}

// listSign counts the line breaks of a gap and tells the sign that the last line begins with.
func listSign(gap string) (lines int, bullet string) {
	at := strings.LastIndexByte(gap, '\n')
	return strings.Count(gap, "\n"), strings.TrimSpace(gap[at+1:])
}

// endsList: a sentence ends in a gap of some line breaks, or a line that is no item of a list in lines.
func (r *reader) endsList(gap string, breaks int, inLines bool) bool {
	switch {
	case strings.ContainsAny(gap, "!?") || strings.Contains(gap, ". ") || strings.Contains(gap, ".\n"):
		return true
	case inLines:
		return breaks > 1
	}
	return breaks > 0 && !strings.ContainsAny(gap, ",;/&+|")
}

// listItem is the end of the item of a list at token from.
func (r *reader) listItem(from int) int {
	to := from + 1
	for to < len(r.toks) && !strings.ContainsAny(r.toks[to].before, ",;:/&+|·•.!?\n") && !r.is(to, lexicon.And|lexicon.Or) {
		to++
	}
	return to
}

// listEnd is the end of the sentence or line that token i is in.
func (r *reader) listEnd(i int) int {
	for i++; i < len(r.toks) && !r.endsList(r.toks[i].before, strings.Count(r.toks[i].before, "\n"), false); i++ {
	}
	return i
}

// saysYes: a word for yes stands at the end of tokens from to to-1, behind what is asked for.
func (r *reader) saysYes(from, to int) bool {
	return anyAt(from+1, to, func(k int) bool { return r.among(k, wordWelcome) || r.among(k, wordOnly) })
}

// onlyTopics: tokens from to to-1 name topics and nothing else.
func (r *reader) onlyTopics(from, to int) bool {
	return !r.anyPlace(from, to-1) && !anyAt(from, to, func(k int) bool {
		return r.toks[k].number != nil || r.isLanguage(k) || r.phrase(k, lexicon.Network) > 0
	})
}

// anyAsked: a topic that nothing crosses out stands in tokens from to to-1.
func (r *reader) anyAsked(from, to int) bool {
	return anyAt(from, to, func(k int) bool { return !r.toks[k].crossed && r.topicAt(k) > 0 })
}

// signature leaves the names behind the thanks or the greeting that a query ends with: "vegan bakers. Thanks, Anna".
func (r *reader) signature() {
	for i := 1; i < len(r.toks); i++ {
		end := i + r.turn(i, wordSignOff)
		named := end < len(r.toks) && !anyAt(end, len(r.toks), func(k int) bool { return !r.name(k) || r.isTopic(k, 1) })
		if end > i && named && (!softGap(r.toks[i].before) || r.beginsSentence(i)) {
			r.leave("campaign", i, len(r.toks)-1)
			return
		}
	}
}

// answers makes small words of those that say yes where others say no in the same way: "ouders ja, politiek nee".
func (r *reader) answers() {
	answer := func(i int, kind string) bool {
		return i > 0 && r.among(i, kind) && plainGap(r.toks[i].before) && r.partEnds(i+1)
	}
	for i := range r.toks {
		if answer(i, wordYes) && anyAt(0, len(r.toks), func(k int) bool { return answer(k, wordNo) }) {
			r.toks[i].entry.Class, r.toks[i].terms = r.toks[i].entry.Class|lexicon.Filler, nil
		}
	}
}

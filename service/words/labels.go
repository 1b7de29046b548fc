package words

import (
	"strings"

	"greenroom/service/words/lexicon"
	"greenroom/service/words/places"
)

// labels reads forms, "Country: DE. Language: EN. Size: 10-50k": what stands in front
// of a colon is no topic, and says what a code behind it stands for.
func (r *reader) labels() {
	for i := 0; i+1 < len(r.toks); i++ {
		if !strings.HasPrefix(strings.TrimSpace(r.toks[i+1].before), ":") || r.toks[i].used {
			continue
		}
		switch {
		case r.isTurn(i, 1, turnPlace):
			r.codes(i, func(code string) (clause, bool) {
				p := places.Numbered(places.ByCode(code))
				if p == nil {
					return clause{}, false
				}
				return clause{field: FieldLocation, value: p.Name, place: p}, true
			})
		case r.isTurn(i, 1, turnTongue):
			r.codes(i, func(code string) (clause, bool) {
				set := places.Of([]string{strings.ToLower(code)})
				return clause{field: FieldLanguage, value: set.String(), language: set}, set != 0
			})
		case !r.isTurn(i, 1, turnLabel):
			continue
		}
		r.toks[i].entry.Class, r.toks[i].terms = r.toks[i].entry.Class|lexicon.Filler, nil
	}
}

// codes reads the codes of a list behind the label at token i; what is no code stays as
// it is.
func (r *reader) codes(i int, read func(code string) (clause, bool)) {
	from := i
	for at := i + 1; at < len(r.toks); at++ {
		if t := r.toks[at]; at > i+1 && (r.is(at, lexicon.And|lexicon.Or) || !strings.ContainsAny(t.before, ",/&+") && !r.is(at-1, lexicon.And|lexicon.Or)) {
			if r.is(at, lexicon.And|lexicon.Or) && plainGap(t.before) {
				continue
			}
			return
		}
		if t := r.toks[at]; len(t.word) != 2 || !t.shout {
			return
		}
		c, ok := read(strings.ToUpper(r.toks[at].word))
		if !ok {
			return
		}
		r.add(c, from, at)
		from = at + 1
		for r.is(from, lexicon.And|lexicon.Or) {
			from++
		}
	}
}

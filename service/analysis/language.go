package analysis

import (
	"slices"
	"strings"

	"greenroom/service/language/ident"
)

// speech tells how the language of a text was recognised.
type speech struct {
	codes    []string // in which there are words to read it, the most likely first; empty where most of it is in none
	language string   // it is in; "" where that is not known
	sure     bool     // the text itself shows it
}

// alsoFrom is the least probability of a second language that a text is read in as well,
// or the part of the text that is in it.
const alsoFrom = 0.25

// recognise tells the languages of a text: by itself, and where it shows none, by what the
// caller knows.
func recognise(text string, known []string) speech {
	known = bases(known)
	told := ident.Of(text, known...)
	var out speech
	read, unread := 0.0, 0.0
	for _, l := range told.Likely {
		if !slices.Contains(knownLanguages, l.Code) {
			unread += l.Of
			continue
		}
		if read += l.Of; l.Of >= alsoFrom {
			out.codes = append(out.codes, l.Code)
		}
	}
	out.language = told.Code
	strange := unread > read || len(told.Likely) == 0
	switch told.Why {
	case ident.Told:
		out.sure, strange = true, !slices.Contains(knownLanguages, told.Code)
	case ident.Mixed:
		out.sure = true
	case ident.Short, ident.NoWords:
		strange = false
	}
	if len(told.Likely) > 0 && (told.Why == ident.Mixed || strange) {
		out.language = told.Likely[0].Code
	}
	if strange {
		out.codes = nil
	} else if !out.sure {
		out.guess(known)
	}
	return out
}

// guess takes the languages of the author where the text shows none, English where nothing
// is known: most tags and names are.
func (s *speech) guess(known []string) {
	likely := s.codes
	s.codes = nil
	for _, k := range known {
		if slices.Contains(knownLanguages, k) {
			s.codes = append(s.codes, k)
		}
	}
	if len(known) == 0 {
		s.codes = first(2, append(likely[:min(1, len(likely))], "en"))
	}
	if s.language = ""; len(known) > 0 {
		s.language = known[0]
	}
}

// bases are the codes of languages without their regions, each once.
func bases(codes []string) (out []string) {
	for _, c := range codes {
		base, _, _ := strings.Cut(strings.ToLower(c), "-")
		if !slices.Contains(out, base) {
			out = append(out, base)
		}
	}
	return out
}

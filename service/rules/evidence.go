package rules

import (
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/rules/shape"
	"greenroom/service/search"
	"greenroom/service/words"
)

// quoteMax is how long a quote may be, in characters.
const quoteMax = 220

// strength orders provenances, strongest first.
var strength = []api.Provenance{api.FromPost, api.FromProfile, api.Inferred}

// evidence is what a hit rests on, strongest first: texts quoted letter for
// letter, facts of the profile, what was inferred.
func evidence(h search.Hit, texts map[search.Unit]service.UnitText) []api.Evidence {
	out := make([]api.Evidence, 0, len(h.Grounds)+len(h.Facts))
	for _, g := range h.Grounds {
		if e, ok := quoted(g, texts[g.Unit]); ok {
			out = append(out, e)
		}
	}
	for _, f := range h.Facts {
		out = append(out, api.Evidence{Text: f.Text, Provenance: f.Provenance, FactID: shape.Known(f.FactID)})
	}
	slices.SortStableFunc(out, func(a, b api.Evidence) int {
		return slices.Index(strength, a.Provenance) - slices.Index(strength, b.Provenance)
	})
	return out
}

// quoted is the evidence of one text; false when its words are there no more.
// Only posts and transcripts are named and quoted; what a creator says of
// itself is a fact of the profile.
func quoted(g search.Ground, t service.UnitText) (api.Evidence, bool) {
	quote := words.Quote(t.Text, g.Terms, quoteMax)
	if quote == "" {
		return api.Evidence{}, false
	}
	switch g.Unit.Kind {
	case search.UnitBio:
		return api.Evidence{Text: "The bio says: " + oneLine(quote), Provenance: api.FromProfile, FactID: shape.Known("bio")}, true
	case search.UnitThemes:
		return api.Evidence{Text: "Known for: " + listed(quote), Provenance: api.Inferred, FactID: shape.Known("themes")}, true
	case search.UnitTranscript:
		return api.Evidence{Text: "Said in a video", Provenance: api.FromPost, SourcePostID: shape.Known(t.PostID), EvidenceQuote: &quote}, true
	default:
		return api.Evidence{Text: "Written in a post", Provenance: api.FromPost, SourcePostID: shape.Known(t.PostID), EvidenceQuote: &quote}, true
	}
}

// listed writes lines as a list.
func listed(s string) string {
	var parts []string
	for line := range strings.Lines(s) {
		if line = oneLine(line); line != "" {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, "; ")
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

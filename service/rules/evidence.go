package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/rules/shape"
	"greenroom/service/search"
	"greenroom/service/words"
)

// quoteMax limits the characters of a quote.
const quoteMax = 220

// mostQuotes limits the texts that show a hit.
const mostQuotes = 3

// repeated is the factor of a quote that speaks of the same thing as another.
const repeated = 0.3

// strength orders provenances, strongest first.
var strength = []api.Provenance{api.FromPost, api.FromProfile, api.Inferred}

// quoteBook is the quotes of a session: no two rows show the same one.
type quoteBook struct {
	texts map[search.Unit]service.UnitText
	taken map[string]bool
}

// evidence returns the evidence of a hit, strongest first: texts quoted letter for letter,
// facts of the profile, inferred facts.
func (b *quoteBook) evidence(h search.Hit, c service.Creator, shown []service.Profile) []api.Evidence {
	out := b.quotes(h, func(u search.Unit) service.UnitText {
		switch u.Kind {
		case search.UnitBio:
			return service.UnitText{Text: strings.Join(shape.Union(biosList(c, shown), nil), "\n")}
		case search.UnitThemes:
			return service.UnitText{Text: aboutOf(c, shown)}
		}
		return b.texts[u]
	})
	for _, f := range h.Facts {
		out = append(out, api.Evidence{Text: f.Text, Provenance: f.Provenance, FactID: service.Known(f.FactID)})
	}
	slices.SortStableFunc(out, func(a, b api.Evidence) int {
		return slices.Index(strength, a.Provenance) - slices.Index(strength, b.Provenance)
	})
	return out
}

// candidate is a quote that a hit may be shown by.
type candidate struct {
	words.Quoted
	search.Ground
	of service.UnitText
}

// quotes chooses the most telling quotes, one of a text: what none of them speaks
// of yet counts most.
func (b *quoteBook) quotes(h search.Hit, textOf func(search.Unit) service.UnitText) (out []api.Evidence) {
	var all []candidate
	for _, g := range h.Grounds {
		t := textOf(g.Unit)
		for _, q := range words.Quotes(t.Text, g.Terms, quoteMax) {
			all = append(all, candidate{q, g, t})
		}
	}
	said := map[string]bool{}
	for len(out) < mostQuotes {
		best, most := -1, 0.0
		for i := range all {
			if v := all[i].worth(said); v > most && !b.taken[all[i].key()] {
				best, most = i, v
			}
		}
		if best < 0 {
			break
		}
		q := all[best]
		b.taken[q.key()] = true
		for _, n := range q.Quoted.Terms {
			said[q.Ground.Terms[n]] = true
		}
		out = append(out, q.evidence())
		all = slices.DeleteFunc(all, func(o candidate) bool { return o.Unit == q.Unit })
	}
	return out
}

// worth is less where all that a quote speaks of is said already.
func (c *candidate) worth(said map[string]bool) float64 {
	for _, n := range c.Quoted.Terms {
		if !said[c.Ground.Terms[n]] {
			return c.Score
		}
	}
	return c.Score * repeated
}

// key is a quote as it is told apart from others: by its letters and digits. What
// creators are known for is a fact that many share.
func (c *candidate) key() string {
	if c.Unit.Kind == search.UnitThemes {
		return fmt.Sprintf("themes %d", c.Unit.Row)
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, c.Text)
}

// evidence is a quote as it is answered. Only posts and transcripts are named and
// quoted; what a creator says of itself is a fact of the profile.
func (c *candidate) evidence() api.Evidence {
	e := api.Evidence{Text: "Written in a post", Provenance: api.FromPost, SourcePostID: service.Known(c.of.PostID), EvidenceQuote: &c.Text}
	switch c.Unit.Kind {
	case search.UnitBio:
		return api.Evidence{Text: "The bio says: " + oneLine(c.Text), Provenance: api.FromProfile, FactID: service.Known("bio")}
	case search.UnitThemes:
		return api.Evidence{Text: "Known for: " + listed(c.Text), Provenance: api.Inferred, FactID: service.Known("themes")}
	case search.UnitTranscript:
		if e.Text, e.Machine = "Said in a video", c.of.Machine; e.Machine {
			e.Text += "." + machineSays
		}
	}
	return e
}

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

package search

import (
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/words"
)

// mostParts bounds how many parts of a query are tried: pairs of ten are 45
// searches, a few milliseconds each.
const mostParts = 10

const asideFilters = "the filters beside the query"

// Nearest is the query nearest to one that nothing matches, with the fewest
// parts left out; of equals that which most match. Nil where there is none.
func (s *Segments) Nearest(q Query) *api.Nearest {
	parts := s.understand(q.Text).Parts()
	parts = parts[:min(len(parts), mostParts)]
	var one, two, alone [][]words.Part
	for i := range parts {
		one = append(one, parts[i:i+1])
		for j := i + 1; j < len(parts); j++ {
			two = append(two, []words.Part{parts[i], parts[j]})
		}
		alone = append(alone, slices.Concat(parts[:i], parts[i+1:]))
	}
	bare := q
	bare.Platforms, bare.Kinds, bare.Filters = nil, nil, nil
	if n := s.leaving(bare, nil); n != nil {
		n.Without = asideFilters
		return n
	}
	for _, sets := range [][][]words.Part{one, two, alone} {
		var best *api.Nearest
		for _, set := range sets {
			if n := s.leaving(q, set); n != nil && (best == nil || n.FilteredTotal > best.FilteredTotal) {
				best = n
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// leaving is the query without some of its parts; nil where nothing matches that
// either.
func (s *Segments) leaving(q Query, parts []words.Part) *api.Nearest {
	n := &api.Nearest{Query: words.Without(q.Text, parts...)}
	if strings.TrimSpace(n.Query) == "" {
		return nil
	}
	var without []string
	for _, p := range parts {
		without = append(without, q.Text[p.Start:p.End])
	}
	n.Without = strings.Join(without, ", ")
	q.Text, q.Limit = n.Query, 1
	if n.FilteredTotal = s.search(q).Total; n.FilteredTotal == 0 {
		return nil
	}
	return n
}

package analysis

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"greenroom/api"
)

// Population is the traits of all creators, held small in memory. It does not change
// once gathered; many goroutines may ask it at once.
type Population struct {
	creators  []traitSet
	words     names
	languages names
	count     []uint32 // creators with each word as a theme
}

// traitSet is one creator; 0 is unknown. Words and places are numbers of names.
type traitSet struct {
	id        [16]byte
	themes    []uint32
	languages uint64 // a set of languages
	country   uint32
	city      uint32
	kind      api.CreatorKind
	accounts  [3]account // one per network: the largest there
	on        uint8      // which of them are
}

type account struct {
	followers  int64
	engagement float32
	verified   bool
}

// names numbers words from 1.
type names struct {
	ids   map[string]uint32
	names []string
}

// add gives a word a number, unless it has one.
func (n *names) add(s string) {
	if s == "" || n.ids[s] != 0 {
		return
	}
	if n.ids == nil {
		n.ids = map[string]uint32{}
	}
	n.names = append(n.names, s)
	n.ids[s] = uint32(len(n.names))
}

func (n *names) name(id uint32) string { return n.names[id-1] }

// Gather reads the traits of all creators.
func Gather(stream iter.Seq2[Traits, error]) (*Population, error) {
	h := &Population{}
	for t, err := range stream {
		if err != nil {
			return nil, fmt.Errorf("gather creators: %w", err)
		}
		b := h.learn(t)
		for _, w := range b.themes {
			for int(w) >= len(h.count) {
				h.count = append(h.count, 0)
			}
			h.count[w]++
		}
		h.creators = append(h.creators, b)
	}
	h.creators = slices.Clip(h.creators)
	return h, nil
}

// learn measures a creator and gives its words numbers.
func (h *Population) learn(t Traits) traitSet {
	for _, w := range t.Themes {
		h.words.add(theme(w))
	}
	h.words.add(strings.ToUpper(t.Country))
	h.words.add(t.City)
	for _, l := range t.Languages {
		h.languages.add(strings.ToLower(l))
	}
	return h.measure(t)
}

func theme(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// measure leaves words that the population does not know out: nobody shares them.
func (h *Population) measure(t Traits) traitSet {
	b := traitSet{id: idBytes(t.ID), country: h.words.ids[strings.ToUpper(t.Country)], city: h.words.ids[t.City], kind: t.Kind}
	for _, w := range t.Themes {
		if id := h.words.ids[theme(w)]; id != 0 && !slices.Contains(b.themes, id) {
			b.themes = append(b.themes, id)
		}
	}
	for _, l := range t.Languages {
		if id := h.languages.ids[strings.ToLower(l)]; id != 0 && id <= 64 {
			b.languages |= 1 << (id - 1)
		}
	}
	for _, a := range t.Accounts {
		n := slices.Index(api.Platforms(), a.Platform)
		if n < 0 || b.on&(1<<n) != 0 && b.accounts[n].followers >= a.Followers {
			continue
		}
		b.on |= 1 << n
		b.accounts[n] = account{a.Followers, float32(a.Engagement), a.Verified}
	}
	return b
}

// largest is the account with the most followers on these networks.
func (b *traitSet) largest(on []api.Platform) (best account, ok bool) {
	best.followers = math.MinInt64
	for n, p := range api.Platforms() {
		if b.on&(1<<n) != 0 && b.accounts[n].followers > best.followers && slices.Contains(on, p) {
			best, ok = b.accounts[n], true
		}
	}
	return best, ok
}

func (b *traitSet) platforms(on []api.Platform) (out []api.Platform) {
	for n, p := range api.Platforms() {
		if b.on&(1<<n) != 0 && slices.Contains(on, p) {
			out = append(out, p)
		}
	}
	return out
}

// rarity is how much a theme tells: more where fewer share it.
func (h *Population) rarity(theme uint32) float64 {
	n := 0.0
	if int(theme) < len(h.count) {
		n = float64(h.count[theme])
	}
	return 0.2 + math.Log1p(float64(len(h.creators))/(1+n))
}

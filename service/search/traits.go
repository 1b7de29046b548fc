package search

import (
	"math"
	"slices"
	"strings"

	"greenroom/api"
)

// traits hold what makes creators alike beside the other columns.
type traits struct {
	firstTheme []uint32 // of each creator
	theme      []uint32 // numbers of themes
	themes     *vocab
	themeWorth []float64 // of each theme: how much it tells, more where fewer of the base share it
}

// themeKey is a theme as it is compared.
func themeKey(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// addThemes notes what a creator is known for, and what networks call it.
func (t *traits) addThemes(lists ...[]string) {
	from := len(t.theme)
	for _, list := range lists {
		for _, s := range list {
			if s = themeKey(s); s == "" {
				continue
			}
			if id, _ := t.themes.intern([]byte(s)); !slices.Contains(t.theme[from:], id) {
				t.theme = append(t.theme, id)
			}
		}
	}
}

func (t *traits) themesOf(d uint32) []uint32 { return t.theme[t.firstTheme[d]:t.firstTheme[d+1]] }

// worthOf weighs a theme: more where fewer of the base share it.
func (base *Index) worthOf(theme string) float64 {
	if id, ok := base.themes.lookup(theme); ok {
		return base.themeWorth[id]
	}
	return base.rarityOf(0)
}

func (base *Index) rarityOf(creators float64) float64 {
	return 0.2 + math.Log1p(float64(base.Len())/(1+creators))
}

// weighThemes sets how much each theme tells.
func (x *Index) weighThemes() {
	worth := make([]float64, x.themes.len())
	if x == x.base {
		for _, t := range x.theme {
			worth[t]++
		}
	}
	for t := range worth {
		if x == x.base {
			worth[t] = x.rarityOf(worth[t])
		} else {
			worth[t] = x.base.worthOf(x.themes.term(uint32(t)))
		}
	}
	x.themeWorth = worth
}

// networkBit is a network of the contract in a set of them; 0 for others.
func networkBit(number uint8) uint8 {
	if number == 0 || int(number) > len(api.Platforms()) {
		return 0
	}
	return 1 << (number - 1)
}

// addAccount notes what of a profile makes creators alike.
func (p *profiles) addAccount(n *Name) {
	p.platform = append(p.platform, p.number(n.Platform))
	p.followers = append(p.followers, n.Followers)
	p.engagement = append(p.engagement, float32(n.Engagement))
	mark := uint8(0)
	if n.Verified {
		mark = 1
	}
	p.verified = append(p.verified, mark)
}

// largest is the profile of a creator with the most followers on these networks, the
// first network of equals, and on which of them it is.
func (p *profiles) largest(d uint32, on uint8) (best account, networks uint8) {
	at := uint8(0)
	for i := p.first[d]; i < p.first[d+1]; i++ {
		bit := networkBit(p.platform[i]) & on
		if bit == 0 {
			continue
		}
		if n := p.followers[i]; networks == 0 || n > best.followers || n == best.followers && bit < at {
			best, at = account{n, float64(p.engagement[i]), p.verified[i] != 0}, bit
		}
		networks |= bit
	}
	return best, networks
}

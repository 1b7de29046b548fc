package world

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// slot is something a creator remembers from post to post.
type slot int

const (
	slotName slot = iota
	slotFull
	slotFirst // for handles: folded, lower case
	slotLast
	slotCity
	slotCitySlug
	slotArea
	slotTown
	slotSince
	slotProject
	slotJoke
	slotPet
	slotAnimal
	slotFriend
	slotBrand
	slotHandle
	slotShe
	slotHer
	slotTopic
	slotLand
	slotAge
	slotNum
	slotKids
	slotNiche
	slotRole
	slotSlug
	slotOther
	slotCount
)

var slotNames = map[string]slot{
	"NAME": slotName, "FULL": slotFull, "FIRST": slotFirst, "LAST": slotLast, "CITY": slotCity,
	"CITYSLUG": slotCitySlug, "AREA": slotArea, "TOWN": slotTown, "SINCE": slotSince,
	"PROJECT": slotProject, "JOKE": slotJoke, "PET": slotPet, "ANIMAL": slotAnimal,
	"FRIEND": slotFriend, "BRAND": slotBrand, "HANDLE": slotHandle, "SHE": slotShe,
	"HER": slotHer, "TOPIC": slotTopic, "LAND": slotLand, "AGE": slotAge, "NUM": slotNum, "KIDS": slotKids,
	"NICHE": slotNiche, "ROLE": slotRole, "SLUG": slotSlug, "OTHER": slotOther,
}

// voice turns templates into text for one creator at a time. It remembers
// which lines the creator has used and takes every other line first.
type voice struct {
	rng      *rand.Rand
	female   bool
	memory   [slotCount]string
	subject  string               // of the post at hand; "" until it is named
	subjects *pool                // what it is drawn from
	words    *[vocabularies]*pool // of the niche at hand; nil without
	used     []usage
	buf      []byte
	// aligned makes draws depend on aligned and line alone, so that two
	// languages with parallel pools tell the same.
	aligned, line uint64
}

type usage [2]uint64

func (v *voice) reset(seed uint64, creator int, pools int) {
	v.rng = rand.New(rand.NewPCG(seed, uint64(creator)*0x9e3779b97f4a7c15+1))
	if v.used == nil {
		v.used = make([]usage, pools)
	}
	clear(v.used)
	v.memory = [slotCount]string{}
	v.subject, v.aligned, v.line = "", 0, 0
}

func (v *voice) n(k int) int              { return v.rng.IntN(k) }
func (v *voice) between(a, b int) int     { return a + v.rng.IntN(b-a+1) }
func (v *voice) chance(pct int) bool      { return v.rng.IntN(100) < pct }
func (v *voice) spread(s float64) float64 { return math.Exp(v.rng.NormFloat64() * s) }

// pronouns makes the voice that of a woman or of a man.
func (v *voice) pronouns(female bool) {
	v.female, v.memory[slotShe], v.memory[slotHer] = female, "he", "his"
	if female {
		v.memory[slotShe], v.memory[slotHer] = "she", "her"
	}
}

// weighted draws one of n things, each as often as it weighs.
func (v *voice) weighted(n int, weight func(int) int) int {
	sum := 0
	for i := range n {
		sum += weight(i)
	}
	at := v.n(sum)
	for i := range n {
		if at -= weight(i); at < 0 {
			return i
		}
	}
	return 0
}

// pick draws a line that this creator has not used, as long as there is one.
func (v *voice) pick(p *pool) template {
	if len(p.lines) == 1 {
		return p.lines[0]
	}
	if v.aligned != 0 {
		at := v.line
		if p.fixed {
			at = 0
		}
		return p.lines[mix(v.aligned+at*31+uint64(len(p.lines)))%uint64(len(p.lines))]
	}
	i := v.rng.IntN(len(p.lines))
	if len(p.lines) > 128 {
		return p.lines[i]
	}
	u := &v.used[p.id]
	for range p.lines {
		if u[i>>6]&(1<<(i&63)) == 0 {
			u[i>>6] |= 1 << (i & 63)
			return p.lines[i]
		}
		i = (i + 1) % len(p.lines)
	}
	*u = usage{}
	u[i>>6] |= 1 << (i & 63)
	return p.lines[i]
}

// about begins a new subject out of a book.
func (v *voice) about(b *book) { v.subject, v.subjects = "", b.find("s") }

// text draws from a pool and raises the first letter.
func (v *voice) text(p *pool) string {
	s, _ := v.sentence(p)
	return s
}

// sentence is text, and whether another draw of the same line may differ.
func (v *voice) sentence(p *pool) (s string, varied bool) {
	t := v.pick(p)
	v.buf = v.buf[:0]
	v.write(t)
	raise(v.buf, 0)
	return string(v.buf), len(t) > 1
}

// value draws from a pool and leaves the letters alone; "" from no pool.
func (v *voice) value(p *pool) string {
	if p == nil {
		return ""
	}
	v.buf = v.buf[:0]
	v.write(v.pick(p))
	return string(v.buf)
}

func (v *voice) write(t template) {
	for i := range t {
		p := &t[i]
		if p.kind == literal {
			v.buf = append(v.buf, p.text...)
			continue
		}
		start := len(v.buf)
		v.fill(p)
		if p.upper {
			raise(v.buf, start)
		}
		if p.article {
			v.article(start)
		}
	}
}

func (v *voice) fill(p *part) {
	switch p.kind {
	case draw:
		v.write(v.pick(p.pool))
	case word:
		v.write(v.pick(v.words[p.lo]))
	case memory:
		v.buf = append(v.buf, v.memory[p.lo]...)
	case gendered:
		if v.female {
			v.buf = append(v.buf, p.other...)
		} else {
			v.buf = append(v.buf, p.text...)
		}
	case number:
		n := p.lo
		if v.aligned != 0 {
			n += int(mix(v.aligned+v.line) % uint64(p.hi-p.lo+1))
		} else {
			n += v.rng.IntN(p.hi - p.lo + 1)
		}
		v.buf = strconv.AppendInt(v.buf, int64(n), 10)
	case subject:
		if v.subject == "" {
			start := len(v.buf)
			v.write(v.pick(v.subjects))
			v.subject = string(v.buf[start:])
			return
		}
		v.buf = append(v.buf, v.subject...)
	}
}

// article puts "a" or "an" before what was written from start on.
func (v *voice) article(start int) {
	word, art := string(v.buf[start:]), "a "
	if strings.IndexByte("aeiouAEIOU", word[0]) >= 0 && !strings.HasPrefix(word, "one") && !strings.HasPrefix(word, "uni") {
		art = "an "
	}
	v.buf = append(append(v.buf[:start], art...), word...)
}

// raise makes the letter at i upper case where that keeps its length.
func raise(b []byte, i int) {
	r, size := utf8.DecodeRune(b[i:])
	up := unicode.ToUpper(r)
	if up != r && utf8.RuneLen(up) == size {
		utf8.EncodeRune(b[i:], up)
	}
}

// mix is the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

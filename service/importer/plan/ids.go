package plan

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"greenroom/internal/pattern"
)

// An id of an account is the network's own only where a second witness says so:
// the header names the network, the ids are as long as the network's, or the table
// speaks the network's own words. Any other is what somebody counts their creators by.

// longID is as the networks count: no list of creators needs so many digits. Older
// accounts have shorter ones.
var (
	longID = pattern.New(`^(\d{15,20}|UC[\w-]{22})$`)
	midID  = pattern.New(`^\d{8,20}$`)
)

// nouns lists the networks' words for an account, which planners use seldom.
var nouns = []string{"user", "userid", "profile", "page", "owner", "author"}

// owners are words for whose a post is.
var owners = append([]string{"uploader", "channel", "creator", "account", "influencer"}, nouns...)

// owned holds for ids that are the network's own.
func (t *table) owned(c *column) bool {
	if native(c) || c.share("longid") == 1 {
		return true
	}
	return !c.counted() && (c.network != "" || containsAny(c.words, nouns) && c.share("midid") >= 0.5 || slices.ContainsFunc(t.columns, native))
}

// native holds for a header in the network's own words.
func native(c *column) bool {
	return slices.ContainsFunc(c.path(), func(part string) bool { return lists.Has("spoken", part) })
}

// path are the keys of which a header was made.
func (h header) path() []string {
	return strings.FieldsFunc(h.text, func(r rune) bool { return r == '.' || r == '/' })
}

// counted holds for ids that are a few digits behind the same letters in each row, or
// that lie close together, as people number what they keep: 10021, CR-0007.
func (c *column) counted() bool {
	if len(c.cells) == 0 {
		return false
	}
	letters := strings.TrimRight(c.cells[0], "0123456789")
	low, high, longest := math.Inf(1), 0.0, 0
	for _, cell := range c.cells {
		number, ok := strings.CutPrefix(cell, letters)
		value, err := strconv.ParseFloat(number, 64)
		if !ok || err != nil || strings.Trim(number, "0123456789") != "" {
			return false
		}
		low, high, longest = min(low, value), max(high, value), max(longest, len(number))
	}
	near := longest <= 9 && high > low && high-low < float64(1000*len(c.cells))
	return len(letters) <= 6 && (longest <= 7 || near)
}

package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"greenroom/api"
	"greenroom/internal/pattern"
	"greenroom/service/importer/cells"
	"greenroom/service/media"
)

// column is a column of the first rows: its header, and what its cells look like.
type column struct {
	inherited bool // its network is told by its place alone
	header
	index  int
	cells  []string // the known ones
	shares map[string]float64
}

func newColumn(index int, cell string, sample [][]string) *column {
	c := &column{header: newHeader(cell), index: index, shares: map[string]float64{}}
	for _, row := range sample {
		if value := valueIn(row, index); value != "" {
			c.cells = append(c.cells, value)
		}
	}
	return c
}

// valueIn is the known value of a row in a column, "" where there is none.
func valueIn(row []string, column int) string {
	if column < len(row) {
		if value, known := cells.Known(row[column]); known {
			return value
		}
	}
	return ""
}

// sample is a cell to show.
func (c *column) sample() string {
	if len(c.cells) == 0 {
		return ""
	}
	return c.cells[0]
}

// share returns the share of the known cells with a look, 0 to 1.
func (c *column) share(look string) float64 {
	if known, ok := c.shares[look]; ok {
		return known
	}
	held := 0
	for _, cell := range c.cells {
		if looks[look](cell) {
			held++
		}
	}
	share := 0.0
	if len(c.cells) > 0 {
		share = float64(held) / float64(len(c.cells))
	}
	c.shares[look] = share
	return share
}

// distinct returns the share of the known cells that differ, 0 to 1.
func (c *column) distinct() float64 {
	if len(c.cells) == 0 {
		return 0
	}
	seen := map[string]bool{}
	for _, cell := range c.cells {
		seen[cell] = true
	}
	return float64(len(seen)) / float64(len(c.cells))
}

// constant holds for a column that says the same in all its rows.
func (c *column) constant() bool {
	return len(c.cells) > 1 && !slices.ContainsFunc(c.cells, func(cell string) bool { return cell != c.cells[0] })
}

// fewFlags limits the cells of 0 and 1 that may be numbers: more of them are answers of
// yes and no.
const fewFlags = 10

// flag holds for a column of yes and no.
func (c *column) flag() bool {
	if len(c.cells) == 1 && slices.Contains([]string{"true", "false"}, strings.ToLower(c.cells[0])) {
		return true
	}
	if len(c.cells) < 2 || c.share("flag") < 1 {
		return false
	}
	return c.share("number") == 0 || len(c.cells) >= fewFlags
}

// qualified holds for a header with a word that makes another thing of what it names.
func (c *column) qualified() bool {
	return c.says("meaning")
}

// ofNetworks holds for a column of networks' names, under whatever header.
func (c *column) ofNetworks() bool { return len(c.cells) > 1 && c.share("brand") > 0.9 }

// longIDs holds for ids that are no row numbers.
func (c *column) longIDs() bool {
	return len(c.cells) > 0 && c.distinct() > 0.9 && !slices.ContainsFunc(c.cells, func(cell string) bool { return len(cell) < 6 })
}

var (
	ours       = pattern.New(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	hidden     = pattern.New(`^[*xX#•.\-_]+\d*$|\*{3,}|(?i)redacted|anonym|hashed`)
	addressLed = pattern.New(`^(?i)(https?://|www\.|[a-z0-9-]+(\.[a-z0-9-]+)*\.(com|be|example|net|org|tv|de|io|me)/)`)
	period     = pattern.New(`^(?i)(pt(\d+h)?(\d+m)?(\d+(\.\d+)?s)?|\d+:\d{2}(:\d{2})?|\d+(\.\d+)?\s*(s|sec|m|min|h)?( ?\d+ ?(s|m))*)$`)
)

// Ours holds for an id that this program gives.
func Ours(id string) bool { return ours.MatchString(id) }

// Hidden holds for an id that was made unreadable: it tells nobody from another.
func Hidden(id string) bool { return hidden.MatchString(id) }

// looks are the ways in which a cell can look.
var looks = map[string]func(string) bool{
	"number": func(cell string) bool { _, ok := cells.Number(cell, cells.Style{Words: anyWord}); return ok },
	"count": func(cell string) bool {
		f, ok := cells.Number(cell, cells.Style{Words: anyWord, Whole: true})
		return ok && f.Value >= 0 && !f.Percent
	},
	"rate":   func(cell string) bool { f, ok := cells.Number(cell, cells.Style{}); return ok && f.Value >= 0 },
	"change": func(cell string) bool { return strings.HasPrefix(cell, "+") || strings.HasPrefix(cell, "-") },
	"plain": func(cell string) bool {
		_, ok := cells.Number(cell, cells.Style{})
		return ok && strings.IndexFunc(cell, unicode.IsLetter) < 0
	},
	"handle": func(cell string) bool { _, ok := cells.ParseAccount(cell); return ok || cells.StandsIn(cell) },
	"lettered": func(cell string) bool {
		return strings.IndexFunc(cell, func(r rune) bool { return r > unicode.MaxASCII && unicode.IsLetter(r) }) >= 0
	},
	"marked":   marked,
	"within":   func(cell string) bool { _, ok := cells.Within(cell); return ok },
	"signedat": func(cell string) bool { return strings.HasPrefix(cell, "@") },
	"lower":    func(cell string) bool { return cell == strings.ToLower(cell) },
	"url":      addressLed.MatchString,
	"profile": func(cell string) bool {
		a, ok := cells.ParseAccount(cell)
		return ok && (a.URL != "" || a.ID != "")
	},
	"post": func(cell string) bool {
		_, id := media.MediaFromURL(cell)
		return id != "" && addressLed.MatchString(cell)
	},
	"channel": func(cell string) bool { return media.ChannelID.MatchString(cell) },
	"longid":  longID.MatchString,
	"midid":   midID.MatchString,
	"video": func(cell string) bool {
		return media.VideoID.MatchString(cell) && strings.ToLower(cell) != cell && strings.ToUpper(cell) != cell
	},
	"id": func(cell string) bool {
		return !strings.ContainsAny(cell, " \n") && !ours.MatchString(cell) && !hidden.MatchString(cell) && len(cell) < 80
	},
	"date":    dated,
	"time":    func(cell string) bool { return len(cell) > 7 && dated(cell) },
	"country": func(cell string) bool { return cells.Country(cell) != "" },
	"place":   func(cell string) bool { _, _, ok := cells.Location(cell); return ok },
	"network": func(cell string) bool {
		_, ok := NetworkOf(cell)
		return ok || lists.Has("network", strings.ToLower(cell))
	},
	"brand": func(cell string) bool {
		_, ok := brandOf(networkWord(cell))
		return ok || lists.Has("network", strings.ToLower(cell))
	},
	"language": func(cell string) bool { return len(cells.Languages(cell)) > 0 },
	"flag":     func(cell string) bool { _, ok := cells.Truth(cell); return ok },
	"duration": period.MatchString,
	"posttype": func(cell string) bool { return cells.PostType(cell) != "" },
	"name": func(cell string) bool {
		if _, handle := cells.Within(cell); handle {
			cell = strings.ReplaceAll(cell, "\n", " ")
		}
		return strings.IndexFunc(cell, unicode.IsLetter) >= 0 && len(cell) < 150 && !addressLed.MatchString(cell) && !strings.Contains(cell, "\n")
	},
	"text": func(cell string) bool {
		_, ok := cells.Number(cell, cells.Style{})
		return !ok && !addressLed.MatchString(cell)
	},
	"state": func(cell string) bool { return len(cell) == 2 && cells.State(cell) },
}

func dated(cell string) bool {
	_, ok := cells.Date(cell, cells.AnyOrder)
	return ok || len(cells.Orders(cell)) > 0
}

// marked holds for what is written as handles are and names are not: in small
// letters, or with dots, lines and digits.
func marked(cell string) bool {
	if _, ok := cells.ParseAccount(cell); !ok {
		return false
	}
	return strings.ContainsAny(cell, "@._/0123456789") || cell == strings.ToLower(cell)
}

const unknownHeader = "its header is not known"

// exact holds for a header that says a field of numbers or handles in full.
func exact(f Field, called float64) bool {
	return called >= 0.95 && slices.Contains(measured, f) || called >= 0.8 && f == Username
}

// unfit is why a column is not used whose header may be known: its cells are not
// what the header says.
func (c *column) unfit(kind string) string {
	for _, s := range senses {
		if !c.other && strings.Contains(s.kinds, kind) && c.score(s) >= 0.8 && len(c.cells) > 0 && c.share(s.value) < 0.4 {
			return fmt.Sprintf("its header says %s, its cells do not", label(s.field))
		}
	}
	for _, s := range senses {
		for _, word := range c.words {
			if lists.Has("meaning", word) && slices.Contains(measured, s.field) && strings.Contains(s.kinds, kind) && containsAny(c.words, s.any) && len(s.with) == 0 {
				return fmt.Sprintf("%q in its header makes it another thing than the %s", word, label(s.field))
			}
		}
	}
	if c.element {
		return "it is of one thing of a list, and says nothing of the whole"
	}
	return unknownHeader
}

// fit rates how well the cells of a column suit a field, 0 (not at all) to 1. A column
// without a cell fits anything a little.
func (c *column) fit(f Field) float64 {
	if len(c.cells) == 0 {
		return 0.7
	}
	share := c.share(valueOf(f))
	switch f {
	case Username:
		return gate(max(share, c.share("profile")), 0.5)
	case ProfileURL:
		return gate(c.share("profile"), 0.3) * (1 - c.share("post"))
	case URL:
		return gate(c.share("url"), 0.3)
	case ChannelID:
		return c.share("channel")
	case ProfileID:
		return gate(share, 0.4) * (0.6 + 0.4*c.distinct())
	case PostID:
		return gate(share, 0.5) * (0.4 + 0.6*c.distinct()) * (1 - c.share("channel")) * (1 - boolean(c.counted()))
	case Country:
		if c.share("state") > 0.9 && c.share("country") < 0.9 {
			return 0
		}
		return 0.5 + 0.5*max(share, c.share("country"))
	case Category:
		return (0.4 + 0.6*share) * (1 - c.share("url"))
	case Name, Title, Bio, Caption, Description, City, Tags, Speakers, Collection, CaptionFile, Language, Audience, Platform:
		return 0.4 + 0.6*share
	}
	return gate(share, 0.4)
}

// gate lets through what most cells hold.
func gate(share, least float64) float64 {
	if share < least {
		return 0
	}
	return 0.7 + 0.3*share
}

// neutral are words for what the networks show.
var neutral = media.ByWord(map[api.Platform]string{
	api.PhotoPlatform:      "photo photos reel reels",
	api.ShortVideoPlatform: "shortvideo shortvideos short shorts",
	api.VideoPlatform:      "video videos channels",
})

// NetworkOf reads a cell that names a network, and may say what is shown there: Instagram Reels.
func NetworkOf(cell string) (found api.Platform, ok bool) {
	if p, ok := brandOf(networkWord(cell)); ok {
		return p, true
	}
	if p, ok := neutral[networkWord(cell)]; ok {
		return p, true
	}
	for _, word := range splitWords(cell) {
		p, brand := brandOf(word)
		if _, shows := neutral[word]; !brand && !shows || brand && found != "" && p != found {
			return "", false
		}
		found = cmp.Or(p, found)
	}
	return found, found != ""
}

// Elsewhere holds for an address of another network, be it kept here or not.
func Elsewhere(on api.Platform, cell string) bool {
	address, ok := media.ParseURL(cell)
	if !ok || !strings.Contains(cell, "/") {
		return false
	}
	host := strings.ToLower(address.Hostname())
	if p := media.PlatformOfHost(host); p != "" {
		return p != on
	}
	labels := strings.Split(host, ".")
	return lists.Has("network", host) || lists.Has("network", labels[len(labels)-2])
}

func networkWord(cell string) string { return strings.ToLower(strings.Join(strings.Fields(cell), "")) }

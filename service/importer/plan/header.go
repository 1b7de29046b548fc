package plan

import (
	"slices"
	"strings"
	"unicode"

	"greenroom/api"
	"greenroom/internal/pattern"
	"greenroom/service/importer/cells"
	"greenroom/service/media"
)

var respelled = strings.NewReplacer("you tuber", "youtuber", "you tube", "youtube", "tik toker", "tiktoker",
	"tik tok", "tiktok", "suscribers", "subscribers", "subcribers", "subscribers", "suscriber", "subscriber",
	"folowers", "followers", "follwers", "followers", "e mail", "email", "sub titles", "subtitles", "user name", "username",
	"insta gram", "instagram", "インスタグラム", " instagram ", "インスタ", " instagram ", "인스타그램", " instagram ", "인스타", " instagram ",
	" pct", " percent", "percentage", "percent", "prozent", "percent", "porcentaje", "percent", "pourcentage", "percent",
	"数", " 数 ", "數", " 数 ", "平均", "avg ", "평균", "avg ", "متوسط", "avg")

// header is a header cell taken apart.
type header struct {
	text    string
	words   []string // in lower case, each once, without networks and units
	network api.Platform
	brands  []api.Platform // the networks that it names; network is the only one
	other   bool           // it names a network that is not kept here
	element bool           // it is of one thing of a list: latestPosts[0].likes
	unit    float64        // what the column counts in; 0: not said
}

// maxHeaderWords is more than headers have: what is longer is prose.
const maxHeaderWords = 8

// ofList matches a path into a list, in the ways that programs write it.
var ofList = pattern.New(`\[\d+\]|[A-Za-z_]([./]|__)\d{1,4}([./]|__)[A-Za-z_]`)

// footnote matches the numbers of notes behind the words of a header.
var footnote = pattern.New(`(\[\d{1,3}\])+$`)

func newHeader(cell string) header {
	h := header{text: cell}
	if strings.ContainsAny(cell, " (") {
		cell = footnote.ReplaceAllString(cell, "")
	}
	if at := ofList.FindStringSubmatchIndex(cell); at != nil {
		cell, h.element = cell[:at[0]+1], true // what the list is, not what is in it
	}
	words := splitWords(cell)
	if strings.TrimSpace(cell) == "@" {
		words = []string{"handle"}
	}
	if len(words) > maxHeaderWords {
		if at := strings.IndexAny(cell, "(:\n"); at > 0 {
			words = splitWords(cell[:at])
		}
	}
	if len(words) > maxHeaderWords {
		return h
	}
	for i, word := range words {
		unit := cells.UnitOf(word)
		if p, ok := brandOf(word); ok {
			h.brands = append(h.brands, p)
			if strings.HasSuffix(word, "er") || strings.HasSuffix(word, "ers") {
				h.words = append(h.words, "youtuber") // a person of it
			}
			continue
		}
		switch {
		case unit != 0 && (len(word) > 1 || i > 0 && i == len(words)-1):
			h.unit = unit
		case lists.Has("network", word):
			h.other = true
		case !slices.Contains(h.words, word):
			h.words = append(h.words, word)
		}
	}
	switch brands := slices.Compact(slices.Sorted(slices.Values(h.brands))); {
	case len(brands) == 1:
		h.network = brands[0]
	case len(brands) > 1 && !slices.ContainsFunc(h.words, func(w string) bool { return !lists.Has("neutral", w) }):
		h.words = []string{"handle"} // of either: Instagram or TikTok
	}
	return h
}

// brandOf is the network that a word of a header names; TT is short for one there,
// and for much else elsewhere.
func brandOf(word string) (api.Platform, bool) {
	if word == "tt" {
		return api.ShortVideoPlatform, true
	}
	p, ok := media.Brands[word]
	return p, ok
}

// days finds days behind a word that they are of: views30d.
var days = pattern.New(`(\pL{3,})(\d{1,3}d)\b`)

// splitWords splits a header cell at everything that is no letter or digit, and
// where small letters meet capitals: channelTitle, Views (Avg.).
func splitWords(cell string) []string {
	var text strings.Builder
	previous := ' '
	for _, r := range cell {
		switch {
		case strings.ContainsRune(cells.Unseen, r):
			continue
		case r == '%':
			text.WriteString(" percent ")
		case r == '#':
			text.WriteString(" # ")
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
			text.WriteByte(' ')
		default:
			if unicode.IsUpper(r) && unicode.IsLower(previous) {
				text.WriteByte(' ')
			}
			text.WriteRune(unicode.ToLower(r))
		}
		previous = r
	}
	var words []string
	for _, word := range strings.Fields(respelled.Replace(days.ReplaceAllString(text.String(), "$1 $2"))) {
		if trimmed := strings.TrimLeft(word, "0123456789"); trimmed != "" && trimmed != "d" && cells.UnitOf(word) == 0 {
			word = trimmed
		}
		words = append(words, word)
	}
	return words
}

// ofLists are the fields that a thing of a list may be: any says what the whole does.
var ofLists = map[Field]bool{URL: true, Website: true, Avatar: true, Thumbnail: true}

var perAccountCount = map[Field]bool{Posts: true, Likes: true, Comments: true, Views: true, Shares: true}

// score rates how well a header names the field of a sense, 0 to 1.
func (h header) score(s sense) float64 {
	if h.other || h.element && !ofLists[s.field] || !containsAny(h.words, s.any) || containsAny(h.words, s.without) {
		return 0
	}
	for _, word := range s.with {
		if !slices.Contains(h.words, word) && !(word == "percent" && strings.Contains(h.text, "%")) {
			return 0
		}
	}
	for _, word := range h.words {
		switch {
		case slices.Contains(s.any, word) || slices.Contains(s.with, word):
		case lists.Has("span", word) && perAccountCount[s.field] && (s.field == Posts || !h.averaged()) && strings.Contains(s.kinds, "c"):
			return 0
		case !slices.Contains(measured, s.field) && followerWords[word]:
			return 0 // where followers live, or what they speak
		case lists.Has("period", word) && (s.value == "rate" || s.field == Growth || h.averaged()):
		case lists.Has("meaning", word), word == "percent" && s.value == "count":
			return 0
		}
	}
	return max(0, s.weight-0.15*float64(len(h.strange(s))))
}

// followerWords call those who follow: what they are tells nothing of whom they follow.
// audienceWords call them as a whole.
var followerWords, audienceWords = wordsOf(Followers), wordsOf(Audience)

// wordsOf are those of the first sense of a field.
func wordsOf(f Field) map[string]bool { return cells.WordSet(strings.Join(senseOf(f).any, " ")) }

// strange returns the words of a header that are no part of a sense, nor known to change
// nothing about it.
func (h header) strange(s sense) (list []string) {
	for _, word := range h.words {
		if !slices.Contains(s.any, word) && !slices.Contains(s.with, word) && !lists.Has("period", word) && !lists.Has("meaning", word) && !lists.Has("neutral", word) && !lists.Has("average", word) &&
			strings.Trim(word, "0123456789_") != "" {
			list = append(list, word)
		}
	}
	return list
}

func containsAny(words, list []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
}

func (h header) averaged() bool { return h.says("average") }

// says holds for a header with a word of a list.
func (h header) says(list string) bool {
	return slices.ContainsFunc(h.words, func(w string) bool { return lists.Has(list, w) })
}

// OfMetrics holds for the header of a column that says what each row's figure is.
func OfMetrics(cell string) bool {
	h := header{words: splitWords(cell)}
	return len(h.words) < 3 && h.says("metric")
}

// Known holds for a cell that is a header of some field, or names a network.
func Known(cell string) bool {
	h := newHeader(cell)
	return h.network != "" && len(h.words) == 0 || slices.ContainsFunc(senses, func(s sense) bool { return h.score(s) >= 0.5 })
}

// Under is a header below a word over several columns, as long as the word changes what it
// means: whose it is, or where nobody knows what it is alone.
func Under(over, own string) string {
	group := newHeader(over)
	possessor := group.network != "" || group.other || slices.ContainsFunc(group.words, func(w string) bool { return lists.Has("meaning", w) || followerWords[w] || audienceWords[w] })
	if strings.TrimSpace(own) == "" || !possessor && Known(own) {
		return own
	}
	return strings.TrimSpace(over + " " + own)
}

// UnitRow holds for a row below a header that says no more than what its columns count in.
func UnitRow(row []string) bool {
	units := 0
	for _, cell := range row {
		bare := strings.ToLower(strings.Trim(cell, " ()[]"))
		switch {
		case bare == "%" || cells.UnitOf(bare) > 0:
			units++
		case strings.IndexFunc(bare, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0:
			return false
		}
	}
	return units > 0
}

// NetworkHeader holds for a cell that is the name of a network and no more.
func NetworkHeader(cell string) bool {
	h := newHeader(cell)
	return (h.network != "" || h.other) && len(h.words) == 0
}

// Heads holds for a cell that says nothing but what a column is, be it a field or
// what is bought, planned or of somebody else.
func Heads(cell string) bool {
	h := newHeader(cell)
	return Names(cell) || len(h.words) > 0 && len(h.words) <= 3 && !slices.ContainsFunc(h.words, func(w string) bool { return !lists.Has("meaning", w) && !lists.Has("neutral", w) }) &&
		h.says("meaning")
}

// Names holds for a cell that is nothing but what a field is called.
func Names(cell string) bool { return NamesOf(cell) }

// NamesOf holds for a cell that is nothing but what one of the fields is called; of any where
// none is given.
func NamesOf(cell string, fields ...Field) bool {
	h := newHeader(cell)
	return len(h.words) <= 3 && slices.ContainsFunc(senses, func(s sense) bool {
		return (len(fields) == 0 || slices.Contains(fields, s.field)) && s.weight >= 0.8 && h.score(s) >= s.weight
	})
}

// NamesNumber holds for a cell that is nothing but what a number of accounts or
// posts is called.
func NamesNumber(cell string) bool { return NamesOf(cell, measured...) }

// OfFollowers tells whether a header speaks of followers, and whether of nothing else.
func OfFollowers(cell string) (some, alone bool) {
	h, follower := newHeader(cell), func(w string) bool { return followerWords[w] }
	some = slices.ContainsFunc(h.words, follower)
	return some, some && !h.other && !h.element && len(slices.DeleteFunc(h.words, follower)) == 0
}

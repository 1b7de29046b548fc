package brief

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"greenroom/internal/each"
)

// either matches one of the words of some kinds, the longest first.
func either(kinds ...string) string {
	var all []string
	for _, k := range kinds {
		all = append(all, each.Of(cues()[k], regexp.QuoteMeta)...)
	}
	return `(?:` + strings.Join(all, "|") + `)`
}

// whole matches one of the words of a kind that stands between blanks or signs.
func whole(kind string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[^\p{L}])` + either(kind) + `(?:$|[^\p{L}])`)
}

// facts are the patterns of what a brief tells that is no condition of a search.
var facts = sync.OnceValue(func() (p struct{ money, parted, each, post, posts, dates *regexp.Regexp }) {
	amount := `\d[\d.,’' ]*(?:k|K|m|M)?`
	sign := `(?:€|\$|£|EUR|USD|GBP|CHF|PLN|SEK|DKK|NOK|euros?|Euros?|dollars?|pounds?|Franken|francs?)`
	p.money = regexp.MustCompile(sign + ` ?` + amount + `|` + amount + ` ?` + sign)
	p.parted = regexp.MustCompile(`[,;/(\n]|\. |(?i: ` + either("join") + ` )`)
	p.each, p.post = whole("each"), whole("post")
	one := `(?:\d+|` + either("count") + `) (?:[\p{L}-]+ ){0,2}` + either("post")
	p.posts = regexp.MustCompile(`(?i)(?:^|\s)(` + one + `)\b(?:(?:,| ` + either("join") + `|, ` + either("join") + `) ` + one + `\b)*(?: (?:each|per [\p{L}]+|pro [\p{L}]+|par [\p{L}]+))?`)
	day := `\d{1,2}(?:\.|st|nd|rd|th|er)?`
	year := `(?:,? 20\d\d)?`
	unit := `(?:20\d\d-\d\d-\d\d|\d{1,2}\.\d{1,2}\.(?:20\d\d)?|(?:` + day + ` )?` + either("month") + `\b(?: ` + day + `\b)?` + year + `|` + either("season") + `\b` + year + `)`
	short := either("month-short") + `\b\.?`
	shorts := short + ` ?(?:–|-|to|until|bis) ?` + short + `|\b` + short + ` ` + day + `|\b` + day + ` ` + short
	days := `(?:` + day + ` ?(?:–|-|to|and|bis|und|au|et|al|y|a|e) ?)?`
	p.dates = regexp.MustCompile(`\b(?:` + shorts + `)` + year + `|(?:\b` + either("lead") + ` )*\b` + days + unit + `(?: ?(?:–|-|to|and|until|through|bis|und|au|et|y|a) ?(?:the )?` + unit + `)?`)
	return p
})

// posted says whether words are what is to be delivered, not how often somebody posts.
func posted(s string) bool {
	if !facts().posts.MatchString(s) {
		return false
	}
	for w := range strings.FieldsSeq(s) {
		if cue("rate", strings.Trim(w, ",.;")) {
			return false
		}
	}
	return true
}

// dated says whether words are a date and nothing else.
func dated(s string) bool {
	s = strings.TrimSpace(s)
	at := facts().dates.FindStringIndex(s)
	return at != nil && at[0] == 0 && at[1] == len(s)
}

// Sum is an amount of money, and its currency by its sign; the zero value where none is told.
type Sum struct {
	Amount   float64
	Currency string
}

// Budget is the money that words name: the first sum for all together, and the first that one
// creator gets, which bounds no sum of all. What one video or another thing costs is neither:
// "200 euros per video".
func Budget(words string) (all, each Sum) {
	sums := facts().money.FindAllStringIndex(words, -1)
	from := 0
	for i, at := range sums {
		to := len(words)
		if i+1 < len(sums) { // what stands between two sums belongs to the first, up to where it is parted
			to = sums[i+1][0]
			if parted := facts().parted.FindStringIndex(words[at[1]:to]); parted != nil {
				to = at[1] + parted[0]
			}
		}
		clause := words[from:to]
		from = to
		sum, is := sumOf(words[at[0]:at[1]])
		bound := facts().each.MatchString(clause)
		switch {
		case !is || bound && facts().post.MatchString(clause):
		case bound && each == Sum{}:
			each = sum
		case !bound && all == Sum{}:
			all = sum
		}
	}
	return all, each
}

// Money is the first sum that words tell; false where they tell none.
func Money(words string) (Sum, bool) { return sumOf(facts().money.FindString(words)) }

func sumOf(told string) (s Sum, ok bool) {
	if told == "" {
		return s, false
	}
	at := strings.IndexAny(told, "0123456789")
	end := strings.LastIndexAny(told, "0123456789") + 1
	number, scale := told[at:end], 1.0
	rest := strings.TrimSpace(told[end:])
	for unit, by := range map[string]float64{"k": 1e3, "m": 1e6} {
		if len(rest) > 0 && strings.EqualFold(rest[:1], unit) {
			scale, rest = by, strings.TrimSpace(rest[1:])
		}
	}
	amount, err := strconv.ParseFloat(plainNumber(number), 64)
	currency := strings.TrimSpace(told[:at]) + rest
	if sign, ok := currencySigns[strings.ToLower(strings.TrimSuffix(currency, "s"))]; ok {
		currency = sign
	}
	return Sum{amount * scale, currency}, err == nil
}

// currencySigns are the signs of currencies that are written in other ways too.
var currencySigns = map[string]string{"eur": "€", "euro": "€", "usd": "$", "dollar": "$", "gbp": "£", "pound": "£", "franken": "CHF"}

// plainNumber is a number as it is parsed: the last sign between digits parts whole from
// part, unless three digits follow, which is how thousands are written everywhere.
func plainNumber(s string) string {
	s = strings.NewReplacer(" ", "", "’", "", "'", "").Replace(s)
	last := strings.LastIndexAny(s, ".,")
	if last < 0 || len(s)-last-1 == 3 {
		return strings.NewReplacer(".", "", ",", "").Replace(s)
	}
	return strings.NewReplacer(".", "", ",", "").Replace(s[:last]) + "." + s[last+1:]
}

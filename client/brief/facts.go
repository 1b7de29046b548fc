package brief

import (
	"cmp"
	"regexp"
	"slices"
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
var facts = sync.OnceValue(func() (p struct{ money, upper, ranged, joined, between, part, held, parted, each, unit, term, post, posts, dates *regexp.Regexp }) {
	number := `\d+(?:[.,’']\d+|[ \x{a0}\x{202f}]\d{3}\b)*`
	scaled := number + `(?: ?[kKmM]\b)?`
	sign := `(?:€|\$|£|EUR|USD|GBP|CHF|PLN|SEK|DKK|NOK|euros?|Euros?|dollars?|pounds?|Franken|francs?)`
	gap := `[ \x{a0}\x{202f}]?`
	p.money = regexp.MustCompile(sign + gap + scaled + `|` + number + `(?: ?[kKmM])?` + gap + sign)
	to := `(?i:` + either("range") + `)`
	p.upper = regexp.MustCompile(`^(?:(?:[–—-]| ` + to + ` )(` + scaled + `)| [–—-] (` + scaled + `)(?: ?(?:$|[,.;:)\n])|(?i: ` + either("each") + `)\b))`)
	p.ranged = regexp.MustCompile(`^ ?(?:[–—-]|` + to + `) ?$`)
	p.joined = regexp.MustCompile(`(?i)^ ` + either("join") + ` $`)
	p.between = regexp.MustCompile(`(?i)\b` + either("between") + ` $`)
	p.part = whole("part")
	per := `(?: ?/ ?` + either("who", "one", "post", "rate", "term") + `\b|/\p{L}+)`
	slashed := `(?i:(?:` + sign + `|\d[km]?)` + per + `+)` // "2,500 €/creator"
	p.unit = regexp.MustCompile(slashed)
	p.term = regexp.MustCompile(`(?i)(?:` + either("each") + `|(?:` + sign + `|\d[km]?) (?:an?|the|im)) ` + either("rate", "term") + `\b`)
	p.held = regexp.MustCompile(`\([^()]*\)|` + slashed)
	p.parted = regexp.MustCompile(`[,;/(\n]|\. |(?i: ` + either("join") + ` )`)
	p.each, p.post = regexp.MustCompile(whole("each").String()+`|`+slashed), whole("post")
	one := `(?:\d+|` + either("count") + `) (?:[\p{L}-]+ ){0,2}` + either("post")
	p.posts = regexp.MustCompile(`(?i)(?:^|\s)(` + one + `)\b(?:(?:,| ` + either("join") + `|, ` + either("join") + `) ` + one + `\b)*(?: (?:each|cada un[oa]|chacune?|ciascun[oa]|(?:per|pro|par) [\p{L}]+))?`)
	day := `\d{1,2}(?:\.|st|nd|rd|th|er)?`
	year := `(?:,? 20\d\d)?`
	unit := `(?:20\d\d-\d\d-\d\d|\d{1,2}/\d{1,2}/20\d\d|\d{1,2}\.\d{1,2}\.(?:20\d\d)?|(?:` + day + ` )?` + either("month") + `\b(?: ` + day + `\b)?` + year + `|` + either("season") + `\b` + year + `)`
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

// Sum is an amount of money, and its currency by its sign; both are zero where none is told.
type Sum struct {
	Amount   float64
	Currency string
	Named    int // of a budget: how many sums of this kind its words name
}

// Budget is the money that words name: the sum for all together, and the one that each creator
// gets, which bounds no sum of all. Of "500 € to 900 €" the upper end counts. What one video, a month
// or another thing costs is neither: "200 €/video", nor is a part: "of which $5k for travel".
// Where words name several sums of a kind, none is told of it.
func Budget(words string) (all, each Sum) {
	sums := sumsOf(words)
	held := facts().held.ReplaceAllStringFunc(words, func(in string) string { return strings.Repeat("-", len(in)) })
	from, told := 0, [2][]Sum{}
	for i, s := range sums {
		to := len(words)
		if i+1 < len(sums) { // what stands between two sums belongs to the first, up to where it is parted
			to = sums[i+1].from
			if parts := facts().parted.FindAllStringIndex(held[s.to:to], 2); len(parts) > 0 {
				own := len(parts) == 2 && held[s.to+parts[0][0]] == ',' && facts().each.MatchString(words[s.to+parts[0][1]:s.to+parts[1][0]])
				to = s.to + parts[0][0]
				if own && s.Amount < sums[i+1].Amount { // "2,500 €, per creator, 18,000 € in all": who is one of many gets less
					to = s.to + parts[1][0]
				}
			}
		}
		clause := words[from:to]
		part := facts().part.MatchString(words[from:s.from])
		from = to
		bound, kind := facts().each.MatchString(clause), 0
		if bound {
			kind = 1
		}
		if !part && !(bound && facts().post.MatchString(clause)) && !ofThings(clause) && !slices.Contains(told[kind], s.Sum) {
			told[kind] = append(told[kind], s.Sum)
		}
	}
	only := func(s []Sum) (one Sum) {
		if len(s) == 1 {
			one = s[0]
		}
		one.Named = len(s)
		return one
	}
	return only(told[0]), only(told[1])
}

// ofThings says whether a sum is what a month or another thing costs that is nobody: "€500/month".
func ofThings(clause string) bool {
	for _, units := range facts().unit.FindAllString(clause, -1) {
		for _, unit := range strings.Split(units, "/")[1:] {
			if unit = strings.TrimSpace(unit); !cue("who", unit) && !cue("one", unit) {
				return true
			}
		}
	}
	return facts().term.MatchString(clause)
}

// sumAt is a sum and where it stands in words; of a range it is the upper end.
type sumAt struct {
	Sum
	from, to int
}

// sumsOf are the sums of words, in their order; those with only a sign or a word of a range
// between them are one.
func sumsOf(words string) (all []sumAt) {
	f := facts()
	found := f.money.FindAllStringIndex(words, -1)
	for i, at := range found {
		sum, ok := sumOf(words[at[0]:at[1]])
		if !ok {
			continue
		}
		s := sumAt{sum, at[0], at[1]}
		next := len(words)
		if i+1 < len(found) {
			next = found[i+1][0]
		}
		if m := f.upper.FindStringSubmatch(words[s.to:next]); m != nil { // "€500-900"
			told := cmp.Or(m[1], m[2])
			if high, ok := sumOf(told); ok && high.Amount > s.Amount {
				s.Amount, s.to = high.Amount, s.to+strings.Index(m[0], told)+len(told)
			}
		}
		if last := len(all) - 1; last >= 0 && all[last].Currency == s.Currency && all[last].Amount <= s.Amount {
			between := words[all[last].to:s.from]
			if f.ranged.MatchString(between) || f.joined.MatchString(between) && f.between.MatchString(words[:all[last].from]) {
				all[last].Sum, all[last].to = s.Sum, s.to
				continue
			}
		}
		all = append(all, s)
	}
	return all
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
	return Sum{Amount: amount * scale, Currency: currency}, err == nil
}

// currencySigns are the signs of currencies that are written in other ways too.
var currencySigns = map[string]string{"eur": "€", "euro": "€", "usd": "$", "dollar": "$", "gbp": "£", "pound": "£", "franken": "CHF"}

// plainNumber is a number as it is parsed: the last sign between digits parts whole from
// part, unless three digits follow, which is how thousands are written everywhere.
func plainNumber(s string) string {
	s = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "’", "", "'", "").Replace(s)
	last := strings.LastIndexAny(s, ".,")
	if last < 0 || len(s)-last-1 == 3 {
		return strings.NewReplacer(".", "", ",", "").Replace(s)
	}
	return strings.NewReplacer(".", "", ",", "").Replace(s[:last]) + "." + s[last+1:]
}

package plan

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"greenroom/api"
	"greenroom/internal/each"
)

// Rules holds the rules of a brief for creators. The zero value asks nothing.
type Rules struct {
	Competitors []string       `json:",omitempty"` // names that must not be named
	Words       []string       `json:",omitempty"` // that must not occur
	Kinds       []api.FlagType `json:",omitempty"` // flags that exclude
	Rating      api.Rating     `json:",omitempty"` // the lowest
	Flags       *int           `json:",omitempty"` // the most that are not cleared
	Followers   api.Range      `json:",omitzero"`
	Engagement  *float64       `json:",omitempty"` // the lowest, by followers, per cent
}

// Any says whether there is a rule.
func (r Rules) Any() bool { return r.OfWords() || r.Conditions() != "" }

// OfWords says whether there is a rule on what is written or said.
func (r Rules) OfWords() bool { return len(r.Competitors)+len(r.Words) > 0 }

// RuleError is why something is no rule: a sentence that ends with what to write
// instead.
type RuleError struct{ Says string }

// Error is the sentence.
func (e *RuleError) Error() string { return e.Says }

func refuse(format string, args ...any) error { return &RuleError{fmt.Sprintf(format, args...)} }

// kinds lists the words a planner may write for kinds of flags; the first of each is
// written back.
var kinds = []struct {
	kind  api.FlagType
	words []string
}{
	{api.FlagPolitical, []string{"politics", "political"}},
	{api.FlagDrugs, []string{"alcohol", "drugs", "drugs and alcohol", "drugs alcohol", "drugs_alcohol"}},
	{api.FlagAdult, []string{"adult content", "adult", "adult_content", "nudity", "sex"}},
	{api.FlagProfanity, []string{"profanity", "swearing", "swear words"}},
	{api.FlagViolence, []string{"violence"}},
	{api.FlagHate, []string{"hate speech", "hate", "hate_speech"}},
	{api.FlagMisinformation, []string{"misinformation"}},
	{api.FlagMisc, []string{"other flags", "misc", "other"}},
}

// KindName returns a planner's word for a kind of flag.
func KindName(k api.FlagType) string {
	for _, of := range kinds {
		if of.kind == k {
			return of.words[0]
		}
	}
	return strings.ReplaceAll(string(k), "_", " ")
}

// kindOf is the kind of flag that words name.
func kindOf(words string) (api.FlagType, bool) {
	for _, of := range kinds {
		if slices.Contains(of.words, words) {
			return of.kind, true
		}
	}
	return "", false
}

// Conditions are the rules beside names and words, as SetConditions reads them.
func (r Rules) Conditions() string {
	all := each.Of(r.Kinds, func(k api.FlagType) string { return "no " + KindName(k) })
	if r.Rating != "" {
		all = append(all, "rating>="+string(r.Rating))
	}
	if r.Flags != nil {
		all = append(all, "flags<="+strconv.Itoa(*r.Flags))
	}
	if r.Followers.Min != nil {
		all = append(all, "followers>="+amount(*r.Followers.Min))
	}
	if r.Followers.Max != nil {
		all = append(all, "followers<="+amount(*r.Followers.Max))
	}
	if r.Engagement != nil {
		all = append(all, "er>="+amount(*r.Engagement))
	}
	return strings.Join(all, ", ")
}

func amount(n float64) string {
	for _, of := range []struct {
		by   float64
		unit string
	}{{1e6, "m"}, {1e3, "k"}} {
		if n >= of.by && math.Mod(n, of.by/100) == 0 {
			return strconv.FormatFloat(n/of.by, 'f', -1, 64) + of.unit
		}
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}

// SetNames takes names or words that must not occur. What could never be found is
// refused.
func SetNames(into *[]string, names []string) error {
	var all []string
	for _, n := range names {
		if !strings.ContainsFunc(n, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
			return refuse("“%s” has no letter and no digit, so it is never found: write it as it stands in posts.", n)
		}
		if !slices.ContainsFunc(all, same(n)) {
			all = append(all, n)
		}
	}
	*into = all
	return nil
}

// SetConditions takes the rules beside names and words: "no politics, rating>=B,
// flags<=2, followers:10k-500k, er>=2". Nothing is taken where one is refused.
func (r *Rules) SetConditions(text string) error {
	next := Rules{Competitors: r.Competitors, Words: r.Words}
	for part := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == ',' || c == ';' || c == '\n' }) {
		if part = strings.ToLower(strings.Join(strings.Fields(part), " ")); part == "" {
			continue
		}
		if err := next.condition(part); err != nil {
			return err
		}
	}
	*r = next
	return nil
}

func (r *Rules) condition(part string) error {
	if name, no := strings.CutPrefix(part, "no "); no {
		k, ok := kindOf(name)
		if !ok {
			return refuse("“%s” names no kind of flag: write no %s, or put what must not be said under words.", part, kindNames())
		}
		if !slices.Contains(r.Kinds, k) {
			r.Kinds = append(r.Kinds, k)
		}
		return nil
	}
	at := strings.IndexAny(part, ":<>= ")
	if at < 0 {
		at = len(part)
	}
	field := part[:at]
	value := strings.TrimLeft(part[at:], ":<>= ")
	sign := strings.TrimSpace(part[at : len(part)-len(value)])
	switch field {
	case "rating":
		return r.rating(part, sign, value)
	case "flags", "flag":
		return r.most(part, sign, value)
	case "followers", "f":
		return r.followers(part, sign, value)
	case "er", "eng", "engagement":
		return r.engagement(part, sign, value)
	}
	return refuse("“%s” is no rule: write for example no politics, rating>=B, flags<=2, followers:10k-500k or er>=2.", part)
}

func kindNames() string {
	var names []string
	for _, of := range kinds {
		names = append(names, of.words[0])
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

func (r *Rules) rating(part, sign, value string) error {
	lowest := api.Rating(strings.ToUpper(value))
	if sign == "<" || sign == "<=" || sign == ">" || !slices.Contains([]api.Rating{api.RatingA, api.RatingB, api.RatingC}, lowest) {
		return refuse("“%s” is no lowest rating: the ratings are A, B and C; write rating>=B for A and B.", part)
	}
	r.Rating = lowest
	return nil
}

func (r *Rules) most(part, sign, value string) error {
	n, err := strconv.Atoi(value)
	if sign == "<" {
		n--
	}
	if err != nil || n < 0 || n > 1000 || sign == ">" || sign == ">=" {
		return refuse("“%s” is not the most flags there may be: write a whole number, such as flags<=2.", part)
	}
	r.Flags = &n
	return nil
}

func (r *Rules) followers(part, sign, value string) error {
	low, high, ranged := strings.Cut(value, "-")
	a, okA := Quantity(low)
	b, okB := Quantity(high)
	switch {
	case ranged && high == "" && okA && sign == ":":
		ranged = false
	case ranged && (!okA || !okB) || !okA:
		return refuse("“%s” has no number of followers: write one such as followers>=10k, or a range such as followers:10k-500k.", part)
	case ranged && a > b:
		return refuse("“%s” begins above where it ends, so nobody fits: write the smaller number first.", part)
	}
	next := r.Followers
	switch {
	case ranged:
		next = api.Range{Min: &a, Max: &b}
	case strings.HasPrefix(sign, "<"):
		next.Max = &a
	default:
		next.Min = &a
	}
	if next.Min != nil && next.Max != nil && *next.Min > *next.Max {
		return refuse("“%s” leaves nobody: at least %s and at most %s followers. Change one of them.", part, amount(*next.Min), amount(*next.Max))
	}
	r.Followers = next
	return nil
}

func (r *Rules) engagement(part, sign, value string) error {
	n, ok := Quantity(value)
	if !ok || n > 100 || strings.HasPrefix(sign, "<") {
		return refuse("“%s” is no lowest engagement rate: it is in per cent of the followers; write for example er>=2.", part)
	}
	r.Engagement = &n
	return nil
}

// Quantity reads 12, 3.5, 10k, 1.2m, 3%.
func Quantity(s string) (float64, bool) {
	scale := 1.0
	switch {
	case strings.HasSuffix(s, "k"):
		scale = 1e3
	case strings.HasSuffix(s, "m"):
		scale = 1e6
	}
	n, err := strconv.ParseFloat(strings.TrimRight(s, "km%"), 64)
	return n * scale, err == nil && n >= 0 && n < 1e12
}

package api

import (
	"slices"
	"strconv"
	"strings"
)

// Condition is one thing that can be asked of a creator, with all that is told of it:
// every room reads these rows. How a class is read from words, kept and compared is
// the business of the room; a test of each holds that it knows every row.
type Condition struct {
	Field   string // of Filter and Exclusion
	Class   Class
	Name    string // on a chip and in a list: "engagement rate ≥ 3%"
	Short   string // where it is unknown: "size unknown"
	Title   string // at the beginning of a sentence: "Engagement rate unknown"
	Has     string // what a creator has, where %s is the value: "%s posts a week"
	Unit    Unit   // of a number
	Account bool   // a number of the account with most followers; its record has a column of this name
}

// Class groups conditions by the kind of value they compare.
type Class string

// The classes. A NumberClass has an inclusive range; a network and a language can
// be asked by number too: on how many, how many.
const (
	NumberClass   Class = "number"
	PlaceClass    Class = "place"
	LanguageClass Class = "language"
	NetworkClass  Class = "network"
	KindClass     Class = "kind"
	FlagClass     Class = "flag"
)

// Unit tells how a number is written: as a count, in per cent, as days.
type Unit int

// The units: 48.2, 48.2K for 48200, 48.2%.
const (
	Plain Unit = iota
	Count
	PerCent
)

// conditions are in the order in which they are told.
var conditions = []Condition{
	{Field: FieldFollowers, Class: NumberClass, Name: "followers", Short: "size", Title: "Follower count", Has: "%s followers", Unit: Count, Account: true},
	{Field: FieldEngagement, Class: NumberClass, Name: "engagement rate", Short: "engagement", Title: "Engagement rate", Has: "%s engagement", Unit: PerCent, Account: true},
	{Field: FieldLocation, Class: PlaceClass, Name: "location", Short: "place", Title: "Location", Has: "%s"},
	{Field: FieldLanguage, Class: LanguageClass, Name: "language", Short: "language", Title: "Language", Has: "%s"},
	{Field: FieldPlatform, Class: NetworkClass, Name: "platform", Short: "network", Title: "Network", Has: "%s"},
	{Field: FieldPostsPerWeek, Class: NumberClass, Name: "posts a week", Short: "activity", Title: "Posting frequency", Has: "%s posts a week", Account: true},
	{Field: FieldLastPostDays, Class: NumberClass, Name: "days since the last post", Short: "activity", Title: "Last post", Has: "last post %s days ago"},
	{Field: FieldGrowth30d, Class: NumberClass, Name: "growth in 30 days", Short: "growth", Title: "Follower growth", Has: "%s more followers in 30 days", Unit: PerCent, Account: true},
	{Field: FieldKind, Class: KindClass, Name: "kind", Short: "kind", Title: "Account type", Has: "%s"},
	{Field: FieldVerified, Class: FlagClass, Name: "verified", Short: "verification", Title: "Verification", Has: "%s"},
}

// Conditions are all there are, in the order in which they are told.
func Conditions() []Condition { return slices.Clone(conditions) }

// ConditionOf is the row of a field. One of no row, as of another service or the
// topics, has its name with blanks.
func ConditionOf(field string) Condition {
	if i := slices.IndexFunc(conditions, func(c Condition) bool { return c.Field == field }); i >= 0 {
		return conditions[i]
	}
	return Condition{Field: field, Name: strings.ReplaceAll(field, "_", " ")}
}

// Value writes a number of the field with one decimal at most.
func (c Condition) Value(v float64) string {
	unit := map[Unit]string{PerCent: "%"}[c.Unit]
	for _, u := range []string{"K", "M", "B"} {
		if c.Unit == Count && v >= 999.95 {
			v, unit = v/1000, u
		}
	}
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0") + unit
}

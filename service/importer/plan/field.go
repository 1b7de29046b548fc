// Package plan decides what a table means before a row of it is read: what kind it
// is, which column is which field, which network it is of, and how its numbers,
// dates and ratios are written. It hears headers and the first rows together, for
// all columns at once, says how sure it is of each, and asks where two readings
// remain. It must not know how rows are read nor where they are kept.
package plan

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"greenroom/service/importer/cells"
)

// Field is the meaning of a column.
type Field string

// The fields, by the names that Options.Map takes.
const (
	None         Field = ""
	Username     Field = "username"
	Name         Field = "name"
	FirstName    Field = "first_name" // where it has a column of its own
	LastName     Field = "last_name"
	ProfileID    Field = "profile_id"
	ChannelID    Field = "channel_id"
	ProfileURL   Field = "profile_url"
	Platform     Field = "platform"
	Followers    Field = "followers"
	Following    Field = "following"
	Posts        Field = "posts"
	PostsPerWeek Field = "posts_per_week"
	Gained       Field = "followers_gained_30d"
	Growth       Field = "growth_30d"
	Rate         Field = "engagement_rate"
	Engagement   Field = "avg_engagement"
	Likes        Field = "likes"
	Comments     Field = "comments"
	Views        Field = "views"
	Shares       Field = "shares"
	Country      Field = "country"
	Audience     Field = "audience_country"
	City         Field = "city"
	Category     Field = "category"
	CategoryID   Field = "category_id"
	Language     Field = "language"
	Bio          Field = "bio"
	Verified     Field = "verified"
	Concealed    Field = "followers_hidden" // whoever shows none has an unknown number of followers
	Avatar       Field = "avatar"
	Website      Field = "website"
	PostID       Field = "post_id"
	PostType     Field = "post_type"
	URL          Field = "url"
	Title        Field = "title"
	Caption      Field = "caption"
	Description  Field = "description"
	Date         Field = "date"
	AsOf         Field = "as_of"
	Tags         Field = "tags"
	Thumbnail    Field = "thumbnail"
	Duration     Field = "duration"
	Speakers     Field = "speakers"
	CaptionFile  Field = "caption_file"
	Collection   Field = "collection"
)

// sense is one way in which headers name a field.
type sense struct {
	field              Field
	kinds, value       string
	any, with, without []string
	weight             float64
}

//go:embed fields.txt
var fieldsText string

//go:embed words.txt
var wordsText string

var lists = cells.ParseLists(wordsText)

var senses = parseSenses(fieldsText)

func parseSenses(text string) (list []sense) {
	for line := range strings.Lines(text) {
		parts := strings.Split(strings.TrimSpace(line), "|")
		if strings.HasPrefix(line, "#") || len(parts) < 6 {
			continue
		}
		percent, err := strconv.Atoi(parts[len(parts)-1])
		if err != nil {
			panic("fields.txt: " + line)
		}
		list = append(list, sense{Field(parts[0]), parts[1], parts[2], strings.Fields(parts[3]), strings.Fields(parts[4]),
			strings.Fields(parts[5]), float64(percent) / 100})
	}
	return list
}

// Fields lists the names that columns may be given, in alphabetical order.
var Fields = func() (names []string) {
	for _, s := range senses {
		names = append(names, string(s.field))
	}
	slices.Sort(names)
	return slices.Compact(names)
}()

// Counts holds for fields whose cells are numbers.
func Counts(f Field) bool { return slices.Contains([]string{"count", "number", "rate"}, valueOf(f)) }

// senseOf is the first sense of a field.
func senseOf(f Field) sense {
	return senses[slices.IndexFunc(senses, func(s sense) bool { return s.field == f })]
}

// valueOf names the kind of value a field's cells have to be.
func valueOf(f Field) string { return senseOf(f).value }

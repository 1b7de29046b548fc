package openapi

import (
	_ "embed"
	"slices"
	"strings"

	"greenroom/api"
)

// closed are the shapes that hold nothing else wherever they stand.
var closed = []string{"ShortlistProfile", "Shortlist"}

//go:embed words.txt
var wordsFile string

// words are what is said of shapes, of their keys and of the codes of failures.
var words = func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(wordsFile) {
		if name, said, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && name[0] != '#' {
			out[name] = said
		}
	}
	return out
}()

// rule adds the facts about a key that its Go type does not tell.
type rule struct {
	limits Limits
	enum   []any
	null   bool // a list that may be null
	needed bool // though its type lets it be left out
	// unique says that a list has nothing twice, contains what one item must be.
	unique   bool
	contains *Schema
}

// either are the keys of a request of which one set is given: ids, or names.
var either = map[string][][]string{
	"CreatorRef": {{"creator_id"}, {"platform", "username"}},
	"Seed":       {{"creator_id"}, {"platform", "username"}},
	"PostRef":    {{"post_id"}, {"url"}},
}

// weighs is a seed with a weight, which is 1 where nothing is said.
var weighs = &Schema{Properties: map[string]*Schema{"weight": {Type: []string{"number", "null"}, Above: new(int)}}}

// The limits of values that stand in parameters and in bodies.
var (
	LimitsUUID     = Limits{Format: "uuid", Pattern: api.FormUUID}
	LimitsUsername = Limits{Pattern: api.FormUsername, MinLength: 1, MaxLength: api.UsernameMax + 1}
	LimitsLanguage = Limits{Pattern: api.FormLanguage, MinLength: 1, MaxLength: api.LanguageMax}
	// LimitsCursor are those of what is not to be read.
	LimitsCursor = Limits{Pattern: api.FormWhole, MinLength: 1}
)

func sized(least, most int) rule {
	return rule{limits: Limits{Pattern: api.FormWhole, MinLength: least, MaxLength: most}}
}

func listed(most int) rule { return rule{limits: Limits{MinItems: 1, MaxItems: most}} }

// written is a text that is not blank.
func written(most int) rule {
	return rule{limits: Limits{Pattern: api.FormText, MinLength: 1, MaxLength: most}}
}

func within(least, most int) rule { return rule{limits: Limits{Min: least, Max: most}} }

func (r rule) unless(v any) rule { r.limits.Default = v; return r }

// rules are found by type and key.
var rules = map[string]rule{
	"ProfileDetails.pronouns":        {null: true},
	"PostMedia.carousel_items":       {null: true},
	"LivePost.coauthor_usernames":    {null: true},
	"LivePost.sponsor_usernames":     {null: true},
	"LivePost.tagged_usernames":      {null: true},
	"LivePost.product_mentions":      {null: true},
	"LivePost.display_resources":     {null: true},
	"LivePost.video_versions":        {null: true},
	"LivePost.post_type":             {enum: values(api.PostImage, api.PostVideo, api.PostCarousel)},
	"Shortlist.profiles":             listed(api.ShortlistProfilesMax),
	"Shortlist.version":              within(1, api.VersionMax),
	"ShortlistProfile.username":      sized(1, api.UsernameMax),
	"NewShortlistBody.name":          written(0),
	"NewShortlistBody.profiles":      {unique: true, limits: Limits{MinItems: 1, MaxItems: api.ShortlistProfilesMax}},
	"ShortlistBody.name":             written(0),
	"ShortlistBody.profiles":         {unique: true, limits: Limits{MinItems: 1, MaxItems: api.ShortlistProfilesMax}},
	"ShortlistBody.version":          {needed: true, limits: Limits{Min: 1, Max: api.VersionMax}},
	"SearchRequest.query":            written(api.SearchQueryMax),
	"SearchRequest.limit":            within(api.LimitMin, api.LimitMax).unless(api.LimitDefault),
	"Filter.op":                      {enum: values("eq", "gte", "lte")},
	"ShortcodesBody.shortcodes":      listed(api.PostsBatchMax),
	"TranscriptsBody.shortcodes":     listed(api.TranscriptsBatchMax),
	"SheetBody.version":              within(1, api.VersionMax),
	"SheetBody.by":                   written(api.SheetNameMax),
	"TranscriptsBody.language":       {limits: LimitsLanguage},
	"CreatorRef.username":            {limits: LimitsUsername},
	"Seed.username":                  {limits: LimitsUsername},
	"ProfileRef.username":            {limits: LimitsUsername},
	"IngestBody.username":            {limits: LimitsUsername},
	"PostRef.url":                    {limits: Limits{Pattern: api.FormAddress, MinLength: 1, MaxLength: api.AddressMax}},
	"Range.min":                      {limits: Limits{NotNegative: true}},
	"Range.max":                      {limits: Limits{NotNegative: true}},
	"LookalikeRequest.cursor":        {limits: LimitsCursor},
	"ProfileLookupRequest.profiles":  listed(api.BatchMax),
	"EmailRequest.creators":          listed(api.EmailCreatorsMax),
	"MatchRequest.creators":          listed(api.BatchMax),
	"Intent.query":                   written(api.IntentQueryMax),
	"Intent.context":                 sized(0, api.IntentContextMax),
	"LookalikeRequest.seeds":         {contains: weighs, limits: Limits{MinItems: 1, MaxItems: api.SeedsMax}},
	"LookalikeRequest.limit":         within(api.LimitMin, api.LimitMax).unless(api.LimitDefault),
	"Seed.weight":                    within(0, api.SeedWeightMax),
	"SafetyCreatorsRequest.creators": listed(api.AnalysisMax),
	"SafetyProfilesRequest.profiles": listed(api.AnalysisMax),
	"SafetyPostsRequest.posts":       listed(api.AnalysisMax),
	"AnalyzeRequest.posts":           listed(api.AnalysisMax),
}

// plainIDs are the shapes whose id is a network's own.
var plainIDs = []string{"LivePost", "LiveLocation", "VideoVersion"}

// isUUID tells the ids of records of the service from those of networks.
func isUUID(of, name string) bool {
	switch name {
	case "id":
		return !slices.Contains(plainIDs, of)
	case "creator_id", "profile_id", "post_id", "search_id", "source_post_id":
		return !strings.HasPrefix(of, "Live")
	}
	return false
}

package openapi

import (
	"slices"
	"strings"

	"greenroom/api"
)

// closed are the shapes that hold nothing else wherever they stand.
var closed = []string{"ShortlistProfile", "Shortlist"}

// types says what a component is.
var types = map[string]string{
	"ProfileSummary":  "One account on one network. Unknown numbers are null, not zero.",
	"Profile":         "One account on one network. The keys from category on are in detailed mode only.",
	"SearchResult":    "A search result with the reasons for the match.",
	"Evidence":        "One piece of evidence. Quotes are copied verbatim from the post or transcript they name.",
	"Shortlist":       "One to eight creators saved for a brief.",
	"LivePost":        "A live post.",
	"Post":            "A stored post.",
	"Range":           "Inclusive at both ends; leave out an end to keep it open.",
	"Interpretation":  "How the search understood the query. Clients must work without it.",
	"Sheet":           "What a planner's list holds beyond a shortlist. E-mail addresses are refused.",
	"ErrorBody":       "The error. If request_id is absent, use the X-Request-Id header.",
	"PhotoTranscript": "The transcript of a post. A cached transcript has no post.",
}

// rule adds the facts about a key that its Go type does not tell.
type rule struct {
	about  string
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

func (r rule) saying(about string) rule { r.about = about; return r }

func (r rule) unless(v any) rule { r.limits.Default = v; return r }

func note(about string) rule { return rule{about: about} }

// rich is a list that is always there.
var rich = rule{null: true, about: "Null where it is not known, empty where there is none."}

const perCent = "In percent: 3.5 means 3.5%."

const reference = "creator_id, or platform and username."

// rules are found by type and key.
var rules = map[string]rule{
	"Page.next_cursor":    note("Opaque; pass it on unchanged. Null on the last page."),
	"Page.has_more":       note("False on the last page."),
	"Page.filtered_total": note("Total results before paging, if known."),

	"ProfileSummary.engagement_rate":      note(perCent),
	"ProfileMetrics.engagement_rate":      note(perCent),
	"PostMetrics.engagement_rate":         note(perCent),
	"ProfileGrowth.followers_30d_pct":     note("Follower growth over 30 days, in percent."),
	"ProfileDetails.pronouns":             {null: true},
	"PostMedia.carousel_items":            {null: true},
	"Post.platform_id":                    note("Shortcode or video id."),
	"LivePost.coauthor_usernames":         rich,
	"LivePost.sponsor_usernames":          rich,
	"LivePost.tagged_usernames":           rich,
	"LivePost.product_mentions":           rich,
	"LivePost.display_resources":          rich,
	"LivePost.video_versions":             rich,
	"LivePost.is_paid_partnership":        note("Null where it is not known."),
	"LivePost.taken_at":                   note("Unix seconds."),
	"LivePost.post_type":                  {enum: values(api.PostImage, api.PostVideo, api.PostCarousel)},
	"SuggestionPlatform.match_field":      note("The value that matched: of this profile, else the creator's name, else that of another profile."),
	"Segment.start":                       note("Seconds."),
	"Segment.duration":                    note("Seconds."),
	"VideoTranscript.available_languages": note("All caption languages."),
	"Shortlist.profiles":                  listed(api.ShortlistProfilesMax),
	"Shortlist.version":                   within(1, api.VersionMax),
	"ShortlistProfile.username":           sized(1, api.UsernameMax),
	"NewShortlistBody.name":               written(0),
	"NewShortlistBody.profiles":           {unique: true, limits: Limits{MinItems: 1, MaxItems: api.ShortlistProfilesMax}},
	"ShortlistBody.name":                  written(0),
	"ShortlistBody.profiles":              {unique: true, limits: Limits{MinItems: 1, MaxItems: api.ShortlistProfilesMax}},
	"ShortlistBody.version":               {needed: true, about: "The stored version.", limits: Limits{Min: 1, Max: api.VersionMax}},
	"ErrorBody.param":                     note("The invalid parameter or key."),
	"ErrorBody.reason_code":               note("With payment_required: why billing needs attention."),
	"ErrorBody.next_step":                 note("With payment_required: what to do about it."),
	"ErrorBody.status_code":               note("The HTTP status of the answer."),

	"SearchRequest.query":              written(api.SearchQueryMax).saying("The query, in plain words. Without filters it has to say something: punctuation, digits, emoji or small words alone are refused."),
	"SearchRequest.limit":              within(api.LimitMin, api.LimitMax).unless(api.LimitDefault).saying("The most creators the session returns and charges for."),
	"SearchFilters.engagement_rate":    note(perCent),
	"SearchPage.total":                 note("Number of results in this session."),
	"SearchPage.filtered_total":        note("Number of all matches."),
	"SearchPage.next_cursor":           note("Opaque; pass it on unchanged. Null on the last page."),
	"Match.score":                      note("0 to 1. It orders the results, equal ones are equal, and is no probability."),
	"Match.confidence":                 note("The probability that this creator is about what was asked: of those told 0.9, nine in ten are."),
	"SearchPreview.digests":            note("The creators that the search would find now, in their order: of each the first 16 hexadecimal digits of the SHA-256 of its id. Who holds an id can tell whether it is among them."),
	"Interpretation.topics":            note("Topics, in the words of the query."),
	"Interpretation.filters":           note("Conditions that every result meets."),
	"Interpretation.excluded":          note("What is excluded from the results."),
	"Interpretation.corrected":         note("Words of the query that were corrected."),
	"Interpretation.unused":            note("Parts of the query that were not used, with the reason."),
	"Interpretation.seeds":             note("Creators the results should resemble."),
	"Filter.value":                     note("A number, text or boolean."),
	"Filter.op":                        {enum: values("eq", "gte", "lte")},
	"Filter.text":                      note("The words of the query it came from."),
	"SearchResult.location_unverified": note("True if the place is inferred."),

	"ShortcodesBody.shortcodes":        listed(api.PostsBatchMax),
	"TranscriptsBody.shortcodes":       listed(api.TranscriptsBatchMax),
	"SheetBody.version":                {about: "The stored version of the shortlist.", limits: Limits{Min: 1, Max: api.VersionMax}},
	"SheetBody.by":                     written(api.SheetNameMax).saying("Your name as a reviewer, where no one is signed in."),
	"SheetBody.sheet":                  note("A Sheet. Unknown keys are refused."),
	"TranscriptsBody.language":         {about: "Language code, or auto for the spoken language.", limits: LimitsLanguage},
	"CreatorRef.username":              {limits: LimitsUsername},
	"Seed.username":                    {limits: LimitsUsername},
	"ProfileRef.username":              {limits: LimitsUsername},
	"IngestBody.username":              {limits: LimitsUsername},
	"PostRef.url":                      {limits: Limits{Pattern: api.FormAddress, MinLength: 1, MaxLength: api.AddressMax}},
	"Range.min":                        {limits: Limits{NotNegative: true}},
	"Range.max":                        {limits: Limits{NotNegative: true}},
	"LookalikeRequest.cursor":          {limits: LimitsCursor},
	"BatchItem.status":                 note("The status a separate request would have."),
	"BatchError.retry_after":           note("Seconds."),
	"LivePhotoProfile.media_count":     note("Null means unknown, 0 means an empty profile."),
	"LivePhotoProfile.engagement_rate": note(perCent),
	"LivePhotoProfile.pronouns":        note("Empty if none are given."),
	"VideoDetails.published_at":        note("If the exact time is known."),
	"VideoDetails.published_date":      note("2026-03-14."),
	"ChannelTranscript.error":          note("Why there is no transcript; null if there is one."),
	"ChannelTranscript.transcript":     note("Empty without include_segments."),
	"VideoSearchPage.next_cursor":      note("Opaque; pass it on unchanged. Null on the last page."),

	"Found.not_found":                  note("Items that were not found; not charged."),
	"ProfileLookupRequest.profiles":    listed(api.BatchMax),
	"EmailRequest.creators":            listed(api.EmailCreatorsMax).saying("Each " + reference),
	"MatchRequest.creators":            listed(api.BatchMax).saying("Each " + reference),
	"Intent.query":                     written(api.IntentQueryMax),
	"Intent.context":                   sized(0, api.IntentContextMax),
	"LookalikeRequest.seeds":           {about: "Each " + reference + " At least one weighs more than 0.", contains: weighs, limits: Limits{MinItems: 1, MaxItems: api.SeedsMax}},
	"LookalikeRequest.limit":           within(api.LimitMin, api.LimitMax).unless(api.LimitDefault),
	"LookalikeRequest.mode":            note("detailed adds the profiles of each creator; the price differs."),
	"LookalikeFilters.engagement_rate": note(perCent),
	"Seed.weight":                      within(0, api.SeedWeightMax).saying("Default 1."),
	"SafetyCreatorsRequest.creators":   listed(api.AnalysisMax).saying("Each " + reference),
	"SafetyProfilesRequest.profiles":   listed(api.AnalysisMax),
	"SafetyPostsRequest.posts":         listed(api.AnalysisMax).saying("Each post_id or url."),
	"AnalyzeRequest.posts":             listed(api.AnalysisMax).saying("Each post_id or url."),
	"BriefMatch.score":                 note("The probability that this creator fits the brief, from 0 to 1; one that is not good is told less than 0.4."),
	"Similarity.score":                 note("0 to 1."),
	"Grounds.sentiment_score":          note("-1 to 1."),
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

package api

import "time"

// CreatorBasic is a person or a theme page across networks, in short.
type CreatorBasic struct {
	ID        string  `json:"id"` // UUID
	Name      string  `json:"name"`
	Bio       *string `json:"bio"`
	AvatarURL *string `json:"avatar_url"`
}

// Creator is a creator with what analysis found. Nil times and counts mean
// that nothing was analysed.
type Creator struct {
	CreatorBasic
	AISummary            *string          `json:"ai_summary"`
	ContentThemes        []string         `json:"content_themes"`
	KeyFacts             []string         `json:"key_facts"`
	BrandAlignment       []string         `json:"brand_alignment"`
	AudienceDemographics *string          `json:"audience_demographics"`
	VibeAndAesthetics    *string          `json:"vibe_and_aesthetics"`
	AnalysisUpdatedAt    *time.Time       `json:"analysis_updated_at"`
	AnalysisFactCount    *int             `json:"analysis_fact_count"`
	Profiles             []ProfileSummary `json:"profiles,omitempty"` // with include=profiles
}

// ProfileSummary is one account on one network. EngagementRate is per cent:
// 3.5 means 3.5 %. Nil numbers are unknown, not zero.
type ProfileSummary struct {
	ID             string     `json:"id"` // UUID
	Platform       Platform   `json:"platform"`
	Username       string     `json:"username"`
	URL            string     `json:"url"`
	Followers      *int64     `json:"followers"`
	EngagementRate *float64   `json:"engagement_rate"`
	IsVerified     bool       `json:"is_verified"`
	DataUpdatedAt  *time.Time `json:"data_updated_at"`
}

// ProfileMode chooses how much of a profile is answered, and its price.
type ProfileMode string

// The two modes; detailed is the default.
const (
	ModeLite     ProfileMode = "lite"
	ModeDetailed ProfileMode = "detailed"
)

// Profile is one account on one network. Details is nil in lite mode; its
// fields stand beside the others in JSON.
type Profile struct {
	ProfileSummary
	CreatorID    string   `json:"creator_id"` // UUID
	DisplayName  *string  `json:"display_name"`
	AvatarURL    *string  `json:"avatar_url"`
	Bio          *string  `json:"bio"`
	ExternalURLs []string `json:"external_urls"`
	*ProfileDetails
}

// ProfileDetails holds the fields that detailed mode adds.
type ProfileDetails struct {
	Category           *string         `json:"category"`
	IsPrivate          bool            `json:"is_private"`
	IsBusiness         bool            `json:"is_business"`
	Pronouns           []string        `json:"pronouns"` // null where none are given
	HighlightReelCount *int            `json:"highlight_reel_count"`
	Metrics            ProfileMetrics  `json:"metrics"`
	Growth             ProfileGrowth   `json:"growth"`
	Activity           ProfileActivity `json:"activity"`
}

// ProfileMetrics are counts and recent averages. Nil is unknown: an imported
// table seldom knows them all, and zero would be a lie.
type ProfileMetrics struct {
	Followers         *int64   `json:"followers"`
	Following         *int64   `json:"following"`
	Posts             *int64   `json:"posts"`
	EngagementRate    *float64 `json:"engagement_rate"` // per cent
	AvgLikesRecent    *float64 `json:"avg_likes_recent"`
	AvgCommentsRecent *float64 `json:"avg_comments_recent"`
	AvgViewsRecent    *float64 `json:"avg_views_recent"`
	PostsLast30d      *int     `json:"posts_last_30d"`
	PostsPerWeek      *float64 `json:"posts_per_week"`
}

// ProfileGrowth is the change of followers over 30 days, in per cent.
type ProfileGrowth struct {
	Followers30dPct *float64 `json:"followers_30d_pct"`
}

// ProfileActivity says when an account was last active.
type ProfileActivity struct {
	LastPostAt *time.Time `json:"last_post_at"`
}

// Scope chooses which profiles autocomplete answers with.
type Scope string

// The scopes; all_platforms is the default.
const (
	ScopeCreatorOnly      Scope = "creator_only"
	ScopeMatchedPlatforms Scope = "matched_platforms"
	ScopeAllPlatforms     Scope = "all_platforms"
)

// Suggestion is one creator that autocomplete found.
type Suggestion struct {
	ID        string               `json:"id"` // UUID
	Name      string               `json:"name"`
	Avatar    string               `json:"avatar"`
	Platforms []SuggestionPlatform `json:"platforms"`
}

// SuggestionPlatform is one profile of a suggested creator. MatchField holds
// the value that matched.
type SuggestionPlatform struct {
	Platform    Platform  `json:"platform"`
	Username    string    `json:"username"`
	DisplayName string    `json:"display_name"`
	MatchType   MatchType `json:"match_type"`
	MatchField  string    `json:"match_field"`
}

// MatchType names the field that a prefix was found in.
type MatchType string

// The match types; empty for a profile that is listed but did not match.
const (
	MatchName        MatchType = "name"
	MatchUsername    MatchType = "username"
	MatchDisplayName MatchType = "display_name"
)

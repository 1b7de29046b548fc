// Package service holds the records of the Creator Data Service, the errors its
// contract has codes for, and the ports to what keeps and fetches them. It knows
// neither HTTP nor SQL, and no rule. The engines below it (billing, media, search,
// analysis) know nothing of it; access, catalogue and rules work on its records;
// the adapters (store, httpapi, live, world, importer) are wired together by
// service/boot.
package service

import (
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/internal/each"
)

// Creator is a stored creator: a person or theme page with accounts on one or
// more networks. Empty strings and nil pointers are unknown.
type Creator struct {
	ID                 string // UUID
	Name               string
	Bio                string
	AvatarURL          string
	Kind               api.CreatorKind
	Country            string   // ISO 3166-1 alpha-2, upper case
	City               string   // as people write it: "Berlin"
	LocationUnverified bool     // the place is inferred, not stated
	Languages          []string // ISO 639-1
	Themes             []string // lower case: "vegan", "street food"
	Summary            string
	KeyFacts           []string
	BrandAlignment     []string
	Audience           string
	Aesthetics         string
	AnalysedAt         *time.Time
	UpdatedAt          time.Time
}

// Profile is one account of a creator on one network. Rates are per cent.
type Profile struct {
	ID             string // UUID
	CreatorID      string
	Platform       api.Platform
	Username       string // without @, in the case the network shows
	ExternalID     string // the network's own id where it is known (channel id)
	DisplayName    string
	URL            string
	Bio            string
	AvatarURL      string
	ExternalURLs   []string
	Category       string
	Pronouns       []string
	Verified       bool
	Private        bool
	Business       bool
	Followers      *int64
	Following      *int64
	PostCount      *int64
	EngagementRate *float64
	AvgLikes       *float64
	AvgComments    *float64
	AvgViews       *float64
	Posts30d       *int
	PostsPerWeek   *float64
	Growth30d      *float64
	HighlightReels *int
	LastPostAt     *time.Time
	UpdatedAt      time.Time // when the numbers were seen
}

// Post is one stored post of a profile.
type Post struct {
	ID           string // UUID
	ProfileID    string
	CreatorID    string
	Platform     api.Platform
	PlatformID   string // shortcode or video id; unique within a platform
	URL          string
	Type         api.PostType
	Caption      string // for a video: title, blank line, description
	Hashtags     []string
	Mentions     []string
	PostedAt     time.Time
	Location     string
	Likes        *int64
	Comments     *int64
	Shares       *int64
	Views        *int64
	MediaURL     string
	ThumbnailURL string
	Duration     *float64 // seconds
	Carousel     []api.CarouselItem
}

// Transcript is the speech of one post or video, in one language. Segments is empty where
// no times are known; Text is then the whole.
type Transcript struct {
	Platform  api.Platform
	MediaID   string // shortcode or video id
	CreatorID string // "" where the creator is not known
	Language  string // ISO 639-1
	Source    api.TranscriptSource
	Original  bool // the language that is spoken, as far as known
	Title     string
	URL       string
	Segments  []api.Segment
	Text      string
	Duration  *float64 // seconds
	SeenAt    time.Time
}

// TrackLanguages are the languages of tracks, in their order.
func TrackLanguages(tracks []Transcript) []string {
	return each.Of(tracks, func(t Transcript) string { return t.Language })
}

// TextOf joins segments to one text.
func TextOf(segments []api.Segment) string {
	return strings.Join(each.Of(segments, func(s api.Segment) string { return s.Text }), " ")
}

// Known is nil for the empty text, which stands for unknown in records.
func Known(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// Or is a value that may be unknown, other where it is.
func Or[T any](value *T, other T) T {
	if value == nil {
		return other
	}
	return *value
}

// Bundle is a creator with all that belongs to it, as one write. Records that
// exist already are replaced field by field: an empty field never erases a
// known one. Ids left empty are made by the store from natural keys, so that
// writing the same thing twice changes nothing.
type Bundle struct {
	Creator     Creator
	Profiles    []Profile
	Posts       []Post
	Transcripts []Transcript
	Sightings   []Sighting // of its profiles on other days
}

// Sighting holds a profile's numbers on a day.
type Sighting struct {
	Platform                        api.Platform
	Username                        string
	At                              time.Time
	Followers, Following, PostCount *int64
	EngagementRate                  *float64
	AvgLikes, AvgComments, AvgViews *float64
}

// SightingOf is a profile on the day it was seen.
func SightingOf(p Profile) Sighting {
	return Sighting{p.Platform, p.Username, p.UpdatedAt, p.Followers, p.Following, p.PostCount, p.EngagementRate, p.AvgLikes, p.AvgComments, p.AvgViews}
}

// Account is a paying customer.
type Account struct {
	ID   string
	Name string
	Tier api.Tier
	// Limits are the budgets in force: the tier's, or the account's own.
	Limits    api.TierLimits
	CreatedAt time.Time
	// Suspended is why the account may not ask; "" if it may.
	Suspended api.ReasonCode
	// Balance is the money paid beforehand and not used yet; nil for an account that pays
	// by invoice.
	Balance *api.Credits
	Spent   api.Credits // paid for and used, over its whole life
	Unpaid  api.Credits // used since the last invoice
	// Lacks lists the operations and endpoints missing from the plan, such as "POST
	// /v1/search".
	Lacks       []string
	IngestQuota int // creators seeded per UTC day
}

// Invoice is usage that is to be paid.
type Invoice struct {
	ID        int64
	AccountID string
	Credits   api.Credits
	At        time.Time
	PaidAt    *time.Time // nil: open
	FailedAt  *time.Time // when a payment failed last
}

// Key is an API key as stored: never the key itself. A key reads
// gr_<ID>_<secret>; Hash is SHA-256 over Salt and secret.
type Key struct {
	ID        string
	AccountID string
	Salt      []byte
	Hash      []byte
	CreatedAt time.Time
	RevokedAt *time.Time
}

// Session is a search session. Results never change their order once stored.
type Session struct {
	ID             string // UUID
	AccountID      string
	UserID         string // whose it is; "" the account's own
	Request        api.SearchRequest
	Interpretation api.Interpretation
	Results        []api.SearchResult
	FilteredTotal  int
	CreatedAt      time.Time
	ExpiresAt      time.Time
}

// Shortlist is a stored shortlist of one owner.
type Shortlist struct {
	api.Shortlist
	AccountID string
	UserID    string // whose it is; "" the account's own
	Seq       int64  // grows with each that is created; 0 but in lists
}

// ShortlistPosition marks the end of a page of shortlists, also when its last one is deleted.
type ShortlistPosition struct {
	At  time.Time `json:"t"`
	Seq int64     `json:"s"`
}

// Position is where a shortlist stands among others.
func (s Shortlist) Position() ShortlistPosition { return ShortlistPosition{s.CreatedAt, s.Seq} }

// Owner is whose a session is.
func (s Session) Owner() Owner { return Owner{AccountID: s.AccountID, UserID: s.UserID} }

// Owner is whose a shortlist is.
func (s Shortlist) Owner() Owner { return Owner{AccountID: s.AccountID, UserID: s.UserID} }

// accountNumbers are the figures of a profile that conditions are compared with, by field.
var accountNumbers = map[string]func(p *Profile) *float64{
	api.FieldFollowers: func(p *Profile) *float64 {
		if p.Followers == nil {
			return nil
		}
		return new(float64(*p.Followers))
	},
	api.FieldEngagement:   func(p *Profile) *float64 { return p.EngagementRate },
	api.FieldPostsPerWeek: func(p *Profile) *float64 { return p.PostsPerWeek },
	api.FieldGrowth30d:    func(p *Profile) *float64 { return p.Growth30d },
}

// Numbers are the figures of the profile that are known, by the field of a condition.
func (p Profile) Numbers() map[string]float64 {
	out := map[string]float64{}
	for field, of := range accountNumbers {
		if v := of(&p); v != nil {
			out[field] = *v
		}
	}
	return out
}

// accountFlags are the answers of yes or no that a profile gives to conditions, by field.
var accountFlags = map[string]func(p *Profile) bool{
	api.FieldVerified: func(p *Profile) bool { return p.Verified },
}

// Flags are the answers of the profile to conditions of yes or no, by field.
func (p Profile) Flags() map[string]bool {
	out := map[string]bool{}
	for field, of := range accountFlags {
		out[field] = of(&p)
	}
	return out
}

// ThemesWith is the themes of a creator with the categories of its profiles,
// in lower case, each once.
func ThemesWith(themes, categories []string) []string {
	out := make([]string, 0, len(themes)+len(categories))
	for _, list := range [][]string{themes, categories} {
		for _, t := range list {
			if t = strings.ToLower(strings.TrimSpace(t)); t != "" && !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out
}

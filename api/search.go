package api

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// CreatorKind tells people from theme pages.
type CreatorKind string

// The kinds.
const (
	KindInfluencer CreatorKind = "INFLUENCER"
	KindThemePage  CreatorKind = "THEME_PAGE"
)

// SearchRequest is the body of POST /v1/search. Query has 1 to 500 characters;
// Limit, 1 to 100, is the most the session can ever return.
type SearchRequest struct {
	Query        string         `json:"query"`
	Limit        *int           `json:"limit,omitempty"`
	Platforms    []Platform     `json:"platforms,omitempty"`
	CreatorKinds []CreatorKind  `json:"creator_kinds,omitempty"`
	Filters      *SearchFilters `json:"filters,omitempty"`
}

// SearchFilters narrow a search by numbers.
type SearchFilters struct {
	Followers      *Range `json:"followers,omitempty"`
	EngagementRate *Range `json:"engagement_rate,omitempty"` // per cent
	Verified       *bool  `json:"verified,omitempty"`
}

// Range is inclusive at both ends; nil is open.
type Range struct {
	Min *float64 `json:"min,omitempty"`
	Max *float64 `json:"max,omitempty"`
}

// SearchPage is one page of a search session. Total counts the results of this
// session, FilteredTotal all matches found, with those who may match only
// (Interpretation.MayMatch), which come last.
type SearchPage struct {
	Data           []SearchResult  `json:"data"`
	SearchID       string          `json:"search_id"` // UUID
	Total          int             `json:"total"`
	FilteredTotal  int             `json:"filtered_total"`
	HasMore        bool            `json:"has_more"`
	NextCursor     *string         `json:"next_cursor"`
	Interpretation *Interpretation `json:"interpretation,omitempty"`
	Facets         *Facets         `json:"-"` // of the list of everything alone
}

// Interpretation holds the reading of a query: every word of it stands somewhere here, or
// says nothing. A client must work without it.
type Interpretation struct {
	Topics    []string      `json:"topics"`
	Filters   []Filter      `json:"filters"`
	Excluded  []Exclusion   `json:"excluded"`
	Corrected []Correction  `json:"corrected"`
	Unused    []Unused      `json:"unused"`
	Seeds     []SeedProfile `json:"seeds"`
	Nearest   *Nearest      `json:"nearest,omitempty"`   // only where nothing matches
	MayMatch  *MayMatch     `json:"may_match,omitempty"` // only where something that is asked is not known of somebody found
	LeftOut   *LeftOut      `json:"left_out,omitempty"`  // only where a topic is not wanted
	Suggested []Suggested   `json:"suggested,omitempty"` // only where a service has a model
}

// Suggested offers a meaning of words that the search did not follow, as a phrase that it
// would read as these conditions. It is not applied.
type Suggested struct {
	Text    string   `json:"text"`
	Phrase  string   `json:"phrase"`
	Filters []Filter `json:"filters"`
}

// MayMatch counts the results of which something that is asked is not known: they come
// after all that match. Creators of whom two things are unknown count in both.
type MayMatch struct {
	Total   int   `json:"total"`
	Unknown []Gap `json:"unknown"`
}

// Count returns the number of results that only may match.
func (m *MayMatch) Count() int {
	if m == nil {
		return 0
	}
	return m.Total
}

// Gap is of how many creators a condition is not known.
type Gap struct {
	Field    string `json:"field"`
	Creators int    `json:"creators"`
}

// Counted says of how many creators it is not known whether they match, and how many are
// left out, a sentence each.
func (in Interpretation) Counted() (out []string) {
	if m := in.MayMatch; m != nil {
		var parts []string
		for _, g := range m.Unknown {
			parts = append(parts, ConditionOf(g.Field).Name+" of "+strconv.Itoa(g.Creators))
		}
		out = append(out, strconv.Itoa(m.Total)+" of them may match only. Not known: "+strings.Join(parts, ", ")+".")
	}
	if l := in.LeftOut; l != nil {
		out = append(out, strconv.Itoa(l.Creators)+" left out; "+strconv.Itoa(l.Unread)+" could not be checked: no post of theirs was read.")
	}
	return out
}

// LeftOut counts the creators left out for an unwanted topic, and the results of whom no
// post was read, so that nobody can tell.
type LeftOut struct {
	Creators int `json:"creators"`
	Unread   int `json:"unread"`
}

// Narrows says whether anything in the query tells one creator from another; a
// search for one that does not finds everybody.
func (in Interpretation) Narrows() bool {
	return len(in.Topics)+len(in.Filters)+len(in.Excluded)+len(in.Seeds) > 0
}

// Nearest is the query nearest to one that nothing matches: Without is the words
// that kept everybody out, Query what is left, FilteredTotal how many match it.
type Nearest struct {
	Without       string `json:"without"`
	Query         string `json:"query"`
	FilteredTotal int    `json:"filtered_total"`
}

// Filter is one understood condition: Field is one of the Field constants; Op is
// "eq", "gte" or "lte"; Value a number, a string or a bool; Text the words of
// the query it came from, letter for letter.
type Filter struct {
	Field string `json:"field"`
	Op    string `json:"op"`
	Value any    `json:"value"`
	Text  string `json:"text"`
}

// The fields of a Filter and of an Exclusion.
const (
	FieldTopic        = "topic"
	FieldLocation     = "location"
	FieldLanguage     = "language"
	FieldFollowers    = "followers"
	FieldEngagement   = "engagement_rate" // per cent
	FieldPostsPerWeek = "posts_per_week"
	FieldLastPostDays = "last_post_days" // since the last post
	FieldGrowth30d    = "growth_30d"     // of followers, per cent
	FieldPlatform     = "platform"       // its name; a number asks on how many
	FieldKind         = "kind"
	FieldVerified     = "verified"
)

// Exclusion is something that no creator found may have.
type Exclusion struct {
	Field string `json:"field"`
	Value any    `json:"value"`
	Text  string `json:"text"`
}

// Correction is a word of the query, and the one that was read in its place.
type Correction struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Unused names words of the query that the search did not follow, with a sentence for
// people that says why and what can be done.
type Unused struct {
	Text string `json:"text"`
	Why  string `json:"why"`
}

// SeedProfile is a creator whom those who are wanted are like.
type SeedProfile struct {
	Platform Platform `json:"platform"`
	Username string   `json:"username"`
}

// SearchPreview tells the outcome of a search before it is paid for: the answer of POST
// /v1/search/interpret, which is free and makes no session. GoodMatches counts the matches
// that are not weak. Digests stand for the creators that the search would find now, in
// their order, each as Digest makes it of the creator's id: who holds some of them already
// can tell, and nobody can tell the others. Nil: the service does not say.
type SearchPreview struct {
	Interpretation Interpretation `json:"interpretation"`
	FilteredTotal  int            `json:"filtered_total"`
	GoodMatches    int            `json:"good_matches"`
	CreditsAtMost  Credits        `json:"credits_at_most"`
	Digests        []string       `json:"digests"`
	Held           []bool         `json:"-"` // which of those a client holds already; nil: nobody knows
}

// Holds counts the creators found whom a client holds already, those with these ids
// too. False: nobody knows.
func (p SearchPreview) Holds(ids ...string) (n int, known bool) {
	listed := make(map[string]bool, len(ids))
	for _, id := range ids {
		listed[Digest(id)] = true
	}
	for i, d := range p.Digests {
		if i < len(p.Held) && p.Held[i] || listed[d] {
			n++
		}
	}
	return n, p.Held != nil
}

// Digest stands for a creator without naming them: the first 16 hexadecimal digits
// of the SHA-256 of the id in lower case.
func Digest(creatorID string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(creatorID)))
	return hex.EncodeToString(sum[:8])
}

// SearchResult is a creator that a search found, and why.
type SearchResult struct {
	Creator            CreatorBasic    `json:"creator"`
	PrimaryProfile     *ProfileSummary `json:"primary_profile"`
	RelevantProfile    *ProfileSummary `json:"relevant_profile"`
	LocationUnverified *bool           `json:"location_unverified"`
	Match              Match           `json:"match"`
}

// Match tells how well a creator fits. Score and Confidence run from 0 to 1.
type Match struct {
	Score         float64    `json:"score"`
	Confidence    float64    `json:"confidence"`
	LowConfidence bool       `json:"low_confidence"`
	Reasons       []string   `json:"reasons"`
	Evidence      []Evidence `json:"evidence"`
}

// Provenance says what a piece of evidence rests on.
type Provenance string

// The provenances, strongest first.
const (
	FromPost    Provenance = "post_evidence"
	FromProfile Provenance = "profile_fact"
	Inferred    Provenance = "inferred"
)

// Evidence is one ground for a match. EvidenceQuote is copied letter for
// letter from the post or transcript it names.
type Evidence struct {
	Text          string     `json:"text"`
	Provenance    Provenance `json:"provenance"`
	SourcePostID  *string    `json:"source_post_id"` // UUID
	FactID        *string    `json:"fact_id"`
	EvidenceQuote *string    `json:"evidence_quote"`
	Machine       bool       `json:"machine,omitempty"` // one of the service wrote the quote down
}

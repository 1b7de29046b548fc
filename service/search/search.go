// Package search finds creators: it understands a query in plain words, keeps
// an index in memory, ranks by the relevance of text and then by fit, and names
// the texts that a match rests on. It knows no database and no HTTP: documents
// come in as a stream, texts for quotes are fetched by the caller.
package search

import (
	"time"

	"greenroom/api"
)

// UnitKind tells what a unit of text is.
type UnitKind uint8

// The kinds of text of a creator.
const (
	UnitBio UnitKind = iota
	UnitThemes
	UnitPost
	UnitTranscript
)

// Unit names one text of a creator. Row is the caller's own number for it.
type Unit struct {
	Kind UnitKind
	Row  int64
}

// UnitDoc is one text to be indexed.
type UnitDoc struct {
	Unit
	Text string
	At   time.Time // of a post; zero: unknown
}

// Name is a profile of a creator: what it is called, for autocomplete, and how large
// it is. Platform and Username are empty for the creator's own name; a number below 0
// is unknown.
type Name struct {
	Platform    api.Platform
	Username    string
	DisplayName string
	Followers   int64
	Engagement  float64 // per cent
	Verified    bool
}

// Doc is one creator as the index sees it. Numbers are of the largest profile;
// a negative one is unknown.
type Doc struct {
	ID             string // UUID
	Row            int64  // the caller's own number; of equals the lower stands first
	Name           string
	AvatarURL      string
	Names          []Name // one per profile
	Kind           api.CreatorKind
	Country        string // ISO 3166-1 alpha-2
	City           string
	HomeUnverified bool // the place is inferred, or is the audience's
	Languages      []string
	Followers      int64
	EngagementRate float64            // per cent
	Rarer          [rarerMax]*float64 // in the order of Rarer
	Verified       bool
	Private        bool
	LastPost, Seen time.Time // of any profile; of the numbers. Zero: unknown
	Units          []UnitDoc

	// What it is known for, what networks call it, and sentences about it: also in Units.
	Themes, Categories, Facts []string
}

// Query is a search as asked. Limit is the most hits wanted; 0 means
// api.LimitDefault. Platforms, Kinds and Filters narrow what Text says.
type Query struct {
	Text      string
	Platforms []api.Platform
	Kinds     []api.CreatorKind
	Filters   *api.SearchFilters
	Limit     int
	Like      []string  // what the seeds of the query are about: Seeds names them
	Now       time.Time // how old posts and numbers are counts from it; zero: nothing is old
}

// Results holds the results of a search, best first, weak matches last. Total counts all
// matches, Hits holds at most the limit; Good counts the good ones, those above the line.
type Results struct {
	Hits           []Hit
	Total, Good    int
	Interpretation api.Interpretation
}

// Hit is one creator found. Score and Confidence run from 0 to 1.
type Hit struct {
	ID                 string // creator
	Score, Confidence  float64
	Low                bool         // a weak match: Score is below Line, Confidence below sureLine
	May                string       // what is not known of it, so that it may match only
	Reasons            []string     // short sentences
	LocationUnverified *bool        // nil when no place was asked
	Platform           api.Platform // of the relevant profile; "" is the primary one
	Grounds            []Ground     // the best texts, at most 6, best first
	Facts              []Fact
	Signs              Signs // what Confidence is made of, above the line
}

// Ground is one text a match rests on. Terms are the words that matched, as
// index terms, the most telling first: words of the query, and rare ones.
type Ground struct {
	Unit  Unit
	Terms []string
}

// Fact is a ground that is no text of the creator's: a number or a place of
// the profile, or something inferred.
type Fact struct {
	Text       string
	Provenance api.Provenance // api.FromProfile or api.Inferred
	FactID     string         // names the fact: "followers", "location", …
}

// Completion asks for creators whose name, username or display name begins
// with Prefix, or has a later word that does. Platforms limits which profiles
// may match; empty means all. Limit 0 means api.AutocompleteLimitDefault.
type Completion struct {
	Prefix    string
	Platforms []api.Platform
	Limit     int
}

// Candidate is one creator that autocomplete found. Names holds all profiles,
// in the order of the Doc.
type Candidate struct {
	ID        string
	Name      string
	AvatarURL string
	Matches   []NameMatch
	Names     []Name
	followers int64
	row       uint32
}

// CreatorName stands for the creator's own name in a NameMatch.
const CreatorName = -1

// NameMatch says where the prefix was found: Name is an index of
// Candidate.Names, or CreatorName; Value is what matched.
type NameMatch struct {
	Name  int
	Type  api.MatchType
	Value string
}

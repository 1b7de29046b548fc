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
}

// Name is one thing a creator is called, for autocomplete. Platform and
// Username are empty for the creator's own name.
type Name struct {
	Platform    api.Platform
	Username    string
	DisplayName string
	Followers   int64
}

// Doc is one creator as the index sees it. Numbers are of the largest profile;
// a negative one is unknown.
type Doc struct {
	ID             string // UUID
	Name           string
	AvatarURL      string
	Names          []Name // one per profile
	Kind           api.CreatorKind
	Country        string // ISO 3166-1 alpha-2
	City           string
	HomeUnverified bool // the place is inferred, or is the audience's
	Languages      []string
	Followers      int64
	EngagementRate float64 // per cent
	PostsPerWeek   *float64
	Growth30d      *float64 // of followers, per cent
	Verified       bool
	Private        bool
	LastPost, Seen time.Time // of any profile; of the numbers. Zero: unknown
	Units          []UnitDoc
}

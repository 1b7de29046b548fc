package rules

import (
	"context"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/billing"
	"greenroom/service/catalogue"
	"greenroom/service/rules/paging"
	"greenroom/service/search"
)

// Store reads and writes for the rules and the rooms below them. Its methods may be called
// at once from many goroutines; a write is durable when it returns. Missing records are
// service.ErrNotFound.
type Store interface {
	access.Store
	catalogue.Store
	billing.Ledger
	paging.Settings
	// Write stores bundles in one transaction and says what was new.
	Write(ctx context.Context, bundles []service.Bundle) (service.Written, error)

	Creator(ctx context.Context, id string) (service.Creator, error)
	Creators(ctx context.Context, ids []string) (map[string]service.Creator, error)
	// Profiles lists a creator's profiles, most followers first.
	Profiles(ctx context.Context, creatorIDs ...string) (map[string][]service.Profile, error)
	// ProfileByName finds a profile by network and username, in any case.
	ProfileByName(ctx context.Context, p api.Platform, username string) (service.Profile, error)

	List(ctx context.Context, q service.ListQuery) ([]service.Listed, error)
	CountList(ctx context.Context, q service.ListQuery) (int, error)
	Facets(ctx context.Context, q service.ListQuery) (api.Facets, error)

	// Posts lists the posts of a creator, or of one profile, in keyset order.
	Posts(ctx context.Context, q service.PostQuery) ([]service.Post, error)
	Post(ctx context.Context, p api.Platform, platformID string) (service.Post, error)
	// PostsByID reads those of the posts that exist, under the ids asked for.
	PostsByID(ctx context.Context, ids []string) (map[string]service.Post, error)
	// PostsByURL reads the posts stored under these addresses, letter for
	// letter; of several under one address the first by id.
	PostsByURL(ctx context.Context, urls []string) (map[string]service.Post, error)
	// Transcripts lists the tracks of one post or video: the original language
	// first, then manual before automatic, then by code. Empty if none.
	Transcripts(ctx context.Context, p api.Platform, mediaID string) ([]service.Transcript, error)
	// Spoken reads what is said in posts, by the id of the post: of each the
	// track that Transcripts lists first. Posts without any are absent.
	Spoken(ctx context.Context, postIDs []string) (map[string]service.Said, error)
	// Texts returns the captions and transcripts behind search units, for quotes.
	Texts(ctx context.Context, units []search.Unit) (map[search.Unit]service.UnitText, error)

	CreateSession(ctx context.Context, s service.Session) error
	// Session returns a session of this owner that has not expired at now,
	// with the results from offset on, at most limit of them, and the number
	// of all results.
	Session(ctx context.Context, o service.Owner, id string, now time.Time, offset, limit int) (s service.Session, total int, err error)
	CreateShortlist(ctx context.Context, s service.Shortlist) error
	Shortlist(ctx context.Context, o service.Owner, id string) (service.Shortlist, error)
	// Shortlists lists newest first, after a position (nil: from the start).
	Shortlists(ctx context.Context, o service.Owner, after *service.ShortlistPosition, limit int) ([]service.Shortlist, error)
	// ReplaceShortlist stores s if the stored version is s.Version-1; else
	// service.ErrVersion and the stored one.
	ReplaceShortlist(ctx context.Context, s service.Shortlist) (service.Shortlist, error)
	DeleteShortlist(ctx context.Context, o service.Owner, id string) error
	Sheets
}

// Sheets stores sheets of shortlists. Who may see which is for the rules.
type Sheets interface {
	// Sheet reads what is stored of a list, whoever owns it; service.ErrNotFound where
	// there is no such shortlist.
	Sheet(ctx context.Context, id string) (service.Sheet, error)
	SheetVersion(ctx context.Context, id string, version int) (service.SheetVersion, error)
	// SheetVersions lists the versions, the latest first.
	SheetVersions(ctx context.Context, id string) ([]api.SheetVersion, error)
	// PutSheet stores a version where the shortlist is at the one before it, and moves the
	// shortlist to it; else service.ErrVersion.
	PutSheet(ctx context.Context, o service.Owner, id string, v service.SheetVersion) error
	// ChangeColumn stores what a reviewer says, made of what they said before, between which
	// nobody else writes; service.ErrQuota where no reviewer has room.
	ChangeColumn(ctx context.Context, id, person string, change func(before api.SheetColumn) (api.SheetColumn, error)) error
	// OpenSheet notes the first time that somebody reads a version.
	OpenSheet(ctx context.Context, id string, o service.SheetOpening) error
	// WithdrawSheet removes the latest version; service.ErrVersion where it is not,
	// service.ErrUsed where somebody opened it.
	WithdrawSheet(ctx context.Context, o service.Owner, id string, version int, at time.Time) error
}

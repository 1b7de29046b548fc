package service

import (
	"context"
	"iter"
	"time"

	"greenroom/api"
	"greenroom/service/analysis"
	"greenroom/service/billing"
	"greenroom/service/search"
)

// Store keeps everything the service knows. All methods may be called at once
// from many goroutines and, for one file, from several processes; a write is
// durable when it returns. Missing records are ErrNotFound.
type Store interface {
	Catalogue
	Accounts
	Sessions
	Shortlists
	billing.Ledger
	Close() error
}

// Catalogue is creators and what belongs to them.
type Catalogue interface {
	Creator(ctx context.Context, id string) (Creator, error)
	Creators(ctx context.Context, ids []string) (map[string]Creator, error)
	// Profiles lists a creator's profiles, most followers first.
	Profiles(ctx context.Context, creatorIDs ...string) (map[string][]Profile, error)
	// ProfileByName finds a profile by network and username, in any case.
	ProfileByName(ctx context.Context, p api.Platform, username string) (Profile, error)
	// ProfileByExternalID finds a profile by network and the network's own id.
	ProfileByExternalID(ctx context.Context, p api.Platform, id string) (Profile, error)
	// Posts lists the posts of a creator, or of one profile, in keyset order.
	Posts(ctx context.Context, q PostQuery) ([]Post, error)
	Post(ctx context.Context, p api.Platform, platformID string) (Post, error)
	Lookups
	// PostsOn streams all posts of one network, in no order.
	PostsOn(ctx context.Context, p api.Platform) iter.Seq2[Post, error]
	// Transcripts lists the tracks of one post or video: the original language
	// first, then manual before automatic, then by code. Empty if none.
	Transcripts(ctx context.Context, p api.Platform, mediaID string) ([]Transcript, error)
	// Write stores bundles in one transaction and says what was new.
	Write(ctx context.Context, bundles []Bundle) (Written, error)
	// Generation grows with every write that changes what a search can find.
	Generation(ctx context.Context) (int64, error)
	// Corpus streams everything searchable, most followers first.
	Corpus(ctx context.Context) iter.Seq2[search.Doc, error]
	// Texts returns the texts behind search units, for quotes.
	Texts(ctx context.Context, units []search.Unit) (map[search.Unit]UnitText, error)
}

// Lookups is reading of many records at once, for judging them.
type Lookups interface {
	// PostsByID reads those of the posts that exist, under the ids asked for.
	PostsByID(ctx context.Context, ids []string) (map[string]Post, error)
	// PostsByURL reads the posts stored under these addresses, letter for
	// letter; of several under one address the first by id.
	PostsByURL(ctx context.Context, urls []string) (map[string]Post, error)
	// Spoken reads what is said in posts, by the id of the post: of each the
	// track that Transcripts lists first. Posts without any are absent.
	Spoken(ctx context.Context, postIDs []string) (map[string]Said, error)
	// Traits streams what makes creators alike, of all of them.
	Traits(ctx context.Context) iter.Seq2[analysis.Traits, error]
}

// PostQuery asks for one page of posts: at most Limit, after the position After.
type PostQuery struct {
	CreatorID string // one of CreatorID and ProfileID
	ProfileID string
	// Platforms limits to these; empty means all.
	Platforms []api.Platform
	Sort      api.PostSort
	After     *PostPosition
	Limit     int
}

// PostPosition is where a page ended: the value of the sort key of the last
// post (null where that post has none) and its id.
type PostPosition struct {
	Key  *float64 `json:"k"`
	Post string   `json:"p"`
}

// Position is where p stands in the given order.
func (p Post) Position(sort api.PostSort) PostPosition {
	return PostPosition{Key: p.sortKey(sort), Post: p.ID}
}

func (p Post) sortKey(sort api.PostSort) *float64 {
	number := func(n *int64) *float64 {
		if n == nil {
			return nil
		}
		f := float64(*n)
		return &f
	}
	switch sort {
	case api.SortMostLikes:
		return number(p.Likes)
	case api.SortMostViews:
		return number(p.Views)
	case api.SortMostComments:
		return number(p.Comments)
	case api.SortTopEngagement:
		if p.Views == nil || *p.Views <= 0 || (p.Likes == nil && p.Comments == nil) {
			return nil
		}
		rate := (deref(p.Likes) + deref(p.Comments)) / float64(*p.Views)
		return &rate
	default:
		at := float64(p.PostedAt.Unix())
		return &at
	}
}

func deref(n *int64) float64 {
	if n == nil {
		return 0
	}
	return float64(*n)
}

// UnitText is the text behind a search unit. PostID is "" for profile texts.
type UnitText struct {
	PostID string // UUID
	Text   string
}

// Said is what is said in a post, without its times.
type Said struct {
	Language string // ISO 639-1
	Text     string
}

// Written counts what a write did.
type Written struct {
	New, Updated, Unchanged Counts
}

// Counts counts records by kind.
type Counts struct {
	Creators, Profiles, Posts, Transcripts int
}

// Accounts is who may ask and who pays.
type Accounts interface {
	CreateAccount(ctx context.Context, a Account) error
	Account(ctx context.Context, id string) (Account, error)
	AccountByName(ctx context.Context, name string) (Account, error)
	// Accounts lists all accounts by name.
	Accounts(ctx context.Context) ([]Account, error)
	// ChangeAccount changes an account in one transaction and returns it as it
	// then is. Its id, name and age stay. An error of change leaves all as it was.
	ChangeAccount(ctx context.Context, id string, change func(*Account) error) (Account, error)
	Invoices
	Ingests
	// Access is a number that grows with every change of what a key or an account
	// may do; charging alone does not move it. What was read at a number holds as
	// long as the number stands, balances excepted.
	Access(ctx context.Context) (int64, error)
	CreateKey(ctx context.Context, k Key) error
	Key(ctx context.Context, id string) (Key, error)
	// Keys lists all keys, newest first.
	Keys(ctx context.Context) ([]Key, error)
	RevokeKey(ctx context.Context, id string, at time.Time) error
	// Setting reads a named value that belongs to the store itself (secrets
	// for cursors, the seed of the sample world); ErrNotFound if unset.
	Setting(ctx context.Context, name string) (string, error)
	SetSetting(ctx context.Context, name, value string) error
}

// Invoices is what is to be paid. A charge that brings the unpaid usage of an
// account to its threshold writes one, in the same transaction.
type Invoices interface {
	// Invoices lists the invoices of an account, newest first.
	Invoices(ctx context.Context, accountID string) ([]Invoice, error)
	// Pay marks all open invoices as paid and changes the account as Account.Paid
	// does, in one transaction; the sum is 0 where none is open.
	Pay(ctx context.Context, accountID string, at time.Time) (api.Credits, error)
	// FailPayment marks all open invoices as failed to be paid and suspends the
	// account for it, in one transaction.
	FailPayment(ctx context.Context, accountID string, at time.Time) error
}

// Ingests counts the creators that accounts have seeded, by UTC day.
type Ingests interface {
	// Ingested is how many slots are taken on the day that holds at.
	Ingested(ctx context.Context, accountID string, at time.Time) (int, error)
	// TakeIngest takes a slot of the day that holds at, if fewer than quota are
	// taken; else ErrQuota. The count is checked in the database, so that several
	// processes on one file never exceed a quota together.
	TakeIngest(ctx context.Context, accountID string, at time.Time, quota int) error
	// ReturnIngest gives back a slot taken on the day that holds at.
	ReturnIngest(ctx context.Context, accountID string, at time.Time) error
}

// Sessions is search sessions.
type Sessions interface {
	CreateSession(ctx context.Context, s Session) error
	// Session returns a session of this account that has not expired at now,
	// with the results from offset on, at most limit of them, and the number
	// of all results.
	Session(ctx context.Context, accountID, id string, now time.Time, offset, limit int) (s Session, total int, err error)
}

// Shortlists is saved choices.
type Shortlists interface {
	CreateShortlist(ctx context.Context, s Shortlist) error
	Shortlist(ctx context.Context, accountID, id string) (Shortlist, error)
	// Shortlists lists newest first, after the given one ("" from the start).
	Shortlists(ctx context.Context, accountID, afterID string, limit int) ([]Shortlist, error)
	// ReplaceShortlist stores s if the stored version is s.Version-1; else
	// ErrVersion and the stored one.
	ReplaceShortlist(ctx context.Context, s Shortlist) (Shortlist, error)
	DeleteShortlist(ctx context.Context, accountID, id string) error
}

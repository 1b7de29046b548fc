package service

import "greenroom/api"

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

// PostPosition marks the end of a page: the value of the sort key of the last post (null
// where that post has none) and its id.
type PostPosition struct {
	Key  *float64 `json:"k"`
	Post string   `json:"p"`
}

// Position returns p's position in the given order.
func (p Post) Position(sort api.PostSort) PostPosition {
	return PostPosition{Key: p.sortKey(sort), Post: p.ID}
}

func (p Post) sortKey(sort api.PostSort) *float64 {
	number := func(n *int64) *float64 {
		if n == nil {
			return nil
		}
		return new(float64(*n))
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
		return new((float64(Or(p.Likes, 0)) + float64(Or(p.Comments, 0))) / float64(*p.Views))
	default:
		return new(float64(p.PostedAt.Unix()))
	}
}

// UnitText is the text behind a search unit. PostID is "" for profile texts.
type UnitText struct {
	PostID  string // UUID
	Text    string
	Machine bool // a machine of ours wrote it down
}

// Said is the speech of a post, without its times.
type Said struct {
	Language string // ISO 639-1
	Text     string
	Machine  bool // a machine of ours wrote it down
}

// Changes are the creators that the catalogue has changed since a generation, up to
// another. All says that they are too many to name, or not known any more.
type Changes struct {
	To       int64
	Creators []string // ids, each once; of some who are gone
	All      bool
}

// Written counts what a write did.
type Written struct {
	New, Updated, Unchanged Counts
}

// Counts counts records by kind.
type Counts struct {
	Creators, Profiles, Posts, Transcripts int
}

// ListQuery asks for creators by their reach, which is the followers of their
// largest profile. Empty conditions let all through.
type ListQuery struct {
	Platforms []api.Platform // on one of them
	Countries []string       // ISO 3166-1, upper case
	Languages []string       // ISO 639-1
	Min, Max  *int64         // reach
	After     *ListPosition
	Limit     int
}

// ListPosition marks where a list goes on.
type ListPosition struct {
	Reach int64 `json:"r"`
	Row   int64 `json:"i"`
}

// Listed is a creator in a list, with its place there.
type Listed struct {
	Creator
	At ListPosition
}

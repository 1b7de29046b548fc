package api

import "time"

// PostType is the form of a stored post.
type PostType string

// The types of stored posts. A live post is an image, a video or a carousel.
const (
	PostImage    PostType = "image"
	PostVideo    PostType = "video"
	PostCarousel PostType = "carousel"
	PostReel     PostType = "reel"
	PostStory    PostType = "story"
)

// PostSort orders a posts list. A cursor holds for one sort only.
type PostSort string

// The sorts; recent is the default. top_engagement is (likes + comments) /
// views, posts without measurable views last.
const (
	SortRecent        PostSort = "recent"
	SortTopEngagement PostSort = "top_engagement"
	SortMostLikes     PostSort = "most_likes"
	SortMostViews     PostSort = "most_views"
	SortMostComments  PostSort = "most_comments"
)

// PostSorts lists the sorts in the order they are offered.
func PostSorts() []PostSort {
	return []PostSort{SortRecent, SortTopEngagement, SortMostLikes, SortMostViews, SortMostComments}
}

// Post is a stored post, as the posts list answers it.
type Post struct {
	ID         string      `json:"id"`         // UUID
	ProfileID  string      `json:"profile_id"` // UUID
	Platform   Platform    `json:"platform"`
	PlatformID string      `json:"platform_id"` // shortcode or video id
	URL        string      `json:"url"`
	Type       PostType    `json:"type"`
	Caption    *string     `json:"caption"`
	Hashtags   []string    `json:"hashtags"` // without #
	Mentions   []string    `json:"mentions"` // without @
	PostedAt   time.Time   `json:"posted_at"`
	Location   *PostPlace  `json:"location"`
	Metrics    PostMetrics `json:"metrics"`
	Media      PostMedia   `json:"media"`
}

// PostPlace is the place a post is tagged with.
type PostPlace struct {
	Name *string `json:"name"`
}

// PostMetrics are counts at the time of the last visit; nil is unknown.
// EngagementRate is per cent.
type PostMetrics struct {
	Likes          *int64   `json:"likes"`
	Comments       *int64   `json:"comments"`
	Shares         *int64   `json:"shares"`
	Views          *int64   `json:"views"`
	EngagementRate *float64 `json:"engagement_rate"`
}

// PostMedia is the picture or video of a post.
type PostMedia struct {
	URL             *string        `json:"url"`
	ThumbnailURL    *string        `json:"thumbnail_url"`
	DurationSeconds *float64       `json:"duration_seconds"`
	CarouselItems   []CarouselItem `json:"carousel_items"` // null unless a carousel
}

// CarouselItem is one picture or video of a stored carousel.
type CarouselItem struct {
	Index        int     `json:"index"`
	IsVideo      bool    `json:"is_video"`
	ThumbnailURL *string `json:"thumbnail_url"`
}

package api

import "time"

// VideoDetails is a video of the long-video network as it shows now. Nil
// fields are not known.
type VideoDetails struct {
	VideoID         string     `json:"video_id"`
	URL             string     `json:"url"`
	Title           string     `json:"title"`
	Description     string     `json:"description"`
	ChannelID       *string    `json:"channel_id"`
	ChannelName     *string    `json:"channel_name"`
	ChannelHandle   *string    `json:"channel_handle"`
	ThumbnailURL    *string    `json:"thumbnail_url"`
	DurationSeconds *int64     `json:"duration_seconds"` // at least 1
	ViewCount       *int64     `json:"view_count"`
	LikeCount       *int64     `json:"like_count"`
	CommentCount    *int64     `json:"comment_count"`
	PublishedAt     *time.Time `json:"published_at"`   // where the exact time is known
	PublishedDate   *string    `json:"published_date"` // "2026-03-14"
	Tags            []string   `json:"tags"`
	Categories      []string   `json:"categories"`
	Availability    *string    `json:"availability"`
	LiveStatus      *string    `json:"live_status"`
	ScrapedAt       time.Time  `json:"scraped_at"`
}

// ChannelSort orders the videos of a channel before they are selected.
type ChannelSort string

// The orders; newest is the default.
const (
	ChannelPopular ChannelSort = "popular"
	ChannelNewest  ChannelSort = "newest"
	ChannelOldest  ChannelSort = "oldest"
)

// ChannelSorts lists the orders as they are offered.
func ChannelSorts() []ChannelSort {
	return []ChannelSort{ChannelPopular, ChannelNewest, ChannelOldest}
}

// ChannelTranscripts holds the transcripts of several videos of one channel.
type ChannelTranscripts struct {
	ChannelID          string              `json:"channel_id"`
	Handle             string              `json:"handle"`
	ChannelName        string              `json:"channel_name"`
	VideosFound        int                 `json:"videos_found"`
	TranscriptsFetched int                 `json:"transcripts_fetched"`
	TranscriptsFailed  int                 `json:"transcripts_failed"`
	Items              []ChannelTranscript `json:"items"`
	ScrapedAt          time.Time           `json:"scraped_at"`
}

// ChannelTranscript is one video of a channel with what is said in it. Error
// says why nothing is, and is nil else; Language and Source are nil and FullText
// is empty then. Transcript is filled where segments were asked for.
type ChannelTranscript struct {
	VideoID       string            `json:"video_id"`
	URL           string            `json:"url"`
	Title         string            `json:"title"`
	ViewCount     *int64            `json:"view_count"`
	PublishedText *string           `json:"published_text"`
	Language      *string           `json:"language"`
	Source        *TranscriptSource `json:"source"`
	FullText      string            `json:"full_text"`
	WordCount     int               `json:"word_count"`
	Transcript    []Segment         `json:"transcript"`
	Error         *string           `json:"error"`
}

// UploadDate bounds when the videos of a search were published.
type UploadDate string

// The upload dates; any is the default. They are of the UTC calendar.
const (
	UploadAny      UploadDate = "any"
	UploadLastHour UploadDate = "last_hour"
	UploadToday    UploadDate = "today"
	UploadWeek     UploadDate = "this_week"
	UploadMonth    UploadDate = "this_month"
	UploadYear     UploadDate = "this_year"
)

// UploadDates lists the upload dates as they are offered.
func UploadDates() []UploadDate {
	return []UploadDate{UploadAny, UploadLastHour, UploadToday, UploadWeek, UploadMonth, UploadYear}
}

// VideoSort orders a video search.
type VideoSort string

// The orders; relevance is the default.
const (
	VideoRelevance VideoSort = "relevance"
	VideoPopular   VideoSort = "popular"
)

// VideoSorts lists the orders as they are offered.
func VideoSorts() []VideoSort { return []VideoSort{VideoRelevance, VideoPopular} }

// VideoContent says what a video search answers.
type VideoContent string

// The contents; all, which is videos and channels, is the default.
const (
	ContentAll    VideoContent = "all"
	ContentVideos VideoContent = "videos"
)

// VideoContents lists the contents as they are offered.
func VideoContents() []VideoContent { return []VideoContent{ContentAll, ContentVideos} }

// VideoLength bounds how long the videos of a search are.
type VideoLength string

// The lengths: short is under 4 minutes, long over 20. any is the default.
const (
	LengthAny    VideoLength = "any"
	LengthShort  VideoLength = "short"
	LengthMedium VideoLength = "medium"
	LengthLong   VideoLength = "long"
)

// VideoLengths lists the lengths as they are offered.
func VideoLengths() []VideoLength {
	return []VideoLength{LengthAny, LengthShort, LengthMedium, LengthLong}
}

// VideoSearchPage is one page of a live video search.
type VideoSearchPage struct {
	Query            string        `json:"query"`
	Results          []VideoResult `json:"results"`
	EstimatedResults *int          `json:"estimated_results"`
	NextCursor       *string       `json:"next_cursor"`
	ScrapedAt        time.Time     `json:"scraped_at"`
}

// VideoResultType tells what a result of a video search is.
type VideoResultType string

// The types of results.
const (
	ResultVideo   VideoResultType = "video"
	ResultChannel VideoResultType = "channel"
)

// VideoResult is a video or a channel that a search found. VideoFields is nil
// for a channel, ChannelFields for a video; their fields stand beside the
// others in JSON.
type VideoResult struct {
	Type            VideoResultType `json:"type"`
	ChannelID       string          `json:"channel_id"`
	ChannelName     string          `json:"channel_name"`
	ChannelHandle   *string         `json:"channel_handle"`
	ChannelVerified bool            `json:"channel_verified"`
	URL             string          `json:"url"`
	Description     string          `json:"description"`
	ThumbnailURL    *string         `json:"thumbnail_url"`
	*VideoFields
	*ChannelFields
}

// VideoFields holds the fields that only videos have.
type VideoFields struct {
	VideoID         string     `json:"video_id"`
	Title           string     `json:"title"`
	DurationSeconds *int64     `json:"duration_seconds"`
	DurationText    *string    `json:"duration_text"` // "1:02:03"
	PublishedAt     *time.Time `json:"published_at"`
	PublishedText   *string    `json:"published_text"` // "3 weeks ago"
	ViewCount       *int64     `json:"view_count"`
	ViewCountText   *string    `json:"view_count_text"` // "12,345 views"
}

// ChannelFields holds the fields that only channels have.
type ChannelFields struct {
	SubscriberCount *int64 `json:"subscriber_count"`
	VideoCount      *int64 `json:"video_count"`
}

// Typeahead holds popular searches that begin with a query.
type Typeahead struct {
	Query       string    `json:"query"`
	Suggestions []string  `json:"suggestions"`
	ScrapedAt   time.Time `json:"scraped_at"`
}

// IngestBody asks to seed a creator from one of its profiles.
type IngestBody struct {
	Platform Platform `json:"platform"`
	Username string   `json:"username"`
}

// IngestStatus says what an ingest did.
type IngestStatus string

// The statuses of an ingest: a creator was seeded, or was there already.
const (
	IngestSeeded   IngestStatus = "seeded"
	IngestExisting IngestStatus = "existing"
)

// Ingested names the creator and profile that an ingest led to.
type Ingested struct {
	CreatorID string       `json:"creator_id"` // UUID
	ProfileID string       `json:"profile_id"` // UUID
	Status    IngestStatus `json:"status"`
}

package api

import "time"

// LivePost is a post as the photo network shows it now. Up to TakenAt all
// fields are always there, and so are the richer ones, from CoauthorUsernames to
// Location: nil is not known, an empty list is none. The others are there where the
// network tells them. PostType is an image, a video or a carousel.
type LivePost struct {
	ID           string   `json:"id"`
	Shortcode    string   `json:"shortcode"`
	DisplayURL   string   `json:"display_url"`
	IsVideo      bool     `json:"is_video"`
	PostType     PostType `json:"post_type"`
	LikeCount    int64    `json:"like_count"`
	CommentCount int64    `json:"comment_count"`
	Caption      *string  `json:"caption"`
	TakenAt      *int64   `json:"taken_at"` // Unix seconds

	CoauthorUsernames []string          `json:"coauthor_usernames"`
	SponsorUsernames  []string          `json:"sponsor_usernames"`
	TaggedUsernames   []string          `json:"tagged_usernames"`
	IsPaidPartnership *bool             `json:"is_paid_partnership"`
	ProductMentions   []ProductMention  `json:"product_mentions"`
	DisplayResources  []DisplayResource `json:"display_resources"`
	VideoVersions     []VideoVersion    `json:"video_versions"`
	MusicAttribution  *MusicAttribution `json:"music_attribution"`
	Location          *LiveLocation     `json:"location"`

	ViewCount            *int64                `json:"view_count,omitempty"`
	OwnerUsername        string                `json:"owner_username,omitempty"`
	AccessibilityCaption string                `json:"accessibility_caption,omitempty"`
	VideoURL             string                `json:"video_url,omitempty"`
	ThumbnailURL         string                `json:"thumbnail_url,omitempty"`
	CarouselItems        []LiveCarouselItem    `json:"carousel_items,omitempty"`
	IsPinned             *bool                 `json:"is_pinned,omitempty"`
	EngagementVisibility *EngagementVisibility `json:"engagement_visibility,omitempty"`
}

// LiveCarouselItem is one picture or video of a live carousel.
type LiveCarouselItem struct {
	Index        int    `json:"index"`
	DisplayURL   string `json:"display_url"`
	IsVideo      bool   `json:"is_video"`
	VideoURL     string `json:"video_url,omitempty"`
	ThumbnailURL string `json:"thumbnail_url,omitempty"`
}

// ProductMention is a product that a post names.
type ProductMention struct {
	ProductID        string `json:"product_id"`
	ProductName      string `json:"product_name"`
	MerchantUsername string `json:"merchant_username"`
}

// DisplayResource is the picture of a post in one size, in pixels.
type DisplayResource struct {
	Src          string `json:"src"`
	ConfigWidth  int    `json:"config_width"`
	ConfigHeight int    `json:"config_height"`
}

// VideoVersion is the video of a post in one size, in pixels.
type VideoVersion struct {
	URL    string `json:"url"`
	ID     string `json:"id"`
	Type   int    `json:"type"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// MusicAttribution is the music below a post.
type MusicAttribution struct {
	ArtistName        string `json:"artist_name"`
	SongName          string `json:"song_name"`
	AudioID           string `json:"audio_id"`
	UsesOriginalAudio bool   `json:"uses_original_audio"`
	ShouldMuteAudio   bool   `json:"should_mute_audio"`
}

// LiveLocation is the place a live post is tagged with.
type LiveLocation struct {
	ID            string         `json:"id"`
	Name          string         `json:"name"`
	Slug          string         `json:"slug"`
	HasPublicPage bool           `json:"has_public_page"`
	Lat           *float64       `json:"lat,omitempty"`
	Lng           *float64       `json:"lng,omitempty"`
	AddressJSON   map[string]any `json:"address_json,omitempty"`
}

// EngagementVisibility says what of a post's engagement can be seen. Counts
// that are hidden read 0.
type EngagementVisibility struct {
	ViewerCanReshare          bool `json:"viewer_can_reshare"`
	CommentsDisabled          bool `json:"comments_disabled"`
	LikeAndViewCountsDisabled bool `json:"like_and_view_counts_disabled"`
}

// FetchedPost is a live post with the time it was fetched.
type FetchedPost struct {
	Post      LivePost  `json:"post"`
	ScrapedAt time.Time `json:"scraped_at"`
}

// ShortcodesBody asks for posts, or for what is said in them.
type ShortcodesBody struct {
	Shortcodes []string `json:"shortcodes"`
}

// TranscriptsBody asks for what is said in posts: 1 to 10 shortcodes.
type TranscriptsBody struct {
	Shortcodes []string `json:"shortcodes"`
	Language   *string  `json:"language,omitempty"`
}

// Batch answers several shortcodes in one go: one item for each, in the order
// they were asked for.
type Batch[T any] struct {
	Requested int            `json:"requested"`
	Succeeded int            `json:"succeeded"`
	Failed    int            `json:"failed"`
	Items     []BatchItem[T] `json:"items"`
	ScrapedAt time.Time      `json:"scraped_at"`
}

// BatchItem holds the result for one shortcode: Data on success, else Status and Error.
type BatchItem[T any] struct {
	Success   bool        `json:"success"`
	Shortcode string      `json:"shortcode"`
	Data      *T          `json:"data,omitempty"`
	Status    int         `json:"status,omitempty"` // as a request of its own would have
	Error     *BatchError `json:"error,omitempty"`
}

// BatchError says why one item failed. RetryAfter is seconds.
type BatchError struct {
	Error      BatchReason `json:"error"`
	Message    string      `json:"message"`
	RetryAfter int         `json:"retry_after,omitempty"`
	Username   string      `json:"username,omitempty"`
}

// BatchReason names why an item of a batch failed.
type BatchReason string

// The reasons of the contract.
const (
	BatchNotFound       BatchReason = "not_found"
	BatchPrivate        BatchReason = "private"
	BatchRateLimited    BatchReason = "rate_limited"
	BatchBlocked        BatchReason = "blocked"
	BatchInvalidInput   BatchReason = "invalid_input"
	BatchTimeout        BatchReason = "timeout"
	BatchUnavailable    BatchReason = "upstream_unavailable"
	BatchContractBroken BatchReason = "upstream_contract_broken"
	BatchUnknown        BatchReason = "unknown"
)

// LivePhotoProfile is a profile of the photo network as it shows now.
// MediaCount nil is an unavailable total, 0 an observed empty one; other numbers
// are never null, and left out where the source does not tell them. EngagementRate is
// per cent.
type LivePhotoProfile struct {
	UserID          string           `json:"user_id"`
	Username        string           `json:"username"`
	FullName        string           `json:"full_name"`
	Biography       string           `json:"biography"`
	ProfilePicURL   string           `json:"profile_pic_url"`
	ProfilePicURLHD string           `json:"profile_pic_url_hd,omitempty"`
	ExternalURL     *string          `json:"external_url"`
	BioLinks        []BioLink        `json:"bio_links"`
	CategoryName    *string          `json:"category_name"`
	FollowerCount   *int64           `json:"follower_count,omitempty"`
	FollowingCount  *int64           `json:"following_count,omitempty"`
	MediaCount      *int64           `json:"media_count"`
	EngagementRate  *float64         `json:"engagement_rate,omitempty"`
	IsPrivate       bool             `json:"is_private"`
	IsVerified      bool             `json:"is_verified"`
	Pronouns        []string         `json:"pronouns"`
	Posts           []LivePost       `json:"posts"`
	RelatedProfiles []RelatedProfile `json:"related_profiles"`
	ScrapedAt       time.Time        `json:"scraped_at"`
}

// BioLink is a link that a profile shows.
type BioLink struct {
	Title    string `json:"title"`
	URL      string `json:"url"`
	LinkType string `json:"link_type,omitempty"`
}

// RelatedProfile is a profile that the network shows beside another.
type RelatedProfile struct {
	Username      string  `json:"username"`
	FullName      *string `json:"full_name"`
	IsPrivate     bool    `json:"is_private"`
	IsVerified    bool    `json:"is_verified"`
	ProfilePicURL *string `json:"profile_pic_url"`
}

// ShortVideoProfile is a profile of the short-video network as it shows now.
// A count is never null, and left out where the source does not tell it.
type ShortVideoProfile struct {
	UserID         string    `json:"user_id"`
	Username       string    `json:"username"`
	DisplayName    string    `json:"display_name"`
	Biography      string    `json:"biography"`
	ProfileURL     string    `json:"profile_url"`
	AvatarURL      string    `json:"avatar_url"`
	ExternalURL    *string   `json:"external_url"`
	FollowerCount  *int64    `json:"follower_count,omitempty"`
	FollowingCount *int64    `json:"following_count,omitempty"`
	VideoCount     *int64    `json:"video_count,omitempty"`
	LikeCount      *int64    `json:"like_count,omitempty"`
	IsVerified     bool      `json:"is_verified"`
	IsPrivate      bool      `json:"is_private"`
	IsBusiness     bool      `json:"is_business"`
	ScrapedAt      time.Time `json:"scraped_at"`
}

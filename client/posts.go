package client

import (
	"context"
	"iter"
	"net/http"

	"greenroom/api"
)

// PostsParams name whose posts: CreatorID, or Platform and Username. An empty
// Sort is recent; Limit is 1 to 100, 0 the service's default. A Cursor holds
// for the sort it came with.
type PostsParams struct {
	CreatorID string
	Platform  api.Platform
	Username  string
	Sort      api.PostSort
	Limit     int
	Cursor    string
}

// Posts reads a page of stored posts. Each post is charged.
func (c *Client) Posts(ctx context.Context, p PostsParams) (api.Page[api.Post], Receipt, error) {
	op, whose := "read posts of creator "+short(p.CreatorID), p.CreatorID
	if whose == "" {
		op, whose = "read posts of a handle", p.Username
	}
	k := call{
		op: op, method: http.MethodGet, endpoint: "/v1/posts", subject: whose,
		query: query("creator_id", p.CreatorID, "platform", c.names.wire(p.Platform), "username", p.Username,
			"sort", string(p.Sort), "limit", number(p.Limit), "cursor", p.Cursor),
	}
	k.low, k.high = EstimatePosts(p.Limit)
	return list[api.Post](ctx, c, k)
}

// PostsAll yields the posts from p on, page by page as they are asked for: each
// further page is charged, and none is read ahead. An error ends it. observe
// sees the receipt of every page that was read.
func (c *Client) PostsAll(ctx context.Context, p PostsParams, observe ...func(Receipt)) iter.Seq2[api.Post, error] {
	return pages(paged[api.Post]{
		op:    "read posts",
		start: p.Cursor,
		read: func(cursor string) (api.Page[api.Post], Receipt, error) {
			p.Cursor = cursor
			return c.Posts(ctx, p)
		},
		observe: observe,
	})
}

// PhotoTranscript reads what is said in a post of the photo network. An empty
// language is that of the post.
func (c *Client) PhotoTranscript(ctx context.Context, shortcode, language string) (api.PhotoTranscript, Receipt, error) {
	k := call{
		op: "read transcript of post " + shortcode, method: http.MethodGet,
		endpoint: "/v1/raw/{platform}/transcript/{shortcode}",
		args:     []string{c.names.wire(api.PhotoPlatform), shortcode}, subject: shortcode,
		query: query("language", language),
	}
	k.low, k.high = EstimatePhotoTranscript()
	return one[api.PhotoTranscript](ctx, c, k)
}

// VideoTranscript reads what is said in a video. An empty language is that of
// the video.
func (c *Client) VideoTranscript(ctx context.Context, videoID, language string) (api.VideoTranscript, Receipt, error) {
	k := call{
		op: "read transcript of video " + videoID, method: http.MethodGet,
		endpoint: "/v1/raw/{platform}/transcript/{video_id}",
		args:     []string{c.names.wire(api.VideoPlatform), videoID}, subject: videoID,
		query: query("language", language),
	}
	k.low, k.high = EstimateVideoTranscript()
	return one[api.VideoTranscript](ctx, c, k)
}

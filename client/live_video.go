package client

import (
	"cmp"
	"context"
	"iter"

	"greenroom/api"
	"greenroom/client/money"
)

// VideoTranscript reads what is said in a video, with times, by its id or its
// address. An empty language is that of the video; AvailableLanguages are those
// there are. Where nothing is said the error is transcript_unavailable or
// transcript_not_available, for nothing.
func (c *Client) VideoTranscript(ctx context.Context, videoID, language string, opts ...Option) (api.VideoTranscript, Receipt, error) {
	k := video("read transcript of video ", "/v1/raw/{platform}/transcript/{video_id}", videoID, opts)
	k.query, k.bill = query("language", language), money.Flat(api.OpVideoTranscript)
	return askSpoken(ctx, c, k, func(v *api.VideoTranscript) string { return v.Language })
}

// Video fetches a video as it shows now, by its id or its address. Nil fields
// are not known.
func (c *Client) Video(ctx context.Context, videoID string, opts ...Option) (api.VideoDetails, Receipt, error) {
	k := video("fetch video ", "/v1/raw/{platform}/video/{video_id}", videoID, opts)
	k.bill = money.Flat(api.OpVideoDetails)
	return askOne[api.VideoDetails](ctx, c, k, nil)
}

func video(op, endpoint, videoID string, opts []Option) call {
	id, err := ParseVideoID(videoID)
	k := live(op, get(endpoint, string(api.VideoPlatform), id), id, opts)
	if err != nil {
		k.wrong = refuse("video_id", "a video must be given by its 11 characters or its URL: "+err.Error()+".")
	}
	return k
}

// ChannelParams choose the videos of a channel. VideoLimit is 1 to 20, 0 the
// service's default, 5; an empty Language is en; an empty Sort is newest.
// Segments adds the captions with their times.
type ChannelParams struct {
	VideoLimit int
	Language   string
	Sort       api.ChannelSort
	Segments   bool
}

// ChannelTranscripts reads what is said in videos of a channel, by its handle,
// its id or its address. Each transcript that is there is charged; an item
// without one says why in Error.
func (c *Client) ChannelTranscripts(ctx context.Context, handle string, p ChannelParams, opts ...Option) (api.ChannelTranscripts, Receipt, error) {
	name, wrong := handled("handle", api.VideoPlatform, handle)
	k := call{
		op: "read transcripts of channel " + name, subject: name,
		request: get("/v1/raw/{platform}/channel-transcripts/{handle}", string(api.VideoPlatform), name).
			with(query("video_limit", number(p.VideoLimit), "language", p.Language, "sort_by", string(p.Sort))),
		bill:   money.UpTo(api.OpChannelTranscripts, cmp.Or(p.VideoLimit, api.ChannelVideosDefault)),
		traits: optional | kept, opts: gather(opts),
		wrong: cmp.Or(wrong,
			within("video_limit", p.VideoLimit, api.ChannelVideosMax),
			oneOf("sort_by", p.Sort, api.ChannelSorts()...),
		),
	}
	if p.Segments {
		k.query.Set("include_segments", "true")
	}
	return askOne(ctx, c, k, func(v *api.ChannelTranscripts) int { return v.TranscriptsFetched })
}

// VideoSearchParams ask for videos. Q must be there; the other fields may be
// left empty, and are then any, or the service's default.
type VideoSearchParams struct {
	Q          string
	UploadDate api.UploadDate
	Sort       api.VideoSort
	Content    api.VideoContent
	Length     api.VideoLength
	Country    string // two letters
	Language   string // a language code
	Limit      int    // 1 to 50; 0 is the service's default, 20
	Cursor     string // holds for the search it came with
}

// VideoSearch fetches a page of what the long-video network finds now: videos
// and channels. Each page is charged.
func (c *Client) VideoSearch(ctx context.Context, p VideoSearchParams, opts ...Option) (api.VideoSearchPage, Receipt, error) {
	k := call{
		op: "search videos", subject: p.Q,
		request: get("/v1/raw/{platform}/search", string(api.VideoPlatform)).with(query(
			"q", p.Q, "upload_date", string(p.UploadDate), "sort_by", string(p.Sort), "content_type", string(p.Content),
			"duration", string(p.Length), "country_code", p.Country, "language_code", p.Language, "limit", number(p.Limit), "cursor", p.Cursor)),
		bill: money.Flat(api.OpVideoSearch), traits: optional | kept, opts: gather(opts),
		wrong: cmp.Or(
			given("q", p.Q), within("limit", p.Limit, api.VideoSearchMax),
			oneOf("upload_date", p.UploadDate, api.UploadDates()...), oneOf("sort_by", p.Sort, api.VideoSorts()...),
			oneOf("content_type", p.Content, api.VideoContents()...), oneOf("duration", p.Length, api.VideoLengths()...),
		),
	}
	return askOne[api.VideoSearchPage](ctx, c, k, nil)
}

// VideoSearchAll yields the results from p on, page by page as they are asked
// for: each further page is charged, and none is read ahead. An error ends it.
func (c *Client) VideoSearchAll(ctx context.Context, p VideoSearchParams, opts ...Option) iter.Seq2[api.VideoResult, error] {
	return pages("search videos", p.Cursor, opts, func(cursor string, more Option) (api.Page[api.VideoResult], Receipt, error) {
		p.Cursor = cursor
		page, receipt, err := c.VideoSearch(ctx, p, more)
		goesOn := page.NextCursor != nil && *page.NextCursor != ""
		return api.Page[api.VideoResult]{Data: page.Results, HasMore: goesOn, NextCursor: page.NextCursor}, receipt, err
	})
}

// TypeaheadParams ask for what people search for. Q must be there; the other
// fields may be left empty.
type TypeaheadParams struct {
	Q        string
	Country  string // two letters
	Language string // a language code
}

// Typeahead completes a video search, as people type it. Each request is
// charged.
func (c *Client) Typeahead(ctx context.Context, p TypeaheadParams, opts ...Option) (api.Typeahead, Receipt, error) {
	k := call{
		op: "complete a video search", subject: p.Q,
		request: get("/v1/raw/{platform}/typeahead", string(api.VideoPlatform)).
			with(query("q", p.Q, "country_code", p.Country, "language_code", p.Language)),
		bill: money.Flat(api.OpTypeahead), traits: optional | kept, wrong: given("q", p.Q), opts: gather(opts),
	}
	return askOne[api.Typeahead](ctx, c, k, nil)
}

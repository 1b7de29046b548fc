package service

import (
	"context"
	"fmt"
	"time"

	"greenroom/api"
	"greenroom/internal/english"
)

// Networks holds the sources of live data. A nil one is not connected. All methods may be
// called at once from many goroutines; every fault of a network is an *UpstreamError.
type Networks struct {
	Photo      PhotoNetwork
	Video      VideoNetwork
	ShortVideo ShortVideoNetwork
}

// PhotoNetwork fetches what the photo network shows now.
type PhotoNetwork interface {
	Post(ctx context.Context, shortcode string) (api.LivePost, error)
	// Profile fetches a profile with at most that many of its newest posts.
	Profile(ctx context.Context, username string, posts int) (api.LivePhotoProfile, error)
	// Transcript has a post transcribed. An empty language is the spoken one.
	Transcript(ctx context.Context, shortcode, language string) (Speech, error)
}

// VideoNetwork fetches what the long-video network shows now.
type VideoNetwork interface {
	Video(ctx context.Context, id string) (api.VideoDetails, error)
	// Tracks lists the captions of a video: the original language first, then
	// manual before automatic. Empty where it has none.
	Tracks(ctx context.Context, id string) ([]Transcript, error)
	// Channel fetches a channel with the first videos in an order.
	Channel(ctx context.Context, c ChannelQuery) (Channel, error)
	Search(ctx context.Context, q VideoQuery) (VideoPage, error)
	// Suggest lists what people search for that begins with a text.
	Suggest(ctx context.Context, q SuggestQuery) ([]string, error)
}

// ShortVideoNetwork fetches what the short-video network shows now.
type ShortVideoNetwork interface {
	Profile(ctx context.Context, username string) (api.ShortVideoProfile, error)
}

// readingKey is under which a call carries the place for when its answer was read.
type readingKey struct{}

// Reading gives what a call goes to a place to say when it read what it answers: zero, so
// long as nothing is said, is now.
func Reading(ctx context.Context) (context.Context, *time.Time) {
	at := new(time.Time)
	return context.WithValue(ctx, readingKey{}, at), at
}

// ReadAt says when the answer of a call was read. It belongs into the goroutine of the call.
func ReadAt(ctx context.Context, at time.Time) {
	if place, ok := ctx.Value(readingKey{}).(*time.Time); ok {
		*place = at
	}
}

// Speech is a post with what is said in it.
type Speech struct {
	Post  api.LivePost
	Track Transcript
}

// ChannelQuery asks for a channel, by handle or by the network's own id.
type ChannelQuery struct {
	Handle string // without @
	ID     string
	Sort   api.ChannelSort
	Limit  int // of its videos
}

// Channel is a channel of the long-video network, with videos of it.
type Channel struct {
	Profile Profile // ExternalID is the id of the channel
	Videos  []ChannelVideo
}

// ChannelVideo is one video in the list of a channel.
type ChannelVideo struct {
	ID, URL, Title string
	Views          *int64
	PublishedAt    *time.Time
}

// VideoQuery asks for a page of a video search. Country and Language are codes,
// empty for any. After is where the page before ended, as the network gave it.
type VideoQuery struct {
	Text     string
	Uploaded api.UploadDate
	Sort     api.VideoSort
	Content  api.VideoContent
	Length   api.VideoLength
	Country  string
	Language string
	Limit    int
	After    string
}

// VideoPage is one page of a video search. Next is "" on the last one.
type VideoPage struct {
	Results   []api.VideoResult
	Estimated *int
	Next      string
}

// SuggestQuery asks for suggestions, as people of a country and a language
// would get them.
type SuggestQuery struct {
	Text, Country, Language string
}

// UpstreamKind names why a network did not answer, as details.upstream_error
// shows it.
type UpstreamKind string

// The kinds. After those up to UpstreamSpeechLimit a network works; the others
// say that it does not, or not for us.
const (
	UpstreamMissing     UpstreamKind = "upstream_not_found"
	UpstreamPrivate     UpstreamKind = "upstream_private"
	UpstreamMalformed   UpstreamKind = "upstream_malformed_response"
	UpstreamSilent      UpstreamKind = "upstream_no_speech"
	UpstreamSpeechLater UpstreamKind = "upstream_transcription_unavailable"
	UpstreamSpeechLimit UpstreamKind = "upstream_transcription_limit"

	UpstreamRateLimited UpstreamKind = "upstream_rate_limited"
	UpstreamBlocked     UpstreamKind = "upstream_blocked"
	UpstreamTimeout     UpstreamKind = "upstream_timeout"
	UpstreamUnavailable UpstreamKind = "upstream_unavailable"
	UpstreamFailed      UpstreamKind = "upstream_failed" // in no way we know
	UpstreamUnconnected UpstreamKind = "upstream_not_connected"
	UpstreamCannot      UpstreamKind = "upstream_not_offered" // no source answers this kind of question
)

// UpstreamError is why a network did not answer.
type UpstreamError struct {
	Kind       UpstreamKind
	RetryAfter time.Duration // 0: not said
	Cause      error         // may be nil; never shown to callers
}

func (e *UpstreamError) Error() string {
	if e.Cause == nil {
		return string(e.Kind)
	}
	return fmt.Sprintf("%s: %v", e.Kind, e.Cause)
}

func (e *UpstreamError) Unwrap() error { return e.Cause }

// Answered holds where the network itself works: what was asked for is just
// not to be had.
func (k UpstreamKind) Answered() bool {
	switch k {
	case UpstreamMissing, UpstreamPrivate, UpstreamMalformed, UpstreamSilent, UpstreamSpeechLater, UpstreamSpeechLimit:
		return true
	}
	return false
}

// ages are the units in which the networks tell how old something is.
var ages = []struct {
	unit time.Duration
	name string
}{
	{365 * 24 * time.Hour, "year"}, {30 * 24 * time.Hour, "month"}, {7 * 24 * time.Hour, "week"}, {24 * time.Hour, "day"},
	{time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"},
}

// Ago says how long before now something was, as the long-video network does:
// "3 weeks ago".
func Ago(at, now time.Time) string {
	age := max(0, now.Sub(at))
	for _, a := range ages {
		if n := int(age / a.unit); n > 0 {
			return english.Count(n, a.name) + " ago"
		}
	}
	return "just now"
}

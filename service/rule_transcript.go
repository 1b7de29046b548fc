package service

import (
	"context"
	"slices"
	"strings"

	textlanguage "golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"greenroom/api"
)

// PhotoTranscript answers what is said in a post of the photo network, from
// what is stored.
func (s *Service) PhotoTranscript(ctx context.Context, _ Caller, shortcode, code string) (Job, error) {
	tracks, chosen, err := s.track(ctx, api.PhotoPlatform, shortcode, code)
	if err != nil {
		return Job{}, err
	}
	t := tracks[chosen]
	return job(api.OpPhotoTranscript, 0, func(context.Context) (Answer, error) {
		said := t.full()
		out := api.PhotoTranscript{
			Shortcode: t.MediaID, Transcript: said, FullText: said, WordCount: words(said),
			Language: t.Language, ScrapedAt: t.SeenAt.UTC(), DurationSeconds: t.Duration,
		}
		return Answer{Body: api.One[api.PhotoTranscript]{Data: out}, Cost: api.PriceOf(api.OpPhotoTranscript).Cost(0)}, nil
	}), nil
}

// VideoTranscript answers what is said in a video, with its times, from what
// is stored.
func (s *Service) VideoTranscript(ctx context.Context, _ Caller, videoID, code string) (Job, error) {
	if !api.ValidVideoID(videoID) {
		return Job{}, Invalid("video_id", "video_id must be the eleven characters that name a video.")
	}
	tracks, chosen, err := s.track(ctx, api.VideoPlatform, videoID, code)
	if err != nil {
		return Job{}, err
	}
	t := tracks[chosen]
	return job(api.OpVideoTranscript, 0, func(context.Context) (Answer, error) {
		said := t.full()
		out := api.VideoTranscript{
			VideoID: t.MediaID, URL: t.URL, Title: t.Title, Language: t.Language, Source: t.Source,
			Transcript: list(t.Segments), FullText: said, WordCount: words(said),
			AvailableLanguages: trackLanguages(tracks), ScrapedAt: t.SeenAt.UTC(),
		}
		return Answer{Body: api.One[api.VideoTranscript]{Data: out}, Cost: api.PriceOf(api.OpVideoTranscript).Cost(0)}, nil
	}), nil
}

// track finds the track in a language among those of one post or video.
func (s *Service) track(ctx context.Context, p api.Platform, mediaID, code string) (tracks []Transcript, chosen int, err error) {
	if code, err = language(code); err != nil {
		return nil, 0, err
	}
	if tracks, err = s.store.Transcripts(ctx, p, mediaID); err != nil {
		return nil, 0, err
	}
	if len(tracks) == 0 {
		return nil, 0, s.untold(ctx, p, mediaID)
	}
	if chosen = inLanguage(tracks, code); chosen < 0 {
		return nil, 0, &Error{Code: api.CodeTranscriptNotAvailable, Param: "language",
			Message: "There is no transcript in this language. Ask for one of those available, or for auto.",
			Details: map[string]any{"available_languages": trackLanguages(tracks)}}
	}
	return tracks, chosen, nil
}

// untold says why there is no transcript at all.
func (s *Service) untold(ctx context.Context, p api.Platform, mediaID string) error {
	_, err := s.store.Post(ctx, p, mediaID)
	if err != nil {
		return missing(err, "This post or video is not known here.")
	}
	return &Error{Code: api.CodeTranscriptNotAvailable, Message: "Nothing is known of what is said in this post.",
		Details: map[string]any{"available_languages": []api.TrackLanguage{}}}
}

// inLanguage is the index of the first track in a language, -1 if there is
// none. A code without a region finds tracks of any region.
func inLanguage(tracks []Transcript, code string) int {
	if code == "" {
		return 0
	}
	exact := slices.IndexFunc(tracks, func(t Transcript) bool { return strings.EqualFold(t.Language, code) })
	if exact >= 0 {
		return exact
	}
	return slices.IndexFunc(tracks, func(t Transcript) bool {
		base, _, regional := strings.Cut(t.Language, "-")
		return regional && strings.EqualFold(base, code)
	})
}

func trackLanguages(tracks []Transcript) []api.TrackLanguage {
	out := make([]api.TrackLanguage, len(tracks))
	for i, t := range tracks {
		out[i] = api.TrackLanguage{Code: t.Language, Name: languageName(t.Language), IsAuto: t.Source == api.SourceAuto}
	}
	return out
}

// languageName is the English name of a language; the code where it has none.
func languageName(code string) string {
	tag, err := textlanguage.Parse(code)
	if err != nil {
		return code
	}
	if name := display.English.Tags().Name(tag); name != "" {
		return name
	}
	return code
}

// full is all that is said, as one text.
func (t Transcript) full() string {
	if t.Text != "" || len(t.Segments) == 0 {
		return t.Text
	}
	parts := make([]string, len(t.Segments))
	for i, s := range t.Segments {
		parts[i] = s.Text
	}
	return strings.Join(parts, " ")
}

func words(s string) int { return len(strings.Fields(s)) }

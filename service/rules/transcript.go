package rules

import (
	"context"
	"errors"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/media"
	"greenroom/service/rules/check"
	"greenroom/service/rules/shape"
)

// PhotoTranscript answers what is said in a post of the photo network: from
// what is stored, or transcribed now.
func (s *Service) PhotoTranscript(ctx context.Context, _ access.Caller, code string, language *string) (Job, error) {
	lang, err := check.Language("language", language)
	if err == nil {
		err = shortcode(code)
	}
	if err == nil && s.live.Photo == nil {
		err = s.mustBeStored(ctx, api.PhotoPlatform, code, lang)
	}
	if err != nil {
		return Job{}, err
	}
	return fetched(api.OpPhotoTranscript, func(ctx context.Context) (api.PhotoTranscript, error) { return s.photoTranscript(ctx, code, lang) }), nil
}

// PhotoTranscripts answers what is said in 1 to 10 posts.
func (s *Service) PhotoTranscripts(_ context.Context, _ access.Caller, body api.TranscriptsBody) (Job, error) {
	lang, err := check.Language("language", body.Language)
	if err != nil {
		return Job{}, err
	}
	return batch(s, api.OpPhotoTranscripts, api.TranscriptsBatchMax, body.Shortcodes,
		func(ctx context.Context, code string) (api.PhotoTranscript, error) {
			return s.photoTranscript(ctx, code, lang)
		})
}

// photoTranscript keeps what it had transcribed: the next time it is cached,
// and comes without its post.
func (s *Service) photoTranscript(ctx context.Context, code, lang string) (api.PhotoTranscript, error) {
	tracks, err := s.store.Transcripts(ctx, api.PhotoPlatform, code)
	if err != nil {
		return api.PhotoTranscript{}, err
	}
	if chosen := inLanguage(tracks, lang); chosen >= 0 {
		return photoTranscriptOf(tracks[chosen]), nil
	}
	if s.live.Photo == nil {
		return api.PhotoTranscript{}, s.noTranscript(ctx, tracks, api.PhotoPlatform, code)
	}
	speech, at, err := reading(ctx, s, func(ctx context.Context) (service.Speech, error) { return s.live.Photo.Transcript(ctx, code, lang) })
	if err != nil {
		return api.PhotoTranscript{}, otherLanguages(err, tracks)
	}
	t := speech.Track
	t.Platform, t.MediaID, t.SeenAt = api.PhotoPlatform, code, at
	if err := s.keep(ctx, speech.Post.OwnerUsername, []service.Transcript{t}); err != nil {
		return api.PhotoTranscript{}, err
	}
	if inLanguage([]service.Transcript{t}, lang) < 0 {
		if inLanguage(tracks, t.Language) < 0 {
			tracks = append(tracks, t)
		}
		return api.PhotoTranscript{}, noTrackIn(tracks)
	}
	out := photoTranscriptOf(t)
	out.Post = &speech.Post
	return out, nil
}

func photoTranscriptOf(t service.Transcript) api.PhotoTranscript {
	said := fullText(t)
	out := api.PhotoTranscript{
		Shortcode: t.MediaID, Transcript: said, FullText: said, WordCount: wordCount(said),
		Language: t.Language, ScrapedAt: t.SeenAt.UTC(), DurationSeconds: t.Duration,
	}
	if t.Source == api.SourceMachine {
		out.Source = t.Source
	}
	return out
}

// VideoTranscript answers what is said in a video, with its times: from what
// is stored, or fetched now.
func (s *Service) VideoTranscript(ctx context.Context, _ access.Caller, videoID string, language *string) (Job, error) {
	if !api.ValidVideoID(videoID) {
		return Job{}, service.Invalid("video_id", "video_id must be the 11 characters that identify a video.")
	}
	lang, err := check.Language("language", language)
	if err == nil && s.live.Video == nil {
		err = s.mustBeStored(ctx, api.VideoPlatform, videoID, lang)
	}
	if err != nil {
		return Job{}, err
	}
	return fetched(api.OpVideoTranscript, func(ctx context.Context) (api.VideoTranscript, error) {
		t, tracks, err := s.videoTrack(ctx, videoID, lang)
		said := fullText(t)
		return api.VideoTranscript{
			VideoID: t.MediaID, URL: media.WebAddress(t.URL), Title: t.Title, Language: t.Language, Source: t.Source,
			Transcript: shape.List(t.Segments), FullText: said, WordCount: wordCount(said),
			AvailableLanguages: trackLanguages(tracks), ScrapedAt: t.SeenAt.UTC(),
		}, err
	}), nil
}

// videoTrack is the track of a video in a language, among all it has. What it
// fetched is kept.
func (s *Service) videoTrack(ctx context.Context, videoID, lang string) (t service.Transcript, tracks []service.Transcript, err error) {
	if tracks, err = s.store.Transcripts(ctx, api.VideoPlatform, videoID); err != nil {
		return t, nil, err
	}
	if chosen := inLanguage(tracks, lang); chosen >= 0 {
		return tracks[chosen], tracks, nil
	}
	if s.live.Video == nil {
		return t, nil, s.noTranscript(ctx, tracks, api.VideoPlatform, videoID)
	}
	fetched, at, err := reading(ctx, s, func(ctx context.Context) ([]service.Transcript, error) { return s.live.Video.Tracks(ctx, videoID) })
	if err != nil {
		return t, nil, otherLanguages(err, tracks)
	}
	for i := range fetched {
		fetched[i].Platform, fetched[i].MediaID, fetched[i].SeenAt = api.VideoPlatform, videoID, at
	}
	if err := s.keep(ctx, "", fetched); err != nil {
		return t, nil, err
	}
	if chosen := inLanguage(fetched, lang); chosen >= 0 {
		return fetched[chosen], fetched, nil
	}
	return t, nil, noTrackIn(fetched)
}

// keep stores tracks, under the creator of the post they are of where it is
// known here; a creator that is not known is not seeded by it.
func (s *Service) keep(ctx context.Context, owner string, tracks []service.Transcript) error {
	if len(tracks) == 0 {
		return nil
	}
	creatorID, err := s.creatorOf(ctx, tracks[0], owner)
	if err != nil {
		return err
	}
	for i := range tracks {
		tracks[i].CreatorID = creatorID
	}
	_, err = s.store.Write(ctx, []service.Bundle{{Transcripts: tracks}})
	return err
}

// creatorOf is the id of the creator of a post, "" where it is not known here.
func (s *Service) creatorOf(ctx context.Context, t service.Transcript, owner string) (string, error) {
	post, err := s.store.Post(ctx, t.Platform, t.MediaID)
	if err == nil || !isNotFound(err) {
		return post.CreatorID, err
	}
	if owner == "" {
		return "", nil
	}
	p, err := s.store.ProfileByName(ctx, t.Platform, owner)
	if isNotFound(err) {
		return "", nil
	}
	return p.CreatorID, err
}

// mustBeStored checks ahead of the work what nothing but the store can answer:
// what does not exist is answered before the budget is looked at.
func (s *Service) mustBeStored(ctx context.Context, p api.Platform, mediaID, lang string) error {
	tracks, err := s.store.Transcripts(ctx, p, mediaID)
	if err != nil || inLanguage(tracks, lang) >= 0 {
		return err
	}
	return s.noTranscript(ctx, tracks, p, mediaID)
}

// noTranscript says why there is no transcript to answer, where nothing can be
// fetched.
func (s *Service) noTranscript(ctx context.Context, tracks []service.Transcript, p api.Platform, mediaID string) error {
	if len(tracks) > 0 {
		return noTrackIn(tracks)
	}
	if _, err := s.store.Post(ctx, p, mediaID); err != nil {
		return missing(err, "This post or video is unknown.")
	}
	return noTrackIn(nil)
}

// otherLanguages is the error of a network that has nothing where other languages
// are known here.
func otherLanguages(err error, tracks []service.Transcript) error {
	u, ok := errors.AsType[*service.UpstreamError](err)
	if len(tracks) > 0 && ok && u.Kind.Answered() && u.Kind != service.UpstreamPrivate {
		return noTrackIn(tracks)
	}
	return err
}

// noTrackIn is the error of a language that none of the tracks is in.
func noTrackIn(tracks []service.Transcript) error {
	e := &service.Error{Code: api.CodeTranscriptNotAvailable, Details: map[string]any{"available_languages": trackLanguages(tracks)}}
	if len(tracks) == 0 {
		e.Message = "No transcript of this post is available."
		return e
	}
	e.Param, e.Message = "language", "No transcript in this language. Choose an available language, or auto."
	return e
}

// inLanguage is the index of the track that a wish for a language finds, -1 if
// there is none; no wish finds any track.
func inLanguage(tracks []service.Transcript, wish string) int {
	return media.Track(service.TrackLanguages(tracks), wish)
}

func trackLanguages(tracks []service.Transcript) []api.TrackLanguage {
	return each.Of(tracks, func(t service.Transcript) api.TrackLanguage {
		return api.TrackLanguage{Code: t.Language, Name: english.Language(t.Language), IsAuto: t.Source == api.SourceAuto}
	})
}

func fullText(t service.Transcript) string {
	if t.Text != "" || len(t.Segments) == 0 {
		return t.Text
	}
	return service.TextOf(t.Segments)
}

func wordCount(s string) int { return len(strings.Fields(s)) }

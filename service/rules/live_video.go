package rules

import (
	"cmp"
	"context"
	"strings"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules/check"
	"greenroom/service/rules/paging"
	"greenroom/service/rules/shape"
)

// VideoDetails answers a video as it shows now.
func (s *Service) VideoDetails(_ context.Context, _ access.Caller, videoID string) (Job, error) {
	if !api.ValidVideoID(videoID) {
		return Job{}, service.Invalid("video_id", "video_id must be the 11 characters that identify a video.")
	}
	return fetched(api.OpVideoDetails, func(ctx context.Context) (api.VideoDetails, error) {
		if s.live.Video == nil {
			return api.VideoDetails{}, errUnconnected
		}
		out, at, err := reading(ctx, s, func(ctx context.Context) (api.VideoDetails, error) { return s.live.Video.Video(ctx, videoID) })
		out.ScrapedAt = at
		out.Tags, out.Categories = shape.List(out.Tags), shape.List(out.Categories)
		return out, err
	}), nil
}

// VideoSearchRequest asks for a page of a video search. Nil is unset.
type VideoSearchRequest struct {
	Text     string
	Uploaded *api.UploadDate
	Sort     *api.VideoSort
	Content  *api.VideoContent
	Length   *api.VideoLength
	Country  *string
	Language *string
	Limit    *int
	Cursor   *string
}

// videoPosition marks the end of a page of a video search, as the network says.
type videoPosition struct {
	After string `json:"a"`
}

// VideoSearch answers a page of what the long-video network finds now. A
// cursor holds for one search only, but for its limit.
func (s *Service) VideoSearch(ctx context.Context, c access.Caller, r VideoSearchRequest) (Job, error) {
	q, err := r.query()
	if err != nil {
		return Job{}, err
	}
	bound := paging.Scope("videos", c.Account.ID, strings.ReplaceAll(q.Text, "\x00", ""), string(q.Uploaded), string(q.Sort),
		string(q.Content), string(q.Length), q.Country, q.Language)
	var at videoPosition
	if err := s.cursors.Open(ctx, bound, r.Cursor, &at); err != nil {
		return Job{}, err
	}
	q.After = at.After
	return fetched(api.OpVideoSearch, func(ctx context.Context) (api.VideoSearchPage, error) { return s.videoPage(ctx, q, bound) }), nil
}

func (r VideoSearchRequest) query() (q service.VideoQuery, err error) {
	q.Uploaded, q.Sort, q.Content, q.Length = service.Or(r.Uploaded, api.UploadAny), service.Or(r.Sort, api.VideoRelevance), service.Or(r.Content, api.ContentAll), service.Or(r.Length, api.LengthAny)
	var where, limit error
	q.Text, err = check.Text("q", r.Text, 1, api.VideoQueryMax)
	q.Country, q.Language, where = locale(r.Country, r.Language)
	q.Limit, limit = check.Within("limit", r.Limit, api.VideoSearchDefault, api.VideoSearchMax)
	return q, cmp.Or(err, check.OneOf("upload_date", q.Uploaded, api.UploadDates()), check.OneOf("sort_by", q.Sort, api.VideoSorts()),
		check.OneOf("content_type", q.Content, api.VideoContents()), check.OneOf("duration", q.Length, api.VideoLengths()), where, limit)
}

// locale checks a country and a language, both of which may be unset.
func locale(country, lang *string) (string, string, error) {
	where := strings.ToUpper(service.Or(country, ""))
	if country != nil && (len(where) != 2 || strings.Trim(where, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "") {
		return "", "", service.Invalid("country_code", "country_code must be a two-letter country code, such as DE.")
	}
	code, err := check.Language("language_code", lang)
	return where, code, err
}

func (s *Service) videoPage(ctx context.Context, q service.VideoQuery, bound string) (out api.VideoSearchPage, err error) {
	if s.live.Video == nil {
		return out, errUnconnected
	}
	found, at, err := reading(ctx, s, func(ctx context.Context) (service.VideoPage, error) { return s.live.Video.Search(ctx, q) })
	if err != nil {
		return out, err
	}
	out = api.VideoSearchPage{Query: q.Text, Results: shape.List(found.Results), EstimatedResults: found.Estimated, ScrapedAt: at}
	if found.Next != "" {
		out.NextCursor, err = s.cursors.Seal(ctx, bound, videoPosition{After: found.Next})
	}
	return out, err
}

// Typeahead answers what people search the long-video network for that begins
// with a text.
func (s *Service) Typeahead(_ context.Context, _ access.Caller, prefix string, country, lang *string) (Job, error) {
	prefix, err := check.Text("q", prefix, 1, api.VideoQueryMax)
	if err != nil {
		return Job{}, err
	}
	q := service.SuggestQuery{Text: prefix}
	if q.Country, q.Language, err = locale(country, lang); err != nil {
		return Job{}, err
	}
	return fetched(api.OpTypeahead, func(ctx context.Context) (api.Typeahead, error) {
		if s.live.Video == nil {
			return api.Typeahead{}, errUnconnected
		}
		found, err := s.live.Video.Suggest(ctx, q)
		return api.Typeahead{Query: prefix, Suggestions: shape.List(found), ScrapedAt: s.now()}, err
	}), nil
}

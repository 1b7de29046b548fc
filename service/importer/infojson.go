package importer

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// videoInfo is what the common download tools write beside a video, as far as
// it is of use here.
type videoInfo struct {
	ID          string                     `json:"id"`
	Title       string                     `json:"title"`
	Description string                     `json:"description"`
	Channel     string                     `json:"channel"`
	ChannelID   string                     `json:"channel_id"`
	Uploader    string                     `json:"uploader"`
	UploaderID  string                     `json:"uploader_id"`
	WebpageURL  string                     `json:"webpage_url"`
	Extractor   string                     `json:"extractor"`
	UploadDate  string                     `json:"upload_date"`
	Timestamp   *float64                   `json:"timestamp"`
	Duration    *float64                   `json:"duration"`
	Views       *int64                     `json:"view_count"`
	Likes       *int64                     `json:"like_count"`
	Comments    *int64                     `json:"comment_count"`
	Followers   *int64                     `json:"channel_follower_count"`
	Verified    *bool                      `json:"channel_is_verified"`
	Thumbnail   string                     `json:"thumbnail"`
	Tags        []string                   `json:"tags"`
	Categories  []string                   `json:"categories"`
	Language    string                     `json:"language"`
	Epoch       *float64                   `json:"epoch"`
	ReleaseTime *float64                   `json:"release_timestamp"`
	Subtitles   map[string]json.RawMessage `json:"subtitles"`
}

// maxInfoValue is more than one wanted value of a description takes.
const maxInfoValue = 1 << 20

// readInfo reads the wanted keys of a description of any size and steps over
// the others: lists of formats and of translated captions are most of it.
func readInfo(r io.Reader) (videoInfo, error) {
	var info videoInfo
	decoder := json.NewDecoder(r)
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return info, errors.New("it is not a JSON object")
	}
	wanted := info.targets()
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return info, err
		}
		key, _ := token.(string)
		target, ok := wanted[key]
		if !ok {
			err = skipValue(decoder)
		} else {
			err = readValue(decoder, target)
		}
		if err != nil {
			return info, err
		}
	}
	_, err := decoder.Token()
	return info, err
}

func (v *videoInfo) targets() map[string]any {
	return map[string]any{"id": &v.ID, "title": &v.Title, "description": &v.Description, "channel": &v.Channel,
		"channel_id": &v.ChannelID, "uploader": &v.Uploader, "uploader_id": &v.UploaderID, "webpage_url": &v.WebpageURL,
		"extractor": &v.Extractor, "upload_date": &v.UploadDate, "timestamp": &v.Timestamp, "duration": &v.Duration,
		"view_count": &v.Views, "like_count": &v.Likes, "comment_count": &v.Comments, "channel_follower_count": &v.Followers,
		"channel_is_verified": &v.Verified, "thumbnail": &v.Thumbnail, "tags": &v.Tags, "categories": &v.Categories,
		"language": &v.Language, "epoch": &v.Epoch, "release_timestamp": &v.ReleaseTime, "subtitles": &v.Subtitles}
}

// readValue leaves the target as it is where the value is of another type.
func readValue(decoder *json.Decoder, target any) error {
	var raw json.RawMessage
	if err := decoder.Decode(&raw); err != nil {
		return err
	}
	if len(raw) <= maxInfoValue {
		_ = json.Unmarshal(raw, target)
	}
	return nil
}

// skipValue steps over one value without keeping it.
func skipValue(decoder *json.Decoder) error {
	depth := 0
	for {
		token, err := decoder.Token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

func (j *job) readVideoInfo(ctx context.Context) error {
	info, err := openInfo(j.source)
	if err != nil {
		return err
	}
	j.report.Kind = KindVideoInfo
	d, reason := info.draft(j.seenAt())
	if reason != "" {
		return j.skip(ctx, 1, reason)
	}
	d.line = 1
	return j.batch.add(ctx, d)
}

func openInfo(src source) (videoInfo, error) {
	file, err := src.open()
	if err != nil {
		return videoInfo{}, err
	}
	defer file.Close()
	info, err := readInfo(file)
	if err != nil {
		return info, refuse("It is neither lines of JSON objects nor a whole JSON object.")
	}
	if info.ID == "" || info.Extractor == "" && info.WebpageURL == "" && info.ChannelID == "" && info.Channel == "" {
		return info, refuse("It is a JSON object, but not the description of a video.")
	}
	return info, nil
}

func (v *videoInfo) platform() api.Platform {
	if p, _ := mediaFromURL(v.WebpageURL); p != "" {
		return p
	}
	name, _, _ := strings.Cut(strings.ToLower(v.Extractor), ":")
	return brands[name]
}

// draft makes the description a creator, a profile and a post.
func (v *videoInfo) draft(seen time.Time) (d draft, reason string) {
	platform := v.platform()
	if platform == "" {
		return d, "it is of another network: " + shorten(v.Extractor+" "+v.WebpageURL, 60)
	}
	if v.Epoch != nil && *v.Epoch > 0 {
		if at, ok := numberedDate(*v.Epoch); ok {
			seen = at
		}
	}
	p := v.profile(platform)
	if p.Username == "" {
		return d, "it does not say whose video it is"
	}
	p.UpdatedAt = seen
	c := service.Creator{Name: p.DisplayName, Languages: languagesOf(v.Language), UpdatedAt: seen}
	for _, category := range v.Categories {
		c.Themes = union(c.Themes, themesOf(category))
	}
	d.creator, d.profiles, d.posts = c, []service.Profile{p}, []service.Post{v.post(platform)}
	return d, ""
}

func (v *videoInfo) profile(platform api.Platform) service.Profile {
	p := service.Profile{Platform: platform, DisplayName: cleanName(v.Channel), ExternalID: v.ChannelID, Followers: v.Followers}
	if p.DisplayName == "" {
		p.DisplayName = cleanName(v.Uploader)
	}
	if a, ok := parseAccount(v.UploaderID); ok && a.username != "" {
		p.Username = a.username
	}
	if p.Username == "" {
		p.Username = fold(p.DisplayName)
	}
	if p.Username == "" {
		p.Username = p.ExternalID
	}
	p.URL = profileURL(platform, p.Username, p.ExternalID)
	p.Verified = v.Verified != nil && *v.Verified
	if len(v.Categories) > 0 {
		p.Category = v.Categories[0]
	}
	return p
}

func (v *videoInfo) post(platform api.Platform) service.Post {
	p := service.Post{Platform: platform, PlatformID: v.ID, URL: v.WebpageURL, Views: v.Views, Likes: v.Likes,
		Comments: v.Comments, Duration: v.Duration, ThumbnailURL: v.Thumbnail}
	p.Type = postType(platform, p.URL)
	p.Caption = paragraphs(v.Title, v.Description)
	p.Hashtags = union(hashtagsOf(p.Caption), v.Tags)
	p.Mentions = mentionsOf(p.Caption)
	for _, at := range []*float64{v.Timestamp, v.ReleaseTime} {
		if at != nil && p.PostedAt.IsZero() {
			p.PostedAt, _ = numberedDate(*at)
		}
	}
	if p.PostedAt.IsZero() {
		p.PostedAt, _ = parseDate(v.UploadDate)
	}
	return p
}

package importer

import (
	"context"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/media"
)

func (j *job) readVideoInfo(ctx context.Context) error {
	info, err := openInfo(j.source)
	if err != nil {
		return err
	}
	j.report.Kind = KindVideoInfo
	d, reason := infoDraft(&info, j.seenAt())
	if reason != "" {
		return j.skip(ctx, 1, reason)
	}
	d.line = 1
	return j.batch.add(ctx, d)
}

func openInfo(src source) (media.Info, error) {
	file, err := src.open()
	if err != nil {
		return media.Info{}, err
	}
	defer file.Close()
	info, err := media.ReadInfo(file)
	if err != nil {
		return info, refuse("It is neither lines of JSON objects nor a whole JSON object.")
	}
	if !info.Whole() {
		return info, refuse("It is a JSON object, but not the description of a video.")
	}
	return info, nil
}

// infoDraft makes a description a creator, a profile and a post.
func infoDraft(v *media.Info, seen time.Time) (d draft, reason string) {
	platform := v.Platform()
	if platform == "" {
		return d, "it is of another network: " + media.Shorten(v.Extractor+" "+v.WebpageURL, 60)
	}
	if v.Epoch != nil && *v.Epoch > 0 {
		if at, ok := numberedDate(*v.Epoch); ok {
			seen = at
		}
	}
	p := infoProfile(v, platform)
	if p.Username == "" {
		return d, "it does not say whose video it is"
	}
	p.UpdatedAt = seen
	c := service.Creator{Name: p.DisplayName, Languages: languagesOf(v.Language), UpdatedAt: seen}
	for _, category := range v.Categories {
		c.Themes = service.Union(c.Themes, themesOf(category))
	}
	d.creator, d.profiles, d.posts = c, []service.Profile{p}, []service.Post{infoPost(v, platform)}
	return d, ""
}

func infoProfile(v *media.Info, platform api.Platform) service.Profile {
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
	p.URL = media.ProfileURL(platform, p.Username, p.ExternalID)
	p.Verified = v.Verified != nil && *v.Verified
	if len(v.Categories) > 0 {
		p.Category = v.Categories[0]
	}
	return p
}

func infoPost(v *media.Info, platform api.Platform) service.Post {
	p := service.Post{Platform: platform, PlatformID: v.ID, URL: v.WebpageURL, Views: v.Views, Likes: v.Likes,
		Comments: v.Comments, Duration: v.Duration, ThumbnailURL: v.Thumbnail}
	p.Type = postType(platform, p.URL)
	p.Caption = paragraphs(v.Title, v.Description)
	p.Hashtags = service.Union(media.HashtagsOf(p.Caption), v.Tags)
	p.Mentions = media.MentionsOf(p.Caption)
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

package live

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/media"
)

// told is nil for what a source does not say.
func told(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func (o *owner) result() api.VideoResult {
	p := o.profile
	return api.VideoResult{
		Type: api.ResultChannel, ChannelID: p.ExternalID, ChannelName: p.DisplayName, ChannelHandle: told(p.Username),
		ChannelVerified: p.Verified, URL: channelURL(p), Description: p.Bio, ThumbnailURL: told(p.AvatarURL),
		ChannelFields: &api.ChannelFields{SubscriberCount: p.Followers, VideoCount: p.PostCount},
	}
}

func channelURL(p service.Profile) string {
	if p.URL != "" {
		return p.URL
	}
	return media.ProfileURL(api.VideoPlatform, p.Username, p.ExternalID)
}

func (c *clip) result(now time.Time) api.VideoResult {
	p := c.owner.profile
	fields := &api.VideoFields{VideoID: c.id, Title: c.title, ViewCount: c.views}
	if c.seconds > 0 {
		text := clockText(c.seconds)
		fields.DurationSeconds, fields.DurationText = &c.seconds, &text
	}
	if !c.published.IsZero() {
		at, text := c.published.UTC(), service.Ago(c.published, now)
		fields.PublishedAt, fields.PublishedText = &at, &text
	}
	if c.views != nil {
		text := grouped(*c.views) + " views"
		if *c.views == 1 {
			text = "1 view"
		}
		fields.ViewCountText = &text
	}
	return api.VideoResult{
		Type: api.ResultVideo, ChannelID: p.ExternalID, ChannelName: p.DisplayName, ChannelHandle: told(p.Username),
		ChannelVerified: p.Verified, URL: c.url, Description: c.about, ThumbnailURL: told(c.thumbnail), VideoFields: fields,
	}
}

// clockText is a length as the network writes it: 4:05, 1:02:03.
func clockText(seconds int64) string {
	h, m, s := seconds/3600, seconds/60%60, seconds%60
	if h > 0 {
		return fmt.Sprintf("%d:%02d:%02d", h, m, s)
	}
	return fmt.Sprintf("%d:%02d", m, s)
}

// grouped writes a number with commas between its thousands.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && digits[i-1] != '-' && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// titled parts the caption of a video into its title and what is said about it.
func titled(caption string) (title, about string) {
	title, about, _ = strings.Cut(caption, "\n\n")
	return title, about
}

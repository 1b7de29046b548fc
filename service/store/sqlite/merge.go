package sqlite

import (
	"slices"
	"strings"
	"time"

	"greenroom/service"
)

// take puts a known value in place: where the record at hand is the newer one,
// or where nothing is known yet. The zero value is "not known".
func take[T comparable](newer bool, to *T, v T) {
	var unknown T
	if v != unknown && (newer || *to == unknown) {
		*to = v
	}
}

// takeEach does so for several pairs of one type.
func takeEach[T comparable](newer bool, pairs ...pair[T]) {
	for _, p := range pairs {
		take(newer, p.to, p.v)
	}
}

type pair[T comparable] struct {
	to *T
	v  T
}

func takeList[T any](newer bool, to *[]T, v []T) {
	if len(v) > 0 && (newer || len(*to) == 0) {
		*to = v
	}
}

// asNew reports whether a record seen at in counts against one seen at stored.
// Undated against dated, it only fills gaps.
func asNew(in, stored time.Time) bool {
	return !in.Truncate(time.Microsecond).Before(stored)
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// mergeCreator is the stored creator with what another record of it adds.
func mergeCreator(c, in service.Creator) service.Creator {
	newer := asNew(in.UpdatedAt, c.UpdatedAt)
	takeEach(newer, pair[string]{&c.Name, in.Name}, pair[string]{&c.Bio, in.Bio}, pair[string]{&c.AvatarURL, in.AvatarURL},
		pair[string]{&c.Summary, in.Summary}, pair[string]{&c.Audience, in.Audience}, pair[string]{&c.Aesthetics, in.Aesthetics})
	take(newer, &c.Kind, in.Kind)
	// The doubt belongs to the place it was said of.
	if (in.Country != "" || in.City != "") && (newer || c.Country == "" && c.City == "") {
		take(true, &c.Country, in.Country)
		take(true, &c.City, in.City)
		c.LocationUnverified = in.LocationUnverified
	}
	takeList(newer, &c.Languages, in.Languages)
	takeList(newer, &c.Themes, in.Themes)
	takeList(newer, &c.KeyFacts, in.KeyFacts)
	takeList(newer, &c.BrandAlignment, in.BrandAlignment)
	take(newer, &c.AnalysedAt, in.AnalysedAt)
	c.UpdatedAt = later(c.UpdatedAt, in.UpdatedAt)
	return c
}

// mergeProfile is the stored profile with what another record of it adds.
func mergeProfile(p, in service.Profile) service.Profile {
	newer := asNew(in.UpdatedAt, p.UpdatedAt)
	takeEach(newer, pair[string]{&p.Username, in.Username}, pair[string]{&p.ExternalID, in.ExternalID},
		pair[string]{&p.DisplayName, in.DisplayName}, pair[string]{&p.URL, in.URL}, pair[string]{&p.Bio, in.Bio},
		pair[string]{&p.AvatarURL, in.AvatarURL}, pair[string]{&p.Category, in.Category})
	takeList(newer, &p.ExternalURLs, in.ExternalURLs)
	takeList(newer, &p.Pronouns, in.Pronouns)
	takeEach(newer, pair[bool]{&p.Verified, in.Verified}, pair[bool]{&p.Private, in.Private}, pair[bool]{&p.Business, in.Business})
	takeEach(newer, pair[*int64]{&p.Followers, in.Followers}, pair[*int64]{&p.Following, in.Following}, pair[*int64]{&p.PostCount, in.PostCount})
	takeEach(newer, pair[*float64]{&p.EngagementRate, in.EngagementRate}, pair[*float64]{&p.AvgLikes, in.AvgLikes},
		pair[*float64]{&p.AvgComments, in.AvgComments}, pair[*float64]{&p.AvgViews, in.AvgViews},
		pair[*float64]{&p.PostsPerWeek, in.PostsPerWeek}, pair[*float64]{&p.Growth30d, in.Growth30d})
	takeEach(newer, pair[*int]{&p.Posts30d, in.Posts30d}, pair[*int]{&p.HighlightReels, in.HighlightReels})
	take(newer, &p.LastPostAt, in.LastPostAt)
	p.UpdatedAt = later(p.UpdatedAt, in.UpdatedAt)
	return p
}

// mergePost is the stored post with what another record of it adds. Posts are
// not dated by when they were seen: the one at hand counts.
func mergePost(p, in service.Post) service.Post {
	takeEach(true, pair[string]{&p.Caption, in.Caption}, pair[string]{&p.URL, in.URL}, pair[string]{&p.Location, in.Location},
		pair[string]{&p.MediaURL, in.MediaURL}, pair[string]{&p.ThumbnailURL, in.ThumbnailURL})
	take(true, &p.Type, in.Type)
	take(true, &p.PostedAt, in.PostedAt)
	takeEach(true, pair[*int64]{&p.Likes, in.Likes}, pair[*int64]{&p.Comments, in.Comments},
		pair[*int64]{&p.Shares, in.Shares}, pair[*int64]{&p.Views, in.Views})
	take(true, &p.Duration, in.Duration)
	takeList(true, &p.Hashtags, in.Hashtags)
	takeList(true, &p.Mentions, in.Mentions)
	takeList(true, &p.Carousel, in.Carousel)
	return p
}

// mergeTranscript is the stored track with what another record of it adds.
// Text and segments are one thing and change together.
func mergeTranscript(t, in service.Transcript) service.Transcript {
	newer := asNew(in.SeenAt, t.SeenAt)
	take(newer, &t.Original, in.Original)
	takeEach(newer, pair[string]{&t.Title, in.Title}, pair[string]{&t.URL, in.URL})
	take(newer, &t.Duration, in.Duration)
	if in.Text != "" && (newer || t.Text == "") && (len(in.Segments) > 0 || in.Text != t.Text) {
		t.Text, t.Segments = in.Text, slices.Clone(in.Segments)
	}
	t.SeenAt = later(t.SeenAt, in.SeenAt)
	return t
}

// whole fills the text of a transcript that came as segments only.
func whole(t service.Transcript) service.Transcript {
	if t.Text == "" && len(t.Segments) > 0 {
		texts := make([]string, len(t.Segments))
		for i, s := range t.Segments {
			texts[i] = s.Text
		}
		t.Text = strings.Join(texts, " ")
	}
	return t
}

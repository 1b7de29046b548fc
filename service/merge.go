package service

import (
	"slices"
	"time"
)

// The Merge functions say what two records of one thing come to, wherever they
// meet: in a store, in an import, or among the rows of one file.
//
// What is not known (the zero value) never replaces what is. Of two known
// values that of the later sighting counts; an undated sighting is earlier than
// any dated one. With replace false the record at hand only fills gaps,
// whenever it was seen. A store keeps microseconds, so that is how dates compare.

// newer reports whether a record seen at in counts against one seen at stored.
func newer(in, stored time.Time) bool {
	return !in.Truncate(time.Microsecond).Before(stored)
}

// seenAt is the time the merged record was seen.
func seenAt(stored, in time.Time, replace bool) time.Time {
	if in.After(stored) && (replace || stored.IsZero()) {
		return in
	}
	return stored
}

// take puts a known value in place: where the record at hand counts, or where
// nothing is known yet.
func take[T comparable](counts bool, to *T, v T) {
	var unknown T
	if v != unknown && (counts || *to == unknown) {
		*to = v
	}
}

// takeEach does so for several fields of one type: where to put it, and what.
func takeEach[T comparable](counts bool, to []*T, v ...T) {
	for i := range to {
		take(counts, to[i], v[i])
	}
}

func takeList[T any](counts bool, to *[]T, v []T) {
	if len(v) > 0 && (counts || len(*to) == 0) {
		*to = v
	}
}

// Union is a followed by what of b is not in it.
func Union(a, b []string) []string {
	out := slices.Clip(a)
	for _, word := range b {
		if !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	return out
}

// MergeCreator merges a creator into the stored one. Languages and themes are
// added to, as no source names all of them.
func MergeCreator(c, in Creator, replace bool) Creator {
	counts := replace && newer(in.UpdatedAt, c.UpdatedAt)
	takeEach(counts, []*string{&c.Name, &c.Bio, &c.AvatarURL, &c.Summary, &c.Audience, &c.Aesthetics},
		in.Name, in.Bio, in.AvatarURL, in.Summary, in.Audience, in.Aesthetics)
	take(counts, &c.Kind, in.Kind)
	c.mergePlace(in, counts)
	c.Languages, c.Themes = Union(c.Languages, in.Languages), Union(c.Themes, in.Themes)
	takeList(counts, &c.KeyFacts, in.KeyFacts)
	takeList(counts, &c.BrandAlignment, in.BrandAlignment)
	take(counts, &c.AnalysedAt, in.AnalysedAt)
	c.UpdatedAt = seenAt(c.UpdatedAt, in.UpdatedAt, replace)
	return c
}

// mergePlace takes a place as one thing: a place that is known for sure before
// one that is guessed, and no city of another country.
func (c *Creator) mergePlace(in Creator, counts bool) {
	known, given := c.Country != "" || c.City != "", in.Country != "" || in.City != ""
	other := c.Country != "" && in.Country != "" && c.Country != in.Country
	switch {
	case !given || known && in.LocationUnverified && !c.LocationUnverified:
	case !known || c.LocationUnverified && !in.LocationUnverified || other && counts:
		c.Country, c.City, c.LocationUnverified = in.Country, in.City, in.LocationUnverified
	case !other:
		takeEach(counts, []*string{&c.Country, &c.City}, in.Country, in.City)
	}
}

// MergeProfile merges a profile into the stored one. The network's own id is
// what the two are known to be one by, so it is filled in and never replaced.
func MergeProfile(p, in Profile, replace bool) Profile {
	counts := replace && newer(in.UpdatedAt, p.UpdatedAt)
	take(false, &p.ExternalID, in.ExternalID)
	takeEach(counts, []*string{&p.Username, &p.DisplayName, &p.URL, &p.Bio, &p.AvatarURL, &p.Category},
		in.Username, in.DisplayName, in.URL, in.Bio, in.AvatarURL, in.Category)
	takeList(counts, &p.ExternalURLs, in.ExternalURLs)
	takeList(counts, &p.Pronouns, in.Pronouns)
	takeEach(counts, []*bool{&p.Verified, &p.Private, &p.Business}, in.Verified, in.Private, in.Business)
	takeEach(counts, []**int64{&p.Followers, &p.Following, &p.PostCount}, in.Followers, in.Following, in.PostCount)
	takeEach(counts, []**float64{&p.EngagementRate, &p.AvgLikes, &p.AvgComments, &p.AvgViews, &p.PostsPerWeek, &p.Growth30d},
		in.EngagementRate, in.AvgLikes, in.AvgComments, in.AvgViews, in.PostsPerWeek, in.Growth30d)
	takeEach(counts, []**int{&p.Posts30d, &p.HighlightReels}, in.Posts30d, in.HighlightReels)
	take(counts, &p.LastPostAt, in.LastPostAt)
	p.UpdatedAt = seenAt(p.UpdatedAt, in.UpdatedAt, replace)
	return p
}

// MergePost merges a post into the stored one. Posts are not dated by when they
// were seen.
func MergePost(p, in Post, replace bool) Post {
	takeEach(replace, []*string{&p.Caption, &p.URL, &p.Location, &p.MediaURL, &p.ThumbnailURL},
		in.Caption, in.URL, in.Location, in.MediaURL, in.ThumbnailURL)
	take(replace, &p.Type, in.Type)
	take(replace, &p.PostedAt, in.PostedAt)
	takeEach(replace, []**int64{&p.Likes, &p.Comments, &p.Shares, &p.Views}, in.Likes, in.Comments, in.Shares, in.Views)
	take(replace, &p.Duration, in.Duration)
	takeList(replace, &p.Hashtags, in.Hashtags)
	takeList(replace, &p.Mentions, in.Mentions)
	takeList(replace, &p.Carousel, in.Carousel)
	return p
}

// MergeTranscript merges a track into the stored one. Text and segments are one
// thing: a text alone does not take the times from the same one.
func MergeTranscript(t, in Transcript, replace bool) Transcript {
	counts := replace && newer(in.SeenAt, t.SeenAt)
	take(counts, &t.Original, in.Original)
	takeEach(counts, []*string{&t.Title, &t.URL}, in.Title, in.URL)
	take(counts, &t.Duration, in.Duration)
	if in.Text != "" && (counts || t.Text == "") && (len(in.Segments) > 0 || in.Text != t.Text) {
		t.Text, t.Segments = in.Text, slices.Clone(in.Segments)
	}
	t.SeenAt = seenAt(t.SeenAt, in.SeenAt, replace)
	return t
}

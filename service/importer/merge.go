package importer

import (
	"strings"
	"time"

	"greenroom/service"
)

// merger puts what a record says over what is stored, and notes whether that
// changed anything. With replace, known values give way to it; without, it only
// fills gaps.
type merger struct {
	replace bool
	changed bool
}

func merge[T comparable](m *merger, to *T, value T) {
	var unknown T
	if value != unknown && value != *to && (m.replace || *to == unknown) {
		*to = value
		m.changed = true
	}
}

func mergeNumber[T int64 | float64 | int](m *merger, to **T, value *T) {
	if value != nil && (*to == nil || m.replace && **to != *value) {
		*to = value
		m.changed = true
	}
}

// mergeSet adds words; none is ever taken away.
func mergeSet(m *merger, to *[]string, words []string) {
	joined := union(append([]string(nil), *to...), words)
	if len(joined) > len(*to) {
		*to = joined
		m.changed = true
	}
}

func mergeList(m *merger, to *[]string, words []string) {
	if len(words) == 0 || !m.replace && len(*to) > 0 || equal(*to, words) {
		return
	}
	*to = words
	m.changed = true
}

func equal(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// mergeCreator keeps a place that is known for sure from one that is guessed.
func mergeCreator(to *service.Creator, in service.Creator, replace bool) bool {
	m := &merger{replace: replace}
	merge(m, &to.Name, in.Name)
	merge(m, &to.Bio, in.Bio)
	merge(m, &to.AvatarURL, in.AvatarURL)
	merge(m, &to.Kind, in.Kind)
	place := merger{replace: replace && (to.LocationUnverified || !in.LocationUnverified)}
	merge(&place, &to.Country, in.Country)
	merge(&place, &to.City, in.City)
	if place.changed {
		to.LocationUnverified = in.LocationUnverified
		m.changed = true
	}
	mergeSet(m, &to.Languages, in.Languages)
	mergeSet(m, &to.Themes, in.Themes)
	if m.changed {
		to.UpdatedAt = latest(to.UpdatedAt, in.UpdatedAt)
	}
	return m.changed
}

// mergeProfile never lets older numbers replace newer ones. Undated values
// only fill gaps.
func mergeProfile(to *service.Profile, in service.Profile, replace bool) bool {
	m := &merger{replace: replace && !in.UpdatedAt.Before(to.UpdatedAt)}
	// A username stays what it was, but for its capitals: it is what other
	// tables find the account by.
	if to.Username == "" || strings.EqualFold(to.Username, in.Username) {
		merge(m, &to.Username, in.Username)
	}
	gap := &merger{}
	merge(gap, &to.ExternalID, in.ExternalID)
	m.changed = m.changed || gap.changed
	merge(m, &to.DisplayName, in.DisplayName)
	merge(m, &to.URL, in.URL)
	merge(m, &to.Bio, in.Bio)
	merge(m, &to.AvatarURL, in.AvatarURL)
	merge(m, &to.Category, in.Category)
	merge(m, &to.Verified, in.Verified)
	mergeList(m, &to.ExternalURLs, in.ExternalURLs)
	numbers := &merger{replace: m.replace}
	mergeNumber(numbers, &to.Followers, in.Followers)
	mergeNumber(numbers, &to.Following, in.Following)
	mergeNumber(numbers, &to.PostCount, in.PostCount)
	mergeNumber(numbers, &to.EngagementRate, in.EngagementRate)
	mergeNumber(numbers, &to.AvgLikes, in.AvgLikes)
	mergeNumber(numbers, &to.AvgComments, in.AvgComments)
	mergeNumber(numbers, &to.AvgViews, in.AvgViews)
	mergeNumber(numbers, &to.Growth30d, in.Growth30d)
	if numbers.changed || m.changed && to.UpdatedAt.IsZero() {
		to.UpdatedAt = latest(to.UpdatedAt, in.UpdatedAt)
	}
	return m.changed || numbers.changed
}

func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func mergePost(to *service.Post, in service.Post, replace bool) bool {
	m := &merger{replace: replace}
	merge(m, &to.URL, in.URL)
	merge(m, &to.Type, in.Type)
	merge(m, &to.Caption, in.Caption)
	merge(m, &to.Location, in.Location)
	merge(m, &to.ThumbnailURL, in.ThumbnailURL)
	mergeList(m, &to.Hashtags, in.Hashtags)
	mergeList(m, &to.Mentions, in.Mentions)
	mergeNumber(m, &to.Likes, in.Likes)
	mergeNumber(m, &to.Comments, in.Comments)
	mergeNumber(m, &to.Shares, in.Shares)
	mergeNumber(m, &to.Views, in.Views)
	mergeNumber(m, &to.Duration, in.Duration)
	if !in.PostedAt.IsZero() && !in.PostedAt.Equal(to.PostedAt) && (replace || to.PostedAt.IsZero()) {
		to.PostedAt = in.PostedAt
		m.changed = true
	}
	return m.changed
}

// mergeTranscript changes text and segments together: they are one thing.
func mergeTranscript(to *service.Transcript, in service.Transcript, replace bool) bool {
	m := &merger{replace: replace}
	merge(m, &to.Title, in.Title)
	merge(m, &to.URL, in.URL)
	merge(m, &to.Original, in.Original)
	mergeNumber(m, &to.Duration, in.Duration)
	if in.Text != "" && (replace || to.Text == "") && in.Text != to.Text {
		to.Text, to.Segments = in.Text, in.Segments
		m.changed = true
	}
	if m.changed {
		to.SeenAt = latest(to.SeenAt, in.SeenAt)
	}
	return m.changed
}

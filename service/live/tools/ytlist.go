package tools

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/command"
	"greenroom/service/media"
)

type entry struct {
	media.Info
	thumbnails []string
}

// list is a tool's list, with its owner.
type list struct {
	of      media.Info
	entries []entry
}

func readList(path string) (l list, err error) {
	text, err := os.ReadFile(path)
	if err != nil || len(text) > descriptionMax {
		return l, cmp.Or(err, malformedBecause("the list is too long"))
	}
	var raw struct {
		Entries []json.RawMessage `json:"entries"`
	}
	if err := json.Unmarshal(text, &raw); err != nil || raw.Entries == nil {
		return l, malformedBecause("it is no list")
	}
	if l.of, err = media.ReadInfo(bytes.NewReader(text)); err != nil {
		return l, malformedBecause("it is no list")
	}
	for _, one := range raw.Entries {
		var e entry
		var more struct {
			Thumbnails []struct {
				URL string `json:"url"`
			} `json:"thumbnails"`
		}
		if e.Info, err = media.ReadInfo(bytes.NewReader(one)); err != nil || json.Unmarshal(one, &more) != nil || e.ID == "" {
			continue // a video that is hidden in a list is null
		}
		for _, t := range more.Thumbnails {
			e.thumbnails = append(e.thumbnails, t.URL)
		}
		if n := len(e.thumbnails); e.Thumbnail == "" && n > 0 {
			e.Thumbnail = e.thumbnails[n-1] // the largest is the last
		}
		l.entries = append(l.entries, e)
	}
	return l, nil
}

// channelOf is the channel that a description tells of; its handle only where it is told.
func channelOf(v *media.Info) service.Profile {
	p := service.Profile{Platform: api.VideoPlatform, DisplayName: cmp.Or(v.Channel, v.Uploader), ExternalID: v.ChannelID, Followers: live.Plausible(v.Followers),
		Verified: v.Verified != nil && *v.Verified}
	if handle, signed := strings.CutPrefix(v.UploaderID, "@"); signed {
		p.Username = handle
	}
	p.URL = media.ProfileURL(api.VideoPlatform, p.Username, p.ExternalID)
	return p
}

// Channel lists a channel, the newest or the most seen first. Nothing lists the oldest.
func (y *ytDLP) Channel(ctx context.Context, q service.ChannelQuery) (out service.Channel, err error) {
	if q.Sort == api.ChannelOldest {
		return y.VideoNetwork.Channel(ctx, q)
	}
	count := q.Limit
	if q.Sort == api.ChannelPopular {
		count = 1
	}
	call, values := ytNewest, map[string]string{"{handle}": q.Handle}
	if q.ID != "" {
		call, values = ytNewestID, map[string]string{"{channel}": q.ID}
	}
	newest, err := y.list(ctx, call, values, count)
	if err != nil {
		return out, err
	}
	if !media.ChannelID.MatchString(newest.of.ChannelID) {
		return out, malformedBecause("the list does not tell whose it is")
	}
	shown := newest.entries
	if q.Sort == api.ChannelPopular {
		popular, err := y.list(ctx, ytUploads, map[string]string{"{uploads}": mostPopular + strings.TrimPrefix(newest.of.ChannelID, "UC")}, q.Limit)
		if err != nil {
			return out, live.OfWhatIsThere(err)
		}
		shown = popular.entries
	}
	return newest.channel(shown[:min(len(shown), q.Limit)]), nil
}

// channel is whose list it is, with videos.
func (l *list) channel(shown []entry) service.Channel {
	out := service.Channel{Profile: channelOf(&l.of)}
	for _, e := range shown {
		if api.ValidVideoID(e.ID) {
			out.Videos = append(out.Videos, service.ChannelVideo{ID: e.ID, URL: media.PostURL(api.VideoPlatform, e.ID), Title: e.Title, Views: live.Plausible(e.Views)})
		}
	}
	return out
}

// list runs the tool for a list.
func (t *tool) list(ctx context.Context, call command.Template, values map[string]string, count int) (l list, err error) {
	values["{count}"] = strconv.Itoa(count)
	err = t.run(ctx, ask{call: call, values: values, read: func(o command.Outcome) (err error) {
		l, err = readList(o.Out)
		return err
	}})
	return l, err
}

const (
	// searchFirst is the number of results asked for at first: every page walks from the
	// first result on.
	searchFirst = 50
	searchMax   = 500
	listsAge    = 10 * time.Minute
	listsMax    = 64
)

// lists are results of searches that a page was read of, for the pages after it.
type lists struct {
	clock func() time.Time
	mu    sync.Mutex
	held  map[string]heldList
}

type heldList struct {
	entries []entry
	whole   bool // there are no more
	at      time.Time
}

func (l *lists) find(key string) heldList {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.held[key]
	if l.clock().Sub(h.at) > listsAge {
		return heldList{}
	}
	return h
}

func (l *lists) hold(key string, h heldList) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.held) >= listsMax {
		l.held = nil
	}
	if l.held == nil {
		l.held = map[string]heldList{}
	}
	h.at = l.clock()
	l.held[key] = h
}

// Search reads a page of a search. The tool can neither search as from a country nor for
// a language: a condition that it would drop is one that it cannot answer.
func (y *ytDLP) Search(ctx context.Context, q service.VideoQuery) (service.VideoPage, error) {
	from, err := strconv.Atoi(cmp.Or(q.After, "0"))
	switch {
	case err != nil || from < 0 || q.Country != "" || q.Language != "":
		return y.VideoNetwork.Search(ctx, q)
	case from+q.Limit > searchMax:
		return service.VideoPage{}, nil
	}
	key := strings.Join([]string{q.Text, string(q.Uploaded), string(q.Sort), string(q.Content), string(q.Length)}, "\x00")
	held := y.lists.find(key)
	if from+q.Limit > len(held.entries) && !held.whole {
		count := min(searchMax, (from+q.Limit+searchFirst-1)/searchFirst*searchFirst)
		found, err := y.list(ctx, ytSearch, map[string]string{"{query}": q.Text, "{filter}": searchFilter(q)}, count)
		if err != nil {
			return service.VideoPage{}, live.OfWhatIsThere(err)
		}
		held = heldList{entries: found.entries, whole: len(found.entries) < count}
		y.lists.hold(key, held)
	}
	end := min(from+q.Limit, len(held.entries))
	page := service.VideoPage{Results: results(held.entries[min(from, end):end], y.Clock())}
	if end < len(held.entries) || !held.whole && end < searchMax {
		page.Next = strconv.Itoa(end)
	}
	return page, nil
}

func results(list []entry, now time.Time) (out []api.VideoResult) {
	for _, e := range list {
		if r, ok := e.result(now); ok {
			out = append(out, r)
		}
	}
	return out
}

// result is an entry as a search shows it; false for lists and what else is found.
func (e *entry) result(now time.Time) (api.VideoResult, bool) {
	channel := channelOf(&e.Info)
	switch {
	case api.ValidVideoID(e.ID):
		return live.ResultOf(&e.Info, channel, now), true
	case media.ChannelID.MatchString(e.ID):
		channel.ExternalID, channel.DisplayName, channel.Bio = e.ID, cmp.Or(channel.DisplayName, e.Title), e.Description
		channel.AvatarURL = e.Thumbnail
		channel.URL = media.ProfileURL(api.VideoPlatform, channel.Username, channel.ExternalID)
		return live.ChannelResult(channel), true
	}
	return api.VideoResult{}, false
}

// searchFilter is the network's own way to write the filters of a search: a message of
// field 1, the order; 2, of which 1 is the time, 2 the type and 3 the length; and 30, that
// the words are meant as they stand.
func searchFilter(q service.VideoQuery) string {
	var inner []byte
	put := func(to *[]byte, field, value byte) {
		if value > 0 {
			*to = append(*to, field<<3, value)
		}
	}
	put(&inner, 1, map[api.UploadDate]byte{api.UploadLastHour: 1, api.UploadToday: 2, api.UploadWeek: 3, api.UploadMonth: 4, api.UploadYear: 5}[q.Uploaded])
	put(&inner, 2, map[api.VideoContent]byte{api.ContentVideos: 1}[q.Content])
	put(&inner, 3, map[api.VideoLength]byte{api.LengthShort: 1, api.LengthLong: 2, api.LengthMedium: 3}[q.Length])
	var out []byte
	put(&out, 1, map[api.VideoSort]byte{api.VideoPopular: 3}[q.Sort])
	if len(inner) > 0 {
		out = append(append(out, 2<<3|2, byte(len(inner))), inner...)
	}
	return base64.StdEncoding.EncodeToString(append(out, 0xf0, 0x01, 0x01))
}

package live

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service"
	"greenroom/service/media"
)

type clip struct {
	id, url, title, about string
	thumbnail             string
	owner                 *owner
	published             time.Time // zero: not known
	seconds               int64     // 0: not known
	views                 *int64
	words                 []string // of the title, folded
	text                  string   // title, channel and what is said about it, folded
}

// owner is the channel of a clip.
type owner struct {
	profile           service.Profile
	country, language string
	clips             int64
	name              string // folded
}

// finder searches the clips of one source, in memory.
type finder struct {
	clips  []clip
	owners []*owner
}

func newFinder(clips []clip) *finder {
	f := &finder{clips: clips}
	seen := map[*owner]bool{}
	for i := range clips {
		c := &clips[i]
		c.words = wordsOf(c.title)
		c.text = folded(c.title + " " + c.owner.profile.DisplayName + " " + c.owner.profile.Username + " " + c.about)
		c.owner.clips++
		if !seen[c.owner] {
			seen[c.owner] = true
			c.owner.name = folded(c.owner.profile.DisplayName + " " + c.owner.profile.Username)
			f.owners = append(f.owners, c.owner)
		}
	}
	return f
}

// folded is a text as it is compared: its words in lower case, one space
// before each.
func folded(text string) string { return " " + strings.Join(wordsOf(text), " ") }

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '\''
	})
}

type hit struct {
	clip  *clip
	score int
}

// search answers a page. After is how many results came before.
func (f *finder) search(q service.VideoQuery, now time.Time) (service.VideoPage, error) {
	offset, err := strconv.ParseUint(cmp.Or(q.After, "0"), 10, 31)
	if err != nil {
		return service.VideoPage{}, fmt.Errorf("read position %q: %w", q.After, err)
	}
	words := wordsOf(q.Text)
	var results []api.VideoResult
	if q.Content == api.ContentAll && q.Uploaded == api.UploadAny && q.Length == api.LengthAny {
		results = f.channels(words, q)
	}
	for _, h := range f.hits(words, q, now) {
		results = append(results, h.clip.result(now))
	}
	total := len(results)
	page := service.VideoPage{Estimated: &total}
	begin := min(int(offset), total)
	end := min(begin+q.Limit, total)
	page.Results = results[begin:end]
	if end < total {
		page.Next = strconv.Itoa(end)
	}
	return page, nil
}

// channels lists those whose name holds all words, the largest first.
func (f *finder) channels(words []string, q service.VideoQuery) []api.VideoResult {
	var found []*owner
	for _, o := range f.owners {
		if len(words) > 0 && matches(o.name, words) && o.fits(q.Country, q.Language) {
			found = append(found, o)
		}
	}
	slices.SortStableFunc(found, func(a, b *owner) int {
		return cmp.Or(-cmp.Compare(service.Or(a.profile.Followers, -1), service.Or(b.profile.Followers, -1)), cmp.Compare(a.profile.Username, b.profile.Username))
	})
	return each.Of(found, (*owner).result)
}

func (f *finder) hits(words []string, q service.VideoQuery, now time.Time) []hit {
	since := uploadedSince(q.Uploaded, now)
	var found []hit
	for i := range f.clips {
		c := &f.clips[i]
		if c.within(since, q.Length) && c.owner.fits(q.Country, q.Language) && matches(c.text, words) {
			found = append(found, hit{c, c.score(words)})
		}
	}
	slices.SortStableFunc(found, func(a, b hit) int {
		byScore := cmp.Compare(b.score, a.score)
		byViews := cmp.Compare(service.Or(b.clip.views, -1), service.Or(a.clip.views, -1))
		if q.Sort == api.VideoPopular {
			byScore, byViews = byViews, byScore
		}
		return cmp.Or(byScore, byViews, cmp.Compare(a.clip.id, b.clip.id))
	})
	return found
}

// matches holds where each word begins a word of the text.
func matches(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, " "+w) {
			return false
		}
	}
	return len(words) > 0
}

func (c *clip) score(words []string) (n int) {
	for _, w := range words {
		for _, have := range c.words {
			if have == w {
				n += 2
			} else if strings.HasPrefix(have, w) {
				n++
			}
		}
	}
	return n
}

// fits holds for a channel of the country and language; one that tells neither
// fits all.
func (o *owner) fits(country, language string) bool {
	base, _, _ := strings.Cut(language, "-")
	return (country == "" || o.country == "" || o.country == country) &&
		(language == "" || o.language == "" || strings.EqualFold(o.language, language) || strings.EqualFold(o.language, base))
}

func (c *clip) within(since time.Time, length api.VideoLength) bool {
	if !since.IsZero() && c.published.Before(since) {
		return false
	}
	switch length {
	case api.LengthShort:
		return c.seconds > 0 && c.seconds < 4*60
	case api.LengthMedium:
		return c.seconds >= 4*60 && c.seconds <= 20*60
	case api.LengthLong:
		return c.seconds > 20*60
	}
	return true
}

// uploadedSince is the begin of an upload date, in UTC. Weeks begin on Monday.
func uploadedSince(d api.UploadDate, now time.Time) time.Time {
	now = now.UTC()
	today := now.Truncate(24 * time.Hour)
	switch d {
	case api.UploadLastHour:
		return now.Add(-time.Hour)
	case api.UploadToday:
		return today
	case api.UploadWeek:
		return today.AddDate(0, 0, -(int(today.Weekday())+6)%7)
	case api.UploadMonth:
		return time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	case api.UploadYear:
		return time.Date(now.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
	}
	return time.Time{}
}

const (
	suggestMax    = 10
	suggestedWord = 3 // words that a suggestion may add to the query
)

// suggest lists phrases that begin with a text: from titles of videos that fit
// the country and language, the most frequent first, then names of channels.
func (f *finder) suggest(q service.SuggestQuery) []string {
	typed := wordsOf(q.Text)
	if len(typed) == 0 {
		return nil
	}
	counts := map[string]int{}
	for i := range f.clips {
		c := &f.clips[i]
		if c.owner.fits(q.Country, q.Language) && matches(c.text, typed) {
			c.phrases(typed, counts)
		}
	}
	for _, o := range f.owners {
		name := strings.TrimSpace(folded(o.profile.DisplayName))
		if o.fits(q.Country, q.Language) && strings.HasPrefix(name, strings.Join(typed, " ")) {
			counts[name]++
		}
	}
	return mostFrequent(counts)
}

// phrases counts what a title says from where it says what was typed.
func (c *clip) phrases(typed []string, counts map[string]int) {
	for at := range c.words {
		if !begins(c.words[at:], typed) {
			continue
		}
		most := min(len(c.words)-at, len(typed)+suggestedWord)
		for n := len(typed); n <= most; n++ {
			if last := c.words[at+n-1]; len([]rune(last)) > 2 || n == most {
				counts[strings.Join(c.words[at:at+n], " ")]++
			}
		}
	}
}

// begins holds where words are those typed, of which the last may be a part.
func begins(words, typed []string) bool {
	last := len(typed) - 1
	return len(words) > last && slices.Equal(words[:last], typed[:last]) && strings.HasPrefix(words[last], typed[last])
}

func mostFrequent(counts map[string]int) []string {
	out := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], len(a)-len(b), strings.Compare(a, b))
	})
	return out[:min(len(out), suggestMax)]
}

func (o *owner) result() api.VideoResult {
	p := o.profile
	return api.VideoResult{
		Type: api.ResultChannel, ChannelID: p.ExternalID, ChannelName: p.DisplayName, ChannelHandle: service.Known(p.Username),
		ChannelVerified: p.Verified, URL: cmp.Or(p.URL, media.ProfileURL(api.VideoPlatform, p.Username, p.ExternalID)), Description: p.Bio, ThumbnailURL: service.Known(p.AvatarURL),
		ChannelFields: &api.ChannelFields{SubscriberCount: p.Followers, VideoCount: p.PostCount},
	}
}

func (c *clip) result(now time.Time) api.VideoResult {
	p := c.owner.profile
	fields := &api.VideoFields{VideoID: c.id, Title: c.title, ViewCount: c.views}
	if c.seconds > 0 {
		fields.DurationSeconds, fields.DurationText = &c.seconds, new(clockText(c.seconds))
	}
	if !c.published.IsZero() {
		fields.PublishedAt, fields.PublishedText = new(c.published.UTC()), new(service.Ago(c.published, now))
	}
	if c.views != nil {
		text := grouped(*c.views) + " views"
		if *c.views == 1 {
			text = "1 view"
		}
		fields.ViewCountText = &text
	}
	return api.VideoResult{
		Type: api.ResultVideo, ChannelID: p.ExternalID, ChannelName: p.DisplayName, ChannelHandle: service.Known(p.Username),
		ChannelVerified: p.Verified, URL: c.url, Description: c.about, ThumbnailURL: service.Known(c.thumbnail), VideoFields: fields,
	}
}

// ResultOf is a video as a search finds it, by its description and its channel.
func ResultOf(v *media.Info, channel service.Profile, now time.Time) api.VideoResult {
	c := clipFrom(v)
	c.views, c.owner = Plausible(v.Views), &owner{profile: channel}
	return c.result(now)
}

// ChannelResult is a channel as a search finds it.
func ChannelResult(channel service.Profile) api.VideoResult {
	return (&owner{profile: channel}).result()
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

package local

import (
	"cmp"
	"crypto/sha256"
	"math"
	"net/http"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client"
)

type findings struct {
	page      page
	documents []document
	snapshots []snapshot
}

// page says which page of which search session an answer is; a nil first is
// none.
type page struct {
	search, query   string
	total, filtered int
	first           any // the id of the first creator, "" on an empty page
	items, last     any
}

// gatherer walks an answer. at is when the answer came.
type gatherer struct {
	at time.Time
	findings
}

// extract takes out of a decoded answer what can be found by its words and the
// numbers of accounts in it. A value it does not know has nothing.
func extract(e client.Exchange, v any, at time.Time) findings {
	g := &gatherer{at: at}
	g.accounts(v)
	g.posts(v)
	g.transcripts(v)
	each(v, func(p *api.SearchPage) { g.searchPage(e, p) })
	return g.findings
}

// each visits every T that v is: alone, in a list, in a page or in a batch.
func each[T any](v any, visit func(*T)) {
	var list []T
	switch v := v.(type) {
	case T:
		visit(&v)
	case *T:
		if v != nil {
			visit(v)
		}
	case []T:
		list = v
	case api.Page[T]:
		list = v.Data
	case api.Found[T, string]:
		list = v.Data
	case api.Found[T, api.CreatorRef]:
		list = v.Data
	case api.Found[T, api.ProfileRef]:
		list = v.Data
	case api.Found[T, api.PostRef]:
		list = v.Data
	case api.Batch[T]:
		for _, item := range v.Items {
			if item.Data != nil {
				visit(item.Data)
			}
		}
	}
	for i := range list {
		visit(&list[i])
	}
}

func (g *gatherer) accounts(v any) {
	each(v, func(c *api.Creator) {
		for i := range c.Profiles {
			g.summary(&c.Profiles[i])
		}
	})
	each(v, func(p *api.Profile) { g.profile(p) })
	each(v, func(r *api.LookalikeResult) {
		g.summary(r.PrimaryProfile)
		for i := range r.Profiles {
			g.profile(&r.Profiles[i])
		}
	})
	each(v, func(s *api.ProfileSafety) { g.summary(&s.Profile) })
	each(v, func(p *api.LivePhotoProfile) {
		g.numbers(api.PhotoPlatform, p.Username, p.ScrapedAt, counts{p.FollowerCount, p.FollowingCount, p.MediaCount, p.EngagementRate})
		for i := range p.Posts {
			g.livePost(&p.Posts[i])
		}
	})
	each(v, func(p *api.ShortVideoProfile) {
		g.numbers(api.ShortVideoPlatform, p.Username, p.ScrapedAt, counts{p.FollowerCount, p.FollowingCount, p.VideoCount, nil})
	})
}

func (g *gatherer) posts(v any) {
	each(v, g.post)
	each(v, func(s *api.PostSafety) { g.post(&s.Post) })
	each(v, func(a *api.PostAnalysis) { g.post(&a.Post) })
	each(v, g.livePost)
	each(v, func(p *api.FetchedPost) { g.livePost(&p.Post) })
	each(v, func(d *api.VideoDetails) {
		g.document(document{kind: KindPost, platform: api.VideoPlatform, platformID: d.VideoID, title: d.Title, text: d.Description, url: d.URL})
	})
	each(v, func(p *api.VideoSearchPage) {
		for i := range p.Results {
			g.video(&p.Results[i])
		}
	})
}

func (g *gatherer) transcripts(v any) {
	each(v, func(t *api.VideoTranscript) {
		d := document{kind: KindTranscript, platform: api.VideoPlatform, platformID: t.VideoID, language: t.Language, title: t.Title, url: t.URL}
		g.spoken(d, t.Transcript, t.FullText)
	})
	each(v, func(t *api.PhotoTranscript) {
		d := document{kind: KindTranscript, platform: api.PhotoPlatform, platformID: t.Shortcode, language: t.Language}
		g.spoken(d, nil, cmp.Or(t.FullText, t.Transcript))
		if t.Post != nil {
			g.livePost(t.Post)
		}
	})
	each(v, func(c *api.ChannelTranscripts) {
		for _, t := range c.Items {
			d := document{kind: KindTranscript, platform: api.VideoPlatform, platformID: t.VideoID, language: told(t.Language), title: t.Title, url: t.URL}
			g.spoken(d, t.Transcript, t.FullText)
		}
	})
}

func (g *gatherer) searchPage(e client.Exchange, p *api.SearchPage) {
	first := ""
	for i, r := range p.Data {
		if i == 0 {
			first = r.Creator.ID
		}
		g.summary(r.PrimaryProfile)
		g.summary(r.RelevantProfile)
	}
	g.page = page{search: p.SearchID, total: p.Total, filtered: p.FilteredTotal, first: first, items: len(p.Data), last: !p.HasMore}
	if e.Method == http.MethodPost {
		g.page.query = e.Subject
	} else if g.page.search == "" {
		g.page.search = e.Subject
	}
}

func (g *gatherer) post(p *api.Post) {
	g.document(document{kind: KindPost, platform: p.Platform, platformID: p.PlatformID, text: told(p.Caption), url: p.URL})
}

func (g *gatherer) livePost(p *api.LivePost) {
	g.document(document{kind: KindPost, platform: api.PhotoPlatform, platformID: p.Shortcode, text: told(p.Caption)})
}

// video is a result of a search: its description is cut short there.
func (g *gatherer) video(r *api.VideoResult) {
	if r.VideoFields == nil {
		return
	}
	g.document(document{kind: KindPost, platform: api.VideoPlatform, platformID: r.VideoID, title: r.Title, text: r.Description, url: r.URL, weak: true})
}

// spoken is a transcript: its captions one after the other where they are told,
// so that a place in the text is a moment.
func (g *gatherer) spoken(d document, segments []api.Segment, full string) {
	d.text = full
	if len(segments) > 0 {
		var all strings.Builder
		var marks starts
		for i, s := range segments {
			if i > 0 {
				all.WriteByte('\n')
			}
			marks.add(all.Len(), s.Start)
			all.WriteString(s.Text)
		}
		d.text, d.starts = all.String(), marks.raw
	}
	g.document(d)
}

func (g *gatherer) document(d document) {
	if d.platformID == "" || strings.TrimSpace(d.title+d.text) == "" {
		return
	}
	sum := sha256.Sum256([]byte(d.title + "\x00" + d.text))
	d.at, d.digest, d.body = g.at, sum[:], packed([]byte(d.text))
	g.documents = append(g.documents, d)
}

// counts are numbers of an account; nil is not told.
type counts struct {
	followers, following, posts *int64
	engagement                  *float64
}

func (g *gatherer) summary(p *api.ProfileSummary) {
	if p != nil {
		g.numbers(p.Platform, p.Username, told(p.DataUpdatedAt), counts{followers: p.Followers, engagement: p.EngagementRate})
	}
}

func (g *gatherer) profile(p *api.Profile) {
	if p.ProfileDetails == nil {
		g.summary(&p.ProfileSummary)
		return
	}
	m := p.Metrics
	g.numbers(p.Platform, p.Username, told(p.DataUpdatedAt), counts{
		cmp.Or(m.Followers, p.Followers), m.Following, m.Posts, cmp.Or(m.EngagementRate, p.EngagementRate)})
}

func told[T any](v *T) (zero T) {
	if v == nil {
		return zero
	}
	return *v
}

// numbers are as of the moment the source names, else as of the answer.
func (g *gatherer) numbers(platform api.Platform, username string, at time.Time, c counts) {
	if c.engagement != nil && (math.IsNaN(*c.engagement) || math.IsInf(*c.engagement, 0)) {
		c.engagement = nil
	}
	if username == "" || c == (counts{}) {
		return
	}
	if at.IsZero() || at.After(g.at) {
		at = g.at
	}
	g.snapshots = append(g.snapshots, snapshot{platform, strings.ToLower(username), at, c})
}

type snapshot struct {
	platform api.Platform
	username string
	at       time.Time
	counts
}

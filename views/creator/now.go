package creator

import (
	"slices"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// nowTab shows posts as their networks have them now, where it was asked for: the newest
// posts of an account of the photo network in one call, a video in one of its own.
type nowTab struct {
	numbers map[string]current // by network and id
	photo   fetch.Slot[api.LivePhotoProfile]
	video   fetch.Slot[api.VideoDetails]
}

// current are the numbers of a post as its network shows them; nil is hidden or not told.
type current struct {
	likes, comments, views *int64
	read                   time.Time
}

func nowKey(p api.Platform, id string) string { return string(p) + " " + id }

// canNow says why the numbers of the selected post cannot be read from its network.
func (s *Screen) canNow() string {
	p := s.post()
	switch {
	case s.tab != posts || p == nil:
		return "Select a post first: its numbers can be read from its network."
	case p.Platform == api.PhotoPlatform && s.accountOf(p.Post) == "":
		return "The account of this post is not known yet; the Overview tab reads it."
	case p.Platform != api.PhotoPlatform && p.Platform != api.VideoPlatform:
		return "This network shows no numbers of single posts here."
	}
	return view.Unless(!s.now.photo.Busy() && !s.now.video.Busy(), "Already reading from the network.")
}

func (s *Screen) accountOf(p api.Post) (name string) {
	if s.creator == nil {
		return ""
	}
	for _, one := range s.creator.Profiles {
		if one.ID != "" && one.ID == p.ProfileID {
			return one.Username
		}
		if one.Platform == p.Platform && name == "" {
			name = one.Username
		}
	}
	return name
}

func (s *Screen) nowPhoto(p *post) view.Paid[api.LivePhotoProfile] {
	of := s.accountOf(p.Post)
	return view.Each(&s.env.Money, api.OpPhotoProfile, 1, "now "+of,
		fetch.With2(s.env.Client.LivePhotoProfile, of, client.PhotoProfileParams{IncludePosts: true, PostLimit: api.LivePostsMax}))
}

func (s *Screen) nowVideo(p *post) view.Paid[api.VideoDetails] {
	return view.Each(&s.env.Money, api.OpVideoDetails, 1, "now video "+p.PlatformID, fetch.With(s.env.Client.Video, p.PlatformID))
}

// nowOffer returns the offer for the selected post; only where canNow says nothing.
func (s *Screen) nowOffer() view.Offer {
	if p := s.post(); p.Platform == api.PhotoPlatform {
		return s.nowPhoto(p).Offer
	}
	return s.nowVideo(s.post()).Offer
}

// readNow asks the network; again where that was done before.
func (s *Screen) readNow() view.Out {
	p := s.post()
	_, read := s.now.numbers[nowKey(p.Platform, p.PlatformID)]
	again := view.Again(read)
	if p.Platform == api.PhotoPlatform {
		return s.nowPhoto(p).Ask(text.Format("Read up to %d posts from %s as they are now", api.LivePostsMax, view.Network(p.Platform)), &s.now.photo, again...)
	}
	return s.nowVideo(p).Ask(text.Format("Read this video from %s as it is now", view.Network(p.Platform)), &s.now.video, again...)
}

func (s *Screen) takePhoto(on api.LivePhotoProfile) view.Out {
	here := 0
	for _, p := range on.Posts {
		at := current{likes: &p.LikeCount, comments: &p.CommentCount, views: p.ViewCount, read: on.ScrapedAt}
		if v := p.EngagementVisibility; v != nil && v.LikeAndViewCountsDisabled {
			at.likes, at.views = nil, nil
		}
		if s.noteNow(api.PhotoPlatform, p.Shortcode, at) {
			here++
		}
	}
	return view.Say(text.Format("%s shows %s now; %d of them stand here.", view.Network(api.PhotoPlatform), text.Plural(len(on.Posts), "post", "posts"), here))
}

// noteNow keeps the numbers of a post, and says whether it is among those of the tab.
func (s *Screen) noteNow(p api.Platform, id string, at current) bool {
	if s.now.numbers == nil {
		s.now.numbers = map[string]current{}
	}
	s.now.numbers[nowKey(p, id)] = at
	s.posts.now = s.now.numbers
	return slices.ContainsFunc(s.posts.list, func(one post) bool { return one.Platform == p && one.PlatformID == id })
}

// live are the numbers of a post as its network shows them, each with where and when it
// was read and how far it is from the stored one; none where nobody asked.
func (t *postTab) live(p *post) (pairs []widget.Pair) {
	at, read := t.now[nowKey(p.Platform, p.PlatformID)]
	if !read {
		return t.unasked()
	}
	from := text.Format("%s, %s", view.Network(p.Platform), text.Ago(t.env.Now.Sub(at.read)))
	for _, n := range []struct {
		name        text.Text
		now, stored *int64
	}{{text.Const("likes now"), at.likes, p.Metrics.Likes}, {text.Const("comments now"), at.comments, p.Metrics.Comments}, {text.Const("views now"), at.views, p.Metrics.Views}} {
		pair := widget.Pair{Key: n.name, Value: text.CountOf(n.now), Style: t.env.Styles.Strong, Note: from}
		switch {
		case n.now == nil:
			pair.Value, pair.Style = text.Const("–  not shown there"), t.env.Styles.Dim
		case n.stored != nil && *n.now != *n.stored:
			sign, by := text.Const("+"), *n.now-*n.stored
			if by < 0 {
				sign, by = text.Const("−"), -by
			}
			pair.Note = text.Format("%s%s since stored · %s", sign, text.Count(by), from)
		case n.stored != nil:
			pair.Note = text.Format("as stored · %s", from)
		}
		pairs = append(pairs, pair)
	}
	return pairs
}

// unasked names the key that reads the numbers from the network, with its price.
func (t *postTab) unasked() []widget.Pair {
	price := t.ask()
	if price == "" {
		return nil
	}
	return []widget.Pair{{Key: text.Const("now"), Value: text.Format("%s reads it, %s", t.env.Keys.KeyOf(keymap.Now, keymap.Creator), price), Style: t.env.Styles.Cost(price)}}
}

package world

import (
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// publish writes the posts of the j-th profile of a bundle, newest first.
func (w *world) publish(p *persona, b *service.Bundle, j int) {
	v := w.voice
	q := &b.Profiles[j]
	n := w.howMany(p, j, len(b.Profiles))
	at := q.UpdatedAt.Add(-time.Duration(v.between(2, 90)) * time.Hour)
	step := 3.0
	if q.PostsPerWeek != nil && *q.PostsPerWeek > 0 {
		step = 7 / *q.PostsPerWeek
	}
	if p.stale {
		at, step = w.day.Add(-time.Duration(v.between(350, 520))*day), 9
	}
	recent := 0
	for k := range n {
		if at.After(w.day.Add(-30 * day)) {
			recent++
		}
		w.post(p, b, q, posting{number: len(b.Posts), at: at.Truncate(time.Minute), first: k == 0})
		at = at.Add(-time.Duration((0.4 + 1.2*v.rng.Float64()) * step * float64(day)))
	}
	w.activity(p, b, q, recent)
}

// activity fills what a profile says about its posts.
func (w *world) activity(p *persona, b *service.Bundle, q *service.Profile, recent int) {
	if len(b.Posts) == 0 || b.Posts[len(b.Posts)-1].ProfileID != q.ID {
		return
	}
	first := slices.IndexFunc(b.Posts, func(p service.Post) bool { return p.ProfileID == q.ID })
	q.LastPostAt = new(b.Posts[first].PostedAt)
	if q.PostsPerWeek == nil {
		return
	}
	if !p.stale {
		recent = max(recent, int(*q.PostsPerWeek*30/7+0.5))
	}
	q.Posts30d = &recent
}

func (w *world) howMany(p *persona, j, profiles int) int {
	v := w.voice
	if p.private {
		return v.n(2)
	}
	n := min(18, 2+int(v.rng.ExpFloat64()*6.6))
	if p.reliable {
		n = v.between(7, 14)
	}
	if p.index == 0 {
		n = 20
	}
	if p.niche != nil {
		return nichePosts(p, v, j)
	}
	switch {
	case profiles == 1:
		return n
	case j == 0:
		return max(2, n*3/5)
	default:
		return max(1, n*2/5/(profiles-1))
	}
}

// posting holds the facts of a post before it is written.
type posting struct {
	number int
	at     time.Time
	first  bool
}

func (w *world) post(p *persona, b *service.Bundle, q *service.Profile, n posting) {
	v := w.voice
	post := service.Post{
		ID: uuid(w.seed, idPost, p.index, n.number), ProfileID: q.ID, CreatorID: p.id, Platform: q.Platform, PostedAt: n.at,
	}
	w.identify(p, &post, n.number, q.Username)
	book := p.main
	if p.side != nil && !n.first && v.chance(22) {
		book = p.side
	}
	v.about(book)
	t := w.write(p, book, &post)
	w.illustrate(p, &post, n.number)
	w.count(p, q, &post)
	if q.Platform == api.PhotoPlatform && v.chance(38) && !p.page {
		post.Location = v.memory[slotArea] + ", " + v.memory[slotCity]
	}
	b.Transcripts = append(b.Transcripts, w.transcripts(p, book, &post, t)...)
	b.Posts = append(b.Posts, post)
}

// identify gives a post its form, its id on the network and its address.
func (w *world) identify(p *persona, post *service.Post, n int, username string) {
	switch post.Platform {
	case api.VideoPlatform:
		post.PlatformID = code(hash(w.seed, idVideo, p.index, n), 0)
		post.Type, post.URL = api.PostVideo, "https://videoplatform.example/watch?v="+post.PlatformID
	case api.ShortVideoPlatform:
		post.PlatformID = digits(hash(w.seed, idClip, p.index, n), 19)
		post.Type, post.URL = api.PostVideo, "https://shortvideoplatform.example/@"+username+"/video/"+post.PlatformID
	default:
		post.PlatformID = code(hash(w.seed, idShortcode, p.index, n), 'C'+byte(n&1))
		post.URL = "https://photoplatform.example/p/" + post.PlatformID + "/"
		types := photoTypes
		switch {
		case p.lone:
			types = types[:1] // nothing moves, and nobody speaks
		case p.niche != nil && !p.known:
			types = types[:len(types)-2]
		}
		post.Type = types[w.voice.n(len(types))]
	}
}

var photoTypes = []api.PostType{
	api.PostImage, api.PostImage, api.PostImage, api.PostImage, api.PostCarousel, api.PostCarousel, api.PostCarousel,
	api.PostReel, api.PostReel, api.PostReel,
}

// illustrate adds pictures, and a length where there is a video.
func (w *world) illustrate(p *persona, post *service.Post, n int) {
	v := w.voice
	name := "https://cdn.example/m/" + code(hash(w.seed, idPicture, p.index, 16+n), 0)
	thumb := name + "_t.jpg"
	post.ThumbnailURL, post.MediaURL = thumb, name+".jpg"
	switch post.Type {
	case api.PostCarousel:
		for i := range v.between(2, 7) {
			item := api.CarouselItem{Index: i, IsVideo: v.chance(12), ThumbnailURL: &thumb}
			post.Carousel = append(post.Carousel, item)
		}
	case api.PostReel, api.PostVideo:
		post.MediaURL = name + ".mp4"
		seconds := float64(v.between(14, 88))
		if post.Platform == api.VideoPlatform {
			seconds = float64(v.between(190, 1500))
		}
		post.Duration = &seconds
	}
}

// count makes the numbers of a post vary around those of its profile.
func (w *world) count(p *persona, q *service.Profile, post *service.Post) {
	v := w.voice
	if p.partial && q.AvgLikes == nil {
		return
	}
	luck := v.spread(0.42)
	post.Likes = new(int64(*q.AvgLikes * luck))
	post.Comments = new(int64(*q.AvgComments * luck * v.spread(0.3)))
	if post.Duration != nil {
		post.Views = new(max(int64(*q.AvgViews*luck), *post.Likes*3))
		post.Shares = new(int64(*q.AvgLikes * luck * 0.08 * v.spread(0.5)))
	}
}

// title of a video; for other posts there is none.
type heading struct {
	title   string
	aligned uint64 // not 0: the video is told in several languages
}

// write gives a post its caption, hashtags and mentions, and never the same
// caption twice to one creator.
func (w *world) write(p *persona, b *book, post *service.Post) heading {
	v := w.voice
	var t heading
	paid := v.chance(p.sponsored)
	for range 8 {
		if post.Platform == api.VideoPlatform {
			t = w.title(p, b, post)
			post.Caption = t.title + "\n\n" + w.description(p, b)
		} else {
			post.Caption = w.caption(p, b, paid)
		}
		if !w.said[post.Caption] {
			break
		}
	}
	if p.lower {
		post.Caption = strings.ToLower(post.Caption)
	}
	w.said[post.Caption] = true
	w.tag(p, b, post, paid)
	return t
}

func (w *world) caption(p *persona, b *book, paid bool) string {
	v := w.voice
	if p.unsafe != "" && v.chance(22) {
		if p.main.find(p.unsafe) != nil {
			return w.say(p, p.main, p.unsafe)
		}
	}
	if said, ok := w.passing(p); ok {
		return said
	}
	sep := " "
	if v.chance(30) {
		sep = "\n\n"
	}
	lead, varied := v.sentence(b.find("cap"))
	lead = w.own(p, p.main, lead)
	if v.chance(p.emoji) {
		lead += " " + v.value(b.find("emoji"))
	}
	if !varied || v.chance(52) {
		lead += sep + w.say(p, b, "more")
	}
	if (v.chance(27) || !varied && v.chance(45)) && !p.page {
		lead += sep + w.say(p, b, "me")
	}
	if v.chance(24) {
		lead += sep + w.say(p, b, "ask")
	}
	if paid {
		p.rival(v)
		return w.say(p, b, "ad") + sep + lead
	}
	return lead
}

func (w *world) description(p *persona, b *book) string {
	v := w.voice
	text := w.say(p, b, "cap") + " " + w.say(p, b, "more")
	if v.chance(35) {
		text += " " + w.say(p, b, "me")
	}
	text += "\n\n" + w.say(p, b, "desc")
	if v.chance(p.sponsored) {
		text += "\n" + w.say(p, b, "ad")
	}
	return text
}

// tag appends hashtags, and the name of the brand to a paid post.
func (w *world) tag(p *persona, b *book, post *service.Post, paid bool) {
	v := w.voice
	n := v.n(6)
	if p.reliable {
		n = v.between(2, 5)
	}
	if n > 0 {
		post.Hashtags = distinct(v, b.find("tag"), n)
		if v.chance(18) {
			post.Hashtags = append(post.Hashtags, v.memory[slotCitySlug])
		}
	}
	if paid && post.Platform != api.VideoPlatform {
		brand := strings.ReplaceAll(fold(v.memory[slotBrand]), "&", "and")
		post.Mentions = []string{brand}
		post.Caption += " @" + brand
	}
	if circle := w.circles[p.circle()]; post.Platform == api.PhotoPlatform && len(circle) > 0 && v.chance(14) {
		friend := pickString(v, circle)
		post.Mentions = append(post.Mentions, friend)
		post.Caption += " 🤝 @" + friend
	}
	gap := " #"
	if p.tagLine {
		gap = "\n\n#"
	}
	if len(post.Hashtags) > 0 {
		post.Caption += gap + strings.Join(post.Hashtags, " #")
	}
}

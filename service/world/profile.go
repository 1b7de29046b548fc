package world

import (
	"math"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
)

const day = 24 * time.Hour

// profiles makes the accounts of a creator, the largest first.
func (w *world) profiles(p *persona) []service.Profile {
	v := w.voice
	followers := p.followers(v)
	networks := p.networks(v)
	out := make([]service.Profile, 0, len(networks))
	for i, network := range networks {
		n := followers
		if i > 0 {
			n = max(300, min(followers*0.93, followers*0.4*v.spread(0.8)))
		}
		out = append(out, w.profile(p, network, i, n))
	}
	return out
}

// networks says where a creator is, the largest account first.
func (p *persona) networks(v *voice) []api.Platform {
	if p.niche != nil {
		return nicheNetworks(p, v)
	}
	var out []api.Platform
	if v.chance(92) || p.index < specials {
		out = append(out, api.PhotoPlatform)
	}
	if v.chance(38) || p.index < specials {
		out = append(out, api.VideoPlatform)
	}
	if v.chance(33) || len(out) == 0 {
		out = append(out, api.ShortVideoPlatform)
	}
	if len(out) > 1 && v.chance(18) && !p.reliable {
		out[0], out[1] = out[1], out[0]
	}
	return out
}

func (p *persona) followers(v *voice) float64 {
	if p.reliable {
		return p.lo * math.Pow(p.hi/p.lo, v.rng.Float64())
	}
	n := 19_000 * v.spread(1.45)
	if v.chance(3) {
		n *= 22 // the famous
	}
	return max(p.lo, min(p.hi, n))
}

// rate is an engagement rate in per cent: the larger, the less.
func (p *persona) rate(v *voice, followers float64) float64 {
	r := 9.2 * math.Pow(followers/1000, -0.21) * v.spread(0.36)
	if r < p.minRate {
		r = p.minRate + 2.5*v.rng.Float64()
	}
	return round(min(r, 19), 100)
}

func round(x, parts float64) float64 { return math.Round(x*parts) / parts }

func (w *world) profile(p *persona, network api.Platform, i int, followers float64) service.Profile {
	v := w.voice
	q := service.Profile{
		ID: uuid(w.seed, idProfile, p.index, i), CreatorID: p.id, Platform: network,
		Username: p.handle, DisplayName: p.displayName(v), Category: p.category(),
		Verified: followers > 400_000 && v.chance(85) || followers > 60_000 && v.chance(22),
		Private:  p.private, Business: p.page || v.chance(34),
		UpdatedAt: w.seen(p),
	}
	if i > 0 && v.chance(25) {
		q.Username = w.unique(v.memory[slotFirst] + v.memory[slotLast] + []string{".tv", "_official", ".live"}[v.n(3)])
	}
	q.Bio = w.bio(p, i)
	q.AvatarURL = "https://cdn.example/a/" + code(hash(w.seed, idPicture, p.index, i), 0) + ".jpg"
	q.URL = profileURL(network, q.Username)
	if network == api.VideoPlatform {
		q.ExternalID = "UC" + code(hash(w.seed, idChannel, p.index, 0), 0) + code(hash(w.seed, idChannel, p.index, 1), 0)
	}
	if v.chance(40) {
		q.ExternalURLs = append(q.ExternalURLs, "https://"+strings.ReplaceAll(p.handle, "_", "-")+".example/")
	}
	if v.chance(22) && !p.page && p.lang == "en" {
		q.Pronouns = []string{v.memory[slotShe], map[bool]string{true: "her", false: "him"}[p.female]}
	}
	w.measure(p, &q, followers)
	return q
}

func profileURL(network api.Platform, username string) string {
	if network == api.PhotoPlatform {
		return "https://photoplatform.example/" + username + "/"
	}
	return "https://" + string(network) + ".example/@" + username
}

// category returns the network's category of the account.
func (p *persona) category() string {
	if p.niche != nil {
		return p.niche.category
	}
	return load().topic(p.topic).category
}

func (p *persona) displayName(v *voice) string {
	switch n := v.n(100); {
	case p.page || n < 62:
		return p.name
	case n < 82:
		return p.name + " | " + v.memory[slotCity]
	default:
		return v.memory[slotName] + " " + v.value(p.main.find("emoji"))
	}
}

// bio returns a profile's text about itself; the second account says it shorter.
func (w *world) bio(p *persona, i int) string {
	v := w.voice
	v.about(p.main)
	if p.page {
		return w.own(p, w.lib.book("en", "common"), v.text(w.lib.book("en", "common").pools["pagebio"]))
	}
	first := w.own(p, p.main, v.text(p.main.find("bio")))
	if i > 0 {
		return first
	}
	sep := []string{"\n", "\n", "\n", " · ", " | "}[v.n(5)]
	bio := first
	if v.chance(35) {
		bio += sep + w.own(p, p.main, v.text(p.main.find("bio")))
	}
	for range v.between(1, 2) {
		bio += sep + w.own(p, p.main, v.value(p.main.find("bio2")))
	}
	return bio
}

// seen is the time the numbers of an account were last read.
func (w *world) seen(p *persona) time.Time {
	v := w.voice
	days := v.n(16)
	if p.stale {
		days = v.between(95, 340)
	}
	return w.day.Add(-time.Duration(days)*day - time.Duration(v.between(40, 1300))*time.Minute)
}

// largestBefore is a moment in the weeks before seen.
func largestBefore(seen, today time.Time, v *voice) time.Time {
	at := seen.Add(-time.Duration(v.between(1, 30*24)) * time.Hour)
	if at.After(today) {
		return today
	}
	return at
}

func (w *world) measure(p *persona, q *service.Profile, followers float64) {
	v := w.voice
	rate := p.rate(v, followers)
	if p.flaw == bought {
		rate = boughtRate
	}
	perWeek := round(min(9, 2.2*v.spread(0.6)), 10)
	if q.Platform == api.VideoPlatform {
		perWeek = round(min(4, 0.9*v.spread(0.5)), 10)
	}
	perWeek = max(perWeek, 0.3)
	if p.stale {
		perWeek = 0
	}
	growth := round(1.4+v.rng.NormFloat64()*2.6, 10)
	likes, comments := round(followers*rate/100*0.95, 1), round(followers*rate/100*0.05, 1)
	views := round(followers*(0.25+0.9*v.rng.Float64()), 1)
	reels := v.between(3, 21)
	q.PostCount = new(int64(v.between(70, 900)) + int64(perWeek*60))
	q.HighlightReels = &reels
	if p.partial && v.chance(70) {
		return
	}
	q.Followers, q.Following = new(int64(followers)), new(int64(v.between(120, 1900)))
	if p.partial && v.chance(70) {
		return
	}
	q.EngagementRate, q.AvgLikes, q.AvgComments, q.AvgViews = &rate, &likes, &comments, &views
	q.PostsPerWeek, q.Growth30d = &perWeek, &growth
}

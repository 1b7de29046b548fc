package world

import (
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/service"
)

var noon = time.Date(2026, 3, 14, 12, 30, 0, 0, time.UTC)

var builtIn = sync.OnceValue(func() []service.Bundle { return slices.Collect(Generate(Seed, noon)) })

func digest(t *testing.T, seed uint64, now time.Time) [32]byte {
	t.Helper()
	h := sha256.New()
	enc := json.NewEncoder(h)
	for b := range Generate(seed, now) {
		if err := enc.Encode(b); err != nil {
			t.Fatal(err)
		}
	}
	return [32]byte(h.Sum(nil))
}

func TestSameSeedAndDayGiveTheSameBytes(t *testing.T) {
	first := digest(t, Seed, noon)
	if again := digest(t, Seed, noon.Add(9*time.Hour)); again != first {
		t.Error("two runs on one day differ")
	}
	if other := digest(t, Seed+1, noon); other == first {
		t.Error("another seed gives the same world")
	}
	if next := digest(t, Seed, noon.Add(24*time.Hour)); next == first {
		t.Error("times do not follow the day")
	}
}

func TestStoppingEarly(t *testing.T) {
	n := 0
	for range Generate(Seed, noon) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Fatalf("read %d creators, want 3", n)
	}
}

func TestIdsAreValidAndUnique(t *testing.T) {
	seen := map[string]bool{}
	unique := func(kind, id string) {
		t.Helper()
		if id == "" || seen[kind+id] {
			t.Errorf("%s %q is empty or taken", kind, id)
		}
		seen[kind+id] = true
	}
	for _, b := range builtIn() {
		for _, id := range uuids(b) {
			unique("uuid ", id)
			if !api.ValidUUID(id) {
				t.Errorf("%q is no UUID", id)
			}
		}
		unique("name ", b.Creator.Name)
		for _, p := range b.Profiles {
			unique("username "+string(p.Platform), strings.ToLower(p.Username))
			if len(p.Username) > api.UsernameMax || strings.ContainsAny(p.Username, " /?#") {
				t.Errorf("username %q", p.Username)
			}
		}
		for _, p := range b.Posts {
			unique("media "+string(p.Platform), p.PlatformID)
			if p.Platform != api.ShortVideoPlatform && !api.ValidVideoID(p.PlatformID) {
				t.Errorf("id %q of %s", p.PlatformID, p.Platform)
			}
		}
	}
}

func uuids(b service.Bundle) []string {
	ids := []string{b.Creator.ID}
	for _, p := range b.Profiles {
		ids = append(ids, p.ID)
	}
	for _, p := range b.Posts {
		ids = append(ids, p.ID)
	}
	return ids
}

func TestSizeOfTheWorld(t *testing.T) {
	var posts, transcripts, long, longest, several int
	for _, b := range builtIn() {
		posts += len(b.Posts)
		transcripts += len(b.Transcripts)
		tracks := map[string]int{}
		for _, x := range b.Transcripts {
			if len(x.Segments) >= 300 {
				long++
			}
			longest = max(longest, len(x.Segments))
			if tracks[x.MediaID]++; tracks[x.MediaID] == 2 {
				several++
			}
		}
	}
	within(t, "creators", len(builtIn()), Creators, Creators)
	within(t, "posts", posts, 57_000, 63_000)
	within(t, "transcripts", transcripts, 7500, 9000)
	within(t, "long transcripts", long, 5, 10)
	within(t, "longest transcript", longest, 1200, 2500)
	within(t, "videos in several languages", several, 15, 120)
}

func within(t *testing.T, what string, n, lo, hi int) {
	t.Helper()
	if n < lo || n > hi {
		t.Errorf("%s: %d, want %d to %d", what, n, lo, hi)
	}
}

func TestShares(t *testing.T) {
	languages := map[string]int{}
	var private, stale, partial, verified, pages, micro, huge, paid int
	for _, b := range builtIn() {
		languages[b.Creator.Languages[0]]++
		p := b.Profiles[0]
		private += count(p.Private)
		stale += count(noon.Sub(p.UpdatedAt) > 90*24*time.Hour)
		partial += count(p.Followers == nil || p.EngagementRate == nil)
		verified += count(p.Verified)
		pages += count(b.Creator.Kind == api.KindThemePage)
		if p.Followers != nil {
			micro += count(*p.Followers >= 5000 && *p.Followers <= 100_000)
			huge += count(*p.Followers > 1_000_000)
			within(t, "followers of "+p.Username, int(*p.Followers), 1500, 9_000_000)
		}
		for _, post := range b.Posts {
			paid += count(len(post.Mentions) > 0)
		}
	}
	within(t, "private", private, 30, 160)
	within(t, "stale", stale, 70, 250)
	within(t, "partial", partial, 60, 250)
	within(t, "verified", verified, 40, 4500)
	within(t, "theme pages", pages, 40, 130)
	within(t, "micro", micro, 900, 7500)
	within(t, "over a million", huge, 2, 60)
	within(t, "paid posts", paid, 300, 10_000)
	for lang, least := range map[string]int{"en": 600, "de": 250, "fr": 60, "es": 60, "pt": 30, "it": 50, "tr": 15, "ja": 15, "hi": 8, "ko": 15, "th": 15, "ar": 20, "pl": 20} {
		within(t, "creators in "+lang, languages[lang], least, 9500)
	}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

func TestTheDemoQueriesHaveAnswers(t *testing.T) {
	var berlin, nearby int
	for _, b := range builtIn() {
		if !slices.Contains(b.Creator.Themes, "vegan") {
			continue
		}
		nearby += count(strings.Contains(europe, b.Creator.Country))
		p := b.Profiles[0]
		fits := b.Creator.City == "Berlin" && b.Creator.Country == "DE" && p.Followers != nil && p.EngagementRate != nil
		berlin += count(fits && *p.Followers >= 10_000 && *p.Followers <= 100_000 && *p.EngagementRate > 3 && !p.Private)
	}
	within(t, "vegan in Berlin, 10K to 100K, over 3 %", berlin, 30, 90)
	within(t, "vegan in Europe", nearby, 100, 400)
	lena := builtIn()[0]
	if lena.Creator.Name != "Lena Vogt" || lena.Profiles[0].Username != "lenacooks" || !lena.Profiles[0].Verified || len(lena.Transcripts) == 0 {
		t.Errorf("the first creator is %q @%s with %d transcripts", lena.Creator.Name, lena.Profiles[0].Username, len(lena.Transcripts))
	}
}

func TestCaptionsAreNoFiller(t *testing.T) {
	all, posts := map[string]int{}, 0
	for _, b := range builtIn() {
		own := map[string]bool{}
		for _, p := range b.Posts {
			if p.Caption == "" || own[p.Caption] {
				t.Errorf("%s: caption %q is empty or said before", b.Creator.Name, p.Caption)
			}
			own[p.Caption] = true
			text, _, _ := strings.Cut(strings.ReplaceAll(p.Caption, "\n", " "), " #")
			all[strings.TrimSpace(text)]++
			posts++
		}
	}
	repeated := 0
	for _, n := range all {
		repeated += n - 1
	}
	if share := 100 * float64(repeated) / float64(posts); share > 3 {
		t.Errorf("%.1f %% of captions were said before, hashtags aside", share)
	}
}

func TestPostsHoldTogether(t *testing.T) {
	for _, b := range builtIn() {
		for _, p := range b.Posts {
			moving := p.Type == api.PostVideo || p.Type == api.PostReel
			if moving != (p.Duration != nil) || (p.Type == api.PostCarousel) != (len(p.Carousel) > 0) || !moving && p.Views != nil {
				t.Errorf("post %s of type %s", p.URL, p.Type)
			}
			for _, tag := range p.Hashtags {
				if !strings.Contains(p.Caption, "#"+tag) {
					t.Errorf("hashtag %q is not in %q", tag, p.Caption)
				}
			}
		}
	}
}

func TestTimesLieBeforeNow(t *testing.T) {
	morning := time.Date(2026, 3, 14, 0, 0, 0, 0, time.UTC)
	for _, b := range builtIn() {
		times := []time.Time{b.Creator.UpdatedAt}
		for _, p := range b.Profiles {
			times = append(times, p.UpdatedAt)
		}
		for _, p := range b.Posts {
			times = append(times, p.PostedAt)
		}
		for _, x := range b.Transcripts {
			times = append(times, x.SeenAt)
		}
		for _, at := range times {
			if at.After(morning) || at.Year() < 2020 || at.Location() != time.UTC {
				t.Fatalf("%s: time %v", b.Creator.Name, at)
			}
		}
	}
}

func TestTranscriptsBelongToPosts(t *testing.T) {
	for _, b := range builtIn() {
		posts := map[string]service.Post{}
		for _, p := range b.Posts {
			posts[p.PlatformID] = p
		}
		for _, x := range b.Transcripts {
			p, ok := posts[x.MediaID]
			if !ok || p.Platform != x.Platform || x.Text == "" || x.Language == "" || x.Duration == nil {
				t.Fatalf("transcript %s of %s is incomplete or has no post", x.MediaID, b.Creator.Name)
			}
			if x.Platform == api.VideoPlatform {
				segments(t, x)
				within(t, "segments of "+x.MediaID, len(x.Segments), 14, 2500)
			}
		}
	}
}

func segments(t *testing.T, x service.Transcript) {
	t.Helper()
	end := -0.01
	for _, s := range x.Segments {
		if s.Start < end-0.02 || s.Duration < 2 || s.Duration > 6 || strings.TrimSpace(s.Text) == "" {
			t.Fatalf("segment %+v of %s after %.2f", s, x.MediaID, end)
		}
		if !strings.Contains(x.Text, s.Text) {
			t.Fatalf("segment %q of %s is not in the text", s.Text, x.MediaID)
		}
		end = s.Start + s.Duration
	}
	if end > *x.Duration {
		t.Fatalf("%s ends at %.2f of %.2f", x.MediaID, end, *x.Duration)
	}
}

func TestTextIsDrawable(t *testing.T) {
	for _, b := range builtIn() {
		raw, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(raw) || strings.ContainsRune(string(raw), utf8.RuneError) {
			t.Fatalf("%s is not UTF-8", b.Creator.Name)
		}
		texts := []string{b.Creator.Name, b.Creator.Bio, b.Creator.Summary, b.Creator.Audience}
		texts = append(texts, b.Creator.KeyFacts...)
		for _, p := range b.Posts {
			texts = append(texts, p.Caption)
		}
		for _, x := range b.Transcripts {
			texts = append(texts, x.Text)
		}
		for _, s := range texts {
			if strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }) || strings.ContainsAny(s, "{}") || strings.Contains(s, "  ") {
				t.Fatalf("%s: %q", b.Creator.Name, s)
			}
		}
	}
}

func TestShortlistsNameCreatorsOfTheWorld(t *testing.T) {
	known := map[api.ShortlistProfile]bool{}
	for _, b := range builtIn() {
		for _, p := range b.Profiles {
			known[api.ShortlistProfile{Platform: p.Platform, Username: p.Username}] = true
		}
	}
	for _, s := range Shortlists(Seed, noon) {
		within(t, "members of "+s.Name, len(s.Profiles), 3, api.ShortlistProfilesMax)
		if !api.ValidUUID(s.ID) || s.Brief == "" || s.Notes == "" || s.Version < 1 || s.UpdatedAt.After(noon) || s.UpdatedAt.Before(s.CreatedAt) {
			t.Errorf("shortlist %+v", s)
		}
		for _, p := range s.Profiles {
			if !known[p] {
				t.Errorf("%s: no creator %v", s.Name, p)
			}
		}
	}
}

func BenchmarkGenerate(b *testing.B) {
	load()
	b.ReportAllocs()
	for b.Loop() {
		for range Generate(Seed, noon) {
		}
	}
}

func TestTalksInSeveralLanguagesAreParallel(t *testing.T) {
	english := load().book("pair", "en").pools
	for _, lang := range pairs {
		for name, p := range load().book("pair", lang).pools {
			if english[name] != nil && len(p.lines) != len(english[name].lines) {
				t.Errorf("pair/%s [%s] has %d lines, English %d", lang, name, len(p.lines), len(english[name].lines))
			}
		}
	}
	for _, b := range builtIn() {
		tracks := map[string]service.Transcript{}
		for _, x := range b.Transcripts {
			if first, ok := tracks[x.MediaID]; ok && (len(first.Segments) != len(x.Segments) || x.Original || first.Language == x.Language) {
				t.Errorf("%s: the tracks of %s do not match", b.Creator.Name, x.MediaID)
			}
			if x.Original {
				tracks[x.MediaID] = x
			}
		}
	}
}

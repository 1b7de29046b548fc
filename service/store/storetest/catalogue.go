package storetest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
)

func (s *suite) readBack() {
	in := Bundles(3, 7)
	w := s.write(in...)
	s.equal(w.New.Creators, 3)
	s.equal(w.New.Posts, 24)
	for _, b := range in {
		p := s.byName(b.Profiles[0].Platform, strings.ToUpper(b.Profiles[0].Username))
		if !api.ValidUUID(p.ID) || !api.ValidUUID(p.CreatorID) {
			s.Fatalf("ids %q and %q are no UUIDs", p.ID, p.CreatorID)
		}
		want := b.Profiles[0]
		want.ID, want.CreatorID = p.ID, p.CreatorID
		s.equal(p, want)
		c := must(s.Creator(s.ctx, strings.ToUpper(p.CreatorID)))
		b.Creator.ID = p.CreatorID
		s.equal(c, b.Creator)
		post := must(s.Post(s.ctx, b.Posts[3].Platform, b.Posts[3].PlatformID))
		b.Posts[3].ID, b.Posts[3].ProfileID, b.Posts[3].CreatorID = post.ID, p.ID, p.CreatorID
		s.equal(post, b.Posts[3])
		profiles := must(s.Profiles(s.ctx, p.CreatorID, "00000000-0000-0000-0000-000000000000"))
		s.equal(len(profiles), 1)
		s.equal(len(profiles[p.CreatorID]), len(b.Profiles))
		if !slices.IsSortedFunc(profiles[p.CreatorID], func(a, b service.Profile) int { return int(*b.Followers - *a.Followers) }) {
			s.Fatal("profiles do not come most followers first")
		}
	}
	s.unknown()
}

func (s *suite) unknown() {
	const nobody = "11111111-1111-4111-8111-111111111111"
	s.is(failure(s.Creator(s.ctx, nobody)), service.ErrNotFound)
	s.is(failure(s.ProfileByExternalID(s.ctx, api.VideoPlatform, "UCnobody")), service.ErrNotFound)
	s.is(failure(s.ProfileByName(s.ctx, api.PhotoPlatform, "nobody")), service.ErrNotFound)
	s.is(failure(s.Post(s.ctx, api.PhotoPlatform, "nothing")), service.ErrNotFound)
	s.equal(len(must(s.Creators(s.ctx, []string{nobody}))), 0)
	s.equal(len(must(s.Transcripts(s.ctx, api.PhotoPlatform, "nothing"))), 0)
}

func (s *suite) writeTwice() {
	in := append(Bundles(20, 3), service.Bundle{
		Creator:     service.Creator{Name: "By name only"},
		Transcripts: []service.Transcript{{Platform: api.VideoPlatform, MediaID: "abcdefghijk", Language: "en", Text: "undated"}},
	})
	first := s.write(in...)
	s.equal(first.Updated, service.Counts{})
	s.equal(first.Unchanged, service.Counts{})
	g := s.generation()
	if g == 0 {
		s.Fatal("a write with new records is no new generation")
	}
	second := s.write(in...)
	s.equal(second, service.Written{Unchanged: first.New})
	s.equal(s.generation(), g)
	in[4].Posts[2].Likes = ptr(int64(17))
	third := s.write(in...)
	s.equal(third.Updated, service.Counts{Posts: 1})
	s.equal(third.Unchanged.Posts, first.New.Posts-1)
	if s.generation() <= g {
		s.Fatal("a changed post is no new generation")
	}
	twice := s.write(append(Bundles(2, 99), Bundles(2, 99)...)...)
	s.equal(twice.New, twice.Unchanged)
}

func account(p api.Platform, name, external string) service.Profile {
	return service.Profile{Platform: p, Username: name, ExternalID: external, UpdatedAt: Noon}
}

func (s *suite) oneCreator() {
	photo, video := account(api.PhotoPlatform, "Mia.Cooks", ""), account(api.VideoPlatform, "MiaCooks", "UC1")
	s.write(service.Bundle{Creator: service.Creator{Name: "Mia"}, Profiles: []service.Profile{photo}})
	mia := s.byName(api.PhotoPlatform, "mia.cooks").CreatorID
	w := s.write(service.Bundle{Creator: service.Creator{Bio: "Cook"}, Profiles: []service.Profile{video, account(api.PhotoPlatform, "MIA.cooks", "")}})
	s.equal(w.New, service.Counts{Profiles: 1})
	s.equal(w.Updated.Creators, 1)
	s.equal(s.byName(api.VideoPlatform, "miacooks").CreatorID, mia)
	// The other id of the channel finds it too, whatever the bundle calls its creator.
	w = s.write(service.Bundle{
		Creator:  service.Creator{ID: "22222222-2222-4222-8222-222222222222", Summary: "Cooks at home"},
		Profiles: []service.Profile{account(api.VideoPlatform, "", "UC1"), account(api.ShortVideoPlatform, "mia", "")},
	})
	s.equal(w.New, service.Counts{Profiles: 1})
	s.equal(s.byName(api.ShortVideoPlatform, "mia").CreatorID, mia)
	s.equal(must(s.ProfileByExternalID(s.ctx, api.VideoPlatform, "UC1")).CreatorID, mia)
	c := must(s.Creator(s.ctx, mia))
	s.equal([]string{c.Name, c.Bio, c.Summary}, []string{"Mia", "Cook", "Cooks at home"})
	// A name without any of these accounts is somebody else.
	w = s.write(service.Bundle{Creator: service.Creator{Name: "Mia"}, Profiles: []service.Profile{account(api.VideoPlatform, "mia", "UC2")}})
	s.equal(w.New, service.Counts{Creators: 1, Profiles: 1})
}

// A name that an account gave up may be another's: the network's own ids tell.
func (s *suite) takenName() {
	first, next := account(api.PhotoPlatform, "Nova", "1001"), account(api.PhotoPlatform, "nova", "2002")
	next.UpdatedAt = Noon.Add(time.Hour)
	s.write(service.Bundle{Creator: service.Creator{Name: "Nova the first"}, Profiles: []service.Profile{first}})
	had := s.byName(api.PhotoPlatform, "nova")
	w := s.write(service.Bundle{Creator: service.Creator{Name: "Nova the next"}, Profiles: []service.Profile{next}})
	s.equal(w.New, service.Counts{Creators: 1, Profiles: 1})
	has := s.byName(api.PhotoPlatform, "nova")
	s.equal([]bool{has.ExternalID == "2002", has.CreatorID == had.CreatorID, has.ID == had.ID}, []bool{true, false, false})
	// What was seen before does not take it back, and is still known by its id.
	w = s.write(service.Bundle{Profiles: []service.Profile{first}})
	s.equal(w.New, service.Counts{})
	s.equal(s.byName(api.PhotoPlatform, "nova").ID, has.ID)
	old := must(s.ProfileByExternalID(s.ctx, api.PhotoPlatform, "1001"))
	s.equal([]string{old.ID, old.Username}, []string{had.ID, ""})
	// An account that was seen earlier than the one that has the name comes without it.
	w = s.write(service.Bundle{Creator: service.Creator{Name: "Nova before"}, Profiles: []service.Profile{account(api.PhotoPlatform, "NOVA", "0900")}})
	s.equal(w.New, service.Counts{Creators: 1, Profiles: 1})
	s.equal(s.byName(api.PhotoPlatform, "nova").ID, has.ID)
	// A source that tells no id means whoever has the name.
	w = s.write(service.Bundle{Profiles: []service.Profile{account(api.PhotoPlatform, "Nova", "")}})
	s.equal(w.New, service.Counts{})
}

func (s *suite) neverErase() {
	full := Bundles(1, 5)[0]
	s.write(full)
	before := s.byName(full.Profiles[0].Platform, full.Profiles[0].Username)
	creator := must(s.Creator(s.ctx, before.CreatorID))
	w := s.write(service.Bundle{
		Creator:  service.Creator{UpdatedAt: Noon},
		Profiles: []service.Profile{account(before.Platform, before.Username, "")},
		Posts:    []service.Post{{Platform: full.Posts[0].Platform, PlatformID: full.Posts[0].PlatformID}},
	})
	s.equal(w, service.Written{Unchanged: service.Counts{Creators: 1, Profiles: 1, Posts: 1}})
	s.equal(s.byName(before.Platform, before.Username), before)
	s.equal(must(s.Creator(s.ctx, before.CreatorID)), creator)
}

func (s *suite) olderFills() {
	p := account(api.PhotoPlatform, "lena", "")
	p.Followers = ptr(int64(100))
	s.write(service.Bundle{Profiles: []service.Profile{p}})
	p.UpdatedAt, p.Followers, p.Following = Noon.AddDate(-1, 0, 0), ptr(int64(50)), ptr(int64(9))
	s.write(service.Bundle{Profiles: []service.Profile{p}})
	got := s.byName(api.PhotoPlatform, "lena")
	s.equal([]int64{*got.Followers, *got.Following}, []int64{100, 9})
	s.equal(got.UpdatedAt, Noon)
	p.UpdatedAt, p.Followers, p.Following = Noon.Add(time.Hour), ptr(int64(0)), nil
	s.write(service.Bundle{Profiles: []service.Profile{p}})
	got = s.byName(api.PhotoPlatform, "lena")
	s.equal([]int64{*got.Followers, *got.Following}, []int64{0, 9})
	s.equal(got.UpdatedAt, Noon.Add(time.Hour))
}

func (s *suite) renamed() {
	s.write(service.Bundle{Profiles: []service.Profile{account(api.VideoPlatform, "oldname", "UC7")}})
	first := s.byName(api.VideoPlatform, "oldname")
	w := s.write(service.Bundle{Profiles: []service.Profile{account(api.VideoPlatform, "newname", "UC7")}})
	s.equal(w.New, service.Counts{})
	s.equal(s.byName(api.VideoPlatform, "newname").ID, first.ID)
	// Whoever takes the old name is another person.
	w = s.write(service.Bundle{Profiles: []service.Profile{account(api.VideoPlatform, "oldname", "UC8")}})
	s.equal(w.New, service.Counts{Creators: 1, Profiles: 1})
	second := s.byName(api.VideoPlatform, "oldname")
	if second.ID == first.ID || second.CreatorID == first.CreatorID {
		s.Fatal("two people share an id")
	}
}

func (s *suite) failedWrite() {
	_, err := s.Write(s.ctx, []service.Bundle{
		{Profiles: []service.Profile{account(api.PhotoPlatform, "good", "")}},
		{Profiles: []service.Profile{account(api.PhotoPlatform, "", "")}},
	})
	if err == nil {
		s.Fatal("a profile without any name was stored")
	}
	s.is(failure(s.ProfileByName(s.ctx, api.PhotoPlatform, "good")), service.ErrNotFound)
	s.equal(s.generation(), int64(0))
}

func (s *suite) transcripts() {
	video := account(api.VideoPlatform, "talks", "UC9")
	track := func(lang string, source api.TranscriptSource, original bool) service.Transcript {
		return service.Transcript{Platform: api.VideoPlatform, MediaID: "abcdefghijk", Language: lang, Source: source,
			Original: original, Text: lang, SeenAt: Noon}
	}
	long := track("ja", api.SourceAuto, true)
	long.Text = ""
	for i := range 2000 {
		long.Segments = append(long.Segments, api.Segment{Text: "行 \"quoted\" <b>", Start: float64(i) / 3, Duration: 0.1})
	}
	s.write(service.Bundle{Transcripts: []service.Transcript{track("fr", api.SourceAuto, false), track("de", api.SourceAuto, false),
		track("fr", api.SourceManual, false), long}})
	list := must(s.Transcripts(s.ctx, api.VideoPlatform, "abcdefghijk"))
	var order []string
	for _, t := range list {
		order = append(order, t.Language+" "+string(t.Source))
	}
	s.equal(order, []string{"ja auto_generated", "fr manual", "de auto_generated", "fr auto_generated"})
	s.equal(list[0].Segments, long.Segments)
	s.equal(strings.Count(list[0].Text, "行"), 2000)
	s.equal(list[0].CreatorID, "")
	// The post comes later and says whose words these are.
	s.write(service.Bundle{Profiles: []service.Profile{video}, Posts: []service.Post{{Platform: api.VideoPlatform, PlatformID: "abcdefghijk", PostedAt: Noon}}})
	s.equal(must(s.Transcripts(s.ctx, api.VideoPlatform, "abcdefghijk"))[3].CreatorID, s.byName(api.VideoPlatform, "talks").CreatorID)
}

// posts pages through random posts and compares with a sort in memory.
func (s *suite) posts() {
	r := rand.New(rand.NewPCG(11, 1))
	b := service.Bundle{Profiles: []service.Profile{account(api.PhotoPlatform, "one", ""), account(api.VideoPlatform, "two", "")}}
	few := func() *int64 {
		if r.IntN(4) == 0 {
			return nil
		}
		return ptr(r.Int64N(5))
	}
	for i := range 120 {
		b.Posts = append(b.Posts, service.Post{Platform: b.Profiles[i%2].Platform, PlatformID: string(rune('a'+i%26)) + strings.Repeat("x", i/26),
			PostedAt: Noon.Add(time.Duration(r.IntN(40)) * time.Second), Likes: few(), Comments: few(), Views: few()})
	}
	s.write(b, Bundles(1, 8)[0])
	profile := s.byName(api.PhotoPlatform, "one")
	for _, sort := range api.PostSorts() {
		q := service.PostQuery{CreatorID: profile.CreatorID, Sort: sort}
		s.pages(q, b.Posts)
		half := slices.DeleteFunc(slices.Clone(b.Posts), func(p service.Post) bool { return p.Platform != profile.Platform })
		s.pages(service.PostQuery{ProfileID: profile.ID, Sort: sort}, half)
		q.Platforms = []api.Platform{profile.Platform}
		s.pages(q, half)
	}
	s.streamed(api.VideoPlatform, slices.DeleteFunc(slices.Clone(b.Posts), func(p service.Post) bool { return p.Platform != api.VideoPlatform }))
}

// streamed holds the posts on a network against those that are there, and
// wants a stream to end when its reader does.
func (s *suite) streamed(p api.Platform, there []service.Post) {
	s.Helper()
	var got, want []string
	for post, err := range s.PostsOn(s.ctx, p) {
		s.ok(err)
		s.equal(post.Platform, p)
		if post.CreatorID == "" || post.ProfileID == "" {
			s.Fatalf("a post of nobody: %+v", post)
		}
		if len(post.PlatformID) > 0 && slices.ContainsFunc(there, func(t service.Post) bool { return t.PlatformID == post.PlatformID }) {
			got = append(got, post.PlatformID)
		}
	}
	for _, post := range there {
		want = append(want, post.PlatformID)
	}
	slices.Sort(got)
	slices.Sort(want)
	s.equal(got, want)
	for _, err := range s.PostsOn(s.ctx, p) {
		s.ok(err)
		break
	}
}

func (s *suite) pages(q service.PostQuery, posts []service.Post) {
	s.Helper()
	var got []service.Post
	for q.Limit = 7; ; {
		page := must(s.Posts(s.ctx, q))
		got = append(got, page...)
		if len(page) < q.Limit {
			break
		}
		q.After = ptr(page[len(page)-1].Position(q.Sort))
	}
	s.equal(len(got), len(posts))
	sorted := slices.Clone(got)
	slices.SortFunc(sorted, func(a, b service.Post) int { return comparePositions(a.Position(q.Sort), b.Position(q.Sort)) })
	s.equal(got, sorted)
	s.equal(len(slices.CompactFunc(sorted, func(a, b service.Post) bool { return a.ID == b.ID })), len(posts))
}

// comparePositions puts high keys first, none last, and equal ones by id.
func comparePositions(a, b service.PostPosition) int {
	switch {
	case a.Key == nil && b.Key != nil, a.Key != nil && b.Key != nil && *a.Key < *b.Key:
		return 1
	case a.Key != nil && b.Key == nil, a.Key != nil && b.Key != nil && *a.Key > *b.Key:
		return -1
	}
	return strings.Compare(a.Post, b.Post)
}

package storetest

import (
	"fmt"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
)

// liveAnswers are kept until something takes their place, or they are past and swept away.
func (s *suite) liveAnswers() {
	s.is(failure(s.LiveAnswer(s.ctx, "k")), service.ErrNotFound)
	first := live.Kept{At: Noon, Until: Noon.Add(time.Hour), Body: []byte(strings.Repeat("{}", 9000))}
	s.ok(s.KeepLiveAnswer(s.ctx, "k", first))
	s.equal(must(s.LiveAnswer(s.ctx, "k")), first)
	second := live.Kept{At: Noon.Add(time.Minute), Until: Noon.Add(2 * time.Hour), Body: []byte("3")}
	s.ok(s.KeepLiveAnswer(s.ctx, "k", second))
	s.equal(must(s.LiveAnswer(s.ctx, "k")), second)
	for i := range 20 {
		s.ok(s.KeepLiveAnswer(s.ctx, fmt.Sprint("old ", i), live.Kept{At: Noon, Until: Noon.Add(time.Minute), Body: []byte("1")}))
	}
	for i := range 4 {
		later := Noon.Add(time.Hour)
		s.ok(s.KeepLiveAnswer(s.ctx, fmt.Sprint("new ", i), live.Kept{At: later, Until: later.Add(time.Hour), Body: []byte("1")}))
	}
	s.ok(s.SweepLive(s.ctx, Noon.Add(59*time.Second)))
	s.equal(string(must(s.LiveAnswer(s.ctx, "old 3")).Body), "1")
	s.ok(s.SweepLive(s.ctx, Noon.Add(time.Minute)))
	for i := range 20 {
		s.is(failure(s.LiveAnswer(s.ctx, fmt.Sprint("old ", i))), service.ErrNotFound)
	}
	s.equal(must(s.LiveAnswer(s.ctx, "k")), second)

	b := Bundles(2, 3)
	s.write(b...)
	kept := map[string]string{}
	visit := func(key string, body []byte) error { kept[key] = string(body); return nil }
	s.ok(s.LiveAnswers(s.ctx, visit))
	s.equal(len(kept), 5)
	s.equal(kept["k"], "3")
	said := b[0].Transcripts[0]
	before, generation := len(must(s.Transcripts(s.ctx, said.Platform, said.MediaID))), must(s.Generation(s.ctx))
	n := must(s.DropLive(s.ctx, live.Drop{Keys: []string{"k", "new 1", "never"}, Media: []string{said.MediaID, "never"}}))
	s.equal(n.Transcripts >= 1 && int(n.Transcripts) == before, true)
	s.equal(len(must(s.Transcripts(s.ctx, said.Platform, said.MediaID))), 0)
	s.equal(must(s.Changes(s.ctx, generation)).Creators, []string{must(s.ProfileByName(s.ctx, b[0].Profiles[0].Platform, b[0].Profiles[0].Username)).CreatorID})
	clear(kept)
	s.ok(s.LiveAnswers(s.ctx, visit))
	s.equal(len(kept), 3)
	s.equal(must(s.DropLive(s.ctx, live.Drop{})), live.Dropped{})
}

// liveSaid: what was read from a network goes when its time is over, and what a model said
// of it; what an import brought, in another language or at another time, stays.
func (s *suite) liveSaid() {
	b := Bundles(1, 3)[0]
	b.Transcripts = nil
	s.write(b)
	whose := s.byName(b.Profiles[0].Platform, b.Profiles[0].Username).CreatorID
	track := func(media, language string, at time.Time) service.Transcript {
		return service.Transcript{Platform: b.Posts[0].Platform, MediaID: media, CreatorID: whose, Language: language, Source: api.SourceManual, Text: "said", SeenAt: at,
			Segments: []api.Segment{{Text: "said"}}}
	}
	read := Noon.Add(1500 * time.Microsecond)
	one, other := b.Posts[0].PlatformID, b.Posts[1].PlatformID
	s.write(service.Bundle{Transcripts: []service.Transcript{track(one, "en", read.Truncate(time.Millisecond)), track(one, "fr", read), track(one, "de", Noon), track(other, "en", read)}})
	s.ok(s.KeepLiveAnswer(s.ctx, live.SaidKey(b.Posts[0].Platform, one), live.Kept{At: read, Until: Noon.Add(time.Hour), Body: []byte("{}")}))
	s.ok(s.KeepJudged(s.ctx, whose+"/sum", []byte("said"), Noon, Noon))
	languages := func(media string) string {
		return strings.Join(service.TrackLanguages(must(s.Transcripts(s.ctx, b.Posts[0].Platform, media))), " ")
	}
	all, generation := languages(one), must(s.Generation(s.ctx))
	s.ok(s.SweepLive(s.ctx, Noon.Add(time.Hour-time.Second)))
	s.equal(languages(one), all)
	s.equal(must(s.Generation(s.ctx)), generation)
	s.ok(s.SweepLive(s.ctx, Noon.Add(time.Hour)))
	s.equal(languages(one)+", "+languages(other), "de, en")
	s.equal(must(s.Changes(s.ctx, generation)).Creators, []string{whose})
	s.is(failure(s.Judged(s.ctx, whose+"/sum", Noon)), service.ErrNotFound)
	s.is(failure(s.LiveAnswer(s.ctx, live.SaidKey(b.Posts[0].Platform, one))), service.ErrNotFound)
}

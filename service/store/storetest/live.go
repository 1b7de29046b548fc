package storetest

import (
	"fmt"
	"strings"
	"time"

	"greenroom/service"
	"greenroom/service/live"
)

// liveAnswers are kept until something takes their place, or they are past and others come.
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

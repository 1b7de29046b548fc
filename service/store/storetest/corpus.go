package storetest

import (
	"slices"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/search"
)

func (s *suite) docs() []search.Doc {
	s.Helper()
	var docs []search.Doc
	for d, err := range s.Corpus(s.ctx) {
		s.ok(err)
		docs = append(docs, d)
	}
	return docs
}

func (s *suite) corpus() {
	s.equal(len(s.docs()), 0)
	in := Bundles(30, 4)
	in = append(in, service.Bundle{Profiles: []service.Profile{account(api.PhotoPlatform, "uncounted", "")}})
	s.write(in...)
	docs := s.docs()
	s.equal(len(docs), 31)
	if !slices.IsSortedFunc(docs, func(a, b search.Doc) int { return int(b.Followers - a.Followers) }) {
		s.Fatal("the corpus does not come most followers first")
	}
	last := docs[30]
	s.equal([]any{last.Name, last.Followers, last.EngagementRate, len(last.Units)}, []any{"uncounted", int64(-1), -1.0, 0})
	posts, transcripts := 0, 0
	var units []search.Unit
	texts := map[search.Unit]string{}
	for _, d := range docs {
		for _, u := range d.Units {
			switch u.Kind {
			case search.UnitPost:
				posts++
			case search.UnitTranscript:
				transcripts++
			default:
				continue
			}
			units = append(units, u.Unit)
			texts[u.Unit] = u.Text
		}
	}
	s.equal(len(texts), len(units))
	s.equal(posts, 30*8)
	s.sameTexts(units, texts)
	s.docOf(in[0], docs)
	// A profile that grows moves its creator.
	grown := in[30]
	grown.Profiles[0].Followers = ptr(int64(1 << 40))
	s.write(grown)
	s.equal(s.docs()[0].Name, "uncounted")
	for range s.Corpus(s.ctx) {
		break // leaving early must not keep the store from closing
	}
}

// sameTexts checks that a quote can only come from what was indexed.
func (s *suite) sameTexts(units []search.Unit, texts map[search.Unit]string) {
	s.Helper()
	got := must(s.Texts(s.ctx, append(units, search.Unit{Kind: search.UnitPost, Row: 1 << 40})))
	s.equal(len(got), len(units))
	for u, t := range got {
		s.equal(t.Text, texts[u])
		if !api.ValidUUID(t.PostID) {
			s.Fatalf("unit %+v names post %q", u, t.PostID)
		}
	}
}

func (s *suite) docOf(b service.Bundle, docs []search.Doc) {
	s.Helper()
	id := s.byName(b.Profiles[0].Platform, b.Profiles[0].Username).CreatorID
	i := slices.IndexFunc(docs, func(d search.Doc) bool { return d.ID == id })
	largest := slices.MaxFunc(b.Profiles, func(x, y service.Profile) int { return int(*x.Followers - *y.Followers) })
	d := docs[i]
	s.equal([]any{d.Name, d.Country, d.City, d.Kind, d.Followers, d.EngagementRate, len(d.Names)},
		[]any{b.Creator.Name, "DE", "Berlin", b.Creator.Kind, *largest.Followers, *largest.EngagementRate, len(b.Profiles)})
	s.equal(d.Names[0].Username, largest.Username)
}

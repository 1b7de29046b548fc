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
	if !slices.IsSortedFunc(docs, func(a, b search.Doc) int { return int(a.Row - b.Row) }) {
		s.Fatal("the corpus does not come as it lies in the store")
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
	s.shownOn(docs)
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

// shownOn: with networks the posts and the speech of each are there, and no others.
func (s *suite) shownOn(all []search.Doc) {
	s.Helper()
	count := func(docs []search.Doc) (units int) {
		for _, d := range docs {
			units += len(slices.DeleteFunc(slices.Clone(d.Units), func(u search.UnitDoc) bool { return u.Kind != search.UnitPost && u.Kind != search.UnitTranscript }))
		}
		return units
	}
	apart := 0
	for _, p := range api.Platforms() {
		var docs []search.Doc
		for d, err := range s.Corpus(s.ctx, p) {
			s.ok(err)
			docs = append(docs, d)
		}
		apart += count(docs)
	}
	s.equal(apart, count(all))
}

// changes are told by the creators that each write changed, and read one by one.
func (s *suite) changes() {
	in := Bundles(30, 4)
	start := s.generation()
	s.write(in...)
	all := must(s.Changes(s.ctx, start))
	s.equal([]any{all.To, all.All, len(all.Creators)}, []any{s.generation(), false, 30})
	s.equal(must(s.Changes(s.ctx, all.To)), service.Changes{To: all.To})

	docs := s.docs()
	changed := in[7]
	changed.Creator.Bio, changed.Creator.UpdatedAt = "says something else", Noon.AddDate(1, 0, 0)
	s.write(changed, in[8])
	id := s.byName(changed.Profiles[0].Platform, changed.Profiles[0].Username).CreatorID
	got := must(s.Changes(s.ctx, all.To))
	s.equal(got, service.Changes{To: s.generation(), Creators: []string{id}})

	s.sameDocs(nil)
	s.sameDocs(nil, api.VideoPlatform)
	s.sameDocs([]string{docs[3].ID, docs[20].ID, id, "00000000-0000-4000-8000-000000000000", docs[3].ID})
	s.sameDocs([]string{docs[3].ID, docs[20].ID, id}, api.PhotoPlatform)
	s.equal(must(s.Changes(s.ctx, s.generation()+1)).All, true)

	run := must(s.BeginRun(s.ctx, Noon))
	again := in[9]
	again.Creator.Bio, again.Creator.UpdatedAt = "another text", Noon.AddDate(1, 0, 0)
	s.write(again, service.Bundle{Profiles: []service.Profile{account(api.PhotoPlatform, "latecomer", "")}})
	s.ok(s.EndRun(s.ctx, service.ImportRun{ID: run, EndedAt: Noon}))
	before := s.generation()
	fresh := s.byName(api.PhotoPlatform, "latecomer").CreatorID
	changer := s.byName(again.Profiles[0].Platform, again.Profiles[0].Username).CreatorID
	must(s.UndoRun(s.ctx, run, "", Noon))
	undone := must(s.Changes(s.ctx, before))
	slices.Sort(undone.Creators)
	want := []string{fresh, changer}
	slices.Sort(want)
	s.equal(undone, service.Changes{To: s.generation(), Creators: want})
}

// sameDocs: the documents of some are as they are among all, in their order.
func (s *suite) sameDocs(ids []string, on ...api.Platform) {
	s.Helper()
	var want, got []search.Doc
	for d, err := range s.Corpus(s.ctx, on...) {
		s.ok(err)
		if slices.Contains(ids, d.ID) {
			want = append(want, d)
		}
	}
	for d, err := range s.CorpusOf(s.ctx, ids, on...) {
		s.ok(err)
		got = append(got, d)
	}
	s.equal(got, want)
}

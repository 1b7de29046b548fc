package rules_test

import (
	"context"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"greenroom/api"
	_ "greenroom/internal/gctest"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
	"greenroom/service/world"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// town is a part of the sample world in a store, with what its posts say.
type town struct {
	*testing.T
	service *rules.Service
	refs    []api.CreatorRef
	posts   []api.PostRef
	says    map[string][]string // by post: the caption, a hashtag each, the transcripts
	bios    map[string][]string // by creator
	of      map[string]string   // creator of a post
}

func settle(t *testing.T) *town {
	t.Helper()
	s, err := sqlite.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "g.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	w := &town{T: t, says: map[string][]string{}, bios: map[string][]string{}, of: map[string]string{}}
	n := 0
	for b := range world.Generate(1, noon) {
		if n++; n > 5_000 || n%54 != 0 { // most of the rest have few texts
			continue
		}
		if _, err := s.Write(t.Context(), []service.Bundle{b}); err != nil {
			t.Fatal(err)
		}
		w.learn(s, b)
	}
	w.service = rules.New(rules.Config{Store: s, Clock: func() time.Time { return noon }, PlatformsAll: true})
	t.Cleanup(func() { w.service.Close() })
	return w
}

func (w *town) learn(s store.Store, b service.Bundle) {
	p, err := s.ProfileByName(w.Context(), b.Profiles[0].Platform, b.Profiles[0].Username)
	if err != nil {
		w.Fatal(err)
	}
	id := p.CreatorID
	w.refs = append(w.refs, api.CreatorRef{CreatorID: &id})
	w.bios[id] = []string{b.Creator.Bio}
	for _, p := range b.Profiles {
		w.bios[id] = append(w.bios[id], p.Bio)
	}
	spoken := map[string][]string{}
	for _, t := range b.Transcripts {
		spoken[t.MediaID] = append(spoken[t.MediaID], t.Text)
	}
	posts, err := s.Posts(w.Context(), service.PostQuery{CreatorID: id, Sort: api.SortRecent, Limit: 200})
	if err != nil {
		w.Fatal(err)
	}
	for i, p := range posts {
		w.says[p.ID] = append([]string{p.Caption}, spoken[p.PlatformID]...)
		for _, tag := range p.Hashtags {
			w.says[p.ID] = append(w.says[p.ID], "#"+tag)
		}
		w.of[p.ID] = id
		if i < 1 {
			w.posts = append(w.posts, api.PostRef{PostID: &p.ID})
		}
	}
}

func holds(texts []string, quote string) bool {
	for _, t := range texts {
		if quote != "" && strings.Contains(t, quote) {
			return true
		}
	}
	return false
}

// written: the quote is in a post or a bio of the creator.
func (w *town) written(creator, quote string) bool {
	for post, texts := range w.says {
		if w.of[post] == creator && holds(texts, quote) {
			return true
		}
	}
	return holds(w.bios[creator], quote)
}

// twice runs a job from two sides at once and wants the same answer.
func twice[T any](w *town, ask func(context.Context, access.Caller) (rules.Job, error)) T {
	w.Helper()
	var answers [2]any
	var group errgroup.Group
	for i := range answers {
		group.Go(func() error {
			job, err := ask(w.Context(), access.Caller{})
			if err != nil {
				return err
			}
			a, err := job.Do(w.Context())
			answers[i] = a.Body
			return err
		})
	}
	if err := group.Wait(); err != nil {
		w.Fatal(err)
	}
	if !reflect.DeepEqual(answers[0], answers[1]) {
		w.Errorf("%+v, then %+v", answers[0], answers[1])
	}
	return answers[0].(T)
}

// Every reason of a match names what it rests on, letter for letter.
func TestMatchesOfTheSampleWorldQuoteIt(t *testing.T) {
	w := settle(t)
	quotes := 0
	for _, query := range []string{"vegan food in Berlin, not gambling", "family-friendly travel with kids, no alcohol", "fitness over 10k followers", "asdf qwer", "the best",
		"coffee and cocktails", "keine Politik, Backen", "sin alcohol, cocina", "😀"} {
		got := twice[api.Found[api.MatchResult, api.CreatorRef]](w, func(ctx context.Context, c access.Caller) (rules.Job, error) {
			return w.service.Match(ctx, c, api.MatchRequest{Creators: w.refs, Intent: api.Intent{Query: query}})
		})
		if len(got.Data) != len(w.refs) {
			t.Fatalf("%q: %d of %d", query, len(got.Data), len(w.refs))
		}
		for _, m := range got.Data {
			if len(m.Match.Reasons) == 0 {
				t.Errorf("%q: %s without a reason", query, m.Match.Decision)
			}
			for _, r := range m.Match.Reasons {
				named := r.SourcePostID != nil && w.of[*r.SourcePostID] == m.Creator.ID
				if r.Text == "" || r.Provenance == "" || (r.Provenance == api.FromPost) != named || (r.EvidenceQuote != nil) != named {
					t.Errorf("%q: %+v", query, r)
				} else if named {
					quotes++
					if !holds(w.says[*r.SourcePostID], *r.EvidenceQuote) {
						t.Errorf("%q: %q is not in its post", query, *r.EvidenceQuote)
					}
				}
			}
		}
	}
	if quotes < 100 {
		t.Errorf("only %d quotes", quotes)
	}
}

func TestSafetyOfTheSampleWorldHasEvidence(t *testing.T) {
	w := settle(t)
	flags := 0
	for from := 0; from < len(w.refs); from += api.AnalysisMax {
		part := w.refs[from:min(len(w.refs), from+api.AnalysisMax)]
		got := twice[api.Found[api.CreatorSafety, api.CreatorRef]](w, func(ctx context.Context, c access.Caller) (rules.Job, error) {
			return w.service.SafetyCreators(ctx, c, api.SafetyCreatorsRequest{Creators: part})
		})
		for _, s := range got.Data {
			if s.Safety.Summary == "" || len(s.Safety.Flags) == 0 && s.Safety.Rating != api.RatingA {
				t.Errorf("%+v", s.Safety)
			}
			for _, f := range s.Safety.Flags {
				flags++
				if len(f.Evidence) == 0 || len(f.Examples) == 0 {
					t.Errorf("%+v", f)
				}
				for _, e := range append(f.Evidence, f.Examples...) {
					if !w.written(s.Creator.ID, e) {
						t.Errorf("%s: %q is written nowhere", f.Type, e)
					}
				}
			}
		}
	}
	if flags == 0 {
		t.Error("no flags at all")
	}
}

func TestAnalysesOfTheSampleWorldHaveGrounds(t *testing.T) {
	w := settle(t)
	for from := 0; from < len(w.posts); from += api.AnalysisMax {
		part := w.posts[from:min(len(w.posts), from+api.AnalysisMax)]
		got := twice[api.Found[api.PostAnalysis, api.PostRef]](w, func(ctx context.Context, c access.Caller) (rules.Job, error) {
			return w.service.AnalyzePosts(ctx, c, api.AnalyzeRequest{Posts: part, Features: []api.AnalyzeFeature{api.FeatureAI, api.FeatureSafety}})
		})
		for _, p := range got.Data {
			g, said := p.AIAnalysis, w.says[p.Post.ID]
			all := append(append(g.SentimentEvidence, g.SponsorshipEvidence...), g.CallsToAction...)
			for _, q := range g.TopicEvidence {
				all = append(all, q.Quote)
			}
			for _, e := range all {
				if !holds(said, e) {
					t.Errorf("%q is not in %q", e, said)
				}
			}
			if len(g.TopicEvidence) != len(p.Topics) || p.IsSponsored != (len(g.SponsorshipEvidence) > 0) {
				t.Errorf("%q: topics %q, sponsored %t: %+v", said, p.Topics, p.IsSponsored, g)
			}
		}
	}
}

// A likeness says in what, and no seed is like itself.
func TestLikenessesOfTheSampleWorldAreNamed(t *testing.T) {
	w := settle(t)
	for _, ref := range w.refs[:5] {
		got := twice[api.Page[api.LookalikeResult]](w, func(ctx context.Context, c access.Caller) (rules.Job, error) {
			return w.service.Lookalike(ctx, c, api.LookalikeRequest{Seeds: []api.Seed{{CreatorID: ref.CreatorID}}})
		})
		if len(got.Data) == 0 {
			t.Errorf("nobody is like %s", *ref.CreatorID)
		}
		last := 1.0
		for _, r := range got.Data {
			if r.Creator.ID == *ref.CreatorID || len(r.Similarity.SharedTraits) == 0 || r.Similarity.Score > last || r.Similarity.Score <= 0 {
				t.Errorf("%+v after %v", r, last)
			}
			last = r.Similarity.Score
		}
	}
}

package rules_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

// What is quoted of words that a machine of ours wrote down is marked, in what a search
// found, in reasons of a match, in flags and in the grounds of an analysis; what people wrote, or a network, is not.
func TestQuotesOfAMachineAreMarked(t *testing.T) {
	for source, marked := range map[api.TranscriptSource]bool{api.SourceMachine: true, api.SourceAuto: false} {
		s, err := sqlite.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "g.db")})
		if err != nil {
			t.Fatal(err)
		}
		const words = "We bake sourdough bread on Sunday mornings. Then came the fucking flood, and all the flour was wet."
		_, err = s.Write(t.Context(), []service.Bundle{{
			Creator:     service.Creator{Name: "Lena Vogt", Languages: []string{"en"}, UpdatedAt: noon},
			Profiles:    []service.Profile{{Platform: api.PhotoPlatform, Username: "lena", Followers: new(int64(9000))}},
			Posts:       []service.Post{{Platform: api.PhotoPlatform, PlatformID: "Cabc12345", Type: api.PostReel, PostedAt: noon.Add(-time.Hour), Caption: "Sunday"}},
			Transcripts: []service.Transcript{{Platform: api.PhotoPlatform, MediaID: "Cabc12345", Language: "en", Source: source, Original: true, Text: words}},
		}})
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.ProfileByName(t.Context(), api.PhotoPlatform, "lena")
		if err != nil {
			t.Fatal(err)
		}
		r := rules.New(rules.Config{Store: s, Clock: func() time.Time { return noon }, PlatformsAll: true})
		who := []api.CreatorRef{{CreatorID: &p.CreatorID}}
		for name, ask := range map[string]func(context.Context, access.Caller) (rules.Job, error){
			"search": func(ctx context.Context, c access.Caller) (rules.Job, error) {
				return r.Search(ctx, c, api.SearchRequest{Query: "sourdough bread"})
			},
			"match": func(ctx context.Context, c access.Caller) (rules.Job, error) {
				return r.Match(ctx, c, api.MatchRequest{Creators: who, Intent: api.Intent{Query: "sourdough bread"}})
			},
			"analysis": func(ctx context.Context, c access.Caller) (rules.Job, error) {
				return r.AnalyzePosts(ctx, c, api.AnalyzeRequest{Posts: []api.PostRef{{URL: new("https://photoplatform.example/p/Cabc12345/")}}, Features: []api.AnalyzeFeature{api.FeatureAI}})
			},
			"safety": func(ctx context.Context, c access.Caller) (rules.Job, error) {
				return r.SafetyCreators(ctx, c, api.SafetyCreatorsRequest{Creators: who})
			},
		} {
			job, err := ask(t.Context(), access.Caller{Account: service.NewAccount("a", api.Tier1, noon)})
			if err != nil {
				t.Fatal(name, err)
			}
			a, err := job.Do(t.Context())
			raw, _ := json.Marshal(a.Body)
			if said := string(raw); err != nil || !strings.Contains(said, "sourdough bread on Sunday") && !strings.Contains(said, "fucking flood") || strings.Contains(said, `"machine"`) != marked {
				t.Errorf("%s of %s: %s %v", name, source, said, err)
			}
		}
		r.Close()
		if err := s.Close(); err != nil {
			t.Error(fmt.Errorf("close: %w", err))
		}
	}
}

package rules

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/analysis"
	"greenroom/service/rules/check"
	"greenroom/service/rules/shape"
	"greenroom/service/words"
)

const (
	// topicsMax limits the topics named for a post.
	topicsMax = 5
	// tagged and opening are what a mention in a hashtag and one in the first line
	// weigh, against 1 for any other.
	tagged, opening = 2.0, 1.5
	// ofFirst is the part of the first topic's weight that another must have, and
	// onceIn the number of words in which one mention alone is a stray word.
	ofFirst, onceIn = 0.55, 60
)

var analyzeFeatures = []api.AnalyzeFeature{api.FeatureAI, api.FeatureSafety}

// AnalyzePosts tells what posts are about, how they speak, and whether they
// are paid for. Each feature adds to the price of every post.
func (s *Service) AnalyzePosts(ctx context.Context, c access.Caller, r api.AnalyzeRequest) (Job, error) {
	if err := check.Size("posts", len(r.Posts), api.AnalysisMax); err != nil {
		return Job{}, err
	}
	if err := checkPosts(r.Posts); err != nil {
		return Job{}, err
	}
	for _, f := range r.Features {
		if err := check.OneOf("features", f, analyzeFeatures); err != nil {
			return Job{}, err
		}
	}
	ops := analyzeOps(r.Features)
	for _, op := range ops {
		if err := c.Allow(op, ""); err != nil {
			return Job{}, err
		}
	}
	return postBulk(s, api.CodePostAnalysis, r.Posts, func(ctx context.Context, read postReadings, p service.Post, asked api.PostRef) api.PostAnalysis {
		a := read.analyze(p, r.Features)
		a.Input = asked
		if slices.Contains(r.Features, api.FeatureSafety) {
			a.Safety = new(s.read(ctx, read.scan(p)))
		}
		return a
	}, ops...), nil
}

func analyzeOps(features []api.AnalyzeFeature) []api.Operation {
	ops := []api.Operation{api.OpAnalyze}
	if slices.Contains(features, api.FeatureAI) {
		ops = append(ops, api.OpAnalyzeAI)
	}
	if slices.Contains(features, api.FeatureSafety) {
		ops = append(ops, api.OpAnalyzeSafety)
	}
	return ops
}

func costOf(ops []api.Operation, n int) (sum api.Credits) {
	for _, op := range ops {
		sum += api.PriceOf(op).Cost(n)
	}
	return sum
}

func (r postReadings) analyze(p service.Post, features []api.AnalyzeFeature) api.PostAnalysis {
	texts, post := textsOf(p, r.said[p.ID], r.creators[p.CreatorID].Languages), shape.Post(p)
	read := analysis.ReadPost(texts, p.Mentions)
	quotes := topicsOf(texts)
	out := api.PostAnalysis{
		Post: post, Metrics: post.Metrics, Topics: each.Of(quotes, func(q api.TopicQuote) string { return q.Topic }), Sentiment: read.Tone.Sentiment,
		IsSponsored: read.Sponsorship.Paid, BrandMentions: shape.List(read.Sponsorship.Brands),
	}
	if slices.Contains(features, api.FeatureAI) {
		out.AIAnalysis = heardIn(texts).grounds(api.Grounds{
			Language: service.Known(read.Language), SentimentScore: read.Tone.Score, SentimentEvidence: shape.List(read.Tone.Evidence),
			SponsorshipEvidence: shape.List(read.Sponsorship.Evidence), CallsToAction: shape.List(read.Actions), TopicEvidence: shape.List(quotes),
		})
	}
	return out
}

// topicsOf names what texts are about, the most mentioned first. What cannot be
// quoted is not named.
func topicsOf(texts []analysis.Text) (out []api.TopicQuote) {
	all, read := "", make([]readText, len(texts))
	for i, t := range texts {
		all += t.Words + "\n"
		read[i] = readText{t, analysis.Read(t)}
	}
	type weighed struct {
		api.TopicQuote
		weight float64
	}
	var found []weighed
	for _, topic := range words.Topics(all, 3*topicsMax) {
		about := words.TopicBrief(topic)
		if quote := topicQuote(about, read); quote != "" {
			found = append(found, weighed{api.TopicQuote{Topic: topic, Quote: quote}, weightOf(about, texts)})
		}
	}
	slices.SortStableFunc(found, func(a, b weighed) int { return cmp.Compare(b.weight, a.weight) })
	least := 0.0
	if len(strings.Fields(all)) > onceIn {
		least = 1 + 1e-9
	}
	for _, f := range found[:min(topicsMax, len(found))] {
		if f.weight > least && f.weight >= ofFirst*found[0].weight {
			out = append(out, f.TopicQuote)
		}
	}
	return out
}

// weightOf weighs the share of texts that is about a topic: its mentions, of which those
// in hashtags and in the first line count more.
func weightOf(about *words.Brief, texts []analysis.Text) (sum float64) {
	for _, t := range texts {
		line := strings.IndexByte(t.Words, '\n')
		for _, m := range about.Read(t.Words) {
			switch {
			case m.Start > 0 && t.Words[m.Start-1] == '#':
				sum += tagged
			case t.Source == analysis.FromCaption && m.Start < line:
				sum += opening
			default:
				sum++
			}
		}
	}
	return sum
}

// topicQuote quotes the texts where they speak of a topic first.
func topicQuote(about *words.Brief, texts []readText) string {
	for _, t := range texts {
		if m := about.Read(t.Words); len(m) > 0 {
			return t.quote(m[0])
		}
	}
	return ""
}

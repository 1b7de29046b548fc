package service

import (
	"context"
	"slices"

	"greenroom/api"
	"greenroom/service/analysis"
	"greenroom/service/search"
)

// topicsMax is how many topics of a post are named.
const topicsMax = 8

var analyzeFeatures = []api.AnalyzeFeature{api.FeatureAI, api.FeatureSafety}

// AnalyzePosts tells what posts are about, how they speak, and whether they
// are paid for. Each feature adds to the price of every post.
func (s *Service) AnalyzePosts(ctx context.Context, _ Caller, r api.AnalyzeRequest) (Job, error) {
	if err := sized("posts", len(r.Posts), api.AnalysisMax); err != nil {
		return Job{}, err
	}
	if err := checkPosts(r.Posts); err != nil {
		return Job{}, err
	}
	for _, f := range r.Features {
		if err := oneOf("features", f, analyzeFeatures); err != nil {
			return Job{}, err
		}
	}
	ops := analyzeOps(r.Features)
	return Job{Price: api.PriceOf(api.OpAnalyze), Worst: costOf(ops, len(r.Posts)), Do: func(ctx context.Context) (Answer, error) {
		found, err := s.readings(ctx, r.Posts)
		if err != nil {
			return Answer{}, failing(ctx, api.CodePostAnalysis, err)
		}
		at, unknown, billed := split(found.posts, r.Posts, postID)
		out := api.Found[api.PostAnalysis, api.PostRef]{Data: make([]api.PostAnalysis, 0, len(at)), NotFound: unknown}
		for _, i := range at {
			a := found.analyze(*found.posts[i], r.Features)
			a.Input = r.Posts[i]
			out.Data = append(out.Data, a)
		}
		return Answer{Body: out, Cost: costOf(ops, billed), Features: ops}, nil
	}}, nil
}

// analyzeOps is the operations that an analysis is billed as.
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

func (r postReadings) analyze(p Post, features []api.AnalyzeFeature) api.PostAnalysis {
	texts, shape := r.texts(p), p.shape()
	read := analysis.ReadPost(texts, p.Mentions)
	words := ""
	for _, t := range texts {
		words += t.Words + "\n"
	}
	out := api.PostAnalysis{
		Post: shape, Metrics: shape.Metrics, Topics: list(search.Topics(words, topicsMax)), Sentiment: read.Tone.Sentiment,
		IsSponsored: read.Sponsorship.Paid, BrandMentions: list(read.Sponsorship.Brands),
	}
	if slices.Contains(features, api.FeatureAI) {
		out.AIAnalysis = grounds(read, texts, out.Topics)
	}
	if slices.Contains(features, api.FeatureSafety) {
		safety := r.safety(p)
		out.Safety = &safety
	}
	return out
}

// grounds is what the analysis of a post rests on.
func grounds(read analysis.PostReading, texts []analysis.Text, topics []string) *api.Grounds {
	g := &api.Grounds{
		Language: known(read.Language), SentimentScore: read.Tone.Score, SentimentEvidence: list(read.Tone.Evidence),
		SponsorshipEvidence: list(read.Sponsorship.Evidence), CallsToAction: list(read.Actions), TopicEvidence: []api.TopicQuote{},
	}
	for _, topic := range topics {
		if quote := topicQuote(topic, texts); quote != "" {
			g.TopicEvidence = append(g.TopicEvidence, api.TopicQuote{Topic: topic, Quote: quote})
		}
	}
	return g
}

// topicQuote is where the texts speak of a topic first.
func topicQuote(topic string, texts []analysis.Text) string {
	about := search.TopicBrief(topic)
	for _, t := range texts {
		if m := about.Read(t.Words); len(m) > 0 {
			return search.Quote(t.Words, []string{m[0].Term}, quoteMax)
		}
	}
	return ""
}

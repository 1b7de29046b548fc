package api

import "time"

// MatchRequest is the body of POST /v1/creators/match.
type MatchRequest struct {
	Creators []CreatorRef `json:"creators"` // 1 to 100
	Intent   Intent       `json:"intent"`
}

// Intent is a campaign brief: Query has 1 to 500 characters, Context at most
// 2,000.
type Intent struct {
	Query   string  `json:"query"`
	Context *string `json:"context,omitempty"`
}

// Decision is the verdict of a match: good, review or avoid.
type Decision string

// The decisions, best first.
const (
	DecisionGood    Decision = "good"
	DecisionNeutral Decision = "neutral"
	DecisionAvoid   Decision = "avoid"
)

// MatchResult is one creator held against a brief.
type MatchResult struct {
	Creator CreatorCard `json:"creator"`
	Input   CreatorRef  `json:"input"`
	Match   BriefMatch  `json:"match"`
}

// BriefMatch tells how well a creator fits a brief, and why. Score runs from 0 to 1.
type BriefMatch struct {
	Score    float64  `json:"score"`
	Decision Decision `json:"decision"`
	Reasons  []Reason `json:"reasons"`
	// Coverage tells how much was read for the judgement; nil where a service does not
	// tell.
	Coverage *Coverage `json:"coverage,omitempty"`
	JudgedBy *JudgedBy `json:"judged_by,omitempty"` // only where a service has a model
}

// A good match is told as one from MatchSureFrom on: seven in eight graded ones are right. A weaker
// one is told as likely, and below MatchLikelyFrom, where more are wrong than right, as possible.
const MatchSureFrom, MatchLikelyFrom = 0.7, 0.5

// Word is the decision as it is told, with no more confidence than the score has.
func (m BriefMatch) Word() string {
	switch {
	case m.Decision != DecisionGood || m.Score >= MatchSureFrom:
		return string(m.Decision)
	case m.Score >= MatchLikelyFrom:
		return "likely good"
	}
	return "perhaps good"
}

// Reason is one ground of a decision. EvidenceQuote is copied letter for
// letter from the post or transcript that SourcePostID names; FactID names the
// fact of the profile.
type Reason struct {
	Text          string     `json:"text"`
	Provenance    Provenance `json:"provenance"`
	EvidenceQuote *string    `json:"evidence_quote,omitempty"`
	FactID        *string    `json:"fact_id,omitempty"`
	SourcePostID  *string    `json:"source_post_id,omitempty"` // UUID
	By            string     `json:"by,omitempty"`             // ByModel, where a model gives it
	Machine       bool       `json:"machine,omitempty"`        // one of the service wrote the quote down
}

// LookalikeRequest is the body of POST /v1/lookalike.
type LookalikeRequest struct {
	Seeds   []Seed            `json:"seeds"` // 1 to 10
	Filters *LookalikeFilters `json:"filters,omitempty"`
	Limit   *int              `json:"limit,omitempty"`
	Cursor  *string           `json:"cursor,omitempty"`
	Mode    *ProfileMode      `json:"mode,omitempty"` // lite where nothing is said
}

// LookalikeFilters narrow a look-alike search: those of a search, and the
// networks a creator must be on.
type LookalikeFilters struct {
	Followers      *Range     `json:"followers,omitempty"`
	EngagementRate *Range     `json:"engagement_rate,omitempty"` // per cent
	Verified       *bool      `json:"verified,omitempty"`
	Platforms      []Platform `json:"platforms,omitempty"`
}

// Seed is a creator that others shall resemble. Weight runs from 0 to 1; 1
// where nothing is said.
type Seed struct {
	CreatorID *string   `json:"creator_id,omitempty"` // UUID
	Platform  *Platform `json:"platform,omitempty"`
	Username  *string   `json:"username,omitempty"`
	Weight    *float64  `json:"weight,omitempty"`
}

// LookalikeResult is a creator that resembles the seeds. Profiles come with
// the detailed mode only.
type LookalikeResult struct {
	Creator        CreatorBasic    `json:"creator"`
	PrimaryProfile *ProfileSummary `json:"primary_profile"`
	Similarity     Similarity      `json:"similarity"`
	Profiles       []Profile       `json:"profiles,omitempty"`
}

// Similarity tells how much a creator resembles the seeds, from 0 to 1, and in which
// traits, most telling first.
type Similarity struct {
	Score        float64  `json:"score"`
	SharedTraits []string `json:"shared_traits"`
}

// The bodies of POST /v1/brand-safety/…, 1 to 25 of each.
type (
	SafetyCreatorsRequest struct {
		Creators []CreatorRef `json:"creators"`
	}
	SafetyProfilesRequest struct {
		Profiles []ProfileRef `json:"profiles"`
	}
	SafetyPostsRequest struct {
		Posts []PostRef `json:"posts"`
	}
)

// CreatorSafety is the judgement on a creator.
type CreatorSafety struct {
	Input      CreatorRef  `json:"input"`
	Creator    CreatorCard `json:"creator"`
	AnalyzedAt time.Time   `json:"analyzed_at"`
	Safety     Safety      `json:"safety"`
}

// ProfileSafety is the judgement on a profile.
type ProfileSafety struct {
	Input      ProfileRef     `json:"input"`
	Profile    ProfileSummary `json:"profile"`
	AnalyzedAt time.Time      `json:"analyzed_at"`
	Safety     Safety         `json:"safety"`
}

// PostSafety is the judgement on a post.
type PostSafety struct {
	Input      PostRef   `json:"input"`
	Post       Post      `json:"post"`
	AnalyzedAt time.Time `json:"analyzed_at"`
	Safety     Safety    `json:"safety"`
}

// Rating is a brand-safety rating.
type Rating string

// The ratings: nothing of weight, something to look at, something to stay
// away from.
const (
	RatingA Rating = "A"
	RatingB Rating = "B"
	RatingC Rating = "C"
)

// Safety says whether a brand can stand beside what was written and said.
// Summary tells how much was read and what was not. Confidence runs from 0 to
// 1.
type Safety struct {
	Rating     Rating  `json:"rating"`
	Confidence float64 `json:"confidence"`
	Summary    string  `json:"summary"`
	Flags      []Flag  `json:"flags"`
	// Coverage tells how much was read for the judgement; nil where a service does not
	// tell.
	Coverage *Coverage `json:"coverage,omitempty"`
	JudgedBy *JudgedBy `json:"judged_by,omitempty"` // only where a service has a model
}

// JudgedBy says who judged, where a service has a model as a second reader: rules alone
// or both, which model by which prompt, how many texts it read, whether that was less than
// there is to read, and why it read nothing.
type JudgedBy struct {
	Kind    string `json:"kind"`
	Model   string `json:"model"`
	Prompt  string `json:"prompt"`
	Texts   int    `json:"texts"`
	Partial bool   `json:"partial"`
	Why     string `json:"why,omitempty"`
}

// Who judges, and who gives a reason.
const (
	ByRules = "rules"
	ByBoth  = "rules+model"
	ByModel = "model"
)

// Coverage says how much of what somebody wrote and said was judged: Texts with words in
// them, those of them in languages that judgements are measured for, and the others by
// language, the most frequent first. Of is how many posts the network says there are.
type Coverage struct {
	Texts  int      `json:"texts"`
	Of     *int     `json:"of"`
	Judged int      `json:"judged"`
	Unread []Unread `json:"unread"`
}

// Unread is texts in a language that judgements are not measured for: ISO 639-1, "und"
// where it is not known.
type Unread struct {
	Language string `json:"language"`
	Texts    int    `json:"texts"`
}

// NotJudged says that fewer than half of the texts were judged, and which language most of
// the others are in: then the rating says nothing of them.
func (s *Safety) NotJudged() (mostly string, is bool) {
	c := s.Coverage
	if c == nil || len(c.Unread) == 0 || 2*c.Judged >= c.Texts {
		return "", false
	}
	return c.Unread[0].Language, true
}

// Little says that fewer texts were judged than half of the posts there are: no flag in them
// is not none.
func (s *Safety) Little() bool {
	c := s.Coverage
	return c != nil && c.Of != nil && 2*c.Judged < *c.Of
}

// Flag is one kind of content found. Evidence are the sentences it was found
// in, Examples the words; both letter for letter, never empty.
type Flag struct {
	Type        FlagType `json:"type"`
	Severity    Severity `json:"severity"`
	Confidence  float64  `json:"confidence"`
	Description string   `json:"description"`
	Evidence    []string `json:"evidence"`
	Examples    []string `json:"examples"`
	// Machine lists what of Evidence a machine of the service wrote down.
	Machine []string `json:"machine,omitempty"`
	// Model holds the opinion of a model as a second reader; nil where none reads.
	Model *SecondReading `json:"model,omitempty"`
}

// Dismissed says that a model takes a flag for a mistake. It stays listed.
func (f Flag) Dismissed() bool { return f.Model != nil && f.Model.Verdict == ModelDismisses }

// SecondReading is a verdict on a flag, with a sentence that says why.
type SecondReading struct {
	Verdict ModelVerdict `json:"verdict"`
	Reason  string       `json:"reason"`
}

// ModelVerdict is a model's verdict on a flag: the rules are right, they are mistaken, or
// they missed one.
type ModelVerdict string

// The verdicts.
const (
	ModelConfirms  ModelVerdict = "confirmed"
	ModelDismisses ModelVerdict = "dismissed"
	ModelAdds      ModelVerdict = "added"
)

// FlagType names a kind of content.
type FlagType string

// The flag types.
const (
	FlagProfanity      FlagType = "profanity"
	FlagAdult          FlagType = "adult_content"
	FlagDrugs          FlagType = "drugs_alcohol"
	FlagViolence       FlagType = "violence"
	FlagHate           FlagType = "hate_speech"
	FlagPolitical      FlagType = "political"
	FlagMisinformation FlagType = "misinformation"
	FlagMisc           FlagType = "misc"
)

// FlagTypes lists the types in the order they are answered.
func FlagTypes() []FlagType {
	return []FlagType{FlagProfanity, FlagAdult, FlagDrugs, FlagViolence, FlagHate, FlagPolitical, FlagMisinformation, FlagMisc}
}

// Severity is the weight of a flag.
type Severity string

// The severities.
const (
	SeverityLow    Severity = "low"
	SeverityMedium Severity = "medium"
	SeverityHigh   Severity = "high"
)

// AnalyzeRequest is the body of POST /v1/posts/analyze.
type AnalyzeRequest struct {
	Posts    []PostRef        `json:"posts"` // 1 to 25
	Features []AnalyzeFeature `json:"features,omitempty"`
}

// AnalyzeFeature adds to an analysis, and to its price.
type AnalyzeFeature string

// The features.
const (
	FeatureAI     AnalyzeFeature = "ai_analysis"
	FeatureSafety AnalyzeFeature = "brand_safety"
)

// PostAnalysis holds the findings of one post, its captions and its speech.
type PostAnalysis struct {
	Input         PostRef     `json:"input"`
	Post          Post        `json:"post"`
	Metrics       PostMetrics `json:"metrics"`
	Topics        []string    `json:"topics"`
	Sentiment     Sentiment   `json:"sentiment"`
	IsSponsored   bool        `json:"is_sponsored"`
	BrandMentions []string    `json:"brand_mentions"`
	AIAnalysis    *Grounds    `json:"ai_analysis,omitempty"`
	Safety        *Safety     `json:"safety,omitempty"`
}

// Sentiment is the tone of a text.
type Sentiment string

// The tones.
const (
	SentimentPositive Sentiment = "positive"
	SentimentNeutral  Sentiment = "neutral"
	SentimentNegative Sentiment = "negative"
)

// Grounds holds the evidence of an analysis, with the feature ai_analysis. All quotes are
// letter for letter; SentimentScore runs from -1 to 1. Language is nil where none is
// recognised.
type Grounds struct {
	Language            *string      `json:"language"`
	SentimentScore      float64      `json:"sentiment_score"`
	SentimentEvidence   []string     `json:"sentiment_evidence"`
	SponsorshipEvidence []string     `json:"sponsorship_evidence"`
	CallsToAction       []string     `json:"calls_to_action"`
	TopicEvidence       []TopicQuote `json:"topic_evidence"`
	// Machine lists the quotes that a machine of the service wrote down.
	Machine []string `json:"machine,omitempty"`
}

// TopicQuote quotes a post where it speaks of a topic.
type TopicQuote struct {
	Topic string `json:"topic"`
	Quote string `json:"quote"`
}

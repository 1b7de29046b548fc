package openapi

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
)

func values[T ~string](all ...T) []any {
	return each.Of(all, func(v T) any { return string(v) })
}

// enums are the values of the named strings of the contract; those of
// api.Platform depend on how the service is set up.
var enums = map[reflect.Type][]any{
	reflect.TypeFor[api.PostType]():         values(api.PostImage, api.PostVideo, api.PostCarousel, api.PostReel, api.PostStory),
	reflect.TypeFor[api.PostSort]():         values(api.PostSorts()...),
	reflect.TypeFor[api.ProfileMode]():      values(api.ModeLite, api.ModeDetailed),
	reflect.TypeFor[api.Scope]():            values(api.ScopeCreatorOnly, api.ScopeMatchedPlatforms, api.ScopeAllPlatforms),
	reflect.TypeFor[api.MatchType]():        values(api.MatchName, api.MatchUsername, api.MatchDisplayName),
	reflect.TypeFor[api.CreatorKind]():      values(api.KindInfluencer, api.KindThemePage),
	reflect.TypeFor[api.Provenance]():       values(api.FromPost, api.FromProfile, api.Inferred),
	reflect.TypeFor[api.TranscriptSource](): values(api.SourceManual, api.SourceAuto, api.SourceMachine),
	reflect.TypeFor[api.ModelVerdict]():     values(api.ModelConfirms, api.ModelDismisses, api.ModelAdds),
	reflect.TypeFor[api.BatchReason](): values(api.BatchNotFound, api.BatchPrivate, api.BatchRateLimited, api.BatchBlocked, api.BatchInvalidInput,
		api.BatchTimeout, api.BatchUnavailable, api.BatchContractBroken, api.BatchUnknown),
	reflect.TypeFor[api.ChannelSort]():     values(api.ChannelSorts()...),
	reflect.TypeFor[api.UploadDate]():      values(api.UploadDates()...),
	reflect.TypeFor[api.VideoSort]():       values(api.VideoSorts()...),
	reflect.TypeFor[api.VideoContent]():    values(api.VideoContents()...),
	reflect.TypeFor[api.VideoLength]():     values(api.VideoLengths()...),
	reflect.TypeFor[api.VideoResultType](): values(api.ResultVideo, api.ResultChannel),
	reflect.TypeFor[api.IngestStatus]():    values(api.IngestSeeded, api.IngestExisting),
	reflect.TypeFor[api.EmailStatus]():     values(api.EmailUnvalidated, api.EmailValid, api.EmailRisky, api.EmailCreatorVerified),
	reflect.TypeFor[api.Decision]():        values(api.DecisionGood, api.DecisionNeutral, api.DecisionAvoid),
	reflect.TypeFor[api.Rating]():          values(api.RatingA, api.RatingB, api.RatingC),
	reflect.TypeFor[api.FlagType]():        values(api.FlagTypes()...),
	reflect.TypeFor[api.Severity]():        values(api.SeverityLow, api.SeverityMedium, api.SeverityHigh),
	reflect.TypeFor[api.AnalyzeFeature]():  values(api.FeatureAI, api.FeatureSafety),
	reflect.TypeFor[api.Sentiment]():       values(api.SentimentPositive, api.SentimentNeutral, api.SentimentNegative),
	reflect.TypeFor[api.Tier]():            values(api.Tiers()...),
	reflect.TypeFor[api.ReasonCode]():      values(api.ReasonCodes()...),
	reflect.TypeFor[api.NextStep](): values(api.StepUpdatePayment, api.StepAuthenticate, api.StepContactSupport,
		api.StepAddPayment, api.StepReconnect, api.StepUpgrade),
	reflect.TypeFor[api.Code](): values(codeNames()...),
}

func codeNames() (all []api.Code) {
	for name := range words {
		if name == strings.ToLower(name) && !strings.Contains(name, ".") {
			all = append(all, api.Code(name))
		}
	}
	slices.SortFunc(all, func(a, b api.Code) int { return cmp.Or(a.Status()-b.Status(), cmp.Compare(a, b)) })
	return all
}

// keyed are the codes of every endpoint that takes a key.
var keyed = []api.Code{api.CodeValidation, api.CodeUnauthorized, api.CodePaymentRequired,
	api.CodeForbidden, api.CodeRateLimited, api.CodeInternal, api.CodeUnavailable}

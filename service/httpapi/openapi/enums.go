package openapi

import (
	"cmp"
	"maps"
	"reflect"
	"slices"

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

// codes says when each code of the contract is sent.
var codes = map[api.Code]string{
	api.CodeValidation:               "The request is invalid; param names the problem. 422 if it is well formed but its meaning is wrong.",
	api.CodeInvalidParameter:         "A parameter is invalid.",
	api.CodeMissingParameter:         "A parameter is missing.",
	api.CodeUnauthorized:             "The key is missing or invalid.",
	api.CodeForbidden:                "The plan does not include this endpoint.",
	api.CodePaymentRequired:          "Billing requires attention: reason_code says why, next_step what to do. Do not retry automatically.",
	api.CodeInsufficientCredits:      "The remaining credits do not cover the request. Do not retry automatically.",
	api.CodeNotFound:                 "Not found, or not visible to this account.",
	api.CodeRateLimited:              "The credit budget of the minute or hour does not cover the request, or the address is blocked after failed authentication. Not charged; wait for Retry-After.",
	api.CodeQuotaExceeded:            "The daily quota of new creators (per UTC day) is used up.",
	api.CodeInternal:                 "Internal error. Not charged.",
	api.CodeUnavailable:              "Live data is temporarily unavailable. Not charged; details has retry_after_seconds and upstream_error.",
	api.CodeUpstreamBroken:           "The source returned data this endpoint cannot read. Not charged; retrying does not help.",
	api.CodeDatabase:                 "The store failed. Not charged.",
	api.CodeSeedNotFound:             "A seed is unknown.",
	api.CodeInvalidSeeds:             "The seeds are malformed.",
	api.CodeSeedResolution:           "The seeds could not be looked up. Not charged.",
	api.CodeLookalike:                "Lookalikes could not be computed. Not charged.",
	api.CodeGetProfiles:              "The profiles could not be read. Not charged.",
	api.CodePostAnalysis:             "The posts could not be analyzed. Not charged.",
	api.CodeMatch:                    "The match could not be computed. Not charged.",
	api.CodeBrandSafety:              "Brand safety could not be computed. Not charged.",
	api.CodeScraping:                 "The source could not be read. Not charged.",
	api.CodeTranscriptUnavailable:    "No transcript exists.",
	api.CodeTranscriptNotAvailable:   "No transcript exists in this language.",
	api.CodeTranscriptionLimit:       "The transcription limit is reached; try again later.",
	api.CodeTranscriptionUnavailable: "Transcription is temporarily unavailable.",
}

// codeNames lists the codes, by status and then by name.
func codeNames() []api.Code {
	return slices.SortedFunc(maps.Keys(codes), func(a, b api.Code) int {
		return cmp.Or(a.Status()-b.Status(), cmp.Compare(a, b))
	})
}

// keyed are the codes of every endpoint that takes a key.
var keyed = []api.Code{api.CodeValidation, api.CodeUnauthorized, api.CodePaymentRequired,
	api.CodeForbidden, api.CodeRateLimited, api.CodeInternal, api.CodeUnavailable}

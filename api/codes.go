package api

import "net/http"

// Code names what went wrong, for programs. A client must accept codes it
// does not know.
type Code string

// The codes of the contract.
const (
	CodeValidation               Code = "validation_error"
	CodeInvalidParameter         Code = "invalid_parameter"
	CodeMissingParameter         Code = "missing_parameter"
	CodeUnauthorized             Code = "unauthorized"
	CodeForbidden                Code = "forbidden"
	CodePaymentRequired          Code = "payment_required"
	CodeInsufficientCredits      Code = "insufficient_credits"
	CodeNotFound                 Code = "not_found"
	CodeRateLimited              Code = "rate_limit_exceeded"
	CodeQuotaExceeded            Code = "quota_exceeded"
	CodeInternal                 Code = "internal_error"
	CodeUnavailable              Code = "service_unavailable"
	CodeUpstreamBroken           Code = "upstream_contract_broken"
	CodeDatabase                 Code = "database_error"
	CodeSeedNotFound             Code = "seed_not_found"
	CodeInvalidSeeds             Code = "invalid_seeds"
	CodeSeedResolution           Code = "seed_resolution_failed"
	CodeLookalike                Code = "lookalike_failed"
	CodeGetProfiles              Code = "get_profiles_failed"
	CodePostAnalysis             Code = "post_analysis_failed"
	CodeMatch                    Code = "match_failed"
	CodeBrandSafety              Code = "brand_safety_failed"
	CodeScraping                 Code = "scraping_failed"
	CodeTranscriptUnavailable    Code = "transcript_unavailable"
	CodeTranscriptNotAvailable   Code = "transcript_not_available"
	CodeTranscriptionLimit       Code = "transcription_limit_exceeded"
	CodeTranscriptionUnavailable Code = "transcription_unavailable"
)

var statuses = map[Code]int{
	CodeValidation: http.StatusBadRequest, CodeInvalidParameter: http.StatusBadRequest,
	CodeMissingParameter: http.StatusBadRequest, CodeInvalidSeeds: http.StatusBadRequest,
	CodeUnauthorized:    http.StatusUnauthorized,
	CodePaymentRequired: http.StatusPaymentRequired, CodeInsufficientCredits: http.StatusPaymentRequired,
	CodeForbidden: http.StatusForbidden,
	CodeNotFound:  http.StatusNotFound, CodeSeedNotFound: http.StatusNotFound,
	CodeTranscriptUnavailable: http.StatusNotFound, CodeTranscriptNotAvailable: http.StatusNotFound,
	CodeRateLimited: http.StatusTooManyRequests, CodeQuotaExceeded: http.StatusTooManyRequests,
	CodeTranscriptionLimit: http.StatusTooManyRequests,
	CodeInternal:           http.StatusInternalServerError, CodeDatabase: http.StatusInternalServerError,
	CodeSeedResolution: http.StatusInternalServerError, CodeLookalike: http.StatusInternalServerError,
	CodeGetProfiles: http.StatusInternalServerError, CodePostAnalysis: http.StatusInternalServerError,
	CodeMatch: http.StatusInternalServerError, CodeBrandSafety: http.StatusInternalServerError,
	CodeUpstreamBroken: http.StatusBadGateway,
	CodeUnavailable:    http.StatusServiceUnavailable, CodeScraping: http.StatusServiceUnavailable,
	CodeTranscriptionUnavailable: http.StatusServiceUnavailable,
}

// Status is the HTTP status a code is sent with; 500 for a code the contract
// does not know. CodeValidation is 400 here and 422 where the request was well
// formed and only its meaning is wrong; the sender tells the two apart.
func (c Code) Status() int {
	if s, ok := statuses[c]; ok {
		return s
	}
	return http.StatusInternalServerError
}

// ReasonCode says why billing needs attention (402).
type ReasonCode string

// The reasons of the contract.
const (
	ReasonBillingSuspended     ReasonCode = "BILLING_SUSPENDED"
	ReasonPaymentFailed        ReasonCode = "PAYMENT_FAILED"
	ReasonPaymentAction        ReasonCode = "PAYMENT_ACTION_REQUIRED"
	ReasonDisputeOpened        ReasonCode = "DISPUTE_OPENED"
	ReasonNoPaymentMethod      ReasonCode = "NO_PAYMENT_METHOD"
	ReasonSubscriptionRequired ReasonCode = "SUBSCRIPTION_REQUIRED"
	ReasonNoBundle             ReasonCode = "NO_BUNDLE_CONFIGURED"
	ReasonBundleExhausted      ReasonCode = "BUNDLE_EXHAUSTED"
)

// NextStep says what to do about a 402.
type NextStep string

// ReasonCodes lists the reasons of the contract.
func ReasonCodes() []ReasonCode {
	return []ReasonCode{ReasonBillingSuspended, ReasonPaymentFailed, ReasonPaymentAction, ReasonDisputeOpened,
		ReasonNoPaymentMethod, ReasonSubscriptionRequired, ReasonNoBundle, ReasonBundleExhausted}
}

var nextSteps = map[ReasonCode]NextStep{
	ReasonBillingSuspended: StepContactSupport, ReasonDisputeOpened: StepContactSupport,
	ReasonPaymentFailed: StepUpdatePayment, ReasonPaymentAction: StepAuthenticate,
	ReasonNoPaymentMethod: StepAddPayment, ReasonNoBundle: StepReconnect,
	ReasonSubscriptionRequired: StepUpgrade, ReasonBundleExhausted: StepUpgrade,
}

// NextStep names the step that ends a suspension for this reason; "" for a reason the
// contract does not know.
func (r ReasonCode) NextStep() NextStep { return nextSteps[r] }

// The steps of the contract.
const (
	StepUpdatePayment  NextStep = "update_payment_method"
	StepAuthenticate   NextStep = "complete_authentication"
	StepContactSupport NextStep = "contact_support"
	StepAddPayment     NextStep = "add_payment_method"
	StepReconnect      NextStep = "reconnect_connection"
	StepUpgrade        NextStep = "upgrade_plan"
)

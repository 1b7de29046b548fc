package api

// Envelope is the body of every failed request.
type Envelope struct {
	Error ErrorBody `json:"error"`
}

// ErrorBody describes an error. Code and Message are always there; RequestID may be
// absent, the X-Request-Id header is then the source.
type ErrorBody struct {
	Code       Code           `json:"code"`
	Message    string         `json:"message"`
	StatusCode int            `json:"status_code,omitempty"`
	Param      string         `json:"param,omitempty"`
	RequestID  string         `json:"request_id,omitempty"`
	ReasonCode ReasonCode     `json:"reason_code,omitempty"`
	NextStep   NextStep       `json:"next_step,omitempty"`
	Details    map[string]any `json:"details,omitempty"`
}

// One is the success body around a single value.
type One[T any] struct {
	Data T `json:"data"`
}

// Page is the success body of a list endpoint. NextCursor is opaque and nil on
// the last page; FilteredTotal is nil where the total is not known.
type Page[T any] struct {
	Data          []T     `json:"data"`
	HasMore       bool    `json:"has_more"`
	NextCursor    *string `json:"next_cursor"`
	FilteredTotal *int    `json:"filtered_total,omitempty"`
}

// The response headers of the contract. Reset values are Unix seconds. The two
// limit headers are an addition that a client must work without.
const (
	HeaderKey             = "X-API-Key"
	HeaderRequestID       = "X-Request-Id"
	HeaderCharged         = "X-Credits-Charged"
	HeaderFeatures        = "X-Credits-Features"
	HeaderPlan            = "X-Billing-Plan"
	HeaderRemainingMinute = "RateLimit-Remaining-Minute"
	HeaderRemainingHour   = "RateLimit-Remaining-Hour"
	HeaderResetMinute     = "RateLimit-Reset-Minute"
	HeaderResetHour       = "RateLimit-Reset-Hour"
	HeaderLimitMinute     = "RateLimit-Limit-Minute"
	HeaderLimitHour       = "RateLimit-Limit-Hour"
	HeaderRetryAfter      = "Retry-After"
)

// The headers of a request that is charged once however often it is sent. An
// answer that was given before names the request it was made for.
const (
	HeaderIdempotencyKey = "Idempotency-Key"
	HeaderReplayed       = "Idempotency-Replayed"
	HeaderOriginal       = "Original-Request"
)

package openapi

import "greenroom/api"

var (
	moneyHeaders = []string{api.HeaderCharged, api.HeaderFeatures, api.HeaderPlan,
		api.HeaderLimitMinute, api.HeaderLimitHour, api.HeaderRemainingMinute, api.HeaderRemainingHour,
		api.HeaderResetMinute, api.HeaderResetHour}
	decimal = &Schema{Type: "string", Pattern: `^-?[0-9]+(\.[0-9]{1,3})?$`}
	seconds = &Schema{Type: "integer"}
)

// onceHeader is the parameter of every endpoint that can charge.
var onceHeader = Param{Name: api.HeaderIdempotencyKey,
	About:  "Makes retries safe: for 24 hours, the same key with the same method, path and body returns the first answer without a new charge; with a different request it returns 422. While the first request runs, a second returns 409 with Retry-After. Refused requests are not kept.",
	Limits: Limits{Pattern: api.FormIdempotencyKey, MinLength: 1, MaxLength: api.IdempotencyKeyMax}}

// headers are those of the contract, by name.
func headers() map[string]Header {
	return map[string]Header{
		api.HeaderRequestID:       {Description: "The request id, in every answer.", Required: true, Schema: &Schema{Type: "string", Pattern: "^req_[0-9A-Za-z]{26}$"}},
		api.HeaderCharged:         {Description: "Credits charged for this request, as a decimal.", Schema: decimal},
		api.HeaderFeatures:        {Description: "The billed operations, comma-separated.", Schema: &Schema{Type: "string"}},
		api.HeaderPlan:            {Description: "Tier of the account.", Schema: &Schema{Ref: "#/components/schemas/Tier"}},
		api.HeaderLimitMinute:     {Description: "Credits per minute.", Schema: decimal},
		api.HeaderLimitHour:       {Description: "Credits per hour.", Schema: decimal},
		api.HeaderRemainingMinute: {Description: "Credits left in this UTC minute.", Schema: decimal},
		api.HeaderRemainingHour:   {Description: "Credits left in this UTC hour.", Schema: decimal},
		api.HeaderResetMinute:     {Description: "End of the minute, in Unix seconds.", Schema: seconds},
		api.HeaderResetHour:       {Description: "End of the hour, in Unix seconds.", Schema: seconds},
		api.HeaderRetryAfter:      {Description: "Seconds to wait before retrying.", Schema: seconds},
		api.HeaderReplayed:        {Description: "True if this answer repeats an earlier one with the same Idempotency-Key; X-Credits-Charged is then the original cost, and nothing is charged again. In a refusal, false means that no answer is kept under the key, so no request with it was charged. Only if a key was sent.", Schema: &Schema{Type: "string", Enum: values("true", "false")}},
		api.HeaderOriginal:        {Description: "The id of the original, charged request of a replayed answer.", Schema: &Schema{Type: "string"}},
		"Allow":                   {Description: "The supported methods.", Schema: &Schema{Type: "string"}},
		"ETag":                    {Description: "The version of this document.", Schema: &Schema{Type: "string"}},
	}
}

func headerRefs(names ...string) map[string]Header {
	out := map[string]Header{}
	for _, n := range names {
		out[n] = Header{Ref: "#/components/headers/" + n}
	}
	return out
}

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
	About:  "Makes sending a request again safe: for 24 hours the same key with the same method, path and body is answered as the first time and not charged again; with anything else it is 422. While the first one runs, another is 409 with Retry-After. What was refused is not kept.",
	Limits: Limits{Pattern: api.FormIdempotencyKey, MinLength: 1, MaxLength: api.IdempotencyKeyMax}}

// headers are those of the contract, by name.
func headers() map[string]Header {
	return map[string]Header{
		api.HeaderRequestID:       {Description: "Names the request, in every answer.", Required: true, Schema: &Schema{Type: "string", Pattern: "^req_[0-9A-Za-z]{26}$"}},
		api.HeaderCharged:         {Description: "Credits charged for this request, decimal.", Schema: decimal},
		api.HeaderFeatures:        {Description: "What was billed, with commas between.", Schema: &Schema{Type: "string"}},
		api.HeaderPlan:            {Description: "Tier of the account.", Schema: &Schema{Ref: "#/components/schemas/Tier"}},
		api.HeaderLimitMinute:     {Description: "Credits of a minute.", Schema: decimal},
		api.HeaderLimitHour:       {Description: "Credits of an hour.", Schema: decimal},
		api.HeaderRemainingMinute: {Description: "Credits left in this UTC minute.", Schema: decimal},
		api.HeaderRemainingHour:   {Description: "Credits left in this UTC hour.", Schema: decimal},
		api.HeaderResetMinute:     {Description: "When the minute is over, Unix seconds.", Schema: seconds},
		api.HeaderResetHour:       {Description: "When the hour is over, Unix seconds.", Schema: seconds},
		api.HeaderRetryAfter:      {Description: "Seconds to wait before trying again.", Schema: seconds},
		api.HeaderReplayed:        {Description: "Whether this answer was given before to a request with the same Idempotency-Key: then X-Credits-Charged is what it cost then, and nothing is charged again. In a refusal, false says that no answer is kept under the key, so no request with it was charged. Only where a key was sent.", Schema: &Schema{Type: "string", Enum: values("true", "false")}},
		api.HeaderOriginal:        {Description: "The request that a replayed answer was made for, and charged.", Schema: &Schema{Type: "string"}},
		"Allow":                   {Description: "The methods of the path.", Schema: &Schema{Type: "string"}},
		"ETag":                    {Description: "Names this version of the document.", Schema: &Schema{Type: "string"}},
	}
}

func headerRefs(names ...string) map[string]Header {
	out := map[string]Header{}
	for _, n := range names {
		out[n] = Header{Ref: "#/components/headers/" + n}
	}
	return out
}

package openapi

import "greenroom/api"

var (
	moneyHeaders = []string{api.HeaderCharged, api.HeaderFeatures, api.HeaderPlan,
		api.HeaderLimitMinute, api.HeaderLimitHour, api.HeaderRemainingMinute, api.HeaderRemainingHour,
		api.HeaderResetMinute, api.HeaderResetHour}
	decimal = &Schema{Type: "string", Pattern: `^-?[0-9]+(\.[0-9]{1,3})?$`}
	seconds = &Schema{Type: "integer"}
)

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

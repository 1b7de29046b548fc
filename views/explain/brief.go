package explain

import (
	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/english"
)

// refusals are the codes of the contract in words.
var refusals = map[api.Code]string{
	api.CodeNotFound: "not found", api.CodeUnauthorized: "key rejected", api.CodeForbidden: "not allowed",
	api.CodePaymentRequired: "no credits left", api.CodeInsufficientCredits: "no credits left", api.CodeRateLimited: "rate limited",
	api.CodeQuotaExceeded: "quota used up", api.CodeUnavailable: "service unavailable", api.CodeInternal: "service error",
	api.CodeDatabase: "service error", api.CodeUpstreamBroken: "unreadable data from the network",
	api.CodeTranscriptUnavailable: "no transcript", api.CodeTranscriptNotAvailable: "no transcript in this language",
	api.CodeTranscriptionLimit: "transcription limit reached",
}

// ends are the kinds of failure in words.
var ends = map[client.Kind]string{
	client.KindKey: "no key", client.KindSignedOut: "not signed in", client.KindNotOffered: "not offered here", client.KindInvalid: "invalid request", client.KindUnreachable: "service not reached",
	client.KindLost: "connection lost", client.KindTimeout: "timed out", client.KindCancelled: "cancelled", client.KindTruncated: "answer cut off",
	client.KindMalformed: "unreadable answer", client.KindHTML: "web page instead of an answer", client.KindContentType: "not a Creator Data Service",
	client.KindRedirect: "redirected", client.KindTooLarge: "answer too large", client.KindOverBudget: "over budget",
	client.KindOverCap: "over a cap", client.KindNeverFits: "over the whole budget", client.KindJournal: "journal not writable",
	client.KindPayment: "not paid",
}

// InBrief is a code of the contract, or a kind of failure, in a few words.
func InBrief(code string) string {
	if words, ok := refusals[api.Code(code)]; ok {
		return words
	}
	if words, ok := ends[client.Kind(code)]; ok {
		return words
	}
	return english.Words(code)
}

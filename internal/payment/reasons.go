package payment

import (
	"net/http"
	"slices"
	"strings"
)

// Used says that a transfer was brought to its chain before. Facilitators have no
// common word for it.
func Used(reason string) bool {
	r := strings.NewReplacer("_", " ", "-", " ").Replace(strings.ToLower(reason))
	return SaysOneOf(r, "already used", "nonce used", "authorization used", "used or cancel", "already settled", "already been used", "duplicate settlement")
}

// Disproves says whether a refusal, given to a payment that was sent before, proves
// that it was never taken: only one that asks for money and says what is wrong with
// this payment. Whoever refuses for another reason, or asks as if nothing had come,
// has not looked.
func Disproves(status int, reason string) bool {
	return status == http.StatusPaymentRequired && !Used(reason) && !SaysOneOf(strings.ToLower(reason), "required", "did not say why")
}

// SaysOneOf says whether a reason holds one of some words.
func SaysOneOf(reason string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(reason, w) })
}

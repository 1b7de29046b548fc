// Package explain turns failures into sentences for people: what happened,
// why, and what can be done next. Every such sentence of the workbench is
// written here.
package explain

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/english"
	"greenroom/ui/text"
)

// Failure is the sentence for a failed call. now is the time it is read at.
func Failure(err error, now time.Time) text.Text {
	if errors.Is(err, context.Canceled) {
		return text.Const("Cancelled. Nothing was changed; a call already sent may still be charged.")
	}
	failed, ok := errors.AsType[*client.Error](err)
	if !ok {
		return text.Clean(err.Error())
	}
	sentence := cmp.Or(because(failed), "It failed without a reason.") + after(failed, now)
	if failed.Outcome == client.OutcomeUnknown && !failed.Paying {
		sentence += " It may have been charged; to find out, run greenroom journal settle."
	}
	return text.Clean(sentence)
}

// File is why a file cannot be read or written, in words that follow what was not done.
func File(path string, err error) text.Text {
	folder := filepath.Dir(path)
	_, missing := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist) && missing != nil:
		return text.Format("there is no folder %s. Check the path.", folder)
	case errors.Is(err, fs.ErrNotExist):
		return text.Format("there is no file %s. Check the name.", path)
	case errors.Is(err, fs.ErrPermission):
		return text.Format("you may not open %s. Choose another file, or have its permissions changed.", path)
	case errors.Is(err, fs.ErrExist):
		return text.Format("%s is there already. Choose another name.", path)
	}
	return text.Format("%s.", strings.TrimSuffix(err.Error(), "."))
}

// NotKept is the sentence for an answer that came and could not be written down.
func NotKept(err error) text.Text {
	return text.Clean("The answer arrived but could not be kept: asking again may be charged. " + err.Error() + ". Run greenroom doctor to see where answers are kept.")
}

// nextSteps tells how to go on after failures of a kind, whatever the case.
var nextSteps = map[client.Kind]string{
	client.KindUnreachable: "Is the service running? Run greenroom doctor to see which service is used and where that is set.",
	client.KindOverCap:     "The caps belong to the connection; greenroom doctor names the configuration file.",
	client.KindJournal:     "Run greenroom doctor to see what to do.",
	client.KindHTML:        "Is the address right, and are you signed in to the network? Run greenroom doctor to see the address.",
	client.KindContentType: "Is the address right? Run greenroom doctor to see it.",
	client.KindRedirect:    "If the service has moved, add its new address with greenroom connection add.",
	client.KindMalformed:   "If it happens again, the service may be another version, or the connection may lack its names for the networks.",
	client.KindTooLarge:    "Ask for less at a time.",
}

// broken are the kinds in which an answer did not arrive whole.
var broken = map[client.Kind]bool{client.KindLost: true, client.KindTimeout: true, client.KindTruncated: true}

// because explains a failure. One of this machine is told with its cause, which the client
// leaves out of its message.
func because(e *client.Error) string {
	switch {
	case e.Err == nil:
	case e.Kind == client.KindJournal:
		return "Nothing was sent: the call could not be written to the journal: " + e.Err.Error() + "."
	case e.Kind == client.KindKey:
		return "Nothing was sent: " + e.Err.Error() + "."
	case e.Kind == client.KindPayment:
		return e.Message + " The reason: " + e.Err.Error() + "."
	}
	return e.Message
}

func after(e *client.Error, now time.Time) string {
	next, known := nextSteps[e.Kind]
	switch {
	case e.Kind == client.KindSignedOut:
		return ""
	case e.Code == api.CodeUnauthorized:
		return " Run greenroom doctor to see where the key comes from."
	case known:
		return " " + next
	case broken[e.Kind] && e.Outcome == client.OutcomeFree:
		return " Nothing was charged; try again."
	case e.Code == api.CodePaymentRequired && e.NextStep != "":
		return " Next step: " + string(e.NextStep) + "."
	case !e.RetryAt.IsZero() && e.RetryAt.After(now):
		return " Try again in " + text.Countdown(e.RetryAt.Sub(now)).String() + "."
	}
	return ""
}

// The shortest and the longest wait before something free is asked for again.
const tryAgain, tryLatest = time.Second, 15 * time.Second

// Later: the service will answer once it has time, or can be reached.
func Later(err error) bool {
	e, ok := errors.AsType[*client.Error](err)
	if !ok {
		return false
	}
	switch e.Kind {
	case client.KindAPI:
		return e.Status == http.StatusServiceUnavailable || e.Status == http.StatusTooManyRequests
	case client.KindTimeout, client.KindLost, client.KindUnreachable:
		return true
	}
	return false
}

// Wait returns the time to wait before that.
func Wait(err error, now time.Time) time.Duration {
	wait := tryAgain
	if e, ok := errors.AsType[*client.Error](err); ok && !e.RetryAt.IsZero() {
		wait = min(max(wait, e.RetryAt.Sub(now)), tryLatest)
	}
	return wait
}

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

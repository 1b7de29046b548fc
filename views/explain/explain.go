// Package explain turns failures into sentences for people: what happened,
// why, and what can be done next. Every such sentence of the workbench is
// written here.
package explain

import (
	"cmp"
	"context"
	"errors"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
)

// Failure is the sentence for a failed call. now is the time it is read at.
func Failure(err error, now time.Time) text.Text {
	if errors.Is(err, context.Canceled) {
		return text.Const("Cancelled. Nothing was changed; a call that had left may still be charged.")
	}
	failed, ok := errors.AsType[*client.Error](err)
	if !ok {
		return text.Clean(err.Error())
	}
	sentence := cmp.Or(because(failed), "It did not work, and nobody said why.") + after(failed, now)
	if failed.Outcome == client.OutcomeUnknown && !failed.Paying {
		sentence += " Whether it was charged is not known; greenroom journal settle finds out, where the service can tell."
	}
	return text.Clean(sentence)
}

// NotKept is the sentence for an answer that came and could not be written down.
func NotKept(err error) text.Text {
	return text.Clean("The answer is here, but it could not be kept: asking again may be charged. " + err.Error() + ". greenroom doctor tells where it is kept.")
}

// nextSteps are what to do about failures of a kind, whatever the case.
var nextSteps = map[client.Kind]string{
	client.KindUnreachable: "Is the service running there? greenroom doctor tells which one is used, and from where that is known.",
	client.KindOverCap:     "The caps are those of the connection, in the configuration file that greenroom doctor names.",
	client.KindJournal:     "greenroom doctor tells what to do.",
	client.KindHTML:        "Is the address that of the service, and the network signed in to? greenroom doctor tells which one is used.",
	client.KindContentType: "Is the address that of the service? greenroom doctor tells which one is used.",
	client.KindRedirect:    "If it has moved, give the connection its new address: greenroom connection add.",
	client.KindMalformed:   "If it happens again, the service is of another version, or its platform words are missing in the connection.",
	client.KindTooLarge:    "Ask for less at a time.",
}

// broken are the kinds in which an answer did not arrive whole.
var broken = map[client.Kind]bool{client.KindLost: true, client.KindTimeout: true, client.KindTruncated: true}

// because is what went wrong. What lies on this machine is told with its cause,
// which the client leaves out of its message.
func because(e *client.Error) string {
	switch {
	case e.Err == nil:
	case e.Kind == client.KindJournal:
		return "The call was not sent, because it could not be written into the journal first: " + e.Err.Error() + "."
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
		return " greenroom doctor tells where the key comes from."
	case known:
		return " " + next
	case broken[e.Kind] && e.Outcome == client.OutcomeFree:
		return " Nothing was charged: it can be tried again."
	case e.Code == api.CodePaymentRequired && e.NextStep != "":
		return " Next step: " + string(e.NextStep) + "."
	case !e.RetryAt.IsZero() && e.RetryAt.After(now):
		return " It can be tried again in " + text.Countdown(e.RetryAt.Sub(now)).String() + "."
	}
	return ""
}

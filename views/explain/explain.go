// Package explain turns failures into sentences for people: what happened,
// why, and what can be done next. Every such sentence of the workbench is
// written here.
package explain

import (
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
	var failed *client.Error
	if !errors.As(err, &failed) {
		return text.Clean(err.Error())
	}
	sentence := failed.Message + after(failed, now)
	if failed.Outcome == client.OutcomeUnknown {
		sentence += " Whether it was charged is not known; it is not asked again by itself."
	}
	if failed.RequestID != "" {
		sentence += " (" + failed.RequestID + ")"
	}
	return text.Clean(sentence)
}

func after(e *client.Error, now time.Time) string {
	switch {
	case e.Code == api.CodeUnauthorized:
		return " It comes from GREENROOM_API_KEY. Leave GREENROOM_BASE_URL unset to use the built-in service."
	case e.Kind == client.KindUnreachable:
		return " Is the service running there? Leave GREENROOM_BASE_URL unset to use the built-in one."
	case e.Code == api.CodePaymentRequired && e.NextStep != "":
		return " Next step: " + string(e.NextStep) + "."
	case !e.RetryAt.IsZero() && e.RetryAt.After(now):
		return " It can be tried again in " + text.Countdown(e.RetryAt.Sub(now)).String() + "."
	}
	return ""
}

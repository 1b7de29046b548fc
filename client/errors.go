package client

import (
	"errors"
	"strings"
	"time"

	"greenroom/api"
)

// Kind tells apart how a call failed.
type Kind string

// The kinds. Only KindAPI and KindNotOffered are the service speaking; for all
// others Code is empty, except that a missing key reads unauthorized.
const (
	KindAPI         Kind = "api"          // the service said no: see Code
	KindNotOffered  Kind = "not_offered"  // this service has no such endpoint
	KindInvalid     Kind = "invalid"      // the request makes no sense; nothing was sent
	KindKey         Kind = "key"          // there is no usable key; nothing was sent
	KindSignedOut   Kind = "signed_out"   // nobody is signed in, or the session has ended; nothing was charged
	KindNeverFits   Kind = "never_fits"   // costs more than a whole budget; nothing was sent
	KindOverBudget  Kind = "over_budget"  // more than the budget has left: RetryAt says when it fits; nothing was sent
	KindOverCap     Kind = "over_cap"     // more than the call, the session or the day may cost; nothing was sent
	KindDryRun      Kind = "dry_run"      // it was asked not to send it
	KindNotKept     Kind = "not_kept"     // it was asked to answer from the memory, which holds no answer; nothing was sent
	KindJournal     Kind = "journal"      // could not be written down first; nothing was sent
	KindPayment     Kind = "payment"      // the service asks to be paid for this call, and was not, or did not take it
	KindUnreachable Kind = "unreachable"  // no connection; nothing was sent
	KindLost        Kind = "lost"         // the connection broke after the request had left
	KindTimeout     Kind = "timeout"      // no answer in time
	KindCancelled   Kind = "cancelled"    // the caller gave up
	KindTruncated   Kind = "truncated"    // the answer ended in the middle
	KindTooLarge    Kind = "too_large"    // the answer is larger than any the contract knows
	KindHTML        Kind = "html"         // a web page: a proxy, a portal, or the wrong address
	KindContentType Kind = "content_type" // neither JSON nor a web page
	KindRedirect    Kind = "redirect"     // another address, which is not followed
	KindMalformed   Kind = "malformed"    // JSON, but not the contract's
)

// Error is why a call failed. It matches CodeError by code, and what caused it.
type Error struct {
	Kind      Kind
	Op        string // what was tried: "read shortlist 7f3c…"
	Status    int    // 0 where no answer came
	Code      api.Code
	Param     string
	Message   string // a sentence for people, raw
	RequestID string
	Reason    api.ReasonCode
	NextStep  api.NextStep
	RetryAt   time.Time // when it may be tried again; zero if not said
	Upstream  string    // what the source network said, where the service passes it on
	Details   map[string]any
	Outcome   Outcome
	Paying    bool  // a payment has left for it, and Message says what is known of that
	Err       error // the cause, if any
}

// Error reads "read shortlist 7f3c…: not_found: There is no such shortlist."
func (e *Error) Error() string {
	s := e.Op + ": "
	switch {
	case e.Code != "":
		s += string(e.Code) + ": " + e.Message
	case e.Err != nil && e.Kind == KindPayment:
		s += string(e.Kind) + ": " + e.Message + " (" + e.Err.Error() + ")"
	case e.Err != nil:
		s += string(e.Kind) + ": " + e.Err.Error()
	default:
		s += string(e.Kind) + ": " + e.Message
	}
	return s
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is matches a CodeError of the same code.
func (e *Error) Is(target error) bool {
	code, ok := target.(CodeError)
	return ok && e.Code != "" && api.Code(code) == e.Code
}

// CodeError is a code to match with errors.Is:
// errors.Is(err, client.CodeError(api.CodeNotFound)).
type CodeError api.Code

func (c CodeError) Error() string { return string(c) }

// Is says whether err is a failure with this code.
func Is(err error, code api.Code) bool { return errors.Is(err, CodeError(code)) }

// KindOf is the kind of a failed call; "" for other errors and for nil.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return ""
}

const redacted = "[key]"

// cleaner takes a key out of text. Something shorter than six characters keeps
// nobody out, and would be found in ordinary words.
func cleaner(key string) func(string) string {
	return func(s string) string {
		if len(key) < 6 {
			return s
		}
		return strings.ReplaceAll(s, key, redacted)
	}
}

// scrub takes the key out of whatever an answer may have echoed.
func (e *Error) scrub(key string) {
	clean := cleaner(key)
	e.Message, e.Param, e.RequestID, e.Upstream = clean(e.Message), clean(e.Param), clean(e.RequestID), clean(e.Upstream)
	for _, s := range []*string{(*string)(&e.Code), (*string)(&e.Reason), (*string)(&e.NextStep)} {
		*s = clean(*s)
	}
	eachString(e.Details, "", func(_, s string) string { return clean(s) })
	if e.Err == nil {
		return
	}
	if s := e.Err.Error(); clean(s) != s {
		e.Err = errors.New(clean(s))
	}
}

func (r *Receipt) scrub(key string) {
	clean := cleaner(key)
	r.RequestID, r.Plan = clean(r.RequestID), clean(r.Plan)
	for i, f := range r.Features {
		r.Features[i] = clean(f)
	}
}

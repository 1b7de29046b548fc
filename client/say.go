package client

import (
	"fmt"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client/money"
	"greenroom/internal/each"
)

// What the client says to people: what happened, why, and what to do. Everything
// else matches failures by Kind and Code.
const (
	sayNotKept    = "No kept answer, and nothing was sent. Ask the service for it."
	sayNameless   = "Nothing was sent: it is unclear which one is meant."
	sayUnwritten  = "Nothing was sent: the call could not be written to the journal. Is its folder full or read-only?"
	sayDryRun     = "Nothing was sent, as requested."
	sayNeverPaid  = "The call was interrupted before anything was paid; it cost nothing."
	sayElsewhere  = "Another program is settling this call now."
	sayNoRequest  = "Nothing was sent: the request could not be built."
	sayTooLong    = "The call timed out."
	sayCancelled  = "The call was cancelled."
	sayNoKey      = "Nothing was sent: no API key is set for this service."
	sayUnreadKey  = "Nothing was sent: the API key could not be read. Check where it comes from."
	sayOddKey     = "Nothing was sent: the API key contains invalid characters. Check where it comes from."
	sayCutOff     = "The answer was cut off. Check the network before you try again."
	sayLate       = "The answer did not arrive in time. Check the network before you try again."
	sayTooLarge   = "The answer is too large and was not read. Ask for less at a time."
	sayPart       = "The service sent only part of the answer. Check the address; there may be a proxy in front of it."
	sayOther      = "The answer is not in the expected format. Check the address: it may be a different kind of service."
	sayNoData     = "The answer contains no data. Check the address: it may be a different kind of service."
	sayNoReason   = "The service refused without a known reason. Check the address: it may be a different kind of service."
	sayCircle     = "The service repeats a page that was already read. The list may be incomplete."
	sayNoCursor   = "The service says there is more but does not say where. The list may be incomplete."
	sayNoWords    = "The query has no word in it, so it tells no creator from another. Name a topic, a place, a language or a size, or give filters."
	sayNotSent    = " Nothing was sent."
	sayAskForLess = " Ask for less, or raise the cap."
)

// Sentences with places for the host of the service, and for why, the address that it
// points to, or the field.
const (
	sayNoAnswer    = "The service at %s did not answer in time. Check the network before you try again."
	sayUnreachable = "The service at %s cannot be reached: %v. Check the address and the network."
	sayLost        = "The connection to %s was lost before the answer arrived. Check the network before you try again."
	sayRedirect    = "The service at %s redirects to another address%s. Redirects are not followed; if that address is right, set it as the address."
	sayWebPage     = "The service at %s answered with a web page. Check the address; there may be a proxy or a sign-in page in front of it."
	sayNotJSON     = "The service at %s did not answer with JSON. Check the address; there may be a proxy in front of it."
	sayMissing     = "The answer lacks %s, so it is not kept. Check the address: it may be a different kind of service."
)

// sentence is an error of a part of the client, for people.
func sentence(err error) string {
	said := err.Error()
	return strings.ToUpper(said[:1]) + said[1:] + "."
}

func sayNotOffered(r request) string {
	return "This service does not offer this: it has no " + r.method + " " + r.path() + "."
}

// Say is why a cost may not be spent, as a sentence; "" where it may.
func (c *Client) Say(f money.Fit) string {
	if e := c.refusal(&underway{}, f); e != nil {
		return e.Message
	}
	return ""
}

// refusal is a call that does not fit, in words; nil for one that does.
func (c *Client) refusal(x *underway, f money.Fit) *Error {
	if f.OK() {
		return nil
	}
	e := &Error{Kind: KindOverCap, Outcome: OutcomeFree, RetryAt: f.At}
	switch f.Reason {
	case money.NeverFits:
		w := f.Short[0]
		e.Kind = KindNeverFits
		e.Message = fmt.Sprintf("This can cost up to %s credits, more than the whole budget of %s per %s.", f.High, w.Limit, w.Span) + c.wouldFit(x, w.Limit)
	case money.OverWindow:
		e.Kind, e.Message = KindOverBudget, sayWindow(f, c.cfg.Clock().Location())
	case money.OverCall:
		e.Message = sayOverCall(f.High, f.Most)
	case money.OverSession:
		e.Message = sayCap("This can cost up to %s credits; %s of the session cap of %s are left.", f.High, f.Left, f.Most)
	case money.OverDay:
		e.Message = sayCap("This can cost up to %s credits; %s of today's cap of %s are left.", f.High, f.Left, f.Most)
	}
	return e
}

// OverCall is the refusal of calls that can cost more together than they may.
func OverCall(high, most api.Credits) *Error {
	return &Error{Kind: KindOverCap, Outcome: OutcomeFree, Message: sayOverCall(high, most)}
}

func sayOverCall(high, most api.Credits) string {
	return sayCap("This can cost up to %s credits; the cap is %s.", high, most)
}

func sayCap(format string, amounts ...any) string {
	return fmt.Sprintf(format, amounts...) + sayNotSent + sayAskForLess
}

func (c *Client) wouldFit(x *underway, limit api.Credits) string {
	_, search := x.request.body.(api.SearchRequest)
	if n := c.prices.Prices().SearchWithin(limit); search && n > 0 {
		return fmt.Sprintf(" A limit of %d would fit.", n)
	}
	return " Ask for less at a time."
}

func sayWindow(f money.Fit, zone *time.Location) string {
	short := each.Of(f.Short, func(w money.Shortage) string { return fmt.Sprintf("%s are left this %s", w.Remaining, w.Span) })
	held := ""
	if f.Held > 0 {
		held = fmt.Sprintf(" Running calls can take %s of that.", f.Held)
	}
	return fmt.Sprintf("This can cost up to %s credits; %s.%s%s It fits at %s.",
		f.High, strings.Join(short, " and "), held, sayNotSent, f.At.In(zone).Format(time.TimeOnly))
}

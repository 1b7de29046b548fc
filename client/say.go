package client

import (
	"fmt"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client/money"
)

// What the client says to people: what happened, why, and what to do. Everything
// else matches failures by Kind and Code.
const (
	sayNotKept    = "No answer to this is kept, and nothing was sent. Ask the service for it."
	sayNameless   = "It is not said which one is meant, so nothing was sent."
	sayUnwritten  = "The call was not sent, because it could not be written into the journal first. Look at the folder of the journal: is it full, or read-only?"
	sayDryRun     = "Nothing was sent, as was asked for."
	sayNeverPaid  = "The call was cut off before anything was paid for it, and cost nothing."
	sayElsewhere  = "Another program is settling this call now."
	sayNoRequest  = "The request could not be written, so nothing was sent."
	sayNothing    = "Nothing is asked for, so nothing was sent."
	sayTooLong    = "The call took longer than it was given."
	sayCancelled  = "The call was cancelled."
	sayNoKey      = "There is no API key, so nothing was sent. Set one for this service."
	sayUnreadKey  = "The API key could not be read, so nothing was sent. Look at where it comes from."
	sayOddKey     = "The API key holds characters that no key has, so nothing was sent. Look at where it comes from."
	sayCutOff     = "The answer ended in the middle. Look at the connection before asking again."
	sayLate       = "The answer did not arrive in time. Look at the connection before asking again."
	sayTooLarge   = "The answer is larger than any the contract knows, and was not read. Ask for less at a time."
	sayPart       = "The service answered with a part of the answer only. Look at the address; a proxy may stand before it."
	sayOther      = "The answer is not what the contract says. Look at the address: it may be another kind of service."
	sayNoData     = "The answer holds no data. Look at the address: it may be another kind of service."
	sayNoReason   = "The service refused, without saying why in the contract's words. Look at the address: it may be another kind of service."
	sayCircle     = "The service says that there is more, and leads back to a page that was read already. What is here may not be all."
	sayNoCursor   = "The service says that there is more, but not where."
	sayNoWords    = "The query has no word in it, so it tells no creator from another. Name a topic, a place, a language or a size, or give filters."
	sayNotSent    = " Nothing was sent."
	sayAskForLess = " Ask for less, or allow more."
)

// Sentences with places for the host of the service, and for why, the address that it
// points to, or the field.
const (
	sayNoAnswer    = "The service at %s did not answer in time. Look at the connection before asking again."
	sayUnreachable = "The service at %s cannot be reached: %v. Look at the address and the network."
	sayLost        = "The connection to %s was lost before the answer came. Look at the connection before asking again."
	sayRedirect    = "The service at %s points to another address%s, which is not followed. If it is the right one, set it as the address."
	sayWebPage     = "The service at %s answered with a web page. Look at the address; a proxy or a page to sign in may stand before it."
	sayNotJSON     = "The service at %s answered with something that is not JSON. Look at the address; a proxy may stand before it."
	sayMissing     = "The answer lacks %s, which the contract promises, and is not kept. Look at the address: it may be another kind of service."
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
		e.Message = fmt.Sprintf("This can cost up to %s credits, more than the whole budget of %s a %s.", f.High, w.Limit, w.Span) + c.wouldFit(x, w.Limit)
	case money.OverWindow:
		e.Kind, e.Message = KindOverBudget, sayWindow(f, c.cfg.Clock().Location())
	case money.OverCall:
		e.Message = sayOverCall(f.High, f.Most)
	case money.OverSession:
		e.Message = sayCap("This can cost up to %s credits, and %s are left of the %s allowed for this session.", f.High, f.Left, f.Most)
	case money.OverDay:
		e.Message = sayCap("This can cost up to %s credits, and %s are left of the %s allowed for today.", f.High, f.Left, f.Most)
	}
	return e
}

// OverCall is the refusal of calls that can cost more together than they may.
func OverCall(high, most api.Credits) *Error {
	return &Error{Kind: KindOverCap, Outcome: OutcomeFree, Message: sayOverCall(high, most)}
}

func sayOverCall(high, most api.Credits) string {
	return sayCap("This can cost up to %s credits, and %s are allowed for it.", high, most)
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

// sayWindow says which window does not hold a cost, and when it will.
func sayWindow(f money.Fit, zone *time.Location) string {
	var short []string
	for _, w := range f.Short {
		short = append(short, fmt.Sprintf("%s are left of the budget of this %s", w.Remaining, w.Span))
	}
	held := ""
	if f.Held > 0 {
		held = fmt.Sprintf(" Calls under way can take %s of that.", f.Held)
	}
	return fmt.Sprintf("This can cost up to %s credits, and %s.%s%s; it will fit at %s.",
		f.High, strings.Join(short, " and "), held, strings.TrimSuffix(sayNotSent, "."), f.At.In(zone).Format(time.TimeOnly))
}

package client

import (
	"time"

	"greenroom/api"
)

// Exchange is one call as the journal knows it before the request leaves. It
// never holds the key.
type Exchange struct {
	ID        string // unique, of this call and its retries
	Method    string
	Endpoint  string // as the contract writes it: "/v1/creators/{id}"
	Subject   string // what was asked for: the query, the id, the handle
	Low, High api.Credits
	At        time.Time
}

// Journal writes calls down. A program that dies in between leaves a Begin
// without an End: a call whose outcome is unknown.
type Journal interface {
	// Begin comes before the request leaves. A paid call that cannot be written
	// down is not sent.
	Begin(e Exchange) error
	// End comes when the call is over; err is nil or an *Error.
	End(e Exchange, r Receipt, err error)
}

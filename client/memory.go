package client

import (
	"context"
	"time"

	"greenroom/api"
)

// Exchange is one call as the memory knows it before the request leaves. It
// never holds the key.
type Exchange struct {
	ID        string // unique, of this call and its retries
	Method    string
	Endpoint  string // as the contract and the ledger write it: "/v1/creators/{id}"
	Subject   string // what was asked for: the query, the id, the handle
	Brief     string // what it was for; "" where that was not said
	Origin    string // who asked: see Config.Origin
	Low, High api.Credits
	At        time.Time
	Question  string // what Answer.Key is for it; "" of a call that cannot cost
	Purse     string // whose budget it takes from: a service and an account; "" likewise
	Repeat    Repeat // of a call that can cost
}

// Repeat holds the parts needed to send a request once more as the same one: its
// idempotency key, and its bytes.
type Repeat struct {
	Key      string
	Target   string // path and query
	Body     []byte // nil: none
	Personal bool   // its answer holds addresses of people
}

// Terms holds the limits that a call begins under. The zero value refuses nothing.
type Terms struct {
	Key  string       // its question, where the answer to another call will do
	From time.Time    // an answer that was kept since then will do
	Day  time.Time    // Cap is for what all programs spend from the purse in the day that begins then
	Cap  *api.Credits // nil: none
	// Resume lets the call go on as an earlier one that asked the same since then
	// and brought no answer, though it was charged or may have been; zero does not.
	// Settles is the id of the one earlier call that will do; "" is any.
	Resume  time.Time
	Settles string
}

// Begun says whether a call was written down, and if not, why.
type Begun struct {
	State BeginState
	Used  api.Credits // of the cap, without this call
	// Resumed is the earlier call that this one goes on as: its end is to be
	// written under that id. Zero: it is a new one.
	Resumed Resumed
}

// Resumed is a call that is sent once more, with the idempotency key it had.
type Resumed struct {
	ID, Key string
	High    api.Credits // the most it can have cost
	Earlier
}

// BeginState is the answer to a call that wants to begin.
type BeginState string

// The states.
const (
	Began    BeginState = ""          // it was written down
	UnderWay BeginState = "under_way" // another call asks the same now: see Await
	Answered BeginState = "answered"  // an answer to its question is kept
	OverDay  BeginState = "over_day"  // the cap of the day does not hold it
)

// Answer is an answer to be kept. Key names the question: the same question to the same
// service has the same key, whatever the networks are called there.
type Answer struct {
	Key  string
	Also []string // other questions that this answers too
	// Lasting are those of these questions whose answer is the same for ever,
	// whatever becomes of the service's catalogue: pages of a search session.
	Lasting []string
	Body    []byte // as the service sent it
	// Value is the body decoded, in neutral words: what data holds (an
	// api.Creator, an api.VideoTranscript), or the whole reply where more stands
	// beside data (an api.Page, an api.Found, an api.SearchPage). It may be changed
	// once End has returned; it is nil in a recalled answer.
	Value    any
	Charged  api.Credits
	Personal bool      // it holds addresses of people
	At       time.Time // when it came
}

// Memory writes calls down and keeps answers, so that nothing is paid for twice. It is of
// one service and one account. A program that dies between Begin and End leaves a call
// whose outcome is unknown.
type Memory interface {
	// Begin writes a call down if its terms allow it, in one transaction that no
	// other program comes between. It is durable before it returns where the call
	// can cost. A paid call that cannot be written down is not sent.
	Begin(ctx context.Context, e Exchange, t Terms) (Begun, error)
	// Await returns when no call under way asks a question any more, with an error
	// when that takes longer than any call.
	Await(ctx context.Context, key string) error
	// End says how a call ended, err being nil or an *Error, and keeps what it
	// brought, nil being nothing to keep: both or neither, and durable before it
	// returns where the call could cost. A call that was answered from the memory
	// has an End without a Begin, and one whose cost shows later has a second End. An error of End does not undo the call.
	End(ctx context.Context, e Exchange, r Receipt, err error, a *Answer) error
	// Unsettled are the paid calls since a moment that brought no answer, though
	// they were charged or may have been, and can be sent again, oldest first.
	Unsettled(ctx context.Context, since time.Time) ([]Unsettled, error)
	// Recall is the kept answer to a question; false where there is none.
	Recall(ctx context.Context, key string) (Answer, bool, error)
	// Holds says of each of some creators, by api.Digest, whether a search session
	// that is kept holds them.
	Holds(ctx context.Context, digests []string) ([]bool, error)
	// Spent returns the cost of a purse's calls that began since a moment and before
	// another (zero: ever since), those whose outcome is unknown with the most they can
	// have cost.
	Spent(ctx context.Context, purse string, since, until time.Time) (api.Credits, error)
	// Lessons returns the lessons of this service; Learn adds some.
	Lessons(ctx context.Context) (Lessons, error)
	Learn(ctx context.Context, l Lessons) error
}

// Unsettled is a paid call that brought no answer.
type Unsettled struct {
	Exchange
	Earlier
	Cancelled bool // by who asked for it
	Paid      bool // a payment for it has left, and was not refused at once
}

// Lessons records where a service was seen to depart from the contract.
type Lessons struct {
	Prices       []api.Price // other than those of the contract's table
	PaidRefusals bool        // a 503 took something from the budget
	Idempotent   bool        // it knows idempotency keys
}

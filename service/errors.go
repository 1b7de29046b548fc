package service

import (
	"errors"
	"math"
	"time"

	"greenroom/api"
)

// Error is a failure the contract has a code for. Whatever else goes wrong is
// an internal error, whose text never leaves the service.
type Error struct {
	Code    api.Code
	Message string // a sentence for people: what, why, what next
	Param   string
	// Semantic marks a validation error in a well-formed request, which the
	// contract answers otherwise than a malformed one.
	Semantic bool
	// Moved marks a request for a state that is no longer the stored one.
	Moved      bool
	RetryAfter time.Duration // 0: not said
	Reason     api.ReasonCode
	NextStep   api.NextStep
	Details    map[string]any
	// Cause is the inner error, for the log alone.
	Cause error
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

func (e *Error) Unwrap() error { return e.Cause }

// Is matches another *Error by its code.
func (e *Error) Is(target error) bool {
	var t *Error
	return errors.As(target, &t) && t.Code == e.Code && t.Message == ""
}

// Invalid is a request that does not validate.
func Invalid(param, message string) *Error {
	return &Error{Code: api.CodeValidation, Param: param, Message: message}
}

// Meaningless is a well-formed request whose meaning is wrong.
func Meaningless(param, message string) *Error {
	return &Error{Code: api.CodeValidation, Param: param, Message: message, Semantic: true}
}

// NotFound is a resource that does not exist, or not for this account.
func NotFound(message string) *Error {
	return &Error{Code: api.CodeNotFound, Message: message}
}

// Unusable is the error of a store that cannot be read or written at all: it says
// in a sentence what is wrong with it and what to do, for whoever runs the service.
type Unusable interface {
	error
	Unusable() string
}

// Unfit is the error of a tool that is missing or will not do: it says in a sentence
// what is wrong and which command mends it, for whoever runs the service.
type Unfit interface {
	error
	Mend() string
}

// What stores answer with; rules turn these into sentences.
var (
	ErrNotFound = errors.New("no such record")
	// ErrVersion: the stored shortlist has another version.
	ErrVersion = errors.New("version is not the stored one")
	// ErrQuota: all slots of the day are taken.
	ErrQuota = errors.New("no slot is left today")
	// ErrTaken: another record has that id or name.
	ErrTaken = errors.New("one of that id or name exists already")
	// ErrUsed: what may be used once was used before.
	ErrUsed = errors.New("it was used before")
)

// Seconds is a wait as Retry-After says it. It rounds up: who waits that long has
// waited long enough.
func Seconds(wait time.Duration) int { return max(1, int(math.Ceil(wait.Seconds()))) }

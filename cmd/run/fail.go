package run

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/signin"
	"greenroom/internal/english"
	"greenroom/ui/text"
	"greenroom/views/explain"
)

// List the exit codes.
const (
	ExitOK         = 0
	ExitFailure    = 1
	ExitUsage      = 2
	ExitSignedOut  = 4
	ExitNotFound   = 5
	ExitLimited    = 6
	ExitOverBudget = 7
	ExitPartly     = 8
	ExitStopped    = 128 // and the number of the signal
)

// Exits explains each exit code: help and the documentation print it.
var Exits = []struct {
	Code    int
	Meaning string
}{
	{ExitOK, "Success. A dry run counts, and so does a list whose reader closed the pipe."},
	{ExitFailure, "It failed: the service, the network, or this machine."},
	{ExitUsage, "Wrong usage: nothing paid was sent, or the service rejected the request."},
	{ExitSignedOut, "Not signed in: the key is missing or not accepted, or the session has ended."},
	{ExitNotFound, "Not found."},
	{ExitLimited, "Rate limited: too many requests, failed keys, or a daily quota."},
	{ExitOverBudget, "Money stopped it: the budget, a cap, --max-credits or the prepaid balance does not hold it, billing needs attention, or the call asks for a payment of its own that was not made or not taken. Every 402 ends so."},
	{ExitPartly, "Partial success: some items are missing, or a list broke off. What arrived was printed."},
	{ExitStopped, "Stopped by a signal: 128 plus its number, so 130 for an interrupt, 143 for a termination, 129 for a hang-up."},
}

// ExitCode is the code that an error ends the program with.
func ExitCode(err error) int {
	var part *incompleteError
	var own coded
	var failed *client.Error
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &part):
		return part.code()
	case errors.As(err, &own):
		return own.code
	case errors.As(err, &failed):
		return failedCode(failed)
	case errors.Is(err, signin.ErrSignedOut):
		return ExitSignedOut
	}
	return ExitFailure
}

func failedCode(e *client.Error) int {
	switch e.Kind {
	case client.KindInvalid:
		return ExitUsage
	case client.KindKey, client.KindSignedOut:
		return ExitSignedOut
	case client.KindOverBudget, client.KindNeverFits, client.KindOverCap, client.KindPayment:
		return ExitOverBudget
	}
	switch {
	case e.Status == http.StatusPaymentRequired:
		return ExitOverBudget
	case e.Status == http.StatusUnauthorized:
		return ExitSignedOut
	case e.Kind == client.KindAPI && e.Status == http.StatusNotFound:
		return ExitNotFound
	case e.Status == http.StatusTooManyRequests && e.RetryAt.IsZero() && e.Details["required"] != nil && e.Details["limit"] != nil:
		return ExitOverBudget // no window is large enough for it: waiting does not help
	case e.Status == http.StatusTooManyRequests:
		return ExitLimited
	case badlyAsked(e):
		return ExitUsage
	}
	return ExitFailure
}

// badlyAsked says whether the service refused the request itself. A version that
// is no longer the stored one was right when it was read.
func badlyAsked(e *client.Error) bool {
	refused := e.Status == http.StatusBadRequest || e.Status == http.StatusUnprocessableEntity
	return e.Kind == client.KindAPI && refused && e.Param != "version"
}

// coded is an error of a command itself, with the code that it ends with. What it is
// made of decides nothing any more.
type coded struct {
	error
	code int
}

// WrongUse is an error because of which a command was called wrongly.
func WrongUse(err error) error { return coded{err, ExitUsage} }

// Usagef says how a command was called wrongly.
func Usagef(format string, args ...any) error { return WrongUse(fmt.Errorf(format, args...)) }

// Absent says that something is not there.
func Absent(sentence string) error { return coded{errors.New(sentence), ExitNotFound} }

// Partlyf says what of a command was not done.
func Partlyf(format string, args ...any) error { return coded{fmt.Errorf(format, args...), ExitPartly} }

// missed is an item that brought nothing, and why.
type missed struct {
	item string
	err  error
}

// incompleteError is a command that brought a part of what it was asked for, or
// nothing of several items. stopped is what broke it off, nil where it came to
// its end.
type incompleteError struct {
	came    int
	missed  []missed
	stopped error
	resumes bool // the same command goes on where it stopped
}

// Error says what is missing and what next; the items themselves were named
// before.
func (e *incompleteError) Error() string {
	var said []string
	if n := len(e.missed); n > 0 {
		said = append(said, fmt.Sprintf("%d of %d returned nothing.", n, n+e.came))
	}
	if e.stopped != nil {
		said = append(said, fmt.Sprintf("Stopped after %s: %s", english.Count(e.came, "item"), Sentence(e.stopped)))
	}
	if e.resumes {
		said = append(said, "Run the command again to continue: what you paid for is kept and free.")
	}
	return strings.Join(said, " ")
}

// Unwrap returns the error that broke it off.
func (e *incompleteError) Unwrap() error { return e.stopped }

// code is that of the one reason, where nothing came and there is one.
func (e *incompleteError) code() int {
	if e.came > 0 {
		return ExitPartly
	}
	if e.stopped != nil {
		return ExitCode(e.stopped)
	}
	code := ExitCode(e.missed[0].err)
	for _, m := range e.missed[1:] {
		if ExitCode(m.err) != code {
			return ExitFailure
		}
	}
	return code
}

// nameMissed tells on standard error which items brought nothing, where the
// error does not.
func (j *Job) nameMissed(err error) {
	part, ok := errors.AsType[*incompleteError](err)
	if !ok {
		return
	}
	for _, m := range part.missed {
		j.Say(m.item + ": " + Sentence(m.err))
	}
}

// Incomplete returns the error of a command that could not finish, nil where everything
// came. err is the error that broke it off.
func (j *Job) Incomplete(err error) error {
	switch {
	case err == nil && len(j.missed) == 0:
		return nil
	case j.came == 0 && len(j.missed) == 0:
		return err
	case j.came == 0 && err == nil && len(j.missed) == 1:
		return j.missed[0].err
	}
	resumes := err != nil && j.Client != nil && !j.flags.refresh && ExitCode(err) != ExitUsage
	return &incompleteError{came: j.came, missed: j.missed, stopped: j.told(err), resumes: resumes}
}

// goesOn says whether one item's failure leaves the others worth asking for.
func goesOn(err error) bool {
	e, ok := errors.AsType[*client.Error](err)
	if !ok || e.Kind != client.KindAPI {
		return false
	}
	switch e.Status {
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusTooManyRequests:
		return false
	}
	return true
}

// overMost is a refusal that --max-credits had a part in.
type overMost struct {
	refusal *client.Error
	most    api.Credits
	capped  bool // the connection has caps too
}

// Unwrap is the refusal of the client.
func (e *overMost) Unwrap() error { return e.refusal }

// Error says whose limit it is.
func (e *overMost) Error() string {
	said := e.refusal.Message + " --max-credits allows " + InCredits(e.most) + " for the whole command"
	if e.capped {
		return said + ", and the connection has its own caps; see greenroom doctor."
	}
	return said + "."
}

// told names --max-credits where a refusal may be because of it.
func (j *Job) told(err error) error {
	failed, ok := errors.AsType[*client.Error](err)
	if !ok || failed.Kind != client.KindOverCap || !j.flags.most.set || errors.As(err, new(*incompleteError)) {
		return err
	}
	return &overMost{failed, j.flags.most.credits, j.capped}
}

// Sentences explains an error, each fault once: where several did, in the order in which
// they were joined.
func Sentences(err error) []string {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || err.Error() != errors.Join(joined.Unwrap()...).Error() { // several in one sentence
		return []string{Sentence(err)}
	}
	var all []string
	for _, part := range joined.Unwrap() {
		for _, said := range Sentences(part) {
			if !slices.Contains(all, said) {
				all = append(all, said)
			}
		}
	}
	return all
}

// Sentence explains an error in words for people.
func Sentence(err error) string {
	var part *incompleteError
	var over *overMost
	var failed *client.Error
	switch {
	case errors.As(err, &part):
	case errors.As(err, &over):
		return over.Error()
	case errors.As(err, &failed):
		said := explain.Failure(err, time.Now()).String()
		if failed.RequestID != "" {
			said += " (" + text.Clean(failed.RequestID).String() + ")"
		}
		if in := languages(failed); len(in) > 0 {
			said += " There is one in " + strings.Join(in, ", ") + "."
		}
		return said
	}
	return err.Error()
}

// languages are those a transcript exists in, where the service names them.
func languages(e *client.Error) []string {
	all, _ := e.Details["available_languages"].([]any)
	var codes []string
	for _, one := range all {
		switch l := one.(type) {
		case string:
			codes = append(codes, l)
		case map[string]any:
			if code, ok := l["code"].(string); ok {
				codes = append(codes, code)
			}
		}
	}
	return codes
}

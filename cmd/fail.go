package cmd

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
	"greenroom/views/explain"
)

// The codes that commands end with.
const (
	exitOK         = 0
	exitFailure    = 1
	exitUsage      = 2
	exitSignedOut  = 4
	exitNotFound   = 5
	exitLimited    = 6
	exitOverBudget = 7
	exitPartly     = 8
	exitStopped    = 128 // and the number of the signal
)

// exits is what each code means: help and the documentation print it.
var exits = []struct {
	code    int
	meaning string
}{
	{exitOK, "It was done. A dry run, and a list whose reader went away, count as done."},
	{exitFailure, "It failed: the service or the network, or billing needs attention."},
	{exitUsage, "It was called wrongly: nothing that costs was sent, or the service refused what was asked for."},
	{exitSignedOut, "Not signed in: there is no key, or the service does not take it."},
	{exitNotFound, "What was named is not there."},
	{exitLimited, "The service limits how often it is asked: too many requests, failed keys, or a daily quota."},
	{exitOverBudget, "It costs more than may be spent: the budget, a cap, --max-credits or the prepaid balance."},
	{exitPartly, "Done in part: some items are missing, or a list broke off. What came was printed."},
	{exitStopped, "Stopped by a signal: 128 and its number, so 130 after an interrupt, 143 after a request to terminate, 129 after a hang-up."},
}

// exitCode is the code that an error ends the program with.
func exitCode(err error) int {
	var wrong usageError
	var part *incompleteError
	var none *absent
	var failed *client.Error
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &part):
		return part.exitCode()
	case errors.As(err, &wrong):
		return exitUsage
	case errors.As(err, &none):
		return exitNotFound
	case errors.As(err, &failed):
		return failedCode(failed)
	}
	return exitFailure
}

func failedCode(e *client.Error) int {
	switch e.Kind {
	case client.KindInvalid:
		return exitUsage
	case client.KindKey:
		return exitSignedOut
	case client.KindOverBudget, client.KindNeverFits, client.KindOverCap:
		return exitOverBudget
	}
	switch {
	case e.Code == api.CodeInsufficientCredits:
		return exitOverBudget
	case e.Status == http.StatusUnauthorized:
		return exitSignedOut
	case e.Kind == client.KindAPI && e.Status == http.StatusNotFound:
		return exitNotFound
	case e.Status == http.StatusTooManyRequests && e.RetryAt.IsZero() && e.Details["required"] != nil && e.Details["limit"] != nil:
		return exitOverBudget // no window is large enough for it: waiting does not help
	case e.Status == http.StatusTooManyRequests:
		return exitLimited
	case badlyAsked(e):
		return exitUsage
	}
	return exitFailure
}

// badlyAsked says whether the service refused the request itself. A version that
// is no longer the stored one was right when it was read.
func badlyAsked(e *client.Error) bool {
	refused := e.Status == http.StatusBadRequest || e.Status == http.StatusUnprocessableEntity
	return e.Kind == client.KindAPI && refused && e.Param != "version"
}

// absent is something that a command was to find and that is not there.
type absent struct{ sentence string }

func (e *absent) Error() string { return e.sentence }

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
		said = append(said, fmt.Sprintf("%d of %d brought nothing.", n, n+e.came))
	}
	if e.stopped != nil {
		said = append(said, fmt.Sprintf("Stopped after %s: %s", counted(e.came, "item"), sentence(e.stopped)))
	}
	if e.resumes {
		said = append(said, "Run it again to go on: what was paid for is kept, and comes again for nothing.")
	}
	return strings.Join(said, " ")
}

// Unwrap is what broke it off.
func (e *incompleteError) Unwrap() error { return e.stopped }

// exitCode is that of the one reason, where nothing came and there is one.
func (e *incompleteError) exitCode() int {
	if e.came > 0 {
		return exitPartly
	}
	if e.stopped != nil {
		return exitCode(e.stopped)
	}
	code := exitCode(e.missed[0].err)
	for _, m := range e.missed[1:] {
		if exitCode(m.err) != code {
			return exitFailure
		}
	}
	return code
}

// miss notes an item that brought nothing.
func (j *job) miss(item string, err error) { j.missed = append(j.missed, missed{item, err}) }

// nameMissed tells on standard error which items brought nothing, where the
// error does not.
func (j *job) nameMissed(err error) {
	var part *incompleteError
	if !errors.As(err, &part) {
		return
	}
	for _, m := range part.missed {
		j.say(m.item + ": " + sentence(m.err))
	}
}

// say writes a line to standard error.
func (j *job) say(line string) { fmt.Fprintln(j.errs, text.Clean(line)) }

// incomplete is what a command failed with, nil where everything came. err is
// what broke it off.
func (j *job) incomplete(err error) error {
	switch {
	case err == nil && len(j.missed) == 0:
		return nil
	case j.came == 0 && len(j.missed) == 0:
		return err
	case j.came == 0 && err == nil && len(j.missed) == 1:
		return j.missed[0].err
	}
	resumes := err != nil && !j.flags.refresh && exitCode(err) != exitUsage
	return &incompleteError{came: j.came, missed: j.missed, stopped: j.told(err), resumes: resumes}
}

// goesOn says whether one item's failure leaves the others worth asking for.
func goesOn(err error) bool {
	var e *client.Error
	if !errors.As(err, &e) || e.Kind != client.KindAPI {
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
	said := e.refusal.Message + " --max-credits allows " + inCredits(e.most) + " for the whole command"
	if e.capped {
		return said + ", and the connection has caps of its own; greenroom doctor tells them."
	}
	return said + "."
}

// told names --max-credits where a refusal may be because of it.
func (j *job) told(err error) error {
	var part *incompleteError
	var failed *client.Error
	if !j.flags.most.set || errors.As(err, &part) || !errors.As(err, &failed) || failed.Kind != client.KindOverCap {
		return err
	}
	return &overMost{failed, j.flags.most.credits, j.capped}
}

// sentence is what went wrong in words for people.
func sentence(err error) string {
	var part *incompleteError
	var over *overMost
	var failed *client.Error
	switch {
	case errors.As(err, &part):
	case errors.As(err, &over):
		return over.Error()
	case errors.As(err, &failed):
		said := explain.Failure(err, time.Now()).String()
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

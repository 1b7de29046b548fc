package explain_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/views/explain"
)

func TestSentences(t *testing.T) {
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		err  error
		want string
	}{
		{context.Canceled, "Cancelled. Nothing was changed; a call already sent may still be charged."},
		{&client.Error{Kind: client.KindCancelled, Err: context.Canceled, Message: "The call was cancelled.", Outcome: client.OutcomeUnknown},
			"Cancelled. Nothing was changed; a call already sent may still be charged."},
		{errors.New("disk full"), "disk full"},
		{&client.Error{Kind: client.KindAPI, Code: api.CodeNotFound, Message: "There is no such creator.", RequestID: "req_7"},
			"There is no such creator."},
		{fmt.Errorf("read creator: %w", &client.Error{Code: api.CodeNotFound, Message: "There is no such creator."}),
			"There is no such creator."},
		{&client.Error{Kind: client.KindKey, Code: api.CodeUnauthorized, Message: "No key is set."},
			"No key is set. Run greenroom doctor to see where the key comes from."},
		{&client.Error{Kind: client.KindSignedOut, Code: api.CodeUnauthorized, Message: "Nobody is signed in to a; greenroom login a signs in.", Err: errors.New("x")},
			"Nobody is signed in to a; greenroom login a signs in."},
		{&client.Error{Kind: client.KindUnreachable, Message: "The service at x cannot be reached."},
			"The service at x cannot be reached. Is the service running? Run greenroom doctor to see which service is used and where that is set."},
		{&client.Error{Kind: client.KindOverBudget, Message: "75 credits do not fit.", RetryAt: now.Add(40 * time.Second), Outcome: client.OutcomeFree},
			"75 credits do not fit. Try again in 0:40."},
		{&client.Error{Kind: client.KindOverCap, Message: "It is over the cap of the day.", Outcome: client.OutcomeFree},
			"It is over the cap of the day. The caps belong to the connection; greenroom doctor names the configuration file."},
		{&client.Error{Kind: client.KindJournal, Message: "It could not be written down.", Err: errors.New("disk full"), Outcome: client.OutcomeFree},
			"Nothing was sent: the call could not be written to the journal: disk full. Run greenroom doctor to see what to do."},
		{&client.Error{Kind: client.KindKey, Code: api.CodeUnauthorized, Message: "No key was read.", Err: errors.New("the key of a: the variable X is not set; set it to the key")},
			"Nothing was sent: the key of a: the variable X is not set; set it to the key. Run greenroom doctor to see where the key comes from."},
		{&client.Error{Kind: client.KindPayment, Message: "Nothing was paid.", Err: errors.New("the variable X is not set")}, "Nothing was paid. The reason: the variable X is not set."},
		{&client.Error{Kind: client.KindHTML, Message: "A web page came.", Outcome: client.OutcomeUnknown},
			"A web page came. Is the address right, and are you signed in to the network? Run greenroom doctor to see the address." +
				" It may have been charged; to find out, run greenroom journal settle."},
		{&client.Error{Kind: client.KindTimeout, Message: "No answer in time.", Outcome: client.OutcomeFree},
			"No answer in time. Nothing was charged; try again."},
		{&client.Error{Code: api.CodePaymentRequired, Message: "The card was refused.", NextStep: api.StepUpdatePayment},
			"The card was refused. Next step: update_payment_method."},
		{&client.Error{Code: api.CodePaymentRequired, Message: "The card was refused."}, "The card was refused."},
		{&client.Error{Code: api.CodeRateLimited, Message: "The minute is used up.", RetryAt: now.Add(23 * time.Second)},
			"The minute is used up. Try again in 0:23."},
		{&client.Error{Code: api.CodeRateLimited, Message: "The minute is used up.", RetryAt: now}, "The minute is used up."},
		{&client.Error{Kind: client.KindLost, Message: "The connection was lost.", Outcome: client.OutcomeUnknown},
			"The connection was lost. It may have been charged; to find out, run greenroom journal settle."},
		{&client.Error{Kind: client.KindLost, Message: "The connection was lost.", Outcome: client.OutcomeFree},
			"The connection was lost. Nothing was charged; try again."},
		{&client.Error{Code: api.CodeDatabase, Message: "\x1b]0;x\x07Broken\u202e\r\nwide.", RequestID: "req\x1b[2J_7"}, "Broken wide."},
	} {
		if got := explain.Failure(c.err, now).String(); got != c.want {
			t.Errorf("%v reads\n%s, want\n%s", c.err, got, c.want)
		}
	}
}

// A file that cannot be used is told with what is wrong with it, and what to do.
func TestFilesInWords(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there")
	for want, of := range map[string]struct {
		path string
		err  error
	}{
		"there is no file " + filepath.Join(dir, "a.json") + ". Check the name.":                {filepath.Join(dir, "a.json"), fs.ErrNotExist},
		"there is no folder " + there + ". Check the path.":                                     {filepath.Join(there, "a.json"), &fs.PathError{Op: "open", Path: there, Err: fs.ErrNotExist}},
		"you may not open " + there + ". Choose another file, or have its permissions changed.": {there, fs.ErrPermission},
		there + " is there already. Choose another name.":                                       {there, fs.ErrExist},
		"no space left on device.":                                                              {there, errors.New("no space left on device")},
	} {
		if got := explain.File(of.path, of.err).String(); got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

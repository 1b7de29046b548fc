package setup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/google/uuid"
	"golang.org/x/term"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/internal/each"
	"greenroom/ui/text"
)

// ProbeTimeout bounds one question to a service, a keyring or a command where somebody
// waits for an explanation.
var ProbeTimeout = 3 * time.Second

// verdict rates the state of something.
type verdict string

const (
	fine    verdict = "ok"
	warning verdict = "warning"
	problem verdict = "problem"
)

// check is one thing that was looked at: how it stands, where that comes from,
// and what to do about it.
type check struct {
	Name    string  `json:"name"`
	Verdict verdict `json:"verdict"`
	Says    string  `json:"says"`
	From    string  `json:"from,omitempty"`
	Do      string  `json:"do,omitempty"`
}

// failed is what was looked at where that went wrong.
func (k check) failed(err error, do string) check {
	k.Verdict, k.Says, k.Do = problem, err.Error(), do
	return k
}

// saysAt is the column that what is said of a thing begins at.
const saysAt = 30

// drawChecks prints what was looked at. Its lines are not cut, since what to do is at their
// end: on a terminal they go on below where they began.
func drawChecks(w io.Writer, checks []check) {
	room := 0
	if f, ok := w.(*os.File); ok {
		cols, _, _ := term.GetSize(int(f.Fd())) // 0: it is no terminal
		room = cols - saysAt
	}
	for _, k := range checks {
		says := k.Says
		if k.From != "" {
			says += " (" + k.From + ")"
		}
		fmt.Fprintf(w, "%-8s %-20s %s\n", k.Verdict, text.Clean(k.Name), hanging(says, room))
		if k.Do != "" {
			fmt.Fprintf(w, "%-29s → %s\n", "", text.Clean(k.Do))
		}
	}
}

// hanging is a text broken at the room, if that is enough for one.
func hanging(says string, room int) string {
	all := text.Clean(says)
	if room < saysAt {
		return all.String()
	}
	return strings.Join(each.Of(all.Wrap(room), text.Text.String), "\n"+strings.Repeat(" ", saysAt))
}

// probe asks a service for its health and then for something that is free and
// needs the key. The error is of the first question that failed.
func probe(ctx context.Context, conn *run.Connection) ([]check, error) {
	_, receipt, err := within(ctx, func(ctx context.Context) (api.Health, client.Receipt, error) {
		return conn.Client.Health(ctx)
	})
	if err != nil {
		return []check{troubled(conn, "service", err)}, err
	}
	checks := []check{{Name: "service", Verdict: fine, Says: "answers in " + millis(receipt.Took)}}
	if conn.Settings.Connection.Value.Key.Kind == config.KeyNone {
		return checks, nil // nothing is free and needs a key that there is not
	}
	works := proof(conn.Settings.Connection.Value) + " works"
	receipt, err = authenticate(ctx, conn)
	if err != nil {
		return append(checks, troubled(conn, works, err)), err
	}
	return append(checks,
		check{Name: works, Verdict: fine, Says: "answered in " + millis(receipt.Took)},
		check{Name: "plan", Verdict: fine, Says: output.Or(receipt.Plan)},
		check{Name: "budget", Verdict: fine, Says: windowSays(receipt.Budget.Minute, "this minute") + ", " + windowSays(receipt.Budget.Hour, "this hour")},
	), nil
}

// authenticate makes a free call that needs the key: a page of shortlists, or,
// where a service keeps none, a search session that is not there.
func authenticate(ctx context.Context, conn *run.Connection) (client.Receipt, error) {
	_, receipt, err := within(ctx, func(ctx context.Context) (api.Page[api.Shortlist], client.Receipt, error) {
		return conn.Client.Shortlists(ctx, "", 1)
	})
	if client.KindOf(err) != client.KindNotOffered {
		return receipt, err
	}
	_, receipt, err = within(ctx, func(ctx context.Context) (api.SearchPage, client.Receipt, error) {
		return conn.Client.SearchPage(ctx, uuid.NewString(), "")
	})
	if client.Is(err, api.CodeNotFound) {
		return receipt, nil
	}
	return receipt, err
}

func within[T any](ctx context.Context, ask func(context.Context) (T, client.Receipt, error)) (T, client.Receipt, error) {
	ctx, cancel := context.WithTimeout(ctx, ProbeTimeout)
	defer cancel()
	return ask(ctx)
}

// troubled says what a failed call means for a connection, and what to do.
func troubled(conn *run.Connection, name string, err error) check {
	k := check{Name: name, Verdict: problem, Says: err.Error()}
	var failed *client.Error
	if !errors.As(err, &failed) {
		return k
	}
	k.Says = failed.Message
	switch {
	case failed.Kind == client.KindKey && failed.Err != nil:
		k.Says = failed.Err.Error()
	case failed.Kind == client.KindSignedOut:
	case failed.Code == api.CodeUnauthorized:
		k.Says = "the service rejects the " + proof(conn.Settings.Connection.Value) + ": " + failed.Message
		k.Do = newKey(conn.Settings.Connection.Value)
	case foreign(failed):
		k.Says = "this is not a Creator Data Service: " + failed.Message
		k.Do = "use the address without /v1; check it: " + conn.Settings.Connection.Value.URL
	case failed.Kind == client.KindAPI || failed.Kind == client.KindNotOffered:
		k.Verdict, k.Says = warning, "the service accepts the key but refuses: "+failed.Message
	case unreached(failed):
		k.Do = "check your network, and whether the service is running at " + conn.Settings.Connection.Value.URL
	}
	return k
}

// proof names the credential a connection shows to a service.
func proof(c config.Connection) string {
	if c.Key.Kind == config.KeySignIn {
		return "session"
	}
	return "key"
}

// foreign says whether something answered that does not speak the contract.
func foreign(e *client.Error) bool {
	switch e.Kind {
	case client.KindHTML, client.KindContentType, client.KindRedirect, client.KindMalformed, client.KindTruncated, client.KindTooLarge:
		return true
	}
	return false
}

func unreached(e *client.Error) bool {
	return e.Kind == client.KindUnreachable || e.Kind == client.KindTimeout || e.Kind == client.KindLost
}

// newKey says how a connection gets another key.
func newKey(c config.Connection) string {
	switch c.Key.Kind {
	case config.KeySignIn:
		return "greenroom login " + c.Name + " signs in again"
	case config.KeyEnv:
		return "set a valid key in " + strings.TrimPrefix(c.Key.String(), "env:")
	case config.KeyCommand:
		return "check that the command " + strings.TrimPrefix(c.Key.String(), "command:") + " prints the key as its first line"
	}
	return "greenroom connection remove " + c.Name + ", then add it again with another key"
}

func windowSays(w client.Window, span string) string {
	switch {
	case w.Known && w.LimitKnown:
		return fmt.Sprintf("%s of %s credits left %s", w.Remaining, w.Limit, span)
	case w.Known:
		return fmt.Sprintf("%s credits left %s", w.Remaining, span)
	}
	return "not reported for " + span
}

func millis(d time.Duration) string {
	return fmt.Sprintf("%d ms", d.Milliseconds())
}

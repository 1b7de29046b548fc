package setup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/cli/browser"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"greenroom/client/signin"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/ui/blocks"
	"greenroom/ui/text"
)

// oneConnection is what the commands about one connection take.
var oneConnection = run.Words{What: "the name of one connection, or none for the one in use", Most: 1}

// named is the connection that a command is about, with its folders.
func named(j *run.Job) (config.Settings, error) {
	if len(j.Items) == 1 {
		j.At.Connection = j.Items[0]
	}
	set, err := j.At.Settings()
	if err != nil {
		return set, run.WrongUse(err)
	}
	return set, nil
}

// session is that of the connection; an error where nobody signs in to it.
func session(j *run.Job) (*signin.Session, config.Connection, error) {
	set, err := named(j)
	if err != nil {
		return nil, config.Connection{}, err
	}
	c := set.Connection.Value
	s := run.Session(set.Folders, c)
	switch {
	case s != nil:
		return s, c, nil
	case c.IsBuiltIn():
		return nil, c, run.Usagef("nobody signs in to the built-in service; name a connection: greenroom login NAME")
	}
	return nil, c, run.Usagef("nobody signs in to %s: it takes a key (%s). Where people sign in, greenroom connection add NAME --url %s --sign-in says so", c.Name, c.Key, c.URL)
}

func login(at *run.At) *cobra.Command {
	inBrowser := false
	return run.Command{
		Use: "login [CONNECTION]", Short: "Sign in to a service",
		Long: `Login shows a code and an address, which can be opened on any device, also on
a telephone; there one signs in and agrees. With --browser it is the browser
of this machine, and there is no code to type. What one is signed in with is
kept in the system's keyring, or in a file that only its owner can read, and
is renewed by itself. It is never shown.`,
		Example: "greenroom login\ngreenroom login agency --browser",
		Takes:   oneConnection, Local: true,
		Flags: func(f *pflag.FlagSet) {
			f.BoolVar(&inBrowser, "browser", false, "sign in with the browser of this machine")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			s, c, err := session(j)
			if err != nil {
				return err
			}
			if inBrowser {
				err = s.Browser(ctx, func(address string) { openBrowser(j, address) })
			} else {
				err = withCode(ctx, j, s)
			}
			if ctx.Err() != nil {
				return fmt.Errorf("signing in was stopped; nothing is signed in to %s", c.Name)
			}
			if err != nil {
				return err
			}
			state, err := s.Look(ctx)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(j.Out, text.Clean(greeting(c, state)))
			return err
		},
	}.New(at)
}

func greeting(c config.Connection, state signin.State) string {
	said := "signed in to " + c.Name
	if state.Who != "" {
		said += " as " + state.Who
	}
	return said + ", kept in " + state.Kept
}

// withCode shows a code and waits until it was used.
func withCode(ctx context.Context, j *run.Job, s *signin.Session) error {
	code, err := s.Begin(ctx)
	if err != nil {
		return err
	}
	showCode(j.Errs, code, columns(j.Errs))
	return s.Wait(ctx, code)
}

// qrInk draws the light dots of a QR code light, on a dark ground.
const qrInk, plainInk = "\x1b[38;5;231;48;5;16m", "\x1b[0m"

// columns is how wide pictures may be; 0 where nobody looks on.
func columns(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok || !run.OnTerminal(w) {
		return 0
	}
	cols, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return cols
}

// showCode prints a code: where to type it, and as pictures where they fit the code
// large and the address with the code in it to be scanned.
func showCode(w io.Writer, c *signin.Code, cols int) {
	fmt.Fprintf(w, "Open this address on any device, and type the code there:\n\n  %s\n\n  %s\n\n", text.Clean(c.Address), text.Clean(c.User))
	if large := blocks.Large(c.User); fits(large, cols) {
		drawPicture(w, large, "", "")
	}
	if scan := blocks.QR(c.Whole); c.Whole != "" && fits(scan, cols) {
		fmt.Fprintln(w, "Or scan this with a telephone:")
		ink, plain := qrInk, plainInk
		if os.Getenv("NO_COLOR") != "" {
			ink, plain = "", ""
		}
		drawPicture(w, scan, ink, plain)
	}
	fmt.Fprintf(w, "Waiting until %s. Only agree if it was you who began this.\n", c.Until.Local().Format("15:04"))
}

// margin is what stands left of a picture.
const margin = 2

func fits(picture []text.Text, cols int) bool {
	return len(picture) > 0 && picture[0].Width()+margin <= cols
}

func drawPicture(w io.Writer, lines []text.Text, ink, plain string) {
	for _, l := range lines {
		fmt.Fprintf(w, "  %s%s%s\n", ink, l, plain)
	}
	fmt.Fprintln(w)
}

// openBrowser opens an address with the system's browser, and prints it for
// whoever has none there.
func openBrowser(j *run.Job, address string) {
	fmt.Fprintf(j.Errs, "The browser opens this address; open it yourself if it does not:\n\n  %s\n\nWaiting for the browser to come back.\n", text.Clean(address))
	browser.Stdout, browser.Stderr = io.Discard, io.Discard
	go func() { _ = browser.OpenURL(address) }()
}

func logout(at *run.At) *cobra.Command {
	return run.Command{
		Use: "logout [CONNECTION]", Short: "Sign out of a service",
		Long: `Logout forgets on this machine what one is signed in with, and tells the
server to take it back. Where the server cannot be told, it says so and ends
with the code 8: until it ends by itself, what it gave is good there.`,
		Takes: oneConnection, Local: true,
		Work: func(ctx context.Context, j *run.Job) error {
			s, c, err := session(j)
			if err != nil {
				return err
			}
			if err = s.SignOut(ctx); errors.Is(err, signin.ErrNotTold) {
				return run.Partlyf("signed out of %s on this machine, but %w; what it gave is good there until it ends by itself", c.Name, err)
			} else if err != nil {
				return err
			}
			_, err = fmt.Fprintln(j.Out, "signed out of "+c.Name)
			return err
		},
	}.New(at)
}

// signOut signs out of a connection that was removed.
func signOut(ctx context.Context, gone config.Connection) error {
	folders, err := config.Standard()
	if err != nil {
		return err
	}
	err = run.Session(folders, gone).SignOut(ctx)
	switch {
	case errors.Is(err, signin.ErrSignedOut):
		return nil
	case errors.Is(err, signin.ErrNotTold):
		return run.Partlyf("%s was removed and signed out of on this machine, but %w; what it gave is good there until it ends by itself", gone.Name, err)
	case err != nil:
		return fmt.Errorf("%s was removed, but: %w", gone.Name, err)
	}
	return nil
}

// person is who asks a service, as it is printed.
type person struct {
	Connection string `json:"connection"`
	Asks       string `json:"asks"` // with what: "sign-in", "env:KEY"
	signin.State
}

func whoami(at *run.At) *cobra.Command {
	return run.Command{
		Use: "whoami [CONNECTION]", Short: "Say who is signed in to a service, what they may do, and until when",
		Long: `Whoami looks at what is kept on this machine and asks nobody; greenroom
connection test asks the service. The exit code is 4 if nobody is signed in.`,
		Takes: oneConnection, Local: true, Prints: []any{person{}},
		Work: func(ctx context.Context, j *run.Job) error {
			set, err := named(j)
			if err != nil {
				return err
			}
			c := set.Connection.Value
			p := person{Connection: c.Name, Asks: c.Key.String()}
			s := run.Session(set.Folders, c)
			if s == nil {
				return run.Print(j, p, nil, drawPerson)
			}
			if p.State, err = s.Look(ctx); err != nil {
				return err
			}
			err = run.Print(j, p, nil, drawPerson)
			if err == nil && !p.SignedIn {
				_, err = s.Token(ctx)
			}
			return err
		},
	}.New(at)
}

func drawPerson(w io.Writer, p person) {
	line := func(name, says string) {
		if says != "" {
			fmt.Fprintf(w, "%-12s %s\n", name, text.Clean(says))
		}
	}
	line("connection", p.Connection)
	switch {
	case p.Asks != string(config.KeySignIn):
		line("asks with", "a key ("+p.Asks+"); nobody signs in")
		return
	case !p.SignedIn:
		line("signed in", "nobody")
		return
	}
	if p.Who != "" {
		line("signed in", "as "+p.Who)
	} else {
		line("signed in", "yes; the server does not tell as whom")
	}
	line("account", p.Account)
	line("by", p.Issuer)
	line("since", moment(p.Since))
	line("may", strings.Join(p.Scopes, ", "))
	until := "until the server ends it"
	if !p.Expires.IsZero() {
		until = "until " + moment(p.Expires)
	}
	if p.Renews {
		until += ", renewed by itself"
	}
	line("holds", until)
	line("kept in", p.Kept)
}

func moment(t time.Time) string { return output.Moment(&t) }

// checkSession says how a session stands, without asking the service.
func checkSession(ctx context.Context, set config.Settings) check {
	c := set.Connection.Value
	k := check{Name: "session", Verdict: fine, From: c.Key.String()}
	s := run.Session(set.Folders, c)
	state, err := s.Look(ctx)
	if err == nil && !state.SignedIn {
		_, err = s.Token(ctx)
	}
	if err != nil {
		k.Verdict, k.Says, k.Do = problem, err.Error(), "greenroom login "+c.Name+" signs in"
		return k
	}
	k.Says = strings.TrimPrefix(greeting(c, state), "signed in to "+c.Name)
	k.Says = "signed in" + k.Says
	return k
}

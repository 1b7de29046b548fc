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

// oneConnection describes the argument of commands about one connection.
var oneConnection = run.Words{What: "the name of a connection (default: the one in use)", Most: 1}

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
		return nil, c, run.Usagef("the built-in service needs no sign-in; name a connection: greenroom login NAME")
	}
	return nil, c, run.Usagef("%s uses a key (%s), not sign-in. If the service offers sign-in: greenroom connection add NAME --url %s --sign-in", c.Name, c.Key, c.URL)
}

func login(at *run.At) *cobra.Command {
	inBrowser := false
	return run.Command{
		Use: "login [CONNECTION]", Short: "Sign in to a service",
		Long: `Login shows a code and an address. Open the address on any device, such as your
phone, sign in there and approve. With --browser it uses the browser of this
machine, without a code. The tokens are stored in the system keyring, or in a
file only you can read, renew themselves and are never shown.`,
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
				return fmt.Errorf("sign-in stopped; you are not signed in to %s", c.Name)
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

// columns limits the width of pictures; 0 where nobody looks on.
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
	fmt.Fprintf(w, "Open this address on any device and enter the code there:\n\n  %s\n\n  %s\n\n", text.Clean(c.Address), text.Clean(c.User))
	if large := blocks.Large(c.User); fits(large, cols) {
		drawPicture(w, large, "", "")
	}
	if scan := blocks.QR(c.Whole); c.Whole != "" && fits(scan, cols) {
		fmt.Fprintln(w, "Or scan this with your phone:")
		ink, plain := qrInk, plainInk
		if os.Getenv("NO_COLOR") != "" {
			ink, plain = "", ""
		}
		drawPicture(w, scan, ink, plain)
	}
	fmt.Fprintf(w, "Waiting until %s. Approve only if you started this sign-in.\n", c.Until.Local().Format("15:04"))
}

// margin is the space left of a picture.
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
	fmt.Fprintf(j.Errs, "Opening your browser. If it does not open, go to:\n\n  %s\n\nWaiting for the browser.\n", text.Clean(address))
	browser.Stdout, browser.Stderr = io.Discard, io.Discard
	go func() { _ = browser.OpenURL(address) }()
}

func logout(at *run.At) *cobra.Command {
	return run.Command{
		Use: "logout [CONNECTION]", Short: "Sign out of a service",
		Long: `Logout deletes the tokens on this machine and revokes them on the server. If the
server cannot be reached, logout says so and exits with code 8: the tokens stay
valid there until they expire.`,
		Takes: oneConnection, Local: true,
		Work: func(ctx context.Context, j *run.Job) error {
			s, c, err := session(j)
			if err != nil {
				return err
			}
			if err = s.SignOut(ctx); errors.Is(err, signin.ErrNotTold) {
				return run.Partlyf("signed out of %s on this machine, but %w; the tokens stay valid there until they expire", c.Name, err)
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
		return run.Partlyf("%s was removed and signed out on this machine, but %w; the tokens stay valid there until they expire", gone.Name, err)
	case err != nil:
		return fmt.Errorf("%s was removed, but: %w", gone.Name, err)
	}
	return nil
}

// person describes the caller of a service, as printed.
type person struct {
	Connection string `json:"connection"`
	Asks       string `json:"asks"` // with what: "sign-in", "env:KEY"
	signin.State
}

func whoami(at *run.At) *cobra.Command {
	return run.Command{
		Use: "whoami [CONNECTION]", Short: "Show who is signed in, with what permissions, and until when",
		Long: `Whoami shows what is stored on this machine and sends nothing; to ask the
service, run greenroom connection test. The exit code is 4 if you are not signed
in.`,
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
		line("uses", "a key ("+p.Asks+"), no sign-in")
		return
	case !p.SignedIn:
		line("signed in", "nobody")
		return
	}
	if p.Who != "" {
		line("signed in", "as "+p.Who)
	} else {
		line("signed in", "yes; the server does not say as whom")
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
		until += ", renewed automatically"
	}
	line("holds", until)
	line("stored in", p.Kept)
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
		return k.failed(err, "greenroom login "+c.Name+" signs in")
	}
	k.Says = strings.TrimPrefix(greeting(c, state), "signed in to "+c.Name)
	k.Says = "signed in" + k.Says
	return k
}

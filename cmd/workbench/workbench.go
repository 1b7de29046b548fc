// Package workbench opens the workbench on the terminal: with the service, the
// keys and the theme that are configured, and where the planner was.
package workbench

import (
	"context"
	"errors"
	"io"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"greenroom/client/plan"
	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/report"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views"
	"greenroom/views/ear"
	"greenroom/views/view"
)

// gcPercent is the growth of the heap before it is collected.
const gcPercent = 40

// Open opens the workbench as the settings say: drawn on the terminal, or told in lines to
// out and from in.
func Open(ctx context.Context, at run.At, in io.Reader, out io.Writer) error {
	if set, err := at.Settings(); err == nil && set.Accessible.Value {
		return tell(ctx, at, ear.Config{In: in, Out: out, By: set.Accessible.From.String()})
	}
	return Run(ctx, at, false)
}

// Run shows the workbench until the planner leaves. On a stage it is shown to others.
func Run(ctx context.Context, at run.At, stage bool) error {
	if err := Terminal(); err != nil {
		return err
	}
	w, err := assemble(ctx, at)
	if err != nil {
		return err
	}
	w.made.Welcome = w.made.Demo && w.where.Recall() == nil && !stage
	w.made.Stage = stage
	w.made.Pictures = Picturing(w.conn.Settings.Pictures.Value, os.Getenv, colorprofile.Env(os.Environ()))
	var shown Screen = views.New(w.made)
	if stage {
		shown = &margins{Screen: shown}
	}
	return errors.Join(Show(ctx, shown, w.conn.Settings.Renderer.Value), w.close())
}

// assembled is a workbench on the user's own connection, with its place, plan and journal.
type assembled struct {
	conn  *run.Connection
	book  *plan.Book
	where *place
	made  views.Config
}

func (w *assembled) close() error {
	return errors.Join(w.where.Close(), w.book.Close(), w.conn.Close())
}

func assemble(ctx context.Context, at run.At) (*assembled, error) {
	conn, err := run.Connect(ctx, at, nil)
	if err != nil {
		return nil, err
	}
	keys, err := run.Keys(conn.Settings)
	if err != nil {
		return nil, errors.Join(run.WrongUse(err), conn.Close())
	}
	if conn.Key != nil && conn.Key.MayAsk() {
		// It may ask for a passphrase on the terminal, which the workbench is about
		// to take. What went wrong is said by the first call.
		_, _ = conn.Key.Read(ctx)
	}
	// The heap is small and lives long; what a key press leaves behind is
	// collected sooner than usual, so that the program stays small for hours.
	debug.SetGCPercent(gcPercent)
	where := openPlace(conn.Home)
	chosen := conn.Settings.Theme.Value
	book, err := conn.Plan(ctx)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	asker := views.NewAsker()
	if conn.Payer.Pays() {
		conn.Payer.OnAsk(asker.Ask)
		if conn.Wallet.MayAsk() {
			_, _ = conn.Wallet.Read(ctx)
		}
	}
	var person views.SignIn
	if conn.SignIn != nil {
		person = conn.SignIn
	}
	made, err := Made(conn, book)
	if err != nil {
		return nil, errors.Join(err, book.Close(), conn.Close())
	}
	made.Styles, made.Keys, made.Restyle = Styles(chosen)(true), keys, Restyle(chosen)
	made.Browse, made.SignIn, made.Pay, made.Place = browser(), person, asker, where
	return &assembled{conn, book, where, made}, nil
}

// Terminal says why the workbench cannot be shown here; nil where it can.
func Terminal() error {
	if !term.IsTerminal(int(os.Stdin.Fd())) || !term.IsTerminal(int(os.Stdout.Fd())) {
		return run.Usagef("the workbench needs a terminal to draw on; %s. In scripts use commands such as greenroom search", offered)
	}
	if !run.Draws() {
		return run.Usagef("the workbench needs a full-screen terminal, and TERM=%s is not one; set TERM, for example to xterm-256color, or use the commands (greenroom --help); %s", os.Getenv("TERM"), offered)
	}
	return nil
}

// Made returns the parts of a workbench that come from a connection and its decisions. The
// caller adds its look, its keys and its ways out.
func Made(conn *run.Connection, book *plan.Book) (views.Config, error) {
	brand, _, err := run.Brand(conn.Settings.Report)
	if err != nil {
		return views.Config{}, run.WrongUse(err)
	}
	earlier := PastOf(conn)
	return views.Config{
		Client: conn.Client, Start: start(conn), Service: text.Clean(conn.Name), Demo: conn.Demo, Making: conn.Making, Clock: conn.Clock, Calm: conn.Settings.ReduceMotion.Value,
		AskOver: conn.Settings.AskOver.Value, Signer: signer(conn.Settings),
		Disk:   views.Disk{Journal: earlier, History: earlier, Plan: book, Past: earlier, Spent: earlier, Texts: earlier},
		Report: view.Reporting{Kept: conn.Reported(), Brand: brand, Lang: report.Lang(conn.Settings.Report.Language.Value), Browser: conn.Settings.Report.Browser.Value},
	}, nil
}

// signer is the name of the configuration, else of the operating system.
func signer(set config.Settings) view.Signer {
	if name := set.Name.Value; name != "" {
		return view.Signer{Name: name, Own: true}
	}
	return view.Signer{Name: config.User()}
}

// Styles is the theme that was chosen, else one that fits the terminal.
func Styles(chosen string) func(dark bool) *theme.Styles {
	return func(dark bool) *theme.Styles {
		if named, ok := theme.Named(chosen); ok {
			return named
		}
		switch {
		case os.Getenv("NO_COLOR") != "":
			return theme.None()
		case colorprofile.Env(os.Environ()) <= colorprofile.ANSI:
			return theme.Sixteen(dark)
		case dark:
			return theme.Dark()
		}
		return theme.Light()
	}
}

// Restyle follows the background of the terminal, unless a theme was chosen.
func Restyle(chosen string) func(bool) *theme.Styles {
	if chosen != "" {
		return nil
	}
	return Styles(chosen)
}

// browser opens addresses with the system's own program; nil where there is
// none. Only http and https are opened: an address may come from a stranger.
func browser() func(string) tea.Cmd {
	name := "xdg-open"
	if runtime.GOOS == "darwin" {
		name = "open"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return nil
	}
	return func(address string) tea.Cmd {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return nil
		}
		return func() tea.Msg {
			c := exec.Command(path, u.String())
			if c.Start() == nil {
				_ = c.Wait()
			}
			return nil
		}
	}
}

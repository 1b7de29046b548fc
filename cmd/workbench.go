package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views"
)

// askOver is the price above which a planner is asked first.
const askOver = 5 * api.Credit

// framesPerSecond is the most the terminal library draws: a key waits at most
// one of these frames.
const framesPerSecond = 120

// gcPercent is how much the heap grows before it is collected.
const gcPercent = 40

// runWorkbench opens the workbench on the terminal.
func runWorkbench(ctx context.Context, storePath string) error {
	if !term.IsTerminal(int(os.Stdin.Fd())) || !term.IsTerminal(int(os.Stdout.Fd())) {
		return usage("the workbench needs a terminal; for scripts there are greenroom search, creator and transcript")
	}
	conn, err := connect(ctx, storePath)
	if err != nil {
		return err
	}
	// The heap is small and lives long; what a key press leaves behind is
	// collected sooner than usual, so that the program stays small for hours.
	debug.SetGCPercent(gcPercent)
	root := views.New(views.Config{
		Client: conn.client, Styles: styles(true), Keys: keymap.Default(), Start: recall(conn), Remember: remember(conn),
		Service: text.Clean(conn.name), Demo: conn.demo, Clock: time.Now, AskOver: askOver,
		Browse: browser(), Restyle: restyle(),
	})
	_, err = tea.NewProgram(root, options(ctx)...).Run()
	return errors.Join(ignoreStop(err), conn.close())
}

func options(ctx context.Context) []tea.ProgramOption {
	opts := []tea.ProgramOption{tea.WithContext(ctx), tea.WithFPS(framesPerSecond)}
	if os.Getenv("NO_COLOR") != "" {
		opts = append(opts, tea.WithColorProfile(colorprofile.ASCII))
	}
	return opts
}

// styles is the theme that GREENROOM_THEME names, else one that fits the
// terminal.
func styles(dark bool) *theme.Styles {
	if named, ok := theme.Named(os.Getenv("GREENROOM_THEME")); ok {
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

// restyle follows the background of the terminal, unless a theme was chosen.
func restyle() func(bool) *theme.Styles {
	if _, ok := theme.Named(os.Getenv("GREENROOM_THEME")); ok {
		return nil
	}
	return styles
}

// ignoreStop drops the errors of a program that was told to stop.
func ignoreStop(err error) error {
	if err == nil || errors.Is(err, tea.ErrInterrupted) || errors.Is(err, context.Canceled) {
		return nil
	}
	return fmt.Errorf("the workbench stopped: %w", err)
}

package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"greenroom/config"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views"
)

// gcPercent is how much the heap grows before it is collected.
const gcPercent = 40

// runWorkbench opens the workbench on the terminal.
func runWorkbench(ctx context.Context, at reach) error {
	if !term.IsTerminal(int(os.Stdin.Fd())) || !term.IsTerminal(int(os.Stdout.Fd())) {
		return usage("the workbench needs a terminal; for scripts there are greenroom search, creator and transcript")
	}
	conn, err := connect(ctx, at)
	if err != nil {
		return err
	}
	keys, err := keysOf(conn.set)
	if err != nil {
		return errors.Join(usageError{err}, conn.close())
	}
	if conn.key != nil && conn.key.MayAsk() {
		// It may ask for a passphrase on the terminal, which the workbench is about
		// to take. What went wrong is said by the first call.
		_, _ = conn.key.Read(ctx)
	}
	// The heap is small and lives long; what a key press leaves behind is
	// collected sooner than usual, so that the program stays small for hours.
	debug.SetGCPercent(gcPercent)
	chosen, earlier := conn.set.Theme.Value, conn.past()
	root := views.New(views.Config{
		Client: conn.client, Styles: styles(chosen)(true), Keys: keys, Start: recall(conn), Remember: remember(conn),
		Service: text.Clean(conn.name), Demo: conn.demo, Clock: time.Now, AskOver: conn.set.AskOver.Value,
		Browse: browser(), Restyle: restyle(chosen), Journal: earlier, History: earlier,
	})
	return errors.Join(showWorkbench(ctx, root), conn.close())
}

// keysOf is the table of keys with the planner's changes.
func keysOf(set config.Settings) (*keymap.Map, error) {
	var changes []keymap.Change
	for _, k := range set.Keys {
		changes = append(changes, keymap.Change{Scope: keymap.Scope(k.Scope), Action: keymap.Action(k.Action), Keys: k.Keys})
	}
	keys, err := keymap.Default().With(changes)
	var wrong *keymap.ChangeError
	if errors.As(err, &wrong) {
		return nil, fmt.Errorf("%s: %w", set.Keys[wrong.Index].From, err)
	}
	return keys, err
}

// styles is the theme that was chosen, else one that fits the terminal.
func styles(chosen string) func(dark bool) *theme.Styles {
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

// restyle follows the background of the terminal, unless a theme was chosen.
func restyle(chosen string) func(bool) *theme.Styles {
	if chosen != "" {
		return nil
	}
	return styles(chosen)
}

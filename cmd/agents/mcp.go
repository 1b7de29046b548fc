// Package agents holds the command that lets agents use the client.
package agents

import (
	"context"
	"errors"
	"log/slog"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/run"
	"greenroom/mcp"
)

// Commands are those of this room.
func Commands(at *run.At, version string) []*cobra.Command {
	return []*cobra.Command{serve(at, version)}
}

// sessionMost is the default limit of a session.
const sessionMost = 100 * api.Credit

// limits holds the limits of an agent.
type limits struct{ session, day, askOver run.Limit }

func serve(at *run.At, version string) *cobra.Command {
	var l limits
	_ = l.session.Set(sessionMost.String())
	return run.Command{
		Use: "mcp", Short: "Let agents search, read and propose, within caps",
		Long: `Mcp speaks the Model Context Protocol on standard input and output. An agent
gets twelve tools with their prices. What it asks goes the same way as
everything else: the journal, kept answers and the caps of the connection hold,
and greenroom journal shows its calls with the origin mcp. It changes no list:
it leaves proposals, which you take or decline in the workbench. See
docs/AGENTS.md for how to add it to a program.`,
		Example: "greenroom mcp --max-credits 20 --per-day 100",
		Takes:   run.None(), Local: true,
		Flags: func(f *pflag.FlagSet) {
			f.Var(&l.session, "max-credits", "spend at most CREDITS in a session, which lasts as long as the program runs")
			f.Var(&l.day, "per-day", "spend at most CREDITS a day, with all that other programs spend here")
			f.Var(&l.askOver, "ask-over", "have each call from CREDITS on agreed to (default: ask_over of the preferences)")
		},
		Work: func(ctx context.Context, j *run.Job) error { return l.work(ctx, j, version) },
	}.New(at)
}

func (l *limits) work(ctx context.Context, j *run.Job, version string) error {
	conn, err := run.ConnectAs(ctx, j.At, run.As{Origin: run.OriginAgents, Caps: client.Caps{Session: l.session.Given(), Day: l.day.Given()}}, j.Waiting)
	if err != nil {
		return err
	}
	if err = conn.Ready(ctx); err == nil {
		err = l.answer(ctx, j, conn, version)
	}
	return errors.Join(err, conn.Close())
}

func (l *limits) answer(ctx context.Context, j *run.Job, conn *run.Connection, version string) error {
	book, err := conn.Plan(ctx)
	if err != nil {
		return err
	}
	askOver := conn.Settings.AskOver.Value
	if given := l.askOver.Given(); given != nil {
		askOver = *given
	}
	s := mcp.New(mcp.Config{
		Client: conn.Client, Book: book, AskOver: askOver, Clock: conn.Clock, Version: version,
		Log: slog.New(slog.NewTextHandler(j.Errs, nil)), Kept: run.Spoken(conn.Memory, conn.Home),
	})
	err = s.Run(ctx, j.In, j.Out)
	if ctx.Err() != nil {
		err = nil // it was asked to end
	}
	return errors.Join(err, book.Close())
}

package workbench

import (
	"context"
	"errors"
	"os"

	"golang.org/x/term"

	"greenroom/cmd/run"
	"greenroom/ui/theme"
	"greenroom/views"
	"greenroom/views/drive"
	"greenroom/views/ear"
)

// The size of the terminal that is not there: with room for a preview beside the rows,
// which is told with them.
const toldCols, toldRows = 120, 40

// offered says how the workbench is had where it cannot be drawn.
const offered = "greenroom --accessible tells it in lines, here too; so does ACCESSIBLE=1"

// tell tells the workbench in lines, and takes what is to be done from lines.
func tell(ctx context.Context, at run.At, to ear.Config) error {
	w, err := assemble(ctx, at)
	if err != nil {
		return err
	}
	if err := w.conn.Ready(ctx); err != nil {
		return errors.Join(err, w.close())
	}
	typed, ok := to.In.(*os.File)
	to.Echo = !ok || !term.IsTerminal(int(typed.Fd()))
	to.Open = func(slow func()) *drive.Driver { return drive.NewLive(ctx, inLines(w.made), slow) }
	err = ear.Run(ctx, to)
	if unheard, ok := errors.AsType[ear.Unheard](err); ok {
		err = run.WrongUse(unheard)
	}
	return errors.Join(err, w.close())
}

// inLines is a workbench that is told.
func inLines(made views.Config) drive.Config {
	clock := drive.NewClock(made.Clock())
	made.Clock, made.Styles, made.Keys, made.Restyle, made.Lines = clock.Now, theme.None(), made.Keys.InWords(), nil, true
	return drive.Config{Root: made, Clock: clock, W: toldCols, H: toldRows}
}

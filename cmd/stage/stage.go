// Package stage has the commands that show the workbench: demonstrations, tours, and what
// is recorded of them. Each plays on a world of its own, which is thrown away afterwards:
// nothing of it reaches the user's store, journal or settings.
package stage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"greenroom/cmd/run"
	"greenroom/cmd/workbench"
	"greenroom/demo"
	"greenroom/demo/script"
	"greenroom/views/drive"
	"greenroom/views/view"
)

// Commands are those of this room.
func Commands(at *run.At) []*cobra.Command {
	return []*cobra.Command{demos(at), tours(at), presents(at)}
}

// find is a shipped script by its name, or a file of the user's; "" is the first one.
func find(name string) (*script.Script, error) {
	all, err := demo.Shipped()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range all {
		if s.Name == name || name == "" {
			return s, nil
		}
		names = append(names, s.Name)
	}
	raw, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, run.Usagef("there is no script %s; name a file, or one of %s", name, strings.Join(names, ", "))
	case err != nil:
		return nil, run.WrongUse(err)
	}
	s, err := script.Parse(filepath.Base(name), string(raw))
	if err != nil {
		return nil, run.WrongUse(err)
	}
	return s, nil
}

// open sets up a stage: the sample world, or the sheet of a script, in a folder of its own,
// at the time of a script.
func open(ctx context.Context, s *script.Script, l look, w, h int) (*demo.Stage, error) {
	folder, err := os.MkdirTemp("", "greenroom-stage-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the sample world: %w; set TMPDIR to one that can be written", err)
	}
	clear := func() error { return os.RemoveAll(folder) }
	shells, err := Prepare(ctx, s, folder)
	if err != nil {
		return nil, errors.Join(err, clear())
	}
	clock := drive.NewClock(s.Clock)
	conn, err := run.Sandbox(ctx, folder, clock.Now)
	if err != nil {
		return nil, errors.Join(err, clear())
	}
	book, err := conn.Plan(ctx)
	if err != nil {
		return nil, errors.Join(err, conn.Close(), clear())
	}
	end := sync.OnceValue(func() error { return errors.Join(book.Close(), conn.Close(), clear()) })
	made, err := workbench.Made(conn, book)
	if err != nil {
		return nil, errors.Join(err, end())
	}
	made.Styles, made.Restyle, made.Keys, made.Pictures = l.styles, l.restyle, l.keys, l.pictures
	made.Signer = view.Signer{Name: "Planner", Own: true}
	d := drive.New(drive.Config{Root: made, Clock: clock, W: w, H: h})
	d.Start()
	return &demo.Stage{Driver: d, Styles: l.styles, Shells: shells, Close: end}, nil
}

// stages are those that were set up for a terminal, also such as it was left before.
type stages struct {
	sync.Mutex
	all []*demo.Stage
}

// add sets a stage up.
func (s *stages) add(open func() (*demo.Stage, error)) (*demo.Stage, error) {
	s.Lock()
	defer s.Unlock()
	stage, err := open()
	if err == nil {
		s.all = append(s.all, stage)
	}
	return stage, err
}

// close waits for a stage that is being set up, and ends all of them.
func (s *stages) close() (err error) {
	s.Lock()
	defer s.Unlock()
	for _, stage := range s.all {
		err = errors.Join(err, stage.Close())
	}
	return err
}

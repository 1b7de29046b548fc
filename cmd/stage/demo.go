package stage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/cmd/run"
	"greenroom/cmd/workbench"
	"greenroom/demo"
	"greenroom/demo/record"
	"greenroom/demo/script"
	"greenroom/internal/english"
	"greenroom/internal/sheet"
	"greenroom/ui/text"
)

// demoFlags holds the files to make of a script, where it is not played on the terminal.
type demoFlags struct {
	cast, html, moving, pictures string
	check, list, force           bool
	shot                         shot
}

func demos(at *run.At) *cobra.Command {
	var f demoFlags
	return run.Command{
		Use: "demo [SCRIPT]", Short: "Show the workbench by a script, on a sample world",
		Long: `Demo plays a script in the workbench: what it is for, step by step, with a caption
and the keys that are pressed. It has a sample world of its own, which is thrown
away afterwards; nothing of yours is read or changed.

Space stops and goes on, . is one step, , goes back to the beginning of the
chapter, < and > go from chapter to chapter, + and - change the speed. Esc twice
leaves the script: the workbench is then yours, where it stands.

--check plays it without a terminal and without waiting, and says which step fails.
--record, --html, --moving and --pictures write what would be shown. Scripts are
text, one step a line; docs/SCRIPTS.md has their words.`,
		Example: "greenroom demo\ngreenroom demo money --html money.html\ngreenroom demo my.demo --check",
		Takes:   run.Words{What: "the name of a script, or a file", Most: 1}, Local: true,
		Flags: func(s *pflag.FlagSet) {
			s.BoolVar(&f.list, "list", false, "list the scripts that come with the program")
			s.BoolVar(&f.check, "check", false, "play it without a terminal, and say what fails")
			s.StringVar(&f.cast, "record", "", "write a `FILE` for asciinema (asciicast 2)")
			s.StringVar(&f.html, "html", "", "write a `FILE` that plays in a browser, with nothing else")
			s.StringVar(&f.moving, "moving", "", "write a `FILE` of a picture that moves (SVG)")
			s.StringVar(&f.pictures, "pictures", "", "write the script's pictures (SVG) into a `FOLDER`")
			s.StringVar(&f.shot.size, "size", "", "the `CELLS` of what is written or checked, such as 80x24; without it the script's")
			s.StringVar(&f.shot.theme, "theme", "dark", "the `THEME` of what is written, as in the settings")
			s.StringVar(&f.shot.colours, "colours", "full", "how many colours the terminal has: 16, 256 or full; with 16 the theme is one of them")
			s.BoolVar(&f.force, "force", false, "replace files that are there")
		},
		Work: func(ctx context.Context, j *run.Job) error { return f.run(ctx, j) },
	}.New(at)
}

func (f *demoFlags) run(ctx context.Context, j *run.Job) error {
	if f.list {
		return list(j.Out)
	}
	s, err := find(one(j.Items))
	if err != nil {
		return err
	}
	if f.check || f.cast+f.html+f.moving+f.pictures != "" {
		return f.film(ctx, j, s)
	}
	if f.shot.given() {
		return run.Usagef("--size, --theme and --colours belong to --check, --record, --html, --moving and --pictures; on a terminal its own are taken")
	}
	return play(ctx, j.At, demo.LiveConfig{Script: s})
}

func one(items []string) string {
	if len(items) == 0 {
		return ""
	}
	return items[0]
}

func list(to io.Writer) error {
	all, err := demo.Shipped()
	for _, s := range all {
		if _, wrong := fmt.Fprintf(to, "%-16s %s\n", s.Name, s.Title); wrong != nil {
			return wrong
		}
	}
	return err
}

// play shows a script on the terminal, with the user's theme, keys and renderer.
func play(ctx context.Context, at run.At, cfg demo.LiveConfig) error {
	set, err := at.Settings()
	if err != nil {
		return run.WrongUse(err)
	}
	keys, err := run.Keys(set)
	if err != nil {
		return run.WrongUse(err)
	}
	if err := workbench.Terminal(); err != nil {
		return err
	}
	l := look{workbench.Styles(set.Theme.Value)(true), workbench.Restyle(set.Theme.Value), keys, workbench.Picturing(set.Pictures.Value, os.Getenv, colorprofile.Env(os.Environ()))}
	l.pictures.Asks = false // the answer would come before there is a stage
	cfg.Restyle = l.restyle
	making, stop := context.WithCancel(ctx)
	var stages stages
	cfg.Open = func(w, h int) (*demo.Stage, error) {
		return stages.add(func() (*demo.Stage, error) { return open(making, cfg.Script, l, w, h) })
	}
	live := demo.NewLive(cfg)
	err = errors.Join(workbench.Show(ctx, live, set.Renderer.Value), live.Failed())
	stop()
	return errors.Join(err, stages.close())
}

// film plays a script without a terminal, and writes what was asked for.
func (f *demoFlags) film(ctx context.Context, j *run.Job, s *script.Script) error {
	files := []output{{f.cast, (*record.Film).Cast}, {f.html, (*record.Film).Page}, {f.moving, (*record.Film).Moving}}
	for _, o := range files {
		if _, err := os.Stat(o.file); o.file != "" && err == nil && !f.force {
			return run.Usagef("%s is there already; --force replaces it", o.file)
		}
	}
	l, terminal, err := f.shot.look(s)
	if err != nil {
		return err
	}
	stage, err := open(ctx, s, l, s.W, demo.Rows(s.H))
	if err != nil {
		return err
	}
	film, err := demo.Film(s, stage, terminal, func(name string, film *record.Film, lines []string) error {
		if f.pictures == "" {
			return nil
		}
		file := filepath.Join(f.pictures, name+".svg")
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		return write(j.Out, file, func(to io.Writer) error { return film.Still(to, lines) })
	})
	if failure, ok := errors.AsType[*demo.Failure](err); ok {
		for _, line := range append([]string{"last caption: " + failure.Caption, "the screen:"}, strings.Split(failure.Screen, "\n")...) {
			fmt.Fprintln(j.Errs, text.Clean(strings.TrimRight(line, " ")))
		}
	}
	if err = errors.Join(err, stage.Close()); err != nil {
		return err
	}
	for _, o := range files {
		if o.file != "" {
			if err := write(j.Out, o.file, func(to io.Writer) error { return o.write(film, to) }); err != nil {
				return err
			}
		}
	}
	if f.check {
		_, err = fmt.Fprintf(j.Out, "%s: %s in %s hold; shown, it takes %s\n", s.File, english.Count(len(s.Steps), "step"), english.Count(len(s.Chapters()), "chapter"), film.For.Round(time.Second))
	}
	return err
}

// output is a file that a film is written to.
type output struct {
	file  string
	write func(*record.Film, io.Writer) error
}

// write makes a file, or leaves none where that fails.
func write(said io.Writer, file string, fill func(io.Writer) error) error {
	var b bytes.Buffer
	err := fill(&b)
	if err == nil {
		err = sheet.Replace(file, b.Bytes())
	}
	if err == nil {
		err = os.Chmod(file, 0o644) // it is for others
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	_, err = fmt.Fprintf(said, "wrote %s\n", file)
	return err
}

func presents(at *run.At) *cobra.Command {
	return run.Command{
		Use: "present", Short: "Open the workbench for others to look on",
		Long: `Present opens the workbench on your own connection, for a meeting or a stage:
e-mail addresses, notes and fees stay masked, also in what is copied and
exported; each call that costs is asked about; nothing moves by itself; the keys
that you press are told in words; and there is a margin where there is room.`,
		Example: "greenroom present", Takes: run.None(), Local: true,
		Work: func(ctx context.Context, j *run.Job) error { return workbench.Run(ctx, j.At, true) },
	}.New(at)
}

func tours(at *run.At) *cobra.Command {
	again := false
	return run.Command{
		Use: "tour [SCRIPT]", Short: "Learn the workbench by doing it, on a sample world",
		Long: `Tour is a demo whose keys are yours: it says what comes next, you press it, and it
helps after some seconds. It goes on where you left it the last time; --again
begins anew. Esc twice leaves it, and the workbench is yours. Nothing of your own
is read or changed, and nothing is paid.`,
		Example: "greenroom tour", Takes: run.Words{What: "the name of a script, or a file", Most: 1}, Local: true,
		Flags: func(s *pflag.FlagSet) { s.BoolVar(&again, "again", false, "begin anew") },
		Work: func(ctx context.Context, j *run.Job) error {
			s, err := find(one(j.Items))
			if err != nil {
				return err
			}
			if !slices.ContainsFunc(s.Steps, func(x script.Step) bool { return x.Ask }) {
				return run.Usagef("%s asks for nothing; greenroom demo shows it", strings.TrimSuffix(s.File, demo.Ending))
			}
			b, err := openBookmark(s)
			if err != nil {
				return err
			}
			from := b.chapter()
			if again {
				from = 0
			}
			return play(ctx, j.At, demo.LiveConfig{Script: s, Tour: true, From: from, At: b.keep})
		},
	}.New(at)
}

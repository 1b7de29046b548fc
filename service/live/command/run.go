// Package command runs the download tools that are installed on this machine. It owns
// how they are run (arguments without a shell, an environment of its own, a fresh folder,
// limits, the end of all they started), how values get into arguments, and what tools
// mean by their last words, and which of their versions will do. It knows the kinds of
// failure that the service tells apart, and nothing of what is asked of a network.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"greenroom/internal/each"
	"greenroom/internal/pattern"
)

// Limits bounds the resources of one run.
type Limits struct {
	Time   time.Duration
	Output int64  // bytes of standard output, and of all files together
	Files  int    // and folders, in its own
	Memory uint64 // bytes of data, where the system can hold a process to it
}

// Standard are the limits of a tool: it takes 46 MB and writes less than two where all is well.
var Standard = Limits{Time: 2 * time.Minute, Output: 64 << 20, Files: 100, Memory: 2 << 30}

// wordsMax limits the end of standard error that is kept, in bytes.
const wordsMax = 64 << 10

// Ending names the end of a run that did not end by itself.
type Ending string

// The endings.
const (
	Late    Ending = "late"     // its time was over
	TooMuch Ending = "too much" // it wrote more than it may
)

// Outcome is the result of a run. Folder and Out are gone once the reader returns.
type Outcome struct {
	Exit   int
	Ended  Ending   // "": by itself
	Words  string   // the end of standard error
	Asked  []string // what callers chose of the arguments: tools repeat it in their words
	Folder string   // what it wrote
	Out    string   // the file of its standard output, in Folder
	Took   time.Duration
}

// outName is the file that standard output goes to: what tools print is a description.
const outName = "out.info.json"

// Runner runs tools in fresh folders below one of its own.
type Runner struct {
	root   string
	limits Limits
	env    []string
	prefix []string // what every program is started by; nil: by itself
	absent *Unfit   // why nothing is run: what starts programs is not there
	record string   // a folder that gets what runs write; "" for none
}

// ErrSystem is a system on which no tool is run.
var ErrSystem = errors.New("download tools are run on Linux and macOS only")

// NewRunner uses a folder below root, which need not exist, and removes what runs that
// were killed with their program have left there. env are further variables, NAME=value.
func NewRunner(root string, limits Limits, env ...string) (*Runner, error) {
	if !supported {
		return nil, ErrSystem
	}
	if err := os.MkdirAll(root, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of live runs: %w", err)
	}
	removeLeft(root)
	root, err := filepath.Abs(root)
	return &Runner{root: root, limits: limits, env: env}, err
}

// RunFolder stands, in what programs are started by, for the folder of a run: all that a run
// may write is in it.
const RunFolder = "{folder}"

// Within has every program started by another, whose arguments it becomes: a sandbox. The
// first word is its name or path. Where it is not installed nothing is run.
func (r *Runner) Within(prefix []string) {
	if len(prefix) == 0 {
		return
	}
	path, err := exec.LookPath(prefix[0])
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		r.absent = &Unfit{prefix[0] + ", which is to start every tool, is not installed", "install it, or take sandbox out of [live]"}
	}
	r.prefix = append([]string{path}, prefix[1:]...)
}

// started is a program with what it is started by.
func (r *Runner) started(argv []string, base string) []string {
	out := each.Of(r.prefix, func(arg string) string { return strings.ReplaceAll(arg, RunFolder, base) })
	return append(out, argv...)
}

// Lends is what a run calls a file that is lent to it: one of another run is put into its
// folder, which may be all that it sees; any other it gets by its path.
func (r *Runner) Lends(path string) string {
	if strings.HasPrefix(path, r.root+string(filepath.Separator)) {
		return filepath.Base(path)
	}
	return path
}

// Lend prepares a run to which such a file is lent.
func (r *Runner) Lend(path string) func(folder string) error {
	return func(folder string) error {
		if name := r.Lends(path); name != path {
			return os.Link(path, filepath.Join(folder, name))
		}
		return nil
	}
}

var runFolder = pattern.New(`^run-([0-9]+)-[0-9]+$`)

// removeLeft removes the folders of programs that run no more.
func removeLeft(root string) {
	entries, _ := os.ReadDir(root)
	for _, e := range entries {
		found := runFolder.FindStringSubmatch(e.Name())
		if found == nil {
			continue
		}
		if pid, err := strconv.Atoi(found[1]); err == nil && pid != os.Getpid() && !alive(pid) {
			_ = os.RemoveAll(filepath.Join(root, e.Name())) // the next start tries again
		}
	}
}

// runs numbers the folders of this process.
var runs atomic.Int64

// Run runs one tool: argv[0] is an absolute path. prepare fills the folder it runs in,
// read takes what it wrote; both may be nil. An error of Run alone is one of this machine.
func (r *Runner) Run(ctx context.Context, argv []string, prepare func(folder string) error, read func(Outcome) error) error {
	if r.absent != nil {
		return r.absent
	}
	base := filepath.Join(r.root, fmt.Sprintf("run-%d-%d", os.Getpid(), runs.Add(1)))
	folder, home := filepath.Join(base, "files"), filepath.Join(base, "home")
	defer os.RemoveAll(base)
	for _, f := range []string{folder, home} {
		if err := os.MkdirAll(f, 0o700); err != nil {
			return fmt.Errorf("make the folder of a run: %w", err)
		}
	}
	if prepare != nil {
		if err := prepare(folder); err != nil {
			return err
		}
	}
	o, err := r.start(ctx, r.started(argv, base), base)
	if err == nil && r.record != "" {
		err = r.write(argv, o)
	}
	if err != nil || read == nil {
		return err
	}
	return read(o)
}

// Record has everything that runs write put into a folder, as tests replay it: a folder
// for each tool, and in it one for each run with its arguments, what it said and its files.
func (r *Runner) Record(folder string) { r.record = folder }

func (r *Runner) write(argv []string, o Outcome) error {
	to := filepath.Join(r.record, filepath.Base(argv[0]), fmt.Sprintf("run-%d", runs.Load()))
	err := os.CopyFS(filepath.Join(to, "files"), os.DirFS(o.Folder))
	if err == nil {
		err = os.Rename(filepath.Join(to, "files", outName), filepath.Join(to, "stdout"))
	}
	_ = os.Remove(filepath.Join(to, "files", Lent)) // a copy of what opens an account
	for name, text := range map[string]string{"argv": strings.Join(argv[1:], "\n") + "\n", "stderr": o.Words, "exit": fmt.Sprintln(o.Exit)} {
		if err == nil {
			err = os.WriteFile(filepath.Join(to, name), []byte(text), 0o600)
		}
	}
	if err != nil {
		return fmt.Errorf("record a run: %w", err)
	}
	return nil
}

// Lent is the file in the folder of a run that a copy of cookies, or of a session, is put
// into: it opens an account, and is never recorded.
const Lent = "lent"

// environment is made from nothing: what the operator's shell holds is not the tool's.
func (r *Runner) environment(home string) []string {
	env := []string{"HOME=" + home, "TMPDIR=" + home, "XDG_CONFIG_HOME=" + home, "XDG_CACHE_HOME=" + home, "XDG_DATA_HOME=" + home,
		"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "PYTHONNOUSERSITE=1", "PYTHONIOENCODING=utf-8", "NO_COLOR=1"}
	return append(env, r.env...)
}

// lastWords is the end of the file of standard error.
func lastWords(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > wordsMax {
		_, _ = f.Seek(-wordsMax, io.SeekEnd)
	}
	text, _ := io.ReadAll(io.LimitReader(f, wordsMax))
	return strings.ToValidUTF8(string(text), "\ufffd")
}

// crowded says whether a folder holds more than a run may leave.
func crowded(folder string, l Limits) bool {
	left, bytes := l.Files, l.Output
	err := filepath.WalkDir(folder, func(_ string, d os.DirEntry, err error) error {
		if err != nil {
			return nil // it comes and goes while the tool runs
		}
		if info, err := d.Info(); err == nil && !d.IsDir() {
			bytes -= info.Size()
		}
		if left--; left < 0 || bytes <= 0 { // a limit of the system stops a file right there
			return errTooMuch
		}
		return nil
	})
	return err != nil
}

var errTooMuch = errors.New("it wrote too much")

package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"greenroom/client/local"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/ui/theme"
)

func doctor(at *run.At, version string) *cobra.Command {
	return run.Command{
		Use: "doctor", Short: "Check the setup and say what to fix",
		Long: `Doctor checks every setting and its source, the files and folders, the key
(without showing it), the keyring, the terminal, and whether the service answers.
It says how to fix each problem. It spends nothing. The exit code is 1 if there
is a problem.`,
		Takes: run.None(), Local: true, Prints: []any{check{}},
		Work: func(ctx context.Context, j *run.Job) error {
			about := check{Name: "version", Verdict: fine, Says: fmt.Sprintf("greenroom %s, %s, %s/%s", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)}
			checks := append([]check{about}, examine(ctx, j.At)...)
			if err := run.List(j, checks, nil, drawChecks); err != nil {
				return err
			}
			if wrong := each.Where(checks, func(k check) bool { return k.Verdict == problem }); len(wrong) > 0 {
				return fmt.Errorf("problems found: %d (marked above)", len(wrong))
			}
			return nil
		},
	}.New(at)
}

// examine looks at everything, in the order in which one rests on another.
func examine(ctx context.Context, at run.At) []check {
	if _, err := config.Standard(); err != nil {
		return []check{{Name: "folders", Verdict: problem, Says: err.Error()}}
	}
	set, err := at.Settings()
	list, listed := config.LoadConnections(set.Folders.Config)
	f := set.Folders
	checks := []check{checkFolder("config folder", f.Config), checkFolder("data folder", f.Data), checkFolder("state folder", f.State)}
	checks = append(checks, checkFiles(set, list, listed)...)
	if err != nil {
		checks = append(checks, checkMistakes(err)...)
	}
	if err == nil || !set.Connection.Value.IsBuiltIn() {
		checks = append(checks, checkConnection(ctx, set)...)
	}
	checks = append(checks, checkPreferences(set)...)
	checks = append(checks, checkMemory(ctx, set), checkKeyring(ctx, set, list), checkTerminal())
	if err != nil {
		return append(checks, check{Name: "service", Verdict: warning, Says: "not checked, because of the problems above"})
	}
	if set.Connection.Value.IsBuiltIn() {
		checks = append(checks, checkLive(ctx, set)...)
	}
	return append(checks, checkService(ctx, set)...)
}

// checkLive looks at the tools that live data comes from. It asks no network.
func checkLive(ctx context.Context, set config.Settings) []check {
	from := set.Live.From.String()
	var checks []check
	if by := set.Live.Value.Sandbox; len(by) > 0 {
		checks = append(checks, check{Name: "sandbox", Verdict: fine, Says: "every tool is started by " + strings.Join(by, " "), From: from})
	}
	if len(set.Live.Value.Sources) == 0 {
		return append(checks, check{Name: "live data", Verdict: fine, Says: "from the stored sample: nothing is read from the networks", From: from})
	}
	states, err := run.LiveStates(ctx, set)
	if err != nil {
		return append(checks, check{Name: "live data", Verdict: problem, Says: err.Error(), From: from})
	}
	checks = append(checks, check{Name: "live data", Verdict: fine, From: from,
		Says: "from " + strings.Join(set.Live.Value.Sources, ", then ") + "; the terms of the networks are yours to keep; what is read of people is personal data"},
		check{Name: "live answers", Verdict: fine, Says: run.KeptSays(set.Live.Value), From: from})
	for _, s := range states {
		k := check{Name: s.Source, Verdict: fine, Says: s.Says, Do: s.Do}
		if s.Wrong != "" {
			k.Says, k.Verdict = s.Says+"; "+s.Wrong, problem
		}
		if s.Wrong != "" && s.Works {
			k.Verdict = warning
		}
		checks = append(checks, k)
	}
	return checks
}

func checkFolder(name, path string) check {
	k := check{Name: name, Verdict: fine, Says: path}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		k.Says += ", does not exist yet; created when needed"
	case err != nil:
		k.Verdict, k.Says = problem, path+" cannot be accessed: "+cause(err)
		k.Do = "check the owner of this folder and of its parents"
	case !info.IsDir():
		k.Verdict, k.Says, k.Do = problem, path+" is not a folder", "move it away"
	case info.Mode().Perm()&0o077 != 0:
		k.Verdict, k.Says = warning, fmt.Sprintf("%s, mode %o: other users of this machine can read it", path, info.Mode().Perm())
		k.Do = "chmod 700 " + path
	case !writable(path):
		k.Verdict, k.Says, k.Do = problem, path+" is not writable", "check its owner, and whether the disk is full"
	default:
		k.Says += fmt.Sprintf(", mode %o", info.Mode().Perm())
	}
	return k
}

func cause(err error) string {
	if inner, ok := errors.AsType[*fs.PathError](err); ok {
		return inner.Err.Error()
	}
	return err.Error()
}

// writable makes a file and takes it away again.
func writable(folder string) bool {
	f, err := os.CreateTemp(folder, ".doctor-*")
	if err != nil {
		return false
	}
	return errors.Join(f.Close(), os.Remove(f.Name())) == nil
}

func checkFiles(set config.Settings, list config.Connections, listed error) []check {
	_, err := config.LoadPreferences(set.Folders.Config, theme.Names())
	own := check{Name: config.PreferencesFile, Verdict: fine, Says: "read"}
	switch {
	case err != nil:
		own = own.failed(err, "fix the file; until then none of it is used")
	case !there(set.Folders.Config, config.PreferencesFile):
		own.Says = "none: all settings have their defaults"
	}
	k := check{Name: config.ConnectionsFile, Verdict: fine, Says: english.Count(len(list.All), "connection")}
	switch {
	case listed != nil:
		k.Verdict, k.Says, k.Do = problem, listed.Error(), "fix the file; until then none of it is used"
	case list.Mode&0o077 != 0:
		k.Verdict, k.Says = warning, fmt.Sprintf("mode %o: other users of this machine can read it", list.Mode)
		if slices.ContainsFunc(list.All, func(c config.Connection) bool { return c.Key.Kind == config.KeyPlain }) {
			k.Verdict, k.Says = problem, k.Says+", and it contains a key"
		}
		k.Do = "chmod 600 " + list.Path
	case list.Mode == 0:
		k.Says = "none; to add one, run greenroom connection add"
	}
	return []check{own, k}
}

func there(folder, name string) bool {
	info, err := fs.Stat(os.DirFS(folder), name)
	return err == nil && !info.IsDir()
}

// checkMistakes are those of the settings that are not of the files, which were
// told before.
func checkMistakes(err error) []check {
	var checks []check
	for _, one := range apart(err) {
		if _, ok := errors.AsType[*config.FileError](one); ok {
			continue
		}
		checks = append(checks, check{Name: "settings", Verdict: problem, Says: one.Error(), Do: "fix or remove it"})
	}
	return checks
}

// apart returns the errors that errors.Join put together.
func apart(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return []error{err}
}

func checkConnection(ctx context.Context, set config.Settings) []check {
	c, from := set.Connection.Value, set.Connection.From.String()
	checks := []check{{Name: "connection", Verdict: fine, Says: c.Name, From: set.Chosen.String()}}
	if c.IsBuiltIn() {
		checks = append(checks, check{Name: "database", Verdict: fine, Says: run.StoreShown(set.Store.Value), From: set.Store.From.String()})
		checks = append(checks, checkModels(ctx, set)...)
	} else {
		address := check{Name: "address", Verdict: fine, Says: c.URL, From: from}
		if unencrypted(c.URL) {
			address.Verdict, address.Do = warning, "use https://; over http:// others can read the key and all answers"
		}
		checks = append(checks, address, checkKey(ctx, set),
			check{Name: "names", Verdict: fine, Says: output.Or(namesSay(c.Names)), From: from},
			check{Name: "caps", Verdict: fine, Says: capsSay(c.Caps), From: from})
		checks = append(checks, checkPay(ctx, set)...)
	}
	if len(set.Unused) > 0 {
		checks = append(checks, check{Name: "environment", Verdict: warning, Says: strings.Join(set.Unused, ", ") + " set, but not used for this connection", Do: "unset the one you do not want"})
	}
	return checks
}

func capsSay(c config.Caps) string {
	if c == (config.Caps{}) {
		return "none"
	}
	return "per call " + output.Amount(c.Call) + ", per session " + output.Amount(c.Session) + ", per day " + output.Amount(c.Day)
}

// checkKey looks for the key and never shows it.
func checkKey(ctx context.Context, set config.Settings) check {
	ctx, cancel := context.WithTimeout(ctx, ProbeTimeout)
	defer cancel()
	c := set.Connection.Value
	if c.Key.Kind == config.KeySignIn {
		return checkSession(ctx, set)
	}
	k := check{Name: "key", Verdict: fine, Says: "found", From: c.Key.String()}
	if c.Key.Kind == config.KeyNone {
		k.Says = "none: calls are free, or paid for individually"
		return k
	}
	_, err := config.NewKey(c, config.KeySources{Getenv: os.Getenv, Keyring: config.SystemKeyring()}).Read(ctx)
	if err != nil {
		k = k.failed(err, "greenroom --connection built-in works without one")
	}
	return k
}

func checkPreferences(set config.Settings) []check {
	chosen := set.Theme.Value
	chosen = cmp.Or(chosen, "follows the terminal")
	personal := "not kept"
	if set.KeepPersonal.Value {
		personal = "kept"
	}
	keys := check{Name: "keys", Verdict: fine, Says: english.Count(len(set.Keys), "change")}
	if _, err := run.Keys(set); err != nil {
		keys = keys.failed(err, "fix it: the workbench does not start with it")
	}
	name := set.Name.Value
	if name == "" {
		name = cmp.Or(config.User(), "not known") + ", as the system says"
	}
	return []check{
		{Name: "signs as", Verdict: fine, Says: name, From: set.Name.From.String()},
		{Name: "theme", Verdict: fine, Says: chosen, From: set.Theme.From.String()},
		{Name: "renderer", Verdict: fine, Says: set.Renderer.Value, From: set.Renderer.From.String()},
		{Name: "pictures", Verdict: fine, Says: set.Pictures.Value, From: set.Pictures.From.String()},
		{Name: "accessible", Verdict: fine, Says: onOff(set.Accessible.Value), From: set.Accessible.From.String()},
		{Name: "reduced motion", Verdict: fine, Says: onOff(set.ReduceMotion.Value), From: set.ReduceMotion.From.String()},
		{Name: "asks above", Verdict: fine, Says: set.AskOver.Value.String() + " credits", From: set.AskOver.From.String()},
		keys,
		{Name: "memory limit", Verdict: fine, Says: output.Size(set.MemorySize.Value), From: set.MemorySize.From.String()},
		{Name: "personal addresses", Verdict: fine, Says: personal, From: set.KeepPersonal.From.String()},
	}
}

func onOff(is bool) string { return map[bool]string{true: "on", false: "off"}[is] }

// checkMemory reads the memory, if there is one.
func checkMemory(ctx context.Context, set config.Settings) check {
	k := check{Name: "memory", Verdict: fine, Says: set.Folders.Memory()}
	if _, err := os.Stat(set.Folders.Memory()); errors.Is(err, fs.ErrNotExist) {
		k.Says += ", not there yet"
		return k
	}
	var stats local.Stats
	memory, err := run.OpenMemory(ctx, set, nil)
	if err == nil {
		stats, err = memory.Stats(ctx)
		err = errors.Join(err, memory.Close())
	}
	if err != nil {
		return k.failed(err, "paid calls are blocked while the journal cannot be written; move the file away to start a new one")
	}
	answers, unknown := 0, 0
	for _, s := range stats.Services {
		answers, unknown = answers+s.Answers, unknown+s.Unknown
	}
	k.Says = fmt.Sprintf("%s, %s, %s kept", stats.Path, output.Size(stats.Bytes), english.Count(answers, "answer"))
	if unknown > 0 {
		k.Verdict, k.Says = warning, k.Says+", "+english.Count(unknown, "call")+" with an unknown charge"
		k.Do = "run greenroom journal --unknown to list them, and compare with the records of the service"
	}
	return k
}

func checkKeyring(ctx context.Context, set config.Settings, list config.Connections) check {
	ctx, cancel := context.WithTimeout(ctx, ProbeTimeout)
	defer cancel()
	err := config.CheckKeyring(ctx, config.SystemKeyring())
	uses := func(c config.Connection) bool {
		return c.Key.Kind == config.KeyKeyring || c.SignIn.Tokens == config.TokensInKeyring
	}
	k := check{Name: "keyring", Verdict: fine, Says: "can be used"}
	if err == nil {
		return k
	}
	k.Says = err.Error()
	switch {
	case uses(set.Connection.Value):
		k.Verdict = problem
	case slices.ContainsFunc(list.All, uses):
		k.Verdict = warning
	default:
		k.Says += "; no connection needs it"
		return k
	}
	k.Do = "start or unlock it, or add the connection again with --key-env, --key-command or --tokens file"
	return k
}

// smallest is the terminal that the workbench is drawn for at least.
const smallestCols, smallestRows = 40, 12

func checkTerminal() check {
	name := os.Getenv("TERM")
	colours := fmt.Sprint(colorprofile.Env(os.Environ()))
	k := check{Name: "terminal", Verdict: fine, Says: fmt.Sprintf("TERM %s, colours %s", output.Or(name), colours)}
	fd := int(os.Stdout.Fd())
	if !term.IsTerminal(fd) {
		k.Says += "; standard output is not a terminal: commands work, the workbench does not"
		return k
	}
	cols, rows, err := term.GetSize(fd)
	k.Says += fmt.Sprintf(", %d columns and %d rows", cols, rows)
	switch {
	case name == "" || name == "dumb":
		k.Verdict, k.Do = warning, "set TERM to the name of the terminal, such as xterm-256color"
	case err == nil && (cols < smallestCols || rows < smallestRows):
		k.Verdict, k.Do = warning, fmt.Sprintf("make the window larger than %d columns and %d rows", smallestCols, smallestRows)
	}
	return k
}

// checkService asks a remote service, and opens the built-in one if it was
// made before.
func checkService(ctx context.Context, set config.Settings) []check {
	builtIn := set.Connection.Value.IsBuiltIn()
	if builtIn && !run.StoreMade(set.Store.Value) {
		return []check{{Name: "service", Verdict: fine, Says: "does not exist yet: the first start creates it with the sample world"}}
	}
	conn, err := run.Dial(ctx, set, nil)
	if err != nil {
		return []check{{Name: "service", Verdict: problem, Says: err.Error(), Do: "use --store to choose another file for the built-in service"}}
	}
	checks, err := finish(ctx, conn)
	if err == nil {
		found, _ := probe(ctx, conn)
		checks = append(checks, found...)
	}
	if err := conn.Close(); err != nil {
		checks = append(checks, check{Name: "service", Verdict: warning, Says: err.Error()})
	}
	return checks
}

// finish makes the rest of a sample world whose first start was cut short: until then the
// service has no answers.
func finish(ctx context.Context, conn *run.Connection) ([]check, error) {
	if conn.Making == nil {
		return nil, nil
	}
	if _, of := conn.Making(); of == 0 {
		return nil, nil
	}
	k := check{Name: "sample world", Verdict: fine, Says: "an earlier start was cut short while it was made; it is whole now"}
	err := conn.Ready(ctx)
	if err != nil {
		k.Verdict, k.Says, k.Do = problem, "cannot be made: "+err.Error(), "fix that and start again: it goes on where it stopped"
	}
	return []check{k}, err
}

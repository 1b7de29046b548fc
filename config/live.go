package config

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// The sources that live data may come from, besides the stored sample.
const (
	LiveFolder      = "folder"      // files that somebody saved
	LiveYtDLP       = "yt-dlp"      // the long-video network
	LiveOfficial    = "official"    // its own interface, with a key and a quota
	LiveInstaloader = "instaloader" // the photo network: fragile, needs an account
	LiveGalleryDL   = "gallery-dl"  // the photo and the short-video network: fragile, needs an account
	LiveOwn         = "own"         // a program of the operator's own
)

// LiveSources are all of them, as they are named in files and flags.
func LiveSources() []string {
	return []string{LiveFolder, LiveOfficial, LiveYtDLP, LiveInstaloader, LiveGalleryDL, LiveOwn}
}

// Live configures how a service of this machine reads the networks: sources in the order
// in which they are asked. Without one nothing is read from outside.
type Live struct {
	Sources []string
	Folder  string
	Keep    map[string]time.Duration // how long answers are kept, by LiveKeeps; what is not in it has its default
	Sandbox []string                 // what every tool is started by; nil: by itself
	Tools   map[string]LiveTool      // by source
	// Official is the key of the official interface, in a variable or a file of its own.
	Official struct {
		KeyEnv, KeyFile string
		Units           int64 // a day; 0: as the network gives them
	}
}

// LiveTool configures a download tool. Zero values are the defaults of each.
type LiveTool struct {
	Command string // its name or path; "" is its own name
	Extra   []string
	Cookies string // a file that only its owner reads
	Runtime string // of JavaScript, for yt-dlp
	Login   string // the account, for instaloader, whose session is in Session
	Session string
	PerHour int64
	PerDay  int64
	Spacing time.Duration
	Env     []string            // names of variables that runs get, too
	Calls   map[string][]string // the arguments of each call, for an own program
}

// LiveTable is Live as a file has it, below [live].
type LiveTable struct {
	Sources     []string          `toml:"sources"`
	Folder      string            `toml:"folder"`
	Sandbox     []string          `toml:"sandbox"`
	Keep        map[string]string `toml:"keep"`
	YtDLP       liveToolTable     `toml:"yt-dlp"`
	Instaloader liveToolTable     `toml:"instaloader"`
	GalleryDL   liveToolTable     `toml:"gallery-dl"`
	Own         liveToolTable     `toml:"own"`
	Official    liveQuotaTable    `toml:"official"`
}

type liveToolTable struct {
	Command string   `toml:"command"`
	Extra   []string `toml:"extra"`
	Cookies string   `toml:"cookies"`
	Runtime string   `toml:"js_runtime"`
	Login   string   `toml:"login"`
	Session string   `toml:"session"`
	PerHour int64    `toml:"per_hour"`
	PerDay  int64    `toml:"per_day"`
	Spacing string   `toml:"spacing"`
	Env     []string `toml:"env"`

	Calls map[string][]string `toml:"calls"`
}

type liveQuotaTable struct {
	KeyEnv  string `toml:"key_env"`
	KeyFile string `toml:"key_file"`
	Units   int64  `toml:"units_per_day"`
}

var (
	loginForm    = regexp.MustCompile(`^[A-Za-z0-9._]{1,30}$`)
	variableForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

// runsMax bounds the runs that may be allowed in an hour or a day.
const runsMax = 10_000

// Read checks what can be checked without starting anything. Mistakes name their line.
func (t LiveTable) Read(d File) (l Live, err error) {
	refuse := func(problem string, key ...string) (Live, error) {
		return Live{}, d.Refuse(problem, append([]string{"live"}, key...)...)
	}
	if problem := liveSources(t.Sources, t.Folder); problem != "" {
		return refuse(problem, "sources")
	}
	if problem := sandboxed(t.Sandbox); problem != "" {
		return refuse(problem, "sandbox")
	}
	keep, kind, problem := readKeep(t.Keep)
	if problem != "" {
		return refuse(problem, "keep", kind)
	}
	l = Live{Keep: keep, Sources: t.Sources, Folder: atHome(t.Folder), Sandbox: t.Sandbox, Tools: map[string]LiveTool{}}
	for name, of := range map[string]liveToolTable{LiveYtDLP: t.YtDLP, LiveInstaloader: t.Instaloader, LiveGalleryDL: t.GalleryDL, LiveOwn: t.Own} {
		tool, key, problem := of.read(name)
		if problem != "" {
			return refuse(problem, name, key)
		}
		l.Tools[name] = tool
	}
	o := t.Official
	l.Official.KeyEnv, l.Official.KeyFile, l.Official.Units = o.KeyEnv, atHome(o.KeyFile), o.Units
	if o.Units < 0 {
		return refuse("units_per_day must not be negative", LiveOfficial, "units_per_day")
	}
	if source, problem := l.lacks(); problem != "" {
		return refuse(problem, source)
	}
	if problem := ownerOnly(l.Official.KeyFile); problem != "" {
		return refuse(problem, LiveOfficial, "key_file")
	}
	return l, nil
}

// liveSources says what is wrong with a list of sources; "" if nothing is.
func liveSources(sources []string, folder string) string {
	for i, name := range sources {
		switch {
		case !slices.Contains(LiveSources(), name):
			return unknown("live source", name, LiveSources())
		case slices.Contains(sources[:i], name):
			return name + " is listed twice in sources"
		}
	}
	switch listed := slices.Contains(sources, LiveFolder); {
	case listed && folder == "":
		return `folder is a source: say which, with folder = "…" below [live]`
	case folder != "" && !listed:
		return `folder is named but not listed: add "folder" to sources, usually as the first`
	}
	return ""
}

// sandboxed says what is wrong with what tools are started by. There is no shell.
func sandboxed(prefix []string) string {
	for i, word := range prefix {
		known := strings.ReplaceAll(word, "{folder}", "")
		switch {
		case word == "" || strings.ContainsRune(word, 0):
			return "sandbox holds an empty word"
		case i == 0 && (strings.HasPrefix(word, "-") || strings.ContainsAny(word, " \t{")):
			return `sandbox begins with a program; each of its words is one of the list: ["bwrap", "--unshare-all", "--"]`
		case strings.Contains(known, "{"):
			return "sandbox knows {folder}, the folder of a run, and nothing else in braces"
		}
	}
	return ""
}

// lacks is a source that is listed without what it cannot do without.
func (l Live) lacks() (source, problem string) {
	own := l.Tools[LiveOwn]
	switch {
	case slices.Contains(l.Sources, LiveOfficial) && (l.Official.KeyEnv == "") == (l.Official.KeyFile == ""):
		return LiveOfficial, "official needs the key of the network's interface: name the variable or the file it is in, with key_env or with key_file"
	case slices.Contains(l.Sources, LiveOwn) && (own.Command == "" || len(own.Calls) == 0):
		return LiveOwn, "own needs the program as command, and what it answers below [live.own.calls]"
	}
	return "", ""
}

// WithSources returns the configuration with other sources, as flags name them.
func (l Live) WithSources(sources []string, folder string) (Live, error) {
	if folder != "" {
		l.Folder = folder
	}
	if len(sources) > 0 {
		l.Sources = sources
	}
	if folder != "" && !slices.Contains(l.Sources, LiveFolder) {
		l.Sources = append([]string{LiveFolder}, l.Sources...)
	}
	if problem := liveSources(l.Sources, l.Folder); problem != "" {
		return l, fmt.Errorf("--live: %s", problem)
	}
	if source, problem := l.lacks(); problem != "" {
		return l, fmt.Errorf("--live %s: in a file of settings, passed with --config, below [live.%[1]s]: %s", source, problem)
	}
	return l, nil
}

func (t liveToolTable) read(name string) (tool LiveTool, key, problem string) {
	tool = LiveTool{Command: t.Command, Extra: t.Extra, Cookies: atHome(t.Cookies), Runtime: t.Runtime, Login: t.Login, Session: atHome(t.Session), PerHour: t.PerHour, PerDay: t.PerDay, Env: t.Env, Calls: t.Calls}
	switch {
	case slices.Contains(t.Extra, "--") || slices.Contains(t.Extra, ""):
		return tool, "extra", "extra must hold neither -- nor an empty argument"
	case t.PerHour < 0 || t.PerHour > runsMax || t.PerDay < 0 || t.PerDay > runsMax:
		return tool, "per_day", fmt.Sprintf("per_hour and per_day are runs, 1 to %d", runsMax)
	case slices.ContainsFunc(t.Env, func(name string) bool { return !variableForm.MatchString(name) }):
		return tool, "env", "env holds the names of variables, without their values"
	case len(t.Calls) > 0 && name != LiveOwn:
		return tool, "calls", "calls are for own only: the others' arguments are known"
	case t.Runtime != "" && name != LiveYtDLP:
		return tool, "js_runtime", "js_runtime is for yt-dlp only"
	case (t.Login != "" || t.Session != "") && name != LiveInstaloader:
		return tool, "login", "login and session are for instaloader only; others take cookies"
	case t.Cookies != "" && name == LiveInstaloader:
		return tool, "cookies", "instaloader takes no cookies: make a session with instaloader --login NAME, and name both with login and session"
	case t.Login != "" && !loginForm.MatchString(t.Login):
		return tool, "login", "login is the name of an account: letters, digits, dots and underscores"
	case (t.Login == "") != (t.Session == ""):
		return tool, "session", "login is the account and session the file that instaloader made for it: give both"
	}
	if t.Spacing != "" {
		d, err := time.ParseDuration(t.Spacing)
		if err != nil || d < 0 || d > time.Hour {
			return tool, "spacing", `spacing is the time between two runs, such as "20s"`
		}
		tool.Spacing = d
	}
	for key, file := range map[string]string{"cookies": tool.Cookies, "session": tool.Session} {
		if problem := ownerOnly(file); problem != "" {
			return tool, key, problem
		}
	}
	return tool, "", ""
}

// ownerOnly says what is wrong with a file that opens an account; "" names none.
func ownerOnly(path string) string {
	if path == "" {
		return ""
	}
	info, err := os.Stat(path)
	switch {
	case err != nil || !info.Mode().IsRegular():
		return "the file that is named here is not there"
	case info.Mode().Perm()&0o077 != 0:
		return fmt.Sprintf("the file that is named here opens an account and others can read it (mode %o): chmod 600 it", info.Mode().Perm())
	}
	return ""
}

// atHome is a path with the user's folder in place of ~.
func atHome(path string) string {
	rest, ok := strings.CutPrefix(path, "~/")
	home, err := os.UserHomeDir()
	if !ok || err != nil {
		return path
	}
	return filepath.Join(home, rest)
}

package command

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"greenroom/internal/pattern"
)

// The tools, by the names of their programs.
const (
	YtDLP       = "yt-dlp"
	GalleryDL   = "gallery-dl"
	Instaloader = "instaloader"
	Own         = "own" // the operator's own program
)

// Tool is a program that is not ours and not shipped.
type Tool struct {
	Name   string
	Oldest []int  // version that is run: what is older does not know its options, or today's pages; nil: none is asked for
	Mend   string // the command that installs it, or brings it up to date
}

// Tools are those that are known here.
var Tools = map[string]Tool{
	YtDLP:       {YtDLP, []int{2025, 11, 12}, "pipx install --force yt-dlp"},
	GalleryDL:   {GalleryDL, []int{1, 30, 0}, "pipx install --force gallery-dl"},
	Instaloader: {Instaloader, []int{4, 14, 0}, "pipx install --force instaloader"},
	Own:         {Own, nil, "install it, or write its path as command below [live.own]"},
}

// oldAfter is the age from which a version that is named by its day is called old: the
// networks change, and the tools follow within weeks.
const oldAfter = 90 * 24 * time.Hour

// Installed is a tool as it was found on this machine.
type Installed struct {
	Tool
	Path    string // "": it is not there
	Version string // "": it does not say
	Failed  error  // why it cannot be run
}

// Unfit is a tool that is missing or will not do.
type Unfit struct{ Why, With string }

func (u *Unfit) Error() string { return u.Why }

// Mend is the sentence for whoever runs the service.
func (u *Unfit) Mend() string {
	return "Live data is read by a tool of this machine: " + u.Why + ". Nothing was charged. To mend it, run: " + u.With + ". greenroom doctor says more."
}

var versionLine = pattern.New(`\b(\d{1,4}\.\d{1,3}(?:\.\d{1,3}){0,2})\b`)

// Find looks a tool up once, by its name or a path, and asks for its version.
func Find(ctx context.Context, name, program string, r *Runner) Installed {
	found := Installed{Tool: Tools[name]}
	unfit := func(why string) error { return &Unfit{name + " " + why, found.Mend} }
	program = cmp.Or(program, name)
	path, err := exec.LookPath(program)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		found.Failed = unfit("is not installed")
		return found
	}
	found.Path = path
	if r.absent != nil {
		found.Failed, found.Mend = r.absent, r.absent.With
		return found
	}
	if found.Oldest == nil {
		return found
	}
	var ended Outcome
	err = r.Run(ctx, []string{path, "--version"}, nil, func(o Outcome) error {
		ended = o
		printed, err := os.ReadFile(o.Out)
		found.Version = versionLine.FindString(string(printed[:min(len(printed), 200)]))
		return err
	})
	switch {
	case err != nil:
		found.Failed = err
	case ended.Exit != 0 && r.prefix != nil:
		found.Failed = unfit(fmt.Sprintf("does not start in its sandbox (exit %d): %s", ended.Exit, lastLine(ended.Words)))
		found.Mend = "mend sandbox below [live]: it has to let the tool be read"
	case found.Version == "":
		found.Failed = unfit("does not tell its version")
	case slices.Compare(numbers(found.Version), found.Oldest) < 0:
		found.Failed = unfit(found.Version + " is too old: the networks have changed since")
	}
	return found
}

// lastLine is the end of what a program said, short enough to show.
func lastLine(words string) string {
	words = strings.TrimSpace(words)
	words = words[strings.LastIndexByte(words, '\n')+1:]
	return strings.ToValidUTF8(words[:min(len(words), 200)], "")
}

func numbers(version string) (out []int) {
	for part := range strings.SplitSeq(version, ".") {
		n, _ := strconv.Atoi(part) // digits only
		out = append(out, n)
	}
	return out
}

// Age returns the age of a version that is named by its day; false for others.
func (i Installed) Age(now time.Time) (time.Duration, bool) {
	n := numbers(i.Version)
	if len(n) < 3 || n[0] < 2000 {
		return 0, false
	}
	return now.Sub(time.Date(n[0], time.Month(n[1]), n[2], 0, 0, 0, 0, time.UTC)), true
}

// Old says whether a version is old by its day.
func (i Installed) Old(now time.Time) bool {
	age, dated := i.Age(now)
	return dated && age > oldAfter
}

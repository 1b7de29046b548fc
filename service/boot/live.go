package boot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/command"
	"greenroom/service/live/official"
	"greenroom/service/live/tools"
	"greenroom/service/store"
)

// Live configures the sources of live data beyond the store, by name, in the order in
// which they are asked. None: as Config.Sample has it.
type Live struct {
	Sources []string
	Folder  string
	Tools   map[string]LiveTool
	Key     func() (string, error) // of the official interface
	Units   int64                  // of its quota, a day; 0: the network's own
	Runs    string                 // the folder that tools run below
	Sandbox []string               // what every tool is started by; nil: by itself
	// Program and Env are for tests: what is run in place of each tool, and with which
	// further variables.
	Program string
	Env     []string
	Keep    map[string]time.Duration // how long answers are kept, by the words of live; 0: for good
	Wait    time.Duration            // that a caller waits at most; 0: 25 s
	record  string                   // a folder that gets what tools write; "" for none
}

// LiveTool configures a download tool, as the settings have it; zero values are the defaults
// of each.
type LiveTool struct {
	Command string
	Extra   []string
	Cookies string
	Runtime string
	Login   string
	Session string
	PerHour int64
	PerDay  int64
	Spacing time.Duration
	Env     []string            // names of variables that runs get, too
	Calls   map[string][]string // of an own program
}

// way is a tool as a source: how it is paced where nobody says otherwise.
type way struct {
	open     func(tools.Config) service.Networks
	perHour  int64
	perDay   int64
	parallel int
	spacing  time.Duration
}

// ways are the tools by name. What needs an account is asked slowly, one at a time.
var ways = map[string]way{
	command.YtDLP:       {open: tools.YtDLP, perHour: 200, parallel: 2},
	command.GalleryDL:   {open: tools.GalleryDL, perDay: 100, parallel: 1, spacing: 20 * time.Second},
	command.Own:         {open: tools.Own, parallel: 2},
	command.Instaloader: {open: tools.Instaloader, perDay: 100, parallel: 1, spacing: 20 * time.Second},
}

// runner runs programs within limits, in folders of this user, with some variables of ours.
func (l Live) runner(within command.Limits, variables ...string) (*command.Runner, error) {
	if l.Runs == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("find a folder for live runs: %w", err)
		}
		l.Runs = filepath.Join(cache, "greenroom", "live")
	}
	env := slices.Clone(l.Env)
	for _, name := range variables {
		if value, set := os.LookupEnv(name); set {
			env = append(env, name+"="+value)
		}
	}
	r, err := command.NewRunner(l.Runs, within, env...)
	if err == nil {
		r.Within(l.Sandbox)
	}
	if err == nil && l.record != "" {
		r.Record(l.record)
	}
	return r, err
}

// found looks up a tool: what is installed, how old, and why it will not do.
func (l Live) found(ctx context.Context, name string) (command.Installed, error) {
	r, err := l.runner(command.Standard)
	if err != nil {
		return command.Installed{}, err
	}
	found := command.Find(ctx, name, cmp.Or(l.Program, l.Tools[name].Command), r)
	if wrong := tools.CheckCalls(l.Tools[name].Calls); wrong != nil {
		found.Failed, found.Mend = wrong, "mend it below [live.own.calls]"
	}
	return found, nil
}

// Lasting is how long each kind of answer is kept; 0 is for good.
func (l Live) Lasting() map[string]time.Duration { return live.Lasting(l.Keep) }

// connect puts up where live data comes from: what Config.Live lists; else a folder of
// saved files; else, for the sample, the store itself, which stands in for the networks.
// What it opens is closed by end.
func connect(c Config, kept store.Store) (n service.Networks, end func() error, err error) {
	end = func() error { return nil }
	if len(c.Live.Sources) > 0 {
		return c.Live.connect(c, kept)
	}
	source := sourceSample
	switch {
	case c.LiveFolder != "":
		source = sourceFolder
		if n, err = live.OpenFolder(c.LiveFolder, c.Clock); err != nil {
			return n, end, err
		}
	case c.Sample:
		n = live.WithTrials(live.FromStore(kept, c.Clock), c.Clock)
	}
	return live.New(n, live.Config{Clock: c.Clock, Logger: c.Logger, Source: source, Watch: c.watch}), end, nil
}

func (l Live) connect(c Config, kept store.Store) (n service.Networks, end func() error, err error) {
	var chain []service.Networks
	for _, name := range l.Sources {
		source, err := l.source(name, c, kept)
		if err != nil {
			return n, nil, err
		}
		chain = append(chain, source)
	}
	connected := live.Chain(chain)
	own := live.New(live.Fictional(kept, c.Clock), live.Config{Clock: c.Clock, Logger: c.Logger})
	suggested := live.New(live.Suggestions(live.FromStore(kept, c.Clock)), live.Config{Clock: c.Clock, Logger: c.Logger})
	n, keeper := live.Keep(live.Chain([]service.Networks{live.Where(own, connected), connected, live.Where(suggested, connected)}), live.KeepConfig{Answers: kept, Lasting: l.Keep, Clock: c.Clock, Logger: c.Logger, Wait: l.Wait, Watch: c.watch})
	return n, keeper.Close, nil
}

// source is one of the chain, with the gate before it.
func (l Live) source(name string, c Config, kept live.Answers) (service.Networks, error) {
	if name == sourceFolder {
		folder, err := live.OpenFolder(l.Folder, c.Clock)
		return live.Saved(live.New(folder, live.Config{Clock: c.Clock, Logger: c.Logger, Source: name, Watch: c.watch})), err
	}
	bounds := l.meters(name, kept, c.Clock)
	for _, m := range bounds {
		c.watched(m)
	}
	if name == sourceOfficial {
		source := official.Networks(official.Config{Key: l.Key, HTTP: &http.Client{Timeout: officialTimeout}, Meter: bounds[0], Clock: c.Clock})
		return live.New(source, live.Config{Clock: c.Clock, Logger: c.Logger, Timeout: officialTimeout, Parallel: 4, Refusals: kept, Source: name, Watch: c.watch}), nil
	}
	how, known := ways[name]
	if !known {
		return service.Networks{}, fmt.Errorf("no live source is named %s", name)
	}
	tool, err := l.tool(name, c)
	if err != nil {
		return service.Networks{}, err
	}
	tool.Bounds, tool.Spacing = bounds, cmp.Or(tool.Spacing, how.spacing)
	return live.New(how.open(tool), live.Config{Clock: c.Clock, Logger: c.Logger, Timeout: command.Standard.Time, Parallel: how.parallel, Refusals: kept, Source: name, Watch: c.watch}), nil
}

// tool is how a tool is run, as it is configured, without what paces it.
func (l Live) tool(name string, c Config) (tools.Config, error) {
	t := l.Tools[name]
	runner, err := l.runner(command.Standard, t.Env...)
	return tools.Config{
		Runner: runner, Name: name, Program: cmp.Or(l.Program, t.Command), Extra: t.Extra, Cookies: t.Cookies, Runtime: t.Runtime, Login: t.Login, Session: t.Session, Calls: t.Calls,
		Spacing: t.Spacing, Clock: c.Clock, Logger: cmp.Or(c.Logger, slog.New(slog.DiscardHandler)),
	}, errors.Join(err, tools.CheckCalls(t.Calls))
}

// watched has it told how much of a bound is used in its window, and how much there is.
func (c Config) watched(m *live.Meter) {
	if c.watch == nil {
		return
	}
	of := map[string]string{"bound": m.Name}
	c.watch.LiveGauge("bound", of, func() float64 { return float64(m.Bound) })
	c.watch.LiveGauge("bound_used", of, func() float64 {
		used, _, err := m.Used(context.Background())
		if err != nil {
			return math.NaN()
		}
		return float64(used)
	})
}

// meters count the runs of a tool, for what it is held to.
func (l Live) meters(name string, kept live.Answers, clock func() time.Time) (list []*live.Meter) {
	t, how := l.Tools[name], ways[name]
	if name == sourceOfficial {
		return []*live.Meter{{Name: "units of the official interface", Bound: cmp.Or(l.Units, official.Units), Window: live.Days(official.Pacific()), Kept: kept, Clock: clock}}
	}
	for _, m := range []*live.Meter{
		{Name: "runs of " + name + " in an hour", Bound: cmp.Or(t.PerHour, how.perHour), Window: live.Hours, Kept: kept, Clock: clock},
		{Name: "runs of " + name + " in a day", Bound: cmp.Or(t.PerDay, how.perDay), Window: live.Days(time.Local), Kept: kept, Clock: clock},
	} {
		if m.Bound > 0 {
			list = append(list, m)
		}
	}
	return list
}

// The sources that are no tools: the store of the sample, saved files, and the long-video network's own interface.
const (
	sourceSample   = "sample"
	sourceFolder   = "folder"
	sourceOfficial = "official"
)

// officialTimeout bounds a call to the official interface, all its requests together.
const officialTimeout = 20 * time.Second

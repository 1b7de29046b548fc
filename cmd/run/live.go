package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"greenroom/config"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/service/boot"
)

// LiveOf converts the settings to those of a service.
func LiveOf(l config.Live) boot.Live {
	out := boot.Live{Keep: l.Keep, Sources: l.Sources, Folder: l.Folder, Sandbox: l.Sandbox, Units: l.Official.Units, Tools: map[string]boot.LiveTool{}}
	for name, t := range l.Tools {
		out.Tools[name] = boot.LiveTool(t)
	}
	env, file := l.Official.KeyEnv, l.Official.KeyFile
	out.Key = func() (string, error) {
		key := os.Getenv(env)
		if file != "" {
			text, err := os.ReadFile(file)
			if err != nil {
				return "", errors.New("the file of the key cannot be read")
			}
			key = strings.TrimSpace(string(text))
		}
		if key == "" {
			return "", errors.New("there is no key")
		}
		return key, nil
	}
	return out
}

// KeptSays tells how long answers of the networks are kept.
func KeptSays(l config.Live) string {
	times := LiveOf(l).Lasting()
	said := each.Of(config.LiveKeeps(), func(kind string) string {
		if times[kind] == 0 {
			return kind + " until greenroom live forget"
		}
		return kind + " " + age(times[kind])
	})
	return "answers of people are kept: " + strings.Join(said, ", ")
}

// age is a time in its largest unit that holds it whole.
func age(d time.Duration) string {
	for _, u := range []struct {
		is   time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		if d%u.is == 0 {
			return english.Count(int(d/u.is), u.name)
		}
	}
	return d.String()
}

// LiveSaid describes a source of live data, in a sentence each: its name, its faults, and
// the command or setting that mends it.
type LiveSaid struct {
	Source, Says, Wrong, Do string
	Works                   bool // what is wrong does not keep it from answering
}

// LiveStates says how the sources of the built-in service stand. Refusals and counts are
// in its store, where there is one.
func LiveStates(ctx context.Context, set config.Settings) ([]LiveSaid, error) {
	l := LiveOf(set.Live.Value)
	if c := set.Speech; c != nil && c.Audio != "" && !slices.Contains(l.Sources, c.Audio) {
		l.Sources = append(slices.Clone(l.Sources), c.Audio) // it is run, too
	}
	s, err := boot.OpenExisting(ctx, set.Store.Value)
	if err != nil {
		return liveSaid(l.States(ctx, nil, time.Now))
	}
	said, err := liveSaid(l.States(ctx, s, time.Now))
	return said, errors.Join(err, s.Close())
}

func liveSaid(states []boot.LiveState, err error) (list []LiveSaid, _ error) {
	list = append(list, each.Of(states, sayLive)...)
	return list, err
}

func sayLive(s boot.LiveState) LiveSaid {
	i := s.Installed
	said := LiveSaid{Source: s.Source, Says: cmp.Or(i.Path, "listed"), Works: true}
	if i.Version != "" {
		said.Says = i.Version
	}
	if s.Age > 0 {
		said.Says += ", " + english.Count(int(s.Age.Hours()/24), "day") + " old"
	}
	if s.Bound > 0 {
		said.Says += fmt.Sprintf(", %d of %d used until %s", s.Used, s.Bound, s.Ends.Local().Format("15:04"))
	}
	if s.Fragile {
		said.Says += "; fragile, needs an account that the network may close"
	}
	switch {
	case i.Failed != nil:
		said.Wrong, said.Do, said.Works = i.Failed.Error(), i.Mend, false
		if rest, named := strings.CutPrefix(said.Wrong, i.Name+" "); named { // beside its name and version
			said.Wrong = "it " + strings.TrimPrefix(rest, i.Version+" ")
		}
	case s.Refused != "":
		said.Wrong = fmt.Sprintf("the network refuses (%s) until %s", s.Refused, s.Until.Local().Format("Jan 2 15:04"))
		said.Do, said.Works = "wait: nothing is asked until then", false
	case s.Old:
		said.Wrong, said.Do = "old: the networks change faster", i.Mend
	case i.Name == config.LiveYtDLP && s.Runtime == "":
		said.Wrong, said.Do = "no runtime of JavaScript: some videos fail", `install deno, or write js_runtime = "node" below [live.yt-dlp]`
	}
	return said
}

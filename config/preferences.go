package config

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"greenroom/api"
)

// What preferences leave open.
const (
	DefaultAskOver    = 5 * api.Credit
	DefaultMemorySize = int64(1e9)  // bytes
	smallestMemory    = int64(10e6) // bytes
)

// What draws the workbench: a renderer of its own, right after each message, or
// that of the terminal library, by its frames.
const (
	RendererOwn       = "own"
	RendererFramework = "framework"
	DefaultRenderer   = RendererOwn
)

var renderers = []string{RendererOwn, RendererFramework}

// How people are pictured: as the terminal can, by kitty's protocol where it answers, in half
// blocks, by their initials, or not at all.
const (
	PicturesAuto     = "auto"
	PicturesKitty    = "kitty"
	PicturesBlocks   = "blocks"
	PicturesInitials = "initials"
	PicturesOff      = "off"
)

var pictures = []string{PicturesAuto, PicturesKitty, PicturesBlocks, PicturesInitials, PicturesOff}

// KeyChange gives an action other keys. Scope is "" for all scopes that know
// the action.
type KeyChange struct {
	Scope  string   `json:"scope,omitempty"`
	Action string   `json:"action"`
	Keys   []string `json:"keys"`
	From   Origin   `json:"from"`
}

// Preferences holds a planner's preferences. Origins are set everywhere.
type Preferences struct {
	Theme        Setting[string] // "": as the terminal is
	Renderer     Setting[string]
	Pictures     Setting[string]
	AskOver      Setting[api.Credits]
	MemorySize   Setting[int64] // bytes
	KeepPersonal Setting[bool]
	Name         Setting[string] // in which decisions are signed; "": the system's
	Keys         []KeyChange
	Report       Report
	Accessible   Setting[bool] // the workbench is told in lines
	ReduceMotion Setting[bool] // nothing on the screen moves by itself
	Live         Setting[Live] // of the built-in service
	Model        *Model        // of the built-in service; nil: rules judge alone
	Speech       *Speech       // of the built-in service; nil: nothing is written down
}

// Report configures the look of reports for clients; "" where nothing is set.
type Report struct {
	Agency   Setting[string]
	Colour   Setting[string] // #rrggbb
	Logo     Setting[string] // a file
	Browser  Setting[string] // that prints PDF
	Language Setting[string] // of its own words
}

// longestName limits the characters of a name.
const longestName = 60

type preferencesFile struct {
	Name     *string        `toml:"name"`
	Theme    *string        `toml:"theme"`
	AskOver  *literal       `toml:"ask_over"`
	Keys     map[string]any `toml:"keys"`
	Memory   memoryTable    `toml:"memory"`
	Renderer *string        `toml:"renderer"`
	Pictures *string        `toml:"pictures"`
	Report   reportTable    `toml:"report"`
	Live     *LiveTable     `toml:"live"`
	Model    *ModelTable    `toml:"model"`
	Speech   *SpeechTable   `toml:"speech"`

	Accessible   *bool `toml:"accessible"`
	ReduceMotion *bool `toml:"reduce_motion"`
}

type reportTable struct {
	Agency   *string `toml:"agency"`
	Colour   *string `toml:"colour"`
	Logo     *string `toml:"logo"`
	Browser  *string `toml:"browser"`
	Language *string `toml:"language"`
}

type memoryTable struct {
	Size         *literal `toml:"size"`
	KeepPersonal *bool    `toml:"keep_personal_data"`
}

func defaults() Preferences {
	own := Origin{Source: FromBuiltIn}
	return Preferences{
		Name:  Setting[string]{"", own},
		Theme: Setting[string]{"", own}, Renderer: Setting[string]{DefaultRenderer, own}, Pictures: Setting[string]{PicturesAuto, own}, AskOver: Setting[api.Credits]{DefaultAskOver, own},
		MemorySize: Setting[int64]{DefaultMemorySize, own}, KeepPersonal: Setting[bool]{true, own},
		Live:       Setting[Live]{Live{}, own},
		Accessible: Setting[bool]{false, own}, ReduceMotion: Setting[bool]{false, own},
		Report: Report{Setting[string]{"", own}, Setting[string]{"", own}, Setting[string]{"", own}, Setting[string]{"", own}, Setting[string]{"", own}},
	}
}

// LoadPreferences reads the preferences of a configuration folder. themes are
// the names a theme may have. A file with a mistake is a *FileError, and then
// nothing of it is taken.
func LoadPreferences(folder string, themes []string) (Preferences, error) {
	p := defaults()
	var f preferencesFile
	d, err := readDocument(filepath.Join(folder, PreferencesFile), &f)
	if err != nil {
		return p, err
	}
	for _, of := range []struct {
		name  string
		given *string
		known []string
		into  *Setting[string]
	}{{"theme", f.Theme, themes, &p.Theme}, {"renderer", f.Renderer, renderers, &p.Renderer}, {"pictures", f.Pictures, pictures, &p.Pictures}} {
		if of.given != nil && !slices.Contains(of.known, *of.given) {
			return defaults(), d.Refuse(unknown(of.name, *of.given, of.known), of.name)
		}
		take(of.into, of.given, &d, of.name)
	}
	if f.Name != nil {
		name := strings.TrimSpace(*f.Name)
		if name == "" || utf8.RuneCountInString(name) > longestName {
			return defaults(), d.Refuse(fmt.Sprintf("name must have 1 to %d characters; leave it out for the system's user name", longestName), "name")
		}
		p.Name = Setting[string]{name, d.from("name")}
	}
	if f.AskOver != nil {
		n, err := credits(f.AskOver.text)
		if err != nil {
			return defaults(), d.Refuse("ask_over "+err.Error(), "ask_over")
		}
		p.AskOver = Setting[api.Credits]{n, d.from("ask_over")}
	}
	if err := p.memory(&d, f.Memory); err != nil {
		return defaults(), err
	}
	take(&p.Accessible, f.Accessible, &d, "accessible")
	take(&p.ReduceMotion, f.ReduceMotion, &d, "reduce_motion")
	r := &f.Report
	for _, of := range []struct {
		name  string
		given *string
		into  *Setting[string]
	}{{"agency", r.Agency, &p.Report.Agency}, {"colour", r.Colour, &p.Report.Colour}, {"logo", r.Logo, &p.Report.Logo}, {"browser", r.Browser, &p.Report.Browser}, {"language", r.Language, &p.Report.Language}} {
		take(of.into, of.given, &d, "report", of.name)
		of.into.Value = strings.TrimSpace(of.into.Value)
	}
	if f.Live != nil {
		live, err := f.Live.Read(d)
		if err != nil {
			return defaults(), err
		}
		p.Live = Setting[Live]{live, d.from("live")}
	}
	if p.Model, err = f.Model.Read(&d); err != nil {
		return defaults(), err
	}
	if p.Speech, err = f.Speech.Read(&d); err != nil {
		return defaults(), err
	}
	if p.Keys, err = keyChanges(&d, f.Keys); err != nil {
		return defaults(), err
	}
	return p, nil
}

// take sets what the file gives, with its line; nil leaves it as it is.
func take[T any](into *Setting[T], given *T, d *File, key ...string) {
	if given != nil {
		*into = Setting[T]{*given, d.from(key...)}
	}
}

func unknown(what, name string, known []string) string {
	return fmt.Sprintf("no %s named %q; choose from %s", what, name, strings.Join(known, ", "))
}

func (p *Preferences) memory(d *File, m memoryTable) error {
	if m.Size != nil {
		n, err := ParseSize(m.Size.text)
		if err == nil && n < smallestMemory {
			err = errors.New("must be at least 10 MB")
		}
		if err != nil {
			return d.Refuse("memory.size "+err.Error(), "memory", "size")
		}
		p.MemorySize = Setting[int64]{n, d.from("memory", "size")}
	}
	take(&p.KeepPersonal, m.KeepPersonal, d, "memory", "keep_personal_data")
	return nil
}

// keyChanges reads action = "key" or ["key", …], alone or below the name of a
// scope. They come in the order of the file's lines.
func keyChanges(d *File, table map[string]any) ([]KeyChange, error) {
	var out []KeyChange
	add := func(scope, action string, value any, path ...string) error {
		list, several := value.([]any)
		if !several {
			list = []any{value}
		}
		change := KeyChange{Scope: scope, Action: action, From: d.from(path...)}
		for _, one := range list {
			key, ok := one.(string)
			if !ok {
				return d.Refuse(strings.Join(path, ".")+` must be a key such as "m", or a list of keys`, path...)
			}
			change.Keys = append(change.Keys, key)
		}
		out = append(out, change)
		return nil
	}
	var err error
	for name, value := range table {
		inner, scoped := value.(map[string]any)
		if !scoped {
			err = cmp.Or(err, add("", name, value, "keys", name))
		}
		for action, value := range inner {
			err = cmp.Or(err, add(name, action, value, "keys", name, action))
		}
	}
	slices.SortFunc(out, func(a, b KeyChange) int {
		return cmp.Or(a.From.Line-b.From.Line, strings.Compare(a.Scope+" "+a.Action, b.Scope+" "+b.Action))
	})
	return out, err
}

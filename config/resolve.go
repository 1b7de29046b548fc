package config

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"

	"greenroom/api"
)

// The variables of the environment.
const (
	EnvConnection = "GREENROOM_CONNECTION"
	EnvBaseURL    = "GREENROOM_BASE_URL"
	EnvKey        = "GREENROOM_API_KEY"
	EnvTheme      = "GREENROOM_THEME"
	EnvRenderer   = "GREENROOM_RENDERER"
	EnvAccessible = "ACCESSIBLE" // as other programs call it
	EnvReduce     = "REDUCE_MOTION"
)

// Input holds everything that settings are resolved from.
type Input struct {
	Folders    Folders
	Connection string              // the flag --connection; "" if not given
	Store      string              // the flag --store; "" if not given
	Getenv     func(string) string // nil is os.Getenv
	Themes     []string            // the names a theme may have
	Accessible bool                // the flag --accessible
}

// Settings is everything that is configured, each with its origin.
type Settings struct {
	Preferences
	Folders    Folders
	Connection Setting[Connection] // From is where it is described
	Chosen     Origin              // what made it the one in use
	Store      Setting[string]     // the file of the built-in service
	Unused     []string            // variables that are set and have no effect
}

// Resolve decides what holds: a flag before the environment, the environment
// before a file, a file before what is built in. An error says what is wrong
// and where; the settings then hold as much as could be told. It starts
// nothing and asks for no key.
func Resolve(in Input) (Settings, error) {
	if in.Getenv == nil {
		in.Getenv = os.Getenv
	}
	s := Settings{Folders: in.Folders, Store: Setting[string]{in.Folders.Store(), Origin{Source: FromBuiltIn}}}
	if in.Store != "" {
		s.Store = Setting[string]{in.Store, Origin{Source: FromFlag, Name: "--store"}}
	}
	var err, failed error
	s.Preferences, failed = LoadPreferences(in.Folders.Config, in.Themes)
	if name := in.Getenv(EnvTheme); name != "" {
		s.Theme = Setting[string]{name, fromEnv(EnvTheme)}
		if !slices.Contains(in.Themes, name) {
			s.Theme.Value = ""
			err = errors.New(EnvTheme + ": " + unknown("theme", name, in.Themes))
		}
	}
	if name := in.Getenv(EnvRenderer); name != "" {
		if slices.Contains(renderers, name) {
			s.Renderer = Setting[string]{name, fromEnv(EnvRenderer)}
		} else {
			err = errors.Join(err, errors.New(EnvRenderer+": "+unknown("renderer", name, renderers)))
		}
	}
	s.senses(in)
	failed = errors.Join(failed, err, s.choose(in))
	s.shareDayCap(in)
	s.Unused = s.unused(in)
	return s, failed
}

// senses resolves how the workbench is seen or heard. A spoken one has nothing that moves.
func (s *Settings) senses(in Input) {
	for _, of := range []struct {
		name string
		into *Setting[bool]
	}{{EnvAccessible, &s.Accessible}, {EnvReduce, &s.ReduceMotion}} {
		if v := in.Getenv(of.name); v != "" {
			*of.into = Setting[bool]{!slices.Contains([]string{"0", "false", "no", "off"}, strings.ToLower(v)), fromEnv(of.name)}
		}
	}
	if in.Accessible {
		s.Accessible = Setting[bool]{true, Origin{Source: FromFlag, Name: "--accessible"}}
	}
	if s.Accessible.Value {
		s.ReduceMotion = s.Accessible
	}
}

func fromEnv(name string) Origin { return Origin{Source: FromEnvironment, Name: name} }

func (s *Settings) choose(in Input) error {
	builtIn := Connection{Name: BuiltIn, Key: KeySource{Kind: KeyBuiltIn}}
	s.Connection = Setting[Connection]{builtIn, Origin{Source: FromBuiltIn}}
	name, base := in.Getenv(EnvConnection), in.Getenv(EnvBaseURL)
	switch {
	case in.Connection != "" && in.Store != "" && in.Connection != BuiltIn:
		return errors.New("use --store (built-in service) or --connection (another service), not both")
	case in.Store != "":
		s.Chosen = s.Store.From
		return nil
	case in.Connection != "":
		return s.named(in, in.Connection, Origin{Source: FromFlag, Name: "--connection"})
	case name != "" && base != "":
		return fmt.Errorf("%s and %s both name a service; unset one of them", EnvConnection, EnvBaseURL)
	case name != "":
		return s.named(in, name, fromEnv(EnvConnection))
	case base != "":
		s.Chosen = fromEnv(EnvBaseURL)
		return s.environment(base)
	}
	return s.named(in, "", Origin{})
}

// named uses a connection by its name; "" is the one that the file says is active.
// The built-in service needs no file.
func (s *Settings) named(in Input, name string, by Origin) error {
	s.Chosen = by
	if name == BuiltIn {
		return nil
	}
	list, err := LoadConnections(in.Folders.Config)
	if err != nil {
		return err
	}
	if name == "" {
		if name, s.Chosen = list.Active, list.doc.from("active"); name == "" {
			s.Chosen = Origin{Source: FromBuiltIn}
			return nil
		}
	}
	c, there := list.Named(name)
	if !there {
		return fmt.Errorf("%s: %s", by, list.none(name))
	}
	s.Connection = Setting[Connection]{c, list.doc.from("connections", name)}
	return nil
}

// environment is the connection that two variables describe.
func (s *Settings) environment(base string) error {
	if err := CheckURL(base); err != nil {
		return fmt.Errorf("%s: %w; unset it to use the built-in service", EnvBaseURL, err)
	}
	u, err := url.Parse(base)
	if err != nil {
		return err
	}
	c := Connection{Name: u.Host, URL: base, Key: KeyFromEnv(EnvKey), Names: map[api.Platform]string{}}
	s.Connection = Setting[Connection]{c, fromEnv(EnvBaseURL)}
	return nil
}

func (s *Settings) unused(in Input) []string {
	var out []string
	used := map[string]bool{s.Chosen.Name: true, s.Theme.From.Name: true}
	if key := s.Connection.Value.Key; key.Kind == KeyEnv {
		used[key.env] = true
	}
	for _, name := range []string{EnvConnection, EnvBaseURL, EnvKey} {
		if in.Getenv(name) != "" && !used[name] {
			out = append(out, name)
		}
	}
	return out
}

package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/internal/each"
)

// FileTimeout bounds another process's write of the connections.
var FileTimeout = 3 * time.Second

// keyringTimeout leaves time to unlock a keyring.
const keyringTimeout = time.Minute

// change changes the file of connections.
func change(ctx context.Context, change func(*config.Connections) error) error {
	folders, err := config.Standard()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, FileTimeout)
	defer cancel()
	return config.ChangeConnections(ctx, folders.Config, change)
}

func load() (config.Connections, error) {
	folders, err := config.Standard()
	if err != nil {
		return config.Connections{}, err
	}
	return config.LoadConnections(folders.Config)
}

// connectionLine is a connection as it is printed: never with its key.
type connectionLine struct {
	Name   string                  `json:"name"`
	URL    string                  `json:"url"`
	Key    string                  `json:"key"`
	Active bool                    `json:"active"`
	Names  map[api.Platform]string `json:"names"`
	Caps   config.Caps             `json:"caps"`
	Pays   string                  `json:"pays"` // whether single calls are paid for: never, ask, auto
}

func list(at *run.At) *cobra.Command {
	return run.Command{
		Use: "list", Short: "List connections, without their keys", Takes: run.None(), Local: true, Prints: []any{connectionLine{}},
		Work: func(_ context.Context, j *run.Job) error {
			list, err := load()
			if err != nil {
				return run.WrongUse(err)
			}
			// What is in use may come from a flag or the environment instead.
			set, _ := j.At.Settings()
			return run.List(j, connectionLines(list, set.Connection.Value), nil, connections.Draw)
		},
	}.New(at)
}

func connectionLines(list config.Connections, inUse config.Connection) []connectionLine {
	all := append([]config.Connection{{Name: config.BuiltIn, Key: config.KeySource{Kind: config.KeyBuiltIn}, Names: map[api.Platform]string{}}}, list.All...)
	if _, listed := list.Named(inUse.Name); !listed && !inUse.IsBuiltIn() {
		all = append(all, inUse)
	}
	return each.Of(all, func(c config.Connection) connectionLine {
		return connectionLine{c.Name, c.URL, c.Key.String(), c.Name == inUse.Name, c.Names, c.Caps, cmp.Or(c.Pay.Policy, config.PayNever)}
	})
}

var connections = output.Sheet[connectionLine]{
	Head: []string{"", "NAME", "ADDRESS", "KEY FROM", "NAMES", "PER CALL", "PER SESSION", "PER DAY", "PAYS"},
	Row: func(l connectionLine) []string {
		mark := ""
		if l.Active {
			mark = "*"
		}
		return []string{mark, l.Name, output.Or(l.URL), l.Key, output.Or(namesSay(l.Names)),
			output.Amount(l.Caps.Call), output.Amount(l.Caps.Session), output.Amount(l.Caps.Day), l.Pays}
	},
}

func namesSay(names map[api.Platform]string) string {
	var words []string
	for _, p := range api.Platforms() {
		if word := names[p]; word != "" {
			words = append(words, string(p)+"="+word)
		}
	}
	return strings.Join(words, ", ")
}

func use(at *run.At) *cobra.Command {
	return run.Command{
		Use: "use NAME", Short: "Set the default connection; built-in is the service inside this program", Takes: run.One("the name of one connection"), Local: true,
		Work: func(ctx context.Context, j *run.Job) error {
			if err := change(ctx, func(l *config.Connections) error { return l.Use(j.Items[0]) }); err != nil {
				return run.WrongUse(err)
			}
			for _, name := range []string{config.EnvConnection, config.EnvBaseURL} {
				if os.Getenv(name) != "" {
					j.Say("warning: " + name + " is set and overrides it; unset it")
				}
			}
			return nil
		},
	}.New(at)
}

func remove(at *run.At) *cobra.Command {
	return run.Command{
		Use: "remove NAME", Short: "Remove a connection, sign out of it, and delete its key from the keyring", Takes: run.One("the name of one connection"), Local: true,
		Work: func(ctx context.Context, j *run.Job) error {
			var gone config.Connection
			used := false
			err := change(ctx, func(l *config.Connections) (err error) {
				used = l.Active == j.Items[0]
				gone, err = l.Remove(j.Items[0])
				return err
			})
			if err != nil {
				return run.WrongUse(err)
			}
			if used {
				j.Say(gone.Name + " was in use; the built-in service is used now")
			}
			err = errors.Join(forget(ctx, gone.Key, gone.Name), forget(ctx, gone.Pay.Wallet, config.WalletName(gone.Name)))
			if gone.Key.Kind == config.KeySignIn {
				ctx, cancel := context.WithTimeout(ctx, keyringTimeout)
				defer cancel()
				err = errors.Join(err, signOut(ctx, gone))
			}
			return err
		},
	}.New(at)
}

// forget takes the key of a connection that was removed out of the keyring.
func forget(ctx context.Context, key config.KeySource, name string) error {
	if key.Kind != config.KeyKeyring {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, keyringTimeout)
	defer cancel()
	err := config.SystemKeyring().Remove(ctx, name)
	if err != nil && !errors.Is(err, config.ErrNoKey) {
		return fmt.Errorf("the connection was removed, but the key of %s is still in the keyring under “greenroom”: %w", name, err)
	}
	return nil
}

func test(at *run.At) *cobra.Command {
	return run.Command{
		Use: "test [NAME]", Short: "Check for free that a service is up and accepts the key",
		Takes: oneConnection, Local: true, Prints: []any{check{}},
		Work: func(ctx context.Context, j *run.Job) error {
			set, err := named(j)
			if err != nil {
				return err
			}
			conn, err := run.Dial(ctx, set, nil)
			if err != nil {
				return err
			}
			checks, failed := probe(ctx, conn)
			about := check{Name: "connection", Verdict: fine, Says: conn.Name, From: set.Chosen.String()}
			err = errors.Join(run.List(j, append([]check{about}, checks...), nil, drawChecks), conn.Close())
			if err == nil && failed != nil {
				err = fmt.Errorf("%s does not work: %w", set.Connection.Value.Name, failed)
			}
			return err
		},
	}.New(at)
}

package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"greenroom/client"
	"greenroom/client/local"
	"greenroom/config"
	"greenroom/internal/pipe"
	"greenroom/service"
	"greenroom/service/boot"
	"greenroom/ui/theme"
	"greenroom/views/view"
)

// warmAfter is when the search index is built, if no search came before: the
// first screen does not need it and shall not wait for it.
const warmAfter = 400 * time.Millisecond

// reach is which service the command line asks for: the flags --store and
// --connection, "" where they are not given.
type reach struct{ store, connection string }

// settings is all that is configured, for this command line.
func settings(at reach) (config.Settings, error) {
	return config.Resolve(config.Input{
		Folders: config.Standard(), Connection: at.connection, Store: at.store, Themes: theme.Names(),
	})
}

// connection is a way to a service: a remote one, or the built-in one in this
// process.
type connection struct {
	client *client.Client
	memory *local.Memory // nil for a connection that keeps nothing
	set    config.Settings
	key    *config.Key // nil for the built-in service, which makes its own
	name   string      // what the workbench calls it
	home   string      // tells it from other services and accounts
	demo   bool
	start  view.Page
	close  func() error
}

// connect opens the configured service, else the built-in one over an in-memory
// connection, with nothing listening on the machine. Nothing is asked of a
// remote service, and its key is not looked for until a call needs it.
func connect(ctx context.Context, at reach) (*connection, error) {
	set, err := settings(at)
	if err != nil {
		return nil, usageError{err}
	}
	memory, err := openMemory(ctx, set)
	if err != nil {
		return nil, err
	}
	conn, err := dial(ctx, set, memory)
	if err != nil {
		return nil, errors.Join(err, memory.Close())
	}
	end := conn.close
	conn.close = func() error { return errors.Join(end(), memory.Close()) }
	return conn, nil
}

func openMemory(ctx context.Context, set config.Settings) (*local.Memory, error) {
	return local.Open(ctx, local.Config{
		Path: set.Folders.Memory(), Clock: time.Now, Personal: set.KeepPersonal.Value, MaxBytes: set.MemorySize.Value,
	})
}

// dial opens the service of the settings. memory may be nil: then nothing is
// written down and nothing kept.
func dial(ctx context.Context, set config.Settings, memory *local.Memory) (*connection, error) {
	if set.Connection.Value.IsBuiltIn() {
		return dialBuiltIn(ctx, set, memory)
	}
	return dialRemote(set, memory)
}

func dialRemote(set config.Settings, memory *local.Memory) (*connection, error) {
	to, home := set.Connection.Value, homeOf(set)
	key := config.NewKey(to, config.KeySources{Getenv: os.Getenv, Keyring: config.SystemKeyring()})
	c, err := client.New(client.Config{
		BaseURL: to.URL, Key: key.Read, Names: to.Names, Caps: client.Caps(to.Caps), Memory: scope(memory, home, ""),
	})
	if err != nil {
		return nil, usageError{fmt.Errorf("connection %s: %w", to.Name, err)}
	}
	return &connection{
		client: c, memory: memory, set: set, key: key, name: shownName(to), home: home,
		start: view.Page{Kind: view.Search}, close: func() error { return nil },
	}, nil
}

// homeOf tells a service and account from others: in the memory, and where the
// planner was.
func homeOf(set config.Settings) string {
	to := set.Connection.Value
	if !to.IsBuiltIn() {
		return to.Name + " " + to.URL
	}
	path := set.Store.Value
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	return to.Name + " " + path
}

// scope is the part of the memory that is of one service; nil without a memory.
func scope(memory *local.Memory, home, edition string) client.Memory {
	if memory == nil {
		return nil
	}
	return memory.Scope(home, edition)
}

// shownName is the name of a connection, with the host where that is not the
// same.
func shownName(to config.Connection) string {
	u, err := url.Parse(to.URL)
	if err != nil || u.Host == to.Name {
		return to.Name
	}
	return to.Name + " (" + u.Host + ")"
}

// editionSetting names the built-in service's catalogue in its store, unset before
// the first import: answers that were kept before an import are not those of the
// catalogue after it. What the service itself adds makes none of them wrong.
const editionSetting = "edition"

func dialBuiltIn(ctx context.Context, set config.Settings, memory *local.Memory) (*connection, error) {
	app, err := openBuiltIn(ctx, set)
	if err != nil {
		return nil, err
	}
	edition, err := app.Store.Setting(ctx, editionSetting)
	if err != nil && !errors.Is(err, service.ErrNotFound) {
		return nil, errors.Join(err, app.Close())
	}
	listener, closeAll := serveInside(ctx, app)
	demo := app.Demo()
	c, err := client.New(client.Config{
		BaseURL: "http://built-in",
		Key:     func(context.Context) (string, error) { return demo.Key, nil },
		HTTP: &http.Client{Timeout: time.Minute, Transport: &http.Transport{
			DialContext:        func(ctx context.Context, _, _ string) (net.Conn, error) { return listener.Dial(ctx) },
			DisableCompression: true, MaxIdleConnsPerHost: 8,
		}},
		Memory: scope(memory, homeOf(set), edition),
	})
	if err != nil {
		return nil, errors.Join(err, closeAll())
	}
	start := view.Page{Kind: view.Search, ID: demo.StarterSearchID, Query: demo.StarterQuery}
	return &connection{
		client: c, memory: memory, set: set, name: "built-in service", home: homeOf(set), demo: true, start: start, close: closeAll,
	}, nil
}

func openBuiltIn(ctx context.Context, set config.Settings) (*boot.App, error) {
	path := set.Store.Value
	_, err := os.Stat(path)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case set.Store.From.Source != config.FromFlag:
		if _, err := storeFile(""); err != nil {
			return nil, err
		}
	case missing:
		fmt.Fprintln(os.Stderr, "there was no database at "+path+": it is made, with the sample world in it")
	}
	app, err := boot.Open(ctx, boot.Config{StorePath: path, Sample: true, Own: true, PlatformsAll: true, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, fmt.Errorf("open the built-in service: %w", err)
	}
	return app, nil
}

// serveInside serves the built-in service over a pipe until closeAll is called.
func serveInside(ctx context.Context, app *boot.App) (listener *pipe.Listener, closeAll func() error) {
	listener = pipe.New()
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan error, 1)
	go func() { done <- app.Serve(serving, listener) }()
	warm := time.AfterFunc(warmAfter, app.Service.Warm)
	return listener, func() error {
		warm.Stop()
		stop()
		return errors.Join(<-done, app.Close())
	}
}

// storeFile is the database that was asked for, or the one in the user's data
// folder, whose folder is made if it is missing.
func storeFile(path string) (string, error) {
	if path != "" {
		return path, nil
	}
	path = config.Standard().Store()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", fmt.Errorf("make the data folder: %w; name another file with --store", err)
	}
	return path, nil
}

// usageError is a command that was called wrongly.
type usageError struct{ error }

func usage(words ...string) error { return usageError{errors.New(strings.Join(words, " "))} }

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

	"github.com/adrg/xdg"

	"greenroom/client"
	"greenroom/internal/pipe"
	"greenroom/service/boot"
	"greenroom/views/view"
)

const (
	envBaseURL = "GREENROOM_BASE_URL"
	envKey     = "GREENROOM_API_KEY"
)

// warmAfter is when the search index is built, if no search came before: the
// first screen does not need it and shall not wait for it.
const warmAfter = 400 * time.Millisecond

// connection is a way to a service: a remote one, or the built-in one in this
// process.
type connection struct {
	client *client.Client
	name   string // what the workbench calls it
	home   string // tells it from other services: its address or its file
	demo   bool
	start  view.Page
	close  func() error
}

// connect finds the service: the configured one, else the built-in one over an
// in-memory connection, with nothing listening on the machine.
func connect(ctx context.Context, storePath string) (*connection, error) {
	if base := os.Getenv(envBaseURL); base != "" {
		if storePath != "" {
			return nil, usage("--store is for the built-in service, and " + envBaseURL + " names another one; unset one of the two")
		}
		return connectRemote(base)
	}
	return connectBuiltIn(ctx, storePath)
}

func connectRemote(base string) (*connection, error) {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, usage(envBaseURL + " is not an address such as https://service.example; set it to one, or unset it to use the built-in service")
	}
	if os.Getenv(envKey) == "" {
		return nil, usage(envBaseURL + " is set but " + envKey + " is not; set it to the key of that service")
	}
	c, err := client.New(client.Config{BaseURL: base, Key: func(context.Context) (string, error) { return os.Getenv(envKey), nil }})
	if err != nil {
		return nil, err
	}
	return &connection{client: c, name: u.Host, home: base, start: view.Page{Kind: view.Search}, close: func() error { return nil }}, nil
}

func connectBuiltIn(ctx context.Context, storePath string) (*connection, error) {
	path, err := storeFile(storePath)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); storePath != "" && errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintln(os.Stderr, "there was no database at "+path+": it is made, with the sample world in it")
	}
	app, err := boot.Open(ctx, boot.Config{StorePath: path, Sample: true, PlatformsAll: true, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, fmt.Errorf("open the built-in service: %w", err)
	}
	listener := pipe.New()
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan error, 1)
	go func() { done <- app.Serve(serving, listener) }()
	warm := time.AfterFunc(warmAfter, app.Service.Warm)
	closeAll := func() error {
		warm.Stop()
		stop()
		return errors.Join(<-done, app.Close())
	}
	demo := app.Demo()
	c, err := client.New(client.Config{
		BaseURL: "http://built-in",
		Key:     func(context.Context) (string, error) { return demo.Key, nil },
		HTTP: &http.Client{Timeout: time.Minute, Transport: &http.Transport{
			DialContext:        func(ctx context.Context, _, _ string) (net.Conn, error) { return listener.Dial(ctx) },
			DisableCompression: true, MaxIdleConnsPerHost: 8,
		}},
	})
	if err != nil {
		return nil, errors.Join(err, closeAll())
	}
	start := view.Page{Kind: view.Search, ID: demo.StarterSearchID, Query: demo.StarterQuery}
	return &connection{client: c, name: "built-in service", home: path, demo: true, start: start, close: closeAll}, nil
}

// storeFile is the database that was asked for, or the one in the user's data
// folder, whose folder is made if it is missing.
func storeFile(path string) (string, error) {
	if path != "" {
		return path, nil
	}
	path = filepath.Join(xdg.DataHome, "greenroom", "greenroom.db")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", fmt.Errorf("make the data folder: %w; name another file with --store", err)
	}
	return path, nil
}

// usageError is a command that was called wrongly.
type usageError struct{ error }

func usage(words ...string) error { return usageError{errors.New(strings.Join(words, " "))} }

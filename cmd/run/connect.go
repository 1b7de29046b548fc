package run

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
	"time"

	"greenroom/client"
	"greenroom/client/local"
	"greenroom/client/pay"
	"greenroom/client/plan"
	"greenroom/client/signin"
	"greenroom/config"
	"greenroom/internal/each"
	"greenroom/internal/pipe"
	"greenroom/keymap"
	"greenroom/service"
	"greenroom/service/boot"
	"greenroom/ui/theme"
)

// At is which service the command line asks for: the flags --store and
// --connection, "" where they are not given. Accessible is the flag of the workbench.
type At struct {
	Store, Connection string
	Accessible        bool
}

// Settings is all that is configured, for this command line.
func (at At) Settings() (config.Settings, error) {
	folders, err := config.Standard()
	if err != nil {
		return config.Settings{}, err
	}
	return config.Resolve(config.Input{
		Folders: folders, Connection: at.Connection, Store: at.Store, Accessible: at.Accessible, Themes: theme.Names(),
	})
}

// Keys is the table of keys with the planner's changes.
func Keys(set config.Settings) (*keymap.Map, error) {
	keys, err := keymap.Default().With(each.Of(set.Keys, func(k config.KeyChange) keymap.Change {
		return keymap.Change{Scope: keymap.Scope(k.Scope), Action: keymap.Action(k.Action), Keys: k.Keys}
	}))
	if wrong, ok := errors.AsType[*keymap.ChangeError](err); ok {
		return nil, fmt.Errorf("%s: %w", set.Keys[wrong.Index].From, err)
	}
	return keys, err
}

// Connection is a way to a service: a remote one, or the built-in one in this
// process.
type Connection struct {
	Client   *client.Client
	Memory   *local.Memory // nil for a connection that keeps nothing
	Settings config.Settings
	Key      *config.Key                 // nil for the built-in service, which makes its own, where a person signs in, and where there is none
	SignIn   *signin.Session             // nil where nobody signs in
	Payer    *pay.Payer                  // of single calls; nil for the built-in service, which is not paid
	Wallet   *config.Key                 // that it pays with
	Name     string                      // what the workbench calls it
	Home     string                      // tells it from other services and accounts
	Demo     bool                        // the built-in service with its sample world
	Own      bool                        // the built-in service
	Clock    func() time.Time            // what time it is for all of this
	Starter  struct{ ID, Query string }  // the search session to begin with; "" without one
	ready    func(context.Context) error // nil: it always is
	Making   func() (made, of int)       // how far its sample world is made; nil: there is none to wait for
	close    func() error
	dated    dated // of the built-in service
}

// Ready returns when the sample world is there, which a first start makes behind
// what it shows first: a command has nothing to show, and waits.
func (c *Connection) Ready(ctx context.Context) error {
	if c.ready == nil {
		return nil
	}
	return c.ready(ctx)
}

// Close ends it; the built-in service stops.
func (c *Connection) Close() error { return c.close() }

// Connect is ConnectAs for the planner.
func Connect(ctx context.Context, at At, waiting func(sentence string)) (*Connection, error) {
	return ConnectAs(ctx, at, As{}, waiting)
}

// OriginAgents is the journal's word for agents.
const OriginAgents = "mcp"

// As tells who asks, as the journal names them, and their limits beside those of the
// connection. The zero As is the planner.
type As struct {
	Origin string
	Caps   client.Caps
}

// ConnectAs opens the configured service, else the built-in one over an in-memory
// connection, with nothing listening on the machine. Nothing is asked of a
// remote service, and its key is not looked for until a call needs it. waiting is told
// when the memory is locked by another program; nil: nobody is.
func ConnectAs(ctx context.Context, at At, as As, waiting func(sentence string)) (*Connection, error) {
	set, err := at.Settings()
	if err != nil {
		return nil, WrongUse(err)
	}
	memory, err := OpenMemory(ctx, set, waiting)
	if err != nil {
		return nil, err
	}
	conn, err := dial(ctx, set, memory, as)
	if err != nil {
		return nil, errors.Join(err, memory.Close())
	}
	conn.closeAfter(memory)
	return conn, nil
}

// Plan opens what was decided with this service.
func (c *Connection) Plan(ctx context.Context) (*plan.Book, error) {
	return plan.Open(ctx, c.planFile(), c.Home, c.Clock)
}

func (c *Connection) planFile() string { return planBeside(c.Settings.Folders.Memory()) }

// Spoken lists what is said in posts and videos and kept of one service, the latest first.
func Spoken(m *local.Memory, home string) func(ctx context.Context, most int) ([]plan.Place, error) {
	return func(ctx context.Context, most int) ([]plan.Place, error) {
		docs, err := m.Latest(ctx, home, local.KindTranscript, most)
		return each.Of(docs, func(d local.Hit) plan.Place { return plan.Place{Platform: d.Platform, ID: d.ID} }), err
	}
}

// Listed are the ids of the creators on lists; none where these cannot be read.
func (c *Connection) Listed(ctx context.Context) []string {
	if _, err := os.Stat(c.planFile()); err != nil {
		return nil // nothing was decided yet
	}
	book, err := c.Plan(ctx)
	if err != nil {
		return nil
	}
	defer book.Close()
	state, err := book.Read(ctx)
	if err != nil {
		return nil
	}
	return state.Creators()
}

// OpenMemory opens the memory of this machine.
func OpenMemory(ctx context.Context, set config.Settings, waiting func(sentence string)) (*local.Memory, error) {
	return local.Open(ctx, local.Config{
		Path: set.Folders.Memory(), Clock: time.Now, Personal: set.KeepPersonal.Value, MaxBytes: set.MemorySize.Value, Waiting: waiting,
	})
}

// Dial opens the service of the settings. memory may be nil: then nothing is
// written down and nothing kept.
func Dial(ctx context.Context, set config.Settings, memory *local.Memory) (*Connection, error) {
	return dial(ctx, set, memory, As{})
}

func dial(ctx context.Context, set config.Settings, memory *local.Memory, as As) (*Connection, error) {
	if set.Connection.Value.IsBuiltIn() {
		return dialBuiltIn(ctx, set, memory, as, time.Now)
	}
	return dialRemote(set, memory, as)
}

// Sandbox is a connection for showing: the built-in service with its sample world, a
// memory and lists in a folder, all at the moments of a clock. Nothing of the user's is
// read or written.
func Sandbox(ctx context.Context, folder string, clock func() time.Time) (*Connection, error) {
	set, err := config.Resolve(config.Input{
		Folders: config.Folders{Config: folder, Data: folder, State: folder}, Getenv: func(string) string { return "" }, Themes: theme.Names(),
	})
	if err != nil {
		return nil, err
	}
	memory, err := local.Open(ctx, local.Config{Path: set.Folders.Memory(), Clock: clock, MaxBytes: set.MemorySize.Value})
	if err != nil {
		return nil, err
	}
	conn, err := dialBuiltIn(ctx, set, memory, As{}, clock)
	if err != nil {
		return nil, errors.Join(err, memory.Close())
	}
	conn.closeAfter(memory)
	if err := conn.Ready(ctx); err != nil { // what is shown does not wait in the middle
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

func (c *Connection) closeAfter(memory *local.Memory) {
	end := c.close
	c.close = func() error { return errors.Join(end(), memory.Close()) }
}

func dialRemote(set config.Settings, memory *local.Memory, as As) (*Connection, error) {
	to, home := set.Connection.Value, HomeOf(set)
	conn := &Connection{Memory: memory, Settings: set, Name: shownName(to), Home: home, Clock: time.Now, close: func() error { return nil }}
	cfg := client.Config{BaseURL: to.URL, Names: to.Names, Caps: client.Caps(to.Caps).Within(as.Caps), Origin: as.Origin, Memory: scope(memory, home, "")}
	conn.Payer, conn.Wallet = payerOf(to, memory, home)
	cfg.Payer = conn.Payer
	if conn.SignIn = Session(set.Folders, to); conn.SignIn != nil {
		cfg.SignIn, conn.close = conn.SignIn, conn.SignIn.Close
	} else if to.Key.Kind != config.KeyNone {
		conn.Key = config.NewKey(to, config.KeySources{Getenv: os.Getenv, Keyring: config.SystemKeyring()})
		cfg.Key = conn.Key.Read
	}
	var err error
	if conn.Client, err = client.New(cfg); err != nil {
		return nil, WrongUse(fmt.Errorf("connection %s: %w", to.Name, err))
	}
	return conn, nil
}

// HomeOf tells a service and account from others: in the memory, and where the
// planner was.
func HomeOf(set config.Settings) string {
	to := set.Connection.Value
	if !to.IsBuiltIn() {
		return to.Name + " " + to.URL
	}
	return to.Name + " " + boot.Shown(set.Store.Value)
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

// EditionSetting names the built-in service's catalogue in its store, unset before
// the first import: answers that were kept before an import are not those of the
// catalogue after it. What the service itself adds makes none of them wrong.
const EditionSetting = "edition"

func dialBuiltIn(ctx context.Context, set config.Settings, memory *local.Memory, as As, clock func() time.Time) (*Connection, error) {
	app, err := openBuiltIn(ctx, set, clock)
	if err != nil {
		return nil, err
	}
	edition, err := app.Store.Setting(ctx, EditionSetting)
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
		Memory: scope(memory, HomeOf(set), edition), Account: HomeOf(set), Caps: as.Caps, Origin: as.Origin, Idempotent: true, Clock: clock,
	})
	if err != nil {
		return nil, errors.Join(err, closeAll())
	}
	return &Connection{
		Client: c, Memory: memory, Settings: set, Name: "built-in service", Home: HomeOf(set), Demo: demo.StarterSearchID != "", Own: true, Clock: clock,
		Starter: struct{ ID, Query string }{demo.StarterSearchID, demo.StarterQuery}, ready: app.Ready, Making: app.Making, close: closeAll, dated: app.Store,
	}, nil
}

func openBuiltIn(ctx context.Context, set config.Settings, clock func() time.Time) (*boot.App, error) {
	path := set.Store.Value
	if path == set.Folders.Store() {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, fmt.Errorf("make the data folder: %w; name another file with --store", err)
		}
	} else if notice := madeAnew(path); notice != "" && set.Store.From.Source == config.FromFlag {
		fmt.Fprintln(os.Stderr, notice)
	}
	app, err := boot.Open(ctx, boot.Config{StorePath: path, Clock: clock, Sample: true, Behind: true, Own: true, PlatformsAll: true, Live: LiveOf(set.Live.Value),
		Logger: slog.New(slog.DiscardHandler), Judge: Judge(set.Model), Speech: Speech(set.Speech)})
	if err != nil {
		return nil, fmt.Errorf("open the built-in service: %w", err)
	}
	return app, nil
}

// madeAnew says that there is no database at a path yet, "" where there is one.
func madeAnew(path string) string {
	if boot.InDatabase(path) {
		return ""
	}
	file, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "created a new database at " + path + ", with the sample world"
	case err == nil && file.Mode().IsRegular() && file.Size() == 0:
		return "the file " + path + " was empty: it is now a database with the sample world"
	}
	return ""
}

// serveInside serves the built-in service over a pipe until closeAll is called. Its
// search index is read from its file, or built, by the first who asks for it: most
// of the memory of a first screen would be an index that nobody asked.
func serveInside(ctx context.Context, app *boot.App) (listener *pipe.Listener, closeAll func() error) {
	listener = pipe.New()
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan error, 1)
	go func() { done <- app.Serve(serving, listener) }()
	return listener, func() error {
		stop()
		return errors.Join(<-done, app.Close())
	}
}

// StoreShown is a store as it may be shown: without passwords.
func StoreShown(path string) string { return boot.Shown(path) }

// StoreMade says whether there may be a store: of a file it is known, a database is
// asked when it is opened.
func StoreMade(path string) bool {
	_, err := os.Stat(path)
	return boot.InDatabase(path) || !errors.Is(err, fs.ErrNotExist)
}

// StoreFile is the database that was asked for, or the one in the user's data
// folder. make makes that folder if it is missing.
func StoreFile(path string, make bool) (string, error) {
	if path != "" {
		return path, nil
	}
	folders, err := config.Standard()
	if err != nil {
		return "", fmt.Errorf("%w; or name a file with --store", err)
	}
	path = folders.Store()
	if !make {
		return path, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", fmt.Errorf("make the data folder: %w; name another file with --store", err)
	}
	return path, nil
}

// AgentsFile returns the file of agents' requests over HTTP: beside the service's store,
// or in the data folder where that is a database.
func AgentsFile(store string) (string, error) {
	var err error
	if store == "" || boot.InDatabase(store) {
		store, err = StoreFile("", true)
	}
	return filepath.Join(filepath.Dir(store), "agents.db"), err
}

// SignInWith sends the requests of signing in; nil is a client with timeouts.
// Tests set it.
var SignInWith *http.Client

// Session is a person's session with the service of a connection that is signed
// in to; nil for any other.
func Session(f config.Folders, c config.Connection) *signin.Session {
	if c.Key.Kind != config.KeySignIn {
		return nil
	}
	return signin.New(signin.Config{
		Name: c.Name, Service: c.URL, Client: c.SignIn.Client, Scopes: c.SignIn.Scopes, HTTP: SignInWith,
		Place: config.NewSession(f, c, config.SystemKeyring()),
	})
}

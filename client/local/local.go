// Package local is the memory of the client on disk: one SQLite file that
// several programs may have open at once. It owns the journal of calls, the
// kept answers and search sessions, the full text of what was read and the
// numbers of accounts over time, and how all of it is made durable, found again
// and kept within its size. It knows the contract (package api) and the client's
// port, and nothing of HTTP, of prices, of budgets or of screens.
package local

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"greenroom/client"
	"greenroom/internal/sqlite"
)

// DefaultMaxBytes is the default limit of the memory's size.
const DefaultMaxBytes int64 = 1 << 30

// Config says which file is the memory. Clock is the time; nil is time.Now.
// Personal allows to keep answers that hold addresses of people; without it such
// answers are not kept, and those that are there are removed. MaxBytes is the
// size from which answers are dropped, as Prune does; 0 is DefaultMaxBytes,
// below 0 there is no limit. Waiting is told, in a sentence, that another program
// keeps the file locked, once that is waited for since a while; nil: nobody is.
// Patience is how long it is waited for; 0 is DefaultPatience.
type Config struct {
	Path     string
	Clock    func() time.Time
	Personal bool
	MaxBytes int64
	Waiting  func(sentence string)
	Patience time.Duration
}

// DefaultPatience is the default wait for a locked file; a fifth of it passes in silence.
const DefaultPatience = 10 * time.Second

// Memory is one file. It may be used by many goroutines, and the file by many
// programs.
type Memory struct {
	cfg      Config
	patience patience

	mu     sync.Mutex
	opened atomic.Pointer[file] // nil until it is first used
	closed bool
}

// file is a memory whose file is open.
type file struct {
	path   string
	db     *sql.DB
	reader reader
	writer *writer
}

var errClosed = errors.New("the memory is closed")

// process names this process beside its id, which the system gives again.
var process = sync.OnceValue(rand.Text)

// Open only takes the configuration: the file is opened, made (mode 0600, its
// folder 0700) and brought up to date by the first call that needs it. That call
// returns what is wrong with the file, as a sentence with the path, the cause and
// what to do; the next call tries again.
func Open(_ context.Context, c Config) (*Memory, error) {
	if c.Path == "" {
		return nil, errors.New("no file is named for the memory: name one")
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	c.MaxBytes = cmp.Or(c.MaxBytes, DefaultMaxBytes)
	most := cmp.Or(c.Patience, DefaultPatience)
	tell := func() {
		if c.Waiting != nil {
			c.Waiting(fmt.Sprintf("another program keeps the memory %s locked: waiting for it, %s at most", c.Path, most))
		}
	}
	return &Memory{cfg: c, patience: patience{read: &sqlite.Patience{Most: most, After: most / 5, Tell: tell}, write: &sqlite.Patience{Most: most, After: most / 5, Tell: tell}}}, nil
}

// patience is had with the locks of other programs. Who may read a file need not be
// able to write it.
type patience struct{ read, write *sqlite.Patience }

// Scope is the memory of one service and account, by its name. Answers are kept
// for an edition of it: under another edition only those are found that last, and
// the search sessions.
func (m *Memory) Scope(service, edition string) client.Memory {
	return &scope{memory: m, service: service, edition: edition}
}

// Close writes what still waits and closes the file. Later calls of any method
// fail.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return nil
	}
	m.closed = true
	f := m.opened.Load()
	if f == nil {
		return nil
	}
	werr := f.writer.close()
	f.reader.Close()
	if err := errors.Join(werr, f.db.Close()); err != nil {
		return fmt.Errorf("close memory: %w", err)
	}
	return nil
}

func (m *Memory) open(ctx context.Context) (*file, error) {
	if f := m.opened.Load(); f != nil {
		return f, nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return nil, errClosed
	}
	if f := m.opened.Load(); f != nil {
		return f, nil
	}
	f, err := openFile(ctx, m.cfg, m.patience)
	if err != nil {
		return nil, err
	}
	m.opened.Store(f)
	return f, nil
}

// settled is the open file with all that waited to be written.
func (m *Memory) settled(ctx context.Context) (*file, error) {
	f, err := m.open(ctx)
	if err != nil {
		return nil, err
	}
	return f, f.writer.flush(ctx)
}

// current is the settled file with what became of calls and payments whose programs
// ended in the middle.
func (m *Memory) current(ctx context.Context) (*file, error) {
	f, err := m.settled(ctx)
	if err == nil {
		err = f.settleDead(ctx, m.now())
	}
	return f, err
}

func (m *Memory) now() time.Time { return m.cfg.Clock() }

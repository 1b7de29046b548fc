// Package postgres keeps everything the service knows in a PostgreSQL database, 15 or
// newer, which several nodes may serve at once. It owns the schema and its migrations,
// how the database is reached and waited for, how charges are grouped into one round
// trip, and what PostgreSQL does its own way; all else is store/tables. It must not know
// HTTP, prices or what a search means.
package postgres

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"greenroom/service/store"
	"greenroom/service/store/tables"
)

var _ store.Store = (*Store)(nil)

// Store is a store.Store on a PostgreSQL database.
type Store struct {
	*tables.Store
	pool   *pgxpool.Pool
	ledger *ledger
	time   *clock
}

// Is says whether an address of a store is one of PostgreSQL.
func Is(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// Shown is an address without what must not be shown: who signs in, with what, and
// settings. It may name several hosts, which a URL may not.
func Shown(address string) string {
	scheme, rest, _ := strings.Cut(address, "://")
	rest, _, _ = strings.Cut(rest, "?")
	rest, _, _ = strings.Cut(rest, "#")
	return scheme + "://" + rest[strings.LastIndex(rest, "@")+1:]
}

// connections are those that read; five more write and watch the clock.
const connections = 8

// Open connects to a database, and makes its tables or brings them up to date. Errors
// are sentences that name the database, without passwords.
func Open(ctx context.Context, c store.Config) (*Store, error) {
	name := Shown(c.Path)
	config, err := pgxpool.ParseConfig(c.Path)
	if err != nil { // its text may hold the password
		return nil, fmt.Errorf("open store %s: that is no address of PostgreSQL: it reads postgres://user@host/database", name)
	}
	settle(config)
	pool, err := pgxpool.NewWithConfig(context.WithoutCancel(ctx), config)
	if err != nil {
		return nil, fmt.Errorf("open store %s: it cannot be used", name)
	}
	e := engine{pool, name}
	if err := e.ready(ctx, c); err != nil {
		pool.Close()
		return nil, err
	}
	s := &Store{pool: pool, time: &clock{pool: pool}}
	if err := s.time.look(ctx); err != nil {
		pool.Close()
		return nil, e.Fault("open", err)
	}
	if c.Clock == nil {
		c.Clock = s.time.Now
	}
	s.ledger = newLedger(e)
	writers := [3]*tables.Writer{}
	for kind, begin := range begins {
		writers[kind] = tables.StartWriter(stdlib.OpenDBFromPool(pool), e, dialect{}, begin)
	}
	s.Store = tables.New(tables.Config{
		Clock: c.Clock, DB: stdlib.OpenDBFromPool(pool), Engine: e, Dialect: dialect{},
		Writer: func(k tables.Kind) *tables.Writer { return writers[k] }, Charge: s.ledger.Charge,
	})
	s.time.watch()
	return s, nil
}

// begins lists the first statements of each kind of write: they take the row that no other
// node has meanwhile. A write that passes has none.
var begins = [...][]string{
	tables.Catalogue: {"BEGIN", "SELECT n FROM generation FOR UPDATE"},
	tables.Records:   {"BEGIN", "SELECT n FROM writing FOR UPDATE"},
	tables.Passing:   {"BEGIN"},
}

// silent is the silence after which a connection is asked, and most the longest that sent
// data may stay unanswered.
const (
	silent = 5 * time.Second
	most   = 20 * time.Second
)

// quick has a dead connection noticed.
func quick(_, _ string, c syscall.RawConn) (err error) {
	if failed := c.Control(func(fd uintptr) { err = impatient(fd, int(most.Milliseconds())) }); failed != nil {
		return failed
	}
	return err
}

// settle sets what an address leaves open.
func settle(c *pgxpool.Config) {
	conn := c.ConnConfig
	conn.ConnectTimeout = cmp.Or(conn.ConnectTimeout, 2*time.Second)
	conn.DialFunc = (&net.Dialer{Timeout: conn.ConnectTimeout, KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: silent, Interval: silent, Count: 3}, Control: quick}).DialContext
	if conn.ValidateConnect == nil { // of several hosts it is the one that may be written to
		conn.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	for name, value := range map[string]string{
		"application_name": "greenroom", "default_transaction_isolation": "read committed", "jit": "off", "plan_cache_mode": "force_generic_plan",
		"idle_in_transaction_session_timeout": "30s", "cursor_tuple_fraction": "1.0", "tcp_keepalives_idle": "5", "tcp_keepalives_interval": "5",
	} {
		if _, ok := conn.RuntimeParams[name]; !ok {
			conn.RuntimeParams[name] = value
		}
	}
	c.MaxConns = max(c.MaxConns, connections+5)
	c.MaxConnLifetime, c.MaxConnLifetimeJitter, c.HealthCheckPeriod = 30*time.Minute, 5*time.Minute, 5*time.Second
}

// Now is the time by the database's clock.
func (s *Store) Now() time.Time { return s.time.Now() }

// Close waits for the writes under way and leaves the database. Later calls of any
// method fail.
func (s *Store) Close() error {
	s.ledger.close()
	s.time.stop()
	err := s.Store.Close()
	s.pool.Close()
	return err
}

// opened says why a database cannot be used.
func (e engine) opened(err error) error {
	if err == nil {
		return nil
	}
	why := ""
	switch code := state(err); {
	case code == "3D000":
		why = "there is no such database: make it with createdb"
	case strings.HasPrefix(code, "28"):
		why = "it does not let this user in: see the name and the password"
	case code == "42501":
		why = "this user may not make tables there: give it the right to create in the schema"
	}
	if why != "" {
		return fmt.Errorf("open store %s: %s", e.name, why)
	}
	if fault := e.Fault("open", err); fault != err {
		return fault
	}
	return fmt.Errorf("open store %s: %w", e.name, err)
}

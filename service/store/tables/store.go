// Package tables is what every engine has in common that keeps the service's records
// in tables and is spoken to in SQL: how records become rows, what is written twice
// and merged, what charges that share a transaction come to, what an import changed.
// Statements are written as SQLite takes them; sqlio.Engine says how another engine has
// them, Dialect the rest. It must not know HTTP, prices or what a search means.
package tables

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"greenroom/api"
	"greenroom/internal/sqlio"
	"greenroom/service"
	"greenroom/service/billing"
	"greenroom/service/store"
)

var _ store.Store = (*Store)(nil)

// Kind names the subject of a write. Writes of one kind come one after the other, of all
// processes together, except those that pass.
type Kind int

const (
	Catalogue Kind = iota // creators and all that is theirs, imports, named values
	Records               // accounts, people, lists, payments: what is read before it is changed
	Passing               // what one statement does whole: sessions, slots of a day, answers
)

// Dialect holds the differences of engines beyond the words of statements.
type Dialect interface {
	// Snapshot are the options of a transaction that reads all as it stands when it begins.
	Snapshot() *sql.TxOptions
	// Standing is the first read of such a transaction that stays open while another store
	// is written: one number.
	Standing() string
	// Image is an expression for a row of a table as JSON, of these columns.
	Image(table string, columns []string) string
	// FromImage is an expression for a column of a table, out of an image.
	FromImage(image, table, column string) string
	// LockAccount keeps others from charging an account until the transaction ends.
	LockAccount(t *Tx, id string) error
	// Version is a number that grows with what others write to the catalogue.
	Version(t *Tx) (int64, error)
	// BeginLoad prepares for many new rows, and EndLoad is what makes good for it, a
	// step after the other, in transactions of their own.
	BeginLoad(t *Tx) error
	EndLoad() []func(*Tx) error
	// Moved is called when rows were written with the numbers that they had elsewhere.
	Moved(t *Tx) error
	// Tables, Faults and Size are statements: all tables of ours, a row for each column,
	// those of the key first, with its place in the key, or 0, and the tables that this
	// one refers to, with commas; a sentence for each fault; the bytes on disk.
	Tables() string
	Faults() string
	Size() string
}

// copier is a dialect that writes many new rows together.
type copier interface {
	Copy(t *Tx, table string, columns []string, rows [][]any) error
}

// Config says what a store is made of. The pool is the store's to close.
type Config struct {
	Clock   func() time.Time
	DB      *sql.DB
	Engine  sqlio.Engine
	Dialect Dialect
	Writer  func(Kind) *Writer
	// WriteAnew has nothing left of what was deleted, where the engine leaves it in its files; nil.
	WriteAnew func(ctx context.Context) error
	// Charge writes charges; nil: the writer of records does.
	Charge func(ctx context.Context, row billing.Row, limits api.TierLimits) (billing.Usage, error)
}

// Store is a store.Store on tables.
type Store struct {
	Config
	reader *sqlio.Reader
	load   atomic.Pointer[load] // nil: none is under way
	// journal is of the import under way; nil without one.
	journal *journal
}

// New is a store over pools and writers that are there.
func New(c Config) *Store {
	s := &Store{Config: c, reader: sqlio.NewReader(c.DB, c.Engine)}
	if s.Config.Charge == nil {
		s.Config.Charge = s.chargeInGroup
	}
	return s
}

// Close waits for the writes under way and closes the store. Later calls of any
// method fail.
func (s *Store) Close() error {
	var werr error
	var closed []*Writer
	for _, k := range []Kind{Catalogue, Records, Passing} {
		w := s.Writer(k)
		if !slices.Contains(closed, w) {
			closed = append(closed, w)
			werr = errors.Join(werr, w.Close())
		}
	}
	s.reader.Close()
	if err := s.DB.Close(); err != nil {
		return fmt.Errorf("close store: %w", err)
	}
	return wrap("close store", werr)
}

// ErrClosed is the error of a closed store.
var ErrClosed = errors.New("the store is closed")

// Writer writes groups; charges, which are plain writes, share their sums.
type Writer = sqlio.Writer[*Tx]

// Tx is a transaction with what the charges in it come to.
type Tx struct {
	*sqlio.Tx
	dialect Dialect
	purses  map[string]*Purse
}

// StartWriter writes over one connection, by transactions that begin with these
// statements.
func StartWriter(db *sql.DB, e sqlio.Engine, d Dialect, begin []string) *Writer {
	return sqlio.NewWriter(sqlio.WriterConfig[*Tx]{
		DB: db, Engine: e, Closed: ErrClosed, Begin: begin, Post: (*Tx).post,
		View: func(t *sqlio.Tx) *Tx {
			return &Tx{Tx: t, dialect: d, purses: map[string]*Purse{}}
		},
	})
}

// do runs a write of a kind and returns when it is durable.
func (s *Store) do(ctx context.Context, k Kind, run func(*Tx) error) error {
	return s.Writer(k).Do(ctx, run)
}

// write is do that says what was being done.
func (s *Store) write(ctx context.Context, k Kind, doing string, run func(*Tx) error) error {
	return wrap(doing, s.do(ctx, k, run))
}

// steps is a write of one thing after the other.
func (s *Store) steps(ctx context.Context, k Kind, what string, run func(*doing)) error {
	return s.write(ctx, k, what, func(t *Tx) error {
		d := doing{Tx: t}
		run(&d)
		return d.err
	})
}

// change is a write of one statement.
func (s *Store) change(ctx context.Context, k Kind, what, query string, args ...any) error {
	return s.steps(ctx, k, what, func(d *doing) { d.Do(query, args...) })
}

// get is one that says what was being done, and all are the rows of a query.
func get[T any](ctx context.Context, s *Store, doing string, scan func(sqlio.Row) (T, error), query string, args ...any) (T, error) {
	v, err := one(ctx, s.reader, scan, query, args...)
	return v, wrap(doing, err)
}

func all[T any](ctx context.Context, s *Store, doing string, scan func(sqlio.Row) (T, error), query string, args ...any) ([]T, error) {
	v, err := sqlio.All(ctx, s.reader, scan, query, args...)
	return v, wrap(doing, err)
}

// visiting has each row visited as what it scans as.
func visiting[T any](scan func(sqlio.Row) (T, error), visit func(T) error) func(sqlio.Row) error {
	return func(r sqlio.Row) error {
		v, err := scan(r)
		if err != nil {
			return err
		}
		return visit(v)
	}
}

// one reads a single row; a missing one is service.ErrNotFound.
func one[T any](ctx context.Context, r *sqlio.Reader, scan func(sqlio.Row) (T, error), query string, args ...any) (T, error) {
	v, err := sqlio.One(ctx, r, scan, query, args...)
	return v, missing(err)
}

func missing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return service.ErrNotFound
	}
	return err
}

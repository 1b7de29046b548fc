package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// engine is PostgreSQL as it is read and written.
type engine struct {
	pool *pgxpool.Pool
	name string // the address as it may be shown
}

// words lists PostgreSQL's words that differ from SQLite's. Where lists are parameters
// they are JSON, of texts or of numbers.
var words = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`\(SELECT value \+ 0 FROM json_each\(\?\)\)`), `(SELECT CAST(e AS bigint) FROM jsonb_array_elements_text(CAST(? AS text)::jsonb) AS e)`},
	{regexp.MustCompile(`\(SELECT value FROM json_each\(\?\)\)`), `(SELECT e FROM jsonb_array_elements_text(CAST(? AS text)::jsonb) AS e)`},
	{regexp.MustCompile(`json_each\(\?\) AS (\w+)`), `LATERAL (SELECT e COLLATE "C" AS value FROM jsonb_array_elements_text(CAST(? AS text)::jsonb) AS e) AS $1`},
	{regexp.MustCompile(`json_each\(([a-z_.]+)\) AS (\w+)`), `LATERAL (SELECT e COLLATE "C" AS value FROM jsonb_array_elements_text(CAST(nullif($1, '') AS jsonb)) AS e) AS $2`},
	{regexp.MustCompile(`substr\(([a-z_.]+), -16\)`), `"right"($1, 16)`},
	{regexp.MustCompile(`"?\buser\b"?`), `"user"`},
	{regexp.MustCompile(`\bCROSS JOIN\b`), `JOIN`},
	{regexp.MustCompile(`\browid\b`), `ctid`},
	{regexp.MustCompile(`\bAS REAL\b`), `AS double precision`},
	{regexp.MustCompile(`\bAS INTEGER\b`), `AS bigint`},
	{regexp.MustCompile(`\+platform\b`), `platform`},
}

func (engine) Query(text string) string {
	for _, w := range words {
		text = w.from.ReplaceAllString(text, w.to)
	}
	return numbered(text)
}

// numbered has $1 for ?1, and numbers for plain marks.
func numbered(text string) string {
	var b strings.Builder
	quoted, n := false, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\'' {
			quoted = !quoted
		}
		if c != '?' || quoted {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('$')
		if i+1 == len(text) || text[i+1] < '0' || text[i+1] > '9' {
			n++
			b.WriteString(strconv.Itoa(n))
		}
	}
	return b.String()
}

// Args: truth is 1 or 0, and a text has no byte that PostgreSQL does not take.
func (engine) Args(values []any) []any {
	out := make([]any, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case bool:
			out[i] = int64(0)
			if v {
				out[i] = int64(1)
			}
		case string:
			out[i] = clean(v)
		default:
			out[i] = v
		}
	}
	return out
}

func clean(text string) string {
	if strings.IndexByte(text, 0) >= 0 {
		text = strings.ReplaceAll(text, "\x00", "")
	}
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	return text
}

// Prepares: the connection keeps statements by itself.
func (engine) Prepares() bool { return false }

func (engine) Returning() bool { return true }

const (
	// patience bounds the wait for a database that is away: a failover takes a second or
	// two.
	patience = 5 * time.Second
	pause    = 50 * time.Millisecond
)

// Wait repeats what a database that is away, or has changed places, makes fail.
func (e engine) Wait(ctx context.Context, do func() error) error {
	until := time.Now().Add(patience)
	for {
		err := do()
		if !away(err) || time.Now().After(until) {
			return err
		}
		e.pool.Reset() // connections to who must not be written to any more
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

func state(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

// away says that the database cannot be reached, shuts down, or is a standby.
func away(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) {
		return false
	}
	switch code := state(err); {
	case code == "25006", code == "57P01", code == "57P02", code == "57P03", strings.HasPrefix(code, "08"), code == "53300":
		return true
	case code != "":
		return false
	}
	_, dialled := errors.AsType[*pgconn.ConnectError](err)
	_, network := errors.AsType[net.Error](err)
	return dialled || network || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		strings.Contains(err.Error(), "conn closed")
}

// Again: a transaction lost to another one.
func (engine) Again(err error) bool {
	code := state(err)
	return code == "40001" || code == "40P01"
}

// unreachable is a fault of the database itself. Who waited for it has no more time.
type unreachable struct {
	text  string
	cause error
}

func (u *unreachable) Error() string    { return u.text }
func (u *unreachable) Unusable() string { return u.text }
func (u *unreachable) Unwrap() []error  { return []error{u.cause, context.DeadlineExceeded} }

const lockTimedOut = "55P03"

// faults are what a database says of itself, and what helps.
var faults = map[string]string{
	"25006":      "it is a standby, which nothing is written to: name the primary, or both",
	"57P01":      "it is starting or shutting down: try again",
	"57P02":      "it is starting or shutting down: try again",
	"57P03":      "it is starting or shutting down: try again",
	"53300":      "it takes no more connections: raise its max_connections",
	"53100":      "its disk is full: make room and try again",
	lockTimedOut: "a transaction that does not end holds what is needed: pg_blocking_pids says whose it is",
}

func (e engine) Fault(doing string, err error) error {
	why, known := faults[state(err)]
	if !known && !away(err) {
		return err
	}
	if _, ok := errors.AsType[*unreachable](err); ok {
		return err
	}
	return &unreachable{fmt.Sprintf("%s store %s: %s", doing, e.name, cmp.Or(why, "it cannot be reached: see whether it runs, and whether the address is right")), err}
}

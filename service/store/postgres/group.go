package postgres

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service/billing"
	"greenroom/service/store/tables"
)

// whole writes a group, if all its accounts stand at the versions at which they were
// remembered, and none of its answers is kept already: else it divides by zero, which
// undoes it. Accounts are taken in order, so that no two nodes wait for each other.
const whole = `WITH heads AS (SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bytea[]) AS x (account, was, n, last)),
locked AS (SELECT h.account FROM ledger_heads AS h JOIN heads AS x ON x.account = h.account WHERE h.version = x.was ORDER BY h.account FOR UPDATE OF h),
moved AS (UPDATE ledger_heads AS h SET n = x.n, last = x.last, version = h.version + 1
	FROM heads AS x JOIN locked AS l ON l.account = x.account WHERE h.account = x.account RETURNING 1),
entered AS (INSERT INTO ledger (request_id, account, "user", endpoint, features, credits, at, n, sum)
	SELECT * FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bytea[]) RETURNING 1),
spans AS (INSERT INTO windows AS w (account, span, start, used) SELECT * FROM unnest($14::text[], $15::bigint[], $16::bigint[], $17::bigint[])
	ON CONFLICT (account, span, start) DO UPDATE SET used = w.used + excluded.used RETURNING 1),
owners AS (UPDATE accounts AS a SET tier = x.tier, minute = x.minute, hour = x.hour, invoice = x.invoice, balance = x.balance, spent = x.spent, unpaid = x.unpaid
	FROM unnest($18::text[], $19::text[], $20::bigint[], $21::bigint[], $22::bigint[], $23::bigint[], $24::bigint[], $25::bigint[])
		AS x (id, tier, minute, hour, invoice, balance, spent, unpaid) WHERE a.id = x.id RETURNING 1),
billed AS (INSERT INTO invoices (account, credits, at) SELECT * FROM unnest($26::text[], $27::bigint[], $28::bigint[]) RETURNING 1),
kept AS (INSERT INTO replays AS r (account, "user", key, asked, request_id, endpoint, features, credits, at, status, body)
	SELECT * FROM unnest($29::text[], $30::text[], $31::text[], $32::bytea[], $33::text[], $34::text[], $35::text[], $36::bigint[], $37::bigint[], $38::bigint[], $39::bytea[])
	ON CONFLICT (account, "user", key) DO UPDATE SET asked = excluded.asked, request_id = excluded.request_id, endpoint = excluded.endpoint,
		features = excluded.features, credits = excluded.credits, at = excluded.at, status = excluded.status, body = excluded.body
	WHERE r.at < excluded.at - $40::bigint RETURNING 1)
SELECT 1 / (((SELECT count(*) FROM moved) = cardinality($1) AND (SELECT count(*) FROM kept) = cardinality($29)
	AND (SELECT count(*) FROM owners) = cardinality($18))::int)`

// waitAtMost has a transaction fail that waits longer for a lock.
const waitAtMost = "SELECT set_config('lock_timeout', $1, true)"

// span is an account's use of a window in this group.
type span struct {
	account string
	tables.Span
	added int64
}

// distinct sorts accounts, so that no two nodes wait for each other.
func distinct(ids []string) []string {
	slices.Sort(ids)
	return slices.Compact(ids)
}

// changed are the purses that entries were taken from, in order.
func (l *lane) changed(entries []tables.Charge) []*purse {
	ids := distinct(each.Of(entries, func(c tables.Charge) string { return c.Row.AccountID }))
	return each.Of(ids, func(id string) *purse { return l.purses[id] })
}

// parameters are those of whole.
func (l *lane) parameters(entries []tables.Charge) []any {
	changed := l.changed(entries)
	var spans []span
	for _, p := range changed {
		p.Windows(func(s tables.Span, added api.Credits) { spans = append(spans, span{p.ID, s, int64(added)}) })
	}
	known := each.Where(changed, func(p *purse) bool { return p.Known })
	rows := each.Of(entries, func(c tables.Charge) billing.Row { return c.Row })
	bills := each.Where(entries, func(c tables.Charge) bool { return c.Invoice > 0 })
	keeps := each.Where(rows, keeping)
	out := append([]any{
		each.Of(changed, func(p *purse) string { return p.ID }), each.Of(changed, func(p *purse) int64 { return p.version }),
		each.Of(changed, func(p *purse) int64 { return p.Head.Rows }), each.Of(changed, func(p *purse) []byte { return p.Head.Last[:] }),
	}, rowColumns(rows)...)
	out = append(out,
		each.Of(entries, func(c tables.Charge) int64 { return c.Head.Rows }), each.Of(entries, func(c tables.Charge) []byte { return c.Head.Last[:] }),
		each.Of(spans, func(s span) string { return s.account }), each.Of(spans, func(s span) int64 { return s.Length }),
		each.Of(spans, func(s span) int64 { return s.Start }), each.Of(spans, func(s span) int64 { return s.added }),
		each.Of(known, func(p *purse) string { return p.ID }), each.Of(known, func(p *purse) string { return string(p.Account.Tier) }))
	for _, name := range []string{"minute", "hour", "invoice", "balance", "spent", "unpaid"} {
		out = append(out, each.Of(known, func(p *purse) *int64 { return p.Column(name) }))
	}
	out = append(out,
		each.Of(bills, func(c tables.Charge) string { return c.Row.AccountID }), each.Of(bills, func(c tables.Charge) int64 { return int64(c.Invoice) }),
		each.Of(bills, func(c tables.Charge) int64 { return c.Row.At.UnixMicro() }))
	return append(out, keepColumns(keeps)...)
}

func keeping(r billing.Row) bool { return r.Keep != nil }

func rowColumns(rows []billing.Row) []any {
	return []any{
		each.Of(rows, func(r billing.Row) string { return clean(r.RequestID) }), each.Of(rows, func(r billing.Row) string { return r.AccountID }),
		each.Of(rows, func(r billing.Row) string { return r.UserID }), each.Of(rows, func(r billing.Row) string { return r.Endpoint }),
		each.Of(rows, func(r billing.Row) string { return tables.Features(r.Features) }), each.Of(rows, func(r billing.Row) int64 { return int64(r.Credits) }),
		each.Of(rows, func(r billing.Row) int64 { return r.At.UnixMicro() }),
	}
}

func keepColumns(rows []billing.Row) []any {
	return []any{
		each.Of(rows, func(r billing.Row) string { return r.AccountID }), each.Of(rows, func(r billing.Row) string { return r.UserID }),
		each.Of(rows, func(r billing.Row) string { return clean(r.Keep.Key) }), each.Of(rows, func(r billing.Row) []byte { return r.Keep.Asked[:] }),
		each.Of(rows, func(r billing.Row) string { return clean(r.RequestID) }), each.Of(rows, func(r billing.Row) string { return r.Endpoint }),
		each.Of(rows, func(r billing.Row) string { return tables.Features(r.Features) }), each.Of(rows, func(r billing.Row) int64 { return int64(r.Credits) }),
		each.Of(rows, func(r billing.Row) int64 { return r.At.UnixMicro() }), each.Of(rows, func(r billing.Row) int64 { return int64(r.Keep.Status) }),
		each.Of(rows, func(r billing.Row) []byte { return r.Keep.Body }), api.IdempotencyAge.Microseconds(),
	}
}

// guarded is errMoved where the guard of whole, or a row that is there, undid a group.
func guarded(err error) error {
	if code := state(err); code == "22012" || code == "23505" {
		return errors.Join(errMoved, err)
	}
	return err
}

// background: a charge that waits for a standby must not be cancelled, which would keep
// it and say that it failed. Dead connections are noticed by the network.
var background = context.Background()

// once writes a group on what is remembered, in one statement. Lost: it may be written, though
// there is an error.
func (l *lane) once(group *[]*job) (lost bool, err error) {
	entries, sure := l.decide(*group, newFacts(false))
	if !sure || len(entries) == 0 {
		return false, errAsk
	}
	var b pgx.Batch
	b.Queue(waitAtMost, l.lockTimeout(*group))
	b.Queue(whole, l.parameters(entries)...)
	if err = l.engine.pool.SendBatch(background, &b).Close(); err != nil {
		_, unsent := errors.AsType[*pgconn.ConnectError](err)
		return away(err) && !unsent, guarded(err)
	}
	l.written(entries)
	return false, nil
}

// written keeps what was written as what is remembered, and has answers removed that
// are too old, now and then.
func (l *lane) written(entries []tables.Charge) {
	now := time.Now()
	for _, p := range l.changed(entries) {
		p.Written(now)
		p.version++
	}
	l.kept += len(each.Where(entries, func(c tables.Charge) bool { return keeping(c.Row) }))
	if l.kept >= maxGroup {
		l.kept = 0
		_, _ = l.engine.pool.Exec(background, "DELETE FROM replays WHERE ctid IN (SELECT ctid FROM replays WHERE at < $1 LIMIT $2)",
			entries[0].Row.At.Add(-api.IdempotencyAge).UnixMicro(), 4*maxGroup) // what is left of it goes the next time
		_, _ = l.engine.pool.Exec(background, "DELETE FROM turns WHERE until < $1", entries[0].Row.At.Add(-time.Hour).UnixNano()) // of nodes that died
	}
}

// locked takes the accounts of a group, asks what they stand at, and writes on that, as
// once does.
func (l *lane) locked(group *[]*job) (lost bool, err error) {
	l.forget(*group)
	conn, err := l.engine.pool.Acquire(background)
	if err != nil {
		return false, err
	}
	defer func() {
		if err != nil {
			_, _ = conn.Exec(background, "ROLLBACK")
		}
		conn.Release() // which closes it where a transaction is left open
	}()
	f, err := l.ask(conn.Conn(), *group)
	if err != nil {
		return false, err
	}
	*group = append(*group, l.latecomers(*group)...)
	entries, _ := l.decide(*group, f)
	var end pgx.Batch
	if len(entries) > 0 {
		end.Queue(whole, l.parameters(entries)...)
	}
	end.Queue("COMMIT")
	if err := conn.Conn().SendBatch(background, &end).Close(); err != nil {
		return away(err), guarded(err)
	}
	l.written(entries)
	return false, nil
}

// ask locks the accounts of a group in one round trip and learns what they stand at, and
// which of its rows are there.
func (l *lane) ask(conn *pgx.Conn, group []*job) (*facts, error) {
	f := newFacts(true)
	ids := accounts(group)
	for _, id := range ids {
		l.purses[id] = &purse{Purse: tables.NewPurse(id)}
	}
	rows := each.Of(group, func(j *job) billing.Row { return j.row })
	requests := each.Of(rows, func(r billing.Row) string { return clean(r.RequestID) })
	keeps := each.Where(rows, keeping)
	windows := map[span]bool{}
	for _, r := range rows {
		for _, s := range tables.Spans(r.At) {
			windows[span{account: r.AccountID, Span: s}] = true
		}
	}
	spans := slices.Collect(maps.Keys(windows))
	var b pgx.Batch
	b.Queue("BEGIN")
	b.Queue(waitAtMost, l.lockTimeout(group))
	b.Queue("INSERT INTO ledger_heads (account, n, last, version) SELECT a, 0, NULL, 0 FROM unnest($1::text[]) AS a ON CONFLICT DO NOTHING", ids)
	b.Queue("SELECT account, version, n, last FROM ledger_heads WHERE account = ANY($1) ORDER BY account FOR UPDATE", ids).Query(l.learnHeads)
	b.Queue("SELECT "+tables.AccountColumns()+" FROM accounts WHERE id = ANY($1)", ids).Query(l.learnAccounts)
	b.Queue(`SELECT x.account, x.span, x.start, coalesce(w.used, 0) FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS x (account, span, start)
		LEFT JOIN windows AS w ON (w.account, w.span, w.start) = (x.account, x.span, x.start)`,
		each.Of(spans, func(s span) string { return s.account }), each.Of(spans, func(s span) int64 { return s.Length }),
		each.Of(spans, func(s span) int64 { return s.Start })).Query(l.learnWindows)
	b.Queue("SELECT request_id FROM ledger WHERE request_id = ANY($1)", requests).Query(func(rows pgx.Rows) error {
		var id string
		return visit(rows, func() { f.charged[id] = true }, &id)
	})
	if len(keeps) > 0 {
		b.Queue(`SELECT r.account, r."user", r.key FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS x (account, who, key, since)
			JOIN replays AS r ON (r.account, r."user", r.key) = (x.account, x.who, x.key) WHERE r.at >= x.since`,
			append(keepColumns(keeps)[:3], each.Of(keeps, func(r billing.Row) int64 { return r.At.Add(-api.IdempotencyAge).UnixMicro() }))...).Query(func(rows pgx.Rows) error {
			var a answer
			return visit(rows, func() { f.answered[a] = true }, &a.owner.AccountID, &a.owner.UserID, &a.key)
		})
	}
	return f, conn.SendBatch(background, &b).Close()
}

func (l *lane) learnHeads(rows pgx.Rows) error {
	var id string
	var version, n int64
	var last []byte
	return visit(rows, func() {
		p := l.purses[id]
		p.version, p.Head.Rows = version, n
		copy(p.Head.Last[:], last)
	}, &id, &version, &n, &last)
}

// visit reads rows into the same variables, one after the other.
func visit(rows pgx.Rows, do func(), into ...any) error {
	_, err := pgx.ForEachRow(rows, into, func() error { do(); return nil })
	return err
}

func (l *lane) learnAccounts(rows pgx.Rows) error {
	for rows.Next() {
		a, err := tables.ScanAccount(scanner{rows})
		if err != nil {
			return err
		}
		p := l.purses[a.ID]
		p.Account, p.Known = a, true
	}
	return rows.Err()
}

func (l *lane) learnWindows(rows pgx.Rows) error {
	var id string
	var s tables.Span
	var used int64
	return visit(rows, func() { l.purses[id].Learn(s, api.Credits(used)) }, &id, &s.Length, &s.Start, &used)
}

// scanner reads rows of the connection as those of database/sql are read.
type scanner struct{ pgx.Rows }

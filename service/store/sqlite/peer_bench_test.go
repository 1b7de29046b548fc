package sqlite_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"

	"greenroom/service/billing"
	"greenroom/service/store/storetest"
)

// BenchmarkPeerCharge measures BenchmarkCharge without grouping: the same statements on
// the same tables, prepared, as durable, one transaction a request.
func BenchmarkPeerCharge(b *testing.B) {
	for _, callers := range []int{1, 64} {
		b.Run(fmt.Sprint(callers), func(b *testing.B) {
			p := openUngrouped(b)
			if callers == 1 {
				for b.Loop() {
					p.charge(b)
				}
				return
			}
			b.SetParallelism(callers / 2) // times two processors
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					p.charge(b)
				}
			})
		})
	}
}

type ungrouped struct {
	db                 *sql.DB
	usage, row, window *sql.Stmt
	n                  atomic.Int64
}

func openUngrouped(b *testing.B) *ungrouped {
	b.Helper()
	path := filepath.Join(b.TempDir(), "store.db")
	openAt(b, path).Close()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=synchronous(FULL)&_txlock=immediate")
	if err != nil {
		b.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	b.Cleanup(func() { _ = db.Close() })
	p := &ungrouped{db: db}
	for to, text := range map[**sql.Stmt]string{
		&p.usage: `SELECT coalesce(sum(CASE span WHEN 60 THEN used END), 0), coalesce(sum(CASE span WHEN 3600 THEN used END), 0)
			FROM windows WHERE account = ? AND (span = 60 AND start = ? OR span = 3600 AND start = ?)`,
		&p.row: `INSERT INTO ledger (request_id, account, endpoint, features, credits, at) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (request_id) DO NOTHING`,
		&p.window: `INSERT INTO windows (account, span, start, used) VALUES (?1, 60, ?2, ?4), (?1, 3600, ?3, ?4)
			ON CONFLICT DO UPDATE SET used = used + excluded.used`,
	} {
		if *to, err = db.Prepare(text); err != nil {
			b.Fatal(err)
		}
	}
	return p
}

func (p *ungrouped) charge(b *testing.B) {
	if err := p.transaction(context.Background()); err != nil {
		b.Error(err)
	}
}

func (p *ungrouped) transaction(ctx context.Context) error {
	t, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = t.Rollback() }()
	minute, hour := billing.Windows(storetest.Noon)
	var inMinute, inHour int64
	if err := t.StmtContext(ctx, p.usage).QueryRowContext(ctx, "a", minute.Unix(), hour.Unix()).Scan(&inMinute, &inHour); err != nil {
		return err
	}
	id := fmt.Sprintf("req_%d", p.n.Add(1))
	if _, err := t.StmtContext(ctx, p.row).ExecContext(ctx, id, "a", "POST /v1/search", `["search"]`, 1, storetest.Noon.UnixMicro()); err != nil {
		return err
	}
	if _, err := t.StmtContext(ctx, p.window).ExecContext(ctx, "a", minute.Unix(), hour.Unix(), 1); err != nil {
		return err
	}
	return t.Commit()
}

package tables

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
)

// Purse tracks one account while charges are decided: read once, added up in memory and
// written once. Whoever has it sees to it that nobody else charges the account meanwhile,
// or notices.
type Purse struct {
	ID      string
	Account service.Account
	Known   bool // there is such an account; without one there are windows and rows only
	Head    billing.Head
	Changed bool
	windows map[Span]*used
}

// Span is a minute or an hour of an account: how many seconds long, and from when.
type Span struct{ Length, Start int64 }

type used struct{ was, added api.Credits }

func (u *used) now() api.Credits { return u.was + u.added }

// NewPurse is one of which the windows are not read yet.
func NewPurse(id string) *Purse { return &Purse{ID: id, windows: map[Span]*used{}} }

// Spans are the minute and the hour that hold a moment.
func Spans(at time.Time) [2]Span {
	minute, hour := billing.Windows(at)
	return [2]Span{{60, minute.Unix()}, {3600, hour.Unix()}}
}

// Knows says whether the windows that hold a moment are read.
func (p *Purse) Knows(at time.Time) bool {
	for _, s := range Spans(at) {
		if p.windows[s] == nil {
			return false
		}
	}
	return true
}

// Learn takes what is used of a window, unless that is known.
func (p *Purse) Learn(s Span, was api.Credits) {
	if p.windows[s] == nil {
		p.windows[s] = &used{was: was}
	}
}

// Windows visits what was added to windows.
func (p *Purse) Windows(visit func(s Span, added api.Credits)) {
	for s, u := range p.windows {
		if u.added != 0 {
			visit(s, u.added)
		}
	}
}

// Written takes what was added as written, and forgets windows that are long over.
func (p *Purse) Written(now time.Time) {
	p.Changed = false
	for s, u := range p.windows {
		if s.Start+2*s.Length < now.Unix() {
			delete(p.windows, s)
			continue
		}
		u.was, u.added = u.now(), 0
	}
}

// Charge holds the effect of a row that an account can pay.
type Charge struct {
	Row     billing.Row
	Head    billing.Head // with the row: its number in the account's chain, and its checksum
	Invoice api.Credits  // that it makes due; 0: none
	Usage   billing.Usage
	account service.Account
}

// Weigh returns the effect of a row whose windows are known; refused, it returns the
// usage, and why.
func (p *Purse) Weigh(row billing.Row, limits api.TierLimits) (c Charge, err error) {
	before := p.Usage(row.At)
	c = Charge{Row: row, account: p.Account, Usage: before}
	if p.Known {
		c.Invoice, err = c.account.Book(row.Credits)
	}
	if err == nil && (row.Credits > limits.Minute-before.Minute || row.Credits > limits.Hour-before.Hour) {
		err = billing.ErrOverBudget
	}
	if err != nil {
		return c, err
	}
	c.Usage.Minute += row.Credits
	c.Usage.Hour += row.Credits
	c.Head = p.Head.Add(row)
	return c, nil
}

// Take is the purse after a charge.
func (p *Purse) Take(c Charge) {
	for _, s := range Spans(c.Row.At) {
		p.windows[s].added += c.Row.Credits
	}
	p.Account, p.Head, p.Changed = c.account, c.Head, true
}

// purse is that of one account as it stands, the charges of this group included, with
// the windows that hold a moment.
func (t *Tx) purse(id string, at time.Time) (*Purse, error) {
	p := t.purses[id]
	if p == nil {
		a, err := t.account(id)
		if err != nil && !errors.Is(err, service.ErrNotFound) {
			return nil, err
		}
		p = NewPurse(id)
		p.Account, p.Known = a, err == nil
	}
	if !p.Knows(at) {
		spans := Spans(at)
		var u billing.Usage
		var head billing.Head
		err := t.Row(usageAndHead, id, spans[0].Start, spans[1].Start).Scan(&u.Minute, &u.Hour, &head.Rows, sumOf{&head.Last})
		if err != nil {
			return nil, err
		}
		p.Learn(spans[0], u.Minute)
		p.Learn(spans[1], u.Hour)
		if t.purses[id] == nil {
			p.Head = head
		}
	}
	t.purses[id] = p
	return p, nil
}

// usageQuery sums the windows of 60 and of 3600 seconds that hold a moment.
const (
	usageColumns = `SELECT coalesce(sum(CASE span WHEN 60 THEN used END), 0), coalesce(sum(CASE span WHEN 3600 THEN used END), 0)`
	usageFrom    = ` FROM windows WHERE account = ?1 AND (span = 60 AND start = ?2 OR span = 3600 AND start = ?3)`
	usageQuery   = usageColumns + usageFrom
	usageAndHead = usageColumns + `, coalesce((SELECT n FROM ledger_heads WHERE account = ?1), 0), (SELECT last FROM ledger_heads WHERE account = ?1)` + usageFrom
)

// sumOf scans a checksum; NULL is that of a chain without rows.
type sumOf struct{ to *billing.Sum }

func (s sumOf) Scan(v any) error {
	*s.to = billing.Sum{}
	if b, ok := v.([]byte); ok {
		copy(s.to[:], b)
	}
	return nil
}

var _ sql.Scanner = sumOf{}

// post writes what the charges of a group came to, and forgets it: the next group may
// come after one of another process.
func (t *Tx) post() error {
	d := doing{Tx: t}
	for id, p := range t.purses {
		if !p.Changed {
			continue
		}
		args := []any{id}
		values := ""
		p.Windows(func(s Span, added api.Credits) {
			n := len(args)
			values += fmt.Sprintf(", (?1, ?%d, ?%d, ?%d)", n+1, n+2, n+3)
			args = append(args, s.Length, s.Start, int64(added))
		})
		if values != "" {
			d.Do("INSERT INTO windows (account, span, start, used) VALUES "+values[2:]+
				" ON CONFLICT (account, span, start) DO UPDATE SET used = windows.used + excluded.used", args...)
		}
		d.Do(`INSERT INTO ledger_heads (account, n, last) VALUES (?, ?, ?)
			ON CONFLICT (account) DO UPDATE SET n = excluded.n, last = excluded.last`, id, p.Head.Rows, p.Head.Last[:])
		if p.Known {
			d.do(func(t *Tx) error { return t.saveAccount(p.Account) })
		}
		if d.err != nil {
			return fmt.Errorf("write what %s was charged: %w", id, d.err)
		}
	}
	clear(t.purses)
	return nil
}

// Usage returns the use of the windows that hold a moment.
func (p *Purse) Usage(at time.Time) billing.Usage {
	s := Spans(at)
	return billing.Usage{Minute: p.windows[s[0]].now(), Hour: p.windows[s[1]].now()}
}

// Column is a number of the account as it is written.
func (p *Purse) Column(name string) *int64 {
	r := rowOf(p.Account)
	if i := slices.Index(accountTable.names, name); i >= 0 {
		if n, ok := accountTable.values(&r)[i].(int64); ok {
			return &n
		}
	}
	return nil
}

// AccountColumns returns the columns that ScanAccount reads.
func AccountColumns() string { return accountTable.selected() }

package local

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"
	"unique"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/pay"
	"greenroom/internal/sqlio"
)

// Entry is a call in the journal.
type Entry struct {
	ID        string
	Service   string
	At        time.Time
	Method    string
	Endpoint  string // as the contract writes it
	Subject   string // what was asked for, raw
	Brief     string // what it was for, by its id; "" where that was not said
	Origin    string // who asked; "" is the planner
	Low, High api.Credits
	Charged   api.Credits
	Outcome   client.Outcome // OutcomeRunning too
	Status    int
	RequestID string
	Kept      bool      // it was answered from the memory
	KeptAt    time.Time // when that answer came
	Saved     api.Credits
	Took      time.Duration
	Attempts  int
	Kind      client.Kind // how it failed; "" for a call that did not
	Code      api.Code
	Payment   pay.Payment // the last one for it alone, as far as it concerns the call; zero: none
}

// JournalQuery narrows the journal. Empty fields do not; Since is inclusive,
// Until is not. Paid leaves out what neither cost nor can have cost anything.
type JournalQuery struct {
	Service  string
	Since    time.Time
	Until    time.Time
	Outcome  client.Outcome
	Endpoint string
	Paid     bool
	Limit    int // 0: all
}

type row struct {
	Entry
	place   int64
	tried   time.Time
	earlier client.Outcome
	process string
	pid     int
}

func scanRow(s sqlio.Row) (r row, err error) {
	var took int64
	err = s.Scan(&r.place, &r.ID, &r.Service, sqlio.Time(&r.At), &r.Method, &r.Endpoint, &r.Subject, &r.Brief, &r.Origin, &r.Low, &r.High, &r.Charged, &r.Outcome,
		&r.Status, &r.RequestID, &r.Kept, sqlio.Time(&r.KeptAt), &r.Saved, &took, &r.Attempts, &r.Kind, &r.Code, sqlio.Time(&r.tried), &r.earlier, &r.process, &r.pid,
		&r.Payment.ID, &r.Payment.State, &r.Payment.Protocol, &r.Payment.Amount, &r.Payment.Network, &r.Payment.PayTo, &r.Payment.Reference, &r.Payment.Note)
	r.Took = time.Duration(took) * time.Microsecond
	for _, word := range []*string{&r.Service, &r.Method, &r.Brief, &r.Origin, &r.Endpoint, (*string)(&r.Outcome), (*string)(&r.Kind), (*string)(&r.Code)} {
		*word = unique.Make(*word).Value() // few, in thousands of rows
	}
	return r, err
}

// journalPage is the number of rows read at once.
const journalPage = 500

// Journal yields calls, the newest first. An error ends it. It holds nothing
// open while it waits, so calls that come meanwhile may be missing at its top.
func (m *Memory) Journal(ctx context.Context, q JournalQuery) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		f, err := m.settled(ctx)
		if err != nil {
			yield(Entry{}, err)
			return
		}
		given := 0
		for at, place := int64(1<<62), int64(1<<62); ; {
			rows, err := q.page(ctx, f, at, place)
			if err != nil {
				yield(Entry{}, err)
				return
			}
			for _, r := range rows {
				at, place = r.At.UnixMicro(), r.place
				if r.Outcome == OutcomeRunning {
					r.Outcome = openCall{high: int64(r.High), tried: r.tried, earlier: r.earlier, process: r.process, pid: r.pid}.outcome(m.now())
				}
				if q.Outcome != "" && r.Outcome != q.Outcome {
					continue
				}
				if given++; !yield(r.Entry, nil) || given == q.Limit {
					return
				}
			}
			if len(rows) < journalPage {
				return
			}
		}
	}
}

func (q JournalQuery) page(ctx context.Context, f *file, at, place int64) ([]row, error) {
	where := []string{"(j.at, j.id) < (?, ?)"}
	args := []any{at, place}
	and := func(wanted bool, condition string, more ...any) {
		if wanted {
			where, args = append(where, condition), append(args, more...)
		}
	}
	and(q.Service != "", "s.name = ?", q.Service)
	and(!q.Since.IsZero(), "j.at >= ?", q.Since.UnixMicro())
	and(!q.Until.IsZero(), "j.at < ?", q.Until.UnixMicro())
	and(q.Outcome != "", "j.outcome IN (?, 'running')", string(q.Outcome))
	and(q.Endpoint != "", "j.endpoint = ?", q.Endpoint)
	and(q.Paid, "(j.charged > 0 OR j.outcome NOT IN ('free', 'charged') AND j.high > 0)")
	return all(ctx, f.reader, scanRow, `SELECT j.id, j.call, s.name, j.at, j.method, j.endpoint, j.subject, j.brief, j.origin, j.low, j.high, j.charged, j.outcome,
			j.status, j.request_id, j.kept, j.kept_at, j.saved, j.took, j.attempts, j.kind, j.code, max(j.at, j.tried), j.earlier, j.process, j.pid,
			coalesce(p.payment, ''), coalesce(p.state, ''), coalesce(p.protocol, ''), coalesce(p.amount, 0), coalesce(p.network, ''), coalesce(p.pay_to, ''),
			coalesce(p.reference, ''), coalesce(p.note, '')
		FROM journal j JOIN services s ON s.id = j.service LEFT JOIN payments p ON p.id = (SELECT max(id) FROM payments WHERE call = j.call) WHERE `+strings.Join(where, " AND ")+` ORDER BY j.at DESC, j.id DESC LIMIT `+number(journalPage), args...)
}

// SpentFor returns the cost of the calls to a service for a brief. One whose outcome is
// not known counts with the most it can have cost.
func (m *Memory) SpentFor(ctx context.Context, service, brief string) (api.Credits, error) {
	f, err := m.settled(ctx)
	if err != nil {
		return 0, err
	}
	n, err := one(ctx, f.reader, sqlio.Int, `SELECT coalesce(sum(CASE outcome WHEN 'charged' THEN charged WHEN 'free' THEN 0 ELSE high END), 0)
		FROM journal WHERE service = (SELECT id FROM services WHERE name = ?) AND brief = ?`, service, brief)
	return api.Credits(n), err
}

// Total sums the calls of a day to an endpoint. Day is midnight in the zone that was asked
// for. Unknown is the most that calls without a known outcome, running ones too, can have
// cost; it is not in Charged.
type Total struct {
	Day      time.Time
	Endpoint string // "POST /v1/search"
	Calls    int    // those answered from the memory too
	Kept     int
	Failed   int
	Charged  api.Credits
	Unknown  api.Credits
	Saved    api.Credits
}

type slice struct {
	at int64 // seconds
	Total
}

func scanSlice(s sqlio.Row) (v slice, err error) {
	return v, s.Scan(&v.at, &v.Endpoint, &v.Calls, &v.Kept, &v.Failed, &v.Charged, &v.Unknown, &v.Saved)
}

// Totals adds the journal of a service up by day and endpoint, the newest day
// first and the dearest endpoint of a day first. An empty service is all of
// them, a zero since the beginning; days are those of since's zone.
func (m *Memory) Totals(ctx context.Context, service string, since time.Time) ([]Total, error) {
	f, err := m.settled(ctx)
	if err != nil {
		return nil, err
	}
	zone, from := since.Location(), int64(0)
	if !since.IsZero() {
		from = since.UnixMicro()
	}
	// Every zone's midnight is at a quarter of an hour.
	parts, err := all(ctx, f.reader, scanSlice, `SELECT j.at / 900000000 * 900, j.method || ' ' || j.endpoint, count(*), sum(j.kept), sum(j.kind <> ''), sum(iif(j.outcome = 'charged', j.charged, 0)),
			sum(CASE WHEN j.outcome IN ('charged', 'free') THEN 0 ELSE j.high END), sum(j.saved)
		FROM journal j JOIN services s ON s.id = j.service WHERE j.at >= ? AND (s.name = ? OR ? = '') GROUP BY 1, 2`, from, service, service)
	if err != nil {
		return nil, err
	}
	return byDay(parts, zone), nil
}

func byDay(list []slice, zone *time.Location) []Total {
	type key struct {
		day      time.Time
		endpoint string
	}
	sums := map[key]Total{}
	for _, s := range list {
		y, month, d := time.Unix(s.at, 0).In(zone).Date()
		k := key{time.Date(y, month, d, 0, 0, 0, 0, zone), s.Endpoint}
		t := sums[k]
		t.Day, t.Endpoint = k.day, k.endpoint
		t.add(s.Total)
		sums[k] = t
	}
	return slices.SortedFunc(maps.Values(sums), func(a, b Total) int {
		return cmp.Or(b.Day.Compare(a.Day), cmp.Compare(b.Charged, a.Charged), strings.Compare(a.Endpoint, b.Endpoint))
	})
}

func (t *Total) add(o Total) {
	t.Calls += o.Calls
	t.Kept += o.Kept
	t.Failed += o.Failed
	t.Charged += o.Charged
	t.Unknown += o.Unknown
	t.Saved += o.Saved
}

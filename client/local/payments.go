package local

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"time"

	"greenroom/client/pay"
	"greenroom/internal/payment"
	"greenroom/internal/sqlio"
)

// Book is the spending journal of one service: in the same file as its calls, so
// that a call and its payment end together.
func (m *Memory) Book(service string) pay.Book {
	return &scope{memory: m, service: service}
}

var _ pay.Book = (*scope)(nil)

const paymentColumns = `p.payment, p.call, p.request, p.at, p.state, p.protocol, p.amount, p.units, p.network, p.pay_to, p.payer, p.nonce,
	p.until, p.credential, p.reference, p.note`

func scanPayment(r sqlio.Row) (p pay.Payment, err error) {
	var until int64
	var credential string
	err = r.Scan(&p.ID, &p.Call, &p.Request, sqlio.Time(&p.At), &p.State, &p.Protocol, &p.Amount, &p.Units, &p.Network, &p.PayTo, &p.Payer, &p.Nonce,
		&until, &credential, &p.Reference, &p.Note)
	if until > 0 {
		p.Until = time.UnixMicro(until).UTC()
	}
	p.Credential = pay.Credential(credential)
	return p, err
}

func until(p pay.Payment) int64 {
	if p.Until.IsZero() {
		return 0
	}
	return p.Until.UnixMicro()
}

// counted sums the payments of a wallet that count for a day: all but those that were not
// taken and whose signature has ended, see pay.Payment.Counts. It asks for every service,
// since the index begins with them.
const counted = `SELECT coalesce(sum(amount), 0) FROM payments
	WHERE service IN (SELECT id FROM services) AND at >= ? AND at < ? AND payer = ? AND (state <> 'released' OR until > ?)`

func (s *scope) countedArgs(d pay.Day) []any {
	return []any{d.Begins.UnixMicro(), d.Begins.AddDate(0, 0, 1).UnixMicro(), d.Payer, s.memory.now().UnixMicro()}
}

// Reserve writes a payment down if the day holds it. Nothing comes between the
// sum and the row, whatever program it is of.
func (s *scope) Reserve(ctx context.Context, p pay.Payment, d pay.Day) (used payment.MicroUSD, ok bool, err error) {
	err = s.write(ctx, func(t *tx, where ids) error {
		if _, err := t.find([]any{&used}, counted, s.countedArgs(d)...); err != nil {
			return err
		}
		if ok = p.Amount <= d.Cap && used <= d.Cap-p.Amount; !ok {
			return nil
		}
		return s.put(t, where, p)
	})
	return used, ok && err == nil, err
}

// Write puts a payment in place of what was known of it. The credential of one
// that was taken is dropped where no call of the journal waits for its answer.
func (s *scope) Write(ctx context.Context, p pay.Payment) error {
	return s.write(ctx, func(t *tx, where ids) error {
		err := s.put(t, where, p)
		if err == nil && p.State == pay.Spent {
			err = t.Do(`UPDATE payments SET credential = '' WHERE payment = ?
				AND NOT EXISTS (SELECT 1 FROM journal WHERE call = payments.call AND target <> '')`, p.ID)
		}
		return err
	})
}

func (s *scope) put(t *tx, where ids, p pay.Payment) error {
	return t.Do(`INSERT INTO payments (payment, service, call, request, at, state, protocol, amount, units, network, pay_to, payer, nonce,
			until, credential, reference, note, process, pid)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (payment) DO UPDATE SET call = excluded.call, state = excluded.state, payer = excluded.payer, nonce = excluded.nonce, until = excluded.until,
			credential = excluded.credential, reference = excluded.reference, note = excluded.note, process = excluded.process, pid = excluded.pid`,
		p.ID, where.service, p.Call, p.Request, p.At.UnixMicro(), string(p.State), string(p.Protocol), int64(p.Amount), p.Units, p.Network, p.PayTo, p.Payer, p.Nonce,
		until(p), string(p.Credential), p.Reference, p.Note, process(), os.Getpid())
}

// paidFor drops the credentials of payments whose call has ended, in the
// transaction that ends it.
func paidFor(t *tx, call string) error {
	return t.Do(`UPDATE payments SET credential = '' WHERE call = ? AND state IN ('spent', 'released') AND credential <> ''
		AND NOT EXISTS (SELECT 1 FROM journal WHERE call = payments.call AND target <> '')`, call)
}

// Outstanding is the last payment for a request, over whatever connection, whose
// credential is to be sent again.
func (s *scope) Outstanding(ctx context.Context, request string) (p pay.Payment, found bool, err error) {
	f, err := s.memory.open(ctx)
	if err != nil {
		return p, false, err
	}
	if err := f.settleDead(ctx, s.memory.now()); err != nil {
		return p, false, err
	}
	p, err = one(ctx, f.reader, scanPayment, `SELECT `+paymentColumns+` FROM payments p
		WHERE p.request = ? AND p.credential <> '' AND p.state IN ('unknown', 'spent') ORDER BY p.id DESC LIMIT 1`, request)
	if errors.Is(err, sql.ErrNoRows) {
		return p, false, nil
	}
	return p, err == nil, err
}

// Counted returns the payments that count for a day.
func (s *scope) Counted(ctx context.Context, d pay.Day) (payment.MicroUSD, error) {
	f, err := s.memory.open(ctx)
	if err != nil {
		return 0, err
	}
	n, err := one(ctx, f.reader, sqlio.Int, counted, s.countedArgs(d)...)
	return payment.MicroUSD(n), err
}

// Paid are the payments of a service, the newest first; all of them for "".
func (m *Memory) Paid(ctx context.Context, service string, since time.Time) ([]pay.Payment, error) {
	f, err := m.current(ctx)
	if err != nil {
		return nil, err
	}
	from := int64(0)
	if !since.IsZero() {
		from = since.UnixMicro()
	}
	return all(ctx, f.reader, scanPayment, `SELECT `+paymentColumns+` FROM payments p JOIN services s ON s.id = p.service
		WHERE (s.name = ? OR ? = '') AND p.at >= ? ORDER BY p.id DESC`, service, service, from)
}

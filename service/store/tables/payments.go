package tables

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"greenroom/internal/sqlio"
	"greenroom/service"
	"greenroom/service/payments"
)

// paymentTable is payments without their answers; what they are known by comes first.
var paymentTable = newTable("payments", `id network asset payer nonce request_id endpoint asked state protocol amount proof seal valid_before claimed_at changed_at holder
	held_until tx reason attempts`, func(c *payments.Claim, to []any) []any {
	return append(to, &c.ID, &c.Network, &c.Asset, &c.Payer, &c.Nonce, &c.RequestID, &c.Endpoint, sumIn{&c.Asked}, &c.State, &c.Protocol, &c.Amount,
		asJSON[payments.Proof]{&c.Proof}, sumIn{&c.Seal}, &c.ValidBefore, &c.ClaimedAt, &c.ChangedAt, &c.Lease.Holder, &c.Lease.Until, &c.Outcome.Transaction,
		&c.Outcome.Reason, &c.Outcome.Attempts)
})

// sumIn is a checksum as stored.
type sumIn struct{ to *payments.Sum }

func (s sumIn) Value() (driver.Value, error) { return s.to[:], nil }

func (s sumIn) Scan(v any) error {
	b, ok := v.([]byte)
	if !ok || len(b) != len(s.to) {
		return fmt.Errorf("%T of %d bytes is no checksum", v, len(b))
	}
	copy(s.to[:], b)
	return nil
}

var (
	selectPayment = "SELECT " + paymentTable.selected() + ", status, body FROM payments "
	listPayments  = "SELECT " + paymentTable.selected() + " FROM payments "
)

const byPaymentKey = "WHERE network = ? AND asset = ? AND payer = ? AND nonce = ?"

func keyValues(k payments.Key) []any { return []any{k.Network, k.Asset, k.Payer, k.Nonce} }

func scanPayment(r sqlio.Row) (c payments.Claim, err error) {
	var status *int
	var body []byte
	if err := r.Scan(append(paymentTable.into(&c), &status, &body)...); err != nil || status == nil {
		return c, err
	}
	c.Answer = &payments.Answer{Status: *status}
	c.Answer.Body, err = inflated(body)
	return c, err
}

// ClaimPayment writes a claim whose key is free, or was released, and says whether
// it did; else it returns the one that is there.
func (s *Store) ClaimPayment(ctx context.Context, c payments.Claim) (there payments.Claim, fresh bool, err error) {
	err = s.do(ctx, Records, func(t *Tx) error {
		there, err = scanPayment(t.Row(selectPayment+byPaymentKey, keyValues(c.Key)...))
		switch err = missing(err); {
		case errors.Is(err, service.ErrNotFound):
		case err != nil:
			return err
		case there.State != payments.Released:
			return nil
		default:
			if err := t.Do("DELETE FROM payments WHERE id = ?", there.ID); err != nil {
				return err
			}
		}
		there, fresh = c, true
		return t.insertPayment(c)
	})
	return there, fresh && err == nil, wrap("claim a payment", err)
}

func (t *Tx) insertPayment(c payments.Claim) error {
	err := add(t, paymentTable, c)
	if err == nil && c.Answer != nil {
		err = t.answerPayment(c)
	}
	return err
}

func (t *Tx) answerPayment(c payments.Claim) error {
	if c.Answer == nil {
		return t.Do("UPDATE payments SET status = NULL, body = NULL WHERE id = ?", c.ID)
	}
	return t.Do("UPDATE payments SET status = ?, body = ? WHERE id = ?", c.Answer.Status, deflated(c.Answer.Body), c.ID)
}

// PaymentByKey reads the payment that a token knows by a key.
func (s *Store) PaymentByKey(ctx context.Context, k payments.Key) (payments.Claim, error) {
	return get(ctx, s, "read a payment", scanPayment, selectPayment+byPaymentKey, keyValues(k)...)
}

// Payment reads a payment by its id.
func (s *Store) Payment(ctx context.Context, id string) (payments.Claim, error) {
	return get(ctx, s, "read payment "+id, scanPayment, selectPayment+"WHERE id = ?", id)
}

// ChangePayment changes a payment in one transaction and returns it as it then is.
func (s *Store) ChangePayment(ctx context.Context, id string, change func(*payments.Claim) error) (c payments.Claim, err error) {
	err = s.do(ctx, Records, func(t *Tx) error {
		if c, err = scanPayment(t.Row(selectPayment+"WHERE id = ?", id)); err != nil {
			return missing(err)
		}
		was := c
		if err := change(&c); err != nil {
			return err
		}
		c.ID, c.Key, c.ClaimedAt = was.ID, was.Key, was.ClaimedAt
		err = t.Do(paymentTable.updating(), append(paymentTable.values(&c), c.ID)...)
		if err == nil && c.Answer != was.Answer {
			err = t.answerPayment(c)
		}
		return err
	})
	return c, wrap("change payment "+id, err)
}

// Payments visits payments, the oldest first, without their answers.
func (s *Store) Payments(ctx context.Context, q payments.Query, visit func(payments.Claim) error) error {
	err := sqlio.Each(ctx, s.reader, visiting(paymentTable.scan, visit), listPayments+`WHERE claimed_at >= ? AND (CAST(? AS INTEGER) = 1 OR state IN (SELECT value FROM json_each(?))) ORDER BY claimed_at, seq`,
		q.From.UnixMicro(), len(q.States) == 0, sqlio.List(q.States))
	return wrap("read payments", err)
}

// ForgetAnswers drops the answers of settled payments from before one moment that
// are valid no longer since another.
func (s *Store) ForgetAnswers(ctx context.Context, claimed, valid time.Time) (n int, err error) {
	dropped, err := s.exec(ctx, Records, "UPDATE payments SET status = NULL, body = NULL WHERE body IS NOT NULL AND state = 'settled' AND claimed_at < ? AND valid_before < ?",
		claimed.UnixMicro(), valid.UnixMicro())
	return int(dropped), wrap("drop answers of payments", err)
}

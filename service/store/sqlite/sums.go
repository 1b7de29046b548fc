package sqlite

import (
	"errors"
	"fmt"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
)

// sums is what the charges of one group come to, by account: read once, added
// up in memory and written once. The transaction holds the write lock, so nobody
// else changes it meanwhile.
type sums map[string]*sum

type sum struct {
	account service.Account
	known   bool // there is such an account
	changed bool
	windows map[window]*used
}

// window is a minute or an hour of an account.
type window struct{ span, start int64 }

type used struct{ was, added api.Credits }

func (u *used) now() api.Credits { return u.was + u.added }

// sum is that of one account as it stands, its charges in this group included.
func (t *tx) sum(accountID string) (*sum, error) {
	if s := t.sums[accountID]; s != nil {
		return s, nil
	}
	a, err := t.account(accountID)
	if err != nil && !errors.Is(err, service.ErrNotFound) {
		return nil, err
	}
	s := &sum{account: a, known: err == nil, windows: map[window]*used{}}
	t.sums[accountID] = s
	return s, nil
}

// booked is the account after a charge, and the invoice that this makes due. An
// id without an account has windows and rows only.
func (s *sum) booked(c api.Credits) (service.Account, api.Credits, error) {
	a := s.account
	if !s.known {
		return a, 0, nil
	}
	invoice, err := a.Book(c)
	return a, invoice, err
}

// windows are the minute and the hour of a charge.
func (t *tx) windows(s *sum, row billing.Row) (minute, hour *used, err error) {
	m, h := windowStarts(row.At)
	of := [2]window{{60, m}, {3600, h}}
	if s.windows[of[0]] == nil || s.windows[of[1]] == nil {
		u, err := scanUsage(t.Row(usageQuery, row.AccountID, m, h))
		if err != nil {
			return nil, nil, err
		}
		for i, was := range []api.Credits{u.Minute, u.Hour} {
			if s.windows[of[i]] == nil {
				s.windows[of[i]] = &used{was: was}
			}
		}
	}
	return s.windows[of[0]], s.windows[of[1]], nil
}

// post writes the sums and the head of the ledger, and forgets them.
func (t *tx) post() error {
	for id, s := range t.sums {
		if !s.changed {
			continue
		}
		for w, u := range s.windows {
			if _, err := t.Exec(`INSERT INTO windows (account, span, start, used) VALUES (?, ?, ?, ?)
				ON CONFLICT DO UPDATE SET used = used + excluded.used`, id, w.span, w.start, int64(u.added)); err != nil {
				return fmt.Errorf("write windows of %s: %w", id, err)
			}
		}
		if !s.known {
			continue
		}
		if err := t.saveAccount(s.account); err != nil {
			return fmt.Errorf("write account %s: %w", id, err)
		}
	}
	clear(t.sums)
	return t.postHead()
}

// postHead writes where the ledger stands, and forgets it: the next group may come
// after one of another process.
func (t *tx) postHead() error {
	head := t.head
	if t.head = nil; head == nil {
		return nil
	}
	_, err := t.Exec("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", headSetting, head.String())
	return wrap("write the head of the ledger", err)
}

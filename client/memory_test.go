package client_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
)

// entry is a call as the memory was told of it.
type entry struct {
	client.Exchange
	began   bool
	ended   bool
	key     string
	over    chan struct{}
	receipt client.Receipt
	err     error
	answer  *client.Answer
}

// memory is a client.Memory of this process. Calls that a test sets stand in
// for a memory that fails.
type memory struct {
	mu                            sync.Mutex
	rows                          []*entry
	kept                          map[string]client.Answer
	learned                       map[api.Operation]api.Price
	paidRefusals                  bool
	spent                         api.Credits // by other programs
	begin, end, recall, pay, read error
}

// Holds of creators that stand on kept pages is the business of a memory on disk.
func (m *memory) Holds(_ context.Context, digests []string) ([]bool, error) {
	return make([]bool, len(digests)), m.read
}

func (m *memory) row(e client.Exchange) *entry {
	for _, r := range m.rows {
		if r.ID == e.ID {
			return r
		}
	}
	m.rows = append(m.rows, &entry{Exchange: e})
	return m.rows[len(m.rows)-1]
}

func (m *memory) Begin(ctx context.Context, e client.Exchange, t client.Terms) (client.Begun, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if a, ok := m.kept[t.Key]; ok && !a.At.Before(t.From) {
		return client.Begun{State: client.Answered}, nil
	}
	if t.Key != "" && m.asking(t.Key) != nil {
		return client.Begun{State: client.UnderWay}, nil
	}
	if t.Cap != nil {
		if used := m.between(t.Day, t.Day.AddDate(0, 0, 1)); used+e.High > *t.Cap || m.pay != nil {
			return client.Begun{State: client.OverDay, Used: used}, m.pay
		}
	}
	if m.begin == nil {
		row := m.row(e)
		row.began, row.key, row.over = true, t.Key, make(chan struct{})
	}
	return client.Begun{}, errors.Join(m.begin, ctx.Err())
}

// asking is the call under way that asks a question.
func (m *memory) asking(key string) *entry {
	for _, r := range m.rows {
		if r.began && !r.ended && r.key == key {
			return r
		}
	}
	return nil
}

func (m *memory) Await(ctx context.Context, key string) error {
	m.mu.Lock()
	r := m.asking(key)
	m.mu.Unlock()
	if r == nil {
		return nil
	}
	select {
	case <-r.over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (m *memory) End(ctx context.Context, e client.Exchange, r client.Receipt, err error, a *client.Answer) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.end != nil || ctx.Err() != nil {
		return errors.Join(m.end, ctx.Err())
	}
	row := m.row(e)
	if row.over != nil && !row.ended {
		close(row.over)
	}
	row.ended, row.receipt, row.err, row.answer = true, r, err, a
	if a != nil {
		if m.kept == nil {
			m.kept = map[string]client.Answer{}
		}
		for _, key := range append([]string{a.Key}, a.Also...) {
			m.kept[key] = client.Answer{Key: key, Body: a.Body, Charged: a.Charged, Personal: a.Personal, At: a.At}
		}
	}
	return nil
}

func (m *memory) Unsettled(context.Context, time.Time) ([]client.Unsettled, error) {
	return nil, m.read
}

func (m *memory) Recall(_ context.Context, key string) (client.Answer, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, ok := m.kept[key]
	return a, ok, m.recall
}

func (m *memory) Spent(_ context.Context, _ string, since, until time.Time) (api.Credits, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.between(since, until), m.pay
}

func (m *memory) between(since, until time.Time) api.Credits {
	spent := m.spent
	for _, r := range m.rows {
		switch {
		case r.At.Before(since), !until.IsZero() && !r.At.Before(until):
		case !r.ended || r.receipt.Outcome == client.OutcomeUnknown:
			spent += r.High
		default:
			spent += r.receipt.Charged
		}
	}
	return spent
}

func (m *memory) Lessons(context.Context) (client.Lessons, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return client.Lessons{Prices: slices.Collect(maps.Values(m.learned)), PaidRefusals: m.paidRefusals}, m.read
}

func (m *memory) Learn(_ context.Context, l client.Lessons) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.learned == nil {
		m.learned = map[api.Operation]api.Price{}
	}
	for _, p := range l.Prices {
		m.learned[p.Operation] = p
	}
	m.paidRefusals = m.paidRefusals || l.PaidRefusals
	return nil
}

func (m *memory) entries() (list []entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.rows {
		list = append(list, *r)
	}
	return list
}

func remembering(m *memory) func(*client.Config) {
	return func(cfg *client.Config) { cfg.Memory = m }
}

func TestJournalSurroundsTheRequest(t *testing.T) {
	t.Parallel()
	m := &memory{}
	s := newService(t, say(429, rateLimited, "Retry-After", "1"), drop)
	began := 0
	c, _ := dial(t, s, remembering(m), func(cfg *client.Config) {
		cfg.Key = func(ctx context.Context) (string, error) {
			for _, row := range m.entries() {
				if row.began && !row.ended {
					began++
				}
			}
			return key(ctx)
		}
	})
	_, _, err := c.Search(context.Background(), api.SearchRequest{Query: "vegan food"})
	rows := m.entries()
	if len(rows) != 1 || began != 2 || rows[0].Subject != "vegan food" || rows[0].Low != 25*api.Credit || rows[0].High != 75*api.Credit || rows[0].ID == "" {
		t.Errorf("%d times begun before the request, %+v", began, rows)
	}
	if r := rows[0].receipt; !errors.Is(rows[0].err, err) || r.Attempts != 2 || r.Outcome != client.OutcomeUnknown || rows[0].answer != nil {
		t.Errorf("%v, %+v", rows[0].err, r)
	}
}

func TestUnwrittenPaidCallIsNotSent(t *testing.T) {
	t.Parallel()
	s := newService(t, say(200, healthy))
	full := errors.New("disk full")
	c, _ := dial(t, s, remembering(&memory{begin: full}))
	_, _, err := c.Creator(context.Background(), creator, false)
	if e := failure(t, err); e.Kind != client.KindJournal || !errors.Is(err, full) || len(s.requests()) != 0 {
		t.Errorf("%+v", e)
	}
	if _, _, err := c.Health(context.Background()); err != nil {
		t.Errorf("a free call: %v", err)
	}
}

// TestWhatWasPaidForIsAnswered: neither a memory that fails after the answer nor
// a caller who has gone loses what was paid for.
func TestWhatWasPaidForIsAnswered(t *testing.T) {
	t.Parallel()
	full := errors.New("disk full")
	s := newService(t, say(200, oneCreator, "X-Credits-Charged", "0.1"))
	c, _ := dial(t, s, remembering(&memory{end: full}))
	got, receipt, err := c.Creator(context.Background(), creator, false)
	if err != nil || got.Name != "Ada" || receipt.Charged != 100 || !errors.Is(receipt.NotKept, full) {
		t.Errorf("%v, %+v, %+v", err, got, receipt)
	}
	m := &memory{}
	ctx, cancel := context.WithCancel(context.Background())
	s = newService(t, drop)
	c, _ = dial(t, s, remembering(m), func(cfg *client.Config) {
		cfg.Clock = func() time.Time {
			if len(s.requests()) > 0 {
				cancel()
			}
			return noon
		}
	})
	_, _, err = c.Creator(ctx, creator, false)
	if rows := m.entries(); len(rows) != 1 || !rows[0].ended || rows[0].receipt.Outcome != client.OutcomeUnknown {
		t.Errorf("%v, %+v", err, rows)
	}
}

func TestEndHasTheAnswer(t *testing.T) {
	t.Parallel()
	m := &memory{}
	c, _ := dial(t, newService(t, say(200, oneCreator, "X-Credits-Charged", "0.1")), remembering(m))
	_, _, err := c.Creator(context.Background(), creator, false)
	a := m.entries()[0].answer
	if err != nil || a == nil {
		t.Fatalf("%v, nothing kept", err)
	}
	value, ok := a.Value.(api.Creator)
	if !ok || value.Name != "Ada" || string(a.Body) != oneCreator || a.Charged != 100 || !a.At.Equal(noon) || a.Personal || a.Key == "" {
		t.Errorf("%T, %+v", a.Value, a)
	}
}

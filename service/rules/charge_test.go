package rules_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/billing"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

// nodes are stores that tell each other what runs.
type nodes struct {
	store.Store
	taken, fails bool
	ended        int
	users        []service.User
}

func (n *nodes) Users(context.Context) ([]service.User, error) { return n.users, nil }

func (n *nodes) TakeTurn(_ context.Context, _ billing.Owner, _ string, most time.Duration) (func(context.Context) error, bool, error) {
	if n.fails || most != time.Minute {
		return nil, false, errors.New("lost")
	}
	return func(ctx context.Context) error {
		if end, bounded := ctx.Deadline(); !bounded || ctx.Err() != nil || time.Until(end) > 2*time.Second {
			return errors.New("an end that waits")
		}
		n.ended++
		return nil
	}, !n.taken, nil
}

func cashier(t *testing.T, shared bool) (*rules.Service, *nodes, access.Caller) {
	t.Helper()
	s, err := sqlite.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "g.db")})
	if err != nil {
		t.Fatal(err)
	}
	account := service.NewAccount("agency", api.Tier1, noon)
	account.Limits = api.TierLimits{Minute: 10 * api.Credit, Hour: 12 * api.Credit}
	if err := s.CreateAccount(t.Context(), account); err != nil {
		t.Fatal(err)
	}
	n := &nodes{Store: s}
	var kept rules.Store = s
	if shared {
		kept = n
	}
	r := rules.New(rules.Config{Store: kept, Clock: func() time.Time { return noon }, PlatformsAll: true})
	t.Cleanup(func() { r.Close(); _ = s.Close() })
	return r, n, access.Caller{Account: account}
}

// What is charged is what an answer cost; what does not fit is refused with what would.
func TestCharging(t *testing.T) {
	s, _, c := cashier(t, false)
	job := func(op api.Operation, worst api.Credits) rules.Job {
		return rules.Job{Price: api.PriceOf(op), Worst: worst}
	}
	for _, row := range []struct {
		op    api.Operation
		worst api.Credits
		says  string
	}{
		{api.OpSearch, 227 * api.Credit, "can cost 227 credits, more than the whole budget of 10, so it can never run. Ask for a larger budget."},
		{api.OpMatch, 11 * api.Credit, fmt.Sprintf("Request at most %d creators at a time.", 10*api.Credit/api.PriceOf(api.OpMatch).PerItem)},
		{api.OpEmails, 15 * api.Credit, "Request at most 2 "},
	} {
		_, err := s.Reserve(t.Context(), c, rules.Entry{}, job(row.op, row.worst))
		e, ok := errors.AsType[*service.Error](err)
		if !ok || e.Code != api.CodeRateLimited || !strings.Contains(e.Message, row.says) || e.Details["required"] != row.worst || e.Details["limit"] != 10*api.Credit {
			t.Errorf("%s: %v", row.op, err)
		}
	}
	ticket, err := s.Reserve(t.Context(), c, rules.Entry{RequestID: "r1", Endpoint: "GET /x"}, job(api.OpCreator, 4*api.Credit))
	if err != nil {
		t.Fatal(err)
	}
	standing, err := ticket.Settle(t.Context(), rules.Answer{Cost: 3 * api.Credit, Features: []api.Operation{api.OpAnalyze, api.OpAnalyzeAI}}, nil)
	if err != nil || standing.RemainingMinute != 7*api.Credit {
		t.Fatalf("%+v %v", standing, err)
	}
	ticket.Release()
	if held, err := s.Reserve(t.Context(), c, rules.Entry{RequestID: "r2"}, job(api.OpMatch, 6*api.Credit)); err != nil {
		t.Error(err)
	} else {
		_, err := s.Reserve(t.Context(), c, rules.Entry{RequestID: "r3"}, job(api.OpMatch, 2*api.Credit))
		e, ok := errors.AsType[*service.Error](err)
		if !ok || e.Code != api.CodeRateLimited || !strings.Contains(e.Message, "can cost 2 credits, more than is left of the budget. Nothing was charged; try again in ") || e.RetryAfter <= 0 || e.Details != nil {
			t.Errorf("%v", err)
		}
		held.Release()
	}
	if now, err := s.Standing(t.Context(), c); err != nil || now.RemainingMinute != 7*api.Credit {
		t.Errorf("%+v %v", now, err)
	}
	poor := c
	poor.Account.Balance = new(1 * api.Credit)
	if _, err := s.Reserve(t.Context(), poor, rules.Entry{}, job(api.OpMatch, 2*api.Credit)); err == nil || !strings.Contains(err.Error(), "can cost 2 credits, more than the prepaid balance") {
		t.Errorf("%v", err)
	}
	poor.Account.Suspended = api.ReasonBillingSuspended
	if _, err := s.Reserve(t.Context(), poor, rules.Entry{}, job(api.OpMatch, 0)); err == nil {
		t.Error("an account that is suspended pays")
	}
	if got := fmt.Sprint(rules.Answer{}.Billed(api.OpMatch), rules.Answer{Features: []api.Operation{api.OpAnalyze, api.OpAnalyzeAI}}.Billed(api.OpMatch)); got != "[match] [post_analysis post_analysis_ai]" {
		t.Error(got)
	}
	paged := 0
	for range 1000 {
		if _, err := s.Reserve(t.Context(), c, rules.Entry{}, job(api.OpSearchPage, 0)); err != nil {
			break
		}
		paged++
	}
	if paged == 1000 {
		t.Error("pages are asked for without end")
	}
}

// A request with a key runs once, here and on all nodes, and is answered again.
func TestOnce(t *testing.T) {
	for _, shared := range []bool{false, true} {
		s, n, c := cashier(t, shared)
		asked := sha256.Sum256([]byte("a"))
		row, end, err := s.Once(t.Context(), c, "k", asked)
		if row != nil || end == nil || err != nil {
			t.Fatalf("%+v %v", row, err)
		}
		if _, end, err := s.Once(t.Context(), c, "k", asked); !errors.Is(err, rules.ErrRunning) || end != nil {
			t.Errorf("twice at once: %v", err)
		}
		other, end2, err := s.Once(t.Context(), c, "other", asked)
		if other != nil || err != nil {
			t.Fatal(err)
		}
		end2()
		ticket, err := s.Reserve(t.Context(), c, rules.Entry{RequestID: "r1", Endpoint: "POST /x"}, rules.Job{Price: api.PriceOf(api.OpMatch), Worst: api.Credit})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ticket.Settle(t.Context(), rules.Answer{Cost: api.Credit}, &billing.Keep{Key: "k", Asked: asked, Body: []byte("{}")}); err != nil {
			t.Fatal(err)
		}
		end()
		row, end, err = s.Once(t.Context(), c, "k", asked)
		if err != nil || end != nil || row == nil || string(row.Keep.Body) != "{}" || row.Credits != api.Credit || row.RequestID != "r1" {
			t.Errorf("answered: %+v %v", row, err)
		}
		if _, end, err = s.Once(t.Context(), c, "k", sha256.Sum256([]byte("b"))); err == nil || end != nil || !strings.Contains(err.Error(), "different request") {
			t.Errorf("another request: %v", err)
		}
		if _, end, err = s.Once(t.Context(), c, "k", asked); err != nil || end != nil {
			t.Errorf("its turn is kept: %v", err)
		}
		if !shared {
			continue
		}
		if n.ended < 4 {
			t.Errorf("%d ends are told", n.ended)
		}
		n.taken = true
		if _, _, err := s.Once(t.Context(), c, "new", asked); !errors.Is(err, rules.ErrRunning) {
			t.Errorf("another node has it: %v", err)
		}
		n.taken, n.fails = false, true
		if _, _, err := s.Once(t.Context(), c, "new", asked); err == nil || errors.Is(err, rules.ErrRunning) {
			t.Errorf("nodes that are lost: %v", err)
		}
		n.fails = false
		if _, end, err := s.Once(t.Context(), c, "new", asked); err != nil || end == nil {
			t.Errorf("its turn is not given back: %v", err)
		}
	}
}

// The ledger names who was charged.
func TestChargesNameWhoPays(t *testing.T) {
	s, n, c := cashier(t, false)
	user := service.User{ID: "0197f3a0-0000-7000-8000-00000000aaaa", AccountID: c.Account.ID, Name: "mia"}
	nobody := service.User{ID: "0197f3a0-0000-7000-8000-00000000bbbb", AccountID: c.Account.ID, Subject: "issuer|7"}
	n.users = []service.User{user, nobody}
	for i, by := range []string{"", user.ID, nobody.ID} {
		c.UserID = by
		ticket, err := s.Reserve(t.Context(), c, rules.Entry{RequestID: fmt.Sprint("r", i)}, rules.Job{Price: api.PriceOf(api.OpMatch), Worst: api.Credit})
		if err == nil {
			_, err = ticket.Settle(t.Context(), rules.Answer{Cost: api.Credit}, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	list := func(q rules.ChargeQuery) (got string, err error) {
		err = rules.Charges(t.Context(), n, q, func(c rules.Charge) error {
			got += fmt.Sprintf("%s %s by %q; ", c.RequestID, c.Account, c.User)
			return nil
		})
		return got, err
	}
	for _, row := range []struct {
		q    rules.ChargeQuery
		want string
	}{
		{rules.ChargeQuery{}, `r0 agency by ""; r1 agency by "mia"; r2 agency by "issuer|7"; `},
		{rules.ChargeQuery{Account: "agency", From: noon}, `r0 agency by ""; r1 agency by "mia"; r2 agency by "issuer|7"; `},
		{rules.ChargeQuery{From: noon.Add(time.Second)}, ""},
	} {
		if got, err := list(row.q); got != row.want || err != nil {
			t.Errorf("%+v: %s %v", row.q, got, err)
		}
	}
	if _, err := list(rules.ChargeQuery{Account: "none"}); !errors.Is(err, service.ErrNotFound) {
		t.Errorf("%v", err)
	}
}

// Two agents propose for one sheet that both have read: both proposals are there.
func TestProposalsOfTwoAreKept(t *testing.T) {
	d := newDesk(t)
	d.ask(`newlist {"name":"Oat","brief":"b","profiles":[{"platform":"photoplatform","username":"ana.pots"}],"notes":""}`)
	d.ask(`putsheet {"ID":"$list","Body":{"version":1,"by":"Ana","sheet":{"format":"greenroom-sheet/1","name":"Oat","by":"Ana","brief":{"text":"b","query":"q"},"members":[],"columns":[]}}}`)
	var jobs []rules.Job
	for _, who := range []string{"$lena", "$mo"} {
		body := fmt.Sprintf(`{"format":"greenroom-sheet/1","name":"Oat","by":"Ana","brief":{"text":"b","query":"q"},"members":[],"columns":[{"name":%q,"at":"2026-03-14T12:00:00Z","votes":[],
			"proposed":[{"id":"1","member":{"creator_id":%q,"name":"N","platform":"photoplatform","username":"n"},"why":"w","by":"claude","at":"2026-03-14T12:00:00Z"}]}]}`, api.SheetAgents, d.names[who])
		job, err := d.all["all"].PutSheet(t.Context(), d.callers[""], d.names["$list"], api.SheetBody{Version: 2, By: api.SheetAgents, Sheet: []byte(body)})
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, job)
	}
	for _, job := range jobs {
		if _, err := job.Do(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if told := d.ask(`sheet {"ID":"$list","By":"Ana"}`); strings.Count(told, `"why":"w"`) != 2 {
		t.Errorf("%s", told)
	}
}

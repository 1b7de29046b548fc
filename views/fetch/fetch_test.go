package fetch_test

import (
	"context"
	"errors"
	"testing"

	"greenroom/api"
	"greenroom/client"
	"greenroom/views/fetch"
)

// answering is a call that answers v and keeps the context it was given.
func answering(v int, kept *context.Context) fetch.Call[int] {
	return func(ctx context.Context, opts ...client.Option) (int, client.Receipt, error) {
		if kept != nil {
			*kept = ctx
		}
		return v, client.Receipt{Endpoint: "/v1/search", Charged: api.Credits(v)}, ctx.Err()
	}
}

func TestAnAnswerIsTakenOnce(t *testing.T) {
	var s fetch.Slot[int]
	cmd := s.Start(0, answering(7, nil))
	if !s.Busy() || s.While("reading") != "reading" {
		t.Fatal("idle while a call runs")
	}
	msg := cmd()
	d, ok := s.Settle(msg)
	if !ok || d.Value != 7 || d.Err != nil || s.Busy() || s.While("reading") != "" {
		t.Fatalf("%+v, %v", d, ok)
	}
	if _, ok := s.Settle(msg); ok {
		t.Fatal("the answer is taken twice")
	}
	if _, ok := s.Settle("another message"); ok {
		t.Fatal("takes any message")
	}
}

func TestAReplacedCallIsCancelledAndDropped(t *testing.T) {
	var s fetch.Slot[int]
	first := s.Start(0, answering(1, nil))
	second := s.Start(0, answering(2, nil))
	late := first()
	if d := late.(fetch.Done[int]); !errors.Is(d.Err, context.Canceled) {
		t.Fatalf("the first call was not cancelled: %v", d.Err)
	}
	if _, ok := s.Settle(late); ok || !s.Busy() {
		t.Fatal("an answer that nobody waits for was taken")
	}
	if d, ok := s.Settle(second()); !ok || d.Value != 2 || d.Err != nil {
		t.Fatalf("%+v, %v", d, ok)
	}
}

func TestALateAnswerStillCarriesItsReceipt(t *testing.T) {
	var s fetch.Slot[int]
	cmd := s.Start(0, answering(50, nil))
	s.Close()
	a, ok := cmd().(fetch.Answer)
	if !ok || a.Receipt().Charged != 50 || !errors.Is(a.Failure(), context.Canceled) {
		t.Fatalf("%+v", a)
	}
}

func TestAPaidCallStartsOnlyWhenIdle(t *testing.T) {
	var s fetch.Slot[int]
	var running context.Context
	cmd := s.Start(50, answering(1, &running))
	if again := s.Start(50, answering(2, nil)); again != nil {
		t.Fatal("a second paid call starts")
	}
	d, ok := s.Settle(cmd())
	if !ok || d.Value != 1 || d.Err != nil {
		t.Fatalf("the refused start broke the running call: %+v, %v", d, ok)
	}
	if s.Start(50, answering(3, nil)) == nil {
		t.Fatal("does not start though idle")
	}
}

func TestCloseCancelsAndDrops(t *testing.T) {
	var s fetch.Slot[int]
	s.Close() // nothing runs
	var running context.Context
	cmd := s.Start(0, func(ctx context.Context, opts ...client.Option) (int, client.Receipt, error) {
		running = ctx
		s.Close()
		return 1, client.Receipt{}, ctx.Err()
	})
	msg := cmd()
	if running.Err() == nil || s.Busy() {
		t.Fatal("the call runs on")
	}
	if _, ok := s.Settle(msg); ok {
		t.Fatal("the answer of a closed slot was taken")
	}
	s.Close()
	if s.Start(50, answering(3, nil)) == nil {
		t.Fatal("a closed slot can be used again")
	}
}

func TestSlotsDoNotTakeEachOthersAnswers(t *testing.T) {
	var a, b fetch.Slot[int]
	msg := a.Start(0, answering(1, nil))()
	b.Start(0, answering(2, nil))
	if _, ok := b.Settle(msg); ok {
		t.Fatal("took the answer of another slot")
	}
	if _, ok := a.Settle(msg); !ok {
		t.Fatal("lost its own answer")
	}
}

func TestTheContextEndsWithTheCall(t *testing.T) {
	var s fetch.Slot[int]
	var ctx context.Context
	s.Start(0, answering(1, &ctx))()
	if ctx.Err() == nil {
		t.Fatal("the context of a finished call is left open")
	}
}

func TestAReleasedAnswerWasNeverAsked(t *testing.T) {
	var s fetch.Slot[int]
	msg := s.Start(50, answering(1, nil))()
	if !msg.(fetch.Answer).Release() || s.Busy() {
		t.Fatal("the slot still waits")
	}
	if msg.(fetch.Answer).Release() {
		t.Fatal("released twice")
	}
	if _, ok := s.Settle(msg); ok {
		t.Fatal("a released answer is taken")
	}
	late := s.Start(0, answering(1, nil))()
	s.Start(0, answering(2, nil))
	if late.(fetch.Answer).Release() || !s.Busy() {
		t.Fatal("a late answer frees the slot of the next call")
	}
}

func TestALocalCallHasNoReceipt(t *testing.T) {
	broken := errors.New("no disk")
	n, receipt, err := fetch.Local(func(context.Context) (int, error) { return 7, broken })(context.Background(), client.Refresh())
	if n != 7 || receipt.Endpoint != "" || err != broken {
		t.Errorf("%d, %+v, %v", n, receipt, err)
	}
}

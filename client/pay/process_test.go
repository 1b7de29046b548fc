package pay_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
	"greenroom/client/pay"
	"greenroom/internal/payment"
)

// The test binary is a program that pays when it is told so: real processes share
// a cap, and can be killed.
const childTask = "GREENROOM_PAY_TEST"

func TestMain(m *testing.M) {
	if task := os.Getenv(childTask); task != "" {
		if err := runChild(strings.Split(task, "\n")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// runChild searches for each query until one is refused, and dies at a point.
func runChild(args []string) error {
	point, file, url, protocol, queries := args[0], args[1], args[2], args[3], args[4:]
	m, err := local.Open(context.Background(), local.Config{Path: file})
	if err != nil {
		return err
	}
	c, err := client.New(client.Config{
		BaseURL: url, Memory: deadlyMemory{m.Scope("svc", ""), point}, HTTP: &http.Client{Transport: deadlyLine(point)},
		Payer: pay.New(pay.Config{
			Policy: pay.Auto, First: pay.Protocol(protocol), Wallet: wallet, Book: deadlyBook{m.Book("svc"), point},
			Caps: pay.Caps{Session: 100 * payment.Dollar, Day: 3_150_000}, // seven searches
		}),
	})
	if err != nil {
		return err
	}
	ten := 10
	for _, q := range queries {
		_, _, err := c.Search(context.Background(), api.SearchRequest{Query: q, Limit: &ten})
		if err != nil && client.KindOf(err) != client.KindPayment {
			return err
		}
	}
	return m.Close()
}

func die() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL); select {} }

type deadlyBook struct {
	pay.Book
	point string
}

func (d deadlyBook) at(point string) {
	if d.point == point {
		die()
	}
}

func (d deadlyBook) Reserve(ctx context.Context, p pay.Payment, day pay.Day) (payment.MicroUSD, bool, error) {
	d.at("before it is reserved")
	n, ok, err := d.Book.Reserve(ctx, p, day)
	d.at("reserved")
	return n, ok, err
}

func (d deadlyBook) Write(ctx context.Context, p pay.Payment) error {
	d.at("before it is " + string(p.State))
	err := d.Book.Write(ctx, p)
	d.at(string(p.State))
	return err
}

type deadlyMemory struct {
	client.Memory
	point string
}

func (d deadlyMemory) End(ctx context.Context, e client.Exchange, r client.Receipt, failed error, a *client.Answer) error {
	if d.point == "before the call ends" {
		die()
	}
	err := d.Memory.End(ctx, e, r, failed, a)
	if d.point == "after the call" {
		die()
	}
	return err
}

type deadlyLine string

func (d deadlyLine) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := http.DefaultTransport.RoundTrip(r)
	if d == "sent" && r.Header.Get("Authorization")+r.Header.Get("PAYMENT-SIGNATURE") != "" {
		die()
	}
	return resp, err
}

func child(s *seller, point, file, protocol string, queries ...string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), childTask+"="+strings.Join(append([]string{point, file, s.url, protocol}, queries...), "\n"))
	c.Stderr = os.Stderr
	return c
}

// A program that is killed at any step leaves nothing unknown behind once the
// next one has settled, and nothing is paid twice or unsaid.
func TestKilledAtEveryStep(t *testing.T) {
	for point, settled := range map[string]int{
		"before it is reserved": 0, "reserved": 0, "before it is signed": 0,
		"signed": 1, "sent": 1, "before it is spent": 1, "spent": 1, "before the call ends": 1, "after the call": 1,
	} {
		for _, p := range both {
			t.Run(point+" "+p, func(t *testing.T) {
				t.Parallel()
				s := newSeller(t, time.Now, p)
				file := filepath.Join(t.TempDir(), "memory.db")
				err := child(s, point, file, p, "gardeners").Run()
				var exit *exec.ExitError
				if !errors.As(err, &exit) || exit.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
					t.Fatalf("the program ended with %v", err)
				}
				after := &shop{seller: s, t: t, clock: &clock{now: time.Now()}, path: file}
				after.connect()
				if _, err := after.client.Settle(t.Context(), false); err != nil {
					t.Fatal(err)
				}
				if got := s.tally(t); got.settled != settled {
					t.Errorf("%d settled, not %d", got.settled, settled)
				}
				after.whole(settled)
				receipt, err := after.search("gardeners")
				if err != nil || receipt.Kept != (settled == 1) {
					t.Errorf("asked again: %+v, %v", receipt, err)
				}
				if got := s.tally(t); got.settled != 1 || got.signatures != 1 {
					t.Errorf("in the end %+v", got)
				}
				after.whole(1)
			})
		}
	}
}

// whole says that the journals agree with what was settled, and leave nothing open.
func (s *shop) whole(settled int) {
	s.t.Helper()
	if want := payment.MicroUSD(450_000 * settled); s.counted() != want {
		s.t.Errorf("%s counts, not %s", s.counted(), want)
	}
	for _, o := range s.rows() {
		if o != client.OutcomeCharged && o != client.OutcomeFree {
			s.t.Errorf("a call is %s", o)
		}
	}
	for _, p := range s.payments() {
		if p.State != pay.Spent && p.State != pay.Released || p.Credential != "" {
			s.t.Errorf("a payment is left as %+v", p)
		}
	}
}

// Programs that pay at once never pass the cap of the day together, and use it up.
func TestProcessesAtOneCap(t *testing.T) {
	s := newSeller(t, time.Now, both...)
	file := filepath.Join(t.TempDir(), "memory.db")
	var wait sync.WaitGroup
	for p := range 3 {
		var queries []string
		for i := range 5 {
			queries = append(queries, fmt.Sprintf("gardeners %d %d", p, i))
		}
		wait.Go(func() {
			if err := child(s, "", file, string(pay.MPP), queries...).Run(); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if got := s.tally(t); got.settled != 7 || got.signatures != 7 {
		t.Errorf("of 15 searches %+v, and the cap holds seven", got)
	}
	after := &shop{seller: s, t: t, clock: &clock{now: time.Now()}, path: file}
	after.connect()
	after.whole(7)
}

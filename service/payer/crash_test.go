package payer

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"greenroom/internal/racetest"
	"greenroom/service/boot"
	"greenroom/service/payments"
	"greenroom/service/payments/facilitator"
	"greenroom/service/payments/facilitatortest"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

// reconcile closes what is open, as the service does from time to time.
func (s *shop) reconcile() payments.Reconciled {
	s.t.Helper()
	r, err := s.app.Reconcile(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

// What tells a child of this test binary that it is the service, and where to die.
const (
	childFile   = "GREENROOM_TEST_SHOP_FILE"
	childRemote = "GREENROOM_TEST_SHOP_FACILITATOR"
	childDies   = "GREENROOM_TEST_SHOP_DIES"
)

// shopURL is the public address payers are told, wherever a child listens.
const shopURL = "http://shop.example"

func TestMain(m *testing.M) {
	if file := os.Getenv(childFile); file != "" {
		if err := serveAndDie(file); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// serveAndDie is the service as a process of its own. It ends by SIGKILL as soon as a
// payment is in the state in which it is to die: after that is durable.
func serveAndDie(file string) error {
	t := &testing.T{}
	cfg := boot.Config{StorePath: file, Sample: true, Payments: &boot.Payments{
		Terms: terms(t, shopURL), Lease: time.Millisecond, Facilitator: facilitator.New(facilitator.Config{URL: os.Getenv(childRemote)}),
		Observe: func(e payments.Event) {
			if e.What == os.Getenv(childDies) {
				if self, err := os.FindProcess(os.Getpid()); err == nil {
					_ = self.Kill()
				}
				select {}
			}
		}}}
	app, err := boot.Open(context.Background(), cfg)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return app.Serve(context.Background(), listener)
}

// child starts the service as a process and returns where it listens.
func (s *shop) child(remote, dies string) *exec.Cmd {
	s.t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), childFile+"="+s.file, childRemote+"="+remote, childDies+"="+dies)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		s.t.Fatal("the service did not start")
	}
	s.url = "http://" + lines.Text()
	return c
}

// kept are the states in the store and whether each has its answer, read when no
// process has it open.
func (s *shop) kept() string {
	s.t.Helper()
	there, err := sqlite.Open(context.Background(), store.Config{Path: s.file})
	if err != nil {
		s.t.Fatal(err)
	}
	defer there.Close()
	var out []string
	err = there.Payments(context.Background(), payments.Query{}, func(c payments.Claim) error {
		whole, err := there.Payment(context.Background(), c.ID)
		out = append(out, fmt.Sprintf("%s %v", c.State, whole.Answer != nil))
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return strings.Join(out, ", ")
}

// The service is killed at every step of a payment. Started again it closes what was
// open by itself; the payer who sends the same again gets the answer, and has paid
// once; one who does not has paid for an answer that is there, or has not paid.
func TestKilledAtEveryStep(t *testing.T) {
	racetest.Once(t)
	for _, c := range []struct {
		step        string
		dies        string
		fault       facilitatortest.Fault
		before      string // in the store when the service is dead
		settled     int    // by then
		after       string // once it has run again, if the payer does not come back
		settledThen int
	}{
		{"claimed", "claimed", "", "claimed false", 0, "released false", 0},
		{"at work", "executing", "", "executing false", 0, "released false", 0},
		{"before the facilitator is asked", "settling", "", "settling true", 0, "settled true", 1},
		{"while the facilitator is asked", "", facilitatortest.Slow, "settling true", 0, "settled true", 1},
		{"when the money has moved", "", facilitatortest.Lost, "settling true", 1, "settled true", 1},
		{"before the answer leaves", "settled", "", "settled true", 1, "settled true", 1},
	} {
		for name, by := range protocols {
			for _, comes := range []bool{true, false} {
				t.Run(fmt.Sprintf("%s by %s, who comes back: %v", c.step, name, comes), func(t *testing.T) {
					s := crashable(t)
					remote := s.remote()
					first := s.child(remote, c.dies)
					header, value := by(pay{wallet: s.wallet, now: time.Now()}, t, s.challenged(search).header)
					if c.fault != "" {
						s.chain.Stuck = make(chan string, 1)
						s.chain.Fail("/settle", c.fault)
						go func() { <-s.chain.Stuck; _ = first.Process.Kill() }()
					}
					if r, err := s.try(t.Context(), search, header, value); err == nil {
						t.Fatalf("answered all the same: %d %s", r.status, r.body)
					}
					_ = first.Wait()
					s.chain.Stuck = nil
					if got := s.kept(); got != c.before || len(s.chain.Settlements()) != c.settled {
						t.Errorf("when it died: %s, settled %d", got, len(s.chain.Settlements()))
					}
					second := s.child(remote, "")
					if comes {
						s.comesBack(header, value)
					} else {
						s.waitUntilClosed()
					}
					_ = second.Process.Kill()
					_ = second.Wait()
					want, settled := c.after, c.settledThen
					if comes {
						want, settled = "settled true", 1
					}
					if got := s.kept(); got != want || len(s.chain.Settlements()) != settled || s.earned() != uint64(settled)*290_000 {
						t.Errorf("at last: %s, settled %d, %d units", got, len(s.chain.Settlements()), s.earned())
					}
				})
			}
		}
	}
}

// comesBack sends the same payment until it is answered.
func (s *shop) comesBack(header, value string) {
	s.t.Helper()
	for range 200 {
		r := s.send(search, header, value)
		if r.status == 200 {
			if paid, _ := readReceipt(s.t, r.header); paid.Transaction+paid.Reference != s.chain.Settlements()[0] {
				s.t.Errorf("the receipt is %+v", paid)
			}
			return
		}
		if r.status != 409 && r.status != 503 || r.header.Get("WWW-Authenticate") != "" {
			s.t.Fatalf("%d %s", r.status, r.body)
		}
	}
	s.t.Fatal("never answered")
}

// waitUntilClosed asks until nothing is open.
func (s *shop) waitUntilClosed() {
	s.t.Helper()
	there, err := sqlite.Open(context.Background(), store.Config{Path: s.file})
	if err != nil {
		s.t.Fatal(err)
	}
	defer there.Close()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		open := 0
		if err := there.Payments(context.Background(), payments.Query{States: payments.Open()}, func(payments.Claim) error { open++; return nil }); err != nil {
			s.t.Fatal(err)
		}
		if open == 0 {
			return
		}
	}
	s.t.Error("it was never closed")
}

// crashable is a shop whose service runs in processes of their own, by the clock of
// the machine.
func crashable(t *testing.T) *shop {
	t.Helper()
	s := &shop{t: t, clock: &testClock{now: noon}, wallet: newWallet(t), file: t.TempDir() + "/g.db", chain: facilitatortest.New(time.Now)}
	s.fund(s.wallet, 1_000_000_000)
	s.fill()
	return s
}

// remote returns the address of the facilitator.
func (s *shop) remote() string {
	server := httptest.NewServer(s.chain)
	s.t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	return server.URL
}

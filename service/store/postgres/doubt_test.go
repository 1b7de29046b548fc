package postgres

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"greenroom/service/billing"
	"greenroom/service/store/postgres/pgtest"
)

// cancels is the code of a request to cancel what another connection does.
const cancels = 80877102

// between forwards connections to a database. Cut off, it leaves their ends at the database
// open, as a network does that is lost; what is to be cancelled goes on.
type between struct {
	net.Listener
	network, to    string
	mu             sync.Mutex
	nodes, servers []net.Conn
}

func through(t *testing.T, address string) (b *between, changed string) {
	t.Helper()
	u, err := url.Parse(address)
	config, wrong := pgx.ParseConfig(address)
	l, failed := net.Listen("tcp", "127.0.0.1:0")
	if err := errors.Join(err, wrong, failed); err != nil {
		t.Fatal(err)
	}
	b = &between{Listener: l}
	b.network, b.to = pgconn.NetworkAddress(config.Host, config.Port)
	go b.forward()
	t.Cleanup(func() { b.Close(); b.cut(&b.nodes); b.cut(&b.servers) })
	u.Host = l.Addr().String()
	return b, u.String()
}

func (b *between) forward() {
	for {
		node, err := b.Accept()
		if err != nil {
			return
		}
		head := make([]byte, 8)
		io.ReadFull(node, head)
		server, err := net.Dial(b.network, b.to)
		if err != nil || binary.BigEndian.Uint32(head[4:]) == cancels {
			node.Close()
			continue
		}
		server.Write(head)
		b.mu.Lock()
		b.nodes, b.servers = append(b.nodes, node), append(b.servers, server)
		b.mu.Unlock()
		go io.Copy(server, node)
		go io.Copy(node, server)
	}
}

func (b *between) cut(list *[]net.Conn) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range *list {
		c.Close()
	}
	*list = nil
}

// slow has commits of charges wait for who has a lock, as they wait for a standby.
const slow = `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		PERFORM set_config('lock_timeout', '0', true), pg_advisory_xact_lock(7041);
		RETURN NULL;
	END $$;
	CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON ledger DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slow();
	SELECT pg_advisory_lock(7041)`

// A charge whose answer is lost while its commit goes on is told as made, also after the time
// for which a held account is waited for, and made once.
func TestADoubtfulChargeIsToldAsItEnds(t *testing.T) {
	for accounts, cautious := range map[int]int{1: 0, 8: wary} {
		direct := pgtest.Database(t)
		b, address := through(t, direct)
		s := charged(t, address)
		other := connected(t, direct)
		if _, err := other.Exec(t.Context(), slow); err != nil {
			t.Fatal(err)
		}
		s.ledger.mu.Lock()
		s.ledger.front.wary = cautious
		s.ledger.mu.Unlock()
		jobs := s.ledger.together(rowsOf("doubt", accounts), time.Now().Add(-2*patience))
		for waiting := 0; waiting == 0 && !other.IsClosed(); {
			if err := other.QueryRow(t.Context(), `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 7041 AND NOT granted`).Scan(&waiting); err != nil {
				t.Fatal(err)
			}
		}
		b.cut(&b.nodes)
		for apart := false; !apart && !other.IsClosed(); runtime.Gosched() {
			s.ledger.mu.Lock()
			apart = s.ledger.held["a0"]
			s.ledger.mu.Unlock()
		}
		if _, err := other.Exec(t.Context(), "SELECT pg_advisory_unlock(7041)"); err != nil {
			t.Fatal(err)
		}
		for i, j := range jobs {
			if <-j.done; j.err != nil {
				t.Errorf("%d accounts, %d: told as failed: %v", accounts, i, j.err)
			}
		}
		if audit, err := billing.Check(t.Context(), s); err != nil || len(audit.Wrong) > 0 || audit.Checked != int64(8+accounts) {
			t.Errorf("%d accounts: %+v, %v", accounts, audit, err)
		}
	}
}

// byHand is a ledger whose lanes do not run, with a charge of each of these accounts.
func byHand(accounts ...string) *ledger {
	l := &ledger{held: map[string]bool{}}
	l.front, l.apart = l.lane(0), l.lane(time.Second)
	for _, id := range accounts {
		l.held[id] = true
		l.queue = append(l.queue, &job{row: billing.Row{AccountID: id}, until: time.Now().Add(time.Hour), done: make(chan struct{})})
	}
	return l
}

// A caller cannot give up a charge that is in doubt, though it waits with others.
func TestADoubtfulChargeIsNotGivenUp(t *testing.T) {
	l := byHand("a0", "a0")
	doubtful, sure := l.queue[0], l.queue[1]
	doubtful.doubt = true
	if l.givenUp(doubtful) || !l.givenUp(sure) || l.givenUp(sure) {
		t.Error("the charge in doubt was given up, or the other was not, once")
	}
	if group := l.apart.next(); !slices.Equal(group, []*job{doubtful}) || l.givenUp(doubtful) {
		t.Errorf("%v is written; want the charge in doubt", group)
	}
}

// Held accounts are tried in turn, however many charges each has, all within the time of the
// lane; those of an account that waited long enough are over with their turn.
func TestHeldAccountsShareTheTime(t *testing.T) {
	var accounts []string
	for range 2 * maxGroup {
		accounts = append(accounts, "a0")
	}
	l := byHand(append(accounts, "a1", "a2", "a3", "a4", "a5")...)
	l.queue = append(l.queue, &job{row: billing.Row{AccountID: "free"}})
	total := 0
	for n := range 12 {
		group := l.apart.next()
		if want := fmt.Sprint("a", n%6); group[0].row.AccountID != want {
			t.Fatalf("the turn of %s is that of %s", want, group[0].row.AccountID)
		}
		wait, err := strconv.Atoi(l.apart.lockTimeout(group))
		if total += wait; err != nil || wait < 100 {
			t.Errorf("waits %d ms, %v", wait, err)
		}
		if over := l.again(group); len(over) > 0 {
			t.Fatalf("%d are over", len(over))
		}
	}
	if total > 2000 {
		t.Errorf("two rounds take %d ms", total)
	}
	for _, j := range l.queue {
		j.until = time.Time{}
	}
	if over := l.again(l.apart.next()); len(over) != 2*maxGroup {
		t.Errorf("%d are over, want all of the account", len(over))
	}
}

// What may be written is told to be in doubt, what is certainly not is not.
func TestOnlyADoubtfulChargeIsInDoubt(t *testing.T) {
	l, failed := &lane{ledger: &ledger{}}, errors.New("no space")
	for _, doubt := range []bool{true, false} {
		err := l.fault(&job{doubt: doubt}, failed)
		if !errors.Is(err, failed) || errors.Is(err, billing.ErrInDoubt) != doubt {
			t.Errorf("doubt %v: %v", doubt, err)
		}
	}
}

//go:build unix

// Package pgtest gives tests a PostgreSQL: the cluster that GREENROOM_POSTGRES names,
// or a private one of the binaries that are found, run by an unprivileged user in a
// folder of its own. Where there is neither, tests that want one are skipped, and how to
// run them is said once.
package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Variable names a cluster: postgres://user@host/database, whose user may make schemas.
const Variable = "GREENROOM_POSTGRES"

const howTo = "skipped: no PostgreSQL is found. Install it (apt-get install postgresql), or set " + Variable + "=postgres://user@host/postgres"

// Main runs the tests of a package and ends the cluster that they began.
func Main(m *testing.M) {
	code := m.Run()
	if c := shared.cluster; c != nil {
		c.Stop()
	}
	os.Exit(code)
}

var shared struct {
	once    sync.Once
	address string
	cluster *Cluster
	err     error
	n       int
	mu      sync.Mutex
}

// Database is the address of a new, empty database: a schema of its own.
func Database(t testing.TB) string {
	t.Helper()
	shared.once.Do(func() {
		if shared.address = os.Getenv(Variable); shared.address != "" {
			return
		}
		if shared.cluster, shared.err = Start("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "autovacuum=off"); shared.err == nil {
			shared.address = shared.cluster.Address("postgres")
		}
	})
	if errors.Is(shared.err, errNone) {
		t.Skip(howTo)
	}
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	shared.mu.Lock()
	shared.n++
	name := fmt.Sprintf("greenroom_%d_%d", os.Getpid(), shared.n)
	shared.mu.Unlock()
	Do(t, shared.address, "CREATE SCHEMA "+name)
	t.Cleanup(func() { Do(t, shared.address, "DROP SCHEMA "+name+" CASCADE") })
	u, err := url.Parse(shared.address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", name)
	u.RawQuery = q.Encode()
	return u.String()
}

// Do runs a statement in a database.
func Do(t testing.TB, address, statement string) {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(context.Background(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

var errNone = errors.New("no binaries of PostgreSQL")

// Bin is the folder of the newest binaries; Debian keeps them out of the PATH.
func Bin() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	sort.Slice(found, func(i, k int) bool { return version(found[i]) < version(found[k]) })
	if len(found) > 0 {
		return filepath.Dir(found[len(found)-1]), nil
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return "", errNone
	}
	return filepath.Dir(path), nil
}

func version(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
	return n
}

// Cluster is a private cluster of PostgreSQL.
type Cluster struct {
	Folder string
	Port   int
	bin    string
	as     *syscall.SysProcAttr // who runs it
}

// Start makes a cluster and runs it with these options.
func Start(options ...string) (*Cluster, error) {
	c, err := place()
	if err != nil {
		return nil, err
	}
	if err := c.run("initdb", "-D", c.Folder, "-U", "greenroom", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"); err != nil {
		return nil, err
	}
	return c, c.Run(options...)
}

// place is a folder and a port for a cluster, by a user who may run one.
func place() (*Cluster, error) {
	bin, err := Bin()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "greenroom-pg-")
	if err != nil {
		return nil, err
	}
	c := &Cluster{Folder: filepath.Join(folder, "data"), bin: bin, as: &syscall.SysProcAttr{}}
	if os.Geteuid() == 0 { // which PostgreSQL refuses
		nobody, err := user.Lookup("postgres")
		if err != nil {
			nobody, err = user.Lookup("nobody")
		}
		if err != nil {
			return nil, errNone
		}
		uid, _ := strconv.Atoi(nobody.Uid)
		gid, _ := strconv.Atoi(nobody.Gid)
		c.as.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(folder, uid, gid); err != nil {
			return nil, err
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer l.Close()
	c.Port = l.Addr().(*net.TCPAddr).Port
	return c, nil
}

// Run starts a cluster whose folder is there.
func (c *Cluster) Run(options ...string) error {
	all := append([]string{"-p", strconv.Itoa(c.Port), "-k", c.Folder, "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"}, options...)
	return c.run("pg_ctl", "-D", c.Folder, "-w", "-t", "60", "-l", filepath.Join(c.Folder, "log"), "-o", strings.Join(all, " "), "start")
}

// Copy is a standby of the cluster, which runs with these options.
func (c *Cluster) Copy(options ...string) (*Cluster, error) {
	s, err := place()
	if err != nil {
		return nil, err
	}
	if err := s.run("pg_basebackup", "-D", s.Folder, "-h", "127.0.0.1", "-p", strconv.Itoa(c.Port), "-U", "greenroom", "-R", "-X", "stream", "-c", "fast"); err != nil {
		return nil, err
	}
	return s, s.Run(options...)
}

// Promote makes a standby the primary.
func (c *Cluster) Promote() error { return c.run("pg_ctl", "-D", c.Folder, "-w", "promote") }

// Kill ends all of a cluster at once, as a loss of power does.
func (c *Cluster) Kill() error {
	for _, pid := range c.Processes() {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	return nil
}

// Processes are the postmaster and its children.
func (c *Cluster) Processes() (pids []int) {
	raw, err := os.ReadFile(filepath.Join(c.Folder, "postmaster.pid"))
	if err != nil {
		return nil
	}
	first, _, _ := strings.Cut(string(raw), "\n")
	main, err := strconv.Atoi(first)
	if err != nil || main <= 1 {
		return nil
	}
	pids = append(pids, main)
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%[1]d/task/%[1]d/children", main))
	for _, child := range strings.Fields(string(children)) {
		if pid, err := strconv.Atoi(child); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// Receiver is the process of a standby that receives from the primary; 0: none.
func (c *Cluster) Receiver() int {
	for _, pid := range c.Processes() {
		name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if bytes.Contains(name, []byte("walreceiver")) {
			return pid
		}
	}
	return 0
}

// Stop ends a cluster and removes it.
func (c *Cluster) Stop() {
	_ = c.run("pg_ctl", "-D", c.Folder, "-m", "immediate", "-w", "stop")
	_ = os.RemoveAll(filepath.Dir(c.Folder))
}

// Address is that of a database of the cluster.
func (c *Cluster) Address(database string) string {
	return fmt.Sprintf("postgres://greenroom@127.0.0.1:%d/%s", c.Port, database)
}

func (c *Cluster) run(name string, args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(c.bin, name), args...)
	cmd.SysProcAttr, cmd.Dir = c.as, filepath.Dir(c.Folder)
	var said bytes.Buffer
	if name == "pg_ctl" { // what it starts keeps the pipe open
		cmd.WaitDelay = time.Second
	}
	log, err := os.CreateTemp("", "greenroom-pg-")
	if err != nil {
		return err
	}
	defer os.Remove(log.Name())
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Run(); err != nil {
		raw, _ := os.ReadFile(log.Name())
		said.Write(raw)
		return fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(said.String()))
	}
	return nil
}

package quality

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	_ "greenroom/internal/gctest"
	"greenroom/internal/racetest"
	"greenroom/service"
	"greenroom/service/boot"
	"greenroom/service/boot/boottest"
)

// bench is the service with the sample world, and a clock that a full budget
// stands behind at every request.
type bench struct {
	app *boot.App
	key string
	now time.Time

	everybody []service.Creator // see creators
}

func (b *bench) clock() time.Time { return b.now }

// folder holds the world of opened; "" where none was made.
var folder string

func TestMain(m *testing.M) {
	code := m.Run()
	if err := endShadow(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	if folder != "" {
		if b, err := opened(); err == nil {
			_ = b.app.Close()
		}
		_ = os.RemoveAll(folder)
	}
	os.Exit(code)
}

// opened is shared by all tests of this package: making the world takes a second.
var opened = sync.OnceValues(func() (*bench, error) {
	dir, err := os.MkdirTemp("", "quality")
	if err != nil {
		return nil, err
	}
	folder = dir
	return benchIn(dir)
})

// benchIn is a bench with a world of its own, kept in a folder.
func benchIn(dir string) (*bench, error) {
	b, file := &bench{now: time.Date(2026, 3, 2, 9, 0, 30, 0, time.UTC)}, filepath.Join(dir, "world.db")
	err := boottest.World(b.now, file)
	if err == nil {
		b.app, err = boot.Open(context.Background(), boot.Config{StorePath: file, Sample: true, PlatformsAll: true, Clock: b.clock})
	}
	if err == nil {
		b.key = b.app.Demo().Key
	}
	return b, err
}

func open(t testing.TB) *bench {
	t.Helper()
	racetest.Once(t)
	b, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// post asks an endpoint and decodes its answer.
func (b *bench) post(t testing.TB, path string, body, into any) {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	b.ask(t, httptest.NewRequest(http.MethodPost, path, bytes.NewReader(raw)), raw, into)
}

// get asks for what is there.
func (b *bench) get(t testing.TB, path string, into any) {
	t.Helper()
	b.ask(t, httptest.NewRequest(http.MethodGet, path, nil), nil, into)
}

func (b *bench) ask(t testing.TB, req *http.Request, raw []byte, into any) {
	t.Helper()
	b.now = b.now.Add(time.Hour)
	path := req.URL.Path
	req.Header.Set("X-API-Key", b.key)
	req.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	b.app.Handler().ServeHTTP(w, req)
	answer, _ := io.ReadAll(w.Result().Body)
	if w.Code != http.StatusOK {
		t.Fatalf("%s %s: %d %s", path, raw, w.Code, answer)
	}
	if err := json.Unmarshal(answer, into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// line is one case: its class, its language and the fields after them.
type line struct {
	class, lang string
	rest        []string
}

// read reads a file of cases: fields parted by "|", comments behind "#".
func read(t testing.TB, name string, fields int) []line {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var out []line
	for i, l := range strings.Split(string(raw), "\n") {
		if l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		parts := strings.SplitN(l, " | ", fields)
		if len(parts) != fields {
			t.Fatalf("%s, line %d: %d fields, not %d", name, i+1, len(parts), fields)
		}
		out = append(out, line{class: parts[0], lang: parts[1], rest: parts[2:]})
	}
	return out
}

package views_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/signin"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views"
	"greenroom/views/view"
)

// visitor is a person who may have signed in, and the server that says so.
type visitor struct {
	in      bool
	begun   int
	fails   []error // of Begin, in turn; nil: it works
	waits   []error // of Wait, in turn
	waited  context.Context
	letters string // of the code
}

type outside struct{}

func (outside) Error() string {
	return "the session with test has ended; greenroom login test begins another"
}
func (outside) Is(target error) bool { return target == signin.ErrSignedOut }

func (v *visitor) Token(context.Context) (string, error) {
	if !v.in {
		return "", outside{}
	}
	return "good", nil
}

func (v *visitor) Renew(context.Context, string) (string, error) { return "", outside{} }

func (v *visitor) Begin(context.Context) (*signin.Code, error) {
	v.begun++
	if v.begun <= len(v.fails) && v.fails[v.begun-1] != nil {
		return nil, v.fails[v.begun-1]
	}
	address := "https://cds.example/device"
	return &signin.Code{User: v.letters, Address: address, Whole: address + "?user_code=" + v.letters, Until: time.Date(2026, 3, 2, 10, 15, 0, 0, time.UTC)}, nil
}

func (v *visitor) Wait(ctx context.Context, _ *signin.Code) error {
	v.waited = ctx
	if v.begun <= len(v.waits) && v.waits[v.begun-1] != nil {
		return v.waits[v.begun-1]
	}
	v.in = true
	return nil
}

func (v *visitor) Look(context.Context) (signin.State, error) {
	return signin.State{SignedIn: true, Who: "ada\x1b[2J"}, nil
}

// exchange gives the service its key for a good token.
type exchange struct {
	next http.RoundTripper
	key  string
}

func (e exchange) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if r.Header.Get("Authorization") == "Bearer good" {
		r.Header.Set(api.HeaderKey, e.key)
	}
	r.Header.Del("Authorization")
	return e.next.RoundTrip(r)
}

// openDoor is the workbench on a service that v signs in to. Its waiting is kept
// from the root where hold says so.
func openDoor(t *testing.T, v *visitor, w, h int) (b *bench, browsed *[]string) {
	t.Helper()
	b = openBench(t, w, h) // for its world
	world, _ := sample()
	c, err := client.New(client.Config{
		BaseURL: "http://test", SignIn: v, HTTP: &http.Client{Transport: exchange{world.client, world.demo.Key}}, Clock: world.clock.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	if v.letters == "" {
		v.letters = "WDJB-MJHT"
	}
	browsed = &[]string{}
	b.drive(w, h, views.Config{
		Client: c, Styles: theme.None(), Keys: keymap.Default(), Service: text.Const("test"), SignIn: v,
		Start:   view.Page{Kind: view.Search, ID: world.demo.StarterSearchID, Query: world.demo.StarterQuery},
		AskOver: 5000,
		Browse:  func(a string) tea.Cmd { *browsed = append(*browsed, a); return nil },
	})
	return b, browsed
}

// waiting holds back the end of a waiting, until it is let go.
func (b *bench) waiting() (let func()) {
	var held tea.Msg
	b.Each(func(msg tea.Msg, _ bool, deliver func()) {
		if strings.HasSuffix(strings.ToLower(typeName(msg)), "signedin") && held == nil {
			held = msg
			return
		}
		deliver()
	})
	return func() {
		b.t.Helper()
		b.Each(nil)
		b.Send(held)
	}
}

// A session that has ended is begun again over the screen, and then the screen
// goes on.
func TestASessionThatEndedIsBegunAgain(t *testing.T) {
	v := &visitor{}
	b, browsed := openDoor(t, v, 120, 40)
	let := b.waiting()
	b.Start()
	b.sees("Sign in", "The session with test has ended", "https://cds.example/device", "WDJB-MJHT", "▀▄", "opens it in the browser here")
	b.keys("enter")
	if len(*browsed) != 1 || (*browsed)[0] != "https://cds.example/device?user_code=WDJB-MJHT" {
		t.Errorf("browsed %q", *browsed)
	}
	if last := b.lines()[38]; strings.Contains(last, "yes") || !strings.Contains(last, "no") {
		t.Errorf("the keys are %q", last)
	}
	b.keys("x") // a key that means nothing here closes nothing
	b.sees("WDJB-MJHT")
	let()
	b.sees("Signed in as ada.", "minute")
	if s := b.Screen(); strings.Contains(s, "WDJB") || !strings.Contains(s, "Lena Vogt") {
		t.Errorf("the screen does not go on:\n%s", s)
	}
	if v.begun != 1 {
		t.Errorf("%d codes", v.begun)
	}
	// It ends in the middle: the screen below stays as it is, with its cursor.
	b.keys("down", "down")
	before := b.Screen()
	v.in = false
	let = b.waiting()
	b.keys("enter")
	b.sees("Sign in", "WDJB-MJHT")
	let()
	b.sees("Signed in as ada.")
	b.keys("esc")
	if after := b.Screen(); cut(after) != cut(before) {
		t.Errorf("the screen was\n%s\nand is\n%s", before, after)
	}
}

// cut are the rows of a screen, without the lines above and below that tell prices
// and the budget.
func cut(s string) string {
	lines := strings.Split(s, "\n")
	return strings.Join(lines[4:len(lines)-2], "\n")
}

func TestAnEntranceThatIsLeft(t *testing.T) {
	v := &visitor{}
	b, _ := openDoor(t, v, 120, 40)
	let := b.waiting()
	b.Start()
	b.keys("esc")
	b.sees("Not signed in.")
	if v.waited.Err() == nil {
		t.Error("it waits on")
	}
	let() // a late end of it changes nothing
	if s := b.Screen(); strings.Contains(s, "Signed in as") {
		t.Errorf("it is taken all the same:\n%s", s)
	}
}

func TestAnEntranceThatFails(t *testing.T) {
	v := &visitor{fails: []error{errors.New("the service at test: no route\x1b[2J")}, waits: []error{nil, errors.New("the code expired; sign in again for a new one")}}
	b, _ := openDoor(t, v, 100, 30)
	b.Start()
	b.sees("the service at test: no route", "requests a new code")
	b.keys("enter")
	b.sees("code expired", "requests a new code")
	b.keys("enter")
	b.sees("Signed in as ada.")
	if v.begun != 3 {
		t.Errorf("%d codes", v.begun)
	}
}

// The code can be read at every size, and the picture is whole or not there.
func TestAnEntranceAtEverySize(t *testing.T) {
	for _, letters := range []string{"WDJB-MJHT", "wörtlich"} {
		v := &visitor{letters: letters}
		b, _ := openDoor(t, v, 120, 40)
		b.waiting()
		b.Start()
		for _, w := range []int{1, 5, 20, 40, 60, 79, 80, 100, 120, 250} {
			for _, h := range []int{1, 5, 12, 24, 30, 40, 60} {
				b.Resize(w, h)
				lines := b.lines()
				if len(lines) != h {
					t.Fatalf("%d lines at %dx%d", len(lines), w, h)
				}
				for _, l := range lines {
					if ansi.StringWidth(l) > w {
						t.Fatalf("a line of %d cells at %dx%d: %q", ansi.StringWidth(l), w, h, l)
					}
				}
				s := b.Screen()
				if w >= 40 && h >= 12 && !strings.Contains(s, letters) {
					t.Errorf("no code at %dx%d:\n%s", w, h, s)
				}
				rows := strings.Count(s, "█") // of the picture and of large letters
				if w >= 80 && h >= 24 && letters == "wörtlich" && rows == 0 {
					t.Errorf("no picture at %dx%d:\n%s", w, h, s)
				}
			}
		}
	}
}

func typeName(msg tea.Msg) string { return fmt.Sprintf("%T", msg) }

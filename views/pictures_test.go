package views_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"greenroom/client"
	"greenroom/ui/picture"
	"greenroom/ui/theme"
	"greenroom/views"
)

// gallery is a workbench that pictures people; what it writes to the terminal is kept, and
// its clock moves by hand.
type gallery struct {
	*bench
	raw  []string
	last tea.Msg // the tick that waits
	rest int     // how often it waits for anything but a call
}

func openGallery(t *testing.T, how views.Picturing, change func(*views.Config)) *gallery {
	g := &gallery{bench: openBench(t, 120, 36)}
	cfg := g.cfg
	cfg.Pictures, cfg.Styles, cfg.Disk = how, theme.Dark(), views.Disk{}
	cfg.Tick = func(d time.Duration, f func(time.Time) tea.Msg) tea.Cmd {
		if msg := f(time.Time{}); fmt.Sprintf("%T", msg) == "views.tickMsg" {
			if g.last = msg; d != 120*time.Millisecond { // it is no spinner
				g.rest++
			}
			return nil
		}
		return tick(d, f)
	}
	if change != nil {
		change(&cfg)
	}
	g.drive(120, 36, cfg)
	g.Each(func(msg tea.Msg, _ bool, deliver func()) {
		if raw, ok := msg.(tea.RawMsg); ok {
			g.raw = append(g.raw, fmt.Sprint(raw.Msg))
			return
		}
		deliver()
	})
	g.Start()
	return g
}

// after lets the clock move, and the tick come that waits.
func (g *gallery) after(d time.Duration) {
	g.clock.Move(d)
	g.Send(g.last)
}

func drawn(frame string) int { return strings.Count(frame, "▀") }

// A portrait is drawn 150 ms after the cursor rests on somebody, and its place is empty
// before; monograms are there at once.
func TestPortraitsComeWhenTheCursorRests(t *testing.T) {
	g := openGallery(t, views.Picturing{Mode: picture.Blocks}, nil)
	g.sees("LV Lena Vogt", "portrait, drawn")
	if drawn(g.Frame()) != 0 {
		t.Error("a portrait is drawn before the cursor rested")
	}
	for range 3 { // it does not rest
		g.after(100 * time.Millisecond)
		g.Press("down")
		g.Press("up")
	}
	if g.rest == 0 {
		t.Error("nobody waits for the cursor")
	}
	if g.after(149 * time.Millisecond); drawn(g.Frame()) != 0 {
		t.Error("a portrait is drawn too soon")
	}
	before := g.Frame()
	if g.after(time.Millisecond); drawn(g.Frame()) != picture.W*picture.H {
		t.Errorf("%d half blocks:\n%s", drawn(g.Frame()), g.Screen())
	}
	if n := len(g.Frame()) - len(before); n > 5<<10 {
		t.Errorf("the portrait takes %d bytes", n)
	}
	if g.Press("down"); drawn(g.Frame()) != 0 {
		t.Error("the portrait of somebody else stays")
	}
	if !g.Tells("portrait, drawn") {
		t.Error("the portrait is not told")
	}
	g.Press("enter")
	if g.after(150 * time.Millisecond); drawn(g.Frame()) != picture.W*picture.H {
		t.Errorf("no portrait on the creator's screen:\n%s", g.Screen())
	}
}

// With pictures off nothing is drawn, written or waited for, and the frames are those of a
// workbench whose world has none; with initials only these are drawn.
func TestPicturesThatAreOffCostNothing(t *testing.T) {
	off, on := openGallery(t, views.Picturing{}, nil), openGallery(t, views.Picturing{Mode: picture.Initials}, nil)
	none := openGallery(t, views.Picturing{Mode: picture.Blocks}, func(c *views.Config) { c.Demo, c.Styles = false, theme.None() })
	tagged := func(frame string) bool {
		return slices.ContainsFunc(theme.Dark().Tags[:], func(s theme.Style) bool { return strings.Contains(frame, s.Open()) })
	}
	for _, key := range []string{"down", "down", "space", "p", "p", "up", "s", "s", "J"} {
		off.Press(key)
		on.Press(key)
		none.Press(key)
		if drawn(off.Frame())+drawn(on.Frame())+drawn(none.Frame()) > 0 || tagged(off.Frame()) || !tagged(on.Frame()) {
			t.Errorf("after %s:\n%s", key, off.Screen())
		}
		if strings.Contains(none.Screen(), "portrait") {
			t.Errorf("after %s there is room for a portrait that is not there:\n%s", key, none.Screen())
		}
	}
	if len(off.raw)+len(on.raw)+len(none.raw)+off.rest+on.rest+none.rest > 0 {
		t.Errorf("written: %q, waited %d, %d and %d times", slices.Concat(off.raw, on.raw, none.raw), off.rest, on.rest, none.rest)
	}
}

// Pictures of kitty's protocol come only where the terminal says so when it is asked; each is
// sent once.
func TestATerminalHasToProveThatItTakesPictures(t *testing.T) {
	g := openGallery(t, views.Picturing{Mode: picture.Blocks, Asks: true}, nil)
	if len(g.raw) != 1 || g.raw[0] != picture.Question {
		t.Fatalf("asked %q", g.raw)
	}
	answer := func(words string) {
		event := uv.KittyGraphicsEvent{Payload: []byte(words)}
		event.Options.ID = picture.Asked
		g.Send(event)
	}
	answer("ENOTSUPPORTED")
	if g.after(150 * time.Millisecond); drawn(g.Frame()) == 0 {
		t.Error("no half blocks where the terminal takes no pictures")
	}
	answer("OK")
	g.after(150 * time.Millisecond)
	if len(g.raw) != 2 || !strings.Contains(g.raw[1], "a=T,U=1") || strings.Contains(g.Frame(), "\U0010eeee") {
		t.Fatalf("%d written; cells before the terminal has the picture: %v", len(g.raw), strings.Contains(g.Frame(), "\U0010eeee"))
	}
	g.after(30 * time.Millisecond)
	if n := strings.Count(g.Frame(), "\U0010eeee"); n != picture.W*picture.H || drawn(g.Frame()) != 0 {
		t.Errorf("%d cells of the picture", n)
	}
	g.Press("down")
	g.Press("up")
	if g.after(150 * time.Millisecond); len(g.raw) != 2 || !strings.Contains(g.Frame(), "\U0010eeee") {
		t.Errorf("%d written", len(g.raw))
	}
	unasked := openGallery(t, views.Picturing{Mode: picture.Blocks}, nil)
	unasked.Send(uv.KittyGraphicsEvent{Payload: []byte("OK")})
	if unasked.after(150 * time.Millisecond); drawn(unasked.Frame()) == 0 {
		t.Error("an answer that nobody asked for is taken")
	}
}

// museum is a service that has pictures of its own; with at it says where.
type museum struct {
	next http.RoundTripper
	at   string
	raw  []byte
	seen int
}

func (m *museum) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.HasPrefix(r.URL.Path, "/a/") {
		m.seen++
		return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(bytes.NewReader(m.raw)), Header: http.Header{}}, nil
	}
	resp, err := m.next.RoundTrip(r)
	if err != nil {
		return resp, err
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body = io.NopCloser(bytes.NewReader(bytes.ReplaceAll(body, []byte("https://cdn.example"), []byte(m.at))))
	resp.ContentLength = -1
	resp.Header.Del("Content-Length")
	return resp, err
}

// Of real people there is only what the service itself has, and only if it is harmless.
func TestPicturesFromOutsideAreTheServicesOwn(t *testing.T) {
	var raw bytes.Buffer
	p := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for i := range 64 * 64 {
		p.SetRGBA(i%64, i/64, color.RGBA{10, 200, 30, 255})
	}
	if err := png.Encode(&raw, p); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		at       string
		raw      []byte
		has, saw bool
	}{
		"its own":  {"http://test", raw.Bytes(), true, true},
		"another":  {"https://cdn.example", raw.Bytes(), false, false},
		"no image": {"http://test", []byte("<html>"), true, false},
	} {
		world, err := sample()
		if err != nil {
			t.Fatal(err)
		}
		m := &museum{next: world.client, at: c.at, raw: c.raw}
		g := openGallery(t, views.Picturing{Mode: picture.Blocks}, func(cfg *views.Config) {
			cfg.Demo = false
			cfg.Client, err = client.New(client.Config{BaseURL: "http://test", Key: func(context.Context) (string, error) { return world.demo.Key, nil },
				HTTP: &http.Client{Transport: m}, Clock: world.clock.Now})
			if err != nil {
				t.Fatal(err)
			}
		})
		if g.last != nil {
			g.after(150 * time.Millisecond)
		}
		if saw := strings.Contains(g.Frame(), "38;2;10;200;30"); saw != c.saw || g.Shows("portrait") != c.has || (m.seen > 0) != c.has {
			t.Errorf("%s: drawn %v, asked for %d:\n%s", name, saw, m.seen, g.Screen())
		}
	}
}

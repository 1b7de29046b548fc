package record

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
)

const bold = "\x1b[1;38;2;255;0;0m"

// film is two chapters with a hostile line, a wide letter and a frame of letters.
func film() *Film {
	f := &Film{Title: "A <title>", W: 12, H: 2, Terminal: Dark()}
	f.Begin("One")
	f.Show([]string{"plain       ", bold + "red\x1b[m 日本    "}, "First & last", time.Second)
	f.Show([]string{"plain       ", bold + "red\x1b[m 日本    "}, "First & last", time.Second)
	f.Show([]string{"p           ", bold + "red\x1b[m 日本    "}, "First & last", 45*time.Millisecond)
	f.Begin("Two")
	f.Show([]string{"</script><b>", "\x1b[7mrev\x1b[m ▌       "}, "Second", 2*time.Second)
	return f
}

func TestAFilmKeepsWhatDiffers(t *testing.T) {
	f := film()
	if len(f.Frames) != 3 || f.For != 4045*time.Millisecond || f.Frames[1].At != 2*time.Second || f.Chapters[1].At != 2045*time.Millisecond {
		t.Errorf("%+v", f)
	}
	f.Show([]string{"a", "b"}, "", 0)
	f.Show([]string{"c", "d"}, "", time.Second)
	if n := len(f.Frames); n != 4 || f.Frames[3].Lines[0] != "c" {
		t.Errorf("what stood for no time is kept: %+v", f.Frames)
	}
}

// A cast is what players read, and asks the terminal nothing.
func TestACastIsWhatPlayersRead(t *testing.T) {
	var out bytes.Buffer
	if err := film().Cast(&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var first struct{ Version, Width, Height int }
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || first.Version != 2 || first.Width != 12 || first.Height != 2 {
		t.Fatalf("%s %v", lines[0], err)
	}
	kinds, last := "", 0.0
	for _, l := range lines[1:] {
		var event []any
		if err := json.Unmarshal([]byte(l), &event); err != nil || len(event) != 3 {
			t.Fatalf("%s %v", l, err)
		}
		if at := event[0].(float64); at < last {
			t.Errorf("time goes back: %s", l)
		} else {
			last = at
		}
		kinds += event[1].(string)
		if data := event[2].(string); strings.Contains(data, "\x1b]") || regexp.MustCompile(`\x1b\[[?>=]?[0-9;]*[cnpu]`).MatchString(data) {
			t.Errorf("it asks the terminal: %q", data)
		}
	}
	if kinds != "moomoo" || last != 4.045 {
		t.Errorf("%s until %v", kinds, last)
	}
	if got := strings.Count(out.String(), "日本"); got != 1 {
		t.Errorf("a line that stays is written %d times", got)
	}
}

// A page is one file whose policy allows its own style and script alone; what was on the
// screen is text in it, and stands there for who runs no scripts.
func TestAPageLoadsNothing(t *testing.T) {
	var out bytes.Buffer
	if err := film().Page(&out); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	for _, never := range []string{"http://", "https://", "unsafe-inline", " style=", "onclick=\"", "\x1b", "</script><b>"} {
		if strings.Contains(page, never) {
			t.Errorf("the page has %q", never)
		}
	}
	for _, wants := range []string{"default-src 'none'", "A &lt;title&gt;", "First &amp; last", "<noscript>", `class="w">日`, `class="n">▌`, "prefers-reduced-motion"} {
		if !strings.Contains(page, wants) {
			t.Errorf("the page lacks %q", wants)
		}
	}
	data := regexp.MustCompile(`(?s)id="reel">(.*?)</script>`).FindStringSubmatch(page)
	var r reel
	if len(data) != 2 || json.Unmarshal([]byte(data[1]), &r) != nil {
		t.Fatalf("%q", data)
	}
	if len(r.Frames) != 3 || len(r.Chapters) != 2 || r.Chapters[1].Frame != 2 || r.Millis != 4045 || len(r.Frames[1]) != 4 {
		t.Errorf("%+v", r)
	}
	for _, hash := range []string{hash(player), hash(look + styleOfPage(page))} {
		if !strings.Contains(page, hash) {
			t.Errorf("the policy lacks %s", hash)
		}
	}
}

// styleOfPage returns a page's additions to the common style.
func styleOfPage(page string) string {
	all := regexp.MustCompile(`(?s)<style>(.*?)</style>`).FindStringSubmatch(page)[1]
	return strings.TrimPrefix(all, look)
}

// Pictures are well-formed, each run just as wide as its cells; what stands for a glimpse
// is left out of one that moves.
func TestPicturesAreWellFormed(t *testing.T) {
	f := film()
	var still, moving bytes.Buffer
	if err := errors.Join(f.Still(&still, f.Frames[0].Lines), f.Moving(&moving)); err != nil {
		t.Fatal(err)
	}
	for name, raw := range map[string][]byte{"still": still.Bytes(), "moving": moving.Bytes()} {
		d := xml.NewDecoder(bytes.NewReader(raw))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if strings.Contains(string(raw), "<script") || strings.Contains(string(raw), "http://") && !strings.Contains(string(raw), "www.w3.org/2000/svg") {
			t.Errorf("%s: %s", name, raw)
		}
	}
	if !strings.Contains(still.String(), "white-space:pre") {
		t.Error("browsers draw several blanks as one")
	}
	if !strings.Contains(still.String(), `textLength="42" `) && !strings.Contains(still.String(), `textLength="42">plain`) {
		t.Errorf("five letters are not as wide as five cells:\n%s", still.String())
	}
	if got := strings.Count(moving.String(), "translate("); got != 2+2 {
		t.Errorf("%d places of frames:\n%s", got, moving.String())
	}
}

// Blocks are drawn as what they cover, and those that go on are one; the sixteen colours
// are the terminal's own, and full ones come as near as it has them.
func TestColoursAreTheTerminals(t *testing.T) {
	f := film()
	f.Colours = colorprofile.ANSI256
	var out bytes.Buffer
	if err := f.Still(&out, []string{"\x1b[35m▀▀▙\x1b[m", "\x1b[38;2;242;184;75m█\x1b[m"}); err != nil {
		t.Fatal(err)
	}
	for _, wants := range []string{`<path d="M0 0h21v9H0zM16.8 9h8.4v9H16.8z" fill="#b083f0"/>`, `<path d="M0 0h8.4v18H0z" fill="#ffaf5f"/>`} {
		if !strings.Contains(out.String(), wants) {
			t.Errorf("no %s in\n%s", wants, out.String())
		}
	}
}

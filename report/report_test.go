package report_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"greenroom/client/plan"
	"greenroom/report"
)

var update = flag.Bool("update", false, "write the golden files")

// What was withheld is in no byte of any file for a client, and with --with it is there.
func TestWhatIsWithheldIsInNoByte(t *testing.T) {
	secrets := map[report.Extra][]string{report.Notes: {secretNote}, report.Prices: {secretPrice}, report.NoReasons: {secretReason}, report.Emails: {secretMail}, report.Costs: {"/v1/search", "500"}}
	for _, format := range []string{"html", "md", "json"} {
		client, err := told(t, input(five()), "en").Encode(t.Context(), format, "")
		if err != nil {
			t.Fatal(err)
		}
		team, _ := told(t, input(five()), "en", report.Extras()...).Encode(t.Context(), format, "")
		for extra, words := range secrets {
			if bytes.Contains(client, []byte(words[0])) {
				t.Errorf("%s for a client holds %s", format, extra)
			}
			if format != "md" && !bytes.Contains(team, []byte(words[0])) {
				t.Errorf("%s for the team lacks %s", format, extra)
			}
		}
	}
	left := strings.Join(told(t, input(five()), "de").LeftOut, "; ") // to the planner, in the program's language
	for _, words := range []string{"5 notes", "5 fees", "1 reason of a “no”", "e-mail", "cost"} {
		if !strings.Contains(left, words) {
			t.Errorf("%q does not tell %q", left, words)
		}
	}
	if all := told(t, input(five()), "en", report.Extras()...).LeftOut; len(all) > 0 {
		t.Errorf("for the team %q is left out", all)
	}
}

// A brief that came in a mail is told without its greeting, its signature and, for a client, its sums; a heading
// stays with what stands below it.
func TestABriefIsToldWithoutItsMail(t *testing.T) {
	in := input(five())
	in.List.Brief.Text = "From: Ana <ana@padaria.example>\nSubject: RE: Porto\n\nHi team,\n\nwe open a bakery in Porto in May and need pastry creators in Portugal, 10k to 60k followers. Budget: 4,000 euros in all.\n\nNOT FOR US\n- diet pills\n\nBest regards,\nAna Prado, Padaria Sol\nana@padaria.example\n+351 912 345 678"
	bare := input(five())
	bare.List.Brief.Text = "we open a bakery in Porto"
	masked := told(t, bare, "en").LeftOut
	if left := told(t, in, "en").LeftOut; !slices.Contains(left, masked[len(masked)-1]) {
		t.Errorf("what is left out whole is counted as masked too: %q, without it %q", left, masked)
	}
	for _, with := range [][]report.Extra{nil, report.Extras()} {
		report := told(t, in, "en", with...)
		got, left := report.Brief.Text, strings.Join(report.LeftOut, "; ")
		if !strings.Contains(left, "Hi team") || !strings.Contains(left, "Ana Prado") || strings.Contains(left, "4,000") == (len(with) > 0) {
			t.Errorf("with %v it is told to leave out %q", with, left)
		}
		for _, gone := range []string{"Hi team", "From:", "Subject", "Best regards", "Ana Prado", "padaria", "+351"} {
			if strings.Contains(got, gone) {
				t.Errorf("with %v it tells %q: %q", with, gone, got)
			}
		}
		for _, kept := range []string{"pastry creators in Portugal", "NOT FOR US\ndiet pills"} {
			if !strings.Contains(got, kept) {
				t.Errorf("with %v it lacks %q: %q", with, kept, got)
			}
		}
		if strings.Contains(got, "4,000") != (len(with) > 0) {
			t.Errorf("with %v the budget is told wrongly: %q", with, got)
		}
	}
}

// The text of a small report, in all languages.
func TestGolden(t *testing.T) {
	for _, lang := range report.Langs() {
		got, err := told(t, input(five()), lang, report.NoReasons).Markdown()
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", string(lang)+".md")
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is other than %s (%v); look, and run with -update:\n%s", lang, path, err, got)
		}
		if bytes.ContainsAny(got, "⟦") || bytes.Contains(got, []byte("%!")) {
			t.Errorf("%s: words are missing", lang)
		}
	}
}

// The page loads nothing, its only script is the one that the policy names, and nothing
// from outside became markup, however hostile.
func TestThePageIsInert(t *testing.T) {
	for name, people := range map[string][]person{"five": five(), "scripts": scripts()} {
		page, err := told(t, input(people), "en").HTML()
		if err != nil {
			t.Fatal(err)
		}
		s := string(page)
		m := regexp.MustCompile(`script-src (?:'|&#39;)sha256-([^'&]+(?:&#43;[^'&]*)*)(?:'|&#39;)`).FindStringSubmatch(s)
		scripts := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllStringSubmatch(s, -1)
		if len(scripts) != 1 || strings.Count(strings.ToLower(s), "<script") != 1 || m == nil {
			t.Fatalf("%s: %d scripts, policy %v", name, len(scripts), m)
		}
		sum := sha256.Sum256([]byte(scripts[0][1]))
		if got := base64.StdEncoding.EncodeToString(sum[:]); got != strings.ReplaceAll(m[1], "&#43;", "+") {
			t.Errorf("%s: the policy names %s and the script is %s", name, m[1], got)
		}
		for _, no := range []string{"onerror=", "\u202e", "<link", "@import", "url(", "src=\"http", "ZgotmplZ", "⟦"} {
			if strings.Contains(s, no) && no != "onerror=" || strings.Contains(s, "<img src=x") {
				t.Errorf("%s holds %q", name, no)
			}
		}
		for _, href := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(s, -1) {
			if !strings.HasPrefix(href[1], "#") && !strings.HasPrefix(href[1], "https://") {
				t.Errorf("%s leads to %s", name, href[1])
			}
		}
		if len(page) > 300<<10 {
			t.Errorf("%s has %d kB", name, len(page)>>10)
		}
		if folder := os.Getenv("GREENROOM_PICTURES"); folder != "" {
			if err := os.WriteFile(filepath.Join(folder, name+".html"), page, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// What is not known is called so, and sentences tell what is drawn.
func TestSentencesAreOfTheDrawing(t *testing.T) {
	raw, _ := told(t, input(five()), "en").Markdown()
	md := string(raw)
	for _, words := range []string{
		"We propose 3 of 5 creators. Together they have 237,383 followers.", "Read: 2 texts (posts, what is said in them, the profile), 2 of them judged; the network counts 692 posts.", "Milchland (rival of the brief): 1 post, 21 Feb 2026", "3 of 4 kept posts say", "Nobody looked from", "Looked at once, so there is no trend",
		"5 posts read, from", "Too few for a median", "Median", "of 24 posts read", "1 lies far outside.", "Unknown: no number of followers is kept.", "None was read from 2 weeks, at most 2 in a row; posts may be missing there.",
		"We say “Yes”; the machine says “neutral” (0.55)", "all flags cleared by us", "Milchland",
	} {
		if !strings.Contains(md, words) {
			t.Errorf("no %q in\n%s", words, md)
		}
	}
	for _, no := range []string{"audience", "fake", "NaN", "Inf", "0 followers"} {
		if strings.Contains(md, no) {
			t.Errorf("it speaks of %q", no)
		}
	}
}

// Who was rejected is the best of no row: the highest engagement is theirs.
func TestTheRejectedAreNoBest(t *testing.T) {
	for _, c := range told(t, input(five()), "en").Creators {
		for _, v := range c.Values {
			if c.Verdict == plan.No && v.Best || c.Name == "Mika Brandt" && v.Key == "er" && !v.Best {
				t.Errorf("%s, %s: best %v", c.Name, v.Key, v.Best)
			}
		}
	}
}

// A match for another brief is none.
func TestAMatchForAnotherBriefIsNotTold(t *testing.T) {
	in := input(five())
	in.List.Brief.Query = "tea"
	for _, c := range told(t, in, "en").Creators {
		if c.Reasons != nil || c.Differs != "" || !strings.Contains(c.Machine, "not asked") {
			t.Errorf("%s: %s %s", c.Name, c.Machine, c.Differs)
		}
	}
}

func TestColours(t *testing.T) {
	for given, want := range map[string]string{"#0b5c4b": "#0b5c4b", "0B5C4B": "#0b5c4b", "#000000": "#000000"} {
		if got, said, err := report.Colour(given); got != want || said != "" || err != nil {
			t.Errorf("%s: %s %q %v", given, got, said, err)
		}
	}
	for _, light := range []string{"#ffee00", "#ffffff", "#7fd1ff", "#777777"} {
		got, said, err := report.Colour(light)
		if err != nil || !strings.Contains(said, got) || got == light {
			t.Errorf("%s: %s %q %v", light, got, said, err)
		}
		if again, said, _ := report.Colour(got); again != got || said != "" {
			t.Errorf("%s is still too light: %s %s", got, again, said)
		}
	}
	for _, no := range []string{"", "red", "#12345", "#0b5c4b;}body{}", "#GGGGGG"} {
		if _, _, err := report.Colour(no); err == nil {
			t.Errorf("%q is taken for a colour", no)
		}
	}
}

func TestLogosAreOnlyPictures(t *testing.T) {
	dir := t.TempDir()
	for name, of := range map[string]struct {
		body  string
		taken bool
	}{
		"a.svg": {`<svg xmlns="http://www.w3.org/2000/svg"><rect width="4" height="4" fill="#0b5c4b"/></svg>`, true},
		"b.svg": {`<svg><script>alert(1)</script></svg>`, false}, "c.svg": {`<svg onload="alert(1)"></svg>`, false},
		"d.svg": {`<svg><image href="https://evil.example/x.png"/></svg>`, false}, "e.svg": {`<svg><rect fill="url(https://evil.example)"/></svg>`, false},
		"f.svg": {`<!DOCTYPE svg [<!ENTITY x "y">]><svg></svg>`, false}, "g.png": {"no picture", false}, "h.svg": {"<svg>" + strings.Repeat(" ", 201<<10) + "</svg>", false},
		"i.svg": {"<svg><g\nonclick='x'/></svg>", false},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(of.body), 0o600); err != nil {
			t.Fatal(err)
		}
		if uri, err := report.Logo(path); (err == nil) != of.taken || of.taken != strings.HasPrefix(uri, "data:image/") {
			t.Errorf("%s: %q %v", name, uri, err)
		}
	}
}

func TestWithoutABrowserThereIsASentence(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := told(t, input(five()), "en").Encode(t.Context(), "pdf", ""); !errors.Is(err, report.ErrNoBrowser) || !strings.Contains(err.Error(), "write .html") {
		t.Error(err)
	}
	if _, err := told(t, input(five()), "en").Encode(t.Context(), "pdf", "no-such-browser"); err == nil || !strings.Contains(err.Error(), "no-such-browser") {
		t.Error(err)
	}
}

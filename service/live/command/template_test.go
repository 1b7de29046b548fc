package command

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

// calls is a template of every kind of place a value has.
var calls = []Template{
	{"-I", "1:{count}", "--", "https://v.example/@{handle}/videos"}, {"--", "https://v.example/watch?v={video}"}, {"--", "https://v.example/channel/{channel}/videos"},
	{"--", "https://v.example/playlist?list={uploads}"}, {"--", "https://v.example/results?search_query={query}&sp={filter}"}, {"--sub-langs", "{tags}", "--", "x"},
	{"--", "-{code}"}, {"--", "{username}"},
}

// hostile are values that somebody could send: 200 and more.
func hostile() (all []string) {
	seeds := []string{"", " ", "-", "--", "---", "-x", "--exec=id", "-o/tmp/x", "--config-locations=/etc", "+/etc/passwd", ":feed", ":stories", ":saved", "@name", "#tag", "%place",
		"x.json", "../../etc/passwd", "/etc/passwd", "~root", "file:///etc/passwd", "ytsearch:x", "ytsearch99:x", "https://evil.example/", "//evil.example", "a b", "a\tb", "a\nb", "a\x00b",
		"$(id)", "`id`", "${HOME}", "$HOME", ";id", "|id", "&id", "&&id", ">x", "<x", "*", "?", "[a]", "{video}", "{query}", "{{}}", "%s", "%(title)s", "%00", "%2e%2e%2f", "\\", "\"", "'",
		"\u202eevil", "a\u0000", "\xff\xfe", "é", "日本", "🙂", "a&sp=x", "a#b", "a?b=c", "x@y", "user:pass@host", "localhost", "127.0.0.1", "[::1]", "0", "-1", "99999", "1:2", "1,2", "all", "live_chat",
		"en,-x", "en --exec id", "en;id", "en.*", strings.Repeat("a", 5000)}
	for _, s := range seeds {
		all = append(all, s, "-"+s, s+"-", "+"+s, "abcdefghijk"+s)
	}
	return all
}

func TestNoHostileValueBecomesAnOption(t *testing.T) {
	all := hostile()
	if len(all) < 200 {
		t.Fatal(len(all))
	}
	let := 0
	for _, value := range all {
		for _, call := range calls {
			if argv, err := call.Fill(everything(value)); err == nil {
				let++
				checkFilled(t, call, argv, value)
			} else if !errors.Is(err, ErrValue) {
				t.Fatal(err)
			}
		}
	}
	if let == 0 || let > len(all)*3 {
		t.Errorf("%d were let through", let)
	}
}

func everything(value string) map[string]string {
	values := map[string]string{}
	for name := range kinds {
		values[name] = value
	}
	return values
}

// checkFilled holds arguments against what a value may do: stay in the argument it is in,
// behind what that begins with.
func checkFilled(t *testing.T, call Template, argv []string, value string) {
	t.Helper()
	if len(argv) != len(call) {
		t.Fatalf("%q makes %d arguments of %d", value, len(argv), len(call))
	}
	for i, arg := range argv {
		if !strings.Contains(call[i], "{") {
			if arg != call[i] {
				t.Errorf("%q changed %q", value, call[i])
			}
			continue
		}
		first, _, _ := strings.Cut(call[i], "{")
		switch {
		case !strings.HasPrefix(arg, first), first == "" && strings.ContainsAny(arg[:1], "-+:@#%/~"), !utf8.ValidString(arg), strings.ContainsAny(arg, "\x00\n\t \"'`$;|<>\\"):
			t.Errorf("%q made the argument %q", value, arg)
		case strings.HasPrefix(first, "https://"):
			u, err := url.Parse(arg)
			if err != nil || u.Host != "v.example" || u.User != nil || u.Fragment != "" || strings.Contains(u.Path, "..") || len(u.Query()) > 2 {
				t.Errorf("%q made the address %q", value, arg)
			}
		}
	}
}

func TestTemplatesThatLetValuesInFrontAreRefused(t *testing.T) {
	for want, call := range map[string]Template{
		"stands before --":      {"{query}", "--"},
		"is not known":          {"--", "https://x/{nothing}"},
		"begins an argument":    {"--", "{query}"},
		"{video} stands before": {"--", "x", "{video}"},
	} {
		if want == "{video} stands before" {
			call = Template{"https://v/{video}"}
		}
		if _, err := call.Fill(everything("abcdefghijk")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", call, err, want)
		}
	}
}

func TestValuesAsTheNetworksGiveThemOut(t *testing.T) {
	for _, c := range []struct {
		call   int
		values map[string]string
		want   string
	}{
		{0, map[string]string{"{count}": "20", "{handle}": "ÉvaCooks.de"}, "https://v.example/@%C3%89vaCooks.de/videos"},
		{1, map[string]string{"{video}": "-abcdefghij"}, "https://v.example/watch?v=-abcdefghij"},
		{4, map[string]string{"{query}": "oat milk & co", "{filter}": "EgIQAfABAQ=="}, "https://v.example/results?search_query=oat+milk+%26+co&sp=EgIQAfABAQ%3D%3D"},
		{6, map[string]string{"{code}": "C8dT2xQ1abc"}, "-C8dT2xQ1abc"}, {7, map[string]string{"{username}": "ana.pots"}, "ana.pots"},
	} {
		argv, err := calls[c.call].Fill(c.values)
		if err != nil || argv[len(argv)-1] != c.want {
			t.Errorf("%v: %q, %v", c.values, argv, err)
		}
	}
}

func FuzzTemplate(f *testing.F) {
	for _, s := range hostile()[:40] {
		f.Add(s, 0)
	}
	f.Fuzz(func(t *testing.T, value string, which int) {
		call := calls[max(which, -which-1)%len(calls)]
		if argv, err := call.Fill(everything(value)); err == nil {
			checkFilled(t, call, argv, value)
		}
	})
}

func FuzzDiagnose(f *testing.F) {
	f.Add("ERROR: [youtube] abc: Video unavailable\n", "")
	f.Add("WARNING: x\nERROR: y", OfProfile)
	f.Fuzz(func(t *testing.T, words, subject string) {
		for tool := range tables {
			if d := Diagnose(tool, subject, Outcome{Exit: 1, Words: words}, true); d.Kind == "" || d.Rule == "" || fmt.Sprint(d.Err()) == "" {
				t.Fatalf("%q: %+v", words, d)
			}
		}
	})
}

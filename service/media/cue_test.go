package media

import (
	"bufio"
	"fmt"
	"strings"
	"testing"
)

func told(t *testing.T, text string) (segments string, automatic bool) {
	t.Helper()
	captions, err := ParseCaptions(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	list, automatic := captions.Segments()
	var lines []string
	for _, s := range list {
		lines = append(lines, fmt.Sprintf("%.3f+%.3f %s", s.Start, s.Duration, s.Text))
	}
	return strings.Join(lines, "\n"), automatic
}

func TestCues(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		automatic        bool
	}{
		{name: "rolling captions", automatic: true, text: "WEBVTT\nKind: captions\nLanguage: en\n\n" +
			"00:00:00.080 --> 00:00:02.310 align:start position:0%\n \nhello<00:00:00.480><c> dear</c><00:00:01.200><c> friends</c>\n\n" +
			"00:00:02.310 --> 00:00:02.320 align:start position:0%\nhello dear friends\n \n\n" +
			"00:00:02.320 --> 00:00:04.510 align:start position:0%\nhello dear friends\nwe<00:00:02.600><c> bake</c>\n\n" +
			"00:00:04.510 --> 00:00:04.520 align:start position:0%\nwe bake\n \n",
			want: "0.080+2.240 hello dear friends\n2.320+2.200 we bake"},
		{name: "subrip with CRLF and marks", text: "1\r\n00:00:05,850 --> 00:00:07,713\r\n<i>Salt</i> &amp; <font color=\"red\">oil</font>\r\n\r\n2\r\n00:00:08,550 --> 00:00:10,320\r\n{\\an8}twice\r\nover a < b\r\n",
			want: "5.850+1.863 Salt & oil\n8.550+1.770 twice over a < b"},
		{name: "out of order and overlapping", text: "00:10.000 --> 00:20.000\nsecond\n\n00:01.000 --> 00:12.000\nfirst\n\n00:30.000 --> 00:25.000\nthird\n",
			want: "1.000+9.000 first\n10.000+10.000 second\n30.000+0.000 third"},
		{name: "counters without empty lines", text: "1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n",
			want: "1.000+1.000 one\n3.000+1.000 two"},
		{name: "a sung repeat stays", text: "1\n00:00:01,000 --> 00:00:02,000\nhey\n\n2\n00:00:02,000 --> 00:00:03,000\nhey\n",
			want: "1.000+1.000 hey\n2.000+1.000 hey"},
		{name: "notes and styles", text: "WEBVTT\n\nNOTE made by hand\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.000\n<v Ana>Hola</v>\n",
			want: "1.000+1.000 Hola"},
		{name: "comma between times", text: "0:00:05.440,0:00:09.360\r\nBonjour\r\n\r\n", want: "5.440+3.920 Bonjour"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, automatic := told(t, c.text)
			if got != c.want || automatic != c.automatic {
				t.Errorf("got %t:\n%s\nwant %t:\n%s", automatic, got, c.automatic, c.want)
			}
		})
	}
}

func TestBrokenCue(t *testing.T) {
	captions, err := ParseCaptions(strings.NewReader("1\n00:00:01,000 --> later\nlost\n\n2\n00:00:03,000 --> 00:00:04,000\nkept\n"))
	if err != nil || len(captions.Broken) != 1 || captions.Broken[0].Line != 2 || len(captions.cues) != 1 {
		t.Errorf("%+v, %v", captions, err)
	}
}

// What a cue holds that no text does on purpose leaves it out alone, and headers count
// before the first cue only.
func TestCuesThatAreOdd(t *testing.T) {
	captions, err := ParseCaptions(strings.NewReader("WEBVTT\nLanguage: pt-BR\n\n00:01.000 --> 00:02.000\none\n\n00:03.000 --> 00:04.000\ntwo\nt\x00\nlost\n\n00:05.000 --> 00:06.000\n \nLanguage: de\n"))
	if err != nil || captions.Language != "pt-BR" || len(captions.Broken) != 1 || captions.Broken[0] != (BrokenCue{9, NULReason}) || captions.Empty() {
		t.Fatalf("%+v, %v", captions, err)
	}
	list, automatic := captions.Segments()
	if fmt.Sprint(list) != "[{one 1 1} {Language: de 5 1}]" || automatic {
		t.Errorf("%v %t", list, automatic)
	}
	if captions, _ := ParseCaptions(strings.NewReader("no times")); !captions.Empty() {
		t.Error("a text without times is no captions")
	}
	if captions, _ := ParseCaptions(strings.NewReader("00:01 --> " + strings.Repeat("é", 80))); captions.Broken[0].Reason != "its times cannot be read: 00:01 --> "+strings.Repeat("é", 50)+"…" {
		t.Errorf("%+v", captions.Broken)
	}
	for text, want := range map[string]string{
		// An hour, a comma, and a cue that ends before it begins.
		"01:00:01,500 --> 01:00:00.000\nx\n": "3601.500+0.000 x",
		// Two that begin at once do not cut each other.
		"00:01.000 --> 00:03.000\na\n\n00:01.000 --> 00:02.000\nb\n": "1.000+2.000 a\n1.000+1.000 b",
		// A number is a counter only right before the next cue.
		"00:01.000 --> 00:02.000\nten\n10\n\n00:03.000 --> 00:04.000\nb\n": "1.000+1.000 ten 10\n3.000+1.000 b",
		"00:01.000 --> 00:02.000\n10\n00:03.000 --> 00:04.000\nb\n":        "3.000+1.000 b",
		"00:01.000 --> 00:02.000\n7\n":                                     "1.000+1.000 7",
		"00:01.000 --> 00:02.000\n<i></i>\n\n00:03.000 --> 00:04.000\nb\n": "3.000+1.000 b",
		// Lines that roll, each shown until the next two have come.
		"00:01.000 --> 00:02.000\na\n\n00:02.000 --> 00:03.000\na\nb\n\n00:03.000 --> 00:04.000\nb\nc\n\n00:04.000 --> 00:09.000\nc\n\n": "1.000+1.000 a\n2.000+1.000 b\n3.000+6.000 c",
	} {
		if got, _ := told(t, text); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", text, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	r := bufio.NewReaderSize(strings.NewReader("ab\n"+strings.Repeat("c", 40)+"\n\n"+strings.Repeat("d", 20)), 16)
	for i, want := range []string{"\"ab\\n\" false <nil>", "\"\" true <nil>", "\"\\n\" false <nil>", "\"dddddddddddddddd\" true <nil>", "\"\" false EOF"} {
		line, long, err := ReadLine(r, 16)
		if i == 1 {
			line = strings.Trim(line, "c\n")
		}
		if got := fmt.Sprintf("%q %t %v", line, long, err); got != want {
			t.Errorf("line %d: %s, want %s", i, got, want)
		}
	}
	for _, c := range []struct {
		path, text string
		want       bool
	}{
		{"a", "WEBVTT", true}, {"a.SRT", "", true}, {"a.sbv", "x", true}, {"a.vtt", "x", true}, {"a.txt", "1\r\n00:00:01,000 --> 00:00:02,000\r\n", true}, {"a", "0:00:05.440,0:00:09.360", true},
		{"a", "x\ny\nz\n00:00:01,000 --> 00:00:02,000", false}, {"a.txt", "x", false}, {"a", strings.Repeat("x", 1030) + "\n00:00:01,000 --> 00:00:02,000", false}, {"a", "", false},
	} {
		if got := LooksLikeCaptions(c.path, []byte(c.text)); got != c.want {
			t.Errorf("%s %.40q: %t", c.path, c.text, got)
		}
	}
	if !HasNUL("\x00") || HasNUL("a") || Shorten("éa", 2) != "éa" || Shorten("éab", 2) != "éa…" {
		t.Error("NUL, or a text that is shortened")
	}
}

func FuzzCues(f *testing.F) {
	f.Add("WEBVTT\n\n00:00.000 --> 00:01.000\na<c> b</c>\n")
	f.Add("1\r\n00:00:05,850 --> 00:00:07,713\r\ntext\r\n\r\n")
	f.Add("0:00:05.440,0:00:09.360\nx\n")
	f.Add("00:00:02,000 --> 00:00:01,000\n1\n00:00:01,000 --> 00:00:00,000\n&lt;\n")
	f.Fuzz(func(t *testing.T, text string) {
		captions, err := ParseCaptions(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		segments, _ := captions.Segments()
		for i, s := range segments {
			if s.Text == "" || s.Duration < 0 || i > 0 && s.Start < segments[i-1].Start {
				t.Fatalf("segment %d of %q: %+v", i, text, segments)
			}
		}
	})
}

package spoken_test

import (
	"strings"
	"testing"

	"greenroom/ui/spoken"
	"greenroom/ui/text"
)

func TestDrawnWordsAreSaid(t *testing.T) {
	for drawn, want := range map[string]string{
		"157K followers · 2.9% ER/foll":                   "157 thousand followers, 2.9 percent engagement by followers",
		"≤75 cr":                                          "up to 75 credits",
		"up to 1 cr, 21 cr, 0.1 cr":                       "up to 1 credit, 21 credits, 0.1 credits",
		"numbers 1 d old, 3 d old":                        "numbers 1 day old, 3 days old",
		"1 mo ago, 2 mo old, 1 y old, 3 h ago, 5 min ago": "1 month ago, 2 months old, 1 year old, 3 hours ago, 5 minutes ago",
		"+1.9% in 30 d":                                   "+1.9 percent in 30 days",
		"fit .92 strong":                                  "fit 0.92 strong",
		"A ▲2 · B ▲1":                                     "A 2 flags, B 1 flag",
		"2 ▲":                                             "2 flags",
		"▲ 9.1%":                                          "far above: 9.1 percent",
		"4% ▼ far below the others":                       "4 percent far below the others",
		"Fit▼":                                            "Fit falling",
		"▁▂▄▲▅ median 3%":                                 "median 3 percent",
		"minute ▮▮▮▯ 750/1,000":                           "minute: 750 of 1,000 left",
		"minute 7.5/10 0:40 · hour ▮▯ 7/9 16m":            "minute: 7.5 of 10 left, full again in 0:40, hour: 7 of 9 left, full again in 16 minutes",
		"limit ◂ 25 ▸":                                    "limit 25",
		"● post “bread”":                                  "from a post “bread”",
		"48K ●":                                           "48 thousand, best",
		"▲ GOOD .96":                                      "good 0.96",
		"7.8% ▁▂▇ 8.1%":                                   "7.8 percent to 8.1 percent",
		"Why: ● “bread”":                                  "Why: post “bread”",
		"+ yes":                                           "yes",
		"verdict ~ reserve":                               "verdict reserve",
		"= 2 yes, 3 open":                                 "2 yes, 3 open",
		"≠ 2 yes, 1 no":                                   "they differ: 2 yes, 1 no",
		"followers 10K–100K":                              "followers 10 thousand to 100 thousand",
		"–":                                               "unknown",
		"24/7 and 1/2 cup, not @foo12K":                   "24/7 and 1/2 cup, not @foo12K",
		"a ╬ b ⠿ c":                                       "a b c",
		"a · · b":                                         "a, b",
	} {
		if got := spoken.Words(drawn); got != want {
			t.Errorf("%q is said %q, want %q", drawn, got, want)
		}
	}
}

func TestEveryGlyphHasAWord(t *testing.T) {
	if _, ok := spoken.Word('☂'); ok {
		t.Error("an umbrella is drawn nowhere")
	}
	for _, r := range "✓◆▸●○▲▼≤≥┃▮█" {
		word, ok := spoken.Word(r)
		if said := spoken.Words(string(r)); !ok || said != strings.TrimSpace(word) && r != '█' {
			t.Errorf("%c is said %q, its word is %q", r, said, word)
		}
	}
}

func TestLinesEndAtWords(t *testing.T) {
	long := strings.Repeat("word ", 60)
	lines := spoken.Lines(long)
	if strings.Join(lines, " ") != strings.TrimSpace(long) || len(lines) < 4 {
		t.Errorf("%q", lines)
	}
	for _, l := range lines {
		if text.Clean(l).Width() > spoken.Cells {
			t.Errorf("%d cells: %q", len(l), l)
		}
	}
}

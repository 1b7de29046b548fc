package cells

import (
	"math"
	"slices"
	"testing"

	"greenroom/service/media"
	"time"
)

func TestParseNumber(t *testing.T) {
	for _, c := range []struct {
		text  string
		whole bool
		want  float64
		bad   bool
	}{
		{text: "1.2M", want: 1_200_000},
		{text: "13.8M", whole: true, want: 13_800_000},
		{text: "12,345", want: 12_345},
		{text: "222,000,000", want: 222_000_000},
		{text: "3.4%", want: 3.4},
		{text: "475.8m", whole: true, want: 475_800_000},
		{text: "29.0b", want: 29e9},
		{text: "0.89k", whole: true, want: 890},
		{text: "2.28E+11", want: 2.28e11},
		{text: "12.345", whole: true, want: 12_345},
		{text: "12.345", want: 12.345},
		{text: "0.345", whole: true, want: 0.345},
		{text: "1.234.567", want: 1_234_567},
		{text: "1.234,5", want: 1_234.5},
		{text: "1,234.5", want: 1_234.5},
		{text: "1,5M", want: 1_500_000},
		{text: "1,39 %", want: 1.39},
		{text: "12 345", want: 12_345},
		{text: "12\u202f345", want: 12_345},
		{text: "12’345", want: 12_345},
		{text: "12,34,567", want: 1_234_567},
		{text: "477900000.00", whole: true, want: 477_900_000},
		{text: "2 Mio.", want: 2_000_000},
		{text: "-5", want: -5},
		{text: "+5", want: 5},
		{text: "1,23,4", bad: true},
		{text: "1.2.3", bad: true},
		{text: "12abc", bad: true},
		{text: "0x10", bad: true},
		{text: "1_000", bad: true},
		{text: "inf", bad: true},
		{text: "1e400", bad: true},
		{text: "9999999999999999", bad: true},
		{text: "", bad: true},
		{text: "M", bad: true},
		{text: "--5", bad: true},
	} {
		got, ok := Number(c.text, c.whole)
		if ok == c.bad || ok && got != c.want {
			t.Errorf("parseNumber(%q, %t) = %v, %t; want %v", c.text, c.whole, got, ok, c.want)
		}
	}
}

func TestUnknownIsNotZero(t *testing.T) {
	for _, cell := range []string{"", " ", "N/A", "N/A'", "#VALOR!", "nan", "NaN%", "-", "–", "Unknown", "null", "k.A."} {
		if value, ok := Known(cell); ok {
			t.Errorf("%q is known as %q", cell, value)
		}
	}
	if _, ok := Known("0"); !ok {
		t.Error("zero is unknown")
	}
}

func FuzzParseNumber(f *testing.F) {
	for _, seed := range []string{"1.2M", "12,345", "2.28E+11", "1.234,5", "N/A'", "-", "%", "1e", "e5", "١٢"} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, text string, whole bool) {
		value, ok := Number(text, whole)
		if ok && (math.IsNaN(value) || math.IsInf(value, 0) || math.Abs(value) >= maxNumber) {
			t.Errorf("%q is %v", text, value)
		}
	})
}

func TestParseDate(t *testing.T) {
	for text, want := range map[string]string{
		"45293.73684027778":        "2024-01-02T17:41:03Z",
		"2018-10-31T14:17:10.000Z": "2018-10-31T14:17:10Z",
		"2024-05-19":               "2024-05-19T00:00:00Z",
		"20220805":                 "2022-08-05T00:00:00Z",
		"1655488789":               "2022-06-17T17:59:49Z",
		"1655488789000":            "2022-06-17T17:59:49Z",
		"31.12.2023 10:05":         "2023-12-31T10:05:00Z",
		"12/31/2023":               "2023-12-31T00:00:00Z",
		"31/12/2023 08:00":         "2023-12-31T08:00:00Z",
		"05/05/2023":               "2023-05-05T00:00:00Z",
		"03/04/2023":               "",
		"31/02/2023":               "",
		"18.01.11":                 "",
		"12":                       "",
		"yesterday":                "",
	} {
		at, ok := Date(text)
		if got := at.Format(time.RFC3339); ok != (want != "") || ok && got != want {
			t.Errorf("parseDate(%q) = %s, %t; want %q", text, got, ok, want)
		}
	}
}

func TestDateInName(t *testing.T) {
	for name, want := range map[string]string{"top_2022-09.csv": "2022-09-01", "x_20240131.csv": "2024-01-31", "top1000_photo.csv": "", "a2022-13.csv": ""} {
		at, ok := DateInName(name)
		if ok != (want != "") || ok && at.Format("2006-01-02") != want {
			t.Errorf("dateInName(%q) = %v, %t; want %q", name, at, ok, want)
		}
	}
}

func TestCountryOf(t *testing.T) {
	for name, want := range map[string]string{
		"United States": "US", "Estados Unidos": "US", "Brasil": "BR", "Tailandia": "TH", "Arabia Saudita": "SA",
		"South Korea": "KR", "CÃ´te d'Ivoire": "CI", "Türkei": "TR", "Turquía": "TR", "Russia": "RU", "gb": "GB",
		"Czech Republic": "CZ", "British Virgin Islands": "VG", "Atlantis": "", "": "",
	} {
		if got := Country(name); got != want {
			t.Errorf("countryOf(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestThemesOf(t *testing.T) {
	for category, want := range map[string][]string{
		"Música y baile":     {"music", "dance"},
		"Videojuegos, Humor": {"gaming", "comedy"},
		"DIY y Life Hacks":   {"diy", "life hacks"},
		"Musik":              {"music"},
		"Film & Animation":   {"film", "animation"},
		"Sports with a ball": {"sports", "ball sports"},
		"Street Food":        {"street food"},
		"nan":                nil,
	} {
		if got := Themes(category); !slices.Equal(got, want) {
			t.Errorf("Themes(%q) = %q, want %q", category, got, want)
		}
	}
}

func TestMarks(t *testing.T) {
	text := "Bora! #GovernoSC #2025 #Turismo, mail a@b.example www.x.example/#top (@ana.b.) ハロ#夏 @leo #Turismo"
	if got := media.HashtagsOf(text); !slices.Equal(got, []string{"GovernoSC", "Turismo", "夏"}) {
		t.Errorf("hashtags %q", got)
	}
	if got := media.MentionsOf(text); !slices.Equal(got, []string{"ana.b", "leo"}) {
		t.Errorf("mentions %q", got)
	}
}

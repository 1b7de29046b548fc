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
		{text: "1,234,567 (+1.2%)", whole: true, want: 1_234_567}, {text: "9.8k (-40)", want: 9800}, {text: "(+1.2%)", bad: true}, {text: "12 (34)", bad: true},
		{text: "~1M", want: 1e6}, {text: ">10k", want: 10_000}, {text: "≈ 2,5 Mio", want: 2_500_000}, {text: "over 3k", want: 3000},
		{text: "1.2M followers", want: 1_200_000}, {text: "12 345 abonnés", whole: true, want: 12_345}, {text: "5k+", want: 5000},
		{text: "10K-50K", bad: true}, {text: "10-50K", bad: true}, {text: "10k to 50k", bad: true}, {text: "1,000 – 5,000", bad: true}, {text: "up to 50k", bad: true}, {text: "<10k", bad: true},
		{text: "10 lakh", want: 1e6}, {text: "1.5 crore", want: 15e6}, {text: "12万", want: 120_000}, {text: "1.5亿", want: 150e6}, {text: "1億2000万人", want: 120e6},
		{text: "2 млн", want: 2e6}, {text: "15 тыс.", want: 15_000}, {text: "1,2 mln", want: 1.2e6}, {text: "3 tys.", want: 3000}, {text: "25만 명", want: 250_000},
		{text: "１２，３４５", want: 12_345}, {text: "٥٦٧٨", want: 5678}, {text: "१२३४", want: 1234}, {text: "١٫٥ مليون", want: 1.5e6}, {text: "2 milhões", want: 2e6},
		{text: "1.2 mil", bad: true}, {text: "1.2T", bad: true}, {text: "500 n", bad: true}, {text: "5l", bad: true}, {text: "7 mi", want: 7e6}, {text: "1.1 jt", want: 1.1e6}, {text: "0,0345", want: 0.0345}, {text: "1 234,5", want: 1234.5},
		{text: "1'234'567.5", want: 1_234_567.5}, {text: "12 34", bad: true}, {text: "10 20 30", bad: true}, {text: "50K-10K", bad: true}, {text: "$1200", bad: true},
		{text: "12 EUR", bad: true}, {text: "2023-12-05", bad: true}, {text: "12/25", bad: true}, {text: "United States", bad: true}, {text: "00:51", bad: true},
		{text: "", bad: true},
		{text: "M", bad: true},
		{text: "--5", bad: true},
	} {
		got, ok := Number(c.text, Style{Whole: c.whole})
		if ok == c.bad || ok && got.Value != c.want {
			t.Errorf("Number(%q, whole %t) = %v, %t; want %v", c.text, c.whole, got, ok, c.want)
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
		f, ok := Number(text, Style{Whole: whole})
		if ok && (math.IsNaN(f.Value) || math.IsInf(f.Value, 0) || math.Abs(f.Value) >= maxNumber) {
			t.Errorf("%q is %v", text, f.Value)
		}
	})
}

func TestParseDate(t *testing.T) {
	for text, want := range map[string]string{
		"45293.73684027778":               "2024-01-02T17:41:03Z",
		"2018-10-31T14:17:10.000Z":        "2018-10-31T14:17:10Z",
		"2024-05-19":                      "2024-05-19T00:00:00Z",
		"20220805":                        "2022-08-05T00:00:00Z",
		"1655488789":                      "2022-06-17T17:59:49Z",
		"1655488789000":                   "2022-06-17T17:59:49Z",
		"31.12.2023 10:05":                "2023-12-31T10:05:00Z",
		"12/31/2023":                      "2023-12-31T00:00:00Z",
		"31/12/2023 08:00":                "2023-12-31T08:00:00Z",
		"05/05/2023":                      "2023-05-05T00:00:00Z",
		"03/04/2023":                      "",
		"31/02/2023":                      "",
		"18.01.11":                        "",
		"2023-12-05 10:00:00 UTC":         "2023-12-05T10:00:00Z",
		"12/25/23":                        "2023-12-25T00:00:00Z",
		"12/25/2023 10:00 AM":             "2023-12-25T10:00:00Z",
		"12/25/2023, 1:05:09 PM":          "2023-12-25T13:05:09Z",
		"25. Dezember 2023":               "2023-12-25T00:00:00Z",
		"25 de diciembre de 2023":         "2023-12-25T00:00:00Z",
		"Dec 25th, 2023 4:05 pm":          "2023-12-25T16:05:00Z",
		"Mon, 25 Dec 2023 10:00:00 +0200": "2023-12-25T08:00:00Z",
		"2023年12月25日":                     "2023-12-25T00:00:00Z",
		"5 мая 2023 г.":                   "2023-05-05T00:00:00Z",
		"2023.12.25 10:00":                "2023-12-25T10:00:00Z",
		"Dec 2023":                        "2023-12-01T00:00:00Z",
		"2023-12":                         "2023-12-01T00:00:00Z",
		"2023-12-05T10:00:00+05:30":       "2023-12-05T04:30:00Z",
		"10:00 XST 2023":                  "",
		"04.03.2023":                      "2023-03-04T00:00:00Z",
		"12":                              "",
		"yesterday":                       "",
	} {
		at, ok := Date(text, AnyOrder)
		if got := at.Format(time.RFC3339); ok != (want != "") || ok && got != want {
			t.Errorf("parseDate(%q) = %s, %t; want %q", text, got, ok, want)
		}
	}
}

func TestDateInName(t *testing.T) {
	for name, want := range map[string]string{"top_2022-09.csv": "2022-09-01", "x_20240131.csv": "2024-01-31", "top1000_photo.csv": "", "a2022-13.csv": "2022-12-31",
		"instagram march 2023.csv": "2023-03-01", "Stand 25.12.2023.xlsx": "2023-12-25", "dez_2024.csv": "2024-12-01", "list-5-jan-2024.csv": "2024-01-05", "top_2021_2022.csv": ""} {
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
		"Czech Republic": "CZ", "British Virgin Islands": "VG", "Atlantis": "", "": "", "Germany": "DE", "Vietnam": "VN", "Yemen": "YE", "Zimbabwe": "ZW",
		"Myanmar": "MM", "U.S.A": "US", "U.K.": "GB", "DR Congo": "CD", "North Macedonia": "MK", "Bosnia and Herzegovina": "BA", "Korea, South": "KR",
		"USA": "US", "DEU": "DE", "🇧🇷": "BR", "🇧🇷 Brasil": "BR", "The Gambia": "GM", "Cote D'Ivoire": "CI", "日本": "JP", "Deutschland": "DE", "Niger": "NE",
		"Nigeria": "NG", "Россия": "RU", "Congo, Democratic Republic of the": "CD", "Republic of the Congo": "CG", "Guinea-Bissau": "GW", "Dominica": "DM",
		"Dominican Republic": "DO", "South Sudan": "SS", "Serbia": "RS", "Soviet Union": "", "German Democratic Republic": "", "Republik Moldau": "MD", "ประเทศไทย": "",
		"Trinidad & Tobago": "TT", "Hong Kong SAR China": "HK", "UAE": "AE", "Lao People's Democratic Republic": "LA", "Syria": "SY",
	} {
		if got := Country(name); got != want {
			t.Errorf("countryOf(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestLocation(t *testing.T) {
	for text, want := range map[string]string{
		"Berlin, Germany": "Berlin DE", "Austin, TX": "Austin US", "Austin, TX, USA": "Austin US", "San Francisco, CA": "San Francisco US", "Wilmington, DE": "",
		"Berlin, DE": "Berlin DE", "Germany": " DE", "São Paulo - Brasil": "São Paulo BR", "Paris (France)": "Paris FR", "Lyon / France": "Lyon FR", "Paris": "",
		"Toronto, Ontario, Canada": "Toronto CA", "Springfield, Illinois": "Springfield US", "Bosnia and Herzegovina": " BA", "Germany, Berlin": "Berlin DE",
		"Tbilisi, Georgia": "Tbilisi GE", "Atlanta, Georgia": "Atlanta US", "Nowhere, Georgia": "", "Tokyo | Japan": "Tokyo JP",
	} {
		city, country, ok := Location(text)
		if got := city + " " + country; ok != (want != "") || ok && got != want {
			t.Errorf("Location(%q) = %q, %t; want %q", text, got, ok, want)
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

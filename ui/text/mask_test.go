package text

import "testing"

func TestWhatOneIsReachedByIsMasked(t *testing.T) {
	for in, want := range map[string]string{
		"lena.vogt@studio.example":                     "l•••@studio.example",
		"Booking: müller+pr@büro.example ✉️":           "Booking: m•••@büro.example ✉️",
		"write to lena (at) studio (dot) example":      "write to l••• (at) studio (dot) example",
		"lena[at]studio.example, or anna＠haus.example": "l•••[at]studio.example, or a•••＠haus.example",
		"call +49 170 1234567 now":                     "call +49••• now",
		"Tel. 0170/123 45 67":                          "Tel. 017•••",
		"WhatsApp 0049 (170) 123-4567":                 "WhatsApp 004•••",

		"@lenacooks and 48,200 followers since 2019": "@lenacooks and 48,200 followers since 2019",
		"run 10.000 m in 2024/2025, 0 to 100":        "run 10.000 m in 2024/2025, 0 to 100",
		"1.000.000 thanks (at last)":                 "1.000.000 thanks (at last)",
		"90210 · 12:30 · 24/7 · +1 friend":           "90210 · 12:30 · 24/7 · +1 friend",
		"":                                           "",
	} {
		if got := Mask(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

package signinweb

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzForm(f *testing.F) {
	for _, seed := range []string{"", "a=1&b=2", "a=1&a=2", "a=%zz", "a=%00", "a=%ff", "a;b", "client_id=greenroom-cli&grant_type=refresh_token&refresh_token=x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		form, err := parseForm(raw)
		if err != nil {
			return
		}
		for name, given := range form {
			if len(given) != 1 || !utf8.ValidString(name+given[0]) || strings.ContainsRune(given[0], 0) {
				t.Errorf("%q holds %q: %q", raw, name, given)
			}
		}
		again, err := parseForm(form.Encode())
		if err != nil || again.Encode() != form.Encode() {
			t.Errorf("%q reads as %v, and written again as %v, %v", raw, form, again, err)
		}
	})
}

// Wherever somebody asks to be led back to, it is a page of ours on this host.
func FuzzBack(f *testing.F) {
	for _, seed := range []string{"/device?user_code=x", "//evil.example/device", "/\\evil.example", "https://evil.example/device", "/device#x", "/oauth/authorize?x=%zz", "\x00/device", "/device?x=\r\nSet-Cookie: a=b"} {
		f.Add(seed)
	}
	here, _ := url.Parse("https://creators.example/sign-in")
	f.Fuzz(func(t *testing.T, then string) {
		to := back(then)
		if to == "" {
			return
		}
		u, err := here.Parse(to)
		if err != nil || u.Scheme != "https" || u.Host != "creators.example" || !wayBack[u.Path] || strings.ContainsAny(to, "\r\n\\") || back(to) != to {
			t.Errorf("%q leads to %q (%v, %v)", then, to, u, err)
		}
	})
}

package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
)

// What decodes strictly also decodes loosely, to the same value.
func FuzzDecodeBody(f *testing.F) {
	for _, seed := range []string{`{"query":"x","limit":3}`, `{"query":"x","filters":{"followers":{"min":null}}}`,
		`{"query":"x"}{}`, `{"query":[[[[`, `{"query":"\ud800"}`, "{\"query\":\"\xff\"}", `{"query":"x","limit":1e400}`, `{"query":"x",}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var strict, loose api.SearchRequest
		if decodeBody(body, &strict) != nil {
			return
		}
		d := json.NewDecoder(bytes.NewReader(body))
		d.DisallowUnknownFields()
		err := d.Decode(&loose)
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && strings.HasPrefix(wrong.Value, "number") {
			return // a whole number that is not written in digits
		}
		if err != nil {
			t.Fatalf("%q is strictly right and loosely wrong: %v", body, err)
		}
		a, _ := json.Marshal(strict)
		b, _ := json.Marshal(loose)
		if !bytes.Equal(a, b) {
			t.Fatalf("%q: %s and %s", body, a, b)
		}
	})
}

// A character is whole: encoding/json puts another one for half of a pair.
func TestHalfOfACharacterIsRefused(t *testing.T) {
	for text, fits := range map[string]bool{`\ud83d\ude00`: true, `\uD83D\uDE00`: true, `\\ud800`: true, `\ud7ff \ue000`: true, `\ufffd`: true, `\\\\ud800`: true,
		`\ud800`: false, `\udc00`: false, `\uDE00\uD83D`: false, `\ud83d\ud83d\ude00`: false, `\ud83d \ude00`: false, `\\\ud800`: false, `\ud83d\\ude00`: false} {
		var into struct {
			Query string `json:"query"`
		}
		if err := decodeBody([]byte(`{"query":"`+text+`"}`), &into); (err == nil) != fits {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestRequestIDsSortByTime(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var ids []string
	for i := range 50 {
		ids = append(ids, newRequestID(at.Add(time.Duration(i)*time.Millisecond)))
	}
	if !slices.IsSorted(ids) || len(ids[0]) != 30 {
		t.Errorf("ids: %v", ids)
	}
	// The time of a ULID: ten characters of five bits.
	if got := newRequestID(time.UnixMilli(1))[4:14]; got != "0000000001" {
		t.Errorf("one millisecond after the beginning: %s", got)
	}
}

func TestAddressBelievesTrustedProxiesOnly(t *testing.T) {
	s := &server{config: Config{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}}
	for _, c := range []struct{ remote, forwarded, want string }{
		{"192.0.2.1:5", "", "192.0.2.1"},
		{"192.0.2.1:5", "203.0.113.9", "192.0.2.1"},
		{"10.0.0.1:5", "203.0.113.9", "203.0.113.9"},
		{"10.0.0.1:5", "198.51.100.1, 203.0.113.9, 10.2.2.2", "203.0.113.9"},
		{"10.0.0.1:5", "nonsense", "10.0.0.1"},
		{"[2001:db8::1]:5", "", "2001:db8::"},
		{"[fe80::1%eth0]:5", "", "fe80::"},
		{"[::ffff:192.0.2.1]:5", "", "192.0.2.1"},
		{"10.0.0.1:5", "2001:db8:0:1:2:3:4:5", "2001:db8:0:1::"},
	} {
		r := &http.Request{RemoteAddr: c.remote, Header: http.Header{}}
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := s.address(r); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

package httpapi

import (
	"strings"
	"testing"
)

// A head with two lengths is found wherever it stands in a connection and however it is
// cut, and nothing else is taken for one.
func TestFraming(t *testing.T) {
	const (
		get     = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
		posted  = "POST /v1/search HTTP/1.1\r\nHost: x\r\nContent-Length: 58\r\n\r\nGET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: x\r\n\r\n"
		chunked = "POST /v1/search HTTP/1.1\r\nHost: x\r\ntransfer-encoding: chunked\r\n\r\n3;a=b\r\n\r\n\r\r\n1A\r\n\r\nContent-Length: 1\r\nabcde\r\n0\r\nTrailer: x\r\n\r\n"
		both    = "POST /v1/search HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n"
		folded  = "POST /v1/search HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n 2\r\n"
	)
	for what, c := range map[string]struct {
		sent   string
		wanted int // where the line that ends the refused head begins; -1: nowhere
	}{
		"right ones":       {get + posted + chunked + get + chunked + posted, -1},
		"two lengths":      {both + "\r\n", len(both)},
		"the other way":    {"POST / HTTP/1.1\nTRANSFER-ENCODING: chunked\nContent-Length: 2\n\n", 16 + 27 + 18},
		"behind others":    {posted + get + chunked + both + "\r\n0\r\n\r\n", len(posted + get + chunked + both)},
		"a broken header":  {folded + "\r\nab", len(folded)},
		"a long line":      {"GET /" + strings.Repeat("x", 1000) + " HTTP/1.1\r\nX: " + strings.Repeat("Content-Length: ", 40) + "\r\n\r\n" + both + "\r\n", 1000 + 5 + 11 + 3 + 640 + 4 + len(both)},
		"no length at all": {"POST / HTTP/1.1\r\nContent-Length: many\r\nTransfer-Encoding: chunked\r\n\r\n", -1},
	} {
		for cut := range len(c.sent) {
			var f framing
			at, found := f.read([]byte(c.sent[:cut]))
			if !found {
				if at, found = f.read([]byte(c.sent[cut:])); found {
					at += cut
				}
			}
			if near := at == c.wanted || at == c.wanted+1 && cut == at; found != (c.wanted >= 0) || found && !near {
				t.Fatalf("%s, cut at %d: %d %t, want %d", what, cut, at, found, c.wanted)
			}
		}
	}
}

package proxytest_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"net/http"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
)

func failed(t testing.TB, err error) *client.Error {
	t.Helper()
	var e *client.Error
	if !errors.As(err, &e) {
		t.Fatalf("%T: %v", err, err)
	}
	return e
}

// header changes one header of the service's answer; no values take it away.
func header(name string, values ...string) fault {
	return passed(func(a *answer) {
		a.header.Del(name)
		for _, v := range values {
			a.header.Add(name, v)
		}
	})
}

func body(change func([]byte) []byte) fault {
	return passed(func(a *answer) { a.body = change(a.body) })
}

func put(s string) fault { return body(func([]byte) []byte { return []byte(s) }) }

// TestHeaders: an answer counts whatever its headers say, and is kept; what it
// cost is known only where they say it once.
func TestHeaders(t *testing.T) {
	doubt := want{outcome: client.OutcomeUnknown}
	var rows []row
	for name, values := range map[string][]string{
		"missing": nil, "two prices": {"0.1", "4"}, "free and not": {"0", "4"}, "negative": {"-4"}, "word": {"many"},
		"exponent": {"1e3"}, "in one line": {"4, 4"}, "too exact": {"4.0001"}, "too large": {"99999999999999999999"}, "empty": {""},
	} {
		rows = append(rows, row{name: "price " + name, fault: header("X-Credits-Charged", values...), paid: doubt})
	}
	rows = append(rows,
		row{name: "price twice", fault: passed(func(a *answer) { a.header.Add("X-Credits-Charged", a.header.Get("X-Credits-Charged")) })},
		row{name: "price with noughts", fault: passed(func(a *answer) {
			s := a.header.Get("X-Credits-Charged")
			if !strings.Contains(s, ".") {
				s += "."
			}
			a.header.Set("X-Credits-Charged", " 0"+s+"000 ")
		})},
		row{name: "no request id", fault: header("X-Request-Id"), paid: want{unnamed: true}},
		row{name: "no limits", fault: passed(func(a *answer) {
			for name := range a.header {
				if strings.HasPrefix(name, "Ratelimit-") {
					delete(a.header, name)
				}
			}
		})},
		row{name: "only sizes missing", fault: passed(func(a *answer) {
			a.header.Del("RateLimit-Limit-Minute")
			a.header.Del("RateLimit-Limit-Hour")
		})},
		row{name: "limits twice", fault: passed(func(a *answer) {
			for name, values := range a.header {
				if strings.HasPrefix(name, "Ratelimit-") {
					a.header[name] = append(values, values[0])
				}
			}
		})},
		row{name: "limits that differ", fault: passed(func(a *answer) {
			for name, values := range a.header {
				if strings.HasPrefix(name, "Ratelimit-") {
					a.header[name] = append(values, "0")
				}
			}
		})},
		row{name: "another status of success", fault: passed(func(a *answer) { a.status = 203 })},
		row{name: "early hints", fault: fault{serve: func(p *proxy, w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusEarlyHints)
			p.forward(r).write(w)
		}}},
		row{name: "unknown headers and keys", fault: passed(func(a *answer) {
			a.header.Set("X-New", "1")
			a.body = bytes.Replace(a.body, []byte("{"), []byte(`{"new":[{}],`), 1)
		})},
	)
	run(t, rows)
}

// TestAbsurdPrice: one mistaken header does not make an endpoint too dear to be
// asked again.
func TestAbsurdPrice(t *testing.T) {
	t.Parallel()
	for _, k := range targets() {
		if k.gratis || k.parts > 0 {
			continue
		}
		r := newRig(t)
		r.proxy.harms(0, 1, header("X-Credits-Charged", "5000000"))
		if _, receipt, err := k.call(t.Context(), r); err != nil || receipt.Charged != 5000000*api.Credit {
			t.Fatalf("%s: %+v, %v", k.name, receipt, err)
		}
		_, receipt, err := k.call(t.Context(), r, client.Refresh())
		if err != nil || receipt.Charged != k.cost || r.proxy.seen() != 2 {
			t.Errorf("%s: %s after %d requests, %v", k.name, receipt.Charged, r.proxy.seen(), err)
		}
	}
}

// charged is a failure that came after the price was told.
func charged(k client.Kind) want {
	return want{kind: k, outcome: client.OutcomeCharged, real: true}
}

func TestBodies(t *testing.T) {
	again := &want{kind: client.KindTruncated, tries: 2}
	wrong, cut := charged(client.KindMalformed), charged(client.KindTruncated)
	padded := func(b []byte) []byte { return append(b, bytes.Repeat([]byte(" "), 1<<20)...) }
	run(t, []row{
		{name: "cut off", fault: body(func(b []byte) []byte { return b[:len(b)/2] }), paid: cut, others: again},
		{name: "empty", fault: put(""), paid: cut, others: again},
		{name: "wrong types", fault: put(`{"data":"yes","has_more":1}`), paid: wrong},
		{name: "wrong type inside", fault: put(`{"data":[{"creator":7,"id":[]}],"id":7}`), paid: wrong},
		{name: "no data", fault: put(`{"items":[]}`), paid: wrong},
		{name: "no object", fault: put(`"hello"`), paid: wrong},
		{name: "garbage after it", fault: body(func(b []byte) []byte { return append(b, "<!-- cached -->"...) }), paid: wrong},
		{name: "garbage before it", fault: body(func(b []byte) []byte { return append([]byte(")]}',\n"), b...) }), paid: wrong},
		{name: "not JSON", fault: put("\x00\x01\x02"), paid: wrong},
		{name: "larger than allowed", fault: body(padded), paid: charged(client.KindTooLarge)},
		{name: "larger, in chunks", fault: passed(func(a *answer) { a.body, a.length = padded(a.body), -1 }), paid: charged(client.KindTooLarge)},
		{name: "a part, and said so", fault: passed(func(a *answer) { a.status, a.body = 206, a.body[:len(a.body)/2] }), paid: cut, others: again},
		{name: "no content", fault: passed(func(a *answer) {
			a.status, a.body = 204, nil
			a.header.Del("Content-Type")
		}), paid: charged(client.KindContentType)},
		{name: "white space around it", fault: body(func(b []byte) []byte { return append([]byte("\r\n \t"), append(b, "\n\n"...)...) })},
		{name: "web page", fault: header("Content-Type", "text/html"), paid: charged(client.KindHTML)},
		{name: "text", fault: header("Content-Type", "text/plain"), paid: charged(client.KindContentType)},
		{name: "no type", fault: header("Content-Type", ""), paid: charged(client.KindContentType)},
		{name: "other JSON", fault: header("Content-Type", "application/problem+json; charset=utf-8")},
		{name: "no price and no data", fault: passed(func(a *answer) {
			a.header.Del("X-Credits-Charged")
			a.body = []byte(`{}`)
		}), paid: want{kind: client.KindMalformed, outcome: client.OutcomeUnknown, real: true}},
		{name: "page in place of the answer", fault: passed(func(a *answer) {
			a.status, a.header, a.body = 502, nil, []byte("<h1>Bad gateway</h1>")
		}), paid: want{kind: client.KindHTML, unnamed: true, outcome: client.OutcomeUnknown, real: true}},
	})
}

// TestNullData: a single value that is null is none; a list that is null is
// empty.
func TestNullData(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.search(t)
	r.proxy.harms(0, 2, put(`{"data":null}`))
	_, receipt, err := r.client.Creator(t.Context(), house.people[0], false)
	if e := failed(t, err); e.Kind != client.KindMalformed || receipt.Outcome != client.OutcomeCharged || receipt.Charged != sum(r.charged(t)) {
		t.Errorf("%v, %+v", err, receipt)
	}
	if page, _, err := r.client.SearchPage(t.Context(), r.session, ""); err != nil || len(page.Data) != 0 {
		t.Errorf("%d results, %v", len(page.Data), err)
	}
}

func zipped(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

func TestCompressedBodies(t *testing.T) {
	coded := func(coding string, change func([]byte) []byte) fault {
		return passed(func(a *answer) {
			a.header.Set("Content-Encoding", coding)
			a.body = change(a.body)
		})
	}
	again := &want{kind: client.KindTruncated, tries: 2}
	run(t, []row{
		{name: "gzip", fault: coded("gzip", zipped)},
		{name: "gzip not said", fault: body(zipped), paid: charged(client.KindMalformed)},
		{name: "gzip that is none", fault: coded("gzip", func(b []byte) []byte { return b }), paid: charged(client.KindTruncated), others: again},
		{name: "half of it", fault: coded("gzip", func(b []byte) []byte { z := zipped(b); return z[:len(z)/2] }), paid: charged(client.KindTruncated), others: again},
		{name: "unpacks to too much", fault: coded("gzip", func(b []byte) []byte { return zipped(append(b, bytes.Repeat([]byte(" "), 1<<20)...)) }), paid: charged(client.KindTooLarge)},
		{name: "coding not asked for", fault: coded("br", zipped), paid: charged(client.KindMalformed)},
	})
}

package proxytest_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"testing"

	"greenroom/client"
)

// wire is an answer as it is written, with its length.
func (a answer) wire() []byte {
	var b bytes.Buffer
	_, _ = fmt.Fprintf(&b, "HTTP/1.1 %d OK\r\nContent-Length: %d\r\n", a.status, len(a.body))
	_ = a.header.Write(&b)
	b.WriteString("\r\n")
	b.Write(a.body)
	return b.Bytes()
}

func nothing(answer) []byte { return nil }

func halfHeader(a answer) []byte {
	w := a.wire()
	return w[:bytes.Index(w, []byte("\r\n\r\n"))/2]
}

func halfBody(a answer) []byte {
	w := a.wire()
	return w[:len(w)-len(a.body)/2]
}

func noBody(a answer) []byte {
	w := a.wire()
	return w[:len(w)-len(a.body)]
}

// chunks is half a body of which no length is known.
func chunks(a answer) []byte {
	var b bytes.Buffer
	_, _ = fmt.Fprintf(&b, "HTTP/1.1 %d OK\r\nTransfer-Encoding: chunked\r\n", a.status)
	_ = a.header.Write(&b)
	_, _ = fmt.Fprintf(&b, "\r\n%x\r\n", len(a.body))
	b.Write(a.body[:len(a.body)/2])
	return b.Bytes()
}

func TestConnections(t *testing.T) {
	unknown := func(k client.Kind, real bool) want {
		return want{kind: k, unnamed: true, outcome: client.OutcomeUnknown, real: real}
	}
	once := func(k client.Kind) *want { return &want{kind: k, unnamed: true} }
	twice := func(k client.Kind, unnamed bool) *want { return &want{kind: k, unnamed: unnamed, tries: 2} }
	cut := want{kind: client.KindTruncated, outcome: client.OutcomeCharged, real: true}
	lost, unreachable, truncated := client.KindLost, client.KindUnreachable, client.KindTruncated
	run(t, []row{
		{name: "refused", fault: fault{refuse: true}, paid: want{kind: unreachable, unnamed: true}, others: twice(unreachable, true)},
		{name: "refused once", fault: fault{refuse: true}, times: 1, paid: want{kind: unreachable, unnamed: true}, others: &want{tries: 2}},
		{name: "reset before reading", fault: fault{reset: true}, paid: unknown(lost, false), others: twice(lost, true)},
		{name: "reset before reading, once", fault: fault{reset: true}, times: 1, paid: unknown(lost, false), others: &want{tries: 2}},
		{name: "cut before the work", fault: breaks(false, nothing), paid: unknown(lost, false), others: twice(lost, true)},
		{name: "answer lost", fault: breaks(true, nothing), paid: unknown(lost, true), others: twice(lost, true)},
		{name: "answer lost once", fault: breaks(true, nothing), times: 1, paid: unknown(lost, true), others: &want{tries: 2}},
		{name: "half a header", fault: breaks(true, halfHeader), paid: unknown(lost, true), others: twice(lost, true)},
		{name: "no HTTP", fault: breaks(true, func(answer) []byte { return []byte("220 mail ready\r\n") }), paid: unknown(lost, true), others: twice(lost, true)},
		{name: "two lengths", fault: breaks(true, func(a answer) []byte {
			return bytes.Replace(a.wire(), []byte("\r\n"), []byte("\r\nContent-Length: 7\r\n"), 1)
		}), paid: unknown(lost, true), others: twice(lost, true)},
		{name: "header only", fault: breaks(true, noBody), paid: cut, others: twice(truncated, false)},
		{name: "half a body", fault: breaks(true, halfBody), paid: cut, others: twice(truncated, false)},
		{name: "half a body once", fault: breaks(true, halfBody), times: 1, paid: cut, others: &want{tries: 2}},
		{name: "half a body in chunks", fault: breaks(true, chunks), paid: cut, others: twice(truncated, false)},
		{name: "half a body, no price", fault: breaks(true, func(a answer) []byte {
			a.header.Del("X-Credits-Charged")
			return halfBody(a)
		}), paid: want{kind: truncated, outcome: client.OutcomeUnknown, real: true}, others: twice(truncated, false)},
		{name: "late before the work", fault: stalls(false, false), leaves: context.DeadlineExceeded, paid: unknown(client.KindTimeout, false), others: once(client.KindTimeout)},
		{name: "late, then the work", fault: stalls(false, true), leaves: context.DeadlineExceeded, paid: unknown(client.KindTimeout, true), others: once(client.KindTimeout)},
		{name: "late after the work", fault: stalls(true, false), leaves: context.DeadlineExceeded, paid: unknown(client.KindTimeout, true), others: once(client.KindTimeout)},
		{name: "given up before the work", fault: stalls(false, false), leaves: context.Canceled, paid: unknown(client.KindCancelled, false), others: once(client.KindCancelled)},
		{name: "given up after the work", fault: stalls(true, false), leaves: context.Canceled, paid: unknown(client.KindCancelled, true), others: once(client.KindCancelled)},
		{name: "time-out of the transport", fault: stalls(false, false), change: impatient, paid: unknown(client.KindTimeout, false), others: once(client.KindTimeout)},
		{name: "time-out of the transport after the work", fault: stalls(true, false), change: impatient, paid: unknown(client.KindTimeout, true), others: once(client.KindTimeout)},
		{name: "body stalls", fault: drips(), leaves: context.DeadlineExceeded, paid: want{kind: client.KindTimeout, outcome: client.OutcomeCharged, real: true}},
	})
}

// stalls never answers: the caller leaves before or after the service does the
// work, or before work that is done all the same.
func stalls(before, later bool) fault {
	return fault{serve: func(p *proxy, _ http.ResponseWriter, r *http.Request) {
		if before {
			p.forward(r)
		}
		p.gone(r)
		if later {
			p.forward(r)
		}
	}}
}

// drips sends half a body and then nothing.
func drips() fault {
	return fault{serve: func(p *proxy, w http.ResponseWriter, r *http.Request) {
		select {
		case <-p.heard: // the answer before this one
		default:
		}
		a := p.forward(r)
		a.length, a.body = len(a.body), a.body[:len(a.body)/2]
		a.write(w)
		_ = http.NewResponseController(w).Flush()
		<-p.heard
		p.gone(r)
	}}
}

// impatient is a transport that waits for an answer until the proxy says that it
// was too long.
func impatient(cfg *client.Config) { cfg.HTTP.Transport.(*ears).late = true }

// TestKeptConnectionIsReset: a connection that was used before breaks. The
// transport would send a GET again by itself.
func TestKeptConnectionIsReset(t *testing.T) {
	t.Parallel()
	for _, k := range targets() {
		r := newRig(t, func(cfg *client.Config) { cfg.HTTP.Transport.(*ears).DisableKeepAlives = false })
		r.search(t)
		if _, _, err := r.client.Health(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.proxy.harms(k.parts, 1, fault{reset: true})
		_, _, err := k.call(t.Context(), r)
		if k.gratis {
			if err != nil || r.proxy.seen() != 3 {
				t.Errorf("%s: %d requests, %v", k.name, r.proxy.seen(), err)
			}
			continue
		}
		if e := failed(t, err); e.Kind != client.KindLost || e.Outcome != client.OutcomeUnknown || r.proxy.seen() != k.parts+2 || sum(r.charged(t)) != k.before {
			t.Errorf("%s: %v after %d requests, charged %s", k.name, err, r.proxy.seen(), sum(r.charged(t)))
		}
	}
}

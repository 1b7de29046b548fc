package httpapi_test

import (
	"fmt"
	"net/http"
	"time"

	"greenroom/api"
)

// asked is a request, and what it has to be answered with. code and param are
// those of a failure.
type asked struct {
	method, path, body string
	status             int
	code               api.Code
	param, charged     string
}

// askedFor also says what a charge has to be for.
type askedFor struct {
	asked
	features string
}

// asks sends requests in their order, each with a whole minute's budget.
func (h *house) asks(rows []asked) {
	h.t.Helper()
	for _, c := range rows {
		h.ask(c)
	}
}

func (h *house) asksFor(rows []askedFor) {
	h.t.Helper()
	for _, c := range rows {
		r := h.ask(c.asked)
		if got := r.header.Get(api.HeaderFeatures); r.status == http.StatusOK && c.charged != "0" && got != c.features {
			h.t.Errorf("%s: features %q, want %q", c, got, c.features)
		}
	}
}

func (c asked) String() string { return fmt.Sprintf("%s %.80s %.80s", c.method, c.path, c.body) }

func (h *house) ask(c asked) reply {
	h.t.Helper()
	h.clock.advance(time.Minute)
	r := h.do(c.method, c.path, c.body, h.key)
	if r.status != c.status {
		h.t.Errorf("%s: status %d, want %d: %.300s", c, r.status, c.status, r.body)
		return r
	}
	if got := r.header.Get(api.HeaderCharged); got != c.charged {
		h.t.Errorf("%s: charged %q, want %q", c, got, c.charged)
	}
	checkID(h.t, c.String(), r)
	if r.status < 400 || c.method == http.MethodHead {
		return r
	}
	e := r.failure(h.t)
	if e.Code != c.code || e.Param != c.param || e.StatusCode != c.status || e.RequestID != r.header.Get(api.HeaderRequestID) || e.Message == "" {
		h.t.Errorf("%s: got %+v, want code %s, param %q", c, e, c.code, c.param)
	}
	return r
}

package httpapi

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"greenroom/service/httpapi/openapi"
)

// documents are pages about the service itself. They are made when the first
// of them is asked for, and never again.
type documents struct {
	once        sync.Once
	config      openapi.Config
	description document
	compact     document // what can be paid for
	manual      document
	err         error
}

// document is a page that is sent as it is. It may be kept for as long as its
// ETag holds.
type document struct {
	media string
	etag  string
	body  []byte
}

func newDocument(media string, body []byte) document {
	sum := sha256.Sum256(body)
	return document{media: media, etag: `"` + hex.EncodeToString(sum[:8]) + `"`, body: body}
}

func (d *documents) make() {
	described := openapi.Build(d.config)
	if d.config.Paying != nil {
		short, err := encode(openapi.Compact(described))
		if err != nil {
			d.err = err
			return
		}
		d.compact = newDocument("application/json", short)
	}
	body, err := encode(described)
	if err != nil {
		d.err = err
		return
	}
	d.description = newDocument("application/json", body)
	if body, d.err = openapi.Page(described); d.err == nil {
		d.manual = newDocument("text/html; charset=utf-8", body)
	}
}

// send answers with a document, or says that the caller has it.
func (c *call) send() error {
	c.documents.once.Do(c.documents.make)
	if c.documents.err != nil {
		return c.documents.err
	}
	d, h := c.route.page(c.documents), c.w.Header()
	h.Set("ETag", d.etag)
	h.Set("Cache-Control", "public, max-age=300")
	h.Set("X-Content-Type-Options", "nosniff")
	c.ended.Status = http.StatusOK
	if has(c.r.Header.Values("If-None-Match"), d.etag) {
		c.ended.Status = http.StatusNotModified
		c.w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Type", d.media)
	h.Set("Content-Length", strconv.Itoa(len(d.body)))
	if strings.HasPrefix(d.media, "text/html") {
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	}
	_, _ = c.w.Write(d.body) // a caller who has gone is not told
	return nil
}

func has(values []string, etag string) bool {
	for tag := range strings.SplitSeq(strings.Join(values, ","), ",") {
		if tag = strings.TrimSpace(tag); tag == "*" || strings.TrimPrefix(tag, "W/") == etag {
			return true
		}
	}
	return false
}

var wildcards = regexp.MustCompile(`\{(\w+)\}`)

// described is a route as the description takes it, without what its path holds.
func (r *Route) described() openapi.Endpoint {
	return openapi.Endpoint{Method: r.Method, Path: r.Pattern, Operation: r.Operation, Permission: r.permission(), Query: r.Params, Doc: r.Doc, Paged: r.paged}
}

// endpoints is the route table as the description takes it.
func endpoints(routes []Route) []openapi.Endpoint {
	out := make([]openapi.Endpoint, len(routes))
	for i, r := range routes {
		out[i] = r.described()
		for _, found := range wildcards.FindAllStringSubmatch(r.Pattern, -1) {
			p := pathParams[found[1]]
			p.Name = found[1]
			out[i].Wildcards = append(out[i].Wildcards, p)
		}
	}
	return out
}

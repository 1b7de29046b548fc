package httpapi

import (
	"crypto/rand"
	"encoding/binary"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"greenroom/service"
)

// query is the parameters that a route knows, each given at most once.
type query map[string]string

// readQuery reads the parameters of a route, each of the type that it has. Others are
// refused, as are values that are empty.
func (r *Route) readQuery(raw string) (query, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, service.Invalid("", "The query string cannot be read: a parameter is badly escaped.")
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !r.shared && !slices.ContainsFunc(r.Params, func(p Param) bool { return p.Name == name }) {
			return nil, service.Invalid(name, "This request has no such parameter. Check how it is written.")
		}
	}
	q := query{}
	for _, p := range r.Params {
		given := values[p.Name]
		switch {
		case len(given) > 1:
			return nil, service.Invalid(p.Name, p.Name+" is given more than once.")
		case len(given) == 0 && p.Required:
			return nil, service.Invalid(p.Name, p.Name+" is missing.")
		case len(given) == 0:
			continue
		case given[0] == "":
			return nil, service.Invalid(p.Name, p.Name+" is empty. Give it a value, or leave it out.")
		case !utf8.ValidString(given[0]) || strings.Contains(given[0], nul):
			return nil, service.Invalid(p.Name, p.Name+" is not valid UTF-8, or contains a NUL character.")
		case p.Enum != nil && !slices.Contains(p.Enum, given[0]):
			return nil, service.Invalid(p.Name, p.Name+" must be one of "+strings.Join(p.Enum, ", ")+".")
		}
		q[p.Name] = given[0]
	}
	for _, p := range r.Params {
		v, given := q[p.Name]
		switch {
		case !given:
		case p.Limits.Type == "integer" && !isInteger(v):
			return nil, service.Invalid(p.Name, p.Name+" must be a whole number.")
		case p.Limits.Type == "boolean" && v != "true" && v != "false":
			return nil, service.Invalid(p.Name, p.Name+" must be true or false.")
		}
	}
	return q, nil
}

// isInteger reports whether s is a whole number of 32 bits without a plus sign.
func isInteger(s string) bool {
	_, err := strconv.ParseInt(s, 10, 32)
	return err == nil && s[0] != '+'
}

func (q query) text(name string) *string { return textAs[string](q, name) }

func (q query) number(name string) *int {
	v, given := q[name]
	if !given {
		return nil
	}
	n, _ := strconv.Atoi(v) // readQuery has checked it
	return &n
}

// flag is true or false, which it is where it was not given.
func (q query) flag(name string) bool { return q[name] == "true" }

func textAs[T ~string](q query, name string) *T {
	v, ok := q[name]
	if !ok {
		return nil
	}
	return new(T(v))
}

func (s *server) address(r *http.Request) string { return Address(r, s.config.TrustedProxies) }

// Address returns the address a request comes from: the other end of the connection, or,
// where that is a trusted proxy, the last address before the trusted ones that it says it
// forwards for. Guesses are counted by it: one machine has a /64 of IPv6 to itself, so
// only that part of such an address is returned.
func Address(r *http.Request, proxies []netip.Prefix) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && trusted(host, proxies); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		host = hop.Unmap().String()
	}
	return network(host)
}

// network is an address of IPv4 as it is, and of one of IPv6 its /64.
func network(host string) string {
	a, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	if a = a.Unmap(); a.Is6() {
		a = netip.PrefixFrom(a.WithZone(""), 64).Masked().Addr()
	}
	return a.String()
}

func trusted(host string, proxies []netip.Prefix) bool {
	a, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(a.Unmap()) })
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// newRequestID names a request: req_ and 26 characters, 48 bits of time in
// milliseconds and 80 random ones, so that ids sort by time.
func newRequestID(at time.Time) string {
	var b [18]byte // two spare bytes in front, to cut five bits at a time
	binary.BigEndian.PutUint64(b[:8], uint64(at.UnixMilli())<<16>>16)
	_, _ = rand.Read(b[8:]) // never fails
	out := []byte("req_00000000000000000000000000")
	// 128 bits in 26 characters: the first one carries three.
	high, low := binary.BigEndian.Uint64(b[2:10]), binary.BigEndian.Uint64(b[10:18])
	for i := len(out) - 1; i >= 4; i-- {
		out[i] = crockford[low&31]
		low = low>>5 | high<<59
		high >>= 5
	}
	return string(out)
}

package httpapi

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

func (s *server) address(r *http.Request) string { return Address(r, s.config.TrustedProxies) }

// Address is where a request comes from: the other end of the connection, or,
// where that is a trusted proxy, the last address before the trusted ones that
// it says it forwards for.
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
	return host
}

func trusted(host string, proxies []netip.Prefix) bool {
	a, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, p := range proxies {
		if p.Contains(a.Unmap()) {
			return true
		}
	}
	return false
}

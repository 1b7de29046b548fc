package httpapi

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// address is where a request comes from: the other end of the connection, or,
// where that is a trusted proxy, the last address before the trusted ones that
// it says it forwards for.
func (s *server) address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && s.trusted(host); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		host = hop.Unmap().String()
	}
	return host
}

func (s *server) trusted(host string) bool {
	a, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, p := range s.config.TrustedProxies {
		if p.Contains(a.Unmap()) {
			return true
		}
	}
	return false
}

package signin

import (
	"net"
	"net/url"
	"slices"
	"strings"
)

// Client is a program that may ask for tokens. All are public: none has a secret
// that it could keep.
type Client struct {
	ID        string
	Name      string   // for people
	Redirects []string // where answers may be sent to; the port of a loopback address is free
	Device    bool     // it may use the device grant
}

// CLI is the id of the client that greenroom itself is.
const CLI = "greenroom-cli"

// ownClients are those that every server knows.
func ownClients() []Client {
	return []Client{{ID: CLI, Name: "Greenroom", Device: true,
		Redirects: []string{"http://127.0.0.1/callback", "http://[::1]/callback"}}}
}

func (s *Server) client(id string) (Client, error) {
	i := slices.IndexFunc(s.clients, func(c Client) bool { return c.ID == id })
	if i < 0 {
		return Client{}, fail(InvalidClient, "This client is unknown.")
	}
	return s.clients[i], nil
}

// redirects reports whether answers may be sent to an address: one of those that
// are registered, letter for letter, but for the port of a loopback address.
func (c Client) redirects(to string) bool {
	if slices.Contains(c.Redirects, to) {
		return true
	}
	u, err := url.Parse(to)
	if err != nil || u.String() != to || u.Port() == "" { // another way to write an address is another address
		return false
	}
	if ip := net.ParseIP(u.Hostname()); ip == nil || !ip.IsLoopback() {
		return false
	}
	portless := *u
	if portless.Host = u.Hostname(); strings.Contains(portless.Host, ":") {
		portless.Host = "[" + portless.Host + "]"
	}
	return slices.Contains(c.Redirects, portless.String())
}

package signin

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"greenroom/service"
)

// Client is a program that may ask for tokens. All are public: none has a secret
// that it could keep.
type Client struct {
	ID        string
	Name      string   // for people
	Redirects []string // where answers may be sent to; the port of a loopback address is free
	Device    bool     // it may use the device grant
	// Stranger has registered itself: its name is what it says.
	Stranger bool
}

// CLI is the id of the client that greenroom itself is.
const CLI = "greenroom-cli"

// ownClients are those that every server knows.
func ownClients() []Client {
	return []Client{{ID: CLI, Name: "Greenroom", Device: true,
		Redirects: []string{"http://127.0.0.1/callback", "http://[::1]/callback"}}}
}

// client is one of our own, or one that registered itself where that is let.
func (s *Server) client(ctx context.Context, id string) (Client, error) {
	i := slices.IndexFunc(s.clients, func(c Client) bool { return c.ID == id })
	if i >= 0 {
		return s.clients[i], nil
	}
	err := service.ErrNotFound
	var c service.Client
	if s.config.Register {
		c, err = s.store.Client(ctx, id, s.now())
	}
	if isMissing(err) {
		return Client{}, fail(InvalidClient, "This client is unknown.")
	}
	return Client{ID: c.ID, Name: c.Name, Redirects: c.Redirects, Stranger: true}, err
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
	return isLoopback(u.Hostname()) && slices.Contains(c.Redirects, portless(to))
}

// portless is an address of loopback without its port, any other as it is.
func portless(to string) string {
	u, err := url.Parse(to)
	if err != nil || !isLoopback(u.Hostname()) || u.Scheme != "http" {
		return to
	}
	if u.Host = u.Hostname(); strings.Contains(u.Host, ":") {
		u.Host = "[" + u.Host + "]"
	}
	return u.String()
}

package config

import (
	"net/url"
	"strings"
)

// shareDayCap holds the connection to the lowest cap of a day that any connection to
// the same service and key has: the cap is for an account, whatever name it is
// reached by. A file of connections that cannot be read sets none.
func (s *Settings) shareDayCap(in Input) {
	own := &s.Connection.Value
	if own.IsBuiltIn() {
		return
	}
	list, _ := LoadConnections(in.Folders.Config)
	for _, c := range list.All {
		if day := c.Caps.Day; day != nil && (own.Caps.Day == nil || *day < *own.Caps.Day) && own.mayBe(c, in.Getenv) {
			own.Caps.Day = day
		}
	}
}

// mayBe says whether two connections may be to the same account: they have one
// address, and their keys are not known to differ.
func (c Connection) mayBe(other Connection, getenv func(string) string) bool {
	if address(c.URL) != address(other.URL) {
		return false
	}
	key, known := c.Key.atHand(getenv)
	otherKey, otherKnown := other.Key.atHand(getenv)
	return !known || !otherKnown || key == otherKey
}

// atHand is a key that can be read without asking anybody for it.
func (s KeySource) atHand(getenv func(string) string) (string, bool) {
	switch s.Kind {
	case KeyEnv:
		key := strings.TrimSpace(getenv(s.env))
		return key, key != ""
	case KeyPlain:
		return s.plain, true
	}
	return "", false
}

// address normalises a base address, so that one service is always written alike.
func address(base string) string {
	u, err := url.Parse(strings.TrimSpace(base))
	if err != nil {
		return base
	}
	host := strings.ToLower(u.Host)
	switch {
	case u.Scheme == "https":
		host = strings.TrimSuffix(host, ":443")
	case u.Scheme == "http":
		host = strings.TrimSuffix(host, ":80")
	}
	return u.Scheme + "://" + host + strings.TrimSuffix(strings.TrimRight(u.Path, "/"), "/v1")
}

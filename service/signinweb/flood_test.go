package signinweb_test

import (
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"testing"

	"greenroom/service/boot"
)

// behindProxy lets browsers say which address they come from.
func behindProxy(c *boot.Config) {
	c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
}

// atOnce sends a wrong form 999 times at once and the right one as soon as the first is
// refused for being too many, while others still wait. It returns how many of the wrong
// ones were tried, and what was answered to the right one.
func (b *browser) atOnce(path string, wrong, right url.Values) (tried int, last reply) {
	b.Helper()
	csrf := b.load(path).fields()["csrf"]
	wrong["csrf"], right["csrf"] = csrf, csrf
	var all sync.WaitGroup
	statuses, first := make(chan int, 999), make(chan struct{})
	refused := sync.OnceFunc(func() { close(first) })
	for range cap(statuses) {
		all.Go(func() {
			status := b.send(path, wrong).StatusCode
			if statuses <- status; status == http.StatusTooManyRequests {
				refused()
			}
		})
	}
	go func() { all.Wait(); refused() }()
	<-first
	last = b.send(path, right)
	all.Wait()
	close(statuses)
	others := 0
	for status := range statuses {
		switch status {
		case http.StatusUnprocessableEntity:
			tried++
		case http.StatusTooManyRequests:
		default:
			others++
		}
	}
	if others > 0 {
		b.Errorf("%d wrong ones have other answers", others)
	}
	return tried, last
}

// A thousand sign-ins at once from one address are ten guesses and no more, and the
// right one that comes last opens nothing; who knows the password and is elsewhere
// comes in meanwhile and after.
func TestAThousandSignInsAtOnce(t *testing.T) {
	s := openSite(t, behindProxy)
	s.browser().arrive("mia")
	thief, mia, other := s.browser(), s.browser(), s.browser()
	thief.from, mia.from, other.from = "203.0.113.9", "198.51.100.7", "192.0.2.33"
	arrived := make(chan int)
	go func() { arrived <- mia.signInAs("mia", password).StatusCode }()
	tried, last := thief.atOnce("/sign-in", url.Values{"name": {"mia"}, "password": {"wrong horse battery"}}, url.Values{"name": {"mia"}, "password": {password}})
	if tried != 10 || last.StatusCode != http.StatusTooManyRequests || thief.signedIn() {
		t.Errorf("%d of 999 wrong ones were tried, the right one is answered %d", tried, last.StatusCode)
	}
	if status := <-arrived; status != http.StatusSeeOther || !mia.signedIn() {
		t.Errorf("from another address meanwhile: %d", status)
	}
	if in := other.signInAs("mia", password); in.StatusCode != http.StatusSeeOther {
		t.Errorf("from a third address, after: %d", in.StatusCode)
	}
}

// So it is with the codes of devices.
func TestAThousandCodesAtOnce(t *testing.T) {
	s := openSite(t, behindProxy)
	b := s.browser()
	b.arrive("mia")
	b.from = "203.0.113.9"
	tried, last := b.atOnce("/device", url.Values{"user_code": {"BBBB-BBBB"}}, url.Values{"user_code": {s.newDevice()["user_code"].(string)}})
	if tried != 10 || last.StatusCode != http.StatusTooManyRequests {
		t.Errorf("%d of 999 wrong codes were tried, the right one is answered %d", tried, last.StatusCode)
	}
}

package proxytest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
)

const callHeader = "X-Test-Call"

type callNumber struct{}

// fate records the result of one call.
type fate struct {
	key      string        // its idempotency key, which a later call for the same may go on with
	charges  []api.Credits // by the service
	attempts uint64
	leave    context.CancelFunc
}

// crowd watches many calls at once: what the client writes down of each, and
// what the service charges for it.
type crowd struct {
	client.Memory
	under http.RoundTripper
	seed  uint64

	mu    sync.Mutex
	fates map[int]*fate
	rows  map[string]map[string]bool // of the journal, by idempotency key
	ends  int
	kept  map[string]int // questions, and the end that answered each last
}

func number(ctx context.Context) int { n, _ := ctx.Value(callNumber{}).(int); return n }

// of is the fate of a call while it is looked at.
func (c *crowd) of(n int, look func(*fate)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fates[n] == nil {
		c.fates[n] = &fate{}
	}
	look(c.fates[n])
}

func (c *crowd) End(ctx context.Context, e client.Exchange, r client.Receipt, err error, a *client.Answer) error {
	c.mu.Lock()
	if c.ends++; a != nil && !a.Personal {
		for _, question := range append(a.Also, a.Key) {
			c.kept[question] = c.ends
		}
	}
	if key := e.Repeat.Key; key != "" {
		if c.rows[key] == nil {
			c.rows[key] = map[string]bool{}
		}
		c.rows[key][e.ID] = true
	}
	c.mu.Unlock()
	return c.Memory.End(ctx, e, r, err, a)
}

func (c *crowd) RoundTrip(r *http.Request) (*http.Response, error) {
	own := r.Clone(r.Context())
	c.of(number(r.Context()), func(f *fate) { f.key = r.Header.Get(api.HeaderIdempotencyKey) })
	own.Header.Set(callHeader, strconv.Itoa(number(r.Context())))
	return c.under.RoundTrip(own)
}

// choose picks what happens to a request: for the same seed the same to each
// attempt of each call.
func (c *crowd) choose(r *http.Request) fault {
	n, _ := strconv.Atoi(r.Header.Get(callHeader))
	var attempt uint64
	c.of(n, func(f *fate) { f.attempts++; attempt = f.attempts })
	dice := rand.New(rand.NewPCG(c.seed, uint64(n)<<8|attempt))
	faults := c.faults(n)
	if i := dice.IntN(2 * len(faults)); i < len(faults) {
		return faults[i]
	}
	return passes
}

func (c *crowd) faults(n int) []fault {
	walks := func(before, after bool) fault {
		return fault{serve: func(p *proxy, _ http.ResponseWriter, r *http.Request) {
			if before {
				p.forward(r)
			}
			c.of(n, func(f *fate) { f.leave() })
			<-r.Context().Done()
			if after {
				p.forward(r)
			}
		}}
	}
	return []fault{
		limited("Retry-After", "1"), limited("Retry-After", "300"), unavailable("", "Retry-After", "2"), unavailable(""),
		instead(503, "text/html", "<h1>503</h1>"), refused(402, api.CodePaymentRequired, ""), refused(502, api.CodeUpstreamBroken, ""),
		breaks(false, nothing), breaks(true, nothing), breaks(true, halfHeader), breaks(true, halfBody),
		header("X-Credits-Charged"), header("X-Credits-Charged", "1", "2"), header("X-Request-Id"), put(`{"data":{`), put(`{}`),
		passed(func(a *answer) { a.status, a.header, a.body = 502, nil, []byte("<h1>502</h1>") }),
		walks(false, false), walks(true, false), walks(false, true),
	}
}

// served books what the service charged for a request, whatever becomes of its
// answer.
func (c *crowd) served(r *http.Request, a answer) {
	n, _ := strconv.Atoi(r.Header.Get(callHeader))
	if cost, err := api.ParseCredits(a.header.Get(api.HeaderCharged)); err == nil && cost > 0 {
		c.of(n, func(f *fate) { f.charges = append(f.charges, cost) })
	}
}

// anyCall makes one of many calls; some ask what others asked.
func anyCall(ctx context.Context, r *rig, dice *rand.Rand, opts ...client.Option) (err error) {
	who, name := house.people[dice.IntN(10)], fmt.Sprintf("anna%d", dice.IntN(10))
	limit := 1 + dice.IntN(3)
	switch c := r.client; dice.IntN(14) {
	case 0:
		_, _, err = c.Creator(ctx, who, true, opts...)
	case 1:
		_, _, err = c.Search(ctx, api.SearchRequest{Query: "vegan food", Limit: &limit}, opts...)
	case 2:
		_, _, err = c.Match(ctx, creators(limit), api.Intent{Query: "vegan dinners"}, opts...)
	case 3:
		_, _, err = c.SearchPage(ctx, r.session, "", opts...)
	case 4:
		_, _, err = c.Autocomplete(ctx, client.AutocompleteParams{Q: name}, opts...)
	case 5:
		_, _, err = c.Posts(ctx, client.PostsParams{CreatorID: who, Limit: limit}, opts...)
	case 6:
		_, _, err = c.Profile(ctx, api.PhotoPlatform, name, api.ModeLite, opts...)
	case 7:
		_, _, err = c.LivePost(ctx, "C1-0", opts...)
	case 8:
		_, _, err = c.Creators(ctx, house.people[:limit], false, opts...)
	case 9:
		_, _, err = c.SafetyOfCreators(ctx, creators(limit), opts...)
	case 10:
		_, _, err = c.Emails(ctx, creators(limit), opts...)
	case 11:
		_, _, err = c.CreatorProfiles(ctx, who, api.ModeDetailed, opts...)
	case 12:
		_, _, err = c.ShortVideoProfile(ctx, name+"clips", opts...)
	case 13:
		_, _, err = c.VideoTranscript(ctx, "video000003", "", opts...)
	}
	return err
}

const (
	callers = 8
	each    = 25 // calls of one caller
)

func TestCrowds(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			c := &crowd{seed: seed, fates: map[int]*fate{}, rows: map[string]map[string]bool{}, kept: map[string]int{}}
			r := newRig(t, func(cfg *client.Config) {
				c.under, c.Memory = cfg.HTTP.Transport, cfg.Memory
				cfg.HTTP.Transport, cfg.Memory = c, c
			})
			r.search(t)
			r.proxy.choose, r.proxy.served = c.choose, c.served
			r.proxy.plan = func(n int) fault { return fault{reset: n%17 == int(seed)} }
			var all sync.WaitGroup
			for caller := range callers {
				all.Go(func() { c.calls(t, r, caller) })
			}
			all.Wait()
			if err := r.proxy.settled(0); err != nil {
				t.Fatal(err)
			}
			c.audit(t, r)
		})
	}
}

func (c *crowd) calls(t *testing.T, r *rig, caller int) {
	for i := range each {
		n := 1 + caller*each + i
		ctx, leave := context.WithCancel(context.WithValue(t.Context(), callNumber{}, n))
		c.of(n, func(f *fate) { f.leave = leave })
		dice := rand.New(rand.NewPCG(c.seed, uint64(n)))
		var opts []client.Option
		if dice.IntN(4) == 0 {
			opts = append(opts, client.Refresh())
		}
		if err := anyCall(ctx, r, dice, opts...); err != nil && failed(t, err).Message == "" {
			t.Errorf("call %d says nothing", n)
		}
		leave()
	}
}

// audit holds the journal against the ledger, key by key and as a whole, and the
// memory against what it was given.
func (c *crowd) audit(t *testing.T, r *rig) {
	journal := map[string]local.Entry{}
	for _, e := range r.entries(t) {
		journal[e.ID] = e
	}
	real := map[string]api.Credits{} // by key
	for n, f := range c.fates {
		if len(f.charges) > 1 {
			t.Errorf("call %d was charged %v", n, f.charges)
		}
		for _, cost := range f.charges {
			real[f.key] += cost
		}
	}
	var known, most api.Credits
	unknown := 0
	for key, rows := range c.rows {
		var told, atMost api.Credits
		for id := range rows {
			switch e := journal[id]; e.Outcome {
			case client.OutcomeCharged:
				told, atMost = told+e.Charged, atMost+e.Charged
			case client.OutcomeUnknown:
				unknown, atMost = unknown+1, atMost+e.High
			case client.OutcomeFree:
			default:
				t.Errorf("%s is %s", e.Endpoint, e.Outcome)
			}
		}
		if real[key] < told || real[key] > atMost {
			t.Errorf("the journal says %s to %s, charged %s: %v", told, atMost, real[key], rows)
		}
		known, most = known+told, most+atMost
		delete(real, key)
	}
	for key, cost := range real {
		t.Errorf("%s was charged under %s, and stands nowhere", cost, key)
	}
	if all := sum(r.charged(t)); all < known || all > most || unknown == 0 {
		t.Errorf("charged %s; the journal says %s to %s, %d unknown", all, known, most, unknown)
	}
	if spent, err := r.memory.Spent(t.Context(), r.memory.purse, start, time.Time{}); err != nil || spent != most {
		t.Errorf("spent is %s, want %s: %v", spent, most, err)
	}
	c.keptOnce(t, r)
}

// keptOnce: an answer is there as long as it is the last one to some question,
// and no longer. A search that was asked again leaves the session of the first.
func (c *crowd) keptOnce(t *testing.T, r *rig) {
	answers := map[int]bool{}
	for question, answer := range c.kept {
		answers[answer] = true
		if _, ok, err := r.memory.Recall(t.Context(), question); err != nil || !ok {
			t.Errorf("an answer that came is not kept: %v", err)
		}
	}
	stats, err := house.memory.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range stats.Services {
		if s.Service == r.account && (s.Answers != len(answers) || len(answers) == 0) {
			t.Errorf("%d answers are kept, want %d to %d questions", s.Answers, len(answers), len(c.kept))
		}
	}
}

package posted_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/client/posted"
)

// A post is paid for where it says so itself, and only there.
func TestWhatSaysThatItIsPaid(t *testing.T) {
	for words, want := range map[string]bool{
		"Anzeige | Haferkind hat mir das geschickt.": true, "Werbung: neu im Regal": true, "🔥 Ad – my new pan": true, "Publi. Mi aceite favorito": true,
		"Soup. #ad": true, "Soup #Anzeige @haferkind": true, "In paid partnership with @oatly": true, "협찬 받은 팬 #광고": true, "Danke! Gesponsert von @pfanne": true,
		"Ad hoc soup for six": false, "Werbung ist überall, ich mag sie nicht": false, "#adventure in the hills": false, "Keine Werbung, nur Suppe. #werbung": false,
		"not sponsored, I just like @oatly": false, "I advertise nothing": false, "": false, "Pub quiz tonight": false,
	} {
		if got := posted.Paid(words); got != want {
			t.Errorf("%q: %t", words, got)
		}
	}
}

// Brands of paid posts are counted, competitors first; an e-mail address names none, and a
// brand that nobody names has no name.
func TestBrandsAreCountedCompetitorsFirst(t *testing.T) {
	day := func(n int, words string) posted.Post {
		return posted.Post{Words: words, At: time.Date(2026, 5, n, 0, 0, 0, 0, time.UTC)}
	}
	got, paid := posted.Brands([]posted.Post{
		day(9, "Anzeige | neu @haferkind"), day(3, "Anzeige | schon wieder @haferkind. Und @oatly_de"), day(5, "Ad: I cook with Alpro"),
		day(4, "Werbung: write to me@shop.example"), day(8, "I love @oatly"), day(1, "Anzeige | @haferkind @haferkind"),
	}, []string{"Oatly", "Alpro", "Müller"})
	var said []string
	for _, b := range got {
		said = append(said, fmt.Sprintf("%s %t %d %s", b.Name, b.Rival, len(b.Posts), b.Posts[0].At.Format("2.1.")))
	}
	if want := "Oatly true 1 3.5.|Alpro true 1 5.5.|@haferkind false 3 9.5.| false 1 4.5."; strings.Join(said, "|") != want || paid != 5 {
		t.Errorf("%d: %s", paid, strings.Join(said, "|"))
	}
}

// network answers as a service does, and counts what it charges.
type network struct {
	posts   map[string][]time.Time // of a creator, the newest first
	flags   map[string][]api.Flag
	charged api.Credits
	asked   []string
}

func (n *network) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	answer, cost := n.answer(r)
	n.charged += cost
	n.asked = append(n.asked, r.URL.Path)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set(api.HeaderCharged, cost.String())
	_ = json.NewEncoder(w).Encode(answer)
	return w.Result(), nil
}

func (n *network) answer(r *http.Request) (any, api.Credits) {
	switch r.URL.Path {
	case "/v1/posts":
		all, at, limit := n.posts[r.URL.Query().Get("creator_id")], 0, 0
		fmt.Sscan(r.URL.Query().Get("cursor"), &at)
		fmt.Sscan(r.URL.Query().Get("limit"), &limit)
		p := api.Page[api.Post]{Data: []api.Post{}}
		for i := at; i < min(at+limit, len(all)); i++ {
			p.Data = append(p.Data, api.Post{ID: fmt.Sprint(i), Platform: api.PhotoPlatform, PlatformID: fmt.Sprint(i), PostedAt: all[i]})
		}
		if at+limit < len(all) {
			next := fmt.Sprint(at + limit)
			p.HasMore, p.NextCursor = true, &next
		}
		return p, api.Credits(50 * len(p.Data))
	case "/v1/brand-safety/creators":
		var body struct{ Creators []api.CreatorRef }
		_ = json.NewDecoder(r.Body).Decode(&body)
		found := api.Found[api.CreatorSafety, api.CreatorRef]{}
		for _, ref := range body.Creators {
			found.Data = append(found.Data, api.CreatorSafety{Input: ref, Safety: api.Safety{Flags: n.flags[*ref.CreatorID]}})
		}
		return found, api.Credits(2000 * len(body.Creators))
	}
	return api.Found[api.Profile, api.ProfileRef]{Data: []api.Profile{{ProfileSummary: api.ProfileSummary{Platform: api.PhotoPlatform, Username: "lena", Followers: new(int64(51_000))}}}}, 50
}

const lena, jule, kim = "7f3c0a52-9d1e-4b6a-8f00-000000000001", "7f3c0a52-9d1e-4b6a-8f00-000000000002", "7f3c0a52-9d1e-4b6a-8f00-000000000003"

func looked(t *testing.T, n *network, all []posted.Known) ([]posted.News, client.Receipt) {
	t.Helper()
	c, err := client.New(client.Config{BaseURL: "http://test", HTTP: &http.Client{Transport: n}, Key: func(context.Context) (string, error) { return "gr_test", nil },
		Sleep: func(context.Context, time.Duration) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	news, receipt, err := posted.Since(t.Context(), c, all)
	if err != nil {
		t.Fatal(err)
	}
	return news, receipt
}

// Only posts that are newer than the last one that was read come, page by page until one is
// known; safety is judged anew of those alone who posted and were judged; what is charged is
// at most what was said, and a creator who was never looked at gets a first look.
func TestOnlyWhatIsNewComes(t *testing.T) {
	noon := time.Date(2026, 5, 10, 12, 0, 0, 0, time.UTC)
	days := func(n int) (all []time.Time) {
		for i := range n {
			all = append(all, noon.AddDate(0, 0, -i))
		}
		return all
	}
	old, fresh := api.Flag{Type: "profanity", Evidence: []string{"damn"}}, api.Flag{Type: "alcohol", Evidence: []string{"a beer"}}
	n := &network{posts: map[string][]time.Time{lena: days(40), jule: days(3), kim: days(30)}, flags: map[string][]api.Flag{lena: {old, fresh}}}
	judged := plan.Facts{Safety: &api.Safety{Flags: []api.Flag{old}}}
	all := []posted.Known{
		{Member: plan.Member{Creator: lena, Platform: api.PhotoPlatform, Username: "lena", Seen: &api.ProfileSummary{Followers: new(int64(50_000))}}, Last: noon.AddDate(0, 0, -6), Facts: judged},
		{Member: plan.Member{Creator: jule, Platform: api.PhotoPlatform, Username: "jule"}, Last: noon, Facts: judged, Fresh: true},
		{Member: plan.Member{Creator: kim}, Facts: judged},
	}
	news, _ := looked(t, n, all)
	var got []string
	for _, one := range news {
		got = append(got, fmt.Sprintf("%d %t %d", len(one.Posts), one.More, len(one.Flags)))
	}
	if want := "6 false 1|0 false 0|10 true 0"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
	if news[0].Flags[0].Type != "alcohol" || *news[0].Profile.Followers != 51_000 || *news[0].Old().Followers != 50_000 {
		t.Errorf("%+v", news[0])
	}
	if judges := slices.DeleteFunc(slices.Clone(n.asked), func(p string) bool { return p != "/v1/brand-safety/creators" }); len(judges) != 1 {
		t.Errorf("asked %v", n.asked)
	}
	most := posted.Price(all, func(op api.Operation, n int) (low, high api.Credits) {
		return 0, api.PriceOf(op).PerItem * api.Credits(n)
	})
	if n.charged > most || n.charged != 50+10*50+3*50+10*50+2000 {
		t.Errorf("charged %s, at most %s were said", n.charged, most)
	}
}

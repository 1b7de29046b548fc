package share_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/client/share"
	"greenroom/internal/pipe"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/httpapi"
	"greenroom/service/rules"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// office is a real service that several homes use with one key.
type office struct {
	dir  string
	mu   sync.Mutex
	wire bytes.Buffer // all that went over it, both ways
	http *http.Client
	key  string
}

// RoundTrip writes down what goes and comes.
func (o *office) RoundTrip(r *http.Request) (*http.Response, error) {
	note := func(b io.ReadCloser) io.ReadCloser {
		if b == nil {
			return nil
		}
		raw, _ := io.ReadAll(b)
		o.mu.Lock()
		o.wire.Write(raw)
		o.mu.Unlock()
		return io.NopCloser(bytes.NewReader(raw))
	}
	r.Body = note(r.Body)
	a, err := o.http.Transport.RoundTrip(r)
	if err == nil {
		a.Body = note(a.Body)
	}
	return a, err
}

func opened(t *testing.T) *office {
	t.Helper()
	o := &office{dir: t.TempDir()}
	clock := func() time.Time { return noon }
	kept, err := sqlite.Open(t.Context(), store.Config{Path: filepath.Join(o.dir, "g.db"), Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	account := service.NewAccount("main", api.Tier1, noon)
	stored, plain := access.NewKey(account.ID, noon)
	if err := errors.Join(kept.CreateAccount(t.Context(), account), kept.CreateKey(t.Context(), stored)); err != nil {
		t.Fatal(err)
	}
	o.key = plain
	r := rules.New(rules.Config{Store: kept, Clock: clock, PlatformsAll: true})
	listener := pipe.New()
	server := &http.Server{Handler: httpapi.New(httpapi.Config{Service: r, Clock: clock})}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close(); r.Close(); _ = kept.Close() })
	o.http = &http.Client{Transport: &http.Transport{DialContext: listener.DialContext}}
	return o
}

func (o *office) client(t *testing.T) *client.Client {
	t.Helper()
	c, err := client.New(client.Config{BaseURL: "http://built-in", Clock: func() time.Time { return noon },
		Key: func(context.Context) (string, error) { return o.key, nil }, HTTP: &http.Client{Transport: o}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// bytes are all that the store's files and the wire hold.
func (o *office) bytes(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(o.dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	all := o.wire.String()
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all += string(raw)
	}
	return all
}

const lena, hugo = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"

// rich is a list with everything that a list can have.
func rich() (plan.List, map[string]plan.Facts) {
	n, rate, day := int64(48_200), 4.1, noon.Add(-90*24*time.Hour)
	l := plan.List{ID: "here", Name: "Oat drink", Brief: plan.Brief{Text: "An oat drink.", Query: "barista", Wishes: []string{"coffee"}, NoGos: []string{"dairy"},
		Rules: plan.Rules{Competitors: []string{"Oatly"}, Flags: new(2)}, Cleared: []plan.Ruling{{Words: []string{"wine"}, Reason: "a recipe", By: "Mia", At: day}}}, Members: []plan.Member{
		{Creator: lena, Name: "Lena Vogt", Platform: api.PhotoPlatform, Username: "lena", Verdict: plan.Yes, Reason: "Knows the shop", Note: "PRIVATE-NOTE", Price: "ASKED-PRICE", Place: "Berlin",
			Quotes:  []plan.Quote{{Words: "No butter", Source: "A talk", URL: "https://example.com/1", At: 134 * time.Second, Timed: true, Place: plan.Place{Platform: api.VideoPlatform, ID: "abcdefghijk"}, Pinned: day}},
			Rulings: []plan.Ruling{{Flag: "misc: wine", Reason: "fine", By: "Mia", At: day}}, Seen: &api.ProfileSummary{Platform: api.PhotoPlatform, Username: "lena", Followers: &n, DataUpdatedAt: &day}},
		{Creator: hugo, Name: "Hugo", Platform: api.PhotoPlatform, Username: "hugo", Verdict: plan.No, Reason: "REASON-OF-NO"},
		{Name: "@ida", Platform: api.VideoPlatform, Username: "ida", Reason: "write to someone@example.com"},
	}}
	facts := map[string]plan.Facts{lena: {
		Profile: &api.Profile{ProfileSummary: api.ProfileSummary{ID: lena, Platform: api.PhotoPlatform, Username: "lena", Followers: &n, EngagementRate: &rate, DataUpdatedAt: &day}, CreatorID: lena,
			Bio: new("mail: SECRET.NAME@example.org"), ExternalURLs: []string{}, ProfileDetails: &api.ProfileDetails{Metrics: api.ProfileMetrics{PostsPerWeek: new(2.5)}}},
		Safety:  &api.Safety{Rating: api.RatingB, Confidence: 0.8, Summary: "one flag", Flags: []api.Flag{{Type: api.FlagMisc, Severity: api.SeverityLow, Confidence: 0.5, Description: "wine", Evidence: []string{"wine"}, Examples: []string{"wine"}}}, Coverage: &api.Coverage{Texts: 2, Of: new(692), Judged: 2, Unread: []api.Unread{}}},
		Match:   &api.BriefMatch{Score: 0.88, Decision: api.DecisionGood, Reasons: []api.Reason{{Text: "Cooks", Provenance: api.FromPost, EvidenceQuote: new("No butter")}}},
		Against: l.Against(), Usual: &plan.Usual{Rate: 2.9, Of: 214}, Posted: &plan.Posted{Of: 10, Paid: 2, Languages: []string{"German"}}, Read: day,
	}}
	return l, facts
}

var withheld = []string{"PRIVATE-NOTE", "ASKED-PRICE", "REASON-OF-NO", "someone@example.com", "SECRET.NAME@example.org"}

// A list is sent, taken over in a second home and reviewed by two people there and in a
// third; every value arrives, both columns come back, and what was withheld is in no byte of
// the store or the wire.
func TestAListIsSentTakenOverReviewedAndMerged(t *testing.T) {
	o := opened(t)
	mia, ben, zoe := o.client(t), o.client(t), o.client(t)
	l, facts := rich()
	s, err := share.Prepare(l, facts, share.Options{Me: "mia@agency.example", Now: noon})
	if err != nil || s.Of != 3 || s.Fits != 2 || !reflect.DeepEqual(s.Stays, []string{"private notes: 1", "fees: 1", "reasons of “no”: 1", "not in the shortlist, being a no: 1"}) {
		t.Fatalf("%+v %v", s, err)
	}
	sent, _, err := s.Send(t.Context(), mia)
	if err != nil || sent.NoSheet || sent.Remote.Version != 2 || sent.Remote.Sent.Me != "mia" {
		t.Fatalf("%+v %v", sent, err)
	}
	l.Remote = sent.Remote
	if n := len(l.Since()); n != 0 {
		t.Fatalf("%d changes right after it was sent: %+v", n, l.Since())
	}
	b := reviewed(t, ben, l.Remote.ID, "Ben", facts)
	reviewed(t, zoe, l.Remote.ID, "Zoe", facts)
	l.Members[0].Note = "changed here"
	l.Members[0].Reason = "Knows two shops"
	if n := len(l.Since()); n != 1 { // the note does not go
		t.Fatalf("%d changes since: %+v", n, l.Since())
	}
	rec, _, err := share.Look(t.Context(), mia, l.Remote)
	if err != nil {
		t.Fatal(err)
	}
	if changed, open, err := share.Take(&l, rec, nil); err != nil || len(changed)+len(open) > 0 {
		t.Fatalf("%+v %+v %v", changed, open, err)
	}
	said := map[string]plan.Opinion{}
	for _, r := range l.Remote.Sent.Reviews {
		said[r.By] = r.Of(lena)
	}
	for _, name := range []string{"Ben", "Zoe"} {
		if said[name] != (plan.Opinion{Creator: lena, Verdict: plan.Reserve, Reason: "Too big for " + name, Comment: "a comment"}) {
			t.Errorf("%s says %+v", name, said[name])
		}
	}
	if l.Members[0].Reason != "Knows two shops" || l.Members[0].Note != "changed here" || l.Remote.Sent.Voters != 3 || len(l.Remote.Sent.Openings) != 2 {
		t.Errorf("%+v %+v", l.Members[0], l.Remote.Sent)
	}
	if _, _, err := share.Withdraw(t.Context(), mia, l.Remote); !client.Moved(err) {
		t.Errorf("it was opened and is taken back: %v", err)
	}
	s, _ = share.Prepare(l, facts, share.Options{Me: l.Remote.Sent.Me, Now: noon})
	if sent, _, err = s.Send(t.Context(), mia); err != nil {
		t.Fatal(err)
	}
	if rec, _, err = share.Look(t.Context(), ben, b.Remote); err != nil {
		t.Fatal(err)
	}
	if changed, open, err := share.Take(b, rec, nil); err != nil || len(changed) != 1 || len(open) != 0 || b.Members[0].Reason != "Knows two shops" || len(b.Remote.Sent.Reviews) != 1 {
		t.Errorf("%+v %+v %v", changed, open, err)
	}
	all := o.bytes(t)
	for _, secret := range withheld {
		if strings.Contains(all, secret) {
			t.Errorf("%s is in the store or on the wire", secret)
		}
	}
	if !strings.Contains(all, "Too big for Zoe") {
		t.Error("the bytes that were looked at are not those of the store and the wire")
	}
}

// send sends a list, which then stands where it was sent to.
func send(t *testing.T, c *client.Client, l *plan.List, facts map[string]plan.Facts, o share.Options) {
	t.Helper()
	s, err := share.Prepare(*l, facts, o)
	if err != nil {
		t.Fatal(err)
	}
	sent, _, err := s.Send(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	l.Remote = sent.Remote
}

// reviewed takes over a list in another home and votes there; it returns the copy.
func reviewed(t *testing.T, c *client.Client, list, name string, facts map[string]plan.Facts) *plan.List {
	t.Helper()
	rec, r, err := share.Join(t.Context(), c, list, name)
	if err != nil || r.High != 0 || rec.Mine {
		t.Fatalf("%+v %v", rec, err)
	}
	got, came := share.TakeOver(rec, "copy of "+name, noon)
	if got.From == nil || got.From.By != "mia" || got.From.ID != list {
		t.Fatalf("%+v", got.From)
	}
	arrived(t, &got, came, facts)
	got.Vote(lena, func(v *plan.Opinion) { v.Verdict, v.Reason, v.Comment = plan.Reserve, "Too big for "+name, "a comment" })
	if rec, _, err = share.Vote(t.Context(), c, got); err != nil || rec.Version != 2 {
		t.Fatalf("%+v %v", rec, err)
	}
	return &got
}

// arrived holds a copy against what was sent.
func arrived(t *testing.T, got *plan.List, came, facts map[string]plan.Facts) {
	t.Helper()
	want, _ := rich()
	want.Members[0].Note, want.Members[0].Price, want.Members[1].Reason = "", "", ""
	want.Members[2].Reason = "write to " + api.MailLeftOut
	if !reflect.DeepEqual(got.Members, want.Members) || !reflect.DeepEqual(got.Brief, want.Brief) {
		t.Errorf("arrived:\n%+v\nsent:\n%+v", got, want)
	}
	f := facts[lena]
	profile := *f.Profile
	profile.Bio = new("mail: " + api.MailLeftOut)
	f.Profile = &profile
	if !reflect.DeepEqual(came[lena], f) {
		t.Errorf("what is read arrived as\n%+v\nnot\n%+v", came[lena], f)
	}
}

// A sending that nobody opened is taken back: of the first nothing is left, of a later one
// what stood before it.
func TestASendingIsTakenBack(t *testing.T) {
	o := opened(t)
	c := o.client(t)
	l, facts := rich()
	mine := share.Options{Me: "Mia", Now: noon}
	back := func() {
		t.Helper()
		at, _, err := share.Withdraw(t.Context(), c, l.Remote)
		if err != nil {
			t.Fatal(err)
		}
		l.Remote = at
	}
	send(t, c, &l, facts, mine)
	back()
	if l.Remote != (plan.Remote{}) {
		t.Fatalf("%+v", l.Remote)
	}
	if all, _, err := c.Shortlists(t.Context(), "", 0); err != nil || len(all.Data) != 0 {
		t.Fatalf("%+v %v", all, err)
	}
	send(t, c, &l, facts, mine)
	l.Name = "Another name"
	send(t, c, &l, facts, mine)
	back()
	stored, _, err := c.Shortlist(t.Context(), l.Remote.ID)
	if err != nil || stored.Name != "Oat drink" || stored.Version != l.Remote.Version || len(l.Since()) != 1 {
		t.Fatalf("%+v %+v %v", stored, l.Since(), err)
	}
	send(t, c, &l, facts, mine) // and it goes on from there
}

// Fields that both changed are asked for, all others merge, and nothing is lost while a
// conflict is open.
func TestTwoHomesMergeFieldByField(t *testing.T) {
	o := opened(t)
	one, two := o.client(t), o.client(t)
	l, facts := rich()
	s, _ := share.Prepare(l, facts, share.Options{Me: "Mia", Now: noon})
	sent, _, err := s.Send(t.Context(), one)
	if err != nil {
		t.Fatal(err)
	}
	l.Remote = sent.Remote
	rec, _, err := share.Join(t.Context(), two, l.Remote.ID, "mia")
	if err != nil || !rec.Mine {
		t.Fatalf("%+v %v", rec, err)
	}
	other, _ := share.TakeOver(rec, "second home", noon)
	other.Members[0].Reason, other.Members[1].Verdict, other.Brief.Query = "theirs", plan.Reserve, "latte"
	other.Members = append(other.Members[:2:2], plan.Member{Creator: "33333333-3333-4333-8333-333333333333", Name: "New", Platform: api.PhotoPlatform, Username: "new"})
	s, _ = share.Prepare(other, nil, share.Options{Me: "mia", With: other.Remote.Sent.With, Now: noon})
	if _, _, err = s.Send(t.Context(), two); err != nil {
		t.Fatal(err)
	}
	l.Members[0].Reason, l.Name = "mine", "Renamed"
	s, _ = share.Prepare(l, facts, share.Options{Me: "Mia", Now: noon})
	if _, _, err = s.Send(t.Context(), one); !client.Moved(err) {
		t.Fatalf("it moved: %v", err)
	}
	rec, _, err = share.Look(t.Context(), one, l.Remote)
	if err != nil {
		t.Fatal(err)
	}
	waiting := l
	_, open, err := share.Take(&waiting, rec, nil)
	if err != nil || len(open) != 1 || open[0].Mine.New != "mine" || open[0].Theirs.New != "theirs" || waiting.Members[0].Reason != "mine" || waiting.Members[1].Verdict != plan.Reserve {
		t.Fatalf("%+v %v", open, err)
	}
	for _, keep := range []bool{false, true} {
		m := waiting
		if _, left, err := share.Take(&m, rec, func(plan.Conflict) bool { return keep }); err != nil || len(left) > 0 {
			t.Fatal(left, err)
		}
		if (m.Members[0].Reason == "theirs") != keep || m.Brief.Query != "latte" || m.Name != "Renamed" || len(m.Members) != 3 || m.Members[2].Name != "New" || m.Members[0].Note != "PRIVATE-NOTE" {
			t.Errorf("%v: %+v", keep, m)
		}
		s, _ = share.Prepare(m, facts, share.Options{Me: "Mia", Now: noon})
		if keep {
			if _, _, err := s.Send(t.Context(), one); err != nil {
				t.Error(err)
			}
		}
	}
}

// The same by files alone, where no service keeps sheets.
func TestFilesCarryTheSame(t *testing.T) {
	l, facts := rich()
	opts := share.Options{Me: "Mia", Now: noon}
	raw, err := share.File(l, facts, opts)
	if err != nil {
		t.Fatal(err)
	}
	if l.Remote, err = share.Written(l, opts); err != nil {
		t.Fatal(err)
	}
	for _, secret := range withheld {
		if bytes.Contains(raw, []byte(secret)) {
			t.Errorf("%s is in the file", secret)
		}
	}
	if _, err := api.ParseSheet(bytes.Replace(raw, []byte("Oat drink"), []byte("Oat drunk"), 1)); err == nil || !strings.Contains(err.Error(), "hash") {
		t.Errorf("a changed file: %v", err)
	}
	doc, err := api.ParseSheet(raw)
	if err != nil {
		t.Fatal(err)
	}
	got, came := share.FromFile(&doc, "copy", "Ben", noon)
	arrived(t, &got, came, facts)
	got.Vote(hugo, func(v *plan.Opinion) { v.Verdict, v.Comment = plan.Yes, "I like him" })
	got.Members[0].Reason = "only in the copy"
	if raw, err = share.File(got, came, share.Options{Me: "Ben", Now: noon}); err != nil {
		t.Fatal(err)
	}
	if doc, err = api.ParseSheet(raw); err != nil {
		t.Fatal(err)
	}
	if share.Holder([]plan.List{{ID: "x"}, l}, &doc) != 1 {
		t.Error("the file finds no list")
	}
	columns, changed, open, err := share.TakeFile(&l, &doc, nil)
	if err != nil || len(columns) != 1 || len(changed)+len(open) > 0 || l.Remote.Sent.Reviews[0].Of(hugo).Comment != "I like him" || l.Members[0].Reason != "Knows the shop" {
		t.Errorf("%v %v %v %v", columns, changed, open, err)
	}
	if columns, _, _, _ = share.TakeFile(&l, &doc, nil); len(columns) != 0 {
		t.Errorf("the same file again brings %v", columns)
	}
}

package report_test

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/client/posted"
	"greenroom/report"
)

var now = time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)

func ago(days int) time.Time { return now.AddDate(0, 0, -days) }

func ptr[T any](v T) *T { return &v }

// The words that stand in what a client does not get.
const (
	secretNote   = "NOTE-ZEBRA"
	secretPrice  = "PRICE-QUAGGA"
	secretReason = "REASON-OKAPI"
	secretMail   = "okapi.zebra@example.org"
)

// kept is a memory of invented numbers.
type kept struct{}

func (kept) Looks(_ context.Context, _ api.Platform, username string) (all []report.Look, err error) {
	n := map[string]int{"lena": 9, "jule": 1, "nobody": 0}[username]
	if _, known := map[string]int{"lena": 9, "jule": 1, "nobody": 0}[username]; !known {
		n = 5
	}
	for i := range n {
		days := 20 * (n - i)
		if i == 0 && n > 1 {
			days += 90 // a gap
		}
		all = append(all, report.Look{At: ago(days), Followers: ptr(int64(41200 + 850*i))})
	}
	return all, nil
}

func (kept) Posts(_ context.Context, of []plan.Member) ([][]report.Post, error) {
	out := make([][]report.Post, len(of))
	for i, m := range of {
		n := map[string]int{"jule": 5, "nobody": 0}[m.Username]
		if m.Username != "jule" && m.Username != "nobody" {
			n = 24
		}
		for k := range n {
			rate := 3.5 + 1.2*math.Sin(float64(k*7+i))
			if k == 4 && n > 8 {
				rate = 31.4
			}
			days := 3 + 4*k
			if k > 10 {
				days += 21
			}
			out[i] = append(out[i], report.Post{At: ago(days), Rate: &rate, InOrder: true, Seen: ago(1)})
		}
	}
	return out, nil
}

// worded are the posts of somebody with their words.
func worded(username string) []posted.Post {
	switch username {
	case "lena":
		return []posted.Post{{Words: "Anzeige | mit @roestwerk.kassel", At: ago(4)}, {Words: "#ad new beans by @roestwerk.kassel", At: ago(30)}, {Words: "#ad a glass of Milchland", At: ago(9)}, {Words: "no ad, just coffee", At: ago(12)}}
	case "jule":
		return []posted.Post{{Words: "Morning.", At: ago(4)}}
	case "nobody":
		return nil
	}
	return []posted.Post{{Words: "Werbung: ein neuer Becher", At: ago(5)}, {Words: "Kaffee", At: ago(8)}}
}

func (kept) Calls(context.Context, string) ([]report.Call, error) {
	return []report.Call{{At: ago(2), What: "/v1/search", Charged: 75 * api.Credit}, {At: ago(1), What: "/v1/match", Charged: 4 * api.Credit}, {At: ago(1), What: "/v1/posts", Unknown: true}}, nil
}

// person is somebody invented.
type person struct {
	user, name, place string
	verdict           plan.Verdict
	followers         int64
	rate              float64
	decision          api.Decision
	score             float64
}

// input is a list of people who are invented.
func input(people []person) report.Input {
	in := report.Input{Facts: map[string]plan.Facts{}, Worded: map[string][]posted.Post{}, Kept: kept{}, List: plan.List{ID: "7c0f0d5e-0000-4000-8000-000000000001", Name: "Oat drink launch", Brief: plan.Brief{
		Text: "We launch an oat-milk barista drink in Germany and Austria in spring. Home-barista and coffee creators, 20k-300k followers.", Query: "coffee", Wishes: []string{"home baristas"}, NoGos: []string{"dairy brands"}, Budget: 500 * api.Credit,
		Rules: plan.Rules{Competitors: []string{"Milchland"}, Rating: api.RatingB},
	}}}
	for i, p := range people {
		m := plan.Member{Creator: fmt.Sprintf("00000000-0000-4000-8000-00000000000%d", i), Name: p.name, Platform: api.PhotoPlatform, Username: p.user, Verdict: p.verdict, Reason: "Shows latte art with oat drinks every week; reach me at " + secretMail, Place: p.place, Note: secretNote, Price: secretPrice}
		if p.verdict == plan.No {
			m.Reason = secretReason
		}
		if i != 1 {
			m.Quotes = []plan.Quote{{Words: "I pulled the shot again, and the oat foam finally held.", Source: "Two pans this time", URL: "https://videoplatform.example/watch?v=M1IAa63gezN", At: 83 * time.Second, Timed: true, Pinned: ago(1)}}
		}
		flag := api.Flag{Type: api.FlagProfanity, Severity: "low", Confidence: .7, Description: "swears", Evidence: []string{"This damn grinder."}, Examples: []string{"damn"}}
		f := plan.Facts{Read: ago(1), When: plan.When{Safety: ago(3), Match: ago(1), Usual: ago(40)}, Against: in.List.Against(),
			Profile: &api.Profile{ProfileSummary: api.ProfileSummary{ID: "p" + p.user, Platform: api.PhotoPlatform, Username: p.user, URL: "https://photoplatform.example/" + p.user, Followers: &p.followers, EngagementRate: &p.rate, DataUpdatedAt: ptr(ago(9))},
				ProfileDetails: &api.ProfileDetails{Metrics: api.ProfileMetrics{Posts: ptr(int64(692)), PostsPerWeek: ptr(2.5)}, Growth: api.ProfileGrowth{Followers30dPct: ptr(1.4)}, Activity: api.ProfileActivity{LastPostAt: ptr(ago(3))}}},
			Safety: &api.Safety{Rating: api.RatingA, Confidence: .8, Summary: "read", Coverage: &api.Coverage{Texts: 2, Of: ptr(692), Judged: 2}},
			Match:  &api.BriefMatch{Decision: p.decision, Score: p.score, Reasons: []api.Reason{{Text: "speaks of oat drinks", Provenance: api.FromPost, EvidenceQuote: ptr("the oat foam finally held")}, {Text: "lives in Berlin", Provenance: api.FromProfile}}},
			Usual:  &plan.Usual{Rate: 2.9, Of: 21}, Posted: &plan.Posted{Of: 10, Paid: 2, Languages: []string{"German"}},
		}
		if i == 2 {
			f.Safety.Rating, f.Safety.Flags = api.RatingB, []api.Flag{flag}
			m.Rulings = []plan.Ruling{{Flag: plan.FlagKey(flag), Reason: "said of a machine", By: "Kim", At: ago(2)}}
		}
		if i == 3 {
			f.Safety.Flags = []api.Flag{flag}
		}
		if p.user == "nobody" {
			f = plan.Facts{}
		}
		in.List.Members = append(in.List.Members, m)
		in.Facts[m.Key()], in.Worded[m.Key()] = f, worded(p.user)
	}
	return in
}

func five() []person {
	return []person{
		{"lena", "Lena Vogt", "Berlin", plan.Yes, 48213, 4.1, api.DecisionGood, .88},
		{"jule", "Jule Haas", "Hamburg", plan.Yes, 157300, 2.9, api.DecisionNeutral, .55},
		{"mika", "Mika Brandt", "Wien", plan.Yes, 31870, 5.2, api.DecisionGood, .91},
		{"nobody", "Tom Reiter", "", plan.Reserve, 0, 0, "", 0},
		{"ute", "Ute Weiß", "Graz", plan.No, 88120, 9.9, api.DecisionGood, .71},
	}
}

func scripts() []person {
	return []person{
		{"a1", "دلارام رضایی", "تهران", plan.Yes, 48213, 4.1, api.DecisionGood, .88},
		{"a2", "สมชาย ใจดี", "กรุงเทพฯ", plan.Yes, 157300, 2.9, api.DecisionNeutral, .55},
		{"a3", "प्रिया क्षत्रिय", "मुंबई", plan.Yes, 31870, 5.2, api.DecisionGood, .91},
		{"a4", "김하늘", "서울", plan.Reserve, 64210, 3.3, api.DecisionGood, .8},
		{"a5", "נועה לוי", "תל אביב", plan.Reserve, 22110, 3.9, api.DecisionNeutral, .5},
		{"a6", "👩‍🍳☕ Café ❤️", "Wien", plan.No, 88120, 9.9, api.DecisionAvoid, .21},
		{"a7", "=HYPERLINK(\"https://evil.example\")<script>alert(1)</script>\u202etxt.exe", "</style><img src=x onerror=alert(1)>", plan.Yes, 88120, 1.9, api.DecisionGood, .71},
		{"a8_a_very_long_handle_that_has_no_place_to_break_anywhere", "Wolfgang Amadeus Theophilus von und zu Hohenstein-Rabenau", "Llanfairpwllgwyngyll", "", 20120, 2.2, api.DecisionGood, .66},
	}
}

// told is a report; for the client where with is empty.
func told(t *testing.T, in report.Input, lang report.Lang, with ...report.Extra) report.Report {
	t.Helper()
	r, err := report.Gather(t.Context(), in, report.Options{Lang: lang, With: with, Client: "Haferhof", Brand: report.Brand{Agency: "Studio Nord"}, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

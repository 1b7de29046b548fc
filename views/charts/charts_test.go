package charts

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/report"
	"greenroom/report/chart"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

var day = time.Date(2025, 9, 1, 0, 0, 0, 0, time.UTC)

// shelf keeps looks and posts of one account.
type shelf struct {
	looks []report.Look
	posts []report.Post
	fails error
}

func (s shelf) Looks(context.Context, api.Platform, string) ([]report.Look, error) {
	return s.looks, s.fails
}

func (s shelf) Posts(_ context.Context, of []plan.Member) ([][]report.Post, error) {
	return append(make([][]report.Post, 0, len(of)), s.posts), nil
}

func (s shelf) Calls(context.Context, string) ([]report.Call, error) { return nil, nil }

// full is an account that was looked at four times, with a long gap, and twelve posts, of
// which one stands far out.
func full() shelf {
	var s shelf
	for i, n := range []int64{1000, 1200, 1900, 2000} {
		s.looks = append(s.looks, report.Look{At: day.AddDate(0, 0, []int{0, 20, 110, 130}[i]), Followers: &n})
	}
	for i := range 12 {
		rate := 4 + float64(i%3)/10
		if i == 5 {
			rate = 40
		}
		s.posts = append(s.posts, report.Post{At: day.AddDate(0, 0, 9*i), Rate: &rate, InOrder: true, Seen: day.AddDate(0, 0, 130)})
	}
	return s
}

func opened(t *testing.T, kept report.Kept) *Screen {
	t.Helper()
	env := viewtest.On(t, nil)
	env.Report.Kept = kept
	env.Learn(view.Known{Creator: api.CreatorBasic{ID: "c", Name: "Lena Vogt"}, Platform: []api.SuggestionPlatform{{Platform: api.PhotoPlatform, Username: "lenacooks"}}})
	s := New(env, view.Page{Kind: view.Charts, ID: "c"})
	viewtest.Run(s, s.Init())
	return s
}

func TestChartsFitAndSayWhatTheyDraw(t *testing.T) {
	s := opened(t, full())
	viewtest.Fits(t, "charts", s)
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		viewtest.Shows(t, "charts", viewtest.Draw(s, size[0], size[1]), "Followers over time", "Engagement of posts", "Posts read, by week", "2,000", "△", "█")
	}
	s.Do(keymap.ToggleMode)
	viewtest.Shows(t, "numbers", viewtest.Draw(s, 80, 24), "1 Sep 25", "1,000", "1,900")
	viewtest.Fits(t, "numbers", s)
	told := ""
	for _, f := range s.Tell() {
		told += f.Words() + "\n"
	}
	for _, want := range []string{"Lena Vogt, charts", "Nobody looked", "40.0%", "1,200"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is not told:\n%s", want, told)
		}
	}
}

func TestWhereNothingIsKeptItIsSaid(t *testing.T) {
	for name, c := range map[string]struct {
		kept  report.Kept
		wants string
	}{
		"no storage": {nil, "started without storage"},
		"nothing":    {shelf{}, "Followers over time"},
		"broken":     {shelf{fails: errors.New("disk")}, "could not be read"},
	} {
		s := opened(t, c.kept)
		viewtest.Fits(t, name, s)
		viewtest.Shows(t, name, viewtest.Draw(s, 80, 24), c.wants)
	}
}

// A single look is told, and takes no room for a drawing.
func TestASingleLookIsNotDrawn(t *testing.T) {
	one := full()
	one.looks, one.posts = one.looks[:1], nil
	s := opened(t, one)
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		if lines := viewtest.Draw(s, size[0], size[1]); !strings.Contains(strings.Join(strings.Fields(lines), " "), "Looked at once") || strings.Contains(lines, "◉") {
			t.Errorf("\n%s", lines)
		}
	}
}

// Each result has its dot, the marked one its name; the sentence says how they go together.
func TestResultsAreHeldAgainstEachOther(t *testing.T) {
	var pages [][]api.SearchResult
	for i := range 24 {
		followers, rate := int64(1000*(i+1)), 9-float64(i)/4
		r := api.SearchResult{Creator: api.CreatorBasic{ID: viewtest.ID(i), Name: "Creator " + string(rune('A'+i))}, PrimaryProfile: &api.ProfileSummary{Followers: &followers, EngagementRate: &rate}}
		if i == 23 {
			r.PrimaryProfile.EngagementRate = nil
		}
		if i%10 == 0 {
			pages = append(pages, nil)
		}
		pages[len(pages)-1] = append(pages[len(pages)-1], r)
	}
	env := viewtest.On(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := viewtest.PageAt(pages, r.URL.Query().Get("cursor"))
		viewtest.Answer(w, api.SearchPage{SearchID: viewtest.ID(1), Data: p.Data, HasMore: p.HasMore, NextCursor: p.NextCursor, Total: 24, FilteredTotal: 24})
	}))
	s := New(env, view.Page{Kind: view.Plot, ID: viewtest.ID(1), Query: viewtest.ID(4)})
	viewtest.Run(s, s.Init())
	viewtest.Fits(t, "plot", s)
	viewtest.Told(t, "plot", s)
	if said := s.facts()[0].Value.String(); !strings.HasSuffix(said, " 1 lacks a number and is not drawn.") {
		t.Error(said)
	}
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		lines := viewtest.Draw(s, size[0], size[1])
		viewtest.Shows(t, "plot", lines, "Followers against engagement", "23 creators", "less engagement", "−1.00", "◆", "Creator E")
		if strings.Count(lines, "◉") < 15 || strings.Contains(lines, "Creator F") || strings.Count(lines, "Creator E") != 2 {
			t.Errorf("\n%s", lines)
		}
	}
	s.Do(keymap.ToggleMode)
	viewtest.Shows(t, "numbers", viewtest.Draw(s, 80, 24), "Creator A", "1,000 · 9.0%")
}

// What stands at the sides of a drawing is told, too, also where nobody has that number.
func TestAxesAreTold(t *testing.T) {
	var points []chart.Point
	for i := range 12 {
		points = append(points, chart.Point{Value: 1.3 + 0.37*float64(i*i), Across: 1234 * float64(i+1), Name: "Somebody"})
	}
	s := opened(t, full())
	s.list = append(s.list, report.Against(points, 0, false, "en"), report.Among(append(points, chart.Point{Value: 2, Name: "Lena Vogt", Marked: true}), "en"))
	viewtest.Told(t, "axes", s)
	if told := s.facts()[len(s.list)-2].Children; !strings.Contains(told[len(told)-1].Words(), "5,000, 10,000") {
		t.Errorf("%v", told[len(told)-2:])
	}
}

// Beside those alike a creator stands with the name; the sentence counts those below.
func TestOneStandsAmongThoseAlike(t *testing.T) {
	s := opened(t, full())
	points := []chart.Point{{Value: 5, Name: "Lena Vogt", Marked: true}}
	for i := range 10 {
		points = append(points, chart.Point{Value: float64(i), Name: "Other"})
	}
	s.list = append(s.list, report.Among(points, "en"))
	viewtest.Fits(t, "alike", s)
	viewtest.Told(t, "alike", s)
	viewtest.Shows(t, "alike", viewtest.Draw(s, 120, 36), "5.0%: more than 5 of 10 creators", "◆ Lena Vogt", "0.0%", "9.0%")
	if lines := strings.Split(viewtest.Draw(s, 80, 24), "\n"); len(lines) < 20 || s.Can(keymap.Down) != "" {
		t.Error("what does not fit cannot be scrolled to")
	}
	for want, all := range map[string][]chart.Point{"no creators alike": points[:1], "the own engagement is unknown": points[1:]} {
		if c := report.Among(all, "en"); !strings.Contains(c.Sentence, want) {
			t.Error(c.Sentence)
		}
	}
}

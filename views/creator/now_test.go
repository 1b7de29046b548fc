package creator

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// networks answers what the networks show now, and leaves the rest to a service.
type networks struct {
	*service
	profile api.LivePhotoProfile
	video   api.VideoDetails
	refuse  *api.ErrorBody
}

func (n *networks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case !strings.HasPrefix(r.URL.Path, "/v1/raw/"):
		n.service.ServeHTTP(w, r)
		return
	case n.refuse != nil:
		viewtest.Refuse(w, *n.refuse)
	case strings.Contains(r.URL.Path, "/profile/"):
		viewtest.Answer(w, api.One[api.LivePhotoProfile]{Data: n.profile})
	default:
		viewtest.Answer(w, api.One[api.VideoDetails]{Data: n.video})
	}
	n.calls = append(n.calls, r.URL.Path+"?"+r.URL.RawQuery)
}

func onNetworks(t *testing.T, n *networks) *Screen {
	t.Helper()
	s := New(viewtest.On(t, n), view.Page{Kind: view.Creator, ID: creatorID})
	viewtest.Run(s, s.Init())
	for range posts {
		viewtest.Run(s, s.Do(keymap.NextTab))
	}
	return s
}

func shownNow(s *Screen) string {
	lines := s.posts.numbers(s.post(), 60)
	return strings.Join(strings.Fields(ansi.Strip(strings.Join(lines, "\n"))), " ")
}

// The numbers of an account's posts come in one call, each with where and when it was
// read; what the network hides is said to be hidden.
func TestPostsAsTheyAreNow(t *testing.T) {
	n := &networks{service: full()}
	first, second := &n.posts[0][0], &n.posts[0][1]
	first.Platform, first.PlatformID, second.Platform, second.PlatformID = api.PhotoPlatform, "CodeOne1", api.PhotoPlatform, "CodeTwo2"
	first.Metrics.Likes, first.Metrics.Comments = new(int64(1000)), new(int64(20))
	n.profile = api.LivePhotoProfile{Username: "lenacooks", ScrapedAt: now.Add(-2 * time.Minute), Posts: []api.LivePost{
		{Shortcode: first.PlatformID, LikeCount: 1310, CommentCount: 20, ViewCount: nil},
		{Shortcode: second.PlatformID, EngagementVisibility: &api.EngagementVisibility{LikeAndViewCountsDisabled: true}},
		{Shortcode: "NotHere"},
	}}
	s := onNetworks(t, n)
	if why := s.Can(keymap.Now); why != "" {
		t.Fatal(why)
	}
	if p := s.Price(keymap.Now); p != "0.5 cr" {
		t.Errorf("it costs %q", p)
	}
	said := viewtest.Run(s, s.Do(keymap.Now)).Toast.Text.String()
	got := shownNow(s)
	for _, want := range []string{"likes now 1,310 +310 since stored · photo, 2 min ago", "comments now 20 as stored", "views now – not shown there"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	last := n.calls[len(n.calls)-1]
	if !strings.Contains(last, "/v1/raw/photoplatform/profile/lenacooks?") || !strings.Contains(last, "include_posts=true") || !strings.Contains(last, "post_limit=50") {
		t.Errorf("asked %s", last)
	}
	if said != "photo shows 3 posts now; 2 of them stand here." {
		t.Error(said)
	}
	viewtest.Run(s, s.Do(keymap.Down))
	if got := shownNow(s); !strings.Contains(got, "likes now – not shown there") {
		t.Errorf("hidden likes: %q", got)
	}
}

func TestAVideoAsItIsNow(t *testing.T) {
	n := &networks{service: full(), video: api.VideoDetails{ViewCount: new(int64(900)), LikeCount: new(int64(7)), ScrapedAt: now}}
	v := &n.posts[0][0]
	v.Platform, v.PlatformID = api.VideoPlatform, "OatMilk0001"
	v.Metrics.Views = new(int64(1000))
	n.video.VideoID = v.PlatformID
	s := onNetworks(t, n)
	viewtest.Run(s, s.Do(keymap.Now))
	if got := shownNow(s); !strings.Contains(got, "views now 900 −100 since stored · video") || !strings.Contains(got, "comments now – not shown") {
		t.Error(got)
	}
	n.refuse = &api.ErrorBody{Code: api.CodeUnavailable, Message: "The network is refusing requests.", StatusCode: 503, Details: map[string]any{"upstream_error": "upstream_blocked"}}
	viewtest.Run(s, s.Do(keymap.Now))
	if got := shownNow(s); !strings.Contains(got, "views now 900") {
		t.Errorf("a refusal took away what was read: %s", got)
	}
}

func TestWhatHasNoNumbersNow(t *testing.T) {
	n := &networks{service: full()}
	n.posts[0][0].Platform = api.ShortVideoPlatform
	s := onNetworks(t, n)
	if s.Can(keymap.Now) == "" || s.Price(keymap.Now) != "" {
		t.Error("posts of the short-video network")
	}
	viewtest.Run(s, s.Do(keymap.PrevTab))
	if s.Can(keymap.Now) == "" {
		t.Error("no post is selected")
	}
}

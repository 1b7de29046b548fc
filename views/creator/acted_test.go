package creator

import (
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// every step of a creator's tab: down its rows, what opening leads to, and what can be done.
func throughTabs(steps ...any) (all []any) {
	for range tabCount {
		all = append(all, keymap.Open)
		all = append(all, steps...)
		all = append(all, keymap.Down, keymap.Open, keymap.Down, keymap.Bottom, keymap.Open, keymap.HalfUp, keymap.PageDown, keymap.Top, keymap.NextTab)
	}
	return all
}

func listed(env *view.Env) {
	env.Plan = &plan.State{Lists: []plan.List{{ID: "1", Name: "Oat drink", Brief: plan.Brief{Query: "cooks"}, Members: []plan.Member{{Creator: creatorID, Name: "Lena Vogt", Platform: api.PhotoPlatform, Username: "lenacooks"}}}}, Last: "1", Facts: map[string]plan.Facts{}}
	env.Signer = view.Signer{Name: "Mia", Own: true}
}

// A creator of whom all is known, from tab to tab.
func TestACreatorIsReadThrough(t *testing.T) {
	service := full()
	service.posts = [][]api.Post{posting(0, 5), posting(5, 4)}
	service.posts[0][3].Location = &api.PostPlace{Name: new("Kassel")}
	s := New(viewtest.On(t, service), view.Page{Kind: view.Creator, ID: creatorID})
	listed(s.env)
	viewtest.Acted(t, s.env, s, 110, 34, append([]any{viewtest.Step{Name: "it opens", Do: s.Init}}, throughTabs()...)...)
}

// The same in a narrow pane, with what else each tab can do.
func TestWhatEachTabCanDo(t *testing.T) {
	s := New(viewtest.On(t, readTwice()), view.Page{Kind: view.Creator, ID: creatorID})
	listed(s.env)
	steps := throughTabs(keymap.SortNext, keymap.SortNext, keymap.ToggleMode, keymap.FlagState, keymap.Copy, keymap.Browse, keymap.Export, keymap.Charts, keymap.News, keymap.Now, keymap.Reload)
	viewtest.Acted(t, s.env, s, 70, 20, append([]any{viewtest.Step{Name: "it opens", Do: s.Init}}, steps...)...)
}

// A creator of whom next to nothing is known, and a service that refuses.
func TestLittleIsKnownOfACreator(t *testing.T) {
	service := bare()
	s := New(viewtest.On(t, service), view.Page{Kind: view.Creator, ID: creatorID})
	steps := append([]any{viewtest.Step{Name: "it opens", Do: s.Init}}, throughTabs()...)
	steps = append(steps, viewtest.Step{Name: "it breaks", Do: func() view.Out { service.refuse = viewtest.Broken(); return view.Out{} }})
	for range tabCount {
		steps = append(steps, keymap.Reload, keymap.NextTab)
	}
	viewtest.Acted(t, s.env, s, 90, 20, steps...)
}

// A post that a reason names is stood on; words that are said in it lead to its talk, at once
// where that is kept.
func TestWhatAReasonRestsOn(t *testing.T) {
	service := full()
	for i := range service.posts[0] {
		service.posts[0][i].ID = viewtest.ID(100 + i)
	}
	open := func(p view.Page, kept bool) (*Screen, view.Out) {
		p.Kind, p.ID = view.Creator, creatorID
		env := viewtest.On(t, service)
		if kept {
			env.Kept = func(view.Page) bool { return true }
		}
		s := New(env, p)
		out := viewtest.Run(s, s.Init())
		if s.unread() {
			out = viewtest.Run(s, s.Do(keymap.Open))
		}
		return s, out
	}
	for name, c := range map[string]struct {
		post, words string
		kept        bool
		tab         tab
		row         int
		says        string
		opens       bool
	}{
		"no post":                    {"", "", false, overview, 0, "", false},
		"a post":                     {viewtest.ID(101), "", false, posts, 1, "", false},
		"words that are written":     {viewtest.ID(100), "lentils, again. Two pans", false, posts, 0, "", false},
		"words that are said":        {viewtest.ID(100), "no butter", false, talks, 0, "Found in this video: Enter opens it at these words.", false},
		"words of a talk that stays": {viewtest.ID(100), "no butter", true, talks, 0, "", true},
		"words of a picture":         {viewtest.ID(101), "no butter", false, posts, 1, "", false},
		"a post that is not here":    {viewtest.ID(109), "", false, posts, 0, "The post is not among the 3 loaded; there are more further down.", false},
	} {
		s, out := open(view.Page{Post: c.post, Query: c.words}, c.kept)
		if s.tab != c.tab || out.Toast.Text.String() != c.says || out.Nav.Go != c.opens {
			t.Errorf("%s: tab %d, %+v", name, s.tab, out)
		}
		if table := s.parts[c.tab].table; table != nil && table.Cursor() != c.row {
			t.Errorf("%s: row %d", name, table.Cursor())
		}
		if c.opens && (out.Nav.To.Query != c.words || out.Nav.To.Creator != creatorID) {
			t.Errorf("%s: %+v", name, out.Nav.To)
		}
		if (s.sought == "") != !strings.Contains(c.says, "not among") {
			t.Errorf("%s: %q is sought still", name, s.sought)
		}
	}
	s, _ := open(view.Page{}, false)
	if out := s.Seek(view.Page{Post: viewtest.ID(102)}); out.Toast.Text.String() != "" || s.tab != posts {
		t.Errorf("before posts were read: %+v", out)
	}
	s, _ = open(view.Page{Post: viewtest.ID(100)}, false)
	if out := s.Seek(view.Page{Post: viewtest.ID(102)}); out.Toast.Text.String() != "" || s.posts.table.Cursor() != 2 {
		t.Errorf("when they were: %+v, row %d", out, s.posts.table.Cursor())
	}
	if out := s.Seek(view.Page{}); out.Toast.Text.String() != "" || s.sought != "" {
		t.Errorf("nothing is sought: %+v", out)
	}
}

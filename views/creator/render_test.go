package creator

import (
	"testing"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/ui/theme"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

var tabNames = [tabCount]string{"overview", "profiles", "posts", "talks", "safety", "alike", "emails"}

// states are every tab in every state it can be in.
func states(t *testing.T) map[string]*Screen {
	all := map[string]*Screen{}
	for i, name := range tabNames {
		unasked := New(viewtest.On(t, full()), view.Page{Kind: view.Creator, ID: creatorID})
		unasked.tab = tab(i)
		all[name+" not loaded"] = unasked

		loading := New(viewtest.On(t, full()), view.Page{Kind: view.Creator, ID: creatorID})
		loading.tab = tab(i)
		view.As[*view.Ask](loading.load(tab(i))).Run()
		all[name+" loading"] = loading

		all[name+" loaded"] = at(t, full(), tab(i))
		all[name+" failed"] = at(t, &service{refuse: viewtest.Broken()}, tab(i))
		all[name+" empty"] = at(t, &service{}, tab(i))
		all[name+" partial"] = at(t, bare(), tab(i))
		all[name+" hostile"] = at(t, hostile(), tab(i))
	}
	all["safety read twice"] = at(t, readTwice(), safety)
	all["safety read twice, the next"] = at(t, readTwice(), safety)
	all["safety read twice, the next"].Do(keymap.Down)
	more := full()
	more.posts = [][]api.Post{posting(0, 25), posting(25, 25)}
	all["posts with more"] = at(t, more, posts)
	all["posts with more"].Do(keymap.Bottom)
	all["talks with more"] = at(t, more, talks)
	all["talks with more"].Do(keymap.Bottom)
	all["profiles in short"] = at(t, full(), profiles)
	viewtest.Run(all["profiles in short"], all["profiles in short"].Do(keymap.ToggleMode))
	return all
}

func TestEveryStateFitsEverySize(t *testing.T) {
	for name, s := range states(t) {
		s.env.Styles = theme.Dark()
		viewtest.Fits(t, name, s)
	}
}

func TestGoldens(t *testing.T) {
	all := states(t)
	for _, name := range []string{"overview loaded", "profiles loaded", "posts loaded", "talks loaded", "posts partial", "safety loaded", "alike loaded", "emails loaded"} {
		viewtest.Goldens(t, name, viewtest.Plain(all[name]))
	}
}

func TestWhatItSaysInEachState(t *testing.T) {
	all := states(t)
	for name, words := range map[string][]string{
		"overview not loaded":         {"Not loaded.", "r loads it", "Overview 0.1 cr", "Profiles ≤0.5 cr", "Posts ≤1.25 cr", "Talks ≤1.25 cr"},
		"overview loading":            {"loading creator…"},
		"profiles loading":            {"loading profiles…"},
		"talks loading":               {"loading posts…"},
		"overview loaded":             {"Lena Vogt", "@lenacooks ✓", "48.2K followers · 4.1% ER/foll · numbers 3 d old", "Profiles 0.1 cr", "based on 41 facts"},
		"overview partial":            {"Potluck", "Not analyzed: there is no summary"},
		"profiles partial":            {"private", "–"},
		"profiles empty":              {"No profiles stored"},
		"posts empty":                 {"No posts stored"},
		"posts loaded":                {"newest first", "Posts 3", "Talks 2", "Dinner 00"},
		"posts with more":             {"more: ↓ reads the next 25, ≤1.25 cr"},
		"talks with more":             {"more: ↓ reads the next 25, ≤1.25 cr"},
		"talks empty":                 {"None of the posts loaded so far is a video."},
		"talks loaded":                {"6:12", "0.5 cr", "5 cr"},
		"posts failed":                {"The store could not be read.", "r tries again"},
		"talks failed":                {"The store could not be read.", "r tries again"},
		"safety not loaded":           {"Safety 2 cr", "⏎ reads it, 2 cr: brand safety"},
		"safety loaded":               {"Rating B", "80% sure", "nothing in Turkish could be", "alcohol or drugs", "A glass of wine", "Second bottle", "Safety B ▲2"},
		"safety read twice":           {"Read by rules + reader-1, which read 20 texts, not all.", "dismissed by a model: She cooks with it."},
		"safety read twice, the next": {"only a model found it, not the rules"},
		"safety empty":                {"No flags in what was read."},
		"alike not loaded":            {"⏎ reads it, ≤10 cr: up to 10 creators"},
		"alike loaded":                {"Jule Haas @beansandjule", "0.91", "vegan food · Germany", "Alike 2"},
		"alike empty":                 {"No lookalikes found."},
		"emails not loaded":           {"⏎ reads it, ≤5 cr: public e-mail"},
		"emails loaded":               {"l•••@studio.example", "b•••@agency.example", "valid", "90%", "3 d"},
		"emails empty":                {"No public e-mail address found; that cost nothing."},
	} {
		viewtest.Shows(t, name, viewtest.Draw(all[name], 120, 40), words...)
	}
}

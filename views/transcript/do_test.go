package transcript

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/ui/theme"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

func TestInitAsksForThePriceOfTheNetwork(t *testing.T) {
	for _, c := range []struct {
		platform api.Platform
		price    string
	}{{api.VideoPlatform, "0.5"}, {api.PhotoPlatform, "5"}} {
		out := New(viewtest.On(t, &service{}), view.Page{ID: videoID, Platform: c.platform}).Init()
		if view.As[*view.Ask](out) == nil || view.As[*view.Ask](out).High.String() != c.price || out.Cmd != nil {
			t.Errorf("%s: asked %+v", c.platform, view.As[*view.Ask](out))
		}
	}
	if out := New(viewtest.On(t, &service{}), view.Page{ID: "7", Platform: api.ShortVideoPlatform}).Init(); view.As[*view.Ask](out) != nil {
		t.Error("asked to pay for what no service offers")
	}
}

func TestFindCountsHitsThatRunAcrossCaptions(t *testing.T) {
	s, _ := loaded(t)
	s.Render(80, 24)
	// "the second is olive | oil because": three hits in each of the six rounds.
	find(s, "olive oil")
	if current, all := s.reader.Hits(); current != 1 || all != 18 {
		t.Fatalf("hit %d of %d, want 1 of 18", current, all)
	}
	s.Do(keymap.ToggleTimes)
	if current, all := s.reader.Hits(); current != 1 || all != 18 {
		t.Fatalf("reading mode: hit %d of %d, want 1 of 18", current, all)
	}
	s.Do(keymap.NextHit)
	s.Do(keymap.ToggleTimes)
	if current, _ := s.reader.Hits(); current != 2 {
		t.Fatalf("hit %d after switching, want 2", current)
	}
	s.Do(keymap.PrevHit)
	if out := s.Do(keymap.PrevHit); out.Toast.Text.String() != "Continued from the end." {
		t.Fatalf("toast %q", out.Toast.Text)
	}
	if !strings.Contains(viewtest.Draw(s, 80, 24), "18 of 18") {
		t.Fatal(viewtest.Draw(s, 80, 24))
	}
}

func TestSeamsAreSewnWhereAHitNeedsIt(t *testing.T) {
	v := video()
	v.Transcript = []api.Segment{
		{Text: "everything begins with good olive", Start: 0, Duration: 1},
		{Text: "oil and some salt", Start: 30, Duration: 1},
		{Text: "and nothing else", Start: 60, Duration: 1},
	}
	s := open(t, &service{videos: map[string]api.VideoTranscript{"": v}})
	s.Render(80, 24)
	if len(s.doc.heads) != 3 {
		t.Fatalf("%d passages, want 3 with silences between them", len(s.doc.heads))
	}
	find(s, "OLIVE oil")
	if _, all := s.reader.Hits(); all != 1 || len(s.doc.heads) != 2 {
		t.Fatalf("%d hits in %d passages", all, len(s.doc.heads))
	}
	find(s, "")
	s.Do(keymap.Find)
	for range 9 {
		s.Type(tea.KeyPressMsg{Code: tea.KeyBackspace})
	}
	s.Do(keymap.Accept)
	if len(s.doc.heads) != 3 || s.reader.Query() != "" {
		t.Fatalf("%d passages for %q", len(s.doc.heads), s.reader.Query())
	}
}

func TestLeavingTheSearchBringsBackThePlace(t *testing.T) {
	s, _ := loaded(t)
	s.Render(80, 24)
	s.Do(keymap.Down)
	s.Do(keymap.Down)
	place := s.standing()
	s.Do(keymap.Find)
	s.Type(tea.PasteMsg{Content: "spoon"})
	if s.standing() == place {
		t.Fatal("the search moved nowhere")
	}
	s.Do(keymap.Cancel)
	if s.standing() != place || s.reader.Query() != "" || s.Typing() {
		t.Fatalf("at %d, want %d; query %q", s.standing(), place, s.reader.Query())
	}
}

// Esc gives up the words that were found before it leaves the page, and stays where
// they led.
func TestEscapeGivesUpTheHitsFirst(t *testing.T) {
	s, _ := loaded(t)
	s.Render(80, 24)
	s.Do(keymap.Find)
	s.Type(tea.PasteMsg{Content: "spoon"})
	s.Do(keymap.Accept)
	at := s.standing()
	if why := s.Can(keymap.Cancel); why != "" {
		t.Fatal(why)
	}
	s.Do(keymap.Cancel)
	if s.standing() != at || s.reader.Query() != "" || s.Can(keymap.Cancel) == "" {
		t.Fatalf("at %d, want %d; query %q", s.standing(), at, s.reader.Query())
	}
}

func TestJumpToTime(t *testing.T) {
	s, _ := loaded(t)
	s.Render(80, 24)
	jump := func(typed string) view.Out {
		s.Do(keymap.JumpTime)
		s.Type(tea.PasteMsg{Content: typed})
		return s.Do(keymap.Accept)
	}
	for typed, seconds := range map[string]int{"83": 83, "1:23": 83, "0:01:23": 83, "2:00": 120, "0": 0} {
		if out := jump(typed); out.Toast.Bad {
			t.Fatalf("%s: %s", typed, out.Toast.Text)
		}
		at := time.Duration(seconds) * time.Second
		if start := s.time(); start > at || s.doc.track.passages[min(s.standing()+1, len(s.doc.track.passages)-1)].start <= at {
			t.Errorf("%s: stands at %s", typed, start)
		}
	}
	for _, typed := range []string{"", "x", "1:70", "1:2:3:4", "-5", "1:"} {
		if out := jump(typed); !out.Toast.Bad {
			t.Errorf("%q was taken for a time", typed)
		}
	}
	if out := jump("9:59:59"); out.Toast.Bad || s.standing() != len(s.doc.track.passages)-1 {
		t.Errorf("beyond the end: %q at %d", out.Toast.Text, s.standing())
	}
}

func TestLanguagesAreKeptAndTheWayBackIsFree(t *testing.T) {
	s, service := loaded(t)
	if got := s.Price(keymap.NextLanguage); got != "0.5 cr" {
		t.Fatalf("price %q", got)
	}
	viewtest.Run(s, s.Do(keymap.NextLanguage))
	if s.doc.track.code != "de" || s.Price(keymap.NextLanguage) != "kept, free" {
		t.Fatalf("%s, price %q", s.doc.track.code, s.Price(keymap.NextLanguage))
	}
	for _, want := range []string{"en", "de"} {
		if out := s.Do(keymap.NextLanguage); view.As[*view.Ask](out) != nil || s.doc.track.code != want {
			t.Fatalf("%s, want %s; ask %+v", s.doc.track.code, want, view.As[*view.Ask](out))
		}
	}
	if len(service.calls) != 2 {
		t.Fatalf("calls %v", service.calls)
	}
}

func TestALanguageThatFailsLeavesTheTextOnShow(t *testing.T) {
	s, service := loaded(t)
	delete(service.videos, "de")
	out := viewtest.Run(s, s.Do(keymap.NextLanguage))
	if !out.Toast.Bad || s.doc.track.code != "en" || !strings.Contains(viewtest.Draw(s, 80, 24), "! There is no transcript") {
		t.Fatalf("%+v\n%s", out, viewtest.Draw(s, 80, 24))
	}
}

func TestMissingTranscriptSaysWhichLanguagesThereAre(t *testing.T) {
	service := &service{videos: map[string]api.VideoTranscript{"de": german()}}
	s := open(t, service)
	viewtest.Shows(t, "a missing transcript", viewtest.Draw(s, 80, 24), "Available in: German, English (auto-generated).", "L loads German, 0.5 cr.")
	viewtest.Run(s, s.Do(keymap.NextLanguage))
	if s.doc == nil || s.doc.track.code != "de" {
		t.Fatal(viewtest.Draw(s, 80, 24))
	}
}

func TestNotFoundSaysSo(t *testing.T) {
	s := open(t, &service{refuse: &api.ErrorBody{Code: api.CodeNotFound, Message: "This post or video is unknown."}})
	viewtest.Shows(t, "an unknown post", viewtest.Draw(s, 80, 24), "This post or video is unknown.", "r tries again, 0.5 cr.")
	if why := s.Can(keymap.Find); why == "" {
		t.Fatal("finds words in nothing")
	}
}

func TestQuoteCarriesSourceAndTime(t *testing.T) {
	s, _ := loaded(t)
	s.Render(120, 40)
	s.Do(keymap.Down)
	s.Do(keymap.Down)
	want := "“The first thing is always the shopping list and the second is olive oil because without olive oil nothing here works.”" +
		" — A week of vegan dinners in a small kitchen, 0:08, https://videos.example/watch?v=" + videoID
	if s.quote() != want {
		t.Fatalf("got  %s\nwant %s", s.quote(), want)
	}
	if out := view.As[*view.Pick](s.Do(keymap.Copy)).Done(0, ""); view.As[*view.Copy](out) == nil || view.As[*view.Copy](out).Words != want {
		t.Fatal("the clipboard gets something else")
	}
}

func TestALongTranscriptKeepsItsPlaceWhenItIsLaidOutAnew(t *testing.T) {
	v := video()
	for i := range 1200 {
		v.Transcript = append(v.Transcript, api.Segment{Text: fmt.Sprintf("word %d of a long talk.", i), Start: 400 + float64(i)*3, Duration: 3})
	}
	s := open(t, &service{videos: map[string]api.VideoTranscript{"": v}})
	s.Render(100, 30)
	s.reader.Jump(s.doc.para(300))
	for range 4 {
		s.Do(keymap.ToggleTimes)
		s.Render(70, 30)
	}
	if s.standing() != 300 {
		t.Fatalf("stands at %d, want 300", s.standing())
	}
}

func BenchmarkFind(b *testing.B) {
	s := megabyte()
	for b.Loop() {
		s.find("olive oil", 0)
		s.Render(120, 40)
	}
}

func BenchmarkToggleTimes(b *testing.B) {
	s := megabyte()
	for b.Loop() {
		s.Do(keymap.ToggleTimes)
		s.Render(120, 40)
	}
}

func megabyte() *Screen {
	v := video()
	for i := range 20_000 {
		v.Transcript = append(v.Transcript, api.Segment{Text: strings.Repeat("word ", 10), Start: 400 + float64(i)*3, Duration: 3})
	}
	env := viewtest.Alone()
	env.Styles = theme.Dark()
	s := New(env, view.Page{ID: videoID, Platform: api.VideoPlatform})
	s.show(videoTrack(v))
	s.Render(120, 40)
	return s
}

func BenchmarkKeyToFrame(b *testing.B) {
	s := megabyte()
	for b.Loop() {
		s.Do(keymap.Down)
		s.Render(120, 40)
	}
}

// A quote of what a machine heard says so, copied and pinned.
func TestAQuoteOfAMachineSaysSo(t *testing.T) {
	heard := post()
	plain := open(t, &service{photo: &heard})
	heard.Source = api.SourceMachine
	machine := open(t, &service{photo: &heard})
	for _, s := range []*Screen{plain, machine} {
		says := strings.Contains(s.quote(), "machine transcript") && strings.Contains(viewtest.Draw(s, 80, 24), "machine transcript")
		if pinned := strings.Contains(s.source().title.String(), "machine transcript"); says != (s == machine) || pinned != says {
			t.Errorf("%s", s.quote())
		}
	}
}

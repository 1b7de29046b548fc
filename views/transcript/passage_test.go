package transcript

import (
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// A quote may take several passages: it begins where it was begun, at its time.
func TestAQuoteOfSeveralPassages(t *testing.T) {
	s, _ := loaded(t)
	one := s.said().String()
	s.Do(keymap.Down)
	s.Do(keymap.MarkRange)
	second := s.said().String()
	s.Do(keymap.Down)
	s.Do(keymap.Down)
	viewtest.Shows(t, "begun", viewtest.Draw(s, 120, 36), "a quote from 0:08 · 2 passages")
	both := s.said().String()
	if !strings.HasPrefix(both, second) || len(both) <= len(second) || strings.Contains(both, one) {
		t.Fatalf("%q", both)
	}
	at := s.time()
	s.Do(keymap.Up) // the other way round it is the same quote
	s.Do(keymap.Up)
	s.Do(keymap.Up)
	if s.time() >= at || !strings.HasPrefix(s.said().String(), one) || !strings.HasSuffix(s.said().String(), second) {
		t.Fatalf("%s: %q", s.time(), s.said())
	}
	s.env.Plan = &plan.State{Lists: []plan.List{{ID: "l", Name: "Oat"}}, Last: "l"}
	s.page.Creator = viewtest.ID(1)
	if err := view.As[*view.OnList](s.Do(keymap.Pin)).Do(*s.env.Plan.Current()).Change.Edit(s.env.Plan); err != nil {
		t.Fatal(err)
	}
	if q := s.env.Plan.Lists[0].Members[0].Quotes[0]; q.Words != one+" "+second || q.At != s.time() {
		t.Fatalf("%+v", q)
	}
	s.Do(keymap.Cancel)
	if s.Can(keymap.Cancel) == "" || s.said().String() != one {
		t.Fatalf("%q", s.said())
	}
}

// In quotation marks only whole words are found.
func TestWholeWords(t *testing.T) {
	s, _ := loaded(t)
	find(s, "to")
	all := len(s.hits)
	s.find(`"to"`, 0)
	if whole := len(s.hits); whole == 0 || whole >= all {
		t.Fatalf("%d of %d hits", whole, all)
	}
	s.find(`"olive oil"`, 0)
	if len(s.hits) == 0 {
		t.Fatal("a phrase is not found over a seam")
	}
}

// The next talk is a key away, with its price, and is searched for the same words.
func TestTheNextTalk(t *testing.T) {
	s, service := loaded(t)
	if s.Can(keymap.NextTalk) == "" {
		t.Fatal("there is none")
	}
	here := s.page
	here.Creator = viewtest.ID(1)
	next := view.Page{Kind: view.Transcript, ID: "vid_0000002", Platform: api.VideoPlatform, Creator: viewtest.ID(1)}
	s.page, s.env.Talks = here, map[string][]view.Page{viewtest.ID(1): {here, next}}
	if s.Can(keymap.NextTalk) != "" || s.Can(keymap.PrevTalk) == "" || s.Price(keymap.NextTalk) != "0.5 cr" {
		t.Fatal(s.Can(keymap.NextTalk), s.Price(keymap.NextTalk))
	}
	find(s, "olive oil")
	calls := len(service.calls)
	to := s.Do(keymap.NextTalk).Nav.To
	if !to.Is(next) || len(service.calls) != calls {
		t.Fatalf("%+v", to)
	}
	other := New(s.env, to)
	viewtest.Run(other, other.Init())
	if other.reader.Query() != "olive oil" || len(other.hits) == 0 || other.Can(keymap.PrevTalk) != "" || other.Can(keymap.NextTalk) == "" {
		t.Fatalf("%q, %d hits", other.reader.Query(), len(other.hits))
	}
}

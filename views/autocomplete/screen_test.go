package autocomplete

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

func states(t *testing.T) map[string]*bench {
	all := map[string]*bench{
		"empty": open(t, people()), "found": open(t, people()), "many": open(t, crowd()), "none": open(t, people()), "looking": open(t, people()),
		"failed":  open(t, &service{refuse: &api.ErrorBody{Code: api.CodeDatabase, Message: "The index is not there.", RequestID: "req_7"}}),
		"hostile": open(t, &service{known: []api.Suggestion{{Name: "len" + viewtest.Hostile, Platforms: []api.SuggestionPlatform{{Username: viewtest.Hostile, Platform: api.Platform(viewtest.Hostile), MatchType: api.MatchType(viewtest.Hostile)}}}, {Name: "len"}}}),
	}
	all["found"].find("len")
	all["many"].find("len")
	all["many"].Do(keymap.PrevItem)
	all["none"].find("qq")
	all["looking"].write("len")
	all["looking"].rest()
	all["failed"].find("len")
	all["hostile"].find("len")
	return all
}

func TestEveryStateFitsEverySize(t *testing.T) {
	for name, b := range states(t) {
		viewtest.Fits(t, name, b)
	}
}

func TestGoldens(t *testing.T) {
	all := states(t)
	for _, name := range []string{"empty", "found", "none"} {
		viewtest.Goldens(t, name, viewtest.Plain(all[name]))
	}
}

func TestWhatItSaysInEachState(t *testing.T) {
	all := states(t)
	for name, words := range map[string][]string{
		"empty":   {"two letters or more", "0.05 cr per look-up"},
		"looking": {"searching…"},
		"found":   {"Lena Vogt", "@lenacooks", "by name", "by username", "by display name", "⏎ opens the creator, 0.1 cr"},
		"none":    {"No name or handle starts with this."},
		"failed":  {"The index is not there."},
	} {
		viewtest.Shows(t, name, all[name].draw(80, 16), words...)
	}
}

// Who is on a list stands in a narrow window too, with what was decided, in place of why the
// row was found.
func TestWhoIsOnAListStandsInTheirRow(t *testing.T) {
	b := open(t, people())
	b.find("len")
	b.env.Plan = &plan.State{Lists: []plan.List{{ID: "a", Name: "Client A", Members: []plan.Member{{Creator: b.rows[0].id, Name: "Lena", Verdict: plan.No, Reason: "dairy deal"}}}}}
	viewtest.Shows(t, "listed", b.draw(76, 16), "no")
	if row := b.draw(76, 16); !strings.Contains(row, "Client A") && !strings.Contains(row, "dairy") {
		t.Errorf("which list, or why, is not said:\n%s", row)
	}
}

func TestAsksAfterThePauseOnly(t *testing.T) {
	b := open(t, people())
	b.write("lena")
	if b.asked() != "" || len(b.calls) != 0 {
		t.Fatal("asks while typing")
	}
	b.rest()
	if len(b.calls) != 1 || b.Busy() != "looking up" {
		t.Fatalf("%d calls after the pause", len(b.calls))
	}
	b.answer()
	if b.asked() != "lena" || b.names() != "Lena Vogt, Lenard Okoye" && b.names() != "Lena Vogt, Lenard Okoye, Amara Lensing" || b.Busy() != "" {
		t.Fatalf("asked %q, found %s", b.asked(), b.names())
	}
	if k, ok := b.env.Known["id of Lena Vogt"]; !ok || len(k.Platform) != 2 {
		t.Fatal("what was found is not known elsewhere")
	}
}

func TestShortAndUnchangedAsksNothing(t *testing.T) {
	b := open(t, people())
	b.write("l  ")
	b.Type(tea.KeyPressMsg{Code: tea.KeyLeft})
	b.rest()
	if len(b.calls) != 0 {
		t.Fatal("asks for one letter")
	}
}

func TestOneQuestionAtATime(t *testing.T) {
	b := open(t, crowd())
	b.write("le")
	b.rest()
	b.write("na")
	b.rest()
	b.write(" 1")
	b.rest()
	if len(b.calls) != 1 {
		t.Fatalf("%d calls at once", len(b.calls))
	}
	b.answer() // of "le", 20 and so perhaps cut short: what stands there now is asked
	if len(b.calls) != 1 {
		t.Fatal("what was typed meanwhile is not asked")
	}
	b.answer()
	if b.asked() != "le lena 1" || len(b.rows) != 10 {
		t.Fatalf("asked %q, %d rows", b.asked(), len(b.rows))
	}
}

func TestTypedOnWhileACallFailed(t *testing.T) {
	b := open(t, people())
	b.service.refuse = &api.ErrorBody{Code: api.CodeDatabase, Message: "The index is not there."}
	b.write("le")
	b.rest()
	b.write("na")
	b.rest()
	failing := b.calls[0]()
	b.service.refuse = nil
	b.calls = nil
	b.take(b.Update(failing))
	if len(b.calls) != 1 {
		t.Fatal("what was typed meanwhile is not asked")
	}
	b.answer()
	if len(b.rows) == 0 || strings.Contains(b.draw(80, 16), "not there") {
		t.Fatal(b.draw(80, 16))
	}
}

func TestAFailedQuestionIsNotAskedForEver(t *testing.T) {
	b := open(t, people())
	b.service.refuse = &api.ErrorBody{Code: api.CodeDatabase, Message: "The index is not there."}
	b.find("lena")
	if b.asked() != "lena" || len(b.calls) != 0 {
		t.Fatalf("asked %q", b.asked())
	}
}

func TestWhatIsKnownIsNotAskedAgain(t *testing.T) {
	b := open(t, people())
	b.find("LE")
	if b.asked() != "le" || b.names() != "Lena Vogt, Lenard Okoye, Amara Lensing" {
		t.Fatalf("asked %q, found %s", b.asked(), b.names())
	}
	for _, step := range []struct{ typed, want string }{
		{"n", "Lena Vogt, Lenard Okoye, Amara Lensing"}, {"a", "Lena Vogt, Lenard Okoye"}, {"r", "Lenard Okoye"}, {"x", ""},
	} {
		b.write(step.typed)
		if b.names() != step.want {
			t.Errorf("%q: %s", b.prefix(), b.names())
		}
	}
	for range 4 {
		b.Type(tea.KeyPressMsg{Code: tea.KeyBackspace})
	}
	b.rest()
	if b.asked() != "le" || len(b.calls) != 0 || len(b.rows) != 3 {
		t.Fatalf("asked %q, %d rows", b.asked(), len(b.rows))
	}
}

func TestAnAnswerThatWasCutShortTellsNothingOfLongerPrefixes(t *testing.T) {
	b := open(t, crowd())
	b.find("lena")
	if len(b.rows) != asked {
		t.Fatalf("%d rows", len(b.rows))
	}
	b.find(" 2")
	if b.asked() != "lena lena 2" || b.names() != "Lena 20, Lena 21, Lena 22, Lena 23, Lena 24, Lena 25, Lena 26, Lena 27, Lena 28, Lena 29" {
		t.Fatalf("asked %q, found %s", b.asked(), b.names())
	}
}

func TestAccentsDoNotMatter(t *testing.T) {
	b := open(t, people())
	b.find("zo")
	b.write("e")
	if b.names() != "Zoë Brandt" || b.asked() != "zo" {
		t.Fatalf("asked %q, found %s", b.asked(), b.names())
	}
}

func TestAnAtSignIsNotPartOfAHandle(t *testing.T) {
	b := open(t, people())
	b.find("@lenac")
	if b.asked() != "lenac" || b.names() != "Lena Vogt" {
		t.Fatalf("asked %q, found %s", b.asked(), b.names())
	}
}

// Enter before the answer asks at once and opens the first when it comes.
func TestEnterDoesNotWaitForThePause(t *testing.T) {
	b := open(t, people())
	b.write("lenac")
	b.take(b.Do(keymap.Accept))
	if len(b.calls) != 1 {
		t.Fatalf("%d calls", len(b.calls))
	}
	if out := b.Update(b.calls[0]()); out.Nav.To.ID != "id of Lena Vogt" {
		t.Fatalf("%+v", out)
	}

	b = open(t, people())
	b.find("le")
	b.write("q") // nobody
	if out := b.Do(keymap.Accept); out.Nav.Go {
		t.Fatalf("opens a row of another prefix: %+v", out.Nav.To)
	}

	b = open(t, people())
	b.write("le")
	b.take(b.Do(keymap.Accept))
	b.write("n") // not what Enter was pressed for
	if out := b.Update(b.calls[0]()); out.Nav.Go {
		t.Fatal("opens a creator though other letters were typed since")
	}
}

func TestAClosedFieldTakesNoAnswer(t *testing.T) {
	b := open(t, people())
	b.write("lena")
	b.rest()
	late := b.calls[0]
	b.Close()
	if b.Update(late()); len(b.rows) != 0 || b.Busy() != "" {
		t.Fatalf("%s, %q", b.names(), b.Busy())
	}
}

func TestOpensTheCreatorUnderTheCursor(t *testing.T) {
	b := open(t, people())
	if out := b.Do(keymap.Accept); out.Nav.Go {
		t.Fatal("opens nothing")
	}
	b.find("le")
	b.Do(keymap.NextItem)
	b.Do(keymap.NextItem)
	b.Do(keymap.PrevItem)
	if out := b.Do(keymap.Accept); !out.Nav.Go || out.Nav.To != (view.Page{Kind: view.Creator, ID: "id of Lenard Okoye"}) {
		t.Fatalf("%+v", out)
	}
	b.draw(70, 14)
	if out := b.Click(3, 4, 70, 14); out.Nav.To.ID != "id of Amara Lensing" {
		t.Fatalf("%+v", out)
	}
	for _, y := range []int{0, 1, 7, 13} {
		if out := b.Click(3, y, 70, 14); out.Nav.Go {
			t.Errorf("line %d opens %+v", y, out.Nav.To)
		}
	}
	if out := b.Do(keymap.Cancel); !out.Nav.Back {
		t.Fatalf("%+v", out)
	}
}

// Why nothing was found stands in full where the rows would be, also where a line is
// too short for it.
func TestAFailureIsToldInFull(t *testing.T) {
	s := states(t)["failed"]
	drawn := viewtest.Draw(s, 50, 12)
	whole := strings.Join(strings.Fields(drawn), " ")
	for _, l := range s.failure.Wrap(1000) {
		if !strings.Contains(whole, strings.Join(strings.Fields(l.String()), " ")) {
			t.Errorf("%q is cut:\n%s", l.String(), drawn)
		}
	}
}

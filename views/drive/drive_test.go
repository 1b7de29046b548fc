package drive_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views"
	"greenroom/views/drive"
	"greenroom/views/view"
)

// nobody is a service that knows nothing, and says what it was asked.
type nobody struct{ asked []string }

func (n *nobody) RoundTrip(r *http.Request) (*http.Response, error) {
	n.asked = append(n.asked, r.Method+" "+r.URL.Path)
	w := httptest.NewRecorder()
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusNotFound)
	err := json.NewEncoder(w).Encode(api.Envelope{Error: api.ErrorBody{Code: api.CodeNotFound, Message: "Unknown."}})
	return w.Result(), err
}

func open(t *testing.T, each drive.Each) (*drive.Driver, *nobody, *drive.Clock) {
	t.Helper()
	service, clock := &nobody{}, drive.NewClock(time.Date(2026, 3, 2, 10, 0, 20, 0, time.UTC))
	c, err := client.New(client.Config{BaseURL: "http://test", Key: func(context.Context) (string, error) { return "gr_test", nil }, HTTP: &http.Client{Transport: service}, Clock: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	d := drive.New(drive.Config{Clock: clock, W: 80, H: 24, Each: each, Root: views.Config{
		Client: c, Styles: theme.None(), Keys: keymap.Default(), Service: text.Const("test"), Clock: clock.Now,
		Start: view.Page{Kind: view.Search},
	}})
	d.Start()
	return d, service, clock
}

func TestActionsAreDoneByTheirKeys(t *testing.T) {
	d, _, _ := open(t, nil)
	if err := d.Do(keymap.EditQuery); err != nil {
		t.Fatal(err)
	}
	d.Type("bakers")
	if !d.Root().Typing() || !d.Shows("bakers") {
		t.Error(d.Screen())
	}
	err := d.Do(keymap.SayYes)
	if err == nil || !strings.Contains(err.Error(), "verdict-yes does nothing here") {
		t.Errorf("an action of another screen: %v", err)
	}
}

// What is due soon after a key belongs to it; the rest waits until time passes, and
// comes in its order.
func TestTimeIsMovedByHand(t *testing.T) {
	d, service, clock := open(t, nil)
	d.Press("@")
	before, began := len(service.asked), clock.Now()
	d.Type("ann") // a pause of typing is looked up
	if len(service.asked) == before {
		t.Error("the pause after typing never ended")
	}
	if clock.Now().Sub(began) > 2*time.Second {
		t.Errorf("three letters took %s", clock.Now().Sub(began))
	}
	d.Press("esc", "x") // which means nothing here, and is told for five seconds
	if d.Root().Said().Empty() {
		t.Fatalf("nothing is said:\n%s", d.Screen())
	}
	d.Advance(4 * time.Second)
	if d.Root().Said().Empty() {
		t.Error("the message ended before its time")
	}
	began = clock.Now()
	d.Advance(2 * time.Second)
	if !d.Root().Said().Empty() {
		t.Errorf("after six seconds it still says %q", d.Root().Said())
	}
	if passed := clock.Now().Sub(began); passed != 2*time.Second {
		t.Errorf("two seconds were %s", passed)
	}
}

// Who watches decides what the root gets, and is told what was sent and what followed.
func TestEachMessageIsTold(t *testing.T) {
	var sent, followed int
	d, _, _ := open(t, func(msg tea.Msg, asked bool, deliver func()) {
		if asked {
			sent++
		} else {
			followed++
		}
		if _, ok := msg.(tea.PasteMsg); !ok {
			deliver()
		}
	})
	if sent != 1 || followed == 0 {
		t.Errorf("%d were sent and %d followed at the start", sent, followed)
	}
	d.Press("i")
	d.Paste("not delivered")
	if d.Shows("not delivered") {
		t.Error("what was held back is shown")
	}
}

func TestKeysAreSpelledAsInTheConfiguration(t *testing.T) {
	for b := range keymap.Default().In(keymap.Scopes()...) {
		for _, k := range b.Keys {
			if drive.Key(k).String() != k {
				t.Errorf("%s: the key %q is sent as %q", b.Action, k, drive.Key(k).String())
			}
		}
	}
}

// A crash loses nothing that the place has; the keys go on being counted.
func TestARestartBeginsAnew(t *testing.T) {
	d, _, _ := open(t, nil)
	d.Press("i")
	d.Restart()
	if d.Root().Typing() || d.Quit() {
		t.Errorf("the field is open after a start:\n%s", d.Screen())
	}
	d.Press("ctrl+c")
	if !d.Quit() {
		t.Error("it does not end")
	}
}

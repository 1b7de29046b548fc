package drive_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views"
	"greenroom/views/drive"
	"greenroom/views/view"
)

// held is a service whose look-ups are held until they are let go, and which tells of each.
type held struct {
	asked chan string
	let   chan bool
	over  chan time.Time // a second is, once a look-up was asked for
}

func (h *held) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.HasSuffix(r.URL.Path, "/autocomplete") {
		return (&nobody{}).RoundTrip(r)
	}
	h.asked <- r.URL.Path
	h.over <- time.Time{}
	select {
	case <-h.let:
		return (&nobody{}).RoundTrip(r)
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

// openLive is a workbench on real time, of which a second is over when the service says so.
func openLive(t *testing.T, ctx context.Context, slow func()) (*drive.Driver, *held) {
	t.Helper()
	service := &held{asked: make(chan string, 1), let: make(chan bool), over: make(chan time.Time)}
	clock := drive.NewClock(time.Date(2026, 3, 2, 10, 0, 20, 0, time.UTC))
	c, err := client.New(client.Config{BaseURL: "http://test", Key: func(context.Context) (string, error) { return "gr_test", nil }, HTTP: &http.Client{Transport: service}, Clock: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	d := drive.NewLive(ctx, drive.Config{Clock: clock, W: 80, H: 24, Root: views.Config{
		Client: c, Styles: theme.None(), Keys: keymap.Default(), Service: text.Const("test"), Clock: clock.Now, Calm: true,
		Start: view.Page{Kind: view.Search}, Pay: views.NewAsker(),
	}, After: func(by time.Duration) <-chan time.Time {
		if by != time.Second {
			return time.After(by)
		}
		return service.over
	}}, slow)
	return d, service
}

// What takes long is told of once, and is there when the key returns: what waits for a
// person is not waited for.
func TestLiveWaitsForWhatIsUnderWay(t *testing.T) {
	var service *held
	var d *drive.Driver
	var told []string
	d, service = openLive(t, t.Context(), func() {
		if under := d.Root().Running(); len(under) > 0 {
			told = append(told, under[0])
			service.let <- true
		}
	})
	d.Start()
	d.Press("@")
	d.Paste("ann")
	if len(told) != 1 || told[0] != "looking up" || len(service.asked) != 1 || len(d.Root().Running()) != 0 {
		t.Errorf("told of %q, %d asked, %q under way", told, len(service.asked), d.Root().Running())
	}
}

// The end of the waiting ends it, and something else that comes ends a rest.
func TestLiveWaitingEnds(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	var d *drive.Driver
	d, service := openLive(t, ctx, func() {
		if len(d.Root().Running()) > 0 {
			stop()
		}
	})
	d.Start()
	other := make(chan string, 1)
	other <- "a line"
	if got, ok := drive.Until(d, other, func() {}); got != "a line" || !ok {
		t.Errorf("%q, %v", got, ok)
	}
	d.Press("@")
	d.Paste("ann")
	if len(service.asked) != 1 || len(d.Root().Running()) != 1 {
		t.Errorf("%d asked, %q under way", len(service.asked), d.Root().Running())
	}
	if _, ok := drive.Until(d, other, func() {}); ok {
		t.Error("it waits on")
	}
	d.Root().Close()
}

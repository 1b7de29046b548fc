package views_test

import (
	"context"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/views/view"
)

// library plays a memory with two creators.
type library struct{}

func (library) Written(_ context.Context, of []plan.Member) ([][]view.Written, error) {
	return append(make([][]view.Written, 0, len(of)), make([][]view.Written, len(of))...), nil
}

func (library) Find(context.Context, string) ([]view.Found, error) {
	post := view.Written{Place: plan.Place{Platform: api.PhotoPlatform, ID: "Cx1"}, Post: deskSession, Words: "Never without oat milk. Ever.", Posted: time.Date(2026, 2, 20, 9, 0, 0, 0, time.UTC)}
	talk := view.Written{Place: plan.Place{Platform: api.VideoPlatform, ID: "M1IAa63gezN"}, Spoken: true, Title: "Soup", Words: "Hello again, and here is oat milk."}
	return []view.Found{
		{Written: post, Of: creator(1).ID, URL: "https://photos.example/p/Cx1", From: 14, To: 22},
		{Written: talk, Of: creator(1).ID, URL: "https://videos.example/1", From: 25, To: 33, At: 70 * time.Second, Timed: true},
	}, nil
}

// Words are found in what is kept without asking anybody, pinned from there, and opened
// where they stand.
func TestWordsAreFoundInWhatIsKept(t *testing.T) {
	s := busyDesk()
	d := openDesk(t, s)
	calls := len(s.calls)
	d.keys("6")
	d.text("oat milk")
	d.keys("enter")
	d.sees("6 Kept", "2 texts of everything kept here · free", "Never without   oat milk", "talk 1:10", "Creator 01", "20 Feb 26")
	d.keys("p", "enter")
	d.sees("Pinned to Creator 01")
	if len(s.calls) != calls {
		t.Errorf("it asked %v", s.calls[calls:])
	}
	d.keys("enter")
	d.sees("Creator 01", "Found in this video")
	d.keys("6")
	d.sees("┃ oat milk", "▸", "Never without   oat milk")
}

package transcript

import (
	"net/http"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/keymap"
	"greenroom/views/view"
	"greenroom/views/viewtest"
)

// channelService tells what is said in three videos of a channel.
type channelService struct{ asked string }

func (s *channelService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.asked = r.URL.RequestURI()
	said := func(words ...string) (all []api.Segment) {
		for i, w := range words {
			all = append(all, api.Segment{Text: w, Start: float64(10 * i), Duration: 2})
		}
		return all
	}
	viewtest.Answer(w, api.One[api.ChannelTranscripts]{Data: api.ChannelTranscripts{
		Handle: "lenacooks", ChannelName: "Lena kocht", VideosFound: 3, TranscriptsFetched: 2, TranscriptsFailed: 1, ScrapedAt: now,
		Items: []api.ChannelTranscript{
			{VideoID: "vid_0000001", URL: "https://videos.example/1", Title: "Lentils", ViewCount: new(int64(12_000)), PublishedText: new("3 weeks ago"), WordCount: 7, Transcript: said("Lentils need salt.", "No oat milk here.")},
			{VideoID: "vid_0000002", URL: "https://videos.example/2", Title: "Silent walk", Error: new("nobody speaks in it")},
			{VideoID: "vid_0000003", URL: "https://videos.example/3", Title: "Breakfast", WordCount: 4, FullText: "Oat milk again. Bread."},
		},
	}})
}

func openChannel(t *testing.T) (*Screen, *channelService) {
	service := &channelService{}
	s := New(viewtest.On(t, service), view.Page{Kind: view.Channel, ID: "lenacooks", Platform: api.VideoPlatform, Creator: viewtest.ID(1)})
	out := s.Init()
	if view.As[*view.Ask](out) == nil || view.As[*view.Ask](out).High != 5*500 || s.Price(keymap.Reload) != "≤2.5 cr" {
		t.Fatalf("asks for %+v, the key says %s", view.As[*view.Ask](out), s.Price(keymap.Reload))
	}
	viewtest.Run(s, out)
	return s, service
}

// A channel is one reading list: every video below its title, one search over all,
// and a quote has the source it was said in.
func TestAChannelIsOneReadingList(t *testing.T) {
	s, service := openChannel(t)
	if !strings.Contains(service.asked, "channel-transcripts/lenacooks") || !strings.Contains(service.asked, "include_segments=true") {
		t.Fatal(service.asked)
	}
	drawn := viewtest.Draw(s, 120, 36)
	viewtest.Shows(t, "channel", drawn, "Lena kocht", "Lentils · 3 weeks ago · 12K views", "0:10", "No oat milk here.", "Silent walk", "No transcript: nobody speaks in it", "Breakfast", "2 of 3 videos read")
	find(s, "oat milk")
	if len(s.hits) != 2 {
		t.Fatalf("%d hits", len(s.hits))
	}
	if got := s.quote(); !strings.Contains(got, "Lentils, 0:10, https://videos.example/1") {
		t.Error(got)
	}
	s.Do(keymap.NextHit)
	if got := s.quote(); !strings.Contains(got, "Breakfast") || !strings.Contains(got, "https://videos.example/3") {
		t.Error(got)
	}
	if why := s.Can(keymap.JumpTime); why == "" {
		t.Error("a time is in which video?")
	}
	viewtest.Fits(t, "channel", s)
	s.Do(keymap.ToggleTimes)
	viewtest.Shows(t, "reading", viewtest.Draw(s, 120, 36), "Breakfast", "Oat milk again. Bread.")
}

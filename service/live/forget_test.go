package live_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/tools/tooltest"
)

// drawer holds answers, and counts those dropped.
type drawer struct {
	*tooltest.Answers
	dropped, media []string
	who            string
}

func (d *drawer) LiveAnswers(ctx context.Context, visit func(string, []byte) error) error {
	for _, key := range d.Keys() {
		k, err := d.LiveAnswer(ctx, key)
		if err == nil {
			err = visit(key, k.Body)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *drawer) DropLive(_ context.Context, of live.Drop) (live.Dropped, error) {
	d.dropped, d.media, d.who = of.Keys, of.Media, strings.Join(of.Names, " ")
	return live.Dropped{Transcripts: int64(len(of.Media))}, nil
}

// people are networks on which two people show something.
type people struct {
	service.PhotoNetwork
	service.VideoNetwork
}

func (people) Post(_ context.Context, code string) (api.LivePost, error) {
	if code == "Ckim" {
		return api.LivePost{Shortcode: code, OwnerUsername: "Kim"}, nil
	}
	return api.LivePost{Shortcode: code, OwnerUsername: "ana", TaggedUsernames: []string{"kim"}}, nil
}

func (people) Profile(_ context.Context, name string, _ int) (api.LivePhotoProfile, error) {
	return api.LivePhotoProfile{Username: name, Posts: []api.LivePost{{Shortcode: "C" + name + "2", OwnerUsername: name}}}, nil
}

func (people) Transcript(_ context.Context, code, _ string) (service.Speech, error) {
	return service.Speech{Post: api.LivePost{Shortcode: code, OwnerUsername: "kim"}, Track: service.Transcript{MediaID: code, Text: "kim says hello"}}, nil
}

func (people) Channel(_ context.Context, q service.ChannelQuery) (service.Channel, error) {
	return service.Channel{Profile: service.Profile{Username: q.Handle}, Videos: []service.ChannelVideo{{ID: "v" + q.Handle}}}, nil
}

func (people) Search(context.Context, service.VideoQuery) (service.VideoPage, error) {
	one := func(handle string) api.VideoResult {
		return api.VideoResult{ChannelHandle: service.Known(handle), VideoFields: &api.VideoFields{VideoID: "s" + handle}}
	}
	return service.VideoPage{Results: []api.VideoResult{one("kim"), one("ana")}}, nil
}

// Who is forgotten is in no answer any more, and nothing that is said in their posts and
// videos stays. What is another's stays, and so does what only a word of a text names.
func TestForget(t *testing.T) {
	d := &drawer{Answers: &tooltest.Answers{}}
	n, k := live.Keep(service.Networks{Photo: people{}, Video: people{}}, live.KeepConfig{Answers: d, Clock: (&fakeClock{now: noon}).Now})
	defer k.Close()
	ctx := t.Context()
	var about []string
	for _, ask := range []struct {
		about bool
		do    func() error
	}{
		{true, func() error { _, err := n.Photo.Post(ctx, "Ckim"); return err }},
		{true, func() error { _, err := n.Photo.Post(ctx, "Cana"); return err }}, // it tags them
		{true, func() error { _, err := n.Photo.Profile(ctx, "kim", 3); return err }},
		{false, func() error { _, err := n.Photo.Profile(ctx, "ana", 3); return err }},
		{true, func() error { _, err := n.Photo.Transcript(ctx, "Ckim3", ""); return err }},
		{true, func() error {
			_, err := n.Video.Channel(ctx, service.ChannelQuery{Handle: "kim", Limit: 5})
			return err
		}},
		{true, func() error { _, err := n.Video.Search(ctx, service.VideoQuery{Text: "x"}); return err }},
	} {
		before := d.Keys()
		if err := ask.do(); err != nil {
			t.Fatal(err)
		}
		for _, key := range d.Keys() {
			if ask.about && !slices.Contains(before, key) {
				about = append(about, key)
			}
		}
	}
	f, err := live.Forget(ctx, d, live.Person{Names: []string{"@KIM"}})
	slices.Sort(about)
	noted := slices.Contains(d.dropped, live.SaidKey(api.PhotoPlatform, "Ckim3")) && slices.Contains(d.dropped, live.SaidKey(api.VideoPlatform, "vkim"))
	d.dropped = slices.DeleteFunc(d.dropped, func(key string) bool { return strings.HasPrefix(key, live.Said) })
	slices.Sort(d.dropped)
	if want := []string{"Ckim", "Ckim2", "Ckim3", "KIM", "skim", "vkim"}; err != nil || !noted || f.Answers != 6 || d.who != "KIM" || !slices.Equal(d.dropped, about) || !slices.Equal(d.media, want) {
		t.Errorf("%+v %v: media %q, want %q; %d answers, want %d", f, err, d.media, want, len(d.dropped), len(about))
	}
}

// A whole creator is named by their ids anywhere, and by a name as a name on its network alone.
func TestNaming(t *testing.T) {
	names := live.Naming(live.Person{Creator: "c-1", IDs: []string{"p-1", ""}, Accounts: []live.Account{{Platform: api.VideoPlatform, Name: "De"}, {Platform: api.PhotoPlatform, Name: "food"}}})
	for body, want := range map[string]bool{
		`{"id":"C-1"}`: true, `["p-1"]`: true, `{"id":""}`: false,
		`{"language":"de","theme":["food"]}`:                                      false,
		`{"channel_handle":"@de"}`:                                                true,
		`{"handle":"food"}`:                                                       false,
		`{"owner_username":"de"}`:                                                 false,
		`{"TaggedUsernames":["x","food"]}`:                                        true,
		`{"username":"de","platform":"` + string(api.VideoPlatform) + `"}`:        true,
		`{"Username":"de","Platform":"` + string(api.PhotoPlatform) + `"}`:        false,
		`{"platform":"` + string(api.ShortVideoPlatform) + `","username":"food"}`: false,
	} {
		if got := names([]byte(body)); got != want {
			t.Errorf("%s: %t", body, got)
		}
	}
}

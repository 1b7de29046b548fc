package shape_test

import (
	"encoding/json"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/rules/shape"
)

// No stored address leaves that is not one of the web; the contract's own nulls and
// empty lists stand in its place.
func TestOnlyAddressesOfTheWebLeave(t *testing.T) {
	const bad, good = "javascript:alert(1)", "https://x.example/a"
	for address, want := range map[string]string{bad: "", "data:text/html,x": "", good: good} {
		c := service.Creator{AvatarURL: address}
		p := service.Profile{URL: address, AvatarURL: address, ExternalURLs: []string{address, bad}}
		post := service.Post{URL: address, MediaURL: address, ThumbnailURL: address, Type: api.PostCarousel, Carousel: []api.CarouselItem{{ThumbnailURL: &address}}}
		out := []any{shape.Creator(c), shape.CreatorBasic(c), shape.Summary(p), shape.Profile(p, api.ModeDetailed, []string{address, bad}), shape.Post(post)}
		raw, err := json.Marshal(out)
		if err != nil || strings.Contains(string(raw), bad) || strings.Contains(string(raw), "data:") {
			t.Errorf("%q: %v %s", address, err, raw)
		}
		if got := strings.Count(string(raw), `"`+good+`"`); (got == 10) != (want == good) {
			t.Errorf("%q is in %d places of %s", address, got, raw)
		}
		if p := shape.Profile(service.Profile{ExternalURLs: []string{bad}}, api.ModeLite, nil); p.ExternalURLs == nil || len(p.ExternalURLs) > 0 {
			t.Errorf("links %#v", p.ExternalURLs)
		}
		if *post.Carousel[0].ThumbnailURL != address {
			t.Error("the stored post was changed")
		}
	}
}

package quality

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/service"
)

// safetyBatch limits the posts of one request.
const safetyBatch = 25

func TestSafety(t *testing.T) {
	b := open(t)
	for _, name := range files([]string{"safety.txt", "safety_aside.txt", "hatred.txt", "hatred_aside.txt", "functions.txt", "functions_aside.txt", "safety_opened.txt", "adversarial_texts_opened.txt", "safety_blind.txt", "safety_blind_aside.txt", "safety_posts.txt", "safety_posts_aside.txt"}, []string{"safety_sealed.txt", "adversarial_texts_sealed.txt"}) {
		s := newScore(name)
		lines := read(t, name, 4)
		urls := b.publish(t, name, lines)
		for from := 0; from < len(lines); from += safetyBatch {
			to := min(from+safetyBatch, len(lines))
			var refs []map[string]string
			for _, u := range urls[from:to] {
				refs = append(refs, map[string]string{"url": u})
			}
			var got struct{ Data []struct{ Safety api.Safety } }
			b.post(t, "/v1/brand-safety/posts", map[string]any{"posts": refs}, &got)
			for i, l := range lines[from:to] {
				s.saw(l.rest[1], fmt.Sprint(flagsOf(got.Data[i].Safety)))
				s.add(t, l, l.rest[1], unsafeAs(l.rest[0], got.Data[i].Safety), byLanguage(name, l)...)
			}
		}
		s.hold(t)
	}
}

func TestSentiment(t *testing.T) {
	analyze(t, files([]string{"sentiment.txt", "sentiment_aside.txt", "sentiment_opened.txt", "sentiment_blind.txt", "sentiment_blind_aside.txt"}, []string{"sentiment_sealed.txt"}),
		func(a api.PostAnalysis) string { return string(a.Sentiment) })
}

// TestPaid asks whether posts are told as paid for.
func TestPaid(t *testing.T) {
	analyze(t, files([]string{"paid.txt"}, nil), func(a api.PostAnalysis) string { return strconv.FormatBool(a.IsSponsored) })
}

// analyze counts what is told of each post.
func analyze(t *testing.T, names []string, told func(api.PostAnalysis) string) {
	b := open(t)
	for _, name := range names {
		s := newScore(name)
		lines := read(t, name, 4)
		for i, address := range b.publish(t, name, lines) {
			var got struct{ Data []api.PostAnalysis }
			b.post(t, "/v1/posts/analyze", map[string]any{"posts": []any{map[string]string{"url": address}}}, &got)
			have, why := told(got.Data[0]), ""
			s.saw(lines[i].rest[1], have)
			if have != lines[i].rest[0] {
				why = have + " instead of " + lines[i].rest[0]
			}
			s.add(t, lines[i], lines[i].rest[1], why)
		}
		s.hold(t)
	}
}

// byLanguage is the class in which a text of a blind lot is counted besides its own: what is
// found of harm and kept of what is harmless, in each language.
func byLanguage(name string, l line) []string {
	switch {
	case !strings.HasSuffix(name, "_sealed.txt") && !strings.HasSuffix(name, "_opened.txt") && !strings.Contains(name, "_blind") && !strings.Contains(name, "_posts"):
		return nil
	case l.rest[0] == "unread":
		return []string{"unread"}
	case l.rest[0] == "clear" || strings.HasPrefix(l.rest[0], "not "):
		return []string{"kept", "kept " + l.lang}
	}
	return []string{"found", "found " + l.lang}
}

// flagsOf names what a text was flagged for.
func flagsOf(got api.Safety) []string {
	return each.Of(got.Flags, func(f api.Flag) string { return string(f.Type) })
}

// unsafeAs says what is wrong about a judgement; "" if nothing.
func unsafeAs(want string, got api.Safety) string {
	types := flagsOf(got)
	wrong := !slices.Contains(types, want)
	if want == "unread" {
		wrong = got.Coverage == nil || got.Coverage.Judged > 0
	}
	if never, ok := strings.CutPrefix(want, "not "); ok {
		wrong = slices.Contains(types, never)
	} else if want == "clear" {
		wrong = len(types) > 0
	}
	if wrong {
		return fmt.Sprintf("%q instead of %s", strings.Join(types, ","), want)
	}
	return ""
}

// publish stores the texts as posts of one creator a language, and returns their
// addresses.
func (b *bench) publish(t testing.TB, name string, lines []line) []string {
	t.Helper()
	bundles, urls := map[string]*service.Bundle{}, make([]string, len(lines))
	for i, l := range lines {
		bundle := bundles[l.lang]
		if bundle == nil {
			user := strings.NewReplacer(".", "", "_", "").Replace(name) + l.lang
			bundle = &service.Bundle{
				Creator:  service.Creator{Name: user, Kind: api.KindInfluencer, Languages: []string{l.lang}, UpdatedAt: b.now},
				Profiles: []service.Profile{{Platform: api.PhotoPlatform, Username: user, UpdatedAt: b.now}},
			}
			bundles[l.lang] = bundle
		}
		code := fmt.Sprintf("q%s%04d", strings.TrimSuffix(name, ".txt"), i)
		urls[i] = "https://photoplatform.example/p/" + code
		bundle.Posts = append(bundle.Posts, service.Post{
			Platform: api.PhotoPlatform, PlatformID: code, URL: urls[i], Type: "image", Caption: l.rest[1], PostedAt: b.now,
		})
	}
	for _, bundle := range bundles {
		if _, err := b.app.Store.Write(context.Background(), []service.Bundle{*bundle}); err != nil {
			t.Fatal(err)
		}
	}
	return urls
}

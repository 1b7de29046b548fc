package tools_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"greenroom/internal/racetest"
	"greenroom/service"
	"greenroom/service/live/command"
	"greenroom/service/live/tools"
)

const (
	galleryRecorded = "testdata/recorded/gallery-dl-1.32.9"
	loaderRecorded  = "testdata/recorded/instaloader-4.15.1"
)

func gallery(t *testing.T) *rig {
	return rigged(t, command.GalleryDL, galleryRecorded, tools.GalleryDL, nil)
}

func loader(t *testing.T, change func(*tools.Config)) *rig {
	return rigged(t, command.Instaloader, loaderRecorded, tools.Instaloader, change)
}

func TestPostsByTools(t *testing.T) {
	for name, r := range map[string]*rig{"gallery-dl": gallery(t), "instaloader": loader(t, nil)} {
		p, err := r.Photo.Post(t.Context(), "KilnDay01")
		if err != nil || p.LikeCount != 70 || p.CommentCount != 9 || p.OwnerUsername != "mo.kiln" || *p.Caption != "Kiln day" || p.TakenAt == nil {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
		if _, err := r.Photo.Transcript(t.Context(), "KilnDay01", ""); err == nil {
			t.Errorf("%s has captions", name)
		}
	}
	if p, _ := gallery(t).Photo.Post(t.Context(), "KilnDay01"); len(p.CarouselItems) != 2 {
		t.Errorf("%+v", p.CarouselItems)
	}
}

// Both end well where they fail, and say “not found” where they were refused.
func TestPhotoToolsProveLittle(t *testing.T) {
	racetest.Once(t) // many runs, one after the other
	g, l := gallery(t), loader(t, nil)
	for code, want := range map[string]service.UpstreamKind{
		"KilnGone1": service.UpstreamMissing, "KilnLogin": service.UpstreamBlocked, "KilnRate1": service.UpstreamRateLimited,
		"KilnEmpty": service.UpstreamFailed, "KilnBroke": service.UpstreamFailed, "KilnNoRec": service.UpstreamFailed,
	} {
		_, err := g.Photo.Post(t.Context(), code)
		g.kind(err, want)
	}
	_, err := l.Photo.Post(t.Context(), "KilnGone1")
	l.kind(err, service.UpstreamFailed)
	_, err = g.Photo.Profile(t.Context(), "no.kiln", 0)
	g.kind(err, service.UpstreamBlocked)
	for name, want := range map[string]service.UpstreamKind{
		"no.kiln": service.UpstreamMissing, "old.kiln": service.UpstreamMissing, "stop.kiln": service.UpstreamBlocked, "fast.kiln": service.UpstreamRateLimited, "shy.kiln": service.UpstreamPrivate,
	} {
		_, err := l.Photo.Profile(t.Context(), name, 0)
		l.kind(err, want)
	}
}

func TestProfilesByTools(t *testing.T) {
	g := gallery(t)
	for name, r := range map[string]*rig{"gallery-dl": g, "instaloader": loader(t, nil)} {
		p, err := r.Photo.Profile(t.Context(), "mo.kiln", 0)
		if err != nil || *p.FollowerCount != 1200 || *p.MediaCount != 31 || p.Biography != "clay, fire" || !p.IsVerified || p.CategoryName != nil {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	p, err := g.Photo.Profile(t.Context(), "mo.kiln", 2)
	if err != nil || len(p.Posts) != 2 || *p.MediaCount != 31 || p.EngagementRate == nil || *p.EngagementRate != 5 {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err = g.Photo.Profile(t.Context(), "shy.kiln", 2); err != nil || !p.IsPrivate {
		t.Errorf("%+v, %v", p, err)
	}
	_, err = g.Photo.Profile(t.Context(), "mo.kiln", 3)
	g.kind(err, service.UpstreamRateLimited)
	_, err = g.Photo.Profile(t.Context(), "mo.kiln", 4)
	g.kind(err, service.UpstreamPrivate)
	l := loader(t, nil)
	_, err = l.Photo.Profile(t.Context(), "mo.kiln", 2)
	l.kind(err, service.UpstreamCannot)
}

func TestShortVideoProfiles(t *testing.T) {
	g := gallery(t)
	p, err := g.ShortVideo.Profile(t.Context(), "mo.spins")
	if err != nil || *p.FollowerCount != 5000 || *p.VideoCount != 4 || p.ProfileURL == "" {
		t.Errorf("%+v, %v", p, err)
	}
	_, err = g.ShortVideo.Profile(t.Context(), "mo.plain")
	g.kind(err, service.UpstreamMalformed)
}

// A session is lent as cookies are; names that tools take for targets reach none.
func TestNamesAreNoTargets(t *testing.T) {
	session := filepath.Join(t.TempDir(), "s")
	if err := os.WriteFile(session, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	l := loader(t, func(c *tools.Config) { c.Login, c.Session = "ana.logs.in", session })
	if _, err := l.Photo.Post(t.Context(), "KilnDay01"); err != nil {
		t.Error(err)
	}
	g := gallery(t)
	for _, bad := range []string{"+/etc/passwd", ":feed", ":saved", "@name", "#tag", "%place", "-x", "--login", "a/b", "a b", "", "a\n", "../x", "-abcdefghij", "~x"} {
		for _, r := range []*rig{l, g} {
			_, err := r.Photo.Post(t.Context(), bad)
			_, failed := r.Photo.Profile(t.Context(), bad, 0)
			if !errors.Is(err, command.ErrValue) || !errors.Is(failed, command.ErrValue) {
				t.Errorf("%q: %v, %v", bad, err, failed)
			}
		}
		if _, err := g.ShortVideo.Profile(t.Context(), bad); !errors.Is(err, command.ErrValue) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	// Old posts have such codes: that none is passed on proves nothing. No account has such a name.
	_, err := g.Photo.Post(t.Context(), "-abcdefghij")
	g.kind(err, service.UpstreamCannot)
	_, err = g.Photo.Profile(t.Context(), "-abcdefghij", 0)
	g.kind(err, service.UpstreamMissing)
	if calls := l.called(); len(calls) != 1 || !slices.Contains(calls[0], "lent") || strings.Contains(fmt.Sprint(calls), session) {
		t.Errorf("%q", calls)
	}
	if len(g.called()) != 0 {
		t.Errorf("%q", g.called())
	}
}

package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live/command"
)

// Where addresses of the other networks begin.
const (
	onPhoto = "https://www.instagram.com/"
	onShort = "https://www.tiktok.com/"
)

// The calls of the tools that read the photo and the short-video network.
var (
	galleryAlways = []string{"--config-ignore", "--no-input", "--retries", "0", "--sleep-429", "0", "--http-timeout", "15", "-j"}
	galleryPost   = command.Template{"--", onPhoto + "p/{code}/"}
	galleryInfo   = command.Template{"-o", "user-strategy=info", "--", onPhoto + "{username}/info"}
	galleryPosts  = command.Template{"--post-range", "1-{count}", "--", onPhoto + "{username}/posts"}
	galleryShort  = command.Template{"--range", "1", "--", onShort + "@{username}/posts"}

	loaderAlways = []string{"--no-pictures", "--no-videos", "--no-video-thumbnails", "--no-captions", "--no-compress-json", "--no-iphone",
		"--max-connection-attempts", "1", "--request-timeout", "15", "--abort-on=302,400,401,403,429", "--dirname-pattern", "."}
	loaderPost    = command.Template{"--", "-{code}"}
	loaderProfile = command.Template{"--no-posts", "--no-profile-pic", "--", "{username}"}
)

// GalleryDL is the photo and the short-video network as gallery-dl reads them. It ends
// well whatever happened: what it printed tells.
func GalleryDL(c Config) service.Networks {
	g := &tool{Config: c, always: galleryAlways, unpack: messages}
	return service.Networks{Photo: photoTool{tool: g, post: galleryPost, profile: galleryInfo, posts: galleryPosts}, ShortVideo: shortTool{g, galleryShort}}
}

// Instaloader is the photo network as instaloader reads it: posts and profiles, without
// the posts of a profile.
func Instaloader(c Config) service.Networks {
	l := &tool{Config: c, always: loaderAlways}
	if c.Login != "" {
		l.always = append([]string{"--login", c.Login, "--sessionfile", command.Lent}, loaderAlways...)
	}
	return service.Networks{Photo: photoTool{tool: l, post: loaderPost, profile: loaderProfile}}
}

// photoTool is the photo network by a tool; a call that it does not have is empty.
type photoTool struct {
	*tool
	post, profile, posts, captions command.Template
}

func (p photoTool) Post(ctx context.Context, shortcode string) (out api.LivePost, err error) {
	return readSaved(ctx, p.tool, ask{call: p.post, values: map[string]string{"{code}": shortcode}, subject: command.OfPost},
		func(n service.Networks) (api.LivePost, error) { return n.Photo.Post(ctx, shortcode) })
}

func (p photoTool) Profile(ctx context.Context, username string, posts int) (out api.LivePhotoProfile, err error) {
	if posts > 0 && p.posts == nil {
		return out, &service.UpstreamError{Kind: service.UpstreamCannot}
	}
	profile := func(n service.Networks) (api.LivePhotoProfile, error) { return n.Photo.Profile(ctx, username, posts) }
	out, err = readSaved(ctx, p.tool, ask{call: p.profile, values: map[string]string{"{username}": username}, subject: command.OfProfile}, profile)
	if err != nil || posts == 0 || out.IsPrivate {
		return out, err
	}
	// The posts come without their profile: it is put beside them, and read with them.
	beside, err := json.Marshal(map[string]any{"username": out.Username, "biography": out.Biography, "follower_count": out.FollowerCount})
	if err != nil {
		return out, err
	}
	values := map[string]string{"{username}": username, "{count}": fmt.Sprint(posts)}
	with, err := readSaved(ctx, p.tool, ask{call: p.posts, values: values, subject: command.OfProfile, prepare: func(folder string) error {
		return os.WriteFile(filepath.Join(folder, "profile.json"), beside, 0o600)
	}}, func(n service.Networks) (api.LivePhotoProfile, error) {
		with, err := profile(n)
		if err == nil && len(with.Posts) == 0 && service.Or(out.MediaCount, 1) > 0 {
			err = &service.UpstreamError{Kind: service.UpstreamMissing} // the last words tell why
		}
		return with, err
	})
	out.Posts, out.EngagementRate = with.Posts, with.EngagementRate
	return out, err
}

// Transcript reads what is said in a post, of a tool that writes captions beside it.
func (p photoTool) Transcript(ctx context.Context, shortcode, language string) (service.Speech, error) {
	return readSaved(ctx, p.tool, ask{call: p.captions, values: map[string]string{"{code}": shortcode}, subject: command.OfPost},
		func(n service.Networks) (out service.Speech, err error) {
			if out, err = n.Photo.Transcript(ctx, shortcode, language); isKind(err, service.UpstreamSilent) {
				err = failedBecause("no captions came") // that there are none is said by the exit code
			}
			return out, err
		})
}

type shortTool struct {
	*tool
	profile command.Template
}

// Profile returns the account beside the newest video, with the numbers that the page
// shows.
func (s shortTool) Profile(ctx context.Context, username string) (api.ShortVideoProfile, error) {
	return readSaved(ctx, s.tool, ask{call: s.profile, values: map[string]string{"{username}": username}, subject: command.OfProfile},
		func(n service.Networks) (out api.ShortVideoProfile, err error) {
			if out, err = n.ShortVideo.Profile(ctx, username); err == nil && out.FollowerCount == nil {
				err = malformedBecause("it tells no numbers of the profile")
			}
			return out, err
		})
}

// readSaved runs a tool and reads what it saved. What it did not save is not missing:
// its last words tell why.
func readSaved[T any](ctx context.Context, t *tool, a ask, from func(service.Networks) (T, error)) (out T, err error) {
	a.read = func(o command.Outcome) error {
		if t.unpack != nil {
			if wrong := t.unpack(o); wrong != "" {
				o.Words += wrong
				return t.failed(ctx, a, o)
			}
		}
		n, err := t.over(o.Folder)
		if err != nil {
			return err
		}
		if out, err = from(n); isMissing(err) {
			return t.failed(ctx, a, o)
		}
		return err
	}
	err = t.run(ctx, a)
	return out, err
}

func isMissing(err error) bool { return isKind(err, service.UpstreamMissing) }

func isKind(err error, kind service.UpstreamKind) bool {
	u, ok := err.(*service.UpstreamError)
	return ok && u.Kind == kind
}

// messages writes what gallery-dl printed as the files it would have saved, and returns
// the errors among it as lines: [2,{…}] and [3,url,{…}] are descriptions, [-1,{…}] and, of
// old versions, ["Name","message"] are errors.
func messages(o command.Outcome) string {
	var words strings.Builder
	var list [][]json.RawMessage
	text, err := os.ReadFile(o.Out)
	_ = os.Remove(o.Out) // it is no description
	if err != nil || len(text) > descriptionMax || json.Unmarshal(text, &list) != nil {
		return "\nits output cannot be read"
	}
	for i, m := range list {
		if len(m) < 2 {
			continue
		}
		var kind int
		var failed struct{ Error, Message string }
		last := m[len(m)-1]
		switch {
		case json.Unmarshal(m[0], &kind) != nil:
			fmt.Fprintf(&words, "\n[error] %s: %s", m[0], last)
		case kind < 0 && json.Unmarshal(last, &failed) == nil:
			fmt.Fprintf(&words, "\n[error] %s: %s", failed.Error, failed.Message)
		case kind == 2 || kind == 3:
			_ = os.WriteFile(filepath.Join(o.Folder, fmt.Sprintf("m%d.json", i)), last, 0o600) // what is not there is told as such
		}
	}
	return words.String()
}

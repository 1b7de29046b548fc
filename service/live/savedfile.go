package live

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/media"
)

// savedMax limits the size of a file of one post or profile, in bytes.
const savedMax = 16 << 20

// saved is the content of one file of a folder: one of the fields is set, none where the
// file is of no concern, and err where it cannot be read as it should be.
type saved struct {
	post    *api.LivePost
	seconds *float64 // length of the post
	profile *api.LivePhotoProfile
	short   *api.ShortVideoProfile
	info    *media.Info
	err     error
}

// readSaved reads a file below a folder. An error is that of reading it at all;
// what is there no more is missing.
func readSaved(root, path string) (saved, error) {
	file, err := os.OpenInRoot(root, path)
	if errors.Is(err, fs.ErrNotExist) {
		return saved{}, missing()
	}
	if err != nil {
		return saved{}, fmt.Errorf("read saved file: %w", err)
	}
	defer file.Close()
	if strings.HasSuffix(strings.ToLower(path), ".info.json") {
		return savedInfo(file), nil
	}
	text, err := io.ReadAll(io.LimitReader(file, savedMax+1))
	if err != nil {
		return saved{}, fmt.Errorf("read saved file: %w", err)
	}
	if len(text) > savedMax {
		return saved{err: errShape}, nil
	}
	return parseSaved(bytes.TrimPrefix(text, []byte("\ufeff"))), nil
}

func savedInfo(r io.Reader) saved {
	info, err := media.ReadInfo(r)
	if err != nil || !info.Whole() {
		return saved{err: errShape}
	}
	info.Views, info.Likes, info.Comments, info.Followers = Plausible(info.Views), Plausible(info.Likes), Plausible(info.Comments), Plausible(info.Followers)
	switch info.Platform() {
	case api.VideoPlatform:
		if !api.ValidVideoID(info.ID) {
			return saved{} // a channel or a list of videos
		}
		return saved{info: &info}
	case api.PhotoPlatform:
		post := infoPost(&info)
		return saved{post: &post, seconds: info.Duration, info: &info}
	}
	return saved{}
}

// countMax is the largest count of the contract.
const countMax = 1<<52 - 1

// Plausible is a count that a network can show; nil for others, such as the -1
// of one that is hidden.
func Plausible(n *int64) *int64 {
	if n == nil || *n < 0 || *n > countMax {
		return nil
	}
	return n
}

// infoPost is a video of the photo network as the common download tool
// describes it.
func infoPost(v *media.Info) api.LivePost {
	out := api.LivePost{
		ID: v.ID, Shortcode: v.ID, DisplayURL: v.Thumbnail, IsVideo: true, PostType: api.PostVideo, Caption: service.Known(v.Description),
		LikeCount: max(0, service.Or(v.Likes, 0)), CommentCount: max(0, service.Or(v.Comments, 0)), ViewCount: v.Views,
		OwnerUsername: v.Channel, ThumbnailURL: v.Thumbnail, TakenAt: unixOf(v.Timestamp),
	}
	if v.Likes == nil {
		out.EngagementVisibility = &api.EngagementVisibility{LikeAndViewCountsDisabled: true}
	}
	return out
}

// parseSaved tells by its keys what a JSON document is.
func parseSaved(text []byte) (out saved) {
	doc, err := object(text)
	if err != nil {
		return saved{err: errShape}
	}
	doc = unwrapped(doc)
	s := shapeOf(doc)
	switch {
	case s == nil:
		return saved{}
	case s.of == "profile":
		out.profile, out.err = s.profile(doc)
	case s.of == "short":
		out.short = &api.ShortVideoProfile{}
		out.err = s.read(doc, out.short)
	default:
		var p *postFile
		if p, out.err = s.post(doc); out.err == nil {
			out.post, out.seconds = &p.LivePost, p.Seconds
		}
	}
	if out.err != nil {
		return saved{err: out.err}
	}
	return out
}

// wrappers lists the keys that networks and tools put around the object that counts.
var wrappers = []string{"node", "data", "graphql", "user", "shortcode_media", "xdt_shortcode_media", "userInfo"}

// unwrapped steps into wrappers that hold an object and nothing that counts beside it.
func unwrapped(doc map[string]any) map[string]any {
	for range wrappers {
		inner := inside(doc)
		if inner == nil {
			break
		}
		doc = inner
	}
	return doc
}

func inside(doc map[string]any) map[string]any {
	for _, counts := range []string{"shortcode", "post_shortcode", "biography", "stats", "authorStats"} {
		if _, ok := doc[counts]; ok {
			return nil
		}
	}
	for _, w := range wrappers {
		if inner, ok := doc[w].(map[string]any); ok {
			return inner
		}
	}
	return nil
}

var bracketed = regexp.MustCompile(`\[([A-Za-z0-9_-]+)\]`)

// idsInName are the ids that the name of a file may carry, lower case: the one
// in brackets, else all of it, with the number of a profile at its end and
// without.
func idsInName(path string) []string {
	name := strings.ToLower(filepath.Base(path))
	if found := bracketed.FindAllStringSubmatch(name, -1); found != nil {
		return []string{found[len(found)-1][1]}
	}
	stem := stemOf(name)
	out := []string{stem}
	if at := strings.LastIndexByte(stem, '_'); at > 0 && strings.Trim(stem[at+1:], "0123456789") == "" {
		out = append(out, stem[:at])
	}
	return out
}

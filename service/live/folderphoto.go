package live

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/media"
)

type folderPhoto struct{ *Folder }

func (f folderPhoto) Post(ctx context.Context, shortcode string) (api.LivePost, error) {
	s, err := f.latest(ctx)
	if err != nil {
		return api.LivePost{}, err
	}
	post, _, err := s.post(shortcode)
	return post, err
}

// post reads a post anew from its files, of which each may hold a part of a
// carousel.
func (s *shelf) post(shortcode string) (post api.LivePost, content saved, err error) {
	files := s.posts[shortcode]
	if len(files) == 0 {
		return post, saved{}, s.gone(shortcode)
	}
	for i, e := range files {
		part, err := readSaved(s.root, e.path)
		if err != nil {
			return post, saved{}, err
		}
		if part.post == nil || part.post.Shortcode != shortcode {
			return post, saved{}, malformed()
		}
		if i == 0 {
			post, content = *part.post, part
			continue
		}
		post = joined(post, *part.post)
	}
	return post, content, nil
}

// joined adds the items of another file of the same carousel.
func joined(post, part api.LivePost) api.LivePost {
	for _, item := range part.CarouselItems {
		at, there := slices.BinarySearchFunc(post.CarouselItems, item, func(a, b api.LiveCarouselItem) int { return a.Index - b.Index })
		if !there {
			post.CarouselItems = slices.Insert(slices.Clip(post.CarouselItems), at, item)
		}
	}
	return post
}

func (f folderPhoto) Profile(ctx context.Context, username string, posts int) (api.LivePhotoProfile, error) {
	s, content, err := f.anew(ctx, func(s *shelf) map[string]entry { return s.profiles }, username)
	if err != nil {
		return api.LivePhotoProfile{}, err
	}
	if content.profile == nil {
		return api.LivePhotoProfile{}, malformed()
	}
	out := *content.profile
	if codes := s.byOwner[strings.ToLower(username)]; len(codes) > 0 {
		out.Posts, err = s.newest(codes, max(posts, api.LivePostsDefault))
	}
	out.EngagementRate = engagement(out.FollowerCount, out.Posts)
	return out, err
}

func (s *shelf) newest(codes []string, most int) ([]api.LivePost, error) {
	var out []api.LivePost
	for _, code := range codes[:min(most, len(codes))] {
		post, _, err := s.post(code)
		if err != nil {
			return nil, err
		}
		out = append(out, post)
	}
	return out, nil
}

func (f folderPhoto) Transcript(ctx context.Context, shortcode, language string) (service.Speech, error) {
	s, err := f.latest(ctx)
	if err != nil {
		return service.Speech{}, err
	}
	post, content, err := s.post(shortcode)
	if err != nil {
		return service.Speech{}, err
	}
	for _, e := range s.posts[shortcode] {
		tracks, err := tracksBeside(s.root, e.path, content.info)
		if err != nil {
			return service.Speech{}, err
		}
		if len(tracks) > 0 {
			t := inLanguage(tracks, language)
			t.Duration = content.seconds
			return service.Speech{Post: post, Track: t}, nil
		}
	}
	return service.Speech{}, silent()
}

// Recorded is a source that has recordings of posts.
type Recorded interface {
	// Recording hands the file of a post's recording to hear, and is its error; the file may
	// be gone after. Where there is none it cannot.
	Recording(ctx context.Context, shortcode string, hear func(path string) error) error
}

// Recording is a file beside the description of a post that sounds.
func (f folderPhoto) Recording(ctx context.Context, shortcode string, hear func(path string) error) error {
	s, err := f.latest(ctx)
	if err != nil {
		return err
	}
	for _, e := range s.posts[shortcode] {
		names, err := beside(s.root, e.path, Sounds)
		if err != nil {
			return err
		}
		if len(names) > 0 {
			path, err := filepath.Abs(filepath.Join(s.root, filepath.Dir(e.path), names[0]))
			return cmp.Or(err, hear(path))
		}
	}
	return cannot()
}

// Sounds tells a recording by the name of its file.
func Sounds(name string) bool {
	return slices.Contains([]string{".mp4", ".m4a", ".mov", ".webm", ".mkv", ".mp3", ".ogg", ".opus", ".aac", ".wav"}, strings.ToLower(filepath.Ext(name)))
}

type folderShortVideo struct{ *Folder }

func (f folderShortVideo) Profile(ctx context.Context, username string) (api.ShortVideoProfile, error) {
	_, content, err := f.anew(ctx, func(s *shelf) map[string]entry { return s.shorts }, username)
	if err != nil {
		return api.ShortVideoProfile{}, err
	}
	if content.short == nil {
		return api.ShortVideoProfile{}, malformed()
	}
	out := *content.short
	out.ProfileURL = media.ProfileURL(api.ShortVideoPlatform, out.Username, "")
	return out, nil
}

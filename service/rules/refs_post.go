package rules

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/media"
	"greenroom/service/rules/check"
	"greenroom/service/rules/shape"
)

func checkPosts(refs []api.PostRef) error {
	for i, r := range refs {
		at := fmt.Sprintf("posts[%d]", i)
		switch {
		case r.PostID != nil && r.URL != nil:
			return service.Invalid(at, "Give either post_id or url, not both.")
		case r.PostID != nil:
			if _, err := check.UUID(at+".post_id", *r.PostID); err != nil {
				return err
			}
		case r.URL == nil:
			return service.Invalid(at, "Give post_id or url.")
		default:
			if _, ok := media.ParseURL(*r.URL); !ok || utf8.RuneCountInString(*r.URL) > api.AddressMax {
				return service.Invalid(at+".url", "url must be the URL of a post, such as https://…/p/…/.")
			}
		}
	}
	return nil
}

// postsByRef finds the posts asked for, in order; nil where one is unknown, or
// of a network that has no name here.
func (s *Service) postsByRef(ctx context.Context, refs []api.PostRef) ([]*service.Post, error) {
	var ids, addresses []string
	for _, r := range refs {
		if r.PostID != nil {
			ids = append(ids, *r.PostID)
		} else {
			addresses = append(addresses, spellings(*r.URL)...)
		}
	}
	byID, err := s.store.PostsByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	byURL, err := s.store.PostsByURL(ctx, addresses)
	if err != nil {
		return nil, err
	}
	out := make([]*service.Post, len(refs))
	for i, r := range refs {
		var p service.Post
		var ok bool
		if r.PostID != nil {
			p, ok = byID[*r.PostID]
		} else if p, ok = firstOf(byURL, spellings(*r.URL)); !ok {
			if p, ok, err = s.postAt(ctx, *r.URL); err != nil {
				return nil, err
			}
		}
		if ok && s.shows(p.Platform) {
			out[i] = &p
		}
	}
	return out, nil
}

func firstOf(found map[string]service.Post, keys []string) (service.Post, bool) {
	for _, k := range keys {
		if p, ok := found[k]; ok {
			return p, true
		}
	}
	return service.Post{}, false
}

// postAt finds a post by the id that its address holds, where the network is
// one whose addresses are known.
func (s *Service) postAt(ctx context.Context, address string) (service.Post, bool, error) {
	platform, id := media.MediaFromURL(address)
	if id == "" {
		return service.Post{}, false, nil
	}
	p, err := s.store.Post(ctx, platform, id)
	if isNotFound(err) {
		return service.Post{}, false, nil
	}
	return p, err == nil, err
}

// spellings is the ways in which one address of a post is written: with and
// without what was added when it was shared, "www." and the last slash. As
// given comes first.
func spellings(address string) []string {
	u, ok := media.ParseURL(strings.TrimSpace(address))
	if !ok {
		return nil
	}
	out := []string{address, strings.TrimSpace(address)}
	host, path := strings.TrimPrefix(strings.ToLower(u.Host), "www."), strings.TrimSuffix(u.EscapedPath(), "/")
	video := url.Values{}
	if v := u.Query().Get("v"); v != "" {
		video.Set("v", v)
	}
	for _, p := range []string{path, asPost(path)} {
		for _, end := range []string{"", "/"} {
			for _, h := range []string{host, "www." + host} {
				for _, scheme := range []string{"https", "http"} {
					bare := scheme + "://" + h + p + end
					if len(video) > 0 {
						bare += "?" + video.Encode()
					}
					out = append(out, bare)
				}
			}
		}
	}
	slices.Sort(out[2:])
	return shape.Union(out, nil)
}

// asPost is the path of a reel as that of a post, which it is too.
func asPost(path string) string {
	for _, part := range []string{"/reel/", "/reels/", "/tv/"} {
		if before, id, ok := strings.Cut(path, part); ok {
			return before + "/p/" + id
		}
	}
	return path
}

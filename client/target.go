package client

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"greenroom/api"
)

// TargetKind tells the kind of thing a piece of text names.
type TargetKind string

// The kinds of targets.
const (
	TargetCreator   TargetKind = "creator"    // Value is the creator's UUID
	TargetPhotoPost TargetKind = "photo_post" // Value is a shortcode
	TargetVideo     TargetKind = "video"      // Value is a video id
	TargetHandle    TargetKind = "handle"     // Value is a handle without @, or a channel id
)

// Target is a creator, a post or a video that somebody named. Platform is empty
// for a creator and for a handle of an unknown network.
type Target struct {
	Kind     TargetKind
	Platform api.Platform
	Value    string
}

// ErrTarget is returned for text that names nothing.
var ErrTarget = errors.New("does not name a creator, post or video")

// namesNothing quotes as much of the text as one can still read.
func namesNothing(s string) error {
	const most = 80
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "…"
	}
	return fmt.Errorf("%q %w", s, ErrTarget)
}

// ParseTarget reads what people paste: the UUID of a creator, a handle with or
// without @, a shortcode, a video id, an address of one of the three networks,
// or "photoplatform:handle". What was added when it was shared, and the tab of a
// profile behind the handle ("@ada/videos?si=x"), is left out. A bare code of eleven characters that has an
// upper-case letter, and so is no handle of the photo network, reads as a
// shortcode if it begins with B, C or D, as those of posts since 2016 do, and as
// a video id otherwise; an address is never in doubt.
func ParseTarget(s string) (Target, error) {
	s = strings.Trim(strings.TrimSpace(s), "<>\"'")
	if api.ValidUUID(s) {
		return Target{Kind: TargetCreator, Value: strings.ToLower(s)}, nil
	}
	if name, rest, ok := strings.Cut(s, ":"); ok && !strings.HasPrefix(rest, "//") {
		if p, known := networks[strings.ToLower(name)]; known {
			return handle(p, rest)
		}
	}
	if name := strings.TrimPrefix(s, "/"); strings.HasPrefix(name, "@") {
		return handle("", name)
	}
	if t, found, err := parseAddress(s); found {
		return t, err
	}
	if api.ValidVideoID(s) && strings.ContainsFunc(s, unicode.IsUpper) {
		if strings.IndexByte("BCD", s[0]) >= 0 {
			return Target{TargetPhotoPost, api.PhotoPlatform, s}, nil
		}
		return Target{TargetVideo, api.VideoPlatform, s}, nil
	}
	return handle("", s)
}

// ParseHandle reads the handle of an account of one network: bare, with @, with
// the network in front of a colon, or an address of the account. Unlike with
// ParseTarget a bare word is never a post.
func ParseHandle(p api.Platform, s string) (string, error) {
	t, err := parseOn(p, s)
	if err == nil && t.Kind != TargetHandle {
		err = fmt.Errorf("%q is the URL of a post, not of an account: %w", s, ErrTarget)
	}
	return t.Value, err
}

// ParseShortcode reads a post of the photo network: its shortcode, or its
// address.
func ParseShortcode(s string) (string, error) {
	return parsePost(Target{TargetPhotoPost, api.PhotoPlatform, strings.TrimSpace(s)}, api.ValidShortcode)
}

// ParseVideoID reads a video of the long-video network: its id, or its address.
func ParseVideoID(s string) (string, error) {
	return parsePost(Target{TargetVideo, api.VideoPlatform, strings.TrimSpace(s)}, api.ValidVideoID)
}

// parsePost reads what would be a post of a kind: as it stands, or as its address.
func parsePost(as Target, valid func(string) bool) (string, error) {
	if valid(as.Value) {
		return as.Value, nil
	}
	t, found, err := parseAddress(as.Value)
	if err == nil && (!found || t.Platform != as.Platform || t.Kind != as.Kind) {
		err = namesNothing(as.Value)
	}
	return t.Value, err
}

func parseOn(p api.Platform, s string) (Target, error) {
	s = strings.Trim(strings.TrimSpace(s), "<>\"'")
	if strings.ContainsAny(s, "/:") && !strings.HasPrefix(strings.TrimPrefix(s, "/"), "@") {
		t, err := ParseTarget(s)
		if err == nil && t.Platform != p {
			err = fmt.Errorf("%q is not of this network: %w", s, ErrTarget)
		}
		return t, err
	}
	return handle(p, strings.TrimPrefix(s, "/"))
}

// networks lists the words that name a network in front of a colon or in a host.
var networks = map[string]api.Platform{
	string(api.PhotoPlatform): api.PhotoPlatform, "instagram": api.PhotoPlatform, "instagr": api.PhotoPlatform,
	string(api.VideoPlatform): api.VideoPlatform, "youtube": api.VideoPlatform,
	"youtu": api.VideoPlatform, "youtube-nocookie": api.VideoPlatform,
	string(api.ShortVideoPlatform): api.ShortVideoPlatform, "tiktok": api.ShortVideoPlatform,
}

// parseAddress reads a URL, with or without its scheme. found is false for text
// that is no address at all.
func parseAddress(s string) (t Target, found bool, err error) {
	full := strings.Contains(s, "://")
	if !full {
		host, _, _ := strings.Cut(s, "/")
		if _, known := networkOf(host); !known {
			if strings.Contains(s, "/") {
				return Target{}, true, namesNothing(s)
			}
			return Target{}, false, nil
		}
		s = "https://" + s
	}
	u, err := url.Parse(s)
	if err != nil {
		return Target{}, true, fmt.Errorf("the URL cannot be read: %w", ErrTarget)
	}
	p, known := networkOf(u.Hostname())
	if !known {
		return Target{}, true, fmt.Errorf("%s is not a known network: %w", u.Hostname(), ErrTarget)
	}
	t, err = parsePath(p, u)
	return t, true, err
}

// networkOf names the network of a host: brand.com and its subdomains, youtu.be,
// and the fictional neutral-word.example.
func networkOf(host string) (api.Platform, bool) {
	labels := strings.Split(strings.ToLower(strings.TrimSuffix(host, ".")), ".")
	if len(labels) < 2 {
		return "", false
	}
	name, top := labels[len(labels)-2], labels[len(labels)-1]
	p, ok := networks[name]
	switch {
	case !ok:
		return "", false
	case name == string(p):
		return p, top == "example"
	case name == "youtu":
		return p, top == "be"
	case name == "instagr":
		return p, top == "am"
	}
	return p, top == "com"
}

func parsePath(p api.Platform, u *url.URL) (Target, error) {
	parts := strings.FieldsFunc(u.Path, func(r rune) bool { return r == '/' })
	none := fmt.Errorf("the address %w", ErrTarget)
	if len(parts) == 0 {
		return Target{}, none
	}
	var t Target
	var err error
	switch p {
	case api.PhotoPlatform:
		t, err = photoPath(parts)
	case api.VideoPlatform:
		t, err = videoPath(u, parts)
	default:
		t, err = shortVideoPath(u, parts)
	}
	if errors.Is(err, errShortLink) {
		return Target{}, err
	}
	if err != nil || t.Value == "" {
		return Target{}, none
	}
	return t, nil
}

// photoPath reads /p/{code}, /reel/{code}, /{user}/p/{code}, /stories/{user}/…
// and /{user}.
func photoPath(parts []string) (Target, error) {
	if parts[0] == "share" {
		return Target{}, errShortLink
	}
	for i, part := range parts[:min(2, len(parts))] {
		switch part {
		case "p", "reel", "reels", "tv":
			if i+1 < len(parts) && api.ValidShortcode(parts[i+1]) {
				return Target{TargetPhotoPost, api.PhotoPlatform, parts[i+1]}, nil
			}
			if i == 0 {
				return Target{}, ErrTarget
			}
		}
	}
	switch parts[0] {
	case "stories":
		return handle(api.PhotoPlatform, at(parts, 1))
	case "explore", "accounts", "direct", "about", "legal":
		return Target{}, ErrTarget
	}
	return handle(api.PhotoPlatform, parts[0])
}

// videoPath reads /watch?v=, /shorts/{id} and its like, youtu.be/{id}, /@{handle},
// /c/, /user/ and /channel/.
func videoPath(u *url.URL, parts []string) (Target, error) {
	id := ""
	switch parts[0] {
	case "watch":
		id = u.Query().Get("v")
	case "shorts", "embed", "live", "v", "video":
		id = at(parts, 1)
	case "c", "user", "channel":
		return handle(api.VideoPlatform, at(parts, 1))
	case "results", "feed", "playlist", "hashtag":
		return Target{}, ErrTarget
	default:
		if !strings.HasSuffix(strings.ToLower(u.Hostname()), "youtu.be") {
			return handle(api.VideoPlatform, parts[0])
		}
		id = parts[0]
	}
	if !api.ValidVideoID(id) {
		return Target{}, ErrTarget
	}
	return Target{TargetVideo, api.VideoPlatform, id}, nil
}

// errShortLink is an address that only its network can read.
var errShortLink = fmt.Errorf("this is a short link; open it and give the URL it leads to: %w", ErrTarget)

// shortVideoPath reads /@{user}, with whatever follows. Other paths are short
// links, or no creators.
func shortVideoPath(u *url.URL, parts []string) (Target, error) {
	host, _, _ := strings.Cut(strings.ToLower(u.Hostname()), ".")
	if host == "vm" || host == "vt" || parts[0] == "t" {
		return Target{}, errShortLink
	}
	if !strings.HasPrefix(parts[0], "@") {
		return Target{}, ErrTarget
	}
	return handle(api.ShortVideoPlatform, parts[0])
}

func at(parts []string, i int) string {
	if i < len(parts) {
		return parts[i]
	}
	return ""
}

func handle(p api.Platform, s string) (Target, error) {
	name, marked := strings.CutPrefix(strings.TrimSpace(s), "@")
	if end := strings.IndexAny(name, "?#"); end >= 0 {
		name = name[:end]
	}
	if marked {
		name, _, _ = strings.Cut(name, "/")
	}
	if strings.Trim(name, ".") == "" || !api.ValidUsername(name) {
		return Target{}, namesNothing(s)
	}
	return Target{TargetHandle, p, name}, nil
}

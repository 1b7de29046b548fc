package media

import (
	"net/url"
	"strings"

	"greenroom/api"
	"greenroom/internal/pattern"
)

// Channel names a channel of the long-video network: by its handle, without @,
// or by the network's own id.
type Channel struct {
	Handle string
	ID     string
}

// channelHandle is more than the network allows: what it never gives out is
// not there, but it is a handle. It holds at least one letter or digit.
var channelHandle = pattern.New(`^[\pL\pN\pM_.\-·]{0,49}[\pL\pN][\pL\pN\pM_.\-·]{0,49}$`)

const handleMax = 50

// ParseChannel reads how people name a channel: a bare handle, an @handle, a
// channel id, or the address of the channel in any case. What stands behind it
// (tabs, share tokens) does not matter. ok is false for what names no channel,
// such as the address of a video.
func ParseChannel(text string) (c Channel, ok bool) {
	text = strings.TrimSpace(text)
	if rest, found := afterScheme(text); found {
		return channelOfAddress(rest)
	}
	head, _, path := strings.Cut(text, "/")
	if path && strings.Contains(head, ".") && !strings.HasPrefix(head, "@") {
		return channelOfAddress(text)
	}
	head, _, _ = strings.Cut(head, "?")
	head, _, _ = strings.Cut(head, "#")
	if path && !strings.HasPrefix(head, "@") && postPath[strings.ToLower(head)] {
		return Channel{}, false
	}
	return channelNamed(strings.TrimPrefix(head, "@"))
}

func afterScheme(text string) (rest string, found bool) {
	scheme, rest, found := strings.Cut(text, "://")
	lower := strings.ToLower(scheme)
	return rest, found && (lower == "http" || lower == "https")
}

func channelNamed(name string) (Channel, bool) {
	if ChannelID.MatchString(name) {
		return Channel{ID: name}, true
	}
	if len([]rune(name)) > handleMax || !channelHandle.MatchString(name) {
		return Channel{}, false
	}
	return Channel{Handle: name}, true
}

// channelOfAddress reads an address without its scheme. Only a host of the
// network has its channels: others write people as /@name, too.
func channelOfAddress(text string) (Channel, bool) {
	address, err := url.Parse("https://" + text)
	if err != nil || !strings.Contains(address.Hostname(), ".") {
		return Channel{}, false
	}
	host := PlatformOfHost(address.Hostname())
	parts := strings.FieldsFunc(address.Path, func(r rune) bool { return r == '/' })
	if host != api.VideoPlatform || len(parts) == 0 {
		return Channel{}, false
	}
	first := strings.ToLower(parts[0])
	switch {
	case strings.HasPrefix(first, "@"):
		return channelNamed(parts[0][1:])
	case len(parts) > 1 && first == "channel":
		return Channel{ID: parts[1]}, ChannelID.MatchString(parts[1])
	case len(parts) > 1 && (first == "c" || first == "user"):
		return channelNamed(parts[1])
	case !channelPath[first] && !postPath[first] && !strings.EqualFold(address.Hostname(), "youtu.be"):
		return channelNamed(parts[0])
	}
	return Channel{}, false
}

// channelPath are first parts of a path that stand before something, or lead
// to pages of the network itself.
var channelPath = map[string]bool{"channel": true, "c": true, "user": true, "feed": true, "hashtag": true, "post": true,
	"clip": true, "gaming": true, "premium": true, "account": true, "about": true, "t": true, "attribution_link": true}

// Package media reads what the common download tools leave on disk: captions,
// descriptions of videos and the addresses of posts, channels and profiles. It
// owns those formats and nothing of how their content is kept or answered: it
// knows the words of the contract, neither records nor stores.
package media

import (
	"net/url"
	"strings"
	"unicode"

	"golang.org/x/net/publicsuffix"

	"greenroom/api"
	"greenroom/internal/pattern"
)

var (
	// ChannelID matches the long-video network's ids of channels.
	ChannelID = pattern.New(`^UC[A-Za-z0-9_-]{22}$`)
	// VideoID matches its ids of videos.
	VideoID = pattern.New(`^[A-Za-z0-9_-]{11}$`)
)

// ParseURL reads an http address, with or without its scheme. ok is false for
// what has no host with a dot in it.
func ParseURL(text string) (*url.URL, bool) {
	if scheme, _, has := strings.Cut(text, "://"); !has || strings.ContainsAny(scheme, ".:/?#") {
		text = "https://" + text
	}
	address, err := url.Parse(text)
	if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") {
		return nil, false
	}
	return address, strings.Contains(address.Host, ".")
}

// WebAddress is an address that may be opened: of http or https, of a host, without a
// name or password and without characters that nobody sees. One without a scheme is
// taken for https; "" is everything else.
func WebAddress(text string) string {
	text = strings.TrimSpace(text)
	if text == "" {
		return ""
	}
	address, dotted := ParseURL(text)
	whole := strings.Contains(text, "://")
	unseen := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) }
	switch {
	case address == nil, address.User != nil, address.Hostname() == "", !whole && !dotted, strings.ContainsFunc(text, unseen):
		return ""
	case whole:
		return text
	}
	return "https://" + text
}

// WebAddresses are those of a list that may be opened.
func WebAddresses(list []string) []string {
	var out []string
	for _, one := range list {
		if one = WebAddress(one); one != "" {
			out = append(out, one)
		}
	}
	return out
}

// PlatformOfHost is the network that a host's registered domain is named after,
// as in www.youtube.com or m.youtube.co.uk; "" for one of none. Whoever owns a
// domain may name what is below it youtube.
func PlatformOfHost(host string) api.Platform {
	host, _, _ = strings.Cut(strings.ToLower(host), ":")
	host = strings.TrimSuffix(host, ".")
	suffix, official := publicsuffix.PublicSuffix(host)
	name, below := strings.CutSuffix(host, "."+suffix)
	if !below || !official && strings.Contains(suffix, ".") {
		return "" // a suffix alone, or one that lets pages to anybody: github.io
	}
	name = name[strings.LastIndex(name, ".")+1:]
	switch name {
	case "instagram", "instagr", string(api.PhotoPlatform):
		return api.PhotoPlatform
	case "youtube", "youtu", "youtube-nocookie", "ytimg", string(api.VideoPlatform):
		return api.VideoPlatform
	case "tiktok", string(api.ShortVideoPlatform):
		return api.ShortVideoPlatform
	}
	return ""
}

// imageHosts are the names of domains on which networks keep pictures alone.
var imageHosts = map[string]api.Platform{"ytimg": api.VideoPlatform, "cdninstagram": api.PhotoPlatform,
	"tiktokcdn": api.ShortVideoPlatform, "tiktokcdn-us": api.ShortVideoPlatform, "tiktokcdn-eu": api.ShortVideoPlatform}

// ImageHost is the network that keeps pictures on a host, and nothing else.
func ImageHost(host string) api.Platform {
	name, ok := strings.CutSuffix(strings.ToLower(host), ".com")
	if !ok {
		return ""
	}
	return imageHosts[name[strings.LastIndex(name, ".")+1:]]
}

// Brands are the names by which people call the networks, lower case.
var Brands = ByWord(map[api.Platform]string{
	api.PhotoPlatform:      "instagram insta ig instagrammer photoplatform インスタグラム インスタ 인스타그램 инстаграм инстаграмм אינסטגרם اینستاگرام อินสตาแกรม इंस्टाग्राम إنستغرام انستغرام انستقرام انستجرام",
	api.VideoPlatform:      "youtube youtuber youtubers yt videoplatform ユーチューブ 유튜브 ютуб יוטיוב ยูทูบ यूट्यूब يوتيوب",
	api.ShortVideoPlatform: "tiktok tiktoker tiktokers shortvideoplatform ティックトック 틱톡 тикток טיקטוק टिकटॉक تيكتوك",
})

// ByWord turns lists of words into the value of each word.
func ByWord[V comparable](lists map[V]string) map[string]V {
	all := map[string]V{}
	for meaning, words := range lists {
		for word := range strings.FieldsSeq(words) {
			all[word] = meaning
		}
	}
	return all
}

var postPath = map[string]bool{"p": true, "reel": true, "reels": true, "tv": true, "watch": true, "shorts": true,
	"live": true, "embed": true, "playlist": true, "explore": true, "results": true, "video": true, "stories": true}

// pagePaths are first parts of a path that stand before something, or lead to pages of the
// network itself.
var pagePaths = map[api.Platform]string{
	api.PhotoPlatform:      " about accounts ar challenge developer direct directory emails invites legal locations nametag press s session share web ",
	api.VideoPlatform:      " about account attribution_link c channel clip feed gaming hashtag post premium redirect t user ",
	api.ShortVideoPlatform: " about business channel discover effect following foryou legal login music place question search share sticker t tag ",
}

// NoProfile holds for the first part of a path on a network that leads to something else
// than a profile.
func NoProfile(p api.Platform, part string) bool {
	part = strings.ToLower(part)
	return postPath[part] || strings.Contains(pagePaths[p], " "+part+" ")
}

// shortLinks are hosts of links that lead on to a post, and say no account.
var shortLinks = map[string]bool{"youtu.be": true, "vm.tiktok.com": true, "vt.tiktok.com": true}

// ShortLink holds for a host of links that say no account.
func ShortLink(host string) bool { return shortLinks[strings.ToLower(host)] }

// MediaFromURL finds the network and id of a post or video in its address.
func MediaFromURL(text string) (p api.Platform, id string) {
	address, ok := ParseURL(strings.TrimSpace(text))
	if !ok {
		return "", ""
	}
	p = PlatformOfHost(address.Host)
	parts := strings.FieldsFunc(address.Path, func(r rune) bool { return r == '/' })
	if p == api.VideoPlatform {
		return p, videoFromURL(address, parts)
	}
	for i, part := range parts[:max(0, len(parts)-1)] {
		if p != "" && (postPath[part] || part == "photo") {
			return p, parts[i+1]
		}
	}
	return p, ""
}

func videoFromURL(address *url.URL, parts []string) string {
	candidates := []string{address.Query().Get("v")}
	if len(parts) > 0 {
		candidates = append(candidates, parts[len(parts)-1])
	}
	for _, id := range candidates {
		if VideoID.MatchString(id) && !postPath[id] {
			return id
		}
	}
	return ""
}

// ProfileURL is the address of an account, as the networks write it.
func ProfileURL(p api.Platform, username, id string) string {
	switch {
	case p == api.PhotoPlatform && username != "":
		return "https://www.instagram.com/" + url.PathEscape(username) + "/"
	case p == api.ShortVideoPlatform && username != "":
		return "https://www.tiktok.com/@" + url.PathEscape(username)
	case p == api.VideoPlatform && id != "":
		return "https://www.youtube.com/channel/" + url.PathEscape(id)
	case p == api.VideoPlatform && username != "":
		return "https://www.youtube.com/@" + url.PathEscape(username)
	default:
		return ""
	}
}

// HandleInPost is whose post it is where its address says so: /@ana/video/71, and
// /ana/reel/C2 on the photo network.
func HandleInPost(text string) string {
	address, ok := ParseURL(strings.TrimSpace(text))
	if !ok || PlatformOfHost(address.Host) == "" {
		return ""
	}
	parts := strings.Split(strings.Trim(address.Path, "/"), "/")
	handle, signed := strings.CutPrefix(parts[0], "@")
	if len(parts) > 2 && PlatformOfHost(address.Host) == api.PhotoPlatform {
		signed = postPath[parts[1]]
	}
	if !signed || len(parts) < 2 {
		return ""
	}
	return handle
}

// PostURL is the address of a post or video; "" where the network needs more
// than its id for it.
func PostURL(p api.Platform, id string) string {
	switch p {
	case api.PhotoPlatform:
		return "https://www.instagram.com/p/" + id + "/"
	case api.VideoPlatform:
		return "https://www.youtube.com/watch?v=" + id
	default:
		return ""
	}
}

// Channel names a channel of the long-video network: by its handle, without @,
// or by the network's own id.
type Channel struct {
	Handle string
	ID     string
}

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
	// This is more than the network allows: what it never gives out is not there,
	// but it is a handle.
	return Channel{Handle: name}, api.ValidUsername(name) && strings.Trim(name, "._-·") != ""
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
	case !NoProfile(host, first) && !ShortLink(address.Hostname()):
		return channelNamed(parts[0])
	}
	return Channel{}, false
}

package importer

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"greenroom/api"
)

// account is what a cell says about where somebody is found.
type account struct {
	platform api.Platform // "" if the cell does not say
	username string
	id       string // the network's own
	url      string
}

var (
	channelID   = regexp.MustCompile(`^UC[A-Za-z0-9_-]{22}$`)
	videoID     = regexp.MustCompile(`^[A-Za-z0-9_-]{11}$`)
	plainHandle = regexp.MustCompile(`^[\pL\pN\pM](?:[\pL\pN\pM_.\-·]{0,48}[\pL\pN\pM_.\-])?$|^[_.\-][\pL\pN\pM_.\-]{1,49}$`)
)

// parseAccount reads a handle, with or without @, a channel id, or an address
// of a profile. ok is false for what cannot be a handle, such as a name of
// several words.
func parseAccount(cell string) (a account, ok bool) {
	text, isKnown := known(cell)
	if !isKnown {
		return account{}, false
	}
	if strings.Contains(text, "/") {
		return accountFromURL(text)
	}
	text = strings.TrimPrefix(text, "@")
	if channelID.MatchString(text) {
		return account{platform: api.VideoPlatform, id: text}, true
	}
	return account{username: text}, plainHandle.MatchString(text)
}

func parseURL(text string) (*url.URL, bool) {
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	address, err := url.Parse(text)
	if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") {
		return nil, false
	}
	return address, strings.Contains(address.Host, ".")
}

func platformOfHost(host string) api.Platform {
	labels := strings.Split(strings.ToLower(host), ".")
	for _, label := range labels {
		switch label {
		case "instagram", "instagr":
			return api.PhotoPlatform
		case "youtube", "youtu", "youtube-nocookie", "ytimg":
			return api.VideoPlatform
		case "tiktok":
			return api.ShortVideoPlatform
		}
	}
	return ""
}

func accountFromURL(text string) (account, bool) {
	address, ok := parseURL(text)
	if !ok {
		return account{}, false
	}
	a := account{platform: platformOfHost(address.Host), url: address.String()}
	parts := strings.FieldsFunc(address.Path, func(r rune) bool { return r == '/' })
	if a.platform == "" || len(parts) == 0 {
		return a, false
	}
	first := parts[0]
	if len(parts) > 1 && (first == "channel" || first == "user" || first == "c") {
		first = parts[1]
	}
	first = strings.TrimPrefix(first, "@")
	if channelID.MatchString(first) {
		a.id = first
		return a, true
	}
	a.username = first
	return a, plainHandle.MatchString(first) && !postPath[parts[0]]
}

var postPath = map[string]bool{"p": true, "reel": true, "reels": true, "tv": true, "watch": true, "shorts": true,
	"live": true, "embed": true, "playlist": true, "explore": true, "results": true, "video": true, "stories": true}

// mediaFromURL finds the network and id of a post or video in its address.
func mediaFromURL(text string) (p api.Platform, id string) {
	address, ok := parseURL(strings.TrimSpace(text))
	if !ok {
		return "", ""
	}
	p = platformOfHost(address.Host)
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
		if videoID.MatchString(id) && !postPath[id] {
			return id
		}
	}
	return ""
}

// fold makes a username from a name: its letters and digits, lower case.
func fold(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFC.String(name))
}

var damagedRun = regexp.MustCompile(`ý{2,}|\x{fffd}+`)

// cleanName trims a name and drops runs that stand where letters were lost.
func cleanName(cell string) string {
	name, isKnown := known(damagedRun.ReplaceAllString(cell, ""))
	if !isKnown {
		return ""
	}
	return strings.Join(strings.Fields(norm.NFC.String(name)), " ")
}

// profileURL is the address of an account, as the networks write it.
func profileURL(p api.Platform, username, id string) string {
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

package importer

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"greenroom/api"
	"greenroom/service/media"
)

// account is what a cell says about where somebody is found.
type account struct {
	platform api.Platform // "" if the cell does not say
	username string
	id       string // the network's own
	url      string
}

var plainHandle = regexp.MustCompile(`^[\pL\pN\pM](?:[\pL\pN\pM_.\-·]{0,48}[\pL\pN\pM_.\-])?$|^[_.\-][\pL\pN\pM_.\-]{1,49}$`)

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
	if media.ChannelID.MatchString(text) {
		return account{platform: api.VideoPlatform, id: text}, true
	}
	return account{username: text}, plainHandle.MatchString(text)
}

func accountFromURL(text string) (account, bool) {
	address, ok := media.ParseURL(text)
	if !ok {
		return account{}, false
	}
	a := account{platform: media.PlatformOfHost(address.Host), url: address.String()}
	parts := strings.FieldsFunc(address.Path, func(r rune) bool { return r == '/' })
	if a.platform == "" || len(parts) == 0 {
		return a, false
	}
	first := parts[0]
	if len(parts) > 1 && (first == "channel" || first == "user" || first == "c") {
		first = parts[1]
	}
	first = strings.TrimPrefix(first, "@")
	if media.ChannelID.MatchString(first) {
		a.id = first
		return a, true
	}
	a.username = first
	return a, plainHandle.MatchString(first) && !media.IsPostPath(parts[0])
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

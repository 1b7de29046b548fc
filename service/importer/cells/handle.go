package cells

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"greenroom/api"
	"greenroom/internal/pattern"
	"greenroom/service/media"
)

// Account is the address of an account as read from a cell.
type Account struct {
	Platform api.Platform // "" if the cell does not say
	Username string
	ID       string // the network's own
	URL      string
	Name     string // what stands beside a handle or an id in one cell
}

// legible holds for what a handle can be.
func legible(text string) bool { return plainHandle.MatchString(text) }

var plainHandle = pattern.New(`^[\pL\pN\pM](?:[\pL\pN\pM_.\-·]{0,48}[\pL\pN\pM_.\-])?$|^[_.\-][\pL\pN\pM_.\-]{1,49}$`)

// StandsIn holds for a word where a handle would be, that is none.
func StandsIn(cell string) bool { return lists.Has("stand-in", strings.ToLower(cell)) }

// ParseAccount reads a handle, with or without @, a channel id, or an address
// of a profile. ok is false for what cannot be a handle, such as a name of
// several words.
func ParseAccount(cell string) (a Account, ok bool) {
	text, isKnown := Known(strings.ReplaceAll(cell, "＠", "@"))
	if !isKnown {
		return Account{}, false
	}
	if link := markdownLink.FindStringSubmatch(text); link != nil {
		if a, ok = accountFromURL(link[2]); !ok {
			return ParseAccount(link[1])
		}
		if said, _ := ParseAccount(link[1]); !strings.EqualFold(said.Username, a.Username) {
			a.Name = Name(link[1])
		}
		return a, true
	}
	if bare := strings.TrimRight(text, "/"); !strings.ContainsAny(bare, "/:.") {
		text = bare
	} else if strings.Contains(text, "/") {
		return accountFromURL(strings.TrimLeft(text, "@"))
	}
	if StandsIn(text) {
		return Account{}, false
	}
	if a, ok := Within(text); ok && strings.ContainsAny(text, "\n(|[") {
		return a, true // a handle with its sign before the name
	}
	text = strings.TrimRightFunc(strings.TrimSpace(strings.TrimLeft(text, "@")), func(r rune) bool { // ticks, emoji
		return unicode.Is(unicode.So, r) || unicode.IsSpace(r) || r == '\ufe0f' || r == '\u200d'
	})
	if before, handle, ok := strings.Cut(text, ":"); ok && media.Brands[strings.ToLower(strings.TrimSpace(before))] != "" {
		handle = strings.TrimLeft(strings.TrimSpace(handle), "@")
		return Account{Platform: media.Brands[strings.ToLower(strings.TrimSpace(before))], Username: handle}, legible(handle)
	}
	if media.ChannelID.MatchString(text) {
		return Account{Platform: api.VideoPlatform, ID: text}, true
	}
	if a, ok := Within(text); ok {
		return a, true
	}
	return Account{Username: text}, legible(text)
}

// markdownLink is a text that leads to an address.
var markdownLink = pattern.New(`^\[([^\[\]]*)\]\((https?://[^()\s]+)\)$`)

// AccountOn reads the account of a network; ok is false too for a handle that the network
// gives nobody.
func AccountOn(p api.Platform, cell string) (a Account, ok bool) {
	a, ok = ParseAccount(cell)
	return a, ok && Gives(p, a.Username)
}

// Gives holds for a handle that a network may have given: only that of long videos takes
// more than Latin letters without accents, digits, dots and lines.
func Gives(p api.Platform, handle string) bool {
	return p == api.VideoPlatform || strings.IndexFunc(handle, func(r rune) bool { return r > unicode.MaxASCII || r == '-' }) < 0
}

var (
	signedHandle = pattern.New(`(?:^|[\s(\[|,;/-])@([\pL\pN_][\pL\pN\pM_.\-·]{0,49})(?:$|[\s)\]|,;])`)
	innerID      = pattern.New(`(?:^|[\s(\[|:])(UC[A-Za-z0-9_-]{22})(?:$|[\s)\]|])`)
)

// Within finds a handle that is marked as one, or the id of a channel,
// beside a name: "Ana Kim (@ana.k)", "MrBeast | UCX6OQ3DkcsbYNE6H8uQQuVA".
func Within(text string) (a Account, ok bool) {
	if !strings.ContainsAny(text, " (|[\n") || !strings.Contains(text, "@") && !strings.Contains(text, "UC") {
		return a, false
	}
	rest := text
	if at := innerID.FindStringSubmatchIndex(rest); at != nil {
		a.Platform, a.ID = api.VideoPlatform, rest[at[2]:at[3]]
		rest = rest[:at[2]] + rest[at[3]:]
	}
	if at := signedHandle.FindStringSubmatchIndex(rest); at != nil {
		a.Username = rest[at[2]:at[3]]
		rest = rest[:at[2]-1] + rest[at[3]:]
	}
	a.Name = Name(strings.Trim(rest, " \n()[]|,;:/-–—"))
	if strings.ContainsAny(a.Name, "0123456789") && !slices.ContainsFunc(strings.Fields(a.Name), wordly) {
		return a, false // a figure beside the handle would be lost
	}
	if a.ID != "" && a.Username == "" && legible(a.Name) {
		a.Username = a.Name
	}
	return a, a.ID != "" || a.Username != ""
}

// wordly holds for what has letters and is no number.
func wordly(text string) bool {
	_, figure := Number(text, Style{})
	return !figure && strings.IndexFunc(text, unicode.IsLetter) >= 0
}

// profilePaths are what stands before an account in addresses of a network.
var profilePaths = map[string]api.Platform{"channel": api.VideoPlatform, "user": api.VideoPlatform, "c": api.VideoPlatform, "_u": api.PhotoPlatform}

func accountFromURL(text string) (Account, bool) {
	address, ok := media.ParseURL(text)
	if !ok {
		return Account{}, false
	}
	a := Account{Platform: media.PlatformOfHost(address.Host), URL: address.String()}
	parts := strings.FieldsFunc(address.Path, func(r rune) bool { return r == '/' })
	if a.Platform == "" || len(parts) == 0 || media.ImageHost(address.Host) != "" || media.ShortLink(address.Hostname()) {
		return a, false
	}
	first, inner := parts[0], false
	if of := profilePaths[first]; of != "" && len(parts) > 1 {
		if first, inner = parts[1], true; of != a.Platform {
			return a, false
		}
	}
	name := strings.TrimPrefix(first, "@")
	if media.ChannelID.MatchString(name) {
		a.ID = name
		return a, true
	}
	if inner && parts[0] == "channel" {
		return a, false // its id is cut
	}
	a.Username = name
	return a, legible(name) && (inner || !media.NoProfile(a.Platform, first))
}

// Username makes a username from a name: its letters and digits, lower case.
func Username(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFC.String(name))
}

// footnotes are numbers of notes behind a text.
var footnotes = pattern.New(`^(.*?[^\]\s])\s*(?:\[\d{1,3}\])+$`)

var damagedRun = pattern.New(`ý{2,}|\x{fffd}+|(?:ï¿½)+`)

// Name trims a name and drops runs that stand where letters were lost.
func Name(cell string) string {
	if strings.ContainsAny(cell, "ýï\ufffd") {
		cell = damagedRun.ReplaceAllString(cell, "")
	}
	name, isKnown := Known(cell)
	if !isKnown {
		return ""
	}
	if link := markdownLink.FindStringSubmatch(name); link != nil {
		name = link[1]
	}
	if strings.HasSuffix(name, "]") {
		name = footnotes.ReplaceAllString(name, "$1")
	}
	return strings.Join(strings.Fields(norm.NFC.String(name)), " ")
}

func onlyDigits(text string) bool {
	for i := range len(text) {
		if !isDigit(text[i]) {
			return false
		}
	}
	return text != ""
}

// Rounded is an id or figure in scientific notation: its last digits are lost.
func Rounded(text string) bool {
	before, after, ok := strings.Cut(strings.ToLower(text), "e+")
	return ok && onlyDigits(strings.ReplaceAll(strings.ReplaceAll(before+after, ".", ""), ",", ""))
}

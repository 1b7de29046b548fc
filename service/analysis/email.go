package analysis

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Address is an e-mail address as a text shows it. Plain says that it is
// written out, and not "name (at) host (dot) com".
type Address struct {
	Email string
	Plain bool
}

var (
	plainAddress = regexp.MustCompile(`[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`)
	veiled       = regexp.MustCompile(`(?i)([\p{L}\p{N}._%+-]+)\s*[\[({]\s*(?:at|@|ät)\s*[\])}]\s*([\p{L}\p{N}-]+(?:(?:\.|\s*[\[({]\s*(?:dot|punkt|point|punto|ponto)\s*[\])}]\s*)[\p{L}\p{N}-]+)+)`)
	veiledDot    = regexp.MustCompile(`(?i)\s*[\[({]\s*(?:dot|punkt|point|punto|ponto)\s*[\])}]\s*`)
	topLevel     = regexp.MustCompile(`^[\p{L}]{2,24}$|^xn--[a-z0-9-]{2,}$`)
	notTopLevel  = map[string]bool{"png": true, "jpg": true, "jpeg": true, "gif": true, "webp": true, "svg": true, "mp4": true}
)

// Addresses finds the e-mail addresses in a text, in its order, each once.
func Addresses(text string) []Address {
	var out []Address
	have := map[string]bool{}
	add := func(email string, plain bool) {
		email = strings.Trim(email, ".'-_%+")
		if key := strings.ToLower(email); validAddress(email) && !have[key] {
			have[key] = true
			out = append(out, Address{email, plain})
		}
	}
	for _, m := range plainAddress.FindAllString(text, -1) {
		add(m, true)
	}
	for _, m := range veiled.FindAllStringSubmatch(text, -1) {
		add(m[1]+"@"+veiledDot.ReplaceAllString(m[2], "."), false)
	}
	return out
}

func validAddress(email string) bool {
	local, host, ok := strings.Cut(email, "@")
	labels := strings.Split(host, ".")
	last := strings.ToLower(labels[len(labels)-1])
	if !ok || local == "" || len(local) > 64 || len(host) > 253 || strings.Contains(local, "..") || utf8.RuneCountInString(email) < 6 ||
		!topLevel.MatchString(last) || notTopLevel[last] {
		return false
	}
	return !slices.ContainsFunc(labels, func(l string) bool {
		return l == "" || len(l) > 63 || strings.HasPrefix(l, "-") || strings.HasSuffix(l, "-")
	})
}

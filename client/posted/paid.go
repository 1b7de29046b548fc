// Package posted tells what the posts of creators say that were read: which brands pay for
// them, as far as their words say so, and what is new since the last look. It knows no
// screen and keeps nothing.
package posted

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
)

//go:embed words.txt
var wordLines string

// words are those of words.txt by their kind.
var words = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(wordLines) {
		if kind, list, ok := strings.Cut(strings.TrimSpace(line), " "); ok && kind != "#" {
			all[kind] = strings.Split(list, "|")
		}
	}
	return all
})

// Post is one that was read.
type Post struct {
	ID    string // UUID; "" where it was not told
	Words string
	At    time.Time
}

// Brand is one that pays for posts, as their words say. A brand that none of them names has
// no name. Posts are the newest first.
type Brand struct {
	Name  string
	Rival bool
	Posts []Post
}

// Paid says whether a post says of itself that it is paid for.
func Paid(post string) bool {
	low := strings.ToLower(post)
	for _, w := range words()["not"] {
		if strings.Contains(low, w) {
			return false
		}
	}
	first := strings.TrimLeftFunc(low, func(r rune) bool { return !unicode.IsLetter(r) })
	if end := strings.IndexFunc(first, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 && labelled(first[end:]) {
		first = first[:end]
	}
	return slices.Contains(words()["start"], first) ||
		slices.ContainsFunc(named('#', low), func(tag string) bool { return slices.Contains(words()["tag"], tag) }) ||
		slices.ContainsFunc(words()["in"], func(w string) bool { return strings.Contains(low, w) })
}

// labelled says whether what stands behind a first word makes it a label: "Anzeige | …",
// "Ad: …", and not "Werbung ist …".
func labelled(rest string) bool {
	rest = strings.TrimLeft(rest, " )]")
	return rest != "" && strings.ContainsAny(rest[:1], "|:.,-/#@*\n") || strings.HasPrefix(rest, "–") || strings.HasPrefix(rest, "·") || strings.HasPrefix(rest, "•")
}

var mark = map[rune]*regexp.Regexp{'#': regexp.MustCompile(`#([\p{L}\p{M}\p{N}_]+)`), '@': regexp.MustCompile(`(?:^|[^\p{L}\p{N}.@_])@([\p{L}\p{N}_][\p{L}\p{N}_.]*)`)}

// named are the hashtags or the accounts that a text names, in lower case.
func named(by rune, s string) (all []string) {
	for _, m := range mark[by].FindAllStringSubmatch(s, -1) {
		if n := strings.TrimRight(strings.ToLower(m[1]), "."); !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	return all
}

// Brands are those that pay for posts, rivals first, then by how often; paid is how many
// posts that are. The accounts that a paid post names are taken for its brands, and rivals
// that its words name.
func Brands(posts []Post, rivals []string) (all []Brand, paid int) {
	at := map[string]int{}
	for _, p := range posts {
		if !Paid(p.Words) {
			continue
		}
		paid++
		for _, b := range brandsOf(p.Words, rivals) {
			i, known := at[b.Name]
			if !known {
				i, all = len(all), append(all, b)
				at[b.Name] = i
			}
			all[i].Posts = append(all[i].Posts, p)
		}
	}
	for i := range all {
		slices.SortStableFunc(all[i].Posts, func(a, b Post) int { return b.At.Compare(a.At) })
	}
	slices.SortStableFunc(all, func(a, b Brand) int {
		if a.Rival != b.Rival {
			if a.Rival {
				return -1
			}
			return 1
		}
		return len(b.Posts) - len(a.Posts)
	})
	return all, paid
}

func brandsOf(post string, rivals []string) (all []Brand) {
	for _, r := range rivals {
		if bare := letters(r); bare != "" && slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(post), notLetter), func(w string) bool { return w == bare }) {
			all = append(all, Brand{Name: r, Rival: true})
		}
	}
	for _, handle := range named('@', post) {
		rival := slices.IndexFunc(rivals, func(r string) bool { return len(letters(r)) > 3 && strings.Contains(letters(handle), letters(r)) })
		b := Brand{Name: "@" + handle}
		if rival >= 0 {
			b = Brand{Name: rivals[rival], Rival: true}
		}
		if !slices.ContainsFunc(all, func(o Brand) bool { return o.Name == b.Name }) {
			all = append(all, b)
		}
	}
	if len(all) == 0 {
		all = append(all, Brand{})
	}
	return all
}

func notLetter(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
}

// letters are those of a name, without case.
func letters(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), notLetter), "")
}

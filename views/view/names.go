package view

import (
	"regexp"
	"strings"

	"greenroom/api"
	"greenroom/ui/text"
)

// Name is what people call something that answers name by an id, raw: whose it
// is, and what. One of both may be missing.
type Name struct{ Who, What string }

// Names are the names of what was seen, by its id.
type Names map[string]Name

// Name notes what an id is called.
func (f *Frame) Name(id string, n Name) {
	if f.Names == nil {
		f.Names = Names{}
	}
	f.Names[id] = n
}

// NamePost notes whose post an id is, and how it begins.
func (f *Frame) NamePost(who string, p api.Post) {
	n := Name{Who: who}
	if p.Caption != nil {
		n.What = text.Clean(*p.Caption).Truncate(postTitle, text.Ellipsis).String()
	}
	f.Name(p.PlatformID, n)
}

// postTitle is how much of a caption names a post, in cells.
const postTitle = 40

var uuid, code = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-`), regexp.MustCompile(`^[A-Za-z0-9_-]{11}$`)

// Coded says whether something is an id that tells people nothing: that of a
// creator, a search, a video or a post.
func Coded(s string) bool {
	return uuid.MatchString(s) || code.MatchString(s) && strings.ContainsAny(s, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

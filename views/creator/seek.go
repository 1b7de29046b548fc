package creator

import (
	"slices"
	"strings"

	"greenroom/ui/text"
	"greenroom/views/view"
)

// quote is words that a reason or a flag rests on, and the post they are from.
type quote struct {
	words string
	post  view.Page // the talk in which they are said; the zero page where they are written
}

// in is the page of a talk, at the words where they are said in it.
func (q quote) in(p view.Page) view.Page {
	if p.Is(q.post) {
		p.Query = q.words
	}
	return p
}

// seek takes what a page names.
func (s *Screen) seek(p view.Page) {
	if p.Post != "" {
		s.sought, s.quote, s.tab = p.Post, quote{words: p.Query}, posts
	}
}

// Seek goes to a post, or to the talk in which something is said, when the screen is
// opened again.
func (s *Screen) Seek(p view.Page) view.Out {
	if s.seek(p); s.sought == "" || !s.answers[posts].asked {
		return view.Out{}
	}
	return s.stand()
}

// stand selects the post that was asked for, where it was read. Words that are not
// written in it are said in it: then it is the talk, which opens at them.
func (s *Screen) stand() view.Out {
	i := slices.IndexFunc(s.posts.list, func(p post) bool { return p.ID == s.sought })
	if i < 0 {
		return view.Say(text.Format("The post is not among the %d loaded; there are more further down.", len(s.posts.list)))
	}
	s.sought = ""
	s.posts.table.SetCursor(i)
	p := s.posts.list[i]
	at := slices.Index(s.talks.list, i)
	if s.quote.words == "" || at < 0 || p.Caption != nil && strings.Contains(view.Flat(*p.Caption), view.Flat(s.quote.words)) {
		return view.Out{}
	}
	s.tab = talks
	s.talks.table.SetCursor(at)
	s.quote.post = talkPage(p.Post, s.id)
	if s.env.Kept != nil && s.env.Kept(s.quote.post) {
		return view.Open(s.quote.in(s.quote.post))
	}
	return view.Say(text.Const("Found in this video: Enter opens it at these words."))
}

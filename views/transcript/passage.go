package transcript

import (
	"slices"
	"strings"
	"time"

	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// quoted are the passages that a quote takes, from first up to before last: what
// the planner stands on, or all from where the quote begins.
func (s *Screen) quoted() (first, last int) {
	if len(s.doc.heads) == 0 {
		return 0, 0
	}
	k := s.doc.shown(s.doc.head(s.reader.Para()))
	first, last = s.doc.heads[k], s.doc.until(k)
	if s.from >= 0 {
		first, last = min(first, s.from), max(last, s.from+1)
	}
	return first, last
}

// said returns the words of a quote, as shown.
func (s *Screen) said() text.Text { return s.wordsOf(s.doc.track.passages) }

func (s *Screen) wordsOf(of []passage) text.Text {
	first, last := s.quoted()
	var parts []text.Text
	for _, p := range of[first:last] {
		if !p.heading {
			parts = append(parts, p.text)
		}
	}
	return flow(parts)
}

func (s *Screen) time() time.Duration {
	first, last := s.quoted()
	if first == last {
		return 0
	}
	return s.doc.track.passages[first].start
}

// begin begins a quote where the planner stands, or takes the beginning back.
func (s *Screen) begin() {
	if s.from >= 0 {
		s.from = -1
		return
	}
	s.from, _ = s.quoted()
}

// selection marks the text of a quote that was begun, as it is laid out.
func (s *Screen) selection() []text.Span {
	if s.from < 0 {
		return nil
	}
	first, last := s.quoted()
	return s.doc.spans(first, last)
}

// pinned tells which paragraphs hold a passage that is pinned to the creator on any
// list.
func (s *Screen) pinned() func(para int) bool {
	var held map[int]bool
	here, m := plan.Place{Platform: s.page.Platform, ID: s.page.ID}, s.env.Member(s.page.Creator)
	for _, l := range s.env.Plan.Lists {
		if i := l.Holds(m); i >= 0 && s.page.Creator != "" {
			for _, q := range l.Members[i].Quotes {
				if q.Place == here {
					if held == nil {
						held = map[int]bool{}
					}
					s.doc.track.holding(q, func(passage int) { held[s.doc.para(passage)] = true })
				}
			}
		}
	}
	return func(para int) bool { return held[para] }
}

// holding tells the passages of a quote.
func (t *track) holding(q plan.Quote, tell func(passage int)) {
	said := t.spoken()
	for i := range said {
		if q.Timed && said[i].start != q.At {
			continue
		}
		rest, to := q.Words, i
		for ; to < len(said) && rest != ""; to++ {
			after, ok := strings.CutPrefix(rest, said[to].text.String())
			if !ok && !said[to].heading {
				break
			} else if ok {
				rest = strings.TrimPrefix(after, " ")
			}
		}
		for ; rest == "" && i < to; i++ {
			tell(i)
		}
		if rest == "" {
			return
		}
	}
}

func (s *Screen) begins() text.Text {
	first, last := s.quoted()
	n := last - first
	if s.doc.track.timed {
		return text.Format("from %s · %s", text.Clock(s.time()), text.Plural(n, "passage", "passages"))
	}
	return text.Format("of %s", text.Plural(n, "passage", "passages"))
}

// neighbour is the talk of the same creator before or after this one, as their
// screen lists them; false if there is none.
func (s *Screen) neighbour(by int) (view.Page, bool) {
	all := s.env.Talks[s.page.Creator]
	i := slices.IndexFunc(all, s.page.Is)
	if i < 0 || i+by < 0 || i+by >= len(all) {
		return view.Page{}, false
	}
	return all[i+by], true
}

// Seek goes to words that are said here.
func (s *Screen) Seek(p view.Page) view.Out {
	switch {
	case p.Query == "":
	case s.doc == nil:
		s.left.Query = p.Query
	default:
		s.find(p.Query, 0)
	}
	return view.Out{}
}

// turn opens another talk upon this one. What is looked for here is looked for
// there.
func (s *Screen) turn(p view.Page) view.Out {
	p.Query = s.left.Query
	if s.doc != nil {
		p.Query = s.reader.Query()
	}
	return view.Open(p)
}

// Chosen returns the speaker.
func (s *Screen) Chosen() []plan.Member {
	if s.page.Creator == "" {
		return nil
	}
	return []plan.Member{s.env.Member(s.page.Creator)}
}

// canPin says why a quote cannot be pinned; "" where it can.
func (s *Screen) canPin() string {
	switch {
	case s.doc == nil:
		return "No transcript loaded."
	case s.page.Creator == "":
		return "The creator is unknown: open the transcript from the creator's Talks tab."
	case len(s.env.Plan.Lists) == 0:
		return "No lists yet: " + s.env.Keys.KeyOf(keymap.Add, keymap.Global) + " adds the creator to one."
	case s.said().Empty():
		return "Nothing to pin here."
	}
	return ""
}

// pin puts the passage to the creator on the list at hand, as a quote with its
// source and time. The selection has served then.
func (s *Screen) pin() view.Out {
	m, t, of := s.env.Member(s.page.Creator), s.doc.track, s.source()
	q := plan.Quote{Words: s.wordsOf(t.spoken()).String(), Source: of.title.String(), URL: of.url.String(), Pinned: s.env.Now, Place: plan.Place{Platform: s.page.Platform, ID: s.page.ID}}
	if t.timed {
		q.At, q.Timed = s.time(), true
	}
	s.from = -1
	return view.Pin(m, q)
}

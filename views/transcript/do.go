package transcript

import (
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// Can says why an action cannot run now.
func (s *Screen) Can(a keymap.Action) string {
	switch a {
	case keymap.Cancel:
		return view.Unless(s.Typing() || s.from >= 0 || s.reader.Query() != "", "Nothing is open here.")
	case keymap.Accept, keymap.NextItem, keymap.PrevItem:
		return view.Unless(s.Typing(), "No field is open.")
	case keymap.Reload:
		if !s.offered() {
			return "This network has no transcripts."
		}
		return view.Unless(!s.slot.Busy(), "A transcript is already loading.")
	case keymap.NextLanguage:
		if s.slot.Busy() {
			return "A transcript is already loading."
		}
		return view.Unless(s.next() != "", "No other language known.")
	case keymap.NextTalk, keymap.PrevTalk:
		_, ok := s.neighbour(talks[a])
		return view.Unless(ok, "No other talks listed yet; open the creator's Talks tab to list them.")
	case keymap.NextHit, keymap.PrevHit:
		return view.Unless(len(s.hits) > 0, "No hits.")
	case keymap.JumpTime:
		return view.Unless(s.doc != nil && s.doc.track.timed && !s.doc.track.several, "This transcript has no timestamps.")
	case keymap.Browse:
		if s.env.Browse == nil {
			return "No browser can be opened from here."
		}
		return view.Unless(s.doc != nil && !s.source().url.Empty(), "No URL is known.")
	case keymap.Up, keymap.Down, keymap.PageUp, keymap.PageDown, keymap.HalfUp, keymap.HalfDown, keymap.Top, keymap.Bottom,
		keymap.Find, keymap.MarkRange:
		return view.Unless(s.doc != nil, "No transcript loaded.")
	case keymap.ToggleTimes:
		return view.Unless(s.doc != nil && (s.doc.track.timed || len(s.doc.track.passages) > 1), "This transcript has no timestamps to hide.")
	case keymap.Copy:
		return view.Unless(s.doc != nil && !s.said().Empty(), "Nothing to copy here.")
	case keymap.Pin:
		return s.canPin()
	}
	return "Not available in a transcript."
}

// talks is how far the talk lies that an action turns to.
var talks = map[keymap.Action]int{keymap.NextTalk: 1, keymap.PrevTalk: -1}

// Price is what loading again or another language would cost.
func (s *Screen) Price(a keymap.Action) string {
	p, listed := s.neighbour(talks[a])
	switch {
	case talks[a] != 0 && listed:
		return s.env.TranscriptPrice(p.Platform, p.ID)
	case a == keymap.NextLanguage && s.next() != "":
		return s.languageNote(s.next()).String()
	case a == keymap.Reload && s.offered():
		if s.doc == nil {
			return s.env.Tell(s.offer(s.missing))
		}
		return s.env.Anew(s.offer(""))
	}
	return ""
}

// Offers are the languages that were not read yet.
func (s *Screen) Offers() []view.Offer {
	all := []view.Offer{}
	for _, by := range talks {
		if p, ok := s.neighbour(by); ok {
			all = append(all, s.env.TranscriptOffer(p.Platform, p.ID, ""))
		}
	}
	for _, l := range s.languages {
		if s.loaded[l.Code] == nil {
			all = append(all, s.offer(l.Code))
		}
	}
	if s.doc == nil {
		all = append(all, s.offer(s.missing))
	}
	return all
}

// Do runs an action that Can allows.
func (s *Screen) Do(a keymap.Action) view.Out {
	if s.Typing() {
		return s.doTyping(a)
	}
	switch a {
	case keymap.Reload:
		return s.reload()
	case keymap.NextLanguage:
		return s.nextLanguage()
	case keymap.Pin:
		return s.pin()
	case keymap.MarkRange:
		s.begin()
	case keymap.Cancel:
		s.leave()
	case keymap.NextTalk, keymap.PrevTalk:
		p, _ := s.neighbour(talks[a])
		return s.turn(p)
	case keymap.Find:
		s.startFind()
	case keymap.JumpTime:
		s.startJump()
	case keymap.NextHit:
		return s.nextHit(1)
	case keymap.PrevHit:
		return s.nextHit(-1)
	case keymap.ToggleTimes:
		s.place = s.standing()
		s.relay(s.doc.track, !s.reader.Bare)
	case keymap.Copy:
		return s.copyQuote()
	case keymap.Browse:
		return view.Out{Cmd: s.env.Browse(s.source().url.String())}
	default:
		view.Move(&s.reader, a)
	}
	return view.Out{}
}

// reload asks anew for the language on show, or again for the one that failed.
func (s *Screen) reload() view.Out {
	if s.doc != nil {
		return s.load(s.doc.track.code, client.Refresh())
	}
	return s.load(s.missing)
}

// Scroll moves the text.
func (s *Screen) Scroll(lines int) view.Out {
	if s.doc != nil {
		s.reader.Scroll(lines)
	}
	return view.Out{}
}

// Click stands on the line, or on the hit in the list of hits.
func (s *Screen) Click(x, y, w, h int) view.Out {
	if s.doc == nil {
		return view.Out{}
	}
	p := panes(w, h)
	switch {
	case p.text.Contains(x, y):
		s.reader.Click(y - p.text.Y)
	case p.side.Contains(x, y) && len(s.hits) > 0 && y > p.side.Y:
		i := s.firstListed(p.side.H-1) + y - p.side.Y - 1
		if current, _ := s.reader.Hits(); i < len(s.hits) {
			s.reader.Next(i + 1 - current)
		}
	}
	return view.Out{}
}

// quote is the passage the planner stands on, as it goes into a mail: with its
// source, its time and its address.
func (s *Screen) quote() string {
	of := s.source()
	q := "“" + s.said().String() + "” — " + of.title.String()
	if s.doc.track.timed {
		q += ", " + text.Clock(s.time()).String()
	}
	if !of.url.Empty() {
		q += ", " + of.url.String()
	}
	return q
}

func (s *Screen) copyQuote() view.Out {
	of := s.source().url.String()
	command := ""
	if of != "" {
		command = view.Command("transcript", of)
	}
	return view.Copying(
		view.Copy{Name: text.Const("Quote"), Words: s.quote()},
		view.Copy{Name: text.Const("Words"), Words: s.said().String()},
		view.Copy{Name: text.Const("Address"), Words: of},
		view.Copy{Name: text.Const("Command line"), Words: command})
}

// leave gives up what was begun last: a quote, else the words that were searched for.
func (s *Screen) leave() {
	if s.from >= 0 {
		s.from = -1
		return
	}
	s.find("", s.standing())
}

package transcript

import (
	"cmp"

	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// acts declares the actions in a text, and while words or a time are typed.
func (s *Screen) acts() view.Acts {
	read := func() string { return view.Unless(s.doc != nil, "No transcript loaded.") }
	idle := func() string { return view.Unless(!s.slot.Busy(), "A transcript is already loading.") }
	hit := func(by int) view.Act {
		return view.Act{Why: func() string { return view.Unless(len(s.hits) > 0, "No hits.") }, Do: func() view.Out { return s.nextHit(by) }}
	}
	talk := func(by int) view.Act {
		next := func() (view.Page, bool) { return s.neighbour(by) }
		return view.Act{Why: func() string {
			_, ok := next()
			return view.Unless(ok, "No other talks listed yet; open the creator's Talks tab to list them.")
		}, Do: func() view.Out {
			p, _ := next()
			return s.turn(p)
		}, Price: func() string {
			if p, ok := next(); ok {
				return s.env.TranscriptPrice(p.Platform, p.ID)
			}
			return ""
		}}
	}
	along := func(by int) view.Act { return view.Act{Do: view.Then(func() { s.reader.Next(by) })} }
	return view.Acts{In: keymap.Transcript, Over: func() view.Mover { return &s.reader }, None: read, Types: func() bool { return s.field != nothing }, Else: "Not available in a transcript.",
		Calls: []view.Call{view.Calling("transcript", &s.slot, s.take)},
		By: map[keymap.Action]view.Act{
			keymap.Cancel: {Why: func() string {
				return view.Unless(s.from >= 0 || s.reader.Query() != "", "Nothing is open here.")
			}, Do: view.Then(s.leave)},
			keymap.Reload: {Why: func() string { return cmp.Or(view.Unless(s.offered(), "This network has no transcripts."), idle()) }, Do: s.reload, Price: s.reloading},
			keymap.NextLanguage: {Why: func() string { return cmp.Or(idle(), view.Unless(s.next() != "", "No other language known.")) }, Do: s.nextLanguage, Price: func() string {
				if s.next() == "" {
					return ""
				}
				return s.languageNote(s.next()).String()
			}},
			keymap.NextTalk: talk(1), keymap.PrevTalk: talk(-1), keymap.NextHit: hit(1), keymap.PrevHit: hit(-1),
			keymap.JumpTime: {Why: func() string {
				return view.Unless(s.doc != nil && s.doc.track.timed && !s.doc.track.several, "This transcript has no timestamps.")
			}, Do: view.Then(s.startJump)},
			keymap.Browse: {Why: func() string {
				return cmp.Or(view.Unless(s.env.Browse != nil, "No browser can be opened from here."), view.Unless(s.doc != nil && !s.source().url.Empty(), "No URL is known."))
			}, Do: func() view.Out { return view.Out{Cmd: s.env.Browse(s.source().url.String())} }},
			keymap.Find:      {Why: read, Do: view.Then(s.startFind)},
			keymap.MarkRange: {Why: read, Do: view.Then(s.begin)},
			keymap.ToggleTimes: {Why: func() string {
				return view.Unless(s.doc != nil && (s.doc.track.timed || len(s.doc.track.passages) > 1), "This transcript has no timestamps to hide.")
			}, Do: view.Then(func() {
				s.place = s.standing()
				s.relay(s.doc.track, !s.reader.Bare)
			})},
			keymap.Copy: {Why: func() string { return view.Unless(s.doc != nil && !s.said().Empty(), "Nothing to copy here.") }, Do: s.copyQuote},
			keymap.Pin:  {Why: s.canPin, Do: s.pin},
		},
		Field: map[keymap.Action]view.Act{keymap.Accept: {Do: s.accept}, keymap.Cancel: {Do: view.Then(s.leaveField)}, keymap.NextItem: along(1), keymap.PrevItem: along(-1)}}
}

// reloading returns the price of loading again.
func (s *Screen) reloading() string {
	switch {
	case !s.offered():
		return ""
	case s.doc == nil:
		return s.env.Tell(s.offer(s.missing))
	}
	return s.env.Anew(s.offer(""))
}

// Offers are the languages that were not read yet.
func (s *Screen) Offers() []view.Offer {
	all := []view.Offer{}
	for _, by := range []int{1, -1} {
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

// reload asks anew for the language on show, or again for the one that failed.
func (s *Screen) reload() view.Out {
	if s.doc != nil {
		return s.load(s.doc.track.code, client.Refresh())
	}
	return s.load(s.missing)
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
	return text.Format("“%s” — %s%s%s", s.said(), of.title, text.When(s.doc.track.timed, ", %s", text.Clock(s.time())), text.When(!of.url.Empty(), ", %s", of.url)).String()
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

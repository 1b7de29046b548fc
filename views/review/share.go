package review

import (
	"cmp"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/brief"
	"greenroom/client/plan"
	"greenroom/client/share"
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/report"
	"greenroom/ui/text"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

type sharing struct {
	send    fetch.Slot[share.Sent]
	back    fetch.Slot[plan.Remote]
	looking fetch.Slot[api.SheetRecord]
	voting  fetch.Slot[api.SheetRecord]
	history fetch.Slot[[]version]
	chosen  *share.Options // in the dialog of sending
	found   *api.SheetRecord
	waiting *nextLook // nil: it does not
	since   struct {
		of *plan.State
		n  int
	}
	money struct { // of the brief's words
		of        string
		all, each brief.Sum
	}
}

// shares are the calls of a list that is shared. What others did is looked for again where
// a look fails.
func (s *Screen) shares() []view.Call {
	seen := func(take func(api.SheetRecord) view.Out) func(fetch.Done[api.SheetRecord]) view.Out {
		return func(d fetch.Done[api.SheetRecord]) view.Out {
			if d.Err != nil {
				return view.Out{}
			}
			return take(d.Value)
		}
	}
	return []view.Call{view.Calling("sending the shortlist", &s.send, s.sent), view.Calling("", &s.back, s.tookBack),
		view.Calling("", &s.looking, seen(s.looked)), view.Calling("", &s.voting, seen(s.voted)), view.Answered(&s.env.Frame, "", &s.history, s.versionsRead)}
}

// voted notes what others see of the planner's votes.
func (s *Screen) voted(rec api.SheetRecord) view.Out {
	votes := s.list().Votes
	return s.remoteIs(text.Text{}, func(l *plan.List) {
		_, _, _ = share.Take(l, rec, nil)
		l.Remote.Sent.Votes = votes
	})
}

// remoteIs writes down what is known of the list where others see it.
func (s *Screen) remoteIs(said text.Text, set func(*plan.List)) view.Out {
	return view.Out{Change: &view.Change{Said: said, Edit: func(p *plan.State) error {
		if i := p.Find(s.id); i >= 0 {
			set(&p.Lists[i])
		}
		return nil
	}}}
}

// looked brings in what others did. What both changed waits until the planner says.
func (s *Screen) looked(rec api.SheetRecord) view.Out {
	l := *s.list()
	before := l.Remote.Sent
	if before == nil || rec.Sheet == nil && len(rec.Openings) == len(before.Openings) {
		return view.Out{}
	}
	changed, open, err := share.Take(&l, rec, nil)
	switch {
	case err != nil:
		return view.Out{}
	case len(open) > 0 && s.found != nil && s.found.Tag == rec.Tag && len(changed) == 0:
		return view.Out{} // it was said
	case len(open) > 0:
		s.found = &rec
	}
	said := text.Text{}
	switch {
	case len(open) > 0:
		said = text.Format("%s changed %s that you changed too: %s asks which to keep.", rec.By, text.Plural(len(open), "thing", "things"), s.env.Keys.KeyOf(keymap.Send, keymap.Review))
	case len(changed) > 0:
		said = text.Format("%s: %s", rec.By, inLine(each.Of(changed, s.seen)))
	}
	return view.Out{Change: &view.Change{Label: map[bool]string{true: "changes of " + rec.By}[len(changed) > 0], Said: said, Edit: func(p *plan.State) error {
		if i := p.Find(s.id); i >= 0 && p.Lists[i].Remote.Sent != nil {
			_, _, err := share.Take(&p.Lists[i], rec, nil)
			return err
		}
		return nil
	}}}
}

// seen is a difference as others may see it who look on.
func (s *Screen) seen(d plan.Difference) plan.Difference {
	if d.Private() {
		d.Old, d.New = s.env.Private(d.Old), s.env.Private(d.New)
	}
	return d
}

func inLine(all []plan.Difference) text.Text {
	return text.Format("%s%s", all[0].Words(), text.When(len(all) > 1, " and %d more", len(all)-1))
}

// options are those of the last sending, or what is chosen now.
func (s *Screen) options() share.Options {
	if s.chosen != nil {
		s.chosen.Now = s.env.Now
		return *s.chosen
	}
	o := share.Options{Me: cmp.Or(s.env.Signer.Name, "planner"), Now: s.env.Now}
	if sent := s.list().Remote.Sent; sent != nil {
		o.Me, o.With, o.Shared, o.Hidden = sent.Me, sent.With, sent.Shared, sent.Hidden
	}
	return o
}

func (s *Screen) prepared() (share.Sending, error) {
	return share.Prepare(*s.list(), s.env.Plan.Facts, s.options())
}

// sendOut asks what goes. Nothing is sent before the first answer is taken.
func (s *Screen) sendOut() view.Out {
	l := s.list()
	switch {
	case l.From != nil:
		return s.file()
	case s.found != nil:
		return s.decideConflicts(*s.found, nil)
	}
	s.chosen = nil
	return s.askSend()
}

// askSend is the dialog of sending: what goes and to whom, what stays, and what is ticked.
func (s *Screen) askSend() view.Out {
	p, err := s.prepared()
	if err != nil {
		return view.Fail(text.Clean(err.Error()))
	}
	o := s.options()
	s.chosen = &o
	to := text.Const("your account alone")
	if o.Shared {
		to = text.Const("everybody of the account")
	}
	ask := view.Pick{Title: text.Format("Send “%s” to %s", text.Clean(p.List.Name).Truncate(28, text.Ellipsis), to)}
	ask.Offer(text.Format("Send: brief, %d of %d creators (%d in the shortlist), verdicts, reasons, figures, quotes", len(p.Sheet.Members), p.Of, p.Fits), s.start)
	for _, tick := range []struct {
		name text.Text
		on   *bool
	}{{s.counted("private notes", func(m plan.Member) string { return m.Note }), &o.With.Notes},
		{s.counted("fees", func(m plan.Member) string { return m.Price }), &o.With.Prices},
		{s.counted("reasons of “no”", func(m plan.Member) string { return map[bool]string{true: m.Reason}[m.Verdict == plan.No] }), &o.With.Refusal},
		{text.Const("everybody of the account may open it and has a column"), &o.Shared},
		{text.Const("verdicts are hidden until all have voted"), &o.Hidden}} {
		ask.Tick(tick.name, *tick.on, func() view.Out {
			*tick.on = !*tick.on
			return s.askSend()
		})
	}
	ask.Offer(s.staying(p), s.askSend)
	ask.Offer(text.Const("Write it into a file instead"), s.file)
	if sent := p.List.Remote.Sent; sent != nil && p.List.Remote.ID != "" {
		opened := text.Const("nobody has opened it")
		if n := len(sent.Openings); n > 0 {
			opened = text.Format("opened by %s, so it may be refused", sent.Openings[n-1].Name)
		}
		ask.Offer(text.Format("Take the last sending back: %s", opened), s.takeBack)
	}
	return view.Out{Next: &ask}
}

func (s *Screen) counted(name string, of func(plan.Member) string) text.Text {
	return text.Format("%s: %d", name, len(each.Where(s.list().Members, func(m plan.Member) bool { return of(m) != "" })))
}

// staying says what does not go, and why.
func (s *Screen) staying(p share.Sending) text.Text {
	if len(p.Stays) == 0 {
		return text.Const("Stays here: nothing of it; e-mail addresses never go")
	}
	return text.Format("Stays: %s", strings.Join(p.Stays, "; "))
}

func (s *Screen) start() view.Out {
	p, err := s.prepared()
	switch {
	case err != nil:
		return view.Fail(text.Clean(err.Error()))
	case len(p.Body.Profiles) == 0:
		return view.Fail(text.Const("Nothing to send: everyone on this list is rejected or has no account. A file can hold them."))
	case s.send.Busy():
		return view.Fail(text.Const("The list is already being sent."))
	}
	return view.Out{Cmd: s.put(p)}
}

func (s *Screen) put(p share.Sending) tea.Cmd {
	return s.send.Start(0, fetch.With(p.Send, s.env.Client))
}

// sent notes the version, merges where it was changed meanwhile, and says which way the
// list went.
func (s *Screen) sent(d fetch.Done[share.Sent]) view.Out {
	l := s.list()
	if client.Moved(d.Err) && l.Remote.Sent != nil {
		at := l.Remote
		blank := *at.Sent
		blank.Tag = ""
		at.Sent = &blank
		out := view.Say(text.Const("Somebody changed it meanwhile: their version is read and merged, then send again."))
		out.Cmd = s.lookAt(at)
		return out
	}
	if theirs, ok := client.StoredShortlist(d.Err); ok {
		return s.conflict(theirs)
	}
	if d.Err != nil {
		out := view.Fail(text.Cat(text.Const("Not sent; the list is kept here. "), explain.Failure(d.Err, s.env.Now)))
		if d.Value.Remote.ID != l.Remote.ID || d.Value.Remote.Version != l.Remote.Version {
			out.Change = s.remoteIs(text.Text{}, func(l *plan.List) { l.Remote = d.Value.Remote }).Change // the shortlist went
		}
		return out
	}
	p, _ := s.prepared()
	if d.Value.NoSheet {
		out := s.file()
		out.Change = s.remoteIs(text.Format("Sent as version %d: %d of %d creators. This service keeps no more than that; the rest goes into a file.", d.Value.Remote.Version, p.Fits, p.Of),
			func(l *plan.List) { l.Remote = d.Value.Remote }).Change
		return out
	}
	said := text.Format("Sent as version %d with its sheet: %d of %d creators, %d in the shortlist.", d.Value.Remote.Version, p.Of, p.Of, p.Fits)
	if len(p.Stays) > 0 {
		said = text.Cat(said, text.Const(" "), s.staying(p))
	}
	return s.remoteIs(said, func(l *plan.List) { l.Remote = d.Value.Remote })
}

func (s *Screen) takeBack() view.Out {
	return view.Out{Cmd: s.back.Start(0, fetch.With2(share.Withdraw, s.env.Client, s.list().Remote))}
}

func (s *Screen) tookBack(d fetch.Done[plan.Remote]) view.Out {
	if d.Err != nil {
		return view.Fail(text.Cat(text.Const("Not taken back. "), explain.Failure(d.Err, s.env.Now)))
	}
	said := text.Const("Taken back: nothing of it is left at the service.")
	if d.Value.ID != "" {
		said = text.Const("Taken back: what was sent before stands there again.")
	}
	return s.remoteIs(said, func(l *plan.List) { l.Remote = d.Value })
}

// decideConflicts asks for one thing after the other that both changed, and then merges.
func (s *Screen) decideConflicts(rec api.SheetRecord, theirs []bool) view.Out {
	l := *s.list()
	_, open, err := share.Take(&l, rec, nil)
	if err != nil {
		return view.Fail(text.Clean(err.Error()))
	}
	if len(theirs) < len(open) {
		c := open[len(theirs)]
		p := view.Pick{Title: text.Format("%d of %d: both changed %s of %s", len(theirs)+1, len(open), c.Theirs.Field, cmp.Or(c.Theirs.Who, "the list")),
			Items: []text.Text{text.Format("Mine: %s", cmp.Or(s.seen(c.Mine).New, "nothing")), text.Format("%s: %s", cmp.Or(rec.By, "Theirs"), cmp.Or(s.seen(c.Theirs).New, "nothing"))}}
		p.Done = func(i int, _ string) view.Out { return s.decideConflicts(rec, append(slices.Clone(theirs), i == 1)) }
		return view.Out{Next: &p}
	}
	s.found = nil
	return view.Out{Change: &view.Change{Label: "merge with " + rec.By, Said: text.Format("Merged with %s's version %d; %s sends the result.", rec.By, rec.Version, s.env.Keys.KeyOf(keymap.Send, keymap.Review)), Edit: view.OnListOf(s.id, func(_ *plan.State, l *plan.List) error {
		n := -1
		_, _, err := share.Take(l, rec, func(plan.Conflict) bool { n++; return n < len(theirs) && theirs[n] })
		return err
	})}}
}

// file asks for the name of a file, and writes the list with its columns into it.
func (s *Screen) file() view.Out {
	l, facts, o := *s.list(), s.env.Plan.Facts, s.options()
	return view.Write(view.File{
		Name:   report.Slug(l.Name) + ".sheet.json",
		Encode: func(string) ([]byte, error) { return share.File(l, facts, o) },
		Wrote: func(path string) view.Out {
			return s.remoteIs(text.Format("Written to %s. greenroom shortlist take FILE takes it over elsewhere.", path), func(l *plan.List) {
				if r, err := share.Written(*l, o); err == nil {
					l.Remote = r
				}
			})
		},
	})
}

// followEvery is the interval of free looks at a list that others see.
const followEvery = 1500 * time.Millisecond

// nextLook is the message that a list others see is to be read again.
type nextLook struct{ of *Screen }

// follow has a list that others see looked at, for as long as it is on the screen.
func (s *Screen) follow() tea.Cmd {
	l := s.list()
	if l == nil || l.Remote.ID == "" || l.Remote.Sent == nil || s.waiting != nil || s.env.Tick == nil {
		return nil
	}
	next := &nextLook{s}
	s.waiting = next
	return s.env.Tick(followEvery, func(time.Time) tea.Msg { return next })
}

// lookAgain reads what others did, and stores what the planner said meanwhile.
func (s *Screen) lookAgain() tea.Cmd {
	l := s.list()
	if l == nil || l.Remote.ID == "" || l.Remote.Sent == nil || s.looking.Busy() || s.voting.Busy() || s.send.Busy() || s.back.Busy() {
		return nil
	}
	if unsent(l) {
		return s.voting.Start(0, fetch.With2(share.Vote, s.env.Client, *l))
	}
	return s.lookAt(l.Remote)
}

// lookAt reads a list of others as it is by now.
func (s *Screen) lookAt(at plan.Remote) tea.Cmd {
	return s.looking.Start(0, fetch.With2(share.Look, s.env.Client, at))
}

// unsent says whether the planner said something of a copy that others do not see yet.
func unsent(l *plan.List) bool {
	return l.From != nil && l.Remote.Sent != nil && !slices.Equal(l.Votes, l.Remote.Sent.Votes)
}

// voteNow stores what was said of a copy at once, so that others see it with their next look.
func (s *Screen) voteNow() tea.Cmd {
	if l := s.list(); l != nil && unsent(l) {
		return s.lookAgain()
	}
	return nil
}

package creator

import (
	"cmp"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// acts declares the actions on a creator; what opening does is its tab's.
func (s *Screen) acts() view.Acts {
	unless := func(ok func() bool, why string) func() string { return func() string { return view.Unless(ok(), why) } }
	return view.Acts{In: keymap.Creator, Enter: s.enter, Over: s.mover,
		Tabs: &view.TabSet{All: s.tabs, At: func() int { return int(s.tab) }, Turn: func(to int) view.Out { return s.show(tab(to)) }, Price: func(to int) string {
			return s.env.TellIf(!s.has(tab(to)) && !s.dear(tab(to)), func() view.Offer { return s.offer(tab(to)) })
		}},
		Calls: s.calls(),
		By: map[keymap.Action]view.Act{
			keymap.Down: {Do: s.down, Price: func() string {
				return s.env.TellIf(s.endOfPosts(), func() view.Offer { return s.posted(s.posts.next()).Offer })
			}},
			keymap.SortNext: {Why: s.cannotSort, Do: s.resort, Price: s.sorting},
			keymap.ToggleMode: {Why: unless(func() bool { return s.tab == profiles && len(s.profiles.list) > 0 }, "Load profiles first; then switch between detail and brief."),
				Do: view.Then(func() { s.profiles.brief = !s.profiles.brief }), Price: func() string { return "free" }},
			keymap.FlagState: {Why: unless(func() bool { return s.tab == safety && len(view.Flags(s.safety.judged())) > 0 }, "No flags here: the Safety tab shows them once it is read."), Do: view.Then(s.safety.next)},
			keymap.Charts: {Why: unless(func() bool { return s.env.Report.Kept != nil }, "Nothing is kept to be drawn: the workbench was started without storage."),
				Do: func() view.Out { return view.Open(view.Page{Kind: view.Charts, ID: s.id}) }},
			keymap.News: {Why: unless(func() bool { return s.news.Busy() == "" }, "Already looking."), Do: func() view.Out { return s.news.Ask(s.env, s.whom()) },
				Price: func() string { return s.news.Price(s.env, s.whom()) }},
			keymap.Now: {Why: s.canNow, Do: s.readNow, Price: s.readingNow},
			keymap.Reload: {Do: func() view.Out { return s.load(s.tab, view.Again(s.answers[s.tab].asked)...) },
				Price: func() string { return s.env.Again(s.offer(s.tab), s.answers[s.tab].asked) }},
			keymap.Copy:   {Why: unless(func() bool { return s.handle() != "" }, "No handle is known yet."), Do: s.copying},
			keymap.Export: {Why: s.canExport, Do: s.export},
			keymap.Browse: {Why: func() string {
				return cmp.Or(view.Unless(s.env.Browse != nil, "No browser can be opened from here; copy the URL instead."), view.Unless(s.address() != "", "No URL is known yet."))
			}, Do: func() view.Out { return view.Out{Cmd: s.env.Browse(s.address())} }},
			keymap.Cancel:   {Why: unless(s.reading, "Nothing is open here."), Do: view.Then(func() { s.posts.view.open = false })},
			keymap.Complete: {Price: s.env.LookupPrice},
		}}
}

// reading says whether a post stands in full over the rows.
func (s *Screen) reading() bool { return s.tab == posts && s.posts.view.open && s.post() != nil }

// mover returns what the moving keys move on the open tab.
func (s *Screen) mover() view.Mover {
	switch {
	case s.tab == overview:
		return &s.read
	case s.reading():
		return inFull{byCard{s.table(), &s.posts.view.pager}}
	case s.tab == profiles && !s.profiles.brief:
		return byCard{s.table(), &s.profiles.pager}
	}
	return s.table()
}

// byCard moves from account to account; a wheel moves the view of them.
type byCard struct {
	*widget.Table
	pager *widget.Pager
}

func (c byCard) Scroll(lines int) { c.pager.Move(lines) }

// inFull moves within a post that is longer than its pane, or turns to the one after or
// before it.
type inFull struct{ byCard }

func (f inFull) Page(by int) { f.pager.Half(by) }
func (f inFull) Half(by int) { f.pager.Half(by) }

func (f inFull) Move(by int) {
	f.Table.Move(by)
	f.pager.Home()
}

// down goes on, and at the end of the posts reads the next ones.
func (s *Screen) down() view.Out {
	if s.endOfPosts() {
		return s.readPosts(s.posts.next())
	}
	s.mover().Move(1)
	return view.Out{}
}

func (s *Screen) table() *widget.Table { return s.parts[s.tab].table }

// channel returns the page of speech in the newest videos of the selected profile; the
// zero page where its network tells no such thing.
func (s *Screen) channel() view.Page {
	if p := s.profiles.selected(); s.tab == profiles && p != nil && p.Platform == api.VideoPlatform {
		return view.Page{Kind: view.Channel, ID: p.Username, Platform: p.Platform, Creator: s.id}
	}
	return view.Page{}
}

// unread says whether the tab that is open is read when it is asked for, and was
// not.
func (s *Screen) unread() bool { return s.tab >= safety && !s.has(s.tab) }

// enter reads a tab that waits for it, else opens what is
// selected there.
func (s *Screen) enter() view.Entry {
	if s.unread() {
		return view.Entry{Hint: "read", Price: s.env.Tell(s.offer(s.tab)), Do: func() view.Out { return s.load(s.tab) }}
	}
	opens := func(p view.Page, price, hint string) view.Entry {
		return view.Entry{Price: price, Hint: hint, Do: func() view.Out { return view.Open(p) }}
	}
	p := s.post()
	switch channel, c := s.channel(), s.alike.selected(); {
	case s.tab == safety:
		return view.Entry{Why: s.safety.canRule(), Hint: "clear or confirm", Do: s.safety.rule}
	case channel != view.Page{}:
		return opens(channel, s.env.ChannelPrice(channel.ID), "channel")
	case s.tab == alike && c != nil:
		return opens(view.Page{Kind: view.Creator, ID: c.Creator.ID}, s.env.OpenPrice(c.Creator.ID), "creator")
	case s.tab == emails && s.emails.selected() != nil:
		return view.Entry{Why: s.env.Keys.KeyOf(keymap.Reveal, keymap.Global) + " shows addresses, and masks them again."}
	case p == nil:
		return view.Entry{Why: "Nothing to open here; Tab goes to posts and talks."}
	case s.tab == posts && !s.reading():
		return view.Entry{Hint: "in full", Do: view.Then(func() { s.posts.view = postView{open: true} })}
	case !spoken(p.Post):
		return view.Entry{Why: "This post has no transcript: only videos do."}
	}
	e := opens(s.quote.in(talkPage(p.Post, s.id)), s.env.TranscriptPrice(p.Platform, p.PlatformID), "transcript")
	e.Why = view.Unless(s.env.Plan.Silent[plan.SilentKey(p.Platform, p.PlatformID)] == "", "The service already said that this video has no transcript.")
	return e
}

func (s *Screen) post() *post {
	switch s.tab {
	case posts:
		return s.posts.selected()
	case talks:
		return s.talks.selected()
	}
	return nil
}

// resort orders the posts here where they are complete, and asks the service
// where they are not. Talks have an order of their own, among those that are here.
func (s *Screen) resort() view.Out {
	if s.tab == talks {
		s.talks.resort()
		return view.Out{}
	}
	by := s.posts.following()
	if s.posts.pages.More() {
		return s.readPosts(reading{sort: by})
	}
	s.posts.resort(by)
	s.talks.refresh()
	return view.Out{}
}

// copying asks what is copied: an e-mail address where one is selected, which is
// told no more than it is shown.
func (s *Screen) copying() view.Out {
	var all []view.Copy
	if e := s.emails.selected(); s.tab == emails && e != nil {
		all = append(all, view.Copy{Name: text.Const("E-mail"), Words: e.Email, Shown: s.env.Said(e.Email)})
	}
	caption := ""
	if p := s.post(); p != nil && p.Caption != nil {
		caption = *p.Caption
	}
	return view.Copying(append(all,
		view.Copy{Name: text.Const("Handle"), Words: s.handle()},
		view.Copy{Name: text.Const("Address"), Words: s.address()},
		view.Copy{Name: text.Const("Name"), Words: s.env.Known[s.id].Creator.Name},
		view.Copy{Name: text.Const("Caption"), Words: caption},
		view.Copy{Name: text.Const("Command line"), Words: view.Command("creator", s.handle())})...)
}

func (s *Screen) handle() string {
	if p := s.profiles.selected(); s.tab == profiles && p != nil {
		return "@" + p.Username
	}
	k := s.env.Known[s.id]
	switch {
	case k.Primary != nil:
		return "@" + k.Primary.Username
	case len(k.Platform) > 0:
		return "@" + k.Platform[0].Username
	}
	return ""
}

// address returns the address a browser would open: the selected post or profile, else the
// creator's first profile.
func (s *Screen) address() string {
	if p := s.post(); p != nil {
		return p.URL
	}
	if p := s.profiles.selected(); s.tab == profiles && p != nil {
		return p.URL
	}
	if k := s.env.Known[s.id]; k.Primary != nil {
		return k.Primary.URL
	}
	return ""
}

func (s *Screen) cannotSort() string {
	if s.tab != posts && s.tab != talks || !s.answers[posts].asked {
		return "Only posts and talks can be sorted."
	}
	return view.Unless(s.tab != talks || len(s.talks.list) > 0, "No talks to sort.")
}

// Chosen is the creator on the screen, or the selected lookalike.
func (s *Screen) Chosen() []plan.Member {
	if c := s.alike.selected(); s.tab == alike && c != nil {
		return []plan.Member{s.env.Member(c.Creator.ID)}
	}
	if s.env.Known[s.id].Creator.ID == "" {
		return nil
	}
	return []plan.Member{s.env.Member(s.id)}
}

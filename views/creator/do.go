package creator

import (
	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// Do runs an action.
func (s *Screen) Do(a keymap.Action) view.Out {
	switch a {
	case keymap.NextTab:
		return s.show((s.tab + 1) % tabCount)
	case keymap.PrevTab:
		return s.show((s.tab + tabCount - 1) % tabCount)
	case keymap.Open:
		return s.open()
	case keymap.SortNext:
		return s.resort()
	case keymap.ToggleMode:
		s.profiles.brief = !s.profiles.brief
	case keymap.FlagState:
		s.safety.next()
	case keymap.Charts:
		return view.Open(view.Page{Kind: view.Charts, ID: s.id})
	case keymap.News:
		return s.news.Ask(s.env, s.whom())
	case keymap.Now:
		return s.readNow()
	case keymap.Reload:
		return s.reload()
	case keymap.Copy:
		return s.copying()
	case keymap.Export:
		return s.export()
	case keymap.Browse:
		return view.Out{Cmd: s.env.Browse(s.address())}
	case keymap.Cancel:
		s.posts.view.open = false
		return view.Out{}
	}
	return s.move(a)
}

// reading says whether a post stands in full over the rows.
func (s *Screen) reading() bool { return s.tab == posts && s.posts.view.open && s.post() != nil }

func (s *Screen) move(a keymap.Action) view.Out {
	if s.tab == overview {
		view.Move(&s.read, a)
		return view.Out{}
	}
	if s.reading() && s.posts.turn(a) {
		return view.Out{}
	}
	if a == keymap.Down && s.endOfPosts() {
		return s.readPosts(s.posts.next())
	}
	view.Move(s.table(), a)
	s.posts.view.pager.Home()
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

// reload asks anew for the tab that is open, or again for one that failed.
func (s *Screen) reload() view.Out {
	if s.answers[s.tab].asked {
		return s.load(s.tab, client.Refresh())
	}
	return s.load(s.tab)
}

// open reads a tab that waits for it; else it opens the transcript of the selected
// post, rules on a flag, or opens the creator who is alike.
func (s *Screen) open() view.Out {
	switch {
	case s.unread():
		return s.load(s.tab)
	case s.tab == safety:
		return s.safety.rule()
	case s.tab == profiles:
		return view.Open(s.channel())
	case s.tab == emails:
		if s.env.Stage {
			return view.Fail(text.Const("E-mail addresses stay masked while you present."))
		}
		s.emails.shown = !s.emails.shown
		return view.Out{}
	case s.tab == alike:
		return view.Open(view.Page{Kind: view.Creator, ID: s.alike.selected().Creator.ID})
	case s.tab == posts && !s.reading():
		s.posts.view = postView{open: true}
		return view.Out{}
	}
	return view.Open(s.quote.in(talkPage(s.post().Post, s.id)))
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
		shown := text.Masked(e.Email)
		words := e.Email
		switch {
		case s.env.Stage:
			words = shown.String()
		case s.emails.shown:
			shown = text.Clean(e.Email)
		}
		all = append(all, view.Copy{Name: text.Const("E-mail"), Words: words, Shown: shown})
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

// Can says why an action cannot run now.
func (s *Screen) Can(a keymap.Action) string {
	switch a {
	case keymap.Open:
		return s.canOpen()
	case keymap.SortNext:
		if s.tab != posts && s.tab != talks || !s.answers[posts].asked {
			return "Only posts and talks can be sorted."
		}
		return view.Unless(s.tab != talks || len(s.talks.list) > 0, "No talks to sort.")
	case keymap.ToggleMode:
		return view.Unless(s.tab == profiles && len(s.profiles.list) > 0, "Load profiles first; then switch between detail and brief.")
	case keymap.FlagState:
		return view.Unless(s.tab == safety && len(flagsOf(s.safety.judged())) > 0, "No flags here: the Safety tab shows them once it is read.")
	case keymap.Charts:
		return view.Unless(s.env.Report.Kept != nil, "Nothing is kept to be drawn: the workbench was started without storage.")
	case keymap.News:
		return view.Unless(s.news.Busy() == "", "Already looking.")
	case keymap.Now:
		return s.canNow()
	case keymap.Cancel:
		return view.Unless(s.reading(), "Nothing is open here.")
	case keymap.Export:
		return s.canExport()
	case keymap.Copy:
		return view.Unless(s.handle() != "", "No handle is known yet.")
	case keymap.Browse:
		if s.env.Browse == nil {
			return "No browser can be opened from here; copy the URL instead."
		}
		return view.Unless(s.address() != "", "No URL is known yet.")
	}
	return ""
}

func (s *Screen) canOpen() string {
	switch {
	case s.unread():
		return ""
	case s.tab == safety:
		return s.safety.canRule()
	case s.channel() != view.Page{}, s.tab == alike && s.alike.selected() != nil, s.tab == emails && s.emails.selected() != nil:
		return ""
	}
	p := s.post()
	switch {
	case p != nil && s.tab == posts && !s.reading():
		return ""
	case p == nil:
		return "Nothing to open here; Tab goes to posts and talks."
	case !spoken(p.Post):
		return "This post has no transcript: only videos do."
	case s.env.Plan.Silent[plan.SilentKey(p.Platform, p.PlatformID)] != "":
		return "The service already said that this video has no transcript."
	}
	return ""
}

// Chosen is the creator, or who is alike.
func (s *Screen) Chosen() []plan.Member {
	if c := s.alike.selected(); s.tab == alike && c != nil {
		return []plan.Member{s.env.Member(c.Creator.ID)}
	}
	if s.env.Known[s.id].Creator.ID == "" {
		return nil
	}
	return []plan.Member{s.env.Member(s.id)}
}

// Hint names what Enter opens, and turning back where that costs.
func (s *Screen) Hint(a keymap.Action) string {
	if a == keymap.PrevTab && s.Price(a) != "" {
		return "tab before" // what it costs has to be seen
	}
	if a != keymap.Open {
		return ""
	}
	switch p := s.post(); {
	case s.unread():
		return "read"
	case s.tab == profiles:
		return "channel"
	case s.tab == safety:
		return "clear or confirm"
	case s.tab == alike:
		return "creator"
	case s.tab == emails && s.emails.shown:
		return "hide"
	case s.tab == emails:
		return "show"
	case p != nil && s.tab == posts && !s.reading():
		return "in full"
	case p != nil && spoken(p.Post):
		return "transcript"
	}
	return ""
}

// Package creator is the screen of one creator: the headline from what is
// already known, and tabs that load when they are opened and show their price
// until then. It knows no other screen and no HTTP.
package creator

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/news"
	"greenroom/views/view"
)

type tab int

const (
	overview tab = iota
	profiles
	posts
	talks
	safety
	alike
	emails
	tabCount
)

// part is a tab, what loading it does and costs, and how it is drawn and told.
type part struct {
	title, what text.Text
	offer       func() view.Offer
	load        func(...client.Option) tea.Cmd
	render      func(w, h int) []string
	tell        func() []view.Fact
	table       *widget.Table // nil for the overview
}

// answer is the last result of loading a tab.
type answer struct {
	asked  bool // it was loaded
	failed text.Text
	kept   time.Time // when an answer that came from the memory was asked for
}

// Screen is one creator.
type Screen struct {
	view.Acts
	env     *view.Env
	id      string
	tab     tab
	sought  string // the id of the post to stand on; "" once it was found
	quote   quote
	answers [tabCount]answer
	parts   [tabCount]part

	creator  *api.Creator
	read     widget.Reader // the overview
	row      int           // to select once it is there
	profiles profileTab
	posts    postTab
	talks    talkTab
	safety   safetyTab
	alike    alikeTab
	emails   emailTab

	news  news.News
	now   nowTab
	slots struct {
		creator  fetch.Slot[api.Creator]
		profiles fetch.Slot[[]api.Profile]
		posts    fetch.Slot[api.Page[api.Post]]
	}
}

// New makes the screen of a creator; p.ID is the creator's id.
func New(env *view.Env, p view.Page) *Screen {
	s := &Screen{env: env, id: p.ID}
	s.seek(p)
	s.read.Bare = true
	s.profiles.setUp(env)
	s.posts.setUp(env)
	s.posts.ask = func() string { return s.Price(keymap.Now) }
	s.talks.setUp(env, p.ID, &s.posts)
	s.safety.setUp(env, p.ID)
	s.alike.setUp(env, p.ID)
	s.emails.setUp(env, p.ID)
	s.Acts = s.acts()
	ofPosts := func() view.Offer { return s.posted(reading{sort: s.posts.sort}).Offer }
	loadPosts := func(opts ...client.Option) tea.Cmd { return s.loadPosts(reading{sort: s.posts.sort}, opts...) }
	rows := func(t *widget.Table) func(w, h int) []string {
		return func(w, h int) []string { return t.Render(env.Styles, w, h) }
	}
	tell := func(t *widget.Table) func() []view.Fact { return func() []view.Fact { return view.Rows(t) } }
	own := plan.Member{Creator: s.id}
	s.parts = [tabCount]part{
		overview: paid(part{title: text.Const("Overview"), what: text.Const("Load this creator's overview"), render: s.renderOverview, tell: s.tellOverview},
			&s.slots.creator, func() view.Paid[api.Creator] { return env.Creator(s.id) }),
		profiles: paid(part{title: text.Const("Profiles"), what: text.Const("Load this creator's profiles"), render: s.profiles.render, tell: s.profiles.tell, table: &s.profiles.table},
			&s.slots.profiles, s.profiled),
		posts: {text.Const("Posts"), readsPosts(), ofPosts, loadPosts, s.posts.render, s.posts.tell, &s.posts.table},
		talks: {text.Const("Talks"), readsPosts(), ofPosts, loadPosts, s.talks.render, s.talks.tell, &s.talks.table},
		safety: paid(part{title: text.Const("Safety"), what: text.Const("Check brand safety of this creator"), render: s.safety.render, tell: s.safety.tell, table: &s.safety.table},
			&s.safety.slot, func() view.Paid[api.Found[api.CreatorSafety, api.CreatorRef]] { return env.Safety(own) }),
		alike: paid(part{title: text.Const("Alike"), what: text.Format("Find up to %d lookalikes", view.AlikeMost), render: rows(&s.alike.table), tell: tell(&s.alike.table), table: &s.alike.table},
			&s.alike.slot, func() view.Paid[api.Page[api.LookalikeResult]] { return env.Alike(own) }),
		emails: paid(part{title: text.Const("E-mails"), what: text.Const("Look up this creator's e-mail addresses"), render: rows(&s.emails.table), tell: tell(&s.emails.table), table: &s.emails.table},
			&s.emails.slot, s.emails.paid),
	}
	return s
}

// paid is a part that a call reads.
func paid[T any](p part, slot *fetch.Slot[T], of func() view.Paid[T]) part {
	p.offer = func() view.Offer { return of().Offer }
	p.load = func(opts ...client.Option) tea.Cmd { return of().Start(slot, opts...) }
	return p
}

func readsPosts() text.Text { return text.Format("Load up to %d posts", view.PostsPage) }

// Init loads the first tab.
func (s *Screen) Init() view.Out {
	out := s.show(s.tab)
	out.Cmd = tea.Batch(out.Cmd, s.news.Look(s.env, s.whom()))
	return out
}

// show turns to a tab and loads it if that was not done. Where that is not wanted
// the tab before it stands again, or nothing of this creator does. What costs more
// than a glance is worth is read when it is asked for.
func (s *Screen) show(t tab) view.Out {
	before := s.tab
	s.tab = t
	if !s.answers[t].asked && s.has(t) {
		s.answers[t] = answer{asked: true, kept: s.env.Plan.Facts[s.id].Read}
	}
	if s.has(t) || s.dear(t) {
		return view.Out{}
	}
	out := s.load(t)
	view.As[*view.Ask](out).No = func() view.Out {
		s.tab = before
		return view.Out{Nav: view.Nav{Back: !s.Loaded()}}
	}
	return out
}

// has says whether a tab has something to show: it was loaded, or a review read it.
func (s *Screen) has(t tab) bool {
	return s.answers[t].asked || t == safety && s.safety.judged() != nil
}

// dear says whether turning to a tab leaves it unread: it costs a credit or more,
// or is nobody's business until it is asked for.
func (s *Screen) dear(t tab) bool { return t >= safety && !s.env.Free(s.offer(t)) }

// load asks for what a tab shows, naming the price.
func (s *Screen) load(t tab, opts ...client.Option) view.Out {
	p := s.parts[t]
	return view.Out{Next: view.Asking(p.what, p.offer().High, p.load, opts...)}
}

func (s *Screen) readPosts(r reading) view.Out {
	start := func(opts ...client.Option) tea.Cmd { return s.loadPosts(r, opts...) }
	return view.Out{Next: view.Asking(readsPosts(), s.posted(r).High, start)}
}

// named are the accounts that the overview tells of.
func (s *Screen) named() []api.ProfileRef {
	if s.creator == nil {
		return nil
	}
	return each.Of(s.creator.Profiles, func(p api.ProfileSummary) api.ProfileRef {
		return api.ProfileRef{Platform: p.Platform, Username: p.Username}
	})
}

func (s *Screen) loadPosts(r reading, opts ...client.Option) tea.Cmd {
	cmd := s.posted(r).Start(&s.slots.posts, opts...)
	if cmd != nil {
		s.posts.asked = r
	}
	return cmd
}

// profileCount counts the known profiles; 0 if none are.
func (s *Screen) profileCount() int {
	if s.answers[profiles].asked {
		return len(s.profiles.list)
	}
	if s.creator != nil {
		return len(s.creator.Profiles)
	}
	return 0
}

// Update takes the answers of this screen's calls.
func (s *Screen) Update(msg tea.Msg) view.Out {
	if _, ok := msg.(view.Shown); ok && s.creator != nil {
		s.read.SetParas(paras(*s.creator, &s.env.Frame))
	}
	if m, ok := msg.(measured); ok && m.on == s {
		s.profiles.over, s.profiles.failed = m.over, m.failed
	}
	return s.Acts.Update(msg)
}

func calling[T any](s *Screen, t tab, name string, slot *fetch.Slot[T], take func(T) view.Out) view.Call {
	return view.Calling(name, slot, func(d fetch.Done[T]) view.Out {
		if out := s.settle(t, d); d.Err != nil {
			return out
		}
		return take(d.Value)
	})
}

func (s *Screen) calls() []view.Call {
	return []view.Call{
		calling(s, overview, "loading creator", &s.slots.creator, func(c api.Creator) view.Out {
			s.creator = &c
			s.learn(c)
			s.read.SetParas(paras(c, &s.env.Frame))
			return view.Out{}
		}),
		calling(s, profiles, "loading profiles", &s.slots.profiles, func(all []api.Profile) view.Out {
			s.profiles.set(all)
			s.returnTo()
			return view.Out{Cmd: s.readPast(), Change: s.figures(all)}
		}),
		calling(s, posts, "loading posts", &s.slots.posts, s.takePosts),
		calling(s, safety, "checking brand safety", &s.safety.slot, func(found api.Found[api.CreatorSafety, api.CreatorRef]) view.Out {
			return view.Out{Change: s.safety.take(found)}
		}),
		calling(s, alike, "finding lookalikes", &s.alike.slot, func(page api.Page[api.LookalikeResult]) view.Out {
			change := s.alike.add(page)
			s.returnTo()
			return view.Out{Change: change}
		}),
		calling(s, emails, "looking up e-mail addresses", &s.emails.slot, func(all api.EmailAnswer) view.Out {
			s.emails.set(all)
			return view.Out{}
		}),
		s.news.Call(s.env),
		view.Answered(&s.env.Frame, "reading posts from their network", &s.now.photo, s.takePhoto),
		view.Answered(&s.env.Frame, "reading a video from its network", &s.now.video, func(v api.VideoDetails) view.Out {
			s.noteNow(api.VideoPlatform, v.VideoID, current{v.LikeCount, v.CommentCount, v.ViewCount, v.ScrapedAt})
			return view.Out{}
		}),
	}
}

func (s *Screen) takePosts(page api.Page[api.Post]) (out view.Out) {
	if err := s.posts.add(page); err != nil {
		out = view.Fail(explain.Failure(err, s.env.Now))
	}
	s.talks.refresh()
	s.returnTo()
	for _, p := range page.Data {
		s.env.NamePost(s.env.Known[s.id].Creator.Name, p)
	}
	if s.sought != "" {
		out = s.stand()
	}
	return out
}

// figures writes down the account that lists know the creator by, where their reviews
// find it; nil where it is not among those that were read.
func (s *Screen) figures(all []api.Profile) *view.Change {
	m := s.env.Member(s.id)
	i := slices.IndexFunc(all, func(p api.Profile) bool { return p.Platform == m.Platform && p.Username == m.Username })
	if i < 0 {
		return nil
	}
	return view.Read([]string{s.id}, s.env.Now, func(_ int, f *plan.Facts) { f.Profile = &all[i] })
}

// settle notes how loading a tab ended. What is there already stays when asking
// again fails; a message says so.
func (s *Screen) settle(t tab, a fetch.Answer) view.Out {
	if t == posts {
		defer func() { s.answers[talks] = s.answers[posts] }()
	}
	s.answers[t].failed = text.Text{}
	if a.Failure() == nil {
		s.answers[t].asked, s.answers[t].kept = true, a.Receipt().KeptAt
		return view.Out{}
	}
	return s.env.Failed(&s.answers[t].failed, a.Failure(), s.answers[t].asked)
}

// learn keeps the headline for other screens.
func (s *Screen) learn(c api.Creator) {
	k := view.Known{Creator: c.CreatorBasic}
	if len(c.Profiles) > 0 {
		k.Primary = &c.Profiles[0]
	}
	s.env.Learn(k)
}

// Title is the creator's name.
func (s *Screen) Title() text.Text {
	if k, ok := s.env.Known[s.id]; ok {
		return text.Clean(k.Creator.Name)
	}
	return text.Const("Creator")
}

// Loaded says whether there is an answer worth keeping.
func (s *Screen) Loaded() bool {
	return slices.ContainsFunc(s.answers[:], func(a answer) bool { return a.asked })
}

// whom is the creator, as those who are looked at.
func (s *Screen) whom() []plan.Member { return []plan.Member{s.env.Member(s.id)} }

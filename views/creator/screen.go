// Package creator is the screen of one creator: the headline from what is
// already known, and tabs that load when they are opened and show their price
// until then. It knows no other screen and no HTTP.
package creator

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
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

	takes []func(tea.Msg) (view.Out, bool)
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
	s.Acts, s.takes = s.acts(), s.takings()
	ofPosts := func() view.Offer { return s.postsOffer(reading{sort: s.posts.sort}) }
	loadPosts := func(opts ...client.Option) tea.Cmd { return s.loadPosts(reading{sort: s.posts.sort}, opts...) }
	rows := func(t *widget.Table) func(w, h int) []string {
		return func(w, h int) []string { return t.Render(env.Styles, w, h) }
	}
	tell := func(t *widget.Table) func() []view.Fact { return func() []view.Fact { return view.Rows(t) } }
	s.parts = [tabCount]part{
		overview: {text.Const("Overview"), text.Const("Load this creator's overview"),
			func() view.Offer { return env.CreatorOffer(s.id) }, s.loadCreator, s.renderOverview, s.tellOverview, nil},
		profiles: {text.Const("Profiles"), text.Const("Load this creator's profiles"), s.profilesOffer, s.loadProfiles, s.profiles.render, s.profiles.tell, &s.profiles.table},
		posts:    {text.Const("Posts"), readsPosts(), ofPosts, loadPosts, s.posts.render, s.posts.tell, &s.posts.table},
		talks:    {text.Const("Talks"), readsPosts(), ofPosts, loadPosts, s.talks.render, s.talks.tell, &s.talks.table},
		safety: {text.Const("Safety"), text.Const("Check brand safety of this creator"),
			s.safety.offer, s.safety.load, s.safety.render, s.safety.tell, &s.safety.table},
		alike:  {text.Const("Alike"), text.Format("Find up to %d lookalikes", view.AlikeMost), s.alike.offer, s.alike.load, rows(&s.alike.table), tell(&s.alike.table), &s.alike.table},
		emails: {text.Const("E-mails"), text.Const("Look up this creator's e-mail addresses"), s.emails.offer, s.emails.load, rows(&s.emails.table), tell(&s.emails.table), &s.emails.table},
	}
	return s
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
	return view.Out{Next: view.Asking(readsPosts(), s.postsOffer(r).High, start)}
}

func (s *Screen) loadCreator(opts ...client.Option) tea.Cmd {
	_, high := s.env.Prices.Creator()
	return s.slots.creator.Start(high, fetch.With2(s.env.Client.Creator, s.id, true), opts...)
}

func (s *Screen) loadProfiles(opts ...client.Option) tea.Cmd {
	_, high := s.env.Prices.Profiles(1, api.ModeDetailed)
	return s.slots.profiles.Start(high, s.profilesCall(), opts...)
}

// profilesCall asks for the accounts by their names, as a review does: what one of
// the two paid for is free for the other. Where no account is known yet it asks for
// all that the creator has.
func (s *Screen) profilesCall() fetch.Call[[]api.Profile] {
	refs, c := s.named(), s.env.Client
	if len(refs) == 0 {
		return fetch.With2(c.CreatorProfiles, s.id, api.ModeDetailed)
	}
	return func(ctx context.Context, opts ...client.Option) ([]api.Profile, client.Receipt, error) {
		found, receipt, err := c.Profiles(ctx, refs, api.ModeDetailed, opts...)
		return found.Data, receipt, err
	}
}

// named are the accounts that the overview tells of.
func (s *Screen) named() (refs []api.ProfileRef) {
	if s.creator == nil {
		return nil
	}
	for _, p := range s.creator.Profiles {
		refs = append(refs, api.ProfileRef{Platform: p.Platform, Username: p.Username})
	}
	return refs
}

func (s *Screen) postsCall(r reading) fetch.Call[api.Page[api.Post]] {
	return fetch.With(s.env.Client.Posts, client.PostsParams{CreatorID: s.id, Sort: r.sort, Limit: view.PostsPage, Cursor: r.cursor})
}

func (s *Screen) loadPosts(r reading, opts ...client.Option) tea.Cmd {
	_, high := s.env.Prices.Posts(view.PostsPage)
	cmd := s.slots.posts.Start(high, s.postsCall(r), opts...)
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
	for _, take := range s.takes {
		if out, ok := take(msg); ok {
			return out
		}
	}
	if out, ok := s.news.Settle(s.env, msg); ok {
		return out
	}
	out, _ := s.settleNow(msg)
	return out
}

// taking takes the answers of a tab's calls.
func taking[T any](s *Screen, t tab, of *fetch.Slot[T], take func(T) view.Out) func(tea.Msg) (view.Out, bool) {
	return func(msg tea.Msg) (view.Out, bool) {
		d, ok := of.Settle(msg)
		if !ok {
			return view.Out{}, false
		}
		if out := s.settle(t, d); d.Err != nil {
			return out, true
		}
		return take(d.Value), true
	}
}

func (s *Screen) takings() []func(tea.Msg) (view.Out, bool) {
	return []func(tea.Msg) (view.Out, bool){
		taking(s, overview, &s.slots.creator, func(c api.Creator) view.Out {
			s.creator = &c
			s.learn(c)
			s.read.SetParas(paras(c, &s.env.Frame))
			return view.Out{}
		}),
		taking(s, profiles, &s.slots.profiles, func(all []api.Profile) view.Out {
			s.profiles.set(all)
			s.returnTo()
			return view.Out{Cmd: s.readPast(), Change: s.figures(all)}
		}),
		taking(s, posts, &s.slots.posts, s.takePosts),
		taking(s, safety, &s.safety.slot, func(found api.Found[api.CreatorSafety, api.CreatorRef]) view.Out {
			return view.Out{Change: s.safety.take(found)}
		}),
		taking(s, alike, &s.alike.slot, func(page api.Page[api.LookalikeResult]) view.Out {
			change := s.alike.add(page)
			s.returnTo()
			return view.Out{Change: change}
		}),
		taking(s, emails, &s.emails.slot, func(all api.EmailAnswer) view.Out {
			s.emails.set(all)
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

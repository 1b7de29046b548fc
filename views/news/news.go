// Package news asks whether there is anything new of creators, for the screens of one and of a
// list, and tells what was found. It knows no screen.
package news

import (
	"cmp"
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/client/posted"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/ui/text"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// News asks whether there is anything new of creators, and tells what was found. Of posts
// only those are read that are newer than the newest one that is kept.
type News struct {
	slot fetch.Slot[[]posted.News]
	last map[string]time.Time // of the newest post that is kept, by member
}

// Note keeps of whom how new a post is kept. Where nobody looked, none is.
func (n *News) Note(m plan.Member, all []view.Written) {
	if n.last == nil {
		n.last = map[string]time.Time{}
	}
	for _, w := range all {
		if w.Posted.After(n.last[m.Key()]) && !w.Spoken {
			n.last[m.Key()] = w.Posted
		}
	}
}

// newsKept holds the kept data of those who may be looked at.
type newsKept struct {
	of    *News
	whom  []plan.Member
	found [][]view.Written
}

// Look reads how new what is kept of them is. It costs nothing.
func (n *News) Look(e *view.Env, all []plan.Member) tea.Cmd {
	from := e.Texts
	if from == nil {
		return nil
	}
	return func() tea.Msg {
		found, err := from.Written(context.Background(), all)
		if err != nil {
			found = nil // then the newest posts are read
		}
		return newsKept{n, all, found}
	}
}

// freshFor is the time before figures are read again.
const freshFor = time.Hour

func (n *News) known(e *view.Env, all []plan.Member) []posted.Known {
	return each.Of(all, func(m plan.Member) posted.Known {
		f := e.Plan.Facts[m.Key()]
		return posted.Known{Member: m, Last: n.last[m.Key()], Facts: f, Fresh: e.Now.Sub(f.When.Profile) < freshFor}
	})
}

func (n *News) paid(e *view.Env, all []plan.Member) view.Paid[[]posted.News] {
	known := n.known(e, all)
	return view.Costing("", 0, posted.Price(known, e.Prices.Each), fetch.With2(posted.Since, e.Client, known))
}

// Price returns the highest price of asking, in words.
func (n *News) Price(e *view.Env, all []plan.Member) string { return e.Anew(n.paid(e, all).Offer) }

// Ask asks, for a stated sum.
func (n *News) Ask(e *view.Env, all []plan.Member) view.Out {
	return n.paid(e, all).Ask(text.Format("Look for anything new of %s", text.Plural(len(all), "creator", "creators")), &n.slot)
}

// take tells what was found line by line, and has it written down.
func (n *News) take(e *view.Env, d fetch.Done[[]posted.News]) view.Out {
	if d.Err != nil {
		out := view.Fail(explain.Failure(d.Err, e.Now))
		out.Change = read(d.Value, e.Now)
		return out
	}
	p := view.Pick{Title: text.Const("New since the last look: Enter opens the newest post")}
	for _, one := range d.Value {
		p.Items = append(p.Items, e.Said(newsText(one, e.Now).String()))
		for _, o := range one.Posts {
			n.Note(one.Member, []view.Written{{Posted: o.PostedAt}})
		}
	}
	p.Leads = func(i int) view.Page {
		to := view.Page{Kind: view.Creator, ID: d.Value[i].Creator}
		if len(d.Value[i].Posts) > 0 {
			to.Post = d.Value[i].Posts[0].ID
		}
		return to
	}
	p.Done = func(i int, _ string) view.Out {
		if d.Value[i].Creator == "" {
			return view.Fail(text.Format("@%s is not identified yet: find them by name.", d.Value[i].Username))
		}
		return view.Open(p.Leads(i))
	}
	return view.Out{Change: read(d.Value, e.Now), Next: &p}
}

// read returns the change to write down for creators that were looked at.
func read(all []posted.News, now time.Time) *view.Change {
	keys := each.Of(all, func(n posted.News) string { return n.Key() })
	return view.Read(keys, now, func(i int, f *plan.Facts) {
		f.Profile, f.Safety = cmp.Or(all[i].Profile, f.Profile), cmp.Or(all[i].Safety, f.Safety)
	})
}

// newsText tells a creator's news in a line.
func newsText(n posted.News, now time.Time) text.Text {
	many := text.Plural(len(n.Posts), "new post", "new posts")
	var parts []text.Text
	switch {
	case n.Missing != nil:
		return text.Format("%s: %s", n.Name, explain.Failure(n.Missing, now))
	case n.Last.IsZero() && len(n.Posts) > 0:
		parts = append(parts, text.Format("first look: the newest %s, back to %s", text.Plural(len(n.Posts), "post", "posts"), view.Day(n.Posts[len(n.Posts)-1].PostedAt)))
	case len(n.Posts) == 0:
		parts = append(parts, nothingNew(n))
	case n.More:
		parts = append(parts, text.Format("%s and more since %s", many, view.Day(n.Last)))
	default:
		parts = append(parts, text.Format("%s since %s", many, view.Day(n.Last)))
	}
	if brands, paid := posted.Brands(postsOf(n.Posts), nil); paid > 0 {
		parts = append(parts, text.Format("%d paid, their words say: %s", paid, BrandsText(brands)))
	}
	parts = append(parts, each.Of(n.Flags, func(f api.Flag) text.Text { return text.Format("new flag: %s", english.Words(string(f.Type))) })...)
	if old := n.Old(); old != nil && n.Profile != nil {
		parts = append(parts, moved("followers", old.Followers, n.Profile.Followers, text.CountOf[int64]), moved("ER by followers", old.EngagementRate, n.Profile.EngagementRate, text.PercentOf))
	}
	return text.Format("%s: %s", n.Name, text.List(text.Const(" · "), parts...))
}

// nothingNew says since when there is no post, going by data of which day: what was posted
// after it is not known.
func nothingNew(n posted.News) text.Text {
	since := text.When(!n.Last.IsZero(), " newer than %s", view.Day(n.Last))
	if p := cmp.Or(n.Profile, n.Facts.Profile); p != nil && p.DataUpdatedAt != nil && p.DataUpdatedAt.After(n.Last) {
		since = text.Format("%s, in data of %s", since, view.Day(*p.DataUpdatedAt))
	}
	return text.Format("no post%s", since)
}

// moved is a number that is another by now; empty where it is not, or one is not known.
func moved[N int64 | float64](name string, was, is *N, show func(*N) text.Text) text.Text {
	if was == nil || is == nil || *was == *is {
		return text.Text{}
	}
	return text.Format("%s %s → %s", name, show(was), show(is))
}

func postsOf(all []api.Post) (out []posted.Post) {
	for _, p := range all {
		if p.Caption != nil {
			out = append(out, posted.Post{ID: p.ID, Words: *p.Caption, At: p.PostedAt})
		}
	}
	return out
}

// BrandsText are brands with how often each pays: "Oatly 3 times, not named 1 time".
func BrandsText(all []posted.Brand) text.Text {
	return text.Join(each.Of(all, func(b posted.Brand) text.Text {
		return text.Format("%s %s", BrandName(b), text.Plural(len(b.Posts), "time", "times"))
	}), text.Const(", "))
}

// BrandName returns the name of a brand.
func BrandName(b posted.Brand) text.Text {
	switch {
	case b.Name == "":
		return text.Const("not named")
	case b.Rival:
		return text.Format("%s (competitor)", b.Name)
	}
	return text.Clean(b.Name)
}

// Busy names what is under way.
func (n *News) Busy() string { return n.slot.While("looking for anything new") }

// Call is the work under way, for whoever has it; it takes what Look read, too.
func (n *News) Call(e *view.Env) view.Call {
	c := view.Calling("looking for anything new", &n.slot, func(d fetch.Done[[]posted.News]) view.Out { return n.take(e, d) })
	found := c.Take
	c.Take = func(msg tea.Msg) (view.Out, bool) {
		k, ok := msg.(newsKept)
		if !ok || k.of != n {
			return found(msg)
		}
		for i, all := range k.found {
			n.Note(k.whom[i], all)
		}
		return view.Out{}, true
	}
	return c
}

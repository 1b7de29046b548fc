package creator

import (
	"context"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/each"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// said is a part of the headline. The higher its rank, the sooner it goes where
// there is little room.
type said struct {
	widget.Run
	rank int
}

// headed are the parts of the headline, which is free: what earlier answers told, and what
// decides: size, engagement, growth, last post, the age of it all.
func (s *Screen) headed() []said {
	st, k := s.env.Styles, s.env.Known[s.id]
	all := []said{{widget.Run{Text: text.Format(" %s", s.Title()), Style: st.Title}, 0}}
	p := k.Primary
	switch {
	case p == nil && len(k.Platform) > 0:
		all = append(all, said{widget.Run{Text: text.Format("  @%s", k.Platform[0].Username), Style: st.Dim}, 1})
	case p != nil:
		all = append(all, said{widget.Run{Text: text.Format("  %s", view.Handle(p)), Style: st.Dim}, 6})
		if p.Followers != nil || p.EngagementRate != nil {
			all = append(all, said{widget.Run{Text: text.Format("  %s", text.CountOf(p.Followers)), Style: st.Text}, 1}, said{widget.Run{Text: text.Const(" followers"), Style: st.Text}, 4},
				said{widget.Run{Text: text.Format(" · %s ER/foll", text.PercentOf(p.EngagementRate)), Style: st.Text}, 2})
		}
		u := s.alike.usual()
		all = append(all, said{widget.Run{Text: text.When(u.Of > 0, ", median %s of %d lookalikes", text.Percent(u.Rate), u.Of), Style: st.Dim}, 7})
		all = append(all, each.Of(s.trend(), func(run widget.Run) said { return said{run, 3} })...)
		all = append(all, said{numbersOf(s.env, p.DataUpdatedAt), 5})
	}
	return all
}

// fitting leaves out what finds no room in w cells, the highest rank first.
func fitting(all []said, w int) []widget.Run {
	for {
		runs, width, most := make([]widget.Run, 0, len(all)), 0, 0
		for _, one := range all {
			runs, width, most = append(runs, one.Run), width+one.Text.Width(), max(most, one.rank)
		}
		if width <= w || most == 0 {
			return runs
		}
		all = slices.DeleteFunc(all, func(one said) bool { return one.rank == most })
	}
}

// trend tells how an account's numbers move, as far as profiles and posts that were read
// tell.
func (s *Screen) trend() []widget.Run {
	st := s.env.Styles
	var runs []widget.Run
	var last time.Time
	for _, p := range s.profiles.list {
		if p.ProfileDetails == nil {
			continue
		}
		if g := p.Growth.Followers30dPct; g != nil && len(runs) == 0 {
			runs = append(runs, widget.Run{Text: text.Format(" · %s in 30 d", text.Signed(*g)), Style: st.Text})
		}
		if at := p.Activity.LastPostAt; at != nil && at.After(last) {
			last = *at
		}
	}
	for _, p := range s.posts.list {
		if p.PostedAt.After(last) {
			last = p.PostedAt
		}
	}
	if last.IsZero() {
		return runs
	}
	return append(runs, lastPost(s.env, last, st.Text))
}

// lastPost is the age of the newest post, in a style unless that is long ago.
func lastPost(env *view.Env, at time.Time, style theme.Style) widget.Run {
	age := env.Now.Sub(at)
	if age > dormantAfter {
		return widget.Run{Text: text.Format(" · dormant: last post %s", text.Ago(age)), Style: env.Styles.Warn}
	}
	return widget.Run{Text: text.Format(" · last post %s", text.Ago(age)), Style: style}
}

// dormantAfter is the silence from which somebody counts as dormant: two of the
// 30-day windows in which posts are counted.
const dormantAfter = 60 * 24 * time.Hour

func numbersOf(env *view.Env, at *time.Time) widget.Run {
	run := widget.Run{Text: text.Format(" · numbers %s", text.AgeOf(at, env.Now)), Style: env.Styles.Dim}
	if at != nil && env.Now.Sub(*at) >= view.StaleAfter {
		run.Style, run.Text = env.Styles.Warn, text.Cat(run.Text, text.Const(", outdated"))
	}
	return run
}

// tabs carry their price until they are loaded, then what they hold; the one
// that is open also the age of an answer that was kept.
func (s *Screen) tabs() []widget.Tab {
	tabs := make([]widget.Tab, tabCount)
	for i, p := range s.parts {
		t := widget.Tab{Title: p.title, Costs: !s.has(tab(i))}
		switch {
		case t.Costs:
			t.Note = text.Clean(s.env.Tell(p.offer()))
		case tab(i) == safety:
			t.Note = s.safety.note()
		case p.table != nil:
			t.Note = text.Format("%d", p.table.Len())
		}
		if kept := view.Kept(s.answers[i].kept, s.env.Now); !t.Costs && tab(i) == s.tab && !kept.Empty() {
			t.Note = text.Join([]text.Text{t.Note, kept}, text.Const(" "))
		}
		t.Short = text.Clean(strings.TrimPrefix(t.Note.String(), "kept, "))
		tabs[i] = t
	}
	return tabs
}

// offer returns the price of loading a tab.
func (s *Screen) offer(t tab) view.Offer { return s.parts[t].offer() }

// profiled reads the accounts by their names, as a review does: what one of the two paid
// for is free for the other. Where no account is known yet it asks for all that the creator
// has. The price is exact once it is known how many there are.
func (s *Screen) profiled() view.Paid[[]api.Profile] {
	refs, c := s.named(), s.env.Client
	if len(refs) == 0 {
		low, high := s.env.Prices.Profiles(s.profileCount(), api.ModeDetailed)
		return view.Costing("profiles "+s.id, low, high, fetch.With2(c.CreatorProfiles, s.id, api.ModeDetailed))
	}
	p := view.Each(&s.env.Money, api.OpProfileLookupDetailed, len(refs), "profiles "+s.id+" by name", func(ctx context.Context, opts ...client.Option) ([]api.Profile, client.Receipt, error) {
		found, receipt, err := c.Profiles(ctx, refs, api.ModeDetailed, opts...)
		return found.Data, receipt, err
	})
	p.Sums = true
	return p
}

func (s *Screen) posted(r reading) view.Paid[api.Page[api.Post]] {
	return s.env.Posts(client.PostsParams{CreatorID: s.id, Sort: r.sort, Limit: view.PostsPage, Cursor: r.cursor})
}

// paras is the overview as a text: what analysis found, and when.
func paras(c api.Creator, f *view.Frame) []widget.Para {
	var out []widget.Para
	section := func(title text.Text, lines ...string) {
		if len(lines) == 0 {
			return
		}
		out = append(out, widget.Para{Text: title, Heading: true})
		out = append(append(out, each.Of(lines, func(l string) widget.Para { return widget.Para{Text: f.Said(l)} })...), widget.Para{})
	}
	one := func(title text.Text, s *string) {
		if s != nil && *s != "" {
			section(title, strings.Split(*s, "\n")...)
		}
	}
	one(text.Const("Summary"), c.AISummary)
	themes := strings.Join(c.ContentThemes, " · ")
	one(text.Const("Themes"), &themes)
	section(text.Const("Facts"), dotted(c.KeyFacts)...)
	section(text.Const("Brand fit"), dotted(c.BrandAlignment)...)
	one(text.Const("Audience"), c.AudienceDemographics)
	one(text.Const("Style"), c.VibeAndAesthetics)
	one(text.Const("Bio"), c.Bio)
	if c.AnalysisUpdatedAt == nil {
		note := text.Const("Not analyzed yet: summary, themes and facts may be missing.")
		if len(out) == 0 {
			note = text.Const("Not analyzed: there is no summary, and there are no themes or facts. The bio and the figures stand in Profiles, what is written and said in Posts and Talks.")
		}
		return append([]widget.Para{{Text: note, Dim: true}, {}}, out...)
	}
	note := text.Format("Analysis %s", text.AgeOf(c.AnalysisUpdatedAt, f.Now))
	if c.AnalysisFactCount != nil {
		note = text.Cat(note, text.Format(", based on %d facts", *c.AnalysisFactCount))
	}
	return append(out, widget.Para{Text: note, Dim: true})
}

func dotted(lines []string) []string {
	return each.Of(lines, func(l string) string { return "○ " + l })
}

// flow draws runs in lines of w cells: one for which there is no room any more begins
// a further line, without what joined it to the one before.
func flow(w int, runs ...widget.Run) []string {
	var lines []string
	var line []widget.Run
	used := 0
	for _, r := range runs {
		if n := r.Text.Width(); used > 0 && used+n > w {
			lines = append(lines, widget.Line(w, line...))
			r.Text = text.Cat(text.Const("  "), text.Clean(strings.TrimLeft(r.Text.String(), " ·,")))
			line, used = nil, 0
		}
		line, used = append(line, r), used+r.Text.Width()
	}
	return append(lines, widget.Line(w, line...))
}

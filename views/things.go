package views

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// leading is a choice that the root runs.
func leading(do func() tea.Cmd) choice {
	return choice{then: func() view.Out { return view.Out{Cmd: do()} }}
}

// thing is something to go to by its name.
type thing struct {
	widget.Item
	choice
}

// things are the lists with their briefs, the creators that were seen, and the
// themes.
func (r *Root) things() []thing {
	var all []thing
	for _, l := range r.recent() {
		all = append(all,
			thing{widget.Item{Label: text.Format("List: %s", l.Name), Hint: text.Plural(len(l.Members), "creator", "creators")}, choice{then: func() view.Out { return view.Open(view.Page{Kind: view.Review, ID: l.ID}) }}},
			thing{widget.Item{Label: text.Format("Brief: %s", l.Name)}, choice{then: func() view.Out { return r.openBrief(&l) }}})
	}
	all = append(all, thing{widget.Item{Label: text.Const("Brief: a new one")}, choice{then: func() view.Out { return r.openBrief(nil) }}})
	return slices.Concat(all, r.ways(), r.seen(), r.themes())
}

// ways are the views that were saved, to look at search rows with.
func (r *Root) ways() []thing {
	var all []thing
	for _, v := range r.env.Plan.Views {
		all = append(all, thing{widget.Item{Label: text.Format("View: %s", v.Name)}, leading(func() tea.Cmd {
			var turn tea.Cmd
			if _, ok := r.top().(view.Wearer); !ok {
				turn = r.place(view.Page{Kind: view.Search})
			}
			if w, ok := r.top().(view.Wearer); ok {
				return tea.Batch(turn, r.apply(r.top(), w.Wear(v)))
			}
			return turn
		})})
	}
	return all
}

func (r *Root) seen() []thing {
	var all []thing
	for id, k := range r.env.Known {
		if k.Creator.Name == "" {
			continue
		}
		m, price := r.env.Member(id), r.env.OpenPrice(id)
		label := text.Format("Creator: %s%s", k.Creator.Name, text.When(m.Username != "", " @%s", m.Username))
		all = append(all, thing{widget.Item{Label: label, Hint: text.Clean(price)}, choice{func() view.Out { return view.Open(view.Page{Kind: view.Creator, ID: id}) }, price}})
	}
	slices.SortFunc(all, func(a, b thing) int { return cmp.Compare(a.Label.String(), b.Label.String()) })
	return all
}

// themes are tried at once and hold until the end; the file of preferences is the
// planner's own.
func (r *Root) themes() []thing {
	var all []thing
	for _, name := range theme.Names() {
		all = append(all, thing{widget.Item{Label: text.Format("Theme: %s", name)}, leading(func() tea.Cmd {
			if st, ok := theme.Named(name); ok {
				r.env.Styles, r.cfg.Restyle = st, nil
			}
			return r.apply(nil, view.Say(text.Format("Theme %s until you quit; to keep it, set theme = \"%s\" in config.toml.", name, name)))
		})})
	}
	return all
}

package creator

import (
	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// alikeTab is the creators who resemble this one, and in what.
type alikeTab struct {
	env   *view.Env
	id    string
	list  []api.LookalikeResult
	table widget.Table
	slot  fetch.Slot[api.Page[api.LookalikeResult]]
}

func (t *alikeTab) setUp(env *view.Env, id string) {
	t.env, t.id = env, id
	t.table = widget.Table{Row: t.row, Empty: text.Const("No lookalikes found."), Columns: view.AlikeColumns()}
}

// add takes those who were found, and lets other screens know them and what is
// usual among them.
func (t *alikeTab) add(page api.Page[api.LookalikeResult]) *view.Change {
	t.list = page.Data
	for _, r := range t.list {
		t.env.Learn(view.Known{Creator: r.Creator, Primary: r.PrimaryProfile})
	}
	t.table.SetLen(len(t.list))
	usual := view.UsualOf(t.list)
	return view.Read([]string{t.id}, t.env.Now, func(_ int, f *plan.Facts) { f.Usual = &usual })
}

// usual is the engagement of those alike: of those listed, else of those whom a
// review found.
func (t *alikeTab) usual() plan.Usual {
	if len(t.list) > 0 {
		return view.UsualOf(t.list)
	}
	if u := t.env.Plan.Facts[t.id].Usual; u != nil {
		return *u
	}
	return plan.Usual{}
}

func (t *alikeTab) selected() *api.LookalikeResult { return widget.At(&t.table, t.list) }

func (t *alikeTab) row(i int, buf []widget.Cell) widget.Row {
	st, r := t.env.Styles, &t.list[i]
	who := widget.Cell{Text: text.Clean(r.Creator.Name), Style: st.Text, MoreStyle: st.Dim}
	if p := r.PrimaryProfile; p != nil {
		who.More = text.Format("@%s", p.Username)
	}
	who.More = t.env.Beside(who.More, r.Creator.ID)
	return widget.Row{Cells: view.AlikeCells(st, r, append(buf, t.env.Named(who, r.Creator.ID)))}
}

// emailTab is the addresses that a creator shows in public.
type emailTab struct {
	env   *view.Env
	id    string
	list  []api.Email
	table widget.Table
	slot  fetch.Slot[api.EmailAnswer]
}

func (t *emailTab) setUp(env *view.Env, id string) {
	t.env, t.id = env, id
	t.table = widget.Table{Row: t.row, Empty: text.Const("No public e-mail address found; that cost nothing."), Columns: []widget.Column{
		{Title: text.Const("Address"), Min: 20, Flex: 1},
		{Title: text.Const("State"), Min: 11, Max: 20},
		{Title: text.Const("Sure"), Min: 5, Align: widget.Right, Priority: 1},
		{Title: text.Const("Seen"), Min: 8, Priority: 2},
	}}
}

func (t *emailTab) paid() view.Paid[api.EmailAnswer] {
	_, high := t.env.Prices.Each(api.OpEmails, 1)
	return view.Costing("emails "+t.id, 0, high, fetch.With(t.env.Client.Emails, []api.CreatorRef{{CreatorID: &t.id}}))
}

func (t *emailTab) set(a api.EmailAnswer) {
	t.list = nil
	for _, r := range a.Results {
		t.list = append(t.list, r.Emails...)
	}
	t.table.SetLen(len(t.list))
}

func (t *emailTab) selected() *api.Email { return widget.At(&t.table, t.list) }

func (t *emailTab) row(i int, buf []widget.Cell) widget.Row {
	st, e := t.env.Styles, t.list[i]
	sure := text.Unknown
	if e.Confidence != nil {
		sure = text.Percent(*e.Confidence * 100)
	}
	style := st.Text
	if e.IsPrimary {
		style = st.Strong
	}
	return widget.Row{Cells: append(buf,
		widget.Cell{Text: t.env.Said(e.Email), Style: style},
		widget.Cell{Text: text.Clean(string(e.Status)), Style: st.Dim},
		widget.Cell{Text: sure, Style: st.Text},
		widget.Cell{Text: text.AgeOf(e.LastSeenAt, t.env.Now), Style: st.Dim})}
}

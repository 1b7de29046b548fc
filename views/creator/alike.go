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

func (t *alikeTab) selected() *api.LookalikeResult {
	return widget.At(&t.table, t.list)
}

func (t *alikeTab) row(i int, buf []widget.Cell) widget.Row {
	st, r := t.env.Styles, &t.list[i]
	who := widget.Cell{Text: text.Clean(r.Creator.Name), Style: st.Text, MoreStyle: st.Dim}
	if p := r.PrimaryProfile; p != nil {
		who.More = text.Format("@%s", p.Username)
	}
	who.More = t.env.Beside(who.More, r.Creator.ID)
	return widget.Row{Cells: view.AlikeCells(st, r, append(buf, t.env.Named(who, r.Creator.ID)))}
}

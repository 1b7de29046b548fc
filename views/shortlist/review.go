package shortlist

import (
	"greenroom/api"
	"greenroom/client"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

type review struct {
	view.Acts
	env     *view.Env
	id      string
	slot    fetch.Slot[api.Shortlist]
	list    *content
	failure text.Text
	missing bool // the service does not know the id
	table   widget.Table
	pager   widget.Pager
	tableAt int // line of the page on which the members begin; -1 if they stand beside it
	lookup
	beside
}

// lookup finds the creator whom a member names.
type lookup struct {
	resolve fetch.Slot[[]api.Suggestion]
	sought  member
	found   map[member]string // creator ids
}

func newReview(env *view.Env, id string) *review {
	r := &review{env: env, id: id, lookup: lookup{found: map[member]string{}}}
	r.table = widget.Table{Row: r.row, Empty: text.Const("This shortlist is empty."), Columns: []widget.Column{
		{Title: text.Const("Creator"), Min: 16, Flex: 1, Max: 44},
		{Title: text.Const("Network"), Min: 11, Priority: 2},
		{Title: text.Const("Followers"), Min: 9, Align: widget.Right},
		{Title: text.Const("ER/foll"), Min: 7, Align: widget.Right},
		{Title: text.Const("Data"), Min: 10, Priority: 1},
	}}
	loaded := func() string { return view.Unless(r.list != nil, "The shortlist is still loading.") }
	both := func(a keymap.Action) view.Act {
		return view.Act{Why: loaded, Do: view.Then(func() {
			view.Move(&r.table, a)
			view.Move(&r.pager, a)
		})}
	}
	page := func(a keymap.Action) view.Act {
		return view.Act{Why: loaded, Do: view.Then(func() { view.Move(&r.pager, a) })}
	}
	r.Acts = view.Acts{In: keymap.Shortlist, Enter: r.enter, Rows: &r.table, None: loaded, Moved: view.Then(r.follow), Else: "Not available on a shortlist.",
		Calls: []view.Call{view.Answered(&env.Frame, "creator", &r.resolve, r.meet), view.Calling("shortlist", &r.slot, r.take), view.Calling("what came with the list", &r.beside.slot, r.came)},
		By: map[keymap.Action]view.Act{
			keymap.Reload:   {Why: func() string { return view.Unless(!r.slot.Busy(), "The shortlist is already loading.") }, Do: r.Init},
			keymap.Copy:     {Do: func() view.Out { return copyID(r.id) }},
			keymap.TakeOver: {Why: r.noTakeOver, Do: r.takeOver},
			keymap.Find: {Why: func() string {
				return "To open a shortlist by id, go to the list of shortlists: " + r.env.Keys.KeyOf(keymap.Back, keymap.Global) + " goes there."
			}},
			keymap.Export: {Why: loaded, Do: func() view.Out { return view.Export(r.sheet(), text.Const("creators")) }},
			keymap.Top:    both(keymap.Top), keymap.Bottom: both(keymap.Bottom),
			keymap.PageUp: page(keymap.PageUp), keymap.PageDown: page(keymap.PageDown), keymap.HalfUp: page(keymap.HalfUp), keymap.HalfDown: page(keymap.HalfDown),
		}}
	return r
}

// Init reads the shortlist, free.
func (r *review) Init() view.Out {
	return view.Out{Cmd: r.slot.Start(0, fetch.With(r.env.Client.Shortlist, r.id))}
}

func (r *review) take(d fetch.Done[api.Shortlist]) view.Out {
	if d.Err != nil {
		r.missing = client.Is(d.Err, api.CodeNotFound)
		out := r.env.Failed(&r.failure, d.Err, r.list != nil)
		if r.list == nil && r.missing {
			return r.readSheet() // it may be a colleague's
		}
		return out
	}
	r.failure, r.missing = text.Text{}, false
	r.list = contentOf(&r.env.Frame, d.Value)
	r.table.SetLen(len(r.list.members))
	return r.readSheet()
}

// known returns the known facts of a member, and the member's creator.
func (r *review) known(m member) (id string, k view.Known) {
	for other, o := range r.env.Known {
		if names(o, m) && (id == "" || other < id) {
			id, k = other, o
		}
	}
	if id == "" {
		id = r.found[m]
	}
	if k.Primary != nil && !same(k.Primary.Platform, k.Primary.Username, m) {
		k.Primary = nil // the figures of another account
	}
	return id, k
}

func names(k view.Known, m member) bool {
	if k.Primary != nil && same(k.Primary.Platform, k.Primary.Username, m) {
		return true
	}
	return onPlatform(k.Platform, m)
}

func (r *review) selected() (member, bool) {
	if r.list == nil || r.table.Len() == 0 {
		return member{}, false
	}
	return r.list.members[r.table.Cursor()], true
}

// follow brings the selected member into view.
func (r *review) follow() {
	if r.tableAt < 0 {
		return
	}
	at := r.tableAt + 1 + r.table.Cursor()
	r.pager.Reveal(at - 1) // the header or the member above
	r.pager.Reveal(at)
}

// Row returns the position of the selected member.
func (r *review) Row(w, h int) (x, y int, ok bool) {
	if x, y, ok = r.Acts.Row(w, h); r.panes(w, h).Rows.Empty() {
		y += r.tableAt - r.pager.Top()
	}
	return x, y, ok && r.list != nil
}

// Scroll moves the page.
func (r *review) Scroll(lines int) view.Out {
	r.pager.Move(lines)
	return view.Out{}
}

// Click selects a member, and opens the one that is selected already.
func (r *review) Click(x, y, w, h int) view.Out {
	if r.list == nil {
		return view.Out{}
	}
	row, ok := r.rowAt(x, y, w, h)
	switch {
	case !ok:
		return view.Out{}
	case row != r.table.Cursor():
		r.table.SetCursor(row)
		return view.Out{}
	case r.Can(keymap.Open) != "":
		return view.Fail(text.Clean(r.Can(keymap.Open)))
	}
	return r.Do(keymap.Open)
}

// Title is the name of the shortlist.
func (r *review) Title() text.Text {
	if r.list != nil {
		return r.list.name
	}
	return text.Const("Shortlist")
}

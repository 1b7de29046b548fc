package shortlist

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

const (
	pageSize = 25
	ahead    = 5 // rows before the end at which the next page is read
	idLimit  = 64
)

// index is the list of shortlists. Reading it is free; where a service keeps no
// list, a shortlist is opened by its id.
type index struct {
	view.Acts
	view.Left // the list that was left, until it is there

	env     *view.Env
	slot    fetch.Slot[api.Page[api.Shortlist]]
	fresh   bool         // the page under way replaces the rows
	lists   []*content   // those that stand here first, then the service's
	stored  []*content   // the service's
	read    bool         // an answer has come
	pages   client.Pages // leads to the page after those that are here
	bare    bool         // the service keeps no list
	failure text.Text
	table   widget.Table
	input   widget.Input
	typing  bool
}

func newIndex(env *view.Env) *index {
	x := &index{env: env}
	x.input = widget.Input{Prompt: text.Const(" id "), Placeholder: text.Const("7f3c0a52-… from a link or an e-mail"), Limit: idLimit}
	x.table.Row = x.row
	some := func() string { return view.Unless(x.selected() != nil, "No shortlist here.") }
	no := func(why string) view.Act { return view.Act{Why: func() string { return why }} }
	find := view.Act{Do: view.Then(func() { x.typing = true })}
	x.Acts = view.Acts{In: keymap.Shortlist, Rows: &x.table, Share: share, None: some, Moved: x.more, Types: func() bool { return x.typing }, Input: &x.input,
		Else: "Not available in the list of shortlists.", Calls: []view.Call{view.Calling("shortlists", &x.slot, x.take)},
		By: map[keymap.Action]view.Act{
			keymap.Find:     find,
			keymap.Reload:   {Why: func() string { return view.Unless(!x.slot.Busy(), "Shortlists are already loading.") }, Do: func() view.Out { return x.load("") }},
			keymap.Open:     {Why: some, Do: x.open},
			keymap.Copy:     {Why: some, Do: func() view.Out { return copyID(x.selected().id) }},
			keymap.TakeOver: no("Open a shortlist first: it is taken over there."),
			keymap.Export:   no("Creators are exported from a list: open one first."),
		},
		Field: map[keymap.Action]view.Act{keymap.Find: find, keymap.Accept: {Do: x.accept}, keymap.Cancel: {Do: view.Then(func() { x.typing = false })}}}
	return x
}

// columns are those of the table; a preview beside it shows the brief in full.
func columns(preview bool) []widget.Column {
	cols := []widget.Column{
		{Title: text.Const("Shortlist"), Min: 18, Flex: 2, Max: 48},
		{Title: text.Const("Creators"), Min: 8, Align: widget.Right},
		{Title: text.Const("Version"), Min: 7, Align: widget.Right, Priority: 2},
		{Title: text.Const("Changed"), Min: 10, Priority: 1},
	}
	if preview {
		return cols
	}
	return append(cols, widget.Column{Title: text.Const("Brief"), Min: 16, Flex: 3, Priority: 3})
}

// Init reads the first page.
func (x *index) Init() view.Out {
	x.gather()
	return x.load("")
}

// gather lists what stands here, and what only the service has.
func (x *index) gather() {
	x.lists = nil
	sent := map[string]bool{}
	for i := len(x.env.Plan.Lists) - 1; i >= 0; i-- {
		l := x.env.Plan.Lists[i]
		sent[l.Remote.ID] = true
		x.lists = append(x.lists, hereOf(&x.env.Frame, l))
	}
	for _, c := range x.stored {
		if !sent[c.id] {
			x.lists = append(x.lists, c)
		}
	}
	x.table.SetLen(len(x.lists))
	x.returnTo()
}

func (x *index) load(cursor string) view.Out {
	x.fresh = cursor == ""
	return view.Out{Cmd: x.slot.Start(0, fetch.With2(x.env.Client.Shortlists, cursor, pageSize))}
}

// Update takes pages, and decisions on the lists that stand here.
func (x *index) Update(msg tea.Msg) view.Out {
	if _, ok := msg.(view.Planned); ok {
		x.gather()
	}
	return x.Acts.Update(msg)
}

func (x *index) take(d fetch.Done[api.Page[api.Shortlist]]) view.Out {
	x.read = true
	if d.Err != nil {
		return x.fail(d.Err)
	}
	x.failure, x.bare = text.Text{}, false
	if x.fresh {
		x.stored, x.pages = nil, client.Pages{}
	}
	x.stored = append(x.stored, each.Of(d.Value.Data, func(l api.Shortlist) *content { return contentOf(&x.env.Frame, l) })...)
	x.gather()
	if failed := x.pages.Read(d.Value.HasMore, d.Value.NextCursor); failed != nil {
		return x.fail(failed)
	}
	return view.Out{}
}

func (x *index) fail(err error) view.Out {
	if client.KindOf(err) == client.KindNotOffered {
		x.bare = true
		if x.table.Len() > 0 {
			return view.Fail(text.Const("The service no longer lists shortlists; these are from before."))
		}
		return view.Out{}
	}
	return x.env.Failed(&x.failure, err, len(x.lists) > 0)
}

func (x *index) selected() *content {
	if x.table.Len() == 0 {
		return nil
	}
	return x.lists[x.table.Cursor()]
}

// List is the selected one, if it stands here.
func (x *index) List() string {
	if c := x.selected(); c != nil && c.here {
		return c.id
	}
	return ""
}

func (x *index) open() view.Out {
	kind := view.Shortlist
	if x.selected().here {
		kind = view.Review
	}
	return view.Open(view.Page{Kind: kind, ID: x.selected().id})
}

// more reads the next page when the end comes near.
func (x *index) more() view.Out {
	if !x.pages.More() || x.slot.Busy() || !x.table.Near(ahead) {
		return view.Out{}
	}
	return x.load(x.pages.Next())
}

func (x *index) accept() view.Out {
	id := strings.ToLower(strings.TrimSpace(x.input.Value()))
	if !api.ValidUUID(id) {
		return view.Fail(text.Const("Not a shortlist id: it needs 32 digits and letters a to f, in five groups with hyphens."))
	}
	x.typing = false
	x.input.SetValue("")
	return view.Open(view.Page{Kind: view.Shortlist, ID: id})
}

// State returns the state to remember.
func (x *index) State() any {
	if c := x.selected(); c != nil && x.At == "" {
		return view.Left{At: c.id}
	}
	return x.Left
}

// returnTo selects the list that was left, once it is there. With all that the
// service has it is given up.
func (x *index) returnTo() {
	if x.At == "" {
		return
	}
	if i := slices.IndexFunc(x.lists, func(c *content) bool { return c.id == x.At }); i >= 0 {
		x.table.SetCursor(i)
		x.At = ""
	}
	if x.read && !x.pages.More() {
		x.At = ""
	}
}

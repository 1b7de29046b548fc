package shortlist

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	sheets "greenroom/client/share"
	"greenroom/ui/text"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// beside holds the parts of another's list beside the shortlist, and its taking over.
type beside struct {
	slot    fetch.Slot[api.SheetRecord]
	rec     *api.SheetRecord // nil: none that is known
	joining bool             // what is under way takes the list over
}

// readSheet asks for what came with the list, for nothing.
func (r *review) readSheet() view.Out {
	return view.Out{Cmd: r.beside.slot.Start(0, fetch.With(r.env.Client.Sheet, client.SheetParams{ID: r.id, By: sheets.Name(r.env.Signer.Name)}))}
}

// came takes the sheet: names and figures are known from then on. Where there is none the
// list is what the shortlist tells.
func (r *review) came(d fetch.Done[api.SheetRecord]) view.Out {
	joining := r.joining
	r.joining = false
	switch {
	case d.Err != nil && joining:
		return view.Fail(text.Cat(text.Const("Not taken over. "), explain.Failure(d.Err, r.env.Now)))
	case d.Err != nil || d.Value.Sheet == nil:
		return view.Out{}
	case joining:
		return r.adopt(sheets.TakeOver(d.Value, uuid.NewString(), r.env.Now))
	}
	r.rec, r.failure, r.missing = &d.Value, text.Text{}, false
	l, facts := plan.FromSheet(d.Value.Sheet)
	if r.list == nil {
		l.ID, l.Remote.Version, l.Changed = r.id, d.Value.Version, d.Value.UpdatedAt
		r.list = hereOf(&r.env.Frame, l)
		r.list.here = false
		for i, m := range l.Members {
			r.list.members[i].handle = text.Format("@%s", m.Username)
		}
		r.table.SetLen(len(r.list.members))
	}
	for _, m := range l.Members {
		if m.Creator == "" {
			continue
		}
		k := view.Known{Creator: api.CreatorBasic{ID: m.Creator, Name: m.Name}, Primary: m.Seen}
		if p := facts[m.Creator].Profile; p != nil {
			k.Primary = &p.ProfileSummary
		}
		r.env.Learn(k)
	}
	return view.Out{}
}

// noTakeOver says why the list cannot be taken over now.
func (r *review) noTakeOver() string {
	switch {
	case r.list == nil:
		return "The shortlist is still loading."
	case r.beside.slot.Busy():
		return "What came with the list is still loading."
	}
	return ""
}

// takeOver makes a working copy, with all that came with the list. One that was taken over
// before is opened.
func (r *review) takeOver() view.Out {
	for _, l := range r.env.Plan.Lists {
		if l.Remote.ID == r.id && l.Remote.Sent != nil {
			return view.Open(view.Page{Kind: view.Review, ID: l.ID})
		}
	}
	if r.rec == nil {
		l := plan.List{ID: uuid.NewString(), Name: r.list.name.String(), Members: r.Group(), Changed: r.env.Now, Brief: plan.Brief{Text: strings.TrimSpace(r.list.asked)}, Remote: plan.Remote{ID: r.id, Version: r.list.version}}
		return r.adopt(l, nil)
	}
	c, id, me := r.env.Client, r.id, r.env.Signer.Name
	r.joining = true
	return view.Out{Cmd: r.beside.slot.Start(0, func(ctx context.Context, opts ...client.Option) (api.SheetRecord, client.Receipt, error) {
		return sheets.Join(ctx, c, id, me, opts...)
	})}
}

// adopt writes the copy down and opens it.
func (r *review) adopt(l plan.List, facts map[string]plan.Facts) view.Out {
	said := text.Format("Taken over with all that came with it: %s. Nothing of it is paid for again.", text.Plural(len(l.Members), "creator", "creators"))
	switch {
	case l.Remote.Sent == nil:
		said = text.Format("Taken over: brief, names and handles; nothing else came with it.%s", text.When(r.list != nil && len(r.list.notes) > 0, " Its notes stay on the list of the service."))
	case l.From != nil:
		said = text.Cat(said, text.Format(" %s decides it; your verdicts are a column of your own.", l.From.By))
	}
	return view.Out{Change: &view.Change{Label: l.Name + " taken over", Said: said, Then: view.Nav{To: view.Page{Kind: view.Review, ID: l.ID}, Go: true}, Edit: func(p *plan.State) error {
		p.Learn(facts)
		p.Lists, p.Last = append(p.Lists, l), l.ID
		return nil
	}}}
}

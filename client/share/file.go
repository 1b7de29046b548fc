package share

import (
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/internal/each"
)

// File is a list as one file, with what others say of it and its own hash. From a working
// copy go the planner's column and the list as it came.
func File(l plan.List, facts map[string]plan.Facts, o Options) ([]byte, error) {
	s, err := Prepare(l, facts, o)
	if err != nil {
		return nil, err
	}
	sheet := s.Sheet
	sent := l.Remote.Sent
	if l.From != nil && sent == nil {
		return nil, &api.SheetError{Says: "This copy has lost what it came from: take the list over again."}
	}
	if l.From != nil {
		came := sent.Base
		came.From, came.Remote = l.From, l.Remote
		if sheet, err = came.Sheet(facts, plan.With{Notes: true, Prices: true, Refusal: true}); err != nil {
			return nil, err
		}
		sheet.ID, sheet.By, sheet.Copy = l.From.ID, l.From.By, true
		sheet.Columns = append(sheet.Columns, column(l))
	} else if l.Remote.ID != "" {
		sheet.ID = l.Remote.ID
	}
	if sent != nil && (!sheet.Hidden || sent.Voted >= sent.Voters && sent.Voters > 0) {
		sheet.Columns = append(sheet.Columns, each.Of(sent.Reviews, plan.Review.Column)...)
	}
	sheet.Version = l.Remote.Version
	sheet.WithoutMails()
	return sheet.Seal()
}

// Written is a list that went into a file: what others change is told by it.
func Written(l plan.List, o Options) (plan.Remote, error) {
	if l.From != nil {
		return l.Remote, nil
	}
	s, err := l.Sheet(nil, o.With)
	base, _ := plan.FromSheet(&s)
	sent := plan.Sent{}
	if l.Remote.Sent != nil {
		sent = *l.Remote.Sent
	}
	sent.At, sent.Me, sent.Base, sent.With, sent.Hidden = o.Now, Name(o.Me), base, o.With, o.Hidden
	l.Remote.Sent = &sent
	return l.Remote, err
}

// Holder is the list that a file belongs to; -1 if there is none.
func Holder(all []plan.List, s *api.Sheet) int {
	return slices.IndexFunc(all, func(l plan.List) bool {
		return s.ID != "" && (l.ID == s.ID || l.Remote.ID == s.ID || l.From != nil && l.From.ID == s.ID)
	})
}

// FromFile is a sheet of a file as a working copy.
func FromFile(s *api.Sheet, id, me string, now time.Time) (plan.List, map[string]plan.Facts) {
	rec := api.SheetRecord{ID: s.ID, Version: s.Version, You: Name(me), Mine: strings.EqualFold(s.By, Name(me)), UpdatedAt: now, Sheet: s}
	l, facts := TakeOver(rec, id, now)
	l.Remote.ID = ""
	if l.From != nil {
		l.From.File = true
	}
	return l, facts
}

// TakeFile brings a file into the list it belongs to: the columns of others that are newer,
// and, where who decides the list wrote it, what they changed.
func TakeFile(l *plan.List, s *api.Sheet, keep func(plan.Conflict) (theirs bool)) (columns []string, changed []plan.Difference, open []plan.Conflict, err error) {
	if l.Remote.Sent == nil {
		return nil, nil, nil, &api.SheetError{Says: "This list was never sent or written to a file, so nothing can be told apart."}
	}
	sent := *l.Remote.Sent
	sent.Reviews = slices.Clone(sent.Reviews)
	for _, r := range plan.Reviews(s, sent.Me) {
		i := slices.IndexFunc(sent.Reviews, func(o plan.Review) bool { return strings.EqualFold(o.By, r.By) })
		switch {
		case i < 0:
			sent.Reviews = append(sent.Reviews, r)
		case r.At.After(sent.Reviews[i].At):
			sent.Reviews[i] = r
		default:
			continue
		}
		columns = append(columns, r.By)
	}
	l.Remote.Sent = &sent
	if s.Copy || l.From == nil && s.Version < l.Remote.Version {
		return columns, nil, nil, nil
	}
	kept := sent
	rec := api.SheetRecord{ID: l.Remote.ID, Version: max(s.Version, l.Remote.Version), Tag: sent.Tag, You: sent.Me, Voted: sent.Voted, Voters: sent.Voters, Openings: sent.Openings, Sheet: s}
	changed, open, err = Take(l, rec, keep)
	if err == nil {
		l.Remote.Sent.Reviews = kept.Reviews
	}
	return columns, changed, open, err
}

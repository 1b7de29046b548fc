package plan

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"greenroom/api"
)

// Origin tells the source of a working copy.
type Origin struct {
	ID   string // of the shortlist, or of the list in a file
	By   string // who decides it
	File bool   `json:",omitempty"`
	At   time.Time
}

// Opinion is a reviewer's verdict on a creator, named by Member.Key.
type Opinion struct {
	Creator string
	Verdict Verdict `json:",omitempty"`
	Reason  string  `json:",omitempty"`
	Comment string  `json:",omitempty"`
}

// Review is the column of one reviewer.
type Review struct {
	By    string
	At    time.Time
	Votes []Opinion
}

// Of returns the reviewer's opinion of a creator; the zero Opinion where there is none.
func (r Review) Of(key string) Opinion {
	if i := slices.IndexFunc(r.Votes, func(v Opinion) bool { return v.Creator == key }); i >= 0 {
		return r.Votes[i]
	}
	return Opinion{Creator: key}
}

// With names the parts that go along with a list only on request.
type With struct {
	Notes   bool `json:",omitempty"` // the planner's own
	Prices  bool `json:",omitempty"` // as they were asked
	Refusal bool `json:",omitempty"` // the reasons of "no"
}

// Sent is a list as it stands where others see it. Base is what it held when both were
// the same: what changed since, here and there, is told by it.
type Sent struct {
	At             time.Time
	Me             string // the planner's name there
	Base           List
	With           With               `json:",omitzero"`
	Shared, Hidden bool               `json:",omitempty"`
	Tag            string             `json:",omitempty"`
	Voted, Voters  int                `json:",omitempty"`
	Reviews        []Review           `json:",omitempty"` // of others
	Openings       []api.SheetOpening `json:",omitempty"`
	Proposed       []Proposal         `json:",omitempty"` // of agents that ask the service
	Votes          []Opinion          `json:",omitempty"` // of the planner, as they are stored there
	First          bool               `json:",omitempty"` // the shortlist was made by it
}

// Sheet is a list as it travels, with what is read of its creators. What does not go is
// counted in words. Nothing in it is shared with the list.
func (l *List) Sheet(facts map[string]Facts, with With) (api.Sheet, error) {
	s := api.Sheet{Format: api.SheetFormat, ID: l.ID, Name: l.Name, Declined: l.Declined, Members: []api.SheetMember{}, Columns: []api.SheetColumn{},
		Brief: api.SheetBrief{Text: l.Brief.Text, Query: l.Brief.Query, Wishes: l.Brief.Wishes, NoGos: l.Brief.NoGos, Rules: l.Brief.Rules.Conditions(),
			Competitors: l.Brief.Rules.Competitors, Words: l.Brief.Rules.Words, Cleared: rulingsOut(l.Brief.Cleared)}}
	if sent := l.Remote.Sent; sent != nil {
		s.By, s.Shared, s.Hidden = sent.Me, sent.Shared, sent.Hidden
	}
	if l.From != nil {
		s.By = l.From.By
	}
	left := map[string]int{}
	for _, m := range l.Members {
		m = withheld(m, with, left)
		s.Members = append(s.Members, memberOut(m, facts[m.Key()], l.Against()))
	}
	for _, of := range []string{"private notes", "fees", "reasons of “no”"} {
		if left[of] > 0 {
			s.Withheld = append(s.Withheld, fmt.Sprintf("%s: %d", of, left[of]))
		}
	}
	raw, err := json.Marshal(s)
	if err != nil {
		return s, err
	}
	own := api.Sheet{}
	err = json.Unmarshal(raw, &own)
	own.WithoutMails()
	return own, err
}

// withheld is a member without what stays here, and counts it.
func withheld(m Member, with With, left map[string]int) Member {
	for _, of := range []struct {
		name string
		goes bool
		text *string
	}{{"private notes", with.Notes, &m.Note}, {"fees", with.Prices, &m.Price}, {"reasons of “no”", with.Refusal || m.Verdict != No, &m.Reason}} {
		if *of.text != "" && !of.goes {
			left[of.name]++
			*of.text = ""
		}
	}
	return m
}

func memberOut(m Member, f Facts, against string) api.SheetMember {
	out := api.SheetMember{CreatorID: m.Creator, Name: m.Name, Platform: m.Platform, Username: m.Username, Place: m.Place, Verdict: string(m.Verdict),
		Reason: m.Reason, Note: m.Note, Price: m.Price, Rulings: rulingsOut(m.Rulings), Seen: m.Seen, Profile: f.Profile, Safety: f.Safety,
		Usual: (*api.SheetUsual)(f.Usual), Posted: (*api.SheetPosted)(f.Posted), ReadAt: some(f.Read)}
	for _, q := range m.Quotes {
		o := api.SheetQuote{Words: q.Words, Source: q.Source, URL: q.URL, Platform: q.Place.Platform, Post: q.Place.ID, PostID: q.Post, PinnedAt: some(q.Pinned)}
		if q.Timed {
			o.Seconds = new(q.At.Seconds())
		}
		out.Quotes = append(out.Quotes, o)
	}
	if f.Against == against {
		out.Match = f.Match
	}
	return out
}

func some(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func moment(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

func rulingsOut(all []Ruling) (out []api.SheetRuling) {
	for _, r := range all {
		out = append(out, api.SheetRuling{Flag: r.Flag, Words: r.Words, Stands: r.Stands, Reason: r.Reason, By: r.By, At: some(r.At)})
	}
	return out
}

func rulingsIn(all []api.SheetRuling) (out []Ruling) {
	for _, r := range all {
		out = append(out, Ruling{Flag: r.Flag, Words: r.Words, Stands: r.Stands, Reason: r.Reason, By: r.By, At: moment(r.At)})
	}
	return out
}

// FromSheet is a sheet as a list, and what was read of its creators. Its rules are those
// that are understood here.
func FromSheet(s *api.Sheet) (List, map[string]Facts) {
	l := List{Name: s.Name, Declined: s.Declined, Brief: Brief{Text: s.Brief.Text, Query: s.Brief.Query, Wishes: s.Brief.Wishes, NoGos: s.Brief.NoGos, Cleared: rulingsIn(s.Brief.Cleared)}}
	if l.Brief.Rules.SetConditions(s.Brief.Rules) != nil && s.Brief.Rules != "" {
		l.Brief.Text = strings.TrimSpace(l.Brief.Text + "\nRules: " + s.Brief.Rules)
	}
	l.Brief.Rules.Competitors, l.Brief.Rules.Words = s.Brief.Competitors, s.Brief.Words
	facts := map[string]Facts{}
	for _, m := range s.Members {
		l.Members = append(l.Members, memberIn(m))
		f := Facts{Profile: m.Profile, Safety: m.Safety, Match: m.Match, Usual: (*Usual)(m.Usual), Posted: (*Posted)(m.Posted), Read: moment(m.ReadAt)}
		if m.Match != nil {
			f.Against = l.Against()
		}
		facts[m.Key()] = f
	}
	return l, facts
}

func memberIn(m api.SheetMember) Member {
	in := Member{Creator: m.CreatorID, Name: m.Name, Platform: m.Platform, Username: m.Username, Place: m.Place, Verdict: Verdict(m.Verdict),
		Reason: m.Reason, Note: m.Note, Price: m.Price, Rulings: rulingsIn(m.Rulings), Seen: m.Seen}
	for _, q := range m.Quotes {
		o := Quote{Words: q.Words, Source: q.Source, URL: q.URL, Place: Place{Platform: q.Platform, ID: q.Post}, Post: q.PostID, Pinned: moment(q.PinnedAt)}
		if q.Seconds != nil {
			o.Timed, o.At = true, time.Duration(*q.Seconds*float64(time.Second)).Round(time.Millisecond)
		}
		in.Quotes = append(in.Quotes, o)
	}
	return in
}

// Proposals converts the proposals of agents for the list of a sheet.
func Proposals(all []api.SheetProposal) (out []Proposal) {
	for _, p := range all {
		out = append(out, Proposal{ID: p.ID, Member: memberIn(p.Member), Why: p.Why, By: p.By, At: p.At})
	}
	return out
}

// Sheet is a proposal as it travels.
func (p Proposal) Sheet() api.SheetProposal {
	return api.SheetProposal{Member: memberOut(p.Member, Facts{}, ""), Why: p.Why, By: p.By}
}

// Reviews are the columns of a sheet, without that of one reviewer.
func Reviews(s *api.Sheet, but string) (out []Review) {
	for _, c := range s.Columns {
		if strings.EqualFold(c.Name, but) {
			continue
		}
		r := Review{By: c.Name, At: c.At}
		for _, v := range c.Votes {
			r.Votes = append(r.Votes, Opinion{Creator: v.Creator, Verdict: Verdict(v.Verdict), Reason: v.Reason, Comment: v.Comment})
		}
		out = append(out, r)
	}
	return out
}

// Column is a review as it travels.
func (r Review) Column() api.SheetColumn {
	c := api.SheetColumn{Name: r.By, At: r.At, Votes: []api.SheetVote{}}
	for _, v := range r.Votes {
		c.Votes = append(c.Votes, api.SheetVote{Creator: v.Creator, Verdict: string(v.Verdict), Reason: v.Reason, Comment: v.Comment})
	}
	return c
}

// Vote writes what the planner says of a creator into their column.
func (l *List) Vote(key string, set func(*Opinion)) {
	l.Votes = slices.Clone(l.Votes)
	i := slices.IndexFunc(l.Votes, func(v Opinion) bool { return v.Creator == key })
	if i < 0 {
		l.Votes, i = append(l.Votes, Opinion{Creator: key}), len(l.Votes)
	}
	set(&l.Votes[i])
}

// Learn keeps what came with a sheet, where nothing newer is known.
func (s *State) Learn(facts map[string]Facts) {
	for key, f := range facts {
		old := s.Facts[key]
		if old.Read.After(f.Read) {
			f, old = old, f
		}
		f.Profile, f.Safety = cmp.Or(f.Profile, old.Profile), cmp.Or(f.Safety, old.Safety)
		f.Usual, f.Posted = cmp.Or(f.Usual, old.Usual), cmp.Or(f.Posted, old.Posted)
		if f.Match == nil {
			f.Match, f.Against = old.Match, old.Against
		}
		s.Facts[key] = f
	}
}

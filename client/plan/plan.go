// Package plan is what a planner decides, as it is kept on this machine: briefs,
// lists of creators with verdicts, notes, quotes and rulings on flags, and what
// was paid to judge them. It owns how that is made durable, and how every change
// is taken back. It knows the contract (package api), and nothing of HTTP, of
// prices or of screens.
package plan

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"greenroom/api"
)

// ListMax limits the creators of a list here. Of these a shortlist of the contract takes
// eight.
const ListMax = 50

// Verdict is the planner's decision on a creator.
type Verdict string

// The verdicts; "" is open.
const (
	Yes     Verdict = "yes"
	Reserve Verdict = "reserve"
	No      Verdict = "no"
)

// State is everything that was decided with one service.
type State struct {
	Lists []List // in the order they were made
	// Last is the id of the list that was worked on last.
	Last  string
	Facts map[string]Facts // by Member.Key
	// Silent says of posts and videos, by network and id, why nothing is said in
	// them.
	Silent map[string]string
	Views  []View // of search rows, in the order they were saved first
	// Proposals holds the wishes of others for lists, oldest first.
	Proposals []Proposal `json:",omitempty"`
	// Undo and Redo are why there is nothing to take back, or to do again; nil: there
	// is.
	Undo, Redo error `json:"-"`
}

// View is a way to look at rows, saved by its name.
type View struct {
	Name    string
	Columns []Column
	Order   []SortKey
	Filter  string `json:",omitempty"`
}

// Column is a column as a planner chose it.
type Column struct {
	ID     string
	Hidden bool `json:",omitempty"`
}

// SortKey is a column that rows are sorted by.
type SortKey struct {
	Column  string
	Reverse bool `json:",omitempty"`
}

// SaveView keeps a view; one of the same name gives way to it.
func (s *State) SaveView(v View) {
	s.Views = slices.Clone(s.Views)
	if i := slices.IndexFunc(s.Views, func(o View) bool { return o.Name == v.Name }); i >= 0 {
		s.Views[i] = v
		return
	}
	s.Views = append(s.Views, v)
}

// DropView forgets a view.
func (s *State) DropView(name string) {
	s.Views = slices.DeleteFunc(slices.Clone(s.Views), func(v View) bool { return v.Name == name })
}

// List is a brief and the creators that are weighed for it.
type List struct {
	ID      string
	Name    string
	Brief   Brief
	Members []Member
	Remote  Remote
	Changed time.Time
	// Weights are those of rows of the review, by their names; they stay here.
	Weights map[string]int `json:",omitempty"`
	// Editions are the reports of it that were written, and Ballots what came back. Each
	// stands in a document of its own: neither goes with a decision that is undone.
	Editions []Edition `json:",omitempty"`
	Ballots  []Ballot  `json:",omitempty"`
	// From is the list of somebody else that this is a working copy of; nil: the planner
	// decides it. Votes are what they say of a list that somebody else decides.
	From *Origin `json:",omitempty"`
	// Declined are proposals that came with its sheet, by their ids.
	Declined []string  `json:",omitempty"`
	Votes    []Opinion `json:",omitempty"`
}

// Brief holds the wishes and limits of a campaign.
type Brief struct {
	Text  string // in the planner's own words
	Query string // what fits in a sentence: it is matched against
	// Sizes, Places and Languages are conditions beside Query, as they are searched for.
	Sizes, Places, Languages string `json:",omitempty"`
	// Fees is the money for all creators together, Dates and Deliverables when and what
	// they are to post: words of the brief.
	Fees, Dates, Deliverables string `json:",omitempty"`

	Wishes []string
	NoGos  []string
	Budget api.Credits
	Rules  Rules `json:",omitzero"`
	// Cleared holds the words that are cleared for everybody on the list.
	Cleared []Ruling `json:",omitempty"`
}

// Asks says whether a brief has anything that a creator can be matched against. The name of
// a list is no brief.
func (b Brief) Asks() bool {
	return b.Text+b.Query+b.Sizes+b.Places+b.Languages != "" || len(b.Wishes)+len(b.NoGos) > 0
}

// Intent is a brief as creators are matched against it, cut to what the contract
// holds.
func (b Brief) Intent(name string) api.Intent {
	wanted := slices.DeleteFunc([]string{b.Query, b.Sizes, b.Languages, b.Places}, func(s string) bool { return s == "" })
	in := api.Intent{Query: cut(cmp.Or(strings.Join(wanted, ", "), name), api.IntentQueryMax)}
	rest := b.Text
	for _, part := range []struct {
		lead  string
		words []string
	}{{"Wanted: ", b.Wishes}, {"Not wanted: ", b.NoGos}} {
		for _, w := range part.words {
			rest += "\n" + part.lead + w
		}
	}
	if rest != "" {
		rest = cut(rest, api.IntentContextMax)
		in.Context = &rest
	}
	return in
}

// Against is the brief of a list, as a match names what it is for.
func (l *List) Against() string {
	raw, _ := json.Marshal(l.Brief.Intent(l.Name))
	return string(raw)
}

func cut(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most])
	}
	return s
}

// Remote is the shortlist of the service that a list was sent as.
type Remote struct {
	ID      string
	Version int
	Sent    *Sent `json:",omitempty"` // with a sheet beside it; nil: without
}

// Member is a creator on a list.
type Member struct {
	Creator  string // id; "" where only the account is known
	Name     string
	Platform api.Platform
	Username string
	Verdict  Verdict
	Reason   string
	Decided  time.Time `json:",omitzero"` // when the verdict was given
	Note     string
	Price    string // as the planner heard it
	Quotes   []Quote
	Rulings  []Ruling
	Place    string              `json:",omitempty"` // where a search found them to be
	Seen     *api.ProfileSummary `json:",omitempty"` // the account as a search told of it
}

// Quote is something said or written, with its source.
type Quote struct {
	Words  string
	Source string // the title of the video or post
	URL    string
	At     time.Duration // where in it; with Timed
	Timed  bool
	Place  Place
	Post   string `json:",omitempty"` // the UUID of a post that it was written in; "" for what was said
	Pinned time.Time
}

// Place is the post or video of a quote.
type Place struct {
	Platform api.Platform
	ID       string
}

// Facts holds the readings of a creator that are compared.
type Facts struct {
	Profile *api.Profile
	Safety  *api.Safety
	Match   *api.BriefMatch
	Against string  // the brief of Match
	Usual   *Usual  `json:",omitempty"`
	Posted  *Posted `json:",omitempty"`
	Read    time.Time
	When    When `json:",omitzero"`
}

// When holds the time each part was read; zero in plans of earlier versions, and where nothing was.
type When struct{ Profile, Safety, Match, Usual, Posted time.Time }

// Usual is the engagement of creators who are alike: the median of those of whom
// it is known, in per cent.
type Usual struct {
	Rate float64
	Of   int
}

// Posted sums up the newest posts of a creator: how many were looked at, how many are paid
// for, and their languages, the most frequent first.
type Posted struct {
	Of, Paid  int
	Languages []string
}

// SilentKey names a post or video among those in which nothing is said.
func SilentKey(p api.Platform, id string) string { return string(p) + " " + id }

// Creators are the ids of those on lists.
func (s *State) Creators() (ids []string) {
	for _, l := range s.Lists {
		for _, m := range l.Members {
			if m.Creator != "" {
				ids = append(ids, m.Creator)
			}
		}
	}
	return ids
}

// Find is the place of a list; -1 if there is none of that id.
func (s *State) Find(id string) int {
	return slices.IndexFunc(s.Lists, func(l List) bool { return l.ID == id })
}

// Current is the list that was worked on last; nil if there is none.
func (s *State) Current() *List {
	if i := s.Find(s.Last); i >= 0 {
		return &s.Lists[i]
	}
	if n := len(s.Lists); n > 0 {
		return &s.Lists[n-1]
	}
	return nil
}

// Is says whether a member is a creator, by id or account.
func (m Member) Is(o Member) bool {
	if m.Creator != "" && o.Creator != "" {
		return m.Creator == o.Creator
	}
	return m.Username != "" && m.Platform == o.Platform && m.Username == o.Username
}

// Key names a creator among the facts: by id, else by account, "network/handle".
func (m Member) Key() string {
	if m.Creator != "" {
		return m.Creator
	}
	return string(m.Platform) + "/" + m.Username
}

// Holds is the place of a creator on a list; -1 if they are not on it.
func (l *List) Holds(m Member) int {
	return slices.IndexFunc(l.Members, m.Is)
}

// Add puts creators on a list, and says how many found no room. Who is on it
// already stays as they are.
func (l *List) Add(all ...Member) (added, left int) {
	for _, m := range all {
		switch {
		case l.Holds(m) >= 0:
		case len(l.Members) >= ListMax:
			left++
		default:
			l.Members = append(l.Members, m)
			added++
		}
	}
	return added, left
}

// Shortlist returns the list as the service's shortlist holds it: the first eight that are
// wanted, the yes before the reserves before the open ones. The others, and those who
// cannot be named there, are counted.
func (l *List) Shortlist() (profiles []api.ShortlistProfile, left int) {
	for _, v := range []Verdict{Yes, Reserve, ""} {
		for _, m := range l.Members {
			switch {
			case m.Verdict != v:
			case m.Username == "" || len(profiles) >= api.ShortlistProfilesMax:
				left++
			default:
				profiles = append(profiles, api.ShortlistProfile{Platform: m.Platform, Username: m.Username})
			}
		}
	}
	return profiles, left
}

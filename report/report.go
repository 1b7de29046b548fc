// Package report makes of a list what a client holds in hand: one file with the decision, a
// page for each creator, quotes with their source, and how old each number is. Values are
// gathered once from what is kept, without what is to be withheld, and every format is
// written from them. It owns the votes that come back. It asks no service, and knows no
// screen and no command.
package report

import (
	"context"
	"slices"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/client/posted"
	"greenroom/report/chart"
)

// Extra is something that a client does not get unless it is asked for.
type Extra string

// What is left out for a client.
const (
	Notes     Extra = "notes"
	Prices    Extra = "prices"
	NoReasons Extra = "no-reasons"
	Emails    Extra = "emails"
	Costs     Extra = "costs"
)

// Extras are all, in the order in which they are told.
func Extras() []Extra { return []Extra{Notes, Prices, NoReasons, Emails, Costs} }

// Options are for whom a report is, and how it looks.
type Options struct {
	Lang   Lang    // "" is English
	With   []Extra // what is put in; for the team: Extras()
	Client string  // for whom; may be empty
	Brand  Brand
	Now    time.Time
	Sample bool // everybody in it is invented, and it says so first
}

// Kept reads this machine's kept data. Nothing of it is asked of a service, and nothing
// costs.
type Kept interface {
	Looks(ctx context.Context, p api.Platform, username string) ([]Look, error)
	Posts(ctx context.Context, of []plan.Member) ([][]Post, error)
	Calls(ctx context.Context, list string) ([]Call, error)
}

// Look is an account's number of followers at a moment.
type Look struct {
	At        time.Time
	Followers *int64
}

// Post is one post as it was read. InOrder says that it was read with the others by date, so
// that none is missing between them; Seen is when.
type Post struct {
	Profile string // id; "" where it was not told
	At      time.Time
	Rate    *float64 // engagement by followers, per cent
	InOrder bool
	Seen    time.Time
}

// Call is a call that was made for a list, for the team.
type Call struct {
	At      time.Time   `json:"at"`
	What    string      `json:"what"`
	Charged api.Credits `json:"charged"`
	Unknown bool        `json:"unknown,omitempty"`
}

// Input holds what a report is made from. Rules is what came of the rules of the brief, by the key of a
// creator: nil where they were not held against anybody. Worded are the posts that are kept
// with their words, likewise.
type Input struct {
	List   plan.List
	Facts  map[string]plan.Facts
	Rules  map[string]string
	Worded map[string][]posted.Post
	Kept   Kept
}

// Format names the JSON twin.
const Format = "greenroom-report/1"

// Report is all that is told. It holds nothing that was withheld.
type Report struct {
	Format   string    `json:"format"`
	ID       string    `json:"list"`
	Name     string    `json:"name"`
	Lang     Lang      `json:"language"`
	Client   string    `json:"client,omitempty"`
	Agency   string    `json:"agency,omitempty"`
	Version  int       `json:"version"`
	Made     time.Time `json:"made"`
	Lead     string    `json:"lead"`
	Brief    Brief     `json:"brief"`
	Creators []Creator `json:"creators"`
	Unlooked []string  `json:"not_looked_at"`
	How      string    `json:"how_made"`
	LeftOut  []string  `json:"-"`
	Calls    []Call    `json:"calls,omitempty"`
	Costs    string    `json:"costs,omitempty"`
	words    words     // in which it is written
	brand    Brand
	rows     []plan.Member // of whom the creators are
}

// Brief holds the wishes of the campaign: lines under their heads.
type Brief struct {
	Text  string `json:"text"`
	Lines []Line `json:"lines,omitempty"`
}

// Line is words under a head.
type Line struct {
	Head  string `json:"head"`
	Words string `json:"words"`
}

// Creator is one of the list.
type Creator struct {
	ID       string        `json:"id"` // of the service, else network/handle
	Name     string        `json:"name"`
	Handle   string        `json:"handle,omitempty"`
	URL      string        `json:"url,omitempty"`
	Network  string        `json:"network,omitempty"`
	Place    string        `json:"place,omitempty"`
	Verdict  plan.Verdict  `json:"verdict"`
	Said     string        `json:"verdict_said"`
	Why      string        `json:"why,omitempty"`
	Note     string        `json:"note,omitempty"`
	Machine  string        `json:"machine"`
	Reasons  []Reason      `json:"machine_reasons,omitempty"`
	Differs  string        `json:"differs,omitempty"`
	Quotes   []Quote       `json:"quotes,omitempty"`
	Covered  string        `json:"safety_covers,omitempty"`
	Flags    []Flag        `json:"flags,omitempty"`
	Payers   []Payer       `json:"paid_by,omitempty"`
	Rests    string        `json:"paid_by_rests_on,omitempty"` // what that is derived from
	Charts   []chart.Chart `json:"charts,omitempty"`
	Values   []Value       `json:"values"`
	judged   bool
	machine  api.Decision
	followed *int64
}

// Reason is one of the machine's, and what it rests on.
type Reason struct {
	Ground string `json:"ground"`
	Words  string `json:"words"`
	Quote  string `json:"quote,omitempty"`
}

// Quote is something said or written, with where.
type Quote struct {
	Words  string `json:"words"`
	Source string `json:"source"`
	URL    string `json:"url,omitempty"` // at its second
	At     string `json:"at,omitempty"`
}

// Flag is one of the machine's flags, and its state.
type Flag struct {
	Kind     string `json:"kind"`
	Severity string `json:"severity"`
	State    string `json:"state"`
	Ruling   string `json:"ruling,omitempty"`
	Evidence string `json:"evidence,omitempty"`
}

// rejected is a creator that is not proposed.
func (c Creator) rejected() bool { return c.Verdict == plan.No }

// value returns the value of a key; empty where it was left out.
func (c Creator) value(key string) Value {
	if i := slices.IndexFunc(c.Values, func(v Value) bool { return v.Key == key }); i >= 0 {
		return c.Values[i]
	}
	return Value{Key: key}
}

// of are those with a verdict.
func (r Report) of(v plan.Verdict) (all []Creator) {
	for _, c := range r.Creators {
		if c.Verdict == v {
			all = append(all, c)
		}
	}
	return all
}

// anybody says whether anybody has a value under a key.
func (r Report) anybody(key string) bool {
	return slices.ContainsFunc(r.Creators, func(c Creator) bool { return c.value(key).Key != "" && c.value(key).Known })
}

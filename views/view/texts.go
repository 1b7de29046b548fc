package view

import (
	"context"
	"fmt"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/ui/text"
)

// Texts tells what is kept of what creators posted and said, by their places. It reads
// a disk: only a command may ask.
type Texts interface {
	Written(ctx context.Context, of []plan.Member) ([][]Written, error)
	// Find tells where words stand, the best places first, at most FoundMost.
	Find(ctx context.Context, words string) ([]Found, error)
}

// FoundMost limits the texts that a search in kept ones finds.
const FoundMost = 200

// Found is a text with words that were looked for. Words are those around the best place,
// which is from byte From to byte To of them.
type Found struct {
	Written
	Of       string // the creator or account that it was asked for by; "" where it was not
	URL      string
	From, To int
	At       time.Duration // where in the talk; with Timed
	Timed    bool
}

// Written is a post, or what is said in one.
type Written struct {
	Place  plan.Place
	Spoken bool
	Post   string // its UUID; "" where it was not told
	Title  string
	Posted time.Time // zero where it was not told
	Words  string
}

// Past tells the numbers of an account over time, the oldest first. It reads a
// disk: only a command may ask.
type Past interface {
	Measures(ctx context.Context, p api.Platform, username string) ([]Measure, error)
}

// Measure holds an account's numbers at a moment. Nil was not told then; Engagement is per
// cent.
type Measure struct {
	At         time.Time
	Followers  *int64
	Engagement *float64
}

// Author is whom a text is of, by the creator or account that it was asked for by.
func (e *Env) Author(of string, on api.Platform) plan.Member {
	if Coded(of) || e.Known[of].Creator.ID != "" {
		m := e.Member(of)
		if m.Name == "" {
			m.Name = e.Names[of].Who
		}
		return m
	}
	if of == "" {
		return plan.Member{}
	}
	m := plan.Member{Name: "@" + of, Platform: on, Username: strings.ToLower(of)}
	if at := e.spots(m); len(at) > 0 {
		return e.Plan.Lists[at[0].list].Members[at[0].member]
	}
	return m
}

// Pin puts a quote to a creator on the list at hand, onto which it puts them where they are
// not on it.
func Pin(m plan.Member, q plan.Quote) Out {
	return Out{Next: &OnList{What: text.Format("Pin the quote to %s on", m.Name), Do: func(l plan.List) Out {
		said := text.Format("Pinned to %s on %s", m.Name, l.Name)
		if l.Holds(m) < 0 {
			said = text.Format("Pinned, and %s added to %s", m.Name, l.Name)
		}
		return Out{Change: &Change{Label: "quote of " + m.Name, Said: said, Edit: OnListOf(l.ID, func(_ *plan.State, to *plan.List) error {
			to.Add(m)
			i := to.Holds(m)
			if i < 0 {
				return fmt.Errorf("%s is not on %s, and it is full", m.Name, l.Name)
			}
			to.Members[i].Quotes = append(to.Members[i].Quotes, q)
			return nil
		})}}
	}}}
}

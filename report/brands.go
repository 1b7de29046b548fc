package report

import (
	"time"

	"greenroom/client/posted"
)

// Payer is a brand that pays for posts, as far as their words name it; "" is one that none
// names.
type Payer struct {
	Name  string    `json:"name"`
	Rival bool      `json:"rival,omitempty"` // a competitor of the brief
	Posts int       `json:"posts"`
	From  time.Time `json:"from,omitzero"`
	To    time.Time `json:"to,omitzero"`
	Said  string    `json:"said"`
}

// payersTold are named in a cell; a creator's page has all of them.
const payersTold = 3

// payers are the brands that pay for the posts that are kept, rivals of the brief first, and
// what that rests on; "" where no post is kept.
func (g *gatherer) payers(posts []posted.Post) (all []Payer, rests string) {
	if len(posts) == 0 {
		return nil, ""
	}
	brands, paid := posted.Brands(posts, g.List.Brief.Rules.Competitors)
	for _, b := range brands {
		p := Payer{Name: g.clean(b.Name), Rival: b.Rival, Posts: len(b.Posts), To: b.Posts[0].At, From: b.Posts[len(b.Posts)-1].At}
		times := g.many(p.Posts, "count.posts")
		if p.Said = g.say("payer", g.payer(p), times, g.day(p.From), g.day(p.To)); p.From.Equal(p.To) {
			p.Said = g.say("payer.once", g.payer(p), times, g.day(p.To))
		}
		all = append(all, p)
	}
	return all, g.say("payers.rest", g.whole(paid), g.whole(len(posts)))
}

// payer writes a payer's name.
func (w words) payer(p Payer) string {
	switch {
	case p.Name == "":
		return w.say("payer.unnamed")
	case p.Rival:
		return w.say("payer.rival", p.Name)
	}
	return p.Name
}

// paidBy tells the brands in a cell.
func (s subject) paidBy() Value {
	switch {
	case s.worded == 0:
		return s.unknown()
	case len(s.payers) == 0:
		return Value{Text: s.many(s.worded, "payers.none"), Known: true, From: s.say("from.derived")}
	}
	var told []string
	for i, p := range s.payers {
		if i == payersTold {
			told = append(told, s.say("payers.more", len(s.payers)-i))
			break
		}
		told = append(told, s.payer(p)+" "+s.whole(p.Posts)+"×")
	}
	return Value{Text: list(told), Known: true, From: s.say("from.derived")}
}

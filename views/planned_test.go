package views_test

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
)

// pad keeps what was decided until the test ends.
type pad struct{ past, future []plan.State }

func copied(s plan.State) (out plan.State) {
	raw, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		panic(err)
	}
	if out.Silent == nil {
		out.Silent = map[string]string{}
	}
	if out.Facts == nil {
		out.Facts = map[string]plan.Facts{}
	}
	return out
}

// Read returns the present state.
func (p *pad) Read(context.Context) (plan.State, error) {
	s := copied(p.past[len(p.past)-1])
	if len(p.past) < 2 {
		s.Undo = plan.ErrNoChange
	}
	if len(p.future) == 0 {
		s.Redo = plan.ErrNoChange
	}
	return s, nil
}

// Do changes it.
func (p *pad) Do(ctx context.Context, _ string, edit func(*plan.State) error) (plan.State, error) {
	s, _ := p.Read(ctx)
	if err := edit(&s); err != nil {
		return s, err
	}
	p.past, p.future = append(p.past, s), nil
	return p.Read(ctx)
}

// Undo takes the last change back.
func (p *pad) Undo(ctx context.Context) (plan.State, string, error) {
	if len(p.past) < 2 {
		return plan.State{}, "", plan.ErrNoChange
	}
	last := len(p.past) - 1
	p.past, p.future = p.past[:last], append(p.future, p.past[last])
	s, err := p.Read(ctx)
	return s, "the last", err
}

// Redo does it again.
func (p *pad) Redo(ctx context.Context) (plan.State, string, error) {
	if len(p.future) == 0 {
		return plan.State{}, "", plan.ErrNoChange
	}
	last := len(p.future) - 1
	p.past, p.future = append(p.past, p.future[last]), p.future[:last]
	s, err := p.Read(ctx)
	return s, "the last", err
}

// weighed is a plan with one list: of its two creators one was read and judged, the
// other was not.
func weighed() *pad {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	member := func(n int) plan.Member {
		return plan.Member{Creator: creator(n).ID, Name: creator(n).Name, Platform: api.PhotoPlatform, Username: handle(n)}
	}
	l := plan.List{ID: "list", Name: "Oat drink", Brief: plan.Brief{Query: "oat milk", Rules: plan.Rules{Kinds: []api.FlagType{api.FlagProfanity}}}, Members: []plan.Member{member(0), member(1)}, Changed: at}
	l.Members[1].Quotes = []plan.Quote{{Words: "Hello there.", Source: "Oat milk", Place: plan.Place{Platform: api.VideoPlatform, ID: "M1IAa63gezN"}}}
	n := int64(4_800)
	return &pad{past: []plan.State{{Lists: []plan.List{l}, Last: l.ID, Views: []plan.View{{Name: "Short"}}, Facts: map[string]plan.Facts{creator(1).ID: {
		Profile: &api.Profile{ProfileSummary: api.ProfileSummary{Platform: api.PhotoPlatform, Username: handle(1), Followers: &n}, ProfileDetails: &api.ProfileDetails{}},
		Match:   &api.BriefMatch{Score: 0.8, Decision: api.DecisionGood, Reasons: []api.Reason{{Text: "Cooks.", Provenance: api.FromPost}}}, Against: l.Against(),
		Safety: &api.Safety{Rating: api.RatingB, Flags: []api.Flag{{Type: api.FlagProfanity, Description: "Swears.", Evidence: []string{"Damn."}}}},
	}}}}}
}

// whose is the creator that a reference names; accounts are those of the search.
func whose(r api.CreatorRef) api.CreatorBasic {
	for n := range 50 {
		if c := creator(n); r.CreatorID != nil && *r.CreatorID == c.ID || r.Username != nil && *r.Username == handle(n) {
			return c
		}
	}
	return api.CreatorBasic{}
}

// judgements answer what is asked of several creators at once.
func judgements(r *http.Request) (any, api.Credits) {
	var asked struct {
		Creators []api.CreatorRef
		Profiles []api.ProfileRef
		Posts    []api.PostRef
	}
	if r.Body == nil || json.NewDecoder(r.Body).Decode(&asked) != nil {
		return nil, 0
	}
	n := api.Credits(len(asked.Creators))
	switch r.URL.Path {
	case "/v1/profiles/lookup":
		found := api.Found[api.Profile, api.ProfileRef]{NotFound: []api.ProfileRef{}}
		for _, p := range asked.Profiles {
			found.Data = append(found.Data, api.Profile{ProfileSummary: api.ProfileSummary{Platform: p.Platform, Username: p.Username}, ProfileDetails: &api.ProfileDetails{}})
		}
		return found, 50 * api.Credits(len(asked.Profiles))
	case "/v1/posts/analyze":
		found := api.Found[api.PostAnalysis, api.PostRef]{NotFound: []api.PostRef{}}
		for _, p := range asked.Posts {
			found.Data = append(found.Data, api.PostAnalysis{Input: p, Post: api.Post{ID: *p.PostID}, AIAnalysis: &api.Grounds{}})
		}
		return found, 1500 * api.Credits(len(asked.Posts))
	case "/v1/creators/match":
		found := api.Found[api.MatchResult, api.CreatorRef]{NotFound: []api.CreatorRef{}}
		for _, c := range asked.Creators {
			found.Data = append(found.Data, api.MatchResult{Creator: api.CreatorCard{ID: *c.CreatorID}, Input: c, Match: api.BriefMatch{Score: 0.5, Decision: api.DecisionNeutral, Reasons: []api.Reason{}}})
		}
		return found, 100 * n
	case "/v1/brand-safety/creators":
		found := api.Found[api.CreatorSafety, api.CreatorRef]{NotFound: []api.CreatorRef{}}
		for _, c := range asked.Creators {
			who := whose(c)
			if who.ID == "" {
				found.NotFound = append(found.NotFound, c)
				continue
			}
			found.Data = append(found.Data, api.CreatorSafety{Input: c, Creator: api.CreatorCard{ID: who.ID, Name: who.Name}, Safety: api.Safety{
				Rating: api.RatingB, Summary: "One post was read.", Flags: []api.Flag{{Type: api.FlagProfanity, Description: "Swears.", Evidence: []string{"Damn."}, Examples: []string{"damn"}}},
			}})
		}
		return found, 2 * api.Credit * api.Credits(len(found.Data))
	case "/v1/creator-emails/lookup":
		if n > 0 {
			c := asked.Creators[0]
			return api.One[api.EmailAnswer]{Data: api.EmailAnswer{
				Results: []api.EmailResult{{Input: c, CreatorID: c.CreatorID, Resolved: true, Emails: []api.Email{{Email: "one@studio.example", Status: api.EmailValid}}}},
				Billing: api.EmailBilling{BillableResults: 1, CreditsCharged: 5 * api.Credit},
			}}, 5 * api.Credit
		}
	}
	return nil, 0
}

package review

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/views/view"
)

// postsJudged is the number of newest posts read for the paid share and the languages.
const postsJudged = 10

// anyPost stands for posts of which only the price is asked. Nothing is kept of it.
var anyPost = uuid.Nil.String()

// pass is one way through what is missing: a request for each of the kinds that
// takes all creators at once, and for the others one by one. What arrived stays
// when a later request fails.
type pass struct {
	client   *client.Client
	opts     []client.Option
	out      filled
	receipts []client.Receipt
	shown    error // a request that was only shown
	unknown  error // somebody who is not known there; the others are read
	refused  []client.Receipt
}

func (s *Screen) reading(all []hole) func(context.Context, ...client.Option) (filled, client.Receipt, error) {
	c, l := s.env.Client, s.list()
	intent, against := l.Brief.Intent(l.Name), s.against()
	of := map[kind][]plan.Member{}
	for _, h := range all {
		of[h.kind] = append(of[h.kind], h.Member)
	}
	return func(ctx context.Context, opts ...client.Option) (filled, client.Receipt, error) {
		p := pass{client: c, opts: opts, out: filled{}}
		var err error
		for _, read := range []struct {
			kind kind
			all  func([]plan.Member) error
		}{
			{profile, func(ms []plan.Member) error { return p.profiles(ctx, ms) }},
			{match, func(ms []plan.Member) error { return p.matches(ctx, ms, intent, against) }},
			{safety, func(ms []plan.Member) error { return p.safety(ctx, ms) }},
		} {
			if ms := of[read.kind]; err == nil && len(ms) > 0 {
				err = read.all(ms)
			}
		}
		for _, m := range of[alike] {
			if err == nil {
				err = p.usual(ctx, m)
			}
		}
		for _, m := range of[posted] {
			if err == nil {
				err = p.posted(ctx, m)
			}
		}
		first, last := p.receipts, p.refused // the one that the error is of is the last
		if err != nil {
			first, last = last, first
		}
		return p.out, c.Together(append(first, last...)...), cmp.Or(err, p.shown, p.unknown)
	}
}

func (p *pass) set(m plan.Member, f plan.Facts) { p.out[m.Key()] = merged(p.out[m.Key()], f, f.Read) }

// done notes how a request ended, and returns what ends the way.
func (p *pass) done(r client.Receipt, err error) error {
	switch {
	case client.KindOf(err) == client.KindDryRun:
		p.shown, err = err, nil
	case client.Is(err, api.CodeNotFound) || client.Is(err, api.CodeSeedNotFound):
		p.unknown, p.refused = err, append(p.refused, r)
		return nil
	}
	p.receipts = append(p.receipts, r)
	return err
}

func (p *pass) profiles(ctx context.Context, ms []plan.Member) error {
	refs := each.Of(ms, func(m plan.Member) api.ProfileRef { return api.ProfileRef{Platform: m.Platform, Username: m.Username} })
	found, r, err := p.client.Profiles(ctx, refs, api.ModeDetailed, p.opts...)
	for _, one := range found.Data {
		if i := slices.IndexFunc(ms, func(m plan.Member) bool { return m.Platform == one.Platform && m.Username == one.Username }); i >= 0 {
			p.set(ms[i], plan.Facts{Profile: &one})
		}
	}
	return p.done(r, err)
}

func (p *pass) matches(ctx context.Context, ms []plan.Member, intent api.Intent, against string) error {
	found, r, err := p.client.Match(ctx, view.CreatorRefs(ms), intent, p.opts...)
	for _, v := range found.Data {
		p.set(view.MemberOf(v.Input), plan.Facts{Match: &v.Match, Against: against})
	}
	return p.done(r, err)
}

func (p *pass) safety(ctx context.Context, ms []plan.Member) error {
	found, r, err := p.client.SafetyOfCreators(ctx, view.CreatorRefs(ms), p.opts...)
	for _, v := range found.Data {
		p.set(view.MemberOf(v.Input), plan.Facts{Safety: &v.Safety})
	}
	return p.done(r, err)
}

// usual is the engagement of those alike, as the creator's own screen asks for
// them.
func (p *pass) usual(ctx context.Context, m plan.Member) error {
	found, r, err := p.client.Lookalike(ctx, view.AlikeRequest(m), p.opts...)
	if err == nil {
		usual := view.UsualOf(found.Data)
		p.set(m, plan.Facts{Usual: &usual})
	}
	return p.done(r, err)
}

// posted reads the newest posts, as the creator's own screen does, and has the
// first of them analysed.
func (p *pass) posted(ctx context.Context, m plan.Member) error {
	params := client.PostsParams{CreatorID: m.Creator, Sort: api.SortRecent, Limit: view.PostsPage}
	if m.Creator == "" {
		params.Platform, params.Username = m.Platform, m.Username
	}
	page, r, err := p.client.Posts(ctx, params, p.opts...)
	done := p.done(r, err)
	posts := postRefs(page.Data)
	switch {
	case client.KindOf(err) == client.KindDryRun:
		posts = []api.PostRef{{PostID: &anyPost}} // which there are is not known before they are read
	case err != nil:
		return done
	}
	if len(posts) == 0 {
		p.set(m, plan.Facts{Posted: &plan.Posted{}})
		return nil
	}
	found, r, err := p.client.Analyze(ctx, posts, []api.AnalyzeFeature{api.FeatureAI}, p.opts...)
	if err == nil {
		p.set(m, plan.Facts{Posted: told(found.Data)})
	}
	return p.done(r, err)
}

// postRefs name the posts that are analysed; one without an id by its address.
func postRefs(all []api.Post) (refs []api.PostRef) {
	for _, one := range all[:min(len(all), postsJudged)] {
		switch {
		case one.ID != "":
			refs = append(refs, api.PostRef{PostID: &one.ID})
		case one.URL != "":
			refs = append(refs, api.PostRef{URL: &one.URL})
		}
	}
	return refs
}

func told(all []api.PostAnalysis) *plan.Posted {
	t, count := &plan.Posted{Of: len(all)}, map[string]int{}
	for _, a := range all {
		if a.IsSponsored {
			t.Paid++
		}
		if a.AIAnalysis == nil || a.AIAnalysis.Language == nil || *a.AIAnalysis.Language == "" {
			continue
		}
		name := english.Language(*a.AIAnalysis.Language)
		if count[name]++; count[name] == 1 {
			t.Languages = append(t.Languages, name)
		}
	}
	slices.SortStableFunc(t.Languages, func(a, b string) int { return count[b] - count[a] })
	return t
}

package view

import (
	"context"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/brief"
	"greenroom/internal/each"
	"greenroom/ui/text"
)

// Preview holds the outlook of a search, and the conditions to relax where it would find
// nobody good.
type Preview struct {
	api.SearchPreview
	Relax   []Relaxation
	Unlived []api.Filter // places that it asks for, where nobody is known to live
}

// Relaxation is a query without one of its conditions, and what it would find for a limit.
// Topics that nobody writes of go with it: they keep nobody out, and nobody proves them.
type Relaxation struct {
	Without []string
	Query   string
	Found   api.SearchPreview
	Limit   int
}

// relaxTried limits the conditions that are tried, relaxTold those that are offered.
const relaxTried, relaxTold = 6, 4

// Foresee is a call that asks for nothing what a query would find; with relax also what
// it would without each of its conditions, where nothing of it is good. Where that is so, or one
// of several places would do, it also asks in which of them nobody lives.
func (e *Env) Foresee(query string, limit int, relax bool) func(context.Context, ...client.Option) (Preview, client.Receipt, error) {
	c := e.Client
	return func(ctx context.Context, opts ...client.Option) (Preview, client.Receipt, error) {
		look := func(q string) (api.SearchPreview, client.Receipt, error) {
			return c.Interpret(ctx, api.SearchRequest{Query: q, Limit: &limit}, opts...)
		}
		p, receipt, err := look(query)
		out := Preview{SearchPreview: p}
		if err == nil {
			out.Unlived = unlived(p, look)
		}
		if err != nil || !relax || p.GoodMatches > 0 || !p.Interpretation.Narrows() {
			return out, receipt, err
		}
		conditions := Conditions(query, p.Interpretation)
		idle := unheard(conditions, p.Interpretation)
		if p.FilteredTotal == 0 {
			idle = append(idle, each.Of(out.Unlived, func(f api.Filter) string { return f.Text })...)
		}
		tries := [][]string{idle}
		for _, words := range conditions {
			if !slices.Contains(idle, words) {
				tries = append(tries, append(slices.Clip(idle), words))
			}
		}
		for _, words := range tries {
			q := query
			for _, w := range words {
				q = brief.Without(q, w)
			}
			if q == query {
				continue
			}
			less, _, err := look(q)
			if err != nil {
				break
			}
			if less.Interpretation.Narrows() && (less.GoodMatches > 0 || less.FilteredTotal > p.FilteredTotal) {
				out.Relax = append(out.Relax, Relaxation{words, q, less, limit})
			}
		}
		slices.SortStableFunc(out.Relax, func(a, b Relaxation) int { return b.Found.GoodMatches - a.Found.GoodMatches })
		out.Relax = out.Relax[:min(len(out.Relax), relaxTold)]
		return out, receipt, nil
	}
}

// unlived are the places of a search where nobody is known to live, by asking for them alone.
func unlived(p api.SearchPreview, look func(string) (api.SearchPreview, client.Receipt, error)) (all []api.Filter) {
	places := each.Where(p.Interpretation.Filters, func(f api.Filter) bool { return f.Field == api.FieldLocation && f.Text != "" })
	if p.GoodMatches > 0 && len(places) == 1 {
		return nil
	}
	for _, f := range places[:min(len(places), relaxTried)] {
		alone, _, err := look("creators " + f.Text)
		is := func(o api.Filter) bool { return o.Field == f.Field && o.Value == f.Value }
		if err == nil && slices.ContainsFunc(alone.Interpretation.Filters, is) && alone.FilteredTotal == alone.Interpretation.MayMatch.Count() && !slices.ContainsFunc(all, is) {
			all = append(all, f)
		}
	}
	return all
}

// Places names the places where nobody is known to live; empty where there is none.
func (p Preview) Places() text.Text {
	return text.Join(each.Of(p.Unlived, func(f api.Filter) text.Text { return text.Format("%v", f.Value) }), text.Const(" or "))
}

// SaysUnlived says where nobody is known to live; empty where there is no such place.
func (p Preview) SaysUnlived() text.Text {
	return text.When(len(p.Unlived) > 0, "Nobody held here is known to live in %s.", p.Places())
}

// unheard are the topics among some words that the service says nobody writes of.
func unheard(among []string, in api.Interpretation) (all []string) {
	for _, t := range in.Topics {
		if slices.Contains(among, t) && slices.ContainsFunc(in.Unused, func(u api.Unused) bool { return u.Text == t }) {
			all = append(all, t)
		}
	}
	return all
}

// Conditions returns the words of a query that each ask for something, as they stand
// there.
func Conditions(query string, in api.Interpretation) (all []string) {
	add := func(words string) {
		if words != "" && words != query && strings.Contains(query, words) && !slices.Contains(all, words) && len(all) < relaxTried {
			all = append(all, words)
		}
	}
	for _, f := range in.Filters {
		add(f.Text)
	}
	for _, e := range in.Excluded {
		add(brief.Clause(query, e.Text))
	}
	for _, t := range in.Topics {
		add(t)
	}
	return all
}

// Says tells what relaxing would find and cost: "without “German-speaking”: 61 match, 12
// good, up to 75 cr".
func (r Relaxation) Says() text.Text {
	return text.Format("without “%s”: %s, up to %s cr", strings.Join(r.Without, "”, “"), matching(r.Found, r.Limit, ", "), Amount(r.Found.CreditsAtMost))
}

// Certain counts those who match, and apart from them those who may.
func Certain(p api.SearchPreview) (match, may int64) {
	n := p.Interpretation.MayMatch.Count()
	return int64(p.FilteredTotal - n), int64(n)
}

// matching says how many match, how many are good, and how many more may match.
func matching(p api.SearchPreview, limit int, sign string) text.Text {
	match, may := Certain(p)
	return text.Format("%s match, %s%s", text.Thousands(match), Good(p, limit), text.When(may > 0, "%s%s more may match", sign, text.Thousands(may)))
}

// Good says how many of those that match are good, who are counted up to the limit: "25+
// good" where there may be more.
func Good(p api.SearchPreview, limit int) text.Text {
	return text.Format("%d%s good", p.GoodMatches, text.When(p.GoodMatches >= limit && p.FilteredTotal > limit, "+"))
}

// Nobody says what a search comes to that finds nobody.
var Nobody = text.Const("Nobody matches, so nothing is searched or charged.")

// Finds says how many a search would find, how many of them are good, and how many of
// those found are held already, and paid again.
func (e *Env) Finds(p api.SearchPreview, limit int) text.Text {
	all := matching(p, limit, ". ")
	switch n, counted := p.Holds(e.Plan.Creators()...); {
	case !p.Interpretation.Narrows():
		return text.Format("The query tells no creator from another: it finds everybody, %s.", text.Thousands(int64(p.FilteredTotal)))
	case p.FilteredTotal == 0:
		return Nobody
	case !counted:
		return text.Format("%s. How many of those found you hold already is not known.", all)
	case n == 0:
		return text.Format("%s. You hold none of the %d found.", all, min(limit, len(p.Digests)))
	default:
		return text.Format("%s. You hold %d of the %d found already; the search charges for them again.", all, n, min(limit, len(p.Digests)))
	}
}

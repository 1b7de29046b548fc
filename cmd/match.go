package cmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client"
)

func newMatch(at *reach) *cobra.Command {
	var query, about string
	c := endpoint{
		use: "match CREATOR...", group: groupVet, short: "Score creators against a brief",
		long: `Match scores creators against the brief in --query, for 0.1 credits each:
good, neutral or avoid, with the reasons.`,
		example: `greenroom match --query "a protein bar" --context @brief.txt @lenacooks`,
		least:   1, most: anyNumber, what: "creators, as ids, @handles, PLATFORM:NAME or addresses",
		prints: []any{api.MatchResult{}},
		work: func(ctx context.Context, j *job) error {
			in, err := intent(query, about)
			if err != nil {
				return err
			}
			refs, err := j.creatorRefs(ctx, j.items)
			if err != nil || len(refs) == 0 {
				return j.incomplete(err)
			}
			f, _, err := j.client.Match(ctx, refs, in, j.options()...)
			return found(j, f, creatorWord, matches, err)
		},
	}.command(at)
	c.Flags().StringVar(&query, "query", "", "what the campaign looks for: TEXT of up to 500 characters")
	c.Flags().StringVar(&about, "context", "", "more about the campaign: TEXT of up to 2,000 characters, or @FILE")
	return c
}

// intent is a brief; @ in front of the context names a file that holds it.
func intent(query, about string) (api.Intent, error) {
	if strings.TrimSpace(query) == "" {
		return api.Intent{}, usage("--query is missing: what does the campaign look for?")
	}
	in := api.Intent{Query: query}
	if name, file := strings.CutPrefix(about, "@"); file {
		text, err := readText(name)
		if err != nil {
			return in, usageError{fmt.Errorf("--context: %w", err)}
		}
		about = text
	}
	if about != "" {
		in.Context = &about
	}
	return in, nil
}

// readText reads a small file.
func readText(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, longestText+1))
	if err == nil && len(raw) > longestText {
		err = fmt.Errorf("%s is larger than %d bytes", name, longestText)
	}
	return strings.TrimSpace(string(raw)), err
}

// longestText is the most bytes of a file that holds one thing to send.
const longestText = 64 << 10

var matches = sheet[api.MatchResult]{
	[]string{"DECISION", "SCORE", "CREATOR", "WHY", "ID"},
	func(m api.MatchResult) []string {
		var why []string
		for _, r := range m.Match.Reasons {
			why = append(why, r.Text)
		}
		return []string{string(m.Match.Decision), fmt.Sprintf("%.2f", m.Match.Score), m.Creator.Name, strings.Join(why, "; "), m.Creator.ID}
	},
}

// likeness is what a look-alike search can be told.
type likeness struct {
	limit     int
	mode      string
	platforms []string
	narrow    narrowing
}

func newLookalike(at *reach) *cobra.Command {
	var l likeness
	c := endpoint{
		use: "lookalike SEED...", group: groupFind, short: "Find creators that resemble others",
		long: `Lookalike finds creators that resemble 1 to 10 seeds, best first, for 1
credit each and 0.05 for each profile of theirs with --mode detailed: one
page of --limit, or with --all every page. A seed is a creator, with a
weight from 0 to 1 behind it where some count more than others.`,
		example: "greenroom lookalike @lenacooks @marques_runs=0.5 --followers 10k-100k",
		least:   1, most: api.SeedsMax, what: "1 to 10 creators, as ids, @handles, PLATFORM:NAME or addresses, each perhaps with =WEIGHT",
		prints: []any{api.LookalikeResult{}}, pages: true, work: l.work,
	}.command(at)
	c.Flags().IntVar(&l.limit, "limit", api.LimitDefault, "the creators of a page, 1 to 100")
	c.Flags().StringVar(&l.mode, "mode", string(api.ModeLite), "lite, or detailed with the profiles of each")
	c.Flags().StringSliceVar(&l.platforms, "platform", nil, "only creators on these PLATFORMS")
	l.narrow.flags(c)
	return c
}

func (l *likeness) work(ctx context.Context, j *job) error {
	r, err := l.request(ctx, j)
	if err != nil || len(j.missed) > 0 {
		return j.incomplete(err)
	}
	if j.flags.all {
		return streamed(j, lookalikes, j.client.LookalikeAll(ctx, r, j.options()...))
	}
	page, _, err := j.client.Lookalike(ctx, r, j.options()...)
	return paged(j, page, lookalikes, err)
}

func (l *likeness) request(ctx context.Context, j *job) (api.LookalikeRequest, error) {
	mode := api.ProfileMode(l.mode)
	r := api.LookalikeRequest{Limit: &l.limit, Mode: &mode}
	for _, item := range j.items {
		seed, err := j.seed(ctx, item)
		if err != nil {
			return r, err
		}
		r.Seeds = append(r.Seeds, seed)
	}
	n := l.narrow
	if n.followers.given() != nil || n.engagement.given() != nil || n.verified || len(l.platforms) > 0 {
		r.Filters = &api.LookalikeFilters{
			Followers: n.followers.given(), EngagementRate: n.engagement.given(), Verified: n.only(),
			Platforms: wordsAs[api.Platform](l.platforms),
		}
	}
	return r, nil
}

// seed reads a creator with a weight behind it, if there is one.
func (j *job) seed(ctx context.Context, item string) (api.Seed, error) {
	var seed api.Seed
	name := item
	if at := strings.LastIndexByte(item, '='); at > 0 {
		w, err := strconv.ParseFloat(item[at+1:], 64)
		if err == nil {
			name, seed.Weight = item[:at], &w
		}
		if err == nil && !(w >= 0 && w <= 1) {
			return seed, usage("a weight is 0 to 1, and that of " + item + " is not")
		}
	}
	refs, err := j.creatorRefs(ctx, []string{name})
	if err == nil && len(refs) == 1 {
		seed.CreatorID, seed.Platform, seed.Username = refs[0].CreatorID, refs[0].Platform, refs[0].Username
	}
	return seed, err
}

var lookalikes = sheet[api.LookalikeResult]{
	[]string{"CREATOR", "HANDLE", "FOLLOWERS", "ENG.", "LIKE", "SHARED", "ID"},
	func(r api.LookalikeResult) []string {
		cells := append([]string{r.Creator.Name}, profileCells(r.PrimaryProfile)...)
		return append(cells, fmt.Sprintf("%.2f", r.Similarity.Score), strings.Join(r.Similarity.SharedTraits, "; "), r.Creator.ID)
	},
}

func newHealth(at *reach) *cobra.Command {
	return endpoint{
		use: "health", group: groupHere, short: "Ask whether the service is up", example: "greenroom health -q",
		words: true, what: "no words", prints: []any{api.Health{}},
		work: func(ctx context.Context, j *job) error {
			h, _, err := j.client.Health(ctx, j.options()...)
			if err == nil && !h.OK {
				err = &client.Error{Kind: client.KindAPI, Op: "ask for health", Message: "The service says that it is not well."}
			}
			if err != nil {
				return err
			}
			return one(j, h, func(w io.Writer) { fmt.Fprintf(w, "up, %s by its clock\n", moment(&h.Timestamp)) })
		},
	}.command(at)
}

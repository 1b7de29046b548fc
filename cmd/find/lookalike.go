package find

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
)

// likeness holds the flags of a look-alike search.
type likeness struct {
	limit int
	mode  string
	filters
}

func lookalike(at *run.At) *cobra.Command {
	var l likeness
	return run.Command{
		Use: "lookalike SEED...", Short: "Find lookalikes of creators",
		Long: fmt.Sprintf(`Lookalike finds creators similar to 1 to %d seed creators, closest first. Each
costs %s credit, plus %s per profile with --mode detailed. It prints one page of
--limit, or every page with --all. To make a seed count less, add a weight from
0 to 1.`,
			api.SeedsMax, api.PriceOf(api.OpLookalike).PerItem, api.PriceOf(api.OpLookalikeProfiles).PerItem),
		Example: "greenroom lookalike @lenacooks @marques_runs=0.5 --followers 10k-100k",
		Takes: run.Words{What: fmt.Sprintf("1 to %d creators, as ids, @handles, PLATFORM:NAME or URLs, each optionally with =WEIGHT", api.SeedsMax),
			Least: 1, Most: api.SeedsMax, Items: true}.Of(run.Accounts),
		Prints: []any{api.LookalikeResult{}}, Pages: true, Work: l.work,
		Flags: func(f *pflag.FlagSet) {
			f.IntVar(&l.limit, "limit", api.LimitDefault, fmt.Sprintf("creators per page, %d to %d", api.LimitMin, api.LimitMax))
			f.StringVar(&l.mode, "mode", string(api.ModeLite), "lite, or detailed with the profiles of each creator")
			l.flags(f)
		},
	}.New(at)
}

func (l *likeness) work(ctx context.Context, j *run.Job) error {
	r, err := l.request(ctx, j)
	if err != nil || j.Missed() {
		return j.Incomplete(err)
	}
	first := func() (api.Page[api.LookalikeResult], client.Receipt, error) {
		return j.Client.Lookalike(ctx, r, j.Options()...)
	}
	return run.Paged(j, first, j.Client.LookalikeAll(ctx, r, j.Options()...), lookalikes.Draw)
}

func (l *likeness) request(ctx context.Context, j *run.Job) (api.LookalikeRequest, error) {
	mode := api.ProfileMode(l.mode)
	r := api.LookalikeRequest{Limit: &l.limit, Mode: &mode}
	for _, item := range j.Items {
		seed, err := seedOf(ctx, j, item)
		if err != nil {
			return r, err
		}
		r.Seeds = append(r.Seeds, seed)
	}
	f := api.LookalikeFilters{
		Followers: l.followers.Given(), EngagementRate: l.engagement.Given(), Verified: l.only(), Platforms: run.WordsAs[api.Platform](l.platforms),
	}
	if f.Followers != nil || f.EngagementRate != nil || f.Verified != nil || f.Platforms != nil {
		r.Filters = &f
	}
	return r, nil
}

// seedOf reads a creator with a weight behind it, if there is one.
func seedOf(ctx context.Context, j *run.Job, item string) (api.Seed, error) {
	var seed api.Seed
	name := item
	if at := strings.LastIndexByte(item, '='); at > 0 {
		w, err := strconv.ParseFloat(item[at+1:], 64)
		if err == nil {
			name, seed.Weight = item[:at], &w
		}
		if err == nil && !(w >= 0 && w <= 1) {
			return seed, run.Usagef("weights go from 0 to 1; that of %s does not", item)
		}
	}
	refs, err := run.CreatorRefs(ctx, j, []string{name})
	if err == nil && len(refs) == 1 {
		seed.CreatorID, seed.Platform, seed.Username = refs[0].CreatorID, refs[0].Platform, refs[0].Username
	}
	return seed, err
}

var lookalikes = output.Sheet[api.LookalikeResult]{
	Head: []string{"CREATOR", "HANDLE", "FOLLOWERS", "ER/FOLLOWER", "LIKE", "SHARED", "ID"},
	Row: func(r api.LookalikeResult) []string {
		cells := append([]string{r.Creator.Name}, run.ProfileCells(r.PrimaryProfile)...)
		return append(cells, fmt.Sprintf("%.2f", r.Similarity.Score), strings.Join(r.Similarity.SharedTraits, "; "), r.Creator.ID)
	},
}

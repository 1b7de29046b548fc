package cmd

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
)

func newProfiles(at *reach) *cobra.Command {
	var mode string
	c := endpoint{
		use: "profiles PROFILE|CREATOR...", group: groupVet, short: "Show stored profiles",
		long: `Profiles reads stored profiles: one account as PLATFORM:NAME or by its
address, all accounts of a creator by id or @NAME. Mode lite is cheaper and
leaves averages, growth and activity out.`,
		example: "greenroom profiles photoplatform:lenacooks --mode lite\ngreenroom profiles @lenacooks -o csv --fields username,metrics.followers",
		least:   1, most: anyNumber, what: "profiles, as PLATFORM:NAME or addresses, or creators, as ids or @handles",
		prints: []any{api.Profile{}},
		work: func(ctx context.Context, j *job) error {
			return profilesOf(ctx, j, api.ProfileMode(mode))
		},
	}.command(at)
	c.Flags().StringVar(&mode, "mode", string(api.ModeDetailed), "how much of a profile: lite or detailed")
	return c
}

func profilesOf(ctx context.Context, j *job, mode api.ProfileMode) error {
	accounts, owners, err := j.sorted()
	if err != nil {
		return err
	}
	if len(accounts) == 1 && !j.many {
		p, _, err := j.client.Profile(ctx, accounts[0].Platform, accounts[0].Username, mode, j.options()...)
		if err != nil {
			return err
		}
		return one(j, p, func(w io.Writer) { printProfile(w, p) })
	}
	all := api.Found[api.Profile, api.ProfileRef]{}
	if len(accounts) > 0 {
		if all, _, err = j.client.Profiles(ctx, accounts, mode, j.options()...); err != nil && client.KindOf(err) != client.KindDryRun {
			return found(j, all, profileWord, profileSheet, err)
		}
	}
	for _, item := range owners {
		var of []api.Profile
		if of, err = j.profilesOfOwner(ctx, item, mode); err != nil && client.KindOf(err) != client.KindDryRun {
			break
		}
		all.Data = append(all.Data, of...)
	}
	return found(j, all, profileWord, profileSheet, err)
}

// sorted parts the items into accounts and creators.
func (j *job) sorted() (accounts []api.ProfileRef, owners []string, err error) {
	for _, item := range j.items {
		t, err := account(item)
		switch {
		case err != nil:
			return nil, nil, err
		case t.Kind == client.TargetHandle && t.Platform != "":
			accounts = append(accounts, api.ProfileRef{Platform: t.Platform, Username: t.Value})
		default:
			owners = append(owners, item)
		}
	}
	return accounts, owners, nil
}

// profilesOfOwner are those of one creator; none where there is no such creator,
// which is noted as missing.
func (j *job) profilesOfOwner(ctx context.Context, item string, mode api.ProfileMode) ([]api.Profile, error) {
	id, err := j.creatorID(ctx, item)
	if err != nil || id == "" {
		return nil, err
	}
	of, _, err := j.client.CreatorProfiles(ctx, id, mode, j.options()...)
	if client.Is(err, api.CodeNotFound) {
		j.miss(item, err)
		return nil, nil
	}
	return of, err
}

var profileSheet = sheet[api.Profile]{
	[]string{"PLATFORM", "HANDLE", "FOLLOWERS", "ENG.", "30 DAYS", "VERIFIED", "URL"},
	func(p api.Profile) []string {
		growth := text.Unknown
		if p.ProfileDetails != nil {
			growth = text.PercentOf(p.Growth.Followers30dPct)
		}
		cells := append([]string{string(p.Platform)}, profileCells(&p.ProfileSummary)...)
		return append(cells, growth.String(), yes(p.IsVerified), p.URL)
	},
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func printProfile(w io.Writer, p api.Profile) {
	var t table
	t.add("Handle", string(p.Platform)+":"+p.Username)
	t.add("Name", written(p.DisplayName))
	t.add("Creator", p.CreatorID)
	t.add("Followers", text.CountOf(p.Followers).String())
	t.add("Engagement", text.PercentOf(p.EngagementRate).String())
	t.add("Verified", yes(p.IsVerified))
	if p.Bio != nil {
		t.addWrapped("Bio", *p.Bio)
	}
	if d := p.ProfileDetails; d != nil {
		t.add("Category", written(d.Category))
		t.add("Following", text.CountOf(d.Metrics.Following).String())
		t.add("Posts", text.CountOf(d.Metrics.Posts).String())
		t.add("30 days", text.PercentOf(d.Growth.Followers30dPct).String())
		t.add("Last post", moment(d.Activity.LastPostAt))
	}
	t.add("Links", strings.Join(p.ExternalURLs, ", "))
	t.add("Url", p.URL)
	t.write(w)
}

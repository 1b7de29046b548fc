package vet

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/local"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/ui/text"
)

func profiles(at *run.At) *cobra.Command {
	var mode string
	return run.Command{
		Use: "profiles PROFILE|CREATOR...", Short: "Show stored profiles",
		Long: fmt.Sprintf(`Profiles reads stored profiles: one account by PLATFORM:NAME or URL, or the
accounts of a creator by id or @NAME, the %d largest where it is not known yet
which there are. Mode lite is cheaper and leaves out averages, growth and activity.`, api.AccountsMax),
		Example: "greenroom profiles photoplatform:lenacooks --mode lite\ngreenroom profiles @lenacooks -o csv --fields username,metrics.followers",
		Takes:   run.Items("profiles, as PLATFORM:NAME or URLs, or creators, as ids or @handles").Of(run.Accounts), Prints: []any{api.Profile{}},
		Flags: func(f *pflag.FlagSet) {
			f.StringVar(&mode, "mode", string(api.ModeDetailed), "how much detail: lite or detailed")
		},
		Work: func(ctx context.Context, j *run.Job) error { return readProfiles(ctx, j, api.ProfileMode(mode)) },
	}.New(at)
}

func readProfiles(ctx context.Context, j *run.Job, mode api.ProfileMode) error {
	accounts, owners, err := accountsAndOwners(j.Items)
	if err != nil {
		return err
	}
	if len(accounts) == 1 && !j.Many {
		p, _, err := j.Client.Profile(ctx, accounts[0].Platform, accounts[0].Username, mode, j.Options()...)
		return run.Print(j, p, err, func(w io.Writer, p api.Profile) { printProfile(w, p, overTime(ctx, j, p)) })
	}
	var all api.Found[api.Profile, api.ProfileRef]
	if len(accounts) > 0 {
		all, _, err = j.Client.Profiles(ctx, accounts, mode, j.Options()...)
	}
	for _, item := range owners {
		if err != nil && !run.Dry(err) {
			break
		}
		var of []api.Profile
		of, err = profilesOf(ctx, j, item, mode)
		all.Data = append(all.Data, of...)
	}
	return run.Found(j, all, err, run.Batch[api.Profile, api.ProfileRef]{Sheet: profileSheet, Word: run.ProfileWord})
}

func accountsAndOwners(items []string) (accounts []api.ProfileRef, owners []string, err error) {
	for _, item := range items {
		t, err := run.Account(item)
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

// profilesOf are those of one creator; none where there is no such creator,
// which is noted as missing.
func profilesOf(ctx context.Context, j *run.Job, item string, mode api.ProfileMode) ([]api.Profile, error) {
	id, err := run.CreatorID(ctx, j, item)
	if err != nil || id == "" {
		return nil, err
	}
	of, _, err := j.Client.CreatorProfiles(ctx, id, mode, j.Options()...)
	if client.Is(err, api.CodeNotFound) {
		j.Miss(item, err)
		return nil, nil
	}
	if len(of) == api.AccountsMax {
		j.Note(fmt.Sprintf("%s may have more than these %d accounts: greenroom creator lists them, and then this reads them all.", item, len(of)))
	}
	return of, err
}

var profileSheet = output.Sheet[api.Profile]{
	Head: []string{"PLATFORM", "HANDLE", "FOLLOWERS", "ER/FOLLOWER", "30 DAYS", "VERIFIED", "URL"},
	Row: func(p api.Profile) []string {
		growth := text.Unknown
		if p.ProfileDetails != nil {
			growth = text.PercentOf(p.Growth.Followers30dPct)
		}
		cells := append([]string{string(p.Platform)}, run.ProfileCells(&p.ProfileSummary)...)
		return append(cells, growth.String(), output.Yes(p.IsVerified), p.URL)
	},
}

// overTime is the line of an account's followers in words; "" for less than two
// readings.
func overTime(ctx context.Context, j *run.Job, p api.Profile) string {
	list, err := j.Conn.Numbers(ctx, p.Platform, p.Username)
	if err != nil {
		return "the kept numbers could not be read"
	}
	list = slices.DeleteFunc(list, func(s local.Snapshot) bool { return s.Followers == nil })
	if len(list) < 2 {
		return ""
	}
	first, last := list[0], list[len(list)-1]
	return fmt.Sprintf("%s on %s, %s on %s, in %d readings", text.CountOf(first.Followers), first.At.Format(time.DateOnly),
		text.CountOf(last.Followers), last.At.Format(time.DateOnly), len(list))
}

func printProfile(w io.Writer, p api.Profile, over string) {
	var t output.Rows
	t.Add("Handle", string(p.Platform)+":"+p.Username)
	t.Add("Name", output.Some(p.DisplayName))
	t.Add("Creator", p.CreatorID)
	t.Add("Followers", text.CountOf(p.Followers).String())
	if over != "" {
		t.Add("Over time", over)
	}
	t.Add("Engagement", text.PercentOf(p.EngagementRate).String())
	t.Add("Verified", output.Yes(p.IsVerified))
	if p.Bio != nil {
		t.AddWrapped("Bio", *p.Bio)
	}
	if d := p.ProfileDetails; d != nil {
		t.Add("Category", output.Some(d.Category))
		t.Add("Following", text.CountOf(d.Metrics.Following).String())
		t.Add("Posts", text.CountOf(d.Metrics.Posts).String())
		t.Add("30 days", text.PercentOf(d.Growth.Followers30dPct).String())
		t.Add("Last post", output.Moment(d.Activity.LastPostAt))
	}
	t.Add("Links", strings.Join(p.ExternalURLs, ", "))
	t.Add("Url", p.URL)
	t.Write(w)
}

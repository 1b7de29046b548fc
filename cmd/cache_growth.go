package cmd

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"greenroom/client/local"
	"greenroom/config"
)

// growthLine is what an account had at a moment, as it is printed. Change is
// that of the followers since the line before, in per cent.
type growthLine struct {
	At         time.Time `json:"at"`
	Followers  *int64    `json:"followers"`
	Change     *float64  `json:"change_pct"`
	Following  *int64    `json:"following"`
	Posts      *int64    `json:"posts"`
	Engagement *float64  `json:"engagement_rate"`
}

func newCacheGrowth(at *reach) *cobra.Command {
	c := &cobra.Command{
		Use: "growth PLATFORM:NAME|URL", Short: "Show the numbers of an account over time, as they were read here",
		Long: `Growth shows the numbers of an account each time they had changed: from
searches, creators, profiles and live profiles that were read here.`,
		Example: "greenroom cache growth photoplatform:lenacooks\ngreenroom cache growth photoplatform:lenacooks -o csv",
		Args:    takes(1, 1, "one account, such as photoplatform:lenacooks"),
	}
	var format printing
	format.listFlags(c)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		account, err := profileRef(args[0])
		if err != nil {
			return err
		}
		return withMemory(cmd.Context(), *at, func(ctx context.Context, m *local.Memory, set config.Settings) error {
			list, err := m.Snapshots(ctx, homeOf(set), account.Platform, account.Username)
			if err != nil {
				return err
			}
			if len(list) == 0 {
				return &absent{"No numbers of " + string(account.Platform) + ":" + account.Username + " are kept. Read the creator or the profile first."}
			}
			lines := growthLines(list)
			return printItems(cmd, &format, lines, tabled(func(t *table) { drawGrowth(t, lines) }))
		})
	}
	return c
}

func growthLines(list []local.Snapshot) []growthLine {
	lines := make([]growthLine, len(list))
	var before *int64
	for i, s := range list {
		lines[i] = growthLine{At: s.At.UTC(), Followers: s.Followers, Following: s.Following, Posts: s.Posts, Engagement: s.EngagementRate}
		if s.Followers == nil {
			continue
		}
		if before != nil && *before != 0 {
			change := float64(*s.Followers-*before) / float64(*before) * 100
			lines[i].Change = &change
		}
		before = s.Followers
	}
	return lines
}

func drawGrowth(t *table, lines []growthLine) {
	t.add("MEASURED", "FOLLOWERS", "CHANGE", "FOLLOWING", "POSTS", "ENG.")
	for _, l := range lines {
		change := "-"
		if l.Change != nil {
			change = fmt.Sprintf("%+.1f%%", *l.Change)
		}
		t.add(l.At.Format(time.DateTime), whole(l.Followers), change, whole(l.Following), whole(l.Posts), rate(l.Engagement))
	}
}

func whole(n *int64) string {
	if n == nil {
		return "-"
	}
	return fmt.Sprint(*n)
}

func rate(r *float64) string {
	if r == nil {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", *r)
}

package memory

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"greenroom/client/local"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/config"
)

// growthLine holds an account's numbers at a moment, as printed. Change is that of the
// followers since the line before, in per cent.
type growthLine struct {
	At         time.Time `json:"at"`
	Followers  *int64    `json:"followers"`
	Change     *float64  `json:"change_pct"`
	Following  *int64    `json:"following"`
	Posts      *int64    `json:"posts"`
	Engagement *float64  `json:"engagement_rate"`
}

func growth(at *run.At) *cobra.Command {
	return run.Command{
		Use: "growth PLATFORM:NAME|URL", Short: "Show how the numbers of an account changed over time",
		Long: `Growth shows the numbers of an account each time they changed, taken from the
searches, creators and profiles you read here and from imports into the built-in
service.`,
		Example: "greenroom cache growth photoplatform:lenacooks\ngreenroom cache growth photoplatform:lenacooks -o csv",
		Takes:   run.One("one account, such as photoplatform:lenacooks").Of(run.Accounts), Local: true, Prints: []any{growthLine{}},
		Work: func(ctx context.Context, j *run.Job) error {
			account, err := run.ProfileRef(j.Items[0])
			if err != nil {
				return err
			}
			return open(ctx, j, func(ctx context.Context, m *local.Memory, set config.Settings) error {
				list, err := run.Numbers(ctx, m, set, account)
				if err == nil && len(list) == 0 {
					err = run.Absent("No history of " + run.ProfileWord(account) + " is kept. Read the creator or the profile first.")
				}
				if err != nil {
					return err
				}
				return run.List(j, growthLines(list), nil, growthSheet.Draw)
			})
		},
	}.New(at)
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

var growthSheet = output.Sheet[growthLine]{
	Head: []string{"MEASURED", "FOLLOWERS", "CHANGE", "FOLLOWING", "POSTS", "ER/FOLLOWER"},
	Row: func(l growthLine) []string {
		return []string{l.At.Format(time.DateTime), number("%d", l.Followers), number("%+.1f%%", l.Change), number("%d", l.Following),
			number("%d", l.Posts), number("%.1f%%", l.Engagement)}
	},
}

// number is a number in a cell, exactly; - where there is none.
func number[T any](format string, n *T) string {
	if n == nil {
		return "-"
	}
	return fmt.Sprintf(format, *n)
}

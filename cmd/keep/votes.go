package keep

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"greenroom/client/plan"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/report"
)

func votes(at *run.At) *cobra.Command {
	return run.Command{
		Use: "votes FILE...", Short: "Merge the votes that clients saved in a report",
		Long: `Votes merges files that a report saved into the list they are for, and prints how
often each creator got which vote. Votes on an older edition of the report count,
and what changed since is told; of two files by the same voter the one saved later
counts. A file saved after now comes from a computer whose clock runs fast: that is
told, and any other of the same voter goes before it. Anybody can edit such a file.
In the workbench u takes a merge back.`,
		Example: "greenroom shortlist votes votes-*.json",
		Takes:   run.Some("files of votes"), Unasked: true, Prints: []any{report.Tally{}},
		Work: func(ctx context.Context, j *run.Job) error {
			var refused []error
			of := map[string][]plan.Ballot{}
			for _, path := range j.Items {
				list, b, err := report.OpenVotes(path)
				if err != nil {
					refused = append(refused, fmt.Errorf("%s is not taken: %w", path, err))
					continue
				}
				of[list] = append(of[list], b)
			}
			tallies, gone, err := merge(ctx, j, of)
			if refused = append(refused, gone...); err != nil {
				return err
			}
			if len(tallies) > 0 {
				err = run.List(j, tallies, nil, tallySheet.Draw)
			}
			if len(refused) == 0 || err != nil {
				return err
			}
			return run.Partlyf("%w", errors.Join(refused...))
		},
	}.New(at)
}

// merge takes ballots into their lists, and says how they fit and which have no list here.
func merge(ctx context.Context, j *run.Job, of map[string][]plan.Ballot) (all []report.Tally, gone []error, err error) {
	if len(of) == 0 {
		return nil, nil, nil
	}
	book, err := j.Conn.Plan(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer book.Close()
	var told []string
	_, err = book.Do(ctx, "votes of clients", func(s *plan.State) error {
		for _, id := range slices.Sorted(maps.Keys(of)) {
			i := s.Find(id)
			if i < 0 {
				for _, b := range of[id] {
					gone = append(gone, fmt.Errorf("the votes of %s are on a list that is not on this machine: nothing of them was taken", b.Voter))
				}
				continue
			}
			told = append(told, report.Merge(&s.Lists[i], of[id], time.Now())...)
			all = append(all, report.Tallies(s.Lists[i])...)
		}
		return nil
	})
	for _, t := range told {
		j.Waiting(t)
	}
	return all, gone, err
}

var tallySheet = output.Sheet[report.Tally]{
	Head: []string{"CREATOR", "YES", "MAYBE", "NO", "COMMENTS"},
	Row: func(t report.Tally) []string {
		name := t.Name
		if !t.Listed {
			name += " (not on the list any more)"
		}
		return []string{name, fmt.Sprint(t.Yes), fmt.Sprint(t.Maybe), fmt.Sprint(t.No), fmt.Sprint(len(t.Comments))}
	},
}

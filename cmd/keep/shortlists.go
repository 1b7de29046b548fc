// Package keep holds the commands that keep what was chosen.
package keep

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/internal/each"
)

// Commands are those of this room.
func Commands(at *run.At) []*cobra.Command {
	return []*cobra.Command{
		run.Group(run.Command{Use: "shortlists", Short: "Manage shortlists, for free"},
			list(at), show(at), create(at), replace(at), remove(at), versions(at)),
		run.Group(run.Command{Use: "shortlist", Short: "Work on a list of this machine, for free"}, votes(at), send(at), unsend(at), take(at), file(at)),
		reports(at),
	}
}

func list(at *run.At) *cobra.Command {
	return run.Command{
		Use: "list", Short: "List shortlists, newest first", Example: "greenroom shortlists list -o jsonl --fields id,name",
		Takes: run.None(), Prints: []any{api.Shortlist{}},
		Work: func(ctx context.Context, j *run.Job) error {
			return run.Stream(j, j.Client.ShortlistsAll(ctx, j.Options()...), shortlists.Draw, nil)
		},
	}.New(at)
}

func show(at *run.At) *cobra.Command {
	return run.Command{
		Use: "show ID", Short: "Show one shortlist", Example: "greenroom shortlists show ID -o json > list.json",
		Takes: run.Item("the id of one shortlist"), Prints: []any{api.Shortlist{}},
		Work: func(ctx context.Context, j *run.Job) error {
			s, _, err := j.Client.Shortlist(ctx, j.Items[0], j.Options()...)
			return run.Print(j, s, err, draw)
		},
	}.New(at)
}

// deleted is a shortlist that is gone.
type deleted struct {
	ID string `json:"id"`
}

func remove(at *run.At) *cobra.Command {
	gone := output.Sheet[deleted]{Head: []string{"DELETED"}, Row: func(d deleted) []string { return []string{d.ID} }}
	return run.Command{
		Use: "delete ID...", Short: "Delete shortlists permanently", Example: "greenroom shortlists delete ID",
		Takes: run.Items("ids of shortlists"), Prints: []any{deleted{}},
		Work: func(ctx context.Context, j *run.Job) error {
			return run.Each(ctx, j, gone.Draw, func(id string) (deleted, error) {
				_, err := j.Client.DeleteShortlist(ctx, id, j.Options()...)
				return deleted{id}, err
			})
		},
	}.New(at)
}

var shortlists = output.Sheet[api.Shortlist]{
	Head: []string{"NAME", "MEMBERS", "CHANGED", "VERSION", "ID"},
	Row: func(s api.Shortlist) []string {
		return []string{s.Name, members(s), output.Moment(&s.UpdatedAt), fmt.Sprint(s.Version), s.ID}
	},
}

func members(s api.Shortlist) string {
	return strings.Join(each.Of(s.Profiles, func(p api.ShortlistProfile) string { return string(p.Platform) + ":" + p.Username }), ", ")
}

func draw(w io.Writer, s api.Shortlist) {
	var t output.Rows
	t.Add("Name", s.Name)
	t.Add("Id", s.ID)
	t.AddWrapped("Brief", s.Brief)
	t.AddWrapped("Notes", s.Notes)
	t.AddWrapped("Members", members(s))
	t.Add("Version", fmt.Sprintf("%d, of %s", s.Version, output.Moment(&s.UpdatedAt)))
	t.Write(w)
}

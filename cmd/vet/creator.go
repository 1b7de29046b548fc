package vet

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
)

func creator(at *run.At) *cobra.Command {
	profiles := true
	return run.Command{
		Use: "creator CREATOR...", Short: "Show creators and their profiles",
		Example: "greenroom creator @lenacooks\ngreenroom creator - -o csv --fields id,name,content_themes < ids.txt",
		Takes:   run.Items(run.CreatorsTake).Of(run.Accounts), Prints: []any{api.Creator{}},
		Flags: func(f *pflag.FlagSet) {
			f.BoolVar(&profiles, "profiles", true, "include a short form of the profiles")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			ids, err := creatorIDs(ctx, j)
			if err != nil || len(ids) == 0 {
				return j.Incomplete(err)
			}
			if j.Many {
				f, _, err := j.Client.Creators(ctx, ids, profiles, j.Options()...)
				return run.Found(j, f, err, run.Batch[api.Creator, string]{Sheet: creators, Word: func(id string) string { return id }})
			}
			c, _, err := j.Client.Creator(ctx, ids[0], profiles, j.Options()...)
			return run.Print(j, c, err, printCreator)
		},
	}.New(at)
}

// creatorIDs are those of the items that name a creator.
func creatorIDs(ctx context.Context, j *run.Job) ([]string, error) {
	var ids []string
	for _, item := range j.Items {
		id, err := run.CreatorID(ctx, j, item)
		if err != nil {
			return nil, err
		}
		if id != "" {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

var creators = output.Sheet[api.Creator]{
	Head: []string{"CREATOR", "HANDLE", "FOLLOWERS", "ER/FOLLOWER", "THEMES", "ID"},
	Row: func(c api.Creator) []string {
		var first *api.ProfileSummary
		if len(c.Profiles) > 0 {
			first = &c.Profiles[0]
		}
		cells := append([]string{c.Name}, run.ProfileCells(first)...)
		return append(cells, strings.Join(c.ContentThemes, ", "), c.ID)
	},
}

func printCreator(w io.Writer, c api.Creator) {
	var t output.Rows
	t.Add("Name", c.Name)
	t.Add("Id", c.ID)
	for _, f := range []struct {
		name  string
		value *string
	}{{"Bio", c.Bio}, {"Summary", c.AISummary}, {"Audience", c.AudienceDemographics}, {"Aesthetics", c.VibeAndAesthetics}} {
		if f.value != nil {
			t.AddWrapped(f.name, *f.value)
		}
	}
	for _, f := range []struct {
		name  string
		value []string
	}{{"Themes", c.ContentThemes}, {"Facts", c.KeyFacts}, {"Brands", c.BrandAlignment}} {
		if len(f.value) > 0 {
			t.AddWrapped(f.name, strings.Join(f.value, "; "))
		}
	}
	t.Write(w)
	if len(c.Profiles) == 0 {
		return
	}
	fmt.Fprintln(w)
	output.Sheet[api.ProfileSummary]{
		Head: []string{"PLATFORM", "HANDLE", "FOLLOWERS", "ER/FOLLOWER", "URL"},
		Row: func(p api.ProfileSummary) []string {
			return append(append([]string{string(p.Platform)}, run.ProfileCells(&p)...), p.URL)
		},
	}.Draw(w, c.Profiles)
}

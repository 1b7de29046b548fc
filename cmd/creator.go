package cmd

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/ui/text"
)

func newCreator(at *reach) *cobra.Command {
	profiles := true
	c := endpoint{
		use: "creator CREATOR...", group: groupVet, short: "Show creators and their profiles",
		example: "greenroom creator @lenacooks\ngreenroom creator - -o csv --fields id,name,content_themes < ids.txt",
		least:   1, most: anyNumber, what: "ids, @handles, PLATFORM:NAME or addresses of creators",
		prints: []any{api.Creator{}},
		work: func(ctx context.Context, j *job) error {
			ids, err := j.creatorIDs(ctx)
			if err != nil {
				return err
			}
			if len(ids) == 0 {
				return j.incomplete(nil)
			}
			if j.many {
				f, _, err := j.client.Creators(ctx, ids, profiles, j.options()...)
				return found(j, f, itself, creators, err)
			}
			c, _, err := j.client.Creator(ctx, ids[0], profiles, j.options()...)
			if err != nil {
				return err
			}
			return one(j, c, func(w io.Writer) { printCreator(w, c) })
		},
	}.command(at)
	c.Flags().BoolVar(&profiles, "profiles", true, "with the profiles of each creator, in short")
	return c
}

// creatorIDs are those of the items that name a creator.
func (j *job) creatorIDs(ctx context.Context) ([]string, error) {
	var ids []string
	for _, item := range j.items {
		id, err := j.creatorID(ctx, item)
		if err != nil {
			return nil, err
		}
		if id != "" {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

var creators = sheet[api.Creator]{
	[]string{"CREATOR", "HANDLE", "FOLLOWERS", "ENG.", "THEMES", "ID"},
	func(c api.Creator) []string {
		var first *api.ProfileSummary
		if len(c.Profiles) > 0 {
			first = &c.Profiles[0]
		}
		cells := append([]string{c.Name}, profileCells(first)...)
		return append(cells, strings.Join(c.ContentThemes, ", "), c.ID)
	},
}

func printCreator(w io.Writer, c api.Creator) {
	var t table
	t.add("Name", c.Name)
	t.add("Id", c.ID)
	for _, f := range []struct {
		name  string
		value *string
	}{{"Bio", c.Bio}, {"Summary", c.AISummary}, {"Audience", c.AudienceDemographics}, {"Aesthetics", c.VibeAndAesthetics}} {
		if f.value != nil {
			t.addWrapped(f.name, *f.value)
		}
	}
	for _, f := range []struct {
		name  string
		value []string
	}{{"Themes", c.ContentThemes}, {"Facts", c.KeyFacts}, {"Brands", c.BrandAlignment}} {
		if len(f.value) > 0 {
			t.addWrapped(f.name, strings.Join(f.value, "; "))
		}
	}
	t.write(w)
	if len(c.Profiles) == 0 {
		return
	}
	fmt.Fprintln(w)
	sheet[api.ProfileSummary]{
		[]string{"PLATFORM", "HANDLE", "FOLLOWERS", "ENG.", "URL"},
		func(p api.ProfileSummary) []string {
			return append(append([]string{string(p.Platform)}, profileCells(&p)...), p.URL)
		},
	}.of(c.Profiles)(w)
}

func newIngest(at *reach) *cobra.Command {
	return endpoint{
		use: "ingest PROFILE...", group: groupFind, short: "Add creators to the service",
		long: `Ingest adds creators to the service, each by one of their profiles, for 5
credits each. One who is there already costs nothing.`,
		example: "greenroom ingest photoplatform:lenacooks",
		least:   1, most: anyNumber, what: "profiles, as PLATFORM:NAME or addresses",
		prints: []any{api.Ingested{}},
		work: func(ctx context.Context, j *job) error {
			if _, err := profileRefs(j.items); err != nil {
				return err
			}
			return each(ctx, j, ingested, func(item string) (api.Ingested, error) {
				ref, err := profileRef(item)
				if err != nil {
					return api.Ingested{}, err
				}
				v, _, err := j.client.Ingest(ctx, ref, j.options()...)
				return v, err
			})
		},
	}.command(at)
}

var ingested = sheet[api.Ingested]{
	[]string{"STATUS", "CREATOR", "PROFILE"},
	func(v api.Ingested) []string { return []string{string(v.Status), v.CreatorID, v.ProfileID} },
}

func newEmails(at *reach) *cobra.Command {
	return endpoint{
		use: "emails CREATOR...", group: groupVet, short: "Look up public e-mail addresses",
		long: `Emails looks up e-mail addresses, for 5 credits a creator who has one. They
are personal data: they are kept on this machine only if the configuration
allows it.`,
		example: "greenroom emails @lenacooks -o csv --fields creator_id,emails.email",
		least:   1, most: anyNumber, what: "creators, as ids, @handles, PLATFORM:NAME or addresses",
		prints: []any{api.EmailResult{}}, work: emails,
	}.command(at)
}

func emails(ctx context.Context, j *job) error {
	refs, err := j.creatorRefs(ctx, j.items)
	if err != nil || len(refs) == 0 {
		return j.incomplete(err)
	}
	answer, _, err := j.client.Emails(ctx, refs, j.options()...)
	for _, r := range answer.Results {
		if !r.Resolved {
			j.miss(creatorWord(r.Input), &absent{"The creator is not known."})
			j.came-- // a line is printed for it
		}
	}
	return list(j, answer.Results, api.One[api.EmailAnswer]{Data: answer}, func(w io.Writer) {
		var t table
		t.add("CREATOR", "ADDRESS", "STATUS", "SEEN")
		for _, r := range answer.Results {
			for _, e := range r.Emails {
				t.add(creatorWord(r.Input), e.Email, string(e.Status), moment(e.LastSeenAt))
			}
			if len(r.Emails) == 0 {
				t.add(creatorWord(r.Input), text.Unknown.String())
			}
		}
		t.write(w)
	}, err)
}

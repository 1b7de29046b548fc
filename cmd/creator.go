package cmd

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
)

func newCreator(storePath *string) *cobra.Command {
	var format output
	c := &cobra.Command{
		Use:     "creator ID|@NAME",
		Short:   "Show one creator with all profiles",
		Example: "greenroom creator @lenacooks",
		Args:    takes(1, 1, "one id or @handle"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withConnection(cmd.Context(), *storePath, func(ctx context.Context, conn *connection) error {
				id, err := creatorID(ctx, conn.client, args[0])
				if err != nil {
					return err
				}
				found, receipt, err := conn.client.Creator(ctx, id, true)
				if err != nil {
					return err
				}
				spent(receipt)
				return format.print(cmd.OutOrStdout(), api.One[api.Creator]{Data: found}, func(w io.Writer) { printCreator(w, found) })
			})
		},
	}
	format.flag(c)
	return c
}

// creatorID is the id itself, or that of the creator with the handle.
func creatorID(ctx context.Context, c *client.Client, arg string) (string, error) {
	if api.ValidUUID(arg) {
		return arg, nil
	}
	handle := strings.TrimPrefix(arg, "@")
	if handle == "" || strings.ContainsAny(handle, " /") {
		return "", usage("creator takes an id or an @handle, not " + strconv.Quote(arg))
	}
	found, receipt, err := c.Autocomplete(ctx, client.AutocompleteParams{Q: handle, Limit: api.AutocompleteLimitMax})
	if err != nil {
		return "", err
	}
	spent(receipt)
	for _, s := range found {
		for _, p := range s.Platforms {
			if strings.EqualFold(p.Username, handle) {
				return s.ID, nil
			}
		}
	}
	return "", fmt.Errorf("no creator has the handle @%s; greenroom search finds creators by what they post", handle)
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
	var profiles table
	profiles.add("PLATFORM", "HANDLE", "FOLLOWERS", "ENG.", "URL")
	for _, p := range c.Profiles {
		profiles.add(string(p.Platform), "@"+p.Username, text.CountOf(p.Followers).String(), text.PercentOf(p.EngagementRate).String(), p.URL)
	}
	profiles.write(w)
}

package find

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/text/language"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/internal/english"
)

// listing holds the flags of greenroom list.
type listing struct {
	platforms, countries, languages []string
	followers                       run.Span
	limit                           int
	facets                          bool
}

func list(at *run.At) *cobra.Command {
	var l listing
	return run.Command{
		Use: "list", Short: "List all creators in the store for free, most followers first",
		Long: `List shows the creators in the store of the built-in service: your imports, or
the sample world. It is free and takes filters instead of a query. It prints one
page, or every page with --all. Hosted services do not offer it.`,
		Example: "greenroom list --store x.db --country germany,fr --followers 10k-100k\ngreenroom list --store x.db --all -o jsonl",
		Takes:   run.None(), Prints: []any{api.ListedCreator{}}, Pages: true,
		Flags: func(f *pflag.FlagSet) {
			f.StringSliceVar(&l.platforms, "platform", nil, "only creators on one of these PLATFORMS")
			f.StringSliceVar(&l.countries, "country", nil, "only creators from these COUNTRIES, by name or code")
			f.StringSliceVar(&l.languages, "language", nil, "only creators who speak one of these LANGUAGES, by name or code")
			f.Var(&l.followers, "followers", "only creators with MIN-MAX followers, such as 10k-100k or 50k-")
			f.IntVar(&l.limit, "limit", api.LimitMax, fmt.Sprintf("creators per page, %d to %d", api.LimitMin, api.CatalogueMax))
			f.BoolVar(&l.facets, "facets", false, "count creators by network, country, size and language")
		},
		Work: l.work,
	}.New(at)
}

// params reads the words of the flags.
func (l *listing) params() (client.CatalogueParams, error) {
	p := client.CatalogueParams{Platforms: run.WordsAs[api.Platform](l.platforms), Followers: l.followers.Range, Limit: l.limit, Facets: l.facets}
	for _, word := range l.countries {
		code, ok := coded(strings.ToUpper(word), 'A', english.Country)
		if !ok {
			return p, run.Usagef("--country must be a country name or code, such as germany or de, not %s", word)
		}
		p.Countries = append(p.Countries, code)
	}
	for _, word := range l.languages {
		code, ok := coded(strings.ToLower(word), 'a', english.Language)
		if !ok {
			return p, run.Usagef("--language must be a language name or code, such as german or de, not %s", word)
		}
		p.Languages = append(p.Languages, code)
	}
	return p, nil
}

// coded is the code of two letters, from first on in the alphabet, that a word is
// or that is called so in English.
func coded(word string, first rune, name func(code string) string) (string, bool) {
	for a := first; a < first+26; a++ {
		for b := first; b < first+26; b++ {
			code := string(a) + string(b)
			if called := name(code); called == code || code != word && !strings.EqualFold(called, word) {
				continue
			}
			if current, err := language.ParseRegion(code); first == 'A' && err == nil {
				code = current.Canonicalize().String() // of a country that was renamed, or is part of another now
			}
			return code, true
		}
	}
	return "", false
}

func (l *listing) work(ctx context.Context, j *run.Job) error {
	p, err := l.params()
	if err != nil {
		return err
	}
	if l.facets && j.Changed("all") {
		return run.Usagef("--facets already counts all creators; leave out --all")
	}
	first := func() (api.Page[api.ListedCreator], client.Receipt, error) {
		page, receipt, err := j.Client.Catalogue(ctx, p, j.Options()...)
		if err == nil {
			l.say(j, page)
		}
		return api.Page[api.ListedCreator]{Data: page.Data, HasMore: page.HasMore, NextCursor: page.NextCursor, FilteredTotal: &page.FilteredTotal}, receipt, err
	}
	whole := p
	whole.Limit, whole.Facets = api.CatalogueMax, false
	return run.Paged(j, first, j.Client.CatalogueAll(ctx, whole, j.Options()...), listed.Draw)
}

// say tells how many there are, and of which kinds.
func (l *listing) say(j *run.Job, page api.CataloguePage) {
	j.Say(fmt.Sprintf("%d of %s, most followers first.", len(page.Data), english.Count(page.FilteredTotal, "creator")))
	if page.Facets == nil {
		return
	}
	for _, of := range []struct {
		name   string
		facets []api.Facet
	}{{"networks", page.Facets.Networks}, {"countries", page.Facets.Countries}, {"languages", page.Facets.Languages}, {"followers", page.Facets.Sizes}} {
		var parts []string
		for i, f := range of.facets {
			if i == mostFacets {
				parts = append(parts, fmt.Sprintf("%d more", len(of.facets)-i))
				break
			}
			parts = append(parts, fmt.Sprintf("%s %d", f.Value, f.Count))
		}
		if len(parts) > 0 {
			j.Say(of.name + ": " + strings.Join(parts, ", "))
		}
	}
}

// mostFacets limits the groups told of one kind.
const mostFacets = 12

var listed = output.Sheet[api.ListedCreator]{
	Head: []string{"CREATOR", "HANDLE", "FOLLOWERS", "ER/FOLLOWER", "NETWORKS", "COUNTRY", "LANGUAGES", "ID"},
	Row: func(c api.ListedCreator) []string {
		country, networks := "", make([]string, len(c.Networks))
		if c.Country != nil {
			country = *c.Country
		}
		for i, on := range c.Networks {
			networks[i] = strings.TrimSuffix(string(on), "platform")
		}
		cells := append([]string{c.Creator.Name}, run.ProfileCells(c.PrimaryProfile)...)
		return append(cells, strings.Join(networks, ","), country, strings.Join(c.Languages, ","), c.Creator.ID)
	},
}

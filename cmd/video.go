package cmd

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
)

func newVideos(at *reach) *cobra.Command {
	var p client.VideoSearchParams
	c := endpoint{
		use: "videos QUERY", group: groupLive, short: "Search the long-video network",
		long: `Videos asks the network itself, for 0.5 credits a page: one page of --limit,
or with --all every page.`,
		example: `greenroom videos "vegan meal prep" --uploaded this_month --country DE`,
		words:   true, least: 1, most: anyNumber, what: "a query",
		prints: []any{api.VideoResult{}}, pages: true,
		work: func(ctx context.Context, j *job) error {
			p.Q = j.text()
			if j.flags.all {
				return streamed(j, videoResults, j.client.VideoSearchAll(ctx, p, j.options()...))
			}
			page, _, err := j.client.VideoSearch(ctx, p, j.options()...)
			if err != nil {
				return err
			}
			if page.NextCursor != nil && !j.flags.quiet {
				j.say("There is more; --all reads every page.")
			}
			return list(j, page.Results, api.One[api.VideoSearchPage]{Data: page}, videoResults.of(page.Results), nil)
		},
	}.command(at)
	s := c.Flags()
	s.StringVar((*string)(&p.UploadDate), "uploaded", "", "WHEN: any (the default), last_hour, today, this_week, this_month or this_year")
	s.StringVar((*string)(&p.Sort), "sort", "", "the ORDER: relevance (the default) or popular")
	s.StringVar((*string)(&p.Content), "content", "", "WHAT: all (the default), or videos without channels")
	s.StringVar((*string)(&p.Length), "duration", "", "how LONG: any (the default), short (under 4 minutes), medium or long (over 20)")
	s.StringVar(&p.Country, "country", "", "as seen from a country, by its two letters")
	s.StringVar(&p.Language, "language", "", "in a language, by its CODE")
	s.IntVar(&p.Limit, "limit", api.VideoSearchDefault, "the results of a page, 1 to 50")
	return c
}

var videoResults = sheet[api.VideoResult]{
	[]string{"TYPE", "PUBLISHED", "VIEWS", "CHANNEL", "TITLE", "URL"},
	func(r api.VideoResult) []string {
		if v := r.VideoFields; v != nil {
			return []string{string(r.Type), written(v.PublishedText), text.CountOf(v.ViewCount).String(), r.ChannelName, beginning(&v.Title), r.URL}
		}
		return []string{string(r.Type), "", "", r.ChannelName, beginning(&r.Description), r.URL}
	},
}

// suggestion is one completion, as it is printed an item a line.
type suggestion struct {
	Suggestion string `json:"suggestion"`
}

func newSuggest(at *reach) *cobra.Command {
	var p client.TypeaheadParams
	c := endpoint{
		use: "suggest QUERY", group: groupLive, short: "List what people search for",
		example: "greenroom suggest \"meal prep\" --country DE --language de",
		words:   true, least: 1, most: anyNumber, what: "the beginning of a query",
		prints: []any{suggestion{}},
		work: func(ctx context.Context, j *job) error {
			p.Q = j.text()
			t, _, err := j.client.Typeahead(ctx, p, j.options()...)
			if err != nil {
				return err
			}
			all := []suggestion{}
			for _, s := range t.Suggestions {
				all = append(all, suggestion{s})
			}
			return list(j, all, api.One[api.Typeahead]{Data: t}, func(w io.Writer) {
				for _, s := range all {
					fmt.Fprintln(w, text.Clean(s.Suggestion))
				}
			}, nil)
		},
	}.command(at)
	c.Flags().StringVar(&p.Country, "country", "", "as seen from a country, by its two letters")
	c.Flags().StringVar(&p.Language, "language", "", "in a language, by its CODE")
	return c
}

func newChannel(at *reach) *cobra.Command {
	var p client.ChannelParams
	c := endpoint{
		use: "channel CHANNEL", group: groupLive, short: "Print what a channel's videos say",
		long: `Channel reads what is said in some videos of a channel, for 0.5 credits
each; one without captions is free.`,
		example: "greenroom channel @lenacooks --videos 10 --sort popular",
		least:   1, most: 1, what: "one channel, by its handle, id or address",
		prints: []any{api.ChannelTranscript{}},
		work:   func(ctx context.Context, j *job) error { return channel(ctx, j, p) },
	}.command(at)
	c.Flags().IntVar(&p.VideoLimit, "videos", api.ChannelVideosDefault, "how many videos, 1 to 20")
	c.Flags().StringVar(&p.Language, "language", "", "the language of the captions, by its CODE; en where nothing is said")
	c.Flags().StringVar((*string)(&p.Sort), "sort", "", "which videos: newest (the default), oldest or popular")
	c.Flags().BoolVar(&p.Segments, "segments", false, "with the times of what is said")
	return c
}

func channel(ctx context.Context, j *job, p client.ChannelParams) error {
	t, _, err := j.client.ChannelTranscripts(ctx, j.items[0], p, j.options()...)
	if err != nil {
		return err
	}
	var all []api.ChannelTranscript
	for _, v := range t.Items {
		if v.Error != "" {
			j.miss(v.VideoID, &absent{v.Error})
			continue
		}
		all = append(all, v)
	}
	return list(j, all, api.One[api.ChannelTranscripts]{Data: t}, func(w io.Writer) {
		for _, v := range all {
			fmt.Fprintf(w, "%s\n%s, %d words, %s\n\n", text.Clean(v.Title), text.Clean(v.Language), v.WordCount, text.Clean(v.URL))
			if len(v.Transcript) > 0 {
				printSegments(w, v.Transcript)
			} else {
				printLines(w, v.FullText)
			}
			fmt.Fprintln(w)
		}
	}, nil)
}

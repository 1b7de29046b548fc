package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
)

func newPosts(at *reach) *cobra.Command {
	var p client.PostsParams
	c := endpoint{
		use: "posts CREATOR", group: groupVet, short: "List the stored posts of a creator",
		long: `Posts lists what is stored of a creator's posts, for 0.05 credits a post:
one page of --limit, or with --all every page.`,
		example: "greenroom posts @lenacooks --sort top_engagement --limit 10\ngreenroom posts @lenacooks --all -o jsonl --fields id |\ngreenroom analyze -",
		least:   1, most: 1, what: "one creator, as an id, @handle, PLATFORM:NAME or address",
		prints: []any{api.Post{}}, pages: true,
		work: func(ctx context.Context, j *job) error { return posts(ctx, j, p) },
	}.command(at)
	c.Flags().StringVar((*string)(&p.Sort), "sort", "", "the ORDER: recent (the default), top_engagement, most_likes, most_views or most_comments")
	c.Flags().IntVar(&p.Limit, "limit", api.LimitDefault, "the posts of a page, 1 to 100")
	return c
}

func posts(ctx context.Context, j *job, p client.PostsParams) error {
	t, err := account(j.items[0])
	if err != nil {
		return err
	}
	if t.Kind == client.TargetHandle && t.Platform != "" {
		p.Platform, p.Username = t.Platform, t.Value
	} else if p.CreatorID, err = j.creatorID(ctx, j.items[0]); err != nil || p.CreatorID == "" {
		return j.incomplete(err)
	}
	if j.flags.all {
		return streamed(j, postSheet, j.client.PostsAll(ctx, p, j.options()...))
	}
	page, _, err := j.client.Posts(ctx, p, j.options()...)
	return paged(j, page, postSheet, err)
}

var postSheet = sheet[api.Post]{
	[]string{"POSTED", "TYPE", "LIKES", "COMMENTS", "VIEWS", "ENG.", "CAPTION", "ID"},
	func(p api.Post) []string {
		m := p.Metrics
		return []string{moment(&p.PostedAt), string(p.Type), text.CountOf(m.Likes).String(), text.CountOf(m.Comments).String(),
			text.CountOf(m.Views).String(), text.PercentOf(m.EngagementRate).String(), beginning(p.Caption), p.ID}
	},
}

// beginning is as much of a text as a row has room for.
func beginning(s *string) string {
	if s == nil {
		return ""
	}
	return text.Clean(*s).Truncate(60, text.Ellipsis).String()
}

func newAnalyze(at *reach) *cobra.Command {
	var deep, safe bool
	c := endpoint{
		use: "analyze POST...", group: groupVet, short: "Analyse posts: topics, tone, brands",
		long: `Analyze reads stored posts, for 1 credit each; --ai and --brand-safety add
0.5 each.`,
		example: "greenroom posts @lenacooks -o jsonl --fields id |\ngreenroom analyze --brand-safety -",
		least:   1, most: anyNumber, what: "posts, by their ids or addresses",
		prints: []any{api.PostAnalysis{}},
		work: func(ctx context.Context, j *job) error {
			refs, err := postRefs(j.items)
			if err != nil {
				return err
			}
			var features []api.AnalyzeFeature
			if deep {
				features = append(features, api.FeatureAI)
			}
			if safe {
				features = append(features, api.FeatureSafety)
			}
			f, _, err := j.client.Analyze(ctx, refs, features, j.options()...)
			return found(j, f, postWord, analyses, err)
		},
	}.command(at)
	c.Flags().BoolVar(&deep, "ai", false, "with what the analysis rests on, quoted")
	c.Flags().BoolVar(&safe, "brand-safety", false, "with a brand-safety rating")
	return c
}

var analyses = sheet[api.PostAnalysis]{
	[]string{"POSTED", "TONE", "SPONSORED", "SAFETY", "TOPICS", "BRANDS", "ID"},
	func(a api.PostAnalysis) []string {
		rating := text.Unknown.String()
		if a.Safety != nil {
			rating = string(a.Safety.Rating)
		}
		return []string{moment(&a.Post.PostedAt), string(a.Sentiment), yes(a.IsSponsored), rating,
			strings.Join(a.Topics, ", "), strings.Join(a.BrandMentions, ", "), a.Post.ID}
	},
}

func newSafety(at *reach) *cobra.Command {
	c := &cobra.Command{
		Use: "safety", GroupID: groupVet, Short: "Judge brand safety, with the reasons",
		Args: unknownPart, RunE: showHelp,
	}
	c.AddCommand(
		endpoint{
			use: "creators CREATOR...", short: "Judge creators, for 2 credits each", example: "greenroom safety creators @lenacooks",
			least: 1, most: anyNumber, what: "creators, as ids, @handles, PLATFORM:NAME or addresses", prints: []any{api.CreatorSafety{}},
			work: func(ctx context.Context, j *job) error {
				refs, err := j.creatorRefs(ctx, j.items)
				if err != nil || len(refs) == 0 {
					return j.incomplete(err)
				}
				f, _, err := j.client.SafetyOfCreators(ctx, refs, j.options()...)
				return found(j, f, creatorWord, safetyOf(func(s api.CreatorSafety) (string, api.Safety) { return s.Creator.Name, s.Safety }), err)
			},
		}.command(at),
		endpoint{
			use: "profiles PROFILE...", short: "Judge profiles, for 2 credits each", example: "greenroom safety profiles photoplatform:lenacooks",
			least: 1, most: anyNumber, what: "profiles, as PLATFORM:NAME or addresses", prints: []any{api.ProfileSafety{}},
			work: func(ctx context.Context, j *job) error {
				refs, err := profileRefs(j.items)
				if err != nil {
					return err
				}
				f, _, err := j.client.SafetyOfProfiles(ctx, refs, j.options()...)
				return found(j, f, profileWord, safetyOf(func(s api.ProfileSafety) (string, api.Safety) { return profileWord(s.Input), s.Safety }), err)
			},
		}.command(at),
		endpoint{
			use: "posts POST...", short: "Judge posts, for 0.5 credits each", example: "greenroom posts @lenacooks -o jsonl --fields id |\ngreenroom safety posts -",
			least: 1, most: anyNumber, what: "posts, by their ids or addresses", prints: []any{api.PostSafety{}},
			work: func(ctx context.Context, j *job) error {
				refs, err := postRefs(j.items)
				if err != nil {
					return err
				}
				f, _, err := j.client.SafetyOfPosts(ctx, refs, j.options()...)
				return found(j, f, postWord, safetyOf(func(s api.PostSafety) (string, api.Safety) { return postWord(s.Input), s.Safety }), err)
			},
		}.command(at),
	)
	return c
}

func safetyOf[T any](of func(T) (string, api.Safety)) sheet[T] {
	return sheet[T]{
		[]string{"RATING", "SURE", "FLAGS", "WHAT", "SUMMARY"},
		func(v T) []string {
			what, s := of(v)
			var flags []string
			for _, f := range s.Flags {
				flags = append(flags, fmt.Sprintf("%s (%s)", f.Type, f.Severity))
			}
			return []string{string(s.Rating), fmt.Sprintf("%.2f", s.Confidence), strings.Join(flags, ", "), what, s.Summary}
		},
	}
}

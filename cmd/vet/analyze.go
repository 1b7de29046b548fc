package vet

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/ui/text"
)

func analyze(at *run.At) *cobra.Command {
	var deep, safe bool
	return run.Command{
		Use: "analyze POST...", Short: "Analyze posts: topics, tone, brands",
		Long: fmt.Sprintf(`Analyze reads stored posts, for %s credit each. --ai adds %s and --brand-safety
adds %s per post.`, api.PriceOf(api.OpAnalyze).PerItem, api.PriceOf(api.OpAnalyzeAI).PerItem, api.PriceOf(api.OpAnalyzeSafety).PerItem),
		Example: "greenroom posts @lenacooks -o jsonl --fields id |\ngreenroom analyze --brand-safety -",
		Takes:   run.Items(postsTake), Prints: []any{api.PostAnalysis{}},
		Flags: func(f *pflag.FlagSet) {
			f.BoolVar(&deep, "ai", false, "add the evidence, quoted")
			f.BoolVar(&safe, "brand-safety", false, "add a brand safety rating")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			refs, err := run.PostRefs(j.Items)
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
			f, _, err := j.Client.Analyze(ctx, refs, features, j.Options()...)
			return run.Found(j, f, err, run.Batch[api.PostAnalysis, api.PostRef]{Sheet: analyses, Word: run.PostWord})
		},
	}.New(at)
}

var analyses = output.Sheet[api.PostAnalysis]{
	Head: []string{"POSTED", "TONE", "SPONSORED", "SAFETY", "TOPICS", "BRANDS", "ID"},
	Row: func(a api.PostAnalysis) []string {
		rating := text.Unknown.String()
		if a.Safety != nil {
			rating = string(a.Safety.Rating)
		}
		return []string{output.Moment(&a.Post.PostedAt), string(a.Sentiment), output.Yes(a.IsSponsored), rating,
			strings.Join(a.Topics, ", "), strings.Join(a.BrandMentions, ", "), a.Post.ID}
	},
}

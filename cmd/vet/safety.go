package vet

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/internal/each"
	"greenroom/internal/english"
)

func safety(at *run.At) *cobra.Command {
	creators := judged[api.CreatorSafety, api.CreatorRef]{
		op: api.OpSafetyCreators, known: run.Accounts, use: "creators CREATOR...", takes: run.CreatorsTake, example: "greenroom safety creators @lenacooks",
		refs: run.CreatorRefs, ask: (*client.Client).SafetyOfCreators, word: run.CreatorWord,
		of: func(s api.CreatorSafety) (string, api.Safety) { return s.Creator.Name, s.Safety },
	}
	profiles := judged[api.ProfileSafety, api.ProfileRef]{
		op: api.OpSafetyProfiles, known: run.Accounts, use: "profiles PROFILE...", takes: "profiles, as PLATFORM:NAME or URLs", example: "greenroom safety profiles photoplatform:lenacooks",
		refs: func(_ context.Context, _ *run.Job, items []string) ([]api.ProfileRef, error) {
			return run.ProfileRefs(items)
		},
		ask: (*client.Client).SafetyOfProfiles, word: run.ProfileWord,
		of: func(s api.ProfileSafety) (string, api.Safety) { return run.ProfileWord(s.Input), s.Safety },
	}
	posts := judged[api.PostSafety, api.PostRef]{
		op: api.OpSafetyPosts, use: "posts POST...", takes: postsTake, example: "greenroom posts @lenacooks -o jsonl --fields id |\ngreenroom safety posts -",
		refs: func(_ context.Context, _ *run.Job, items []string) ([]api.PostRef, error) { return run.PostRefs(items) },
		ask:  (*client.Client).SafetyOfPosts, word: run.PostWord,
		of: func(s api.PostSafety) (string, api.Safety) { return run.PostWord(s.Input), s.Safety },
	}
	return run.Group(run.Command{Use: "safety", Short: "Check brand safety, with reasons"},
		creators.command(at), profiles.command(at), posts.command(at))
}

// judged is one of the things whose brand safety is judged: T are the
// judgements, R is how they are named.
type judged[T, R any] struct {
	op                  api.Operation
	known               run.Known
	use, takes, example string
	refs                func(context.Context, *run.Job, []string) ([]R, error)
	ask                 func(*client.Client, context.Context, []R, ...client.Option) (api.Found[T, R], client.Receipt, error)
	word                func(R) string
	of                  func(T) (what string, judgement api.Safety)
}

func (d judged[T, R]) command(at *run.At) *cobra.Command {
	what, _, _ := strings.Cut(d.use, " ")
	return run.Command{
		Use: d.use, Short: fmt.Sprintf("Check %s, for %s each", what, run.InCredits(api.PriceOf(d.op).PerItem)), Example: d.example,
		Takes: run.Items(d.takes).Of(d.known), Prints: []any{*new(T)},
		Work: func(ctx context.Context, j *run.Job) error {
			refs, err := d.refs(ctx, j, j.Items)
			if err != nil || len(refs) == 0 {
				return j.Incomplete(err)
			}
			f, _, err := d.ask(j.Client, ctx, refs, j.Options()...)
			return run.Found(j, f, err, run.Batch[T, R]{Sheet: d.sheet(), Word: d.word})
		},
	}.New(at)
}

func (d judged[T, R]) sheet() output.Sheet[T] {
	return output.Sheet[T]{
		Head: []string{"RATING", "SURE", "FLAGS", "WHAT", "SUMMARY"},
		Row: func(v T) []string {
			what, s := d.of(v)
			flags := each.Of(s.Flags, func(f api.Flag) string { return fmt.Sprintf("%s (%s)", english.Words(string(f.Type)), f.Severity) })
			rating := string(s.Rating)
			if mostly, not := s.NotJudged(); not {
				rating = "not judged: mostly " + english.Language(mostly)
			}
			return []string{rating, fmt.Sprintf("%.2f", s.Confidence), strings.Join(flags, ", "), what, s.Summary}
		},
	}
}

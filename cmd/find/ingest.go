package find

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
)

func ingest(at *run.At) *cobra.Command {
	return run.Command{
		Use: "ingest PROFILE...", Short: "Add creators to the service",
		Long: fmt.Sprintf(`Ingest adds creators by one of their profiles, for %s credits each. Creators the
service already has cost nothing.`, api.PriceOf(api.OpIngest).PerItem),
		Example: "greenroom ingest photoplatform:lenacooks",
		Takes:   run.Items("profiles, as PLATFORM:NAME or URLs").Of(run.Accounts), Prints: []any{api.Ingested{}},
		Work: func(ctx context.Context, j *run.Job) error {
			if _, err := run.ProfileRefs(j.Items); err != nil {
				return err
			}
			return run.Each(ctx, j, ingested.Draw, func(item string) (api.Ingested, error) {
				ref, err := run.ProfileRef(item)
				if err != nil {
					return api.Ingested{}, err
				}
				v, _, err := j.Client.Ingest(ctx, ref, j.Options()...)
				return v, err
			})
		},
	}.New(at)
}

var ingested = output.Sheet[api.Ingested]{
	Head: []string{"STATUS", "CREATOR", "PROFILE"},
	Row:  func(v api.Ingested) []string { return []string{string(v.Status), v.CreatorID, v.ProfileID} },
}

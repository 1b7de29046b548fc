package setup

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
)

func health(at *run.At) *cobra.Command {
	return run.Command{
		Use: "health", Short: "Ask whether the service is up", Example: "greenroom health -q", Takes: run.None(), Prints: []any{api.Health{}},
		Work: func(ctx context.Context, j *run.Job) error {
			h, _, err := j.Client.Health(ctx, j.Options()...)
			if err == nil && !h.OK {
				err = &client.Error{Kind: client.KindAPI, Op: "ask for health", Message: "The service says that it is not well."}
			}
			return run.Print(j, h, err, func(w io.Writer, h api.Health) {
				fmt.Fprintf(w, "up, %s by its clock\n", output.Moment(&h.Timestamp))
			})
		},
	}.New(at)
}

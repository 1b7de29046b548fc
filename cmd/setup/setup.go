// Package setup holds the commands that set up this machine and look at what is
// set up: the connections to services, who is signed in to them, the doctor, and
// a service's health.
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

// Commands are those of this room.
func Commands(at *run.At, version string) []*cobra.Command {
	return []*cobra.Command{
		run.Group(run.Command{
			Use: "connection", Short: "Manage connections to services",
			Long: `A connection is a service with its address, its key or sign-in, its names for the
networks and its spending caps. Connections are stored in connections.toml in the
configuration folder. Keys never come from the command line.`,
		}, add(at), list(at), use(at), remove(at), test(at), payFor(at)),
		login(at), logout(at), whoami(at), doctor(at, version), health(at),
	}
}

func health(at *run.At) *cobra.Command {
	return run.Command{
		Use: "health", Short: "Check that the service is up", Example: "greenroom health -q", Takes: run.None(), Prints: []any{api.Health{}},
		Work: func(ctx context.Context, j *run.Job) error {
			h, _, err := j.Client.Health(ctx, j.Options()...)
			if err == nil && !h.OK {
				err = &client.Error{Kind: client.KindAPI, Op: "ask for health", Message: "The service reports a problem."}
			}
			return run.Print(j, h, err, func(w io.Writer, h api.Health) {
				fmt.Fprintf(w, "up, %s by its clock\n", output.Moment(&h.Timestamp))
			})
		},
	}.New(at)
}

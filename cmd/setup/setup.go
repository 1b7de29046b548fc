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
			Use: "connection", Short: "The services that can be used",
			Long: `Connections say which services there are, how the key of each is found or
that a person signs in, what they call the networks, and what may be spent
there. They are kept in connections.toml in the configuration folder; a key is
never taken from the command line.`,
		}, add(at), list(at), use(at), remove(at), test(at), payFor(at)),
		login(at), logout(at), whoami(at), doctor(at, version), health(at),
	}
}

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

// Package memory holds the commands on what this machine keeps: the journal of
// calls, and answers that were paid for. They ask no service.
package memory

import (
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"greenroom/client/local"
	"greenroom/cmd/run"
	"greenroom/config"
)

// Commands are those of this room.
func Commands(at *run.At) []*cobra.Command {
	return []*cobra.Command{
		run.Group(run.Command{
			Use: "cache", Short: "Manage the answers kept on this machine",
			Long: `Answers you paid for are kept on this machine and are free to read again. These
commands show how much is kept, search it and delete it. They contact no service.`,
		}, show(at), find(at), growth(at), prune(at), clearParts(at)),
		journal(at),
	}
}

// work is that of one command on the memory.
type work func(ctx context.Context, m *local.Memory, set config.Settings) error

// open opens the memory for one piece of work.
func open(ctx context.Context, j *run.Job, do work) error {
	set, err := j.At.Settings()
	if err != nil {
		return run.WrongUse(err)
	}
	m, err := run.OpenMemory(ctx, set, j.Waiting)
	if err != nil {
		return err
	}
	return errors.Join(do(ctx, m, set), m.Close())
}

// openAgents is open for what agents asked a service of this machine.
func openAgents(ctx context.Context, j *run.Job, do work) error {
	path, err := run.AgentsFile(j.At.Store)
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); err != nil {
		return run.Usagef("no agents asked the service here: %s is not there; name its database with --store", path)
	}
	m, err := local.Open(ctx, local.Config{Path: path})
	if err != nil {
		return err
	}
	return errors.Join(do(ctx, m, config.Settings{}), m.Close())
}

// named is the service that the command line names; "" is all of them.
func named(j *run.Job, set config.Settings) string {
	if j.At == (run.At{}) {
		return ""
	}
	return run.HomeOf(set)
}

package memory

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/client/local"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/internal/english"
	"greenroom/ui/text"
)

func prune(at *run.At) *cobra.Command {
	var to string
	var older run.Age
	return run.Command{
		Use: "prune", Short: "Delete kept answers that have not been used lately",
		Example: "greenroom cache prune --to 200MB\ngreenroom cache prune --older-than 90d",
		Takes:   run.Words{What: "only --to and --older-than"}, Local: true,
		Flags: func(f *pflag.FlagSet) {
			f.StringVar(&to, "to", "", "delete the least recently used answers until the file has this SIZE, such as 200MB")
			f.Var(&older, "older-than", "delete answers not used for this TIME, such as 90d")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			var q local.PruneQuery
			if to == "" && older.Duration() == 0 {
				return run.Usagef("say what to delete: --to SIZE, or --older-than TIME such as 90d")
			}
			if to != "" {
				n, err := config.ParseSize(to)
				if err != nil || n == 0 {
					return run.Usagef("--to must be a size with a unit, such as 200MB, not %s", to)
				}
				q.Bytes = n
			}
			if older.Duration() != 0 {
				q.OlderThan = time.Now().Add(-older.Duration())
			}
			return open(ctx, j, func(ctx context.Context, m *local.Memory, _ config.Settings) error {
				dropped, err := m.Prune(ctx, q)
				return sayDropped(j, dropped, err)
			})
		},
	}.New(at)
}

func sayDropped(j *run.Job, d local.Pruned, err error) error {
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(j.Out, "deleted %s, %s\n", english.Count(d.Answers, "answer"), output.Size(d.Bytes))
	return err
}

func clearParts(at *run.At) *cobra.Command {
	var yes bool
	return run.Command{
		Use: "clear [PART...]", Short: "Delete all kept data, or parts of it",
		Long: `Clear deletes the parts you name: ` + api.List(local.Parts()) + `,
or all; by default, the answers. Requesting deleted data again costs credits
again. Deleting the journal also deletes the record of what was spent today.`,
		Takes: run.Any("the parts to delete: " + api.List(local.Parts()) + ", or all"), Local: true,
		Flags: func(f *pflag.FlagSet) { f.BoolVar(&yes, "yes", false, "do not ask for confirmation") },
		Work: func(ctx context.Context, j *run.Job) error {
			parts, err := partsOf(j.Items)
			if err != nil {
				return err
			}
			return open(ctx, j, func(ctx context.Context, m *local.Memory, _ config.Settings) error {
				if !yes {
					if err := agree(ctx, j, m, parts); err != nil {
						return err
					}
				}
				dropped, err := m.Clear(ctx, parts...)
				return sayDropped(j, dropped, err)
			})
		},
	}.New(at)
}

func partsOf(args []string) ([]local.Part, error) {
	if len(args) == 0 {
		return []local.Part{local.Answers}, nil
	}
	var parts []local.Part
	for _, word := range args {
		switch {
		case word == "all":
			return local.Parts(), nil
		case !slices.Contains(local.Parts(), local.Part(word)):
			return nil, run.Usagef("no part named %s; choose from %s, and all", word, api.List(local.Parts()))
		}
		parts = append(parts, local.Part(word))
	}
	return parts, nil
}

// agree asks on the terminal; anything but yes is no.
func agree(ctx context.Context, j *run.Job, m *local.Memory, parts []local.Part) error {
	keyboard, ok := j.Keyboard()
	if !ok {
		return run.Usagef("clear asks for confirmation, but there is no terminal; add --yes to delete without asking")
	}
	stats, err := m.Stats(ctx)
	if err != nil {
		return err
	}
	var worth api.Credits
	for _, s := range stats.Services {
		worth += s.Worth
	}
	fmt.Fprintf(j.Errs, "Delete %s of %s? The answers cost %s. [y/N] ", api.List(parts), text.Clean(stats.Path), run.InCredits(worth))
	if line, _ := run.Typed(ctx, bufio.NewReader(keyboard)); line == "y" || line == "yes" {
		return nil
	}
	return errors.New("nothing was deleted")
}

package stage

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"greenroom/cmd/admin"
	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/demo"
	"greenroom/demo/script"
)

// Furnish puts a sample world of a moment into the folder of a stage, for tests that have
// made one already; nil leaves it to the stage.
var Furnish func(at time.Time, folder string) error

// Prepare runs the commands of a script that has a sheet of its own, in the folder of its
// stage, and returns what each of them printed. The workbench then opens on what they
// imported; without a sheet there is nothing to do, and the sample world is there.
func Prepare(ctx context.Context, s *script.Script, folder string) (map[string][]string, error) {
	if s.Sheet == "" && Furnish != nil {
		return nil, Furnish(s.Clock, folder)
	} else if s.Sheet == "" {
		return nil, nil
	}
	table, err := demo.Sheet(s.Sheet)
	if err != nil {
		return nil, run.Usagef("there is no sheet %s among those that come with the program", s.Sheet)
	}
	file := filepath.Join(folder, s.Sheet)
	if err := os.WriteFile(file, table, 0o600); err != nil {
		return nil, fmt.Errorf("write the sheet: %w", err)
	}
	shells := map[string][]string{}
	for _, step := range s.Steps {
		if step.Kind != script.Shell {
			continue
		}
		args := strings.Fields(step.Words)[1:]
		if i := slices.Index(args, s.Sheet); i >= 0 {
			args[i] = file
		}
		var printed bytes.Buffer
		root := &cobra.Command{Use: "greenroom", SilenceErrors: true, SilenceUsage: true}
		root.AddCommand(admin.Commands(&run.At{Store: config.Folders{Data: folder}.Store()})...)
		root.SetOut(&printed)
		root.SetErr(&bytes.Buffer{})
		root.SetArgs(args)
		if err := root.ExecuteContext(ctx); err != nil {
			return nil, fmt.Errorf("%s:%d: %s: %w", s.File, step.Line, step.Words, err)
		}
		said := strings.ReplaceAll(strings.TrimRight(printed.String(), "\n"), folder+string(filepath.Separator), "")
		shells[step.Words] = strings.Split(said, "\n")
	}
	return shells, nil
}

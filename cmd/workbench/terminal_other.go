//go:build !unix

package workbench

import (
	"context"
	"os"

	tea "charm.land/bubbletea/v2"
)

// suspending is nil where programs are not stopped and continued.
func suspending(context.Context, func(tea.Msg)) tea.Cmd { return nil }

// hungUp never tells: signals do, where there are such terminals.
func hungUp(*os.File) <-chan struct{} { return nil }

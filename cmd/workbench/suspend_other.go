//go:build !unix

package workbench

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// suspending is nil where programs are not stopped and continued.
func suspending(context.Context, func(tea.Msg)) tea.Cmd { return nil }

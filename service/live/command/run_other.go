//go:build !linux && !darwin

package command

import "context"

const supported = false

func alive(int) bool { return false }

func (r *Runner) start(context.Context, []string, string) (Outcome, error) {
	return Outcome{}, ErrSystem
}

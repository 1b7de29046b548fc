package admin

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"greenroom/cmd/run"
	"greenroom/service"
	"greenroom/service/store"
	"greenroom/ui/text"
)

func importJoin(at *run.At) *cobra.Command {
	return onStore{
		use: "join ACCOUNT ACCOUNT", short: "Make the creators of two accounts one",
		long: `Join makes the creators of two accounts one: what is known of the first stands, and
the other fills its gaps. Their accounts, with numbers, history, posts and
captions, stay as they are. greenroom import log RUN lists accounts of the same
name that an import kept apart. Join can be undone, as an import can.`,
		example: "greenroom import join videoplatform:zed videoplatform:zed~7 --store x.db\ngreenroom import join videoplatform:zed photoplatform:zed --store x.db",
		takes:   run.Words{What: "two accounts, each as PLATFORM:NAME", Least: 2, Most: 2},
		work: func(ctx context.Context, j *run.Job, s store.Store) error {
			return regroup(ctx, j, s, "joined", func(of []service.Profile) (int64, error) { return s.Join(ctx, of[0], of[1], time.Now()) })
		},
	}.command(at)
}

func importPart(at *run.At) *cobra.Command {
	return onStore{
		use: "part ACCOUNT", short: "Give an account a creator of its own",
		long: `Part takes an account from a creator who has several, and gives it a creator of its
own, called as the account is. Its numbers, history, posts and captions go with
it. Part can be undone, as an import can. To take back what an import joined,
see greenroom import undo.`,
		example: "greenroom import part shortvideoplatform:lenatok --store x.db",
		takes:   run.One("an account, as PLATFORM:NAME"),
		work: func(ctx context.Context, j *run.Job, s store.Store) error {
			return regroup(ctx, j, s, "parted", func(of []service.Profile) (int64, error) { return s.Part(ctx, of[0], time.Now()) })
		},
	}.command(at)
}

// regroup joins or parts accounts, and says how that is undone.
func regroup(ctx context.Context, j *run.Job, s store.Store, done string, do func([]service.Profile) (int64, error)) error {
	var of []service.Profile
	for _, account := range j.Items {
		p, err := accountOf(ctx, s, account)
		if err != nil {
			return err
		}
		of = append(of, p)
	}
	number, err := do(of)
	if refused, ok := errors.AsType[service.UndoError](err); ok {
		return run.WrongUse(fmt.Errorf("nothing was %s: %w", done, refused))
	}
	if err == nil {
		err = newEdition(ctx, s)
	}
	if err == nil {
		_, err = fmt.Fprintf(j.Out, "%s %s; to undo it: %s\n", done, text.Clean(strings.Join(j.Items, " and ")), undoing(j, number))
	}
	return err
}

package admin

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/internal/english"
	"greenroom/service/boot"
	"greenroom/service/store"
	"greenroom/ui/text"
)

func storeOf(at *run.At) *cobra.Command {
	moving := func(use, short, long string, takes run.Words, between func(*run.Job) (from, to string)) *cobra.Command {
		return run.Command{Use: use, Short: short, Long: long, Takes: takes, Local: true,
			Work: func(ctx context.Context, j *run.Job) error {
				from, to := between(j)
				return copyStore(ctx, j, from, to)
			}}.New(at)
	}
	return run.Group(run.Command{
		Use: "store", Short: "Copy, back up, check and measure the store, forget a creator",
		Long: `Store works on the whole database of a service. Copy, backup and check read it as
it stands when they begin, also while the service runs.`,
	},
		moving("copy FROM TO", "Copy a store into a new one, of this or another kind",
			`Copy makes TO the same as FROM: every row, with its number, so that cursors and
the checksums of the ledger stay valid. TO must be new. If the copy is stopped,
run it again: it goes on, and takes in what has changed in FROM. At the end both
are compared by count and checksum. Until then nothing else opens TO.`,
			run.Words{What: "two stores, the old and the new one", Least: 2, Most: 2},
			func(j *run.Job) (string, string) { return j.Items[0], j.Items[1] }),
		moving("backup FILE", "Copy the store into a new file", "", run.One("the name of one new file"),
			func(j *run.Job) (string, string) { return j.At.Store, j.Items[0] }),
		moving("restore FILE", "Copy a backup into a new store; --store names it", "", run.One("the name of one backup"),
			func(j *run.Job) (string, string) { return j.Items[0], j.At.Store }),
		forgetCreator.command(at),
		onStore{
			use: "check", short: "Read the whole store and verify it, with its ledger", takes: run.None(),
			work: checkStore,
		}.command(at),
		onStore{
			use: "migrate", short: "Bring the store to the version of this program, as the first start does", takes: run.None(), migrates: true,
			work: func(_ context.Context, j *run.Job, _ store.Store) error {
				_, err := fmt.Fprintln(j.Out, "the store is ready for this program")
				return err // opening it is what brings it there
			},
		}.command(at),
		onStore{
			use: "stats", short: "Count the rows of each table and the bytes on disk", takes: run.None(), prints: tableLine{},
			work: storeStats,
		}.command(at),
	)
}

func copyStore(ctx context.Context, j *run.Job, from, to string) (err error) {
	if from, err = run.StoreFile(from, false); err == nil {
		to, err = run.StoreFile(to, true)
	}
	if err != nil {
		return err
	}
	if boot.Shown(from) == boot.Shown(to) {
		return run.Usagef("that would copy %s into itself; name two stores", boot.Shown(from))
	}
	return withStore(ctx, store.Config{Path: from, Existing: true, Standing: true}, func(source store.Store) error {
		return withStore(ctx, store.Config{Path: to, Bulk: true, Half: true}, func(target store.Store) error {
			marks, err := copyRows(ctx, j, source, target, boot.Shown(from))
			if errors.Is(err, context.Canceled) {
				return errors.New("stopped; the rows copied so far are stored. Run the same copy again to continue")
			}
			if err != nil {
				return fmt.Errorf("copy %s into %s: %w", boot.Shown(from), boot.Shown(to), err)
			}
			return sayMarks(j.Out, "copied", marks)
		})
	})
}

func copyRows(ctx context.Context, j *run.Job, from, to store.Movable, name string) ([]store.Mark, error) {
	p, lost := newProgress(j), int64(0)
	defer func() {
		if p.end(); lost > 0 {
			j.Say("left out of texts, since the new store keeps none: " + english.Count(int(lost), "NUL character"))
		}
	}()
	defer ownPace()()
	return store.Copy(ctx, from, to, name, func(at store.Progress) {
		p.heap.room = roomForRows
		p.heap.keep()
		if lost = at.Lost; at.Checking {
			p.show(true, "all rows are copied; comparing both stores")
			return
		}
		p.show(false, "%s  %d of %s", at.Table, at.Rows, english.Count(int(at.Of), "row"))
	})
}

func sayMarks(w io.Writer, done string, marks []store.Mark) error {
	rows, sum := store.Sum(marks)
	_, err := fmt.Fprintf(w, "%s: %s in %s, checksum %s\n", done, english.Count(int(rows), "row"), english.Count(len(marks), "table"), sum)
	return err
}

func snapshotOf(ctx context.Context, s store.Movable, work func(store.Snapshot) error) error {
	shot, err := s.Snapshot(ctx)
	if err != nil {
		return err
	}
	return errors.Join(work(shot), shot.Close())
}

// checkStore reads everything: what the engine finds wrong, the ledger, all rows.
func checkStore(ctx context.Context, j *run.Job, s store.Store) error {
	return snapshotOf(ctx, s, func(shot store.Snapshot) error {
		faults, err := s.Faults(ctx)
		if err != nil {
			return err
		}
		for _, fault := range faults {
			fmt.Fprintln(j.Out, text.Clean(fault))
		}
		if len(faults) > 0 {
			return fmt.Errorf("the store is damaged: %s. Restore a backup into a new store", english.Count(len(faults), "fault"))
		}
		if err := checkLedger(ctx, j, s); err != nil {
			return err
		}
		marks, err := store.Marks(ctx, shot)
		if err != nil {
			return err
		}
		return sayMarks(j.Out, "the store is sound", marks)
	})
}

type tableLine struct {
	Table string `json:"table"`
	Rows  int64  `json:"rows"`
}

func storeStats(ctx context.Context, j *run.Job, s store.Store) error {
	return snapshotOf(ctx, s, func(shot store.Snapshot) error {
		var lines []tableLine
		tables, err := shot.Tables(ctx)
		if err != nil {
			return err
		}
		for _, t := range tables {
			n, err := shot.Count(ctx, t)
			if err != nil {
				return err
			}
			lines = append(lines, tableLine{t.Name, n})
		}
		size, err := s.Size(ctx)
		if err != nil {
			return err
		}
		sheet := output.Sheet[tableLine]{Head: []string{"TABLE", "ROWS"}, Row: func(t tableLine) []string { return []string{t.Table, fmt.Sprint(t.Rows)} }}
		return run.List(j, lines, nil, sheet.Summed(func(all []tableLine) []string {
			return []string{"on disk", fmt.Sprintf("%.1f MB", float64(size)/1e6)}
		}))
	})
}

package importer_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"greenroom/internal/racetest"
	"greenroom/service"
	"greenroom/service/importer"
	"greenroom/service/store/sqlite"
)

// eager takes every table for one that is worth a load.
type eager struct {
	*sqlite.Store
	begun, ended int
}

func (e *eager) BeginLoad(ctx context.Context, _ int) (bool, error) {
	e.begun++
	return e.Store.BeginLoad(ctx, 1<<24)
}

func (e *eager) EndLoad(ctx context.Context, part func(n, of int)) error {
	e.ended++
	return e.Store.EndLoad(ctx, part)
}

// plain hides that the store can be loaded.
type plain struct{ importer.Sink }

// accounts is a table in which some stand again: under their name, under their
// id, and under their name on another day.
func accounts(r *rand.Rand, from, rows int, dates bool) string {
	var out strings.Builder
	out.WriteString("channel id,username,name,followers,country")
	if dates {
		out.WriteString(",date")
	}
	out.WriteString("\n")
	for i := range rows {
		n := from + i
		if r.IntN(4) == 0 && i > 0 {
			n = from + r.IntN(min(i, 20)) // the same few, often
		}
		id, name := fmt.Sprintf("UC%022d", n), fmt.Sprintf("channel.%d", n)
		switch r.IntN(7) {
		case 0:
			id = ""
		case 1:
			name = fmt.Sprintf("renamed.%d", n)
		case 2:
			id = fmt.Sprintf("UD%022d", n) // another channel of its name
		case 3:
			id, name = fmt.Sprintf("UD%022d", n), fmt.Sprintf("other.%d", n)
		}
		fmt.Fprintf(&out, "%s,%s,Channel %d,%d,%s", id, name, n, 1000+r.IntN(5000), []string{"DE", "FR", ""}[r.IntN(3)])
		if dates {
			fmt.Fprintf(&out, ",2024-0%d-11", 1+r.IntN(9))
		}
		out.WriteString("\n")
	}
	return out.String()
}

// A load comes to the same content as writing row by row, also into a store that
// has something, and where accounts stand again in other batches.
func TestALoadComesToTheSame(t *testing.T) {
	racetest.Once(t) // the load that is stopped below is watched
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(3, seed))
		folder := write(t, map[string]string{
			"youtube first 2024-01-02.csv":  accounts(r, 0, 40, seed%3 == 0),
			"youtube second 2024-01-03.csv": accounts(r, 60, 400, seed%3 == 0),
			"youtube third 2024-01-04.csv":  accounts(r, 450, 300, false),
			"youtube again 2024-01-05.csv":  accounts(r, 100, 90, false),
		})
		slow, fast := open(t), &eager{Store: open(t)}
		want := run(t, plain{slow}, importer.Options{Batch: 30}, folder)
		got := run(t, fast, importer.Options{Batch: 30}, folder)
		if a, b := content(t, slow), content(t, fast.Store); a != b {
			t.Fatalf("seed %d: %s", seed, firstDifference(a, b))
		}
		if want.Read != got.Read || want.Skipped != got.Skipped || want.New != got.New {
			t.Errorf("seed %d: %d read, %d new, %d skipped; a load: %d, %d, %d", seed, want.Read, want.New, want.Skipped, got.Read, got.New, got.Skipped)
		}
		if fast.begun == 0 || fast.ended == 0 {
			t.Errorf("seed %d: %d loads begun, %d ended", seed, fast.begun, fast.ended)
		}
	}
}

// What a row says of an account that stands in its batch already only fills gaps, in a load too.
func TestARowAgainInALoadFillsGaps(t *testing.T) {
	var table strings.Builder
	table.WriteString("username,name,followers,country\n")
	for n := range 90 {
		fmt.Fprintf(&table, "channel.%[1]d,Channel %[1]d,%[2]d,DE\nchannel.%[1]d,Another %[1]d,%[2]d,FR\n", n, 1000+n)
	}
	folder := write(t, map[string]string{"youtube 2024-01-02.csv": table.String()})
	slow, fast := open(t), &eager{Store: open(t)}
	run(t, plain{slow}, importer.Options{Batch: 30}, folder)
	run(t, fast, importer.Options{Batch: 30}, folder)
	if a, b := content(t, slow), content(t, fast.Store); a != b {
		t.Error(firstDifference(a, b))
	}
	if strings.Contains(content(t, slow), "Another") {
		t.Error("a row is replaced by one of its own file")
	}
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("line %d:\n%s\n%s", i, x[i], y[i])
		}
	}
	return fmt.Sprintf("%d lines, and %d", len(x), len(y))
}

// An import that is stopped in the middle of a load leaves everything that it said
// was stored, with its indexes, and the next run goes on.
func TestALoadIsStoppedAndContinued(t *testing.T) {
	folder := write(t, map[string]string{"youtube 2024-01-02.csv": accounts(rand.New(rand.NewPCG(1, 1)), 0, 600, false)})
	whole := open(t)
	run(t, plain{whole}, importer.Options{}, folder)
	s := open(t)
	ctx, cancel := context.WithCancel(context.Background())
	fast := &stopping{eager{Store: s}, 4, cancel}
	report, err := importer.Import(ctx, fast, []string{folder}, importer.Options{Batch: 50})
	if err == nil || report.Read == 0 || report.Read >= 600 || fast.ended == 0 {
		t.Fatalf("%v, %d read, %d loads ended", err, report.Read, fast.ended)
	}
	run(t, &eager{Store: s}, importer.Options{Batch: 50}, folder)
	if a, b := content(t, whole), content(t, s); a != b {
		t.Error(firstDifference(a, b))
	}
}

type stopping struct {
	eager
	left   int
	cancel context.CancelFunc
}

func (s *stopping) Write(ctx context.Context, bundles []service.Bundle) (service.Written, error) {
	if s.left--; s.left == 0 {
		defer s.cancel()
	}
	return s.eager.Write(ctx, bundles)
}

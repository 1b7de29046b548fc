package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/internal/english"
	"greenroom/service"
	"greenroom/service/store"
	"greenroom/ui/text"
)

type runLine struct {
	Run     int64                  `json:"run"`
	At      time.Time              `json:"at"`
	State   string                 `json:"state"` // done, stopped, undone
	Undo    bool                   `json:"can_be_undone"`
	Read    int                    `json:"read"`
	New     int                    `json:"new"`
	Updated int                    `json:"updated"`
	Skipped int                    `json:"skipped"`
	Files   []service.ImportedFile `json:"files"`
	Merges  []service.ImportMerge  `json:"merges"`
}

func runLines(runs []service.ImportRun) []runLine {
	lines := make([]runLine, len(runs))
	for i, r := range runs {
		l := runLine{Run: r.ID, At: r.At, State: "done", Undo: r.Kept && r.UndoneAt.IsZero(), Files: r.Files, Merges: r.Merges}
		switch {
		case !r.UndoneAt.IsZero():
			l.State = "undone"
		case r.EndedAt.IsZero():
			l.State = "stopped"
		}
		for _, f := range r.Files {
			l.Read, l.New, l.Updated, l.Skipped = l.Read+f.Read, l.New+f.New, l.Updated+f.Updated, l.Skipped+f.Skipped
		}
		lines[i] = l
	}
	return lines
}

var runSheet = output.Sheet[runLine]{
	Head: []string{"RUN", "AT", "STATE", "FILES", "READ", "NEW", "UPDATED", "SKIPPED", "MERGED", "APART"},
	Row: func(l runLine) []string {
		met, apart := matches(l)
		return []string{fmt.Sprint(l.Run), l.At.Local().Format(time.DateTime), l.State, fmt.Sprint(len(l.Files)), fmt.Sprint(l.Read),
			fmt.Sprint(l.New), fmt.Sprint(l.Updated), fmt.Sprint(l.Skipped), fmt.Sprint(len(met)), fmt.Sprint(len(apart))}
	},
}

func importLog(at *run.At) *cobra.Command {
	return onStore{
		use: "log [RUN]", short: "List imports, or the files and merges of one import",
		long: `Log lists imports, newest first: how much each one read, added and changed.
With the number of an import it lists its files, and the rows that were matched
to a stored account by something other than the handle, with the reason. Below
them stand rows that were kept apart from an account of the same name.`,
		example: "greenroom import log --store x.db\ngreenroom import log 3 --store x.db -o json",
		takes:   run.Words{What: "the number of an import, or nothing for all", Most: 1}, prints: runLine{},
		work: func(ctx context.Context, j *run.Job, s store.Store) error {
			runs, err := s.Runs(ctx)
			if err != nil {
				return err
			}
			lines := runLines(runs)
			if len(j.Items) == 0 {
				return run.List(j, lines, nil, runSheet.Draw)
			}
			number, err := runNumber(j.Items[0])
			if err != nil {
				return err
			}
			for _, l := range lines {
				if l.Run == number {
					return run.List(j, []runLine{l}, nil, func(w io.Writer, lines []runLine) { drawRun(w, lines, undoing(j, number)) })
				}
			}
			return run.Absent(fmt.Sprintf("No import has the number %d; run greenroom import log to see all.", number))
		},
	}.command(at)
}

var (
	importedSheet = output.Sheet[service.ImportedFile]{
		Head: []string{"FILE", "KIND", "READ", "NEW", "UPDATED", "UNCHANGED", "SKIPPED", "REFUSED"},
		Row: func(f service.ImportedFile) []string {
			return []string{text.Clean(f.Path).String(), f.Kind, fmt.Sprint(f.Read), fmt.Sprint(f.New), fmt.Sprint(f.Updated), fmt.Sprint(f.Unchanged),
				fmt.Sprint(f.Skipped), text.Clean(f.Refused).String()}
		},
	}
	apartSheet = output.Sheet[service.ImportMerge]{
		Head: []string{"ROW", "KEPT APART", "FROM", "WHY"},
		Row: func(m service.ImportMerge) []string {
			return []string{fmt.Sprintf("%s:%d", text.Clean(m.File), m.Line), fmt.Sprintf("%s:%s", m.Platform, text.Clean(m.Username)), fmt.Sprintf("%s:%s", m.Platform, text.Clean(m.Apart)), m.Why}
		},
	}
	mergeSheet = output.Sheet[service.ImportMerge]{
		Head: []string{"ROW", "ACCOUNT", "NAME IN THE ROW", "WHY"},
		Row: func(m service.ImportMerge) []string {
			return []string{fmt.Sprintf("%s:%d", text.Clean(m.File), m.Line), fmt.Sprintf("%s:%s", m.Platform, text.Clean(m.Username)), text.Clean(m.Name).String(), m.Why}
		},
	}
)

// matches are the rows that met an account, and those kept apart from one.
func matches(l runLine) (met, apart []service.ImportMerge) {
	for _, m := range l.Merges {
		if m.Apart == "" {
			met = append(met, m)
		} else {
			apart = append(apart, m)
		}
	}
	return met, apart
}

func undoing(j *run.Job, number int64) string {
	line := fmt.Sprintf("greenroom import undo %d", number)
	if store := j.At.Store; store != "" {
		if strings.ContainsAny(store, " '\"$\\") {
			store = strconv.Quote(store)
		}
		line += " --store " + text.Clean(store).String()
	}
	return line
}

func drawRun(w io.Writer, lines []runLine, undo string) {
	runSheet.Draw(w, lines)
	for _, l := range lines {
		fmt.Fprintln(w)
		importedSheet.Draw(w, l.Files)
		met, apart := matches(l)
		if len(met) > 0 {
			fmt.Fprintln(w)
			mergeSheet.Draw(w, met)
		}
		if len(apart) > 0 {
			fmt.Fprintln(w)
			apartSheet.Draw(w, apart)
			fmt.Fprintln(w, "\nIf two are one creator: greenroom import join FROM KEPT-APART")
		}
		if l.Undo {
			fmt.Fprintf(w, "\nTo undo it: %s (for one account only, add --account PLATFORM:NAME)\n", undo)
		}
	}
}

func runNumber(word string) (int64, error) {
	number, err := strconv.ParseInt(word, 10, 64)
	if err != nil || number < 1 {
		return 0, run.Usagef("give the number of an import, such as 3, not %s; run greenroom import log to see all", word)
	}
	return number, nil
}

func importUndo(at *run.At) *cobra.Command {
	account := ""
	return onStore{
		use: "undo RUN", short: "Undo an import, or its changes to one account",
		long: `Undo restores what an import overwrote and removes what it added; its files can
then be imported again. It first says how many creators will be removed. The
last ten imports can be undone. If a later import built on one, or found its
records unchanged, undo the later one first. --account undoes the import for one
creator only, for example to split a wrong merge.`,
		example: "greenroom import undo 3 --store x.db\ngreenroom import undo 3 --account videoplatform:tseries --store x.db",
		takes:   run.One("the number of an import, from greenroom import log"),
		flags: func(f *pflag.FlagSet) {
			f.StringVar(&account, "account", "", "undo only the changes to the creator of this account, as PLATFORM:NAME")
		},
		work: func(ctx context.Context, j *run.Job, s store.Store) error {
			number, err := runNumber(j.Items[0])
			if err != nil {
				return err
			}
			if account == "" {
				if err := sayWhatGoes(ctx, j, s, number); err != nil {
					return err
				}
			}
			profile := ""
			if account != "" {
				p, err := accountOf(ctx, s, account)
				if err != nil {
					return err
				}
				profile = p.ID
			}
			came, err := s.UndoRun(ctx, number, profile, time.Now())
			if refused, ok := errors.AsType[service.UndoError](err); ok {
				return run.WrongUse(fmt.Errorf("nothing was undone: %w", refused))
			}
			if err != nil {
				return err
			}
			if err := newEdition(ctx, s); err != nil {
				return err
			}
			of := ""
			if account != "" {
				of = " for " + text.Clean(account).String()
			}
			_, err = fmt.Fprintf(j.Out, "undid import %d%s: %s restored, %s removed\n", number, of, english.Count(int(came.Restored), "record"), english.Count(int(came.Removed), "record"))
			return err
		},
	}.command(at)
}

// sayWhatGoes tells, before an undo, what there is to take back.
func sayWhatGoes(ctx context.Context, j *run.Job, s store.Store, number int64) error {
	runs, err := s.Runs(ctx)
	for _, l := range runs {
		if l.ID != number || !l.Kept || !l.UndoneAt.IsZero() {
			continue
		}
		state := ""
		if l.EndedAt.IsZero() {
			state = " was stopped; it"
		}
		fmt.Fprintf(j.Errs, "import %d%s made %s, which an undo removes\n", number, state, english.Count(int(l.Creators), "creator"))
	}
	return err
}

func accountOf(ctx context.Context, s store.Store, account string) (p service.Profile, err error) {
	// An account that was kept apart has a sign in its name that no handle has.
	network, name, stored := strings.Cut(account, ":")
	ref := api.ProfileRef{Platform: api.Platform(network), Username: name}
	if !stored || !slices.Contains(api.Platforms(), ref.Platform) || !strings.Contains(name, "~") {
		if ref, err = run.ProfileRef(account); err != nil {
			return p, err
		}
	}
	p, err = s.ProfileByName(ctx, ref.Platform, ref.Username)
	if errors.Is(err, service.ErrNotFound) {
		return p, run.Absent("There is no " + run.ProfileWord(ref) + " in the store.")
	}
	return p, err
}

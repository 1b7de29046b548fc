package memory

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client/local"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/internal/each"
	"greenroom/ui/text"
)

// statsLine counts the kept answers of one service, as printed.
type statsLine struct {
	Service     string      `json:"service"`
	Answers     int         `json:"answers"`
	Stale       int         `json:"stale"`
	Personal    int         `json:"personal"`
	Bytes       int64       `json:"bytes"`
	Worth       api.Credits `json:"worth"`
	Oldest      *time.Time  `json:"oldest"`
	Sessions    int         `json:"sessions"`
	Transcripts int         `json:"transcripts"`
	Posts       int         `json:"posts"`
	Accounts    int         `json:"accounts"`
	Calls       int         `json:"calls"`
	Unknown     int         `json:"unknown"`
}

type statsWhole struct {
	Path  string      `json:"path"`
	Bytes int64       `json:"bytes"`
	Limit int64       `json:"limit"`
	Data  []statsLine `json:"data"`
}

func show(at *run.At) *cobra.Command {
	return run.Command{
		Use: "show", Short: "Show how much is kept for each service", Takes: run.None(), Local: true, Prints: []any{statsLine{}},
		Work: func(ctx context.Context, j *run.Job) error {
			return open(ctx, j, func(ctx context.Context, m *local.Memory, _ config.Settings) error {
				stats, err := m.Stats(ctx)
				if err != nil {
					return err
				}
				whole := statsWhole{stats.Path, stats.Bytes, stats.Most, []statsLine{}}
				whole.Data = append(whole.Data, each.Of(stats.Services, lineOfStats)...)
				return run.List(j, whole.Data, whole, whole.draw)
			})
		},
	}.New(at)
}

func lineOfStats(s local.ServiceStats) statsLine {
	line := statsLine{
		Service: s.Service, Answers: s.Answers, Stale: s.Stale, Personal: s.Personal, Bytes: s.Bytes, Worth: s.Worth,
		Sessions: s.Sessions, Transcripts: s.Transcripts, Posts: s.Posts, Accounts: s.Accounts, Calls: s.Calls, Unknown: s.Unknown,
	}
	if !s.Oldest.IsZero() {
		line.Oldest = &s.Oldest
	}
	return line
}

func (s statsWhole) draw(w io.Writer, lines []statsLine) {
	limit := "no limit"
	if s.Limit >= 0 {
		limit = "at most " + output.Size(s.Limit)
	}
	fmt.Fprintf(w, "%s: %s, %s\n", text.Clean(s.Path), output.Size(s.Bytes), limit)
	if len(lines) > 0 {
		statsSheet.Draw(w, lines)
	}
}

var statsSheet = output.Sheet[statsLine]{
	Head: []string{"SERVICE", "ANSWERS", "SIZE", "WORTH", "OLDEST", "SEARCHES", "TRANSCRIPTS", "POSTS", "CALLS", "UNKNOWN"},
	Row: func(l statsLine) []string {
		return []string{l.Service, fmt.Sprint(l.Answers), output.Size(l.Bytes), l.Worth.String(), output.Moment(l.Oldest), fmt.Sprint(l.Sessions),
			fmt.Sprint(l.Transcripts), fmt.Sprint(l.Posts), fmt.Sprint(l.Calls), fmt.Sprint(l.Unknown)}
	},
}

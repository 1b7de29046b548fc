package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"greenroom/api"
	"greenroom/client/local"
	"greenroom/config"
)

// onMemory is the work of one command on the memory of this machine.
type onMemory func(ctx context.Context, m *local.Memory, set config.Settings) error

// withMemory opens the memory for one piece of work. No service is opened.
func withMemory(ctx context.Context, at reach, work onMemory) error {
	set, err := settings(at)
	if err != nil {
		return usageError{err}
	}
	m, err := openMemory(ctx, set)
	if err != nil {
		return err
	}
	return errors.Join(work(ctx, m, set), m.Close())
}

// named is the service that the command line names; "" is all of them.
func (at reach) named(set config.Settings) string {
	if at == (reach{}) {
		return ""
	}
	return homeOf(set)
}

func newCache(at *reach) *cobra.Command {
	c := &cobra.Command{
		Use: "cache", GroupID: groupHere, Short: "What was paid for and is kept",
		Long: `Answers that were paid for are kept on this machine and come again for
nothing. These commands show how much that is, look through the texts of it,
and drop it. They ask no service.`,
		Args: unknownCommand, RunE: helps,
	}
	c.AddCommand(newCacheShow(at), newCacheFind(at), newCacheGrowth(at), newCachePrune(at), newCacheClear(at))
	return c
}

// statsLine is what is kept of one service, as it is printed.
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

func newCacheShow(at *reach) *cobra.Command {
	c := &cobra.Command{Use: "show", Short: "Show how much is kept of each service", Args: takes(0, 0, "no words")}
	var format printing
	format.listFlags(c)
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		return withMemory(cmd.Context(), *at, func(ctx context.Context, m *local.Memory, _ config.Settings) error {
			stats, err := m.Stats(ctx)
			if err != nil {
				return err
			}
			whole := statsWhole{stats.Path, stats.Bytes, stats.Most, []statsLine{}}
			for _, s := range stats.Services {
				whole.Data = append(whole.Data, lineOfStats(s))
			}
			return printWhole(cmd, &format, whole.Data, whole, whole.table)
		})
	}
	return c
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

func (s statsWhole) table(w io.Writer) {
	limit := "no limit"
	if s.Limit >= 0 {
		limit = "at most " + bytesSay(s.Limit)
	}
	fmt.Fprintf(w, "%s: %s, %s\n", s.Path, bytesSay(s.Bytes), limit)
	if len(s.Data) == 0 {
		return
	}
	var t table
	t.add("SERVICE", "ANSWERS", "SIZE", "WORTH", "OLDEST", "SEARCHES", "TRANSCRIPTS", "POSTS", "CALLS", "UNKNOWN")
	for _, l := range s.Data {
		t.add(l.Service, fmt.Sprint(l.Answers), bytesSay(l.Bytes), l.Worth.String(), moment(l.Oldest), fmt.Sprint(l.Sessions),
			fmt.Sprint(l.Transcripts), fmt.Sprint(l.Posts), fmt.Sprint(l.Calls), fmt.Sprint(l.Unknown))
	}
	t.write(w)
}

// hitLine is a text that was found, as it is printed.
type hitLine struct {
	Kind     local.Kind   `json:"kind"`
	Platform api.Platform `json:"platform"`
	ID       string       `json:"id"`
	Title    string       `json:"title"`
	Language string       `json:"language"`
	URL      string       `json:"url"`
	Seconds  *float64     `json:"seconds"`
	Snippet  string       `json:"snippet"`
	KeptAt   time.Time    `json:"kept_at"`
	Service  string       `json:"service"`
}

func newCacheFind(at *reach) *cobra.Command {
	var kind, platform, language string
	var limit int
	var full bool
	c := &cobra.Command{
		Use: "find WORDS", Short: "Look for words in the transcripts and posts that are kept",
		Example: "greenroom cache find \"oat milk\"\ngreenroom cache find sponsored --kind transcript --language en -o csv",
		Args:    takes(1, anyNumber, "the words to look for"),
	}
	f := c.Flags()
	f.StringVar(&kind, "kind", "", "only this KIND of text: transcript or post")
	f.StringVar(&platform, "platform", "", "only texts of this NETWORK: photoplatform, videoplatform or shortvideoplatform")
	f.StringVar(&language, "language", "", "only texts in this LANGUAGE, such as en")
	f.IntVar(&limit, "limit", 0, "the most texts to print")
	f.BoolVar(&full, "full", false, "print the whole texts, not what stands around the words")
	var format printing
	format.listFlags(c)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if kind != "" && kind != string(local.KindTranscript) && kind != string(local.KindPost) {
			return usage("--kind takes transcript or post, not " + kind)
		}
		return withMemory(cmd.Context(), *at, func(ctx context.Context, m *local.Memory, set config.Settings) error {
			hits, err := m.Find(ctx, local.FindQuery{
				Service: at.named(set), Text: phrases(args), Kind: local.Kind(kind),
				Platform: api.Platform(platform), Language: language, Limit: limit,
			})
			if err != nil {
				return err
			}
			lines := make([]hitLine, len(hits))
			for i, h := range hits {
				if full {
					whole, err := m.Text(ctx, h.Document)
					if err != nil {
						return err
					}
					h.Snippet = whole.Text
				}
				lines[i] = hitLine{h.Kind, h.Platform, h.ID, h.Title, h.Language, h.URL, h.Start, h.Snippet, h.KeptAt, h.Service}
			}
			return printItems(cmd, &format, lines, tabled(func(t *table) { drawHits(t, lines) }))
		})
	}
	return c
}

// phrases are words to look for, an argument of several being a phrase.
func phrases(args []string) string {
	list := make([]string, len(args))
	for i, a := range args {
		if list[i] = a; strings.Contains(a, " ") && !strings.Contains(a, `"`) {
			list[i] = `"` + a + `"`
		}
	}
	return strings.Join(list, " ")
}

func drawHits(t *table, hits []hitLine) {
	t.add("KIND", "NETWORK", "ID", "AT", "TEXT")
	for _, h := range hits {
		at := "-"
		if h.Seconds != nil {
			s := int(*h.Seconds)
			at = fmt.Sprintf("%d:%02d", s/60, s%60)
		}
		t.add(string(h.Kind), string(h.Platform), h.ID, at, strings.Join(strings.Fields(h.Snippet), " "))
	}
}

func newCachePrune(at *reach) *cobra.Command {
	var to string
	var older age
	c := &cobra.Command{
		Use: "prune", Short: "Drop answers that were not used for long, down to a size or an age",
		Example: "greenroom cache prune --to 200MB\ngreenroom cache prune --older-than 90d",
		Args:    takes(0, 0, "only --to and --older-than"),
	}
	c.Flags().StringVar(&to, "to", "", "drop what was not used for longest until the file has this SIZE, such as 200MB")
	c.Flags().Var(&older, "older-than", "drop what was not used for this TIME, such as 90d")
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		var q local.PruneQuery
		if to == "" && older == 0 {
			return usage("say what to drop: --to SIZE or --older-than TIME, such as 90d")
		}
		if to != "" {
			n, err := config.ParseSize(to)
			if err != nil || n == 0 {
				return usage("--to takes a size above 0 with its unit, such as 200MB, not " + to)
			}
			q.Bytes = n
		}
		if older != 0 {
			q.OlderThan = time.Now().Add(-older.duration())
		}
		return withMemory(cmd.Context(), *at, func(ctx context.Context, m *local.Memory, _ config.Settings) error {
			dropped, err := m.Prune(ctx, q)
			return tellDropped(cmd, dropped, err)
		})
	}
	return c
}

func tellDropped(cmd *cobra.Command, d local.Pruned, err error) error {
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "dropped %s, %s\n", counted(d.Answers, "answer"), bytesSay(d.Bytes))
	return err
}

func newCacheClear(at *reach) *cobra.Command {
	var yes bool
	c := &cobra.Command{
		Use: "clear [PART...]", Short: "Drop all that is kept, or parts of it",
		Long: `Clear drops the parts that are named: ` + joined(local.Parts()) + `,
or all; without one, the answers. What is dropped is paid for again when it
is asked for again. Without the journal nobody knows any more what was spent
today.`,
		Args: takes(0, anyNumber, "the parts to drop: "+joined(local.Parts())+", or all"),
	}
	c.Flags().BoolVar(&yes, "yes", false, "do not ask first")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		parts, err := partsOf(args)
		if err != nil {
			return err
		}
		return withMemory(cmd.Context(), *at, func(ctx context.Context, m *local.Memory, _ config.Settings) error {
			if !yes {
				if err := agree(ctx, cmd, m, parts); err != nil {
					return err
				}
			}
			dropped, err := m.Clear(ctx, parts...)
			return tellDropped(cmd, dropped, err)
		})
	}
	return c
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
			return nil, usage("there is no part " + word + "; there are " + joined(local.Parts()) + ", and all")
		}
		parts = append(parts, local.Part(word))
	}
	return parts, nil
}

// agree asks on the terminal; anything but yes is no.
func agree(ctx context.Context, cmd *cobra.Command, m *local.Memory, parts []local.Part) error {
	f, ok := cmd.InOrStdin().(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return usage("clear asks first, and there is no terminal to ask on; --yes drops without asking")
	}
	stats, err := m.Stats(ctx)
	if err != nil {
		return err
	}
	var worth api.Credits
	for _, s := range stats.Services {
		worth += s.Worth
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "Drop %s of %s? The answers were charged %s credits. [y/N] ", joined(parts), stats.Path, worth)
	answer := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(f).ReadString('\n')
		answer <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case <-ctx.Done():
		return errors.New("nothing was dropped")
	case a := <-answer:
		if a != "y" && a != "yes" {
			return errors.New("nothing was dropped")
		}
	}
	return nil
}

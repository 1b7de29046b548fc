package admin

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/client/local"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/internal/each"
	"greenroom/service/boot"
	"greenroom/service/media"
	"greenroom/service/store"
	"greenroom/ui/text"
)

type liveCheck struct {
	settings             string // a file; "": those of the built-in service
	post, profile, short string
}

func (c *liveCheck) flags(f *pflag.FlagSet) {
	f.StringVar(&c.settings, "config", "", "the settings FILE of greenroom serve (default: those of the built-in service)")
	f.StringVar(&c.post, "post", "", "also a post of the photo network, by its `CODE`")
	f.StringVar(&c.profile, "profile", "", "also a profile of the photo network, by its `NAME`")
	f.StringVar(&c.short, "short", "", "also a profile of the short-video network, by its `NAME`")
}

func liveData(at *run.At) *cobra.Command {
	return run.Group(run.Command{Use: "live", Short: "Try the sources of live data, and record them for tests",
		Long: `These commands ask the real networks, with the tools and settings of this machine.
A network's terms, and the account that a tool uses, are yours to keep.`}, tryLive(at), recordLive(at), forgetLive(at))
}

func tryLive(at *run.At) *cobra.Command {
	var c liveCheck
	return run.Command{
		Use: "check [VIDEO]", Short: "Try each call of each source once",
		Example: "greenroom live check https://videos.example/watch?v=AbCdEfGhIjK",
		Takes:   run.Words{What: "a video to begin with, by id or URL", Most: 1}, Local: true, Flags: c.flags,
		Work: func(ctx context.Context, j *run.Job) error { return c.work(ctx, j, j.Items, "") },
	}.New(at)
}

func recordLive(at *run.At) *cobra.Command {
	var c liveCheck
	return run.Command{
		Use: "record FOLDER [VIDEO]", Short: "Record what the tools write, for tests",
		Long: `Record tries each call as greenroom live check does and keeps what the tools wrote:
arguments, output, last words and files. It holds what real people wrote: put
fictional names in their place before anybody else sees it.`,
		Example: "greenroom live record ./rec https://videos.example/watch?v=AbCdEfGhIjK",
		Takes:   run.Words{What: "a folder, and a video to begin with", Least: 1, Most: 2}, Local: true, Flags: c.flags,
		Work: func(ctx context.Context, j *run.Job) error { return c.work(ctx, j, j.Items[1:], j.Items[0]) },
	}.New(at)
}

func forgetLive(at *run.At) *cobra.Command {
	return onStore{
		use: "forget NAME...", short: "Forget what is kept of a live person",
		long: `Forget drops every kept answer that names somebody by username, handle or channel
id, what is said in their posts and videos as far as these answers name them, and
what a language model answered about the stored creator they are. A store of one
file is then written anew, once for all names, which takes as long as a copy, needs
its size again on disk, and has paid calls of a running service wait. Name a post or video by
its id too: what is said in it may have outlived the answer that told whose it
is. How long answers are kept without it is set by keep below [live]. A stored
creator stays: greenroom store forget deletes one, with all of this. Files that
you saved stay, and answers kept by whoever asked, which greenroom cache shows.`,
		example: "greenroom live forget @meadowkitchen OatMilk0001",
		takes:   run.Some("usernames, handles, or ids of posts and videos"), prints: forgotLine{},
		work: func(ctx context.Context, j *run.Job, s store.Store) error {
			return forgetEach(ctx, j, s, boot.Forgetting.Live)
		},
	}.command(at)
}

var forgetCreator = onStore{
	use: "forget ACCOUNT...", short: "Delete the creator of an account, and all that is kept of them",
	long: `Forget deletes a creator for good: their accounts, numbers over time, posts and
transcripts, what imports could bring back of them, live answers and what a
language model answered about them, their part of search results, and answers
that are kept to be given again, for agents too. A store of one file is then
written anew, once for all accounts, which takes as long as a copy, needs the size
of the store again on disk, and has paid calls of a running service wait; and so
are search indexes. A repeat of a call whose answer is gone is refused, and not
charged. It cannot be undone. What stays: lists and sheets of planners, posts of
others that name them, backups, files that you saved or imported, which bring them
back if they are imported again, the journal of agents' calls, answers that agents
of other nodes keep, and those kept by whoever asked: greenroom cache shows them.`,
	example: "greenroom store forget photoplatform:meadowkitchen --store x.db",
	takes:   run.Some("accounts, each as PLATFORM:NAME"), prints: forgotLine{},
	work: func(ctx context.Context, j *run.Job, s store.Store) error {
		return forgetEach(ctx, j, s, func(f boot.Forgetting, ctx context.Context, account string) (boot.Forgotten, error) {
			p, err := accountOf(ctx, s, account)
			if err != nil {
				return boot.Forgotten{}, err
			}
			out, err := f.Creator(ctx, p.CreatorID)
			return out, errors.Join(err, newEdition(ctx, s))
		})
	},
}

// forgetEach forgets one after the other, also what agents keep beside the store, and then
// writes the store anew, once.
func forgetEach(ctx context.Context, j *run.Job, s store.Store, forget func(boot.Forgetting, context.Context, string) (boot.Forgotten, error)) error {
	f := boot.Forgetting{Store: s, Path: j.At.Store}
	path, err := run.AgentsFile(j.At.Store)
	if _, none := os.Stat(path); err == nil && none == nil {
		memory, opening := local.Open(ctx, local.Config{Path: path})
		if f.Agents, err = memory, opening; err == nil {
			defer memory.Close()
		}
	}
	if err != nil {
		return err
	}
	all, failed := forgotten(j.Items, func(who string) (boot.Forgotten, error) { return forget(f, ctx, who) }, func() error { return f.End(ctx) })
	return errors.Join(run.List(j, all, nil, forgotSheet.Draw), failed)
}

// forgotten forgets one after the other, until one fails, and ends what was begun; the error says
// who was not reached.
func forgotten(names []string, forget func(who string) (boot.Forgotten, error), end func() error) (all []forgotLine, err error) {
	for i, who := range names {
		f, failed := forget(who)
		if failed == nil {
			all = append(all, forgotLine{who, f})
			continue
		}
		err = fmt.Errorf("%s: %w; not reached: %d of %d names%s", who, failed, len(names)-i-1, len(names), strings.Join(each.Of(names[i+1:], func(name string) string { return " " + name }), ""))
		if len(all) == 0 && f == (boot.Forgotten{}) {
			return nil, err
		}
		break
	}
	return all, errors.Join(err, end())
}

type forgotLine struct {
	Name string `json:"name"`
	boot.Forgotten
}

var forgotSheet = output.Sheet[forgotLine]{
	Head: []string{"NAME", "ANSWERS", "TRANSCRIPTS", "OF A MODEL", "ACCOUNTS", "POSTS", "GIVEN"},
	Row: func(l forgotLine) []string {
		counts := []int64{int64(l.Answers), l.Transcripts, l.Judged, l.Profiles, l.Posts, l.Given}
		return append([]string{text.Clean(l.Name).String()}, each.Of(counts, func(n int64) string { return strconv.FormatInt(n, 10) })...)
	},
}

// work tries what is configured; record is a folder, "" for none.
func (c *liveCheck) work(ctx context.Context, j *run.Job, videos []string, record string) error {
	l, err := c.configured(j)
	if err != nil {
		return err
	}
	with := boot.LiveSubjects{Post: c.post, Profile: c.profile, Short: c.short}
	for _, v := range videos {
		if _, with.Video = media.MediaFromURL(v); with.Video == "" {
			with.Video = v
		}
	}
	if with == (boot.LiveSubjects{}) {
		return run.Usagef("name what to ask for: a video, or --post, --profile or --short")
	}
	if record != "" {
		if l, err = l.Recording(record); err != nil {
			return err
		}
	}
	failed := 0
	err = withStore(ctx, store.Config{Path: j.At.Store}, func(s store.Store) error {
		return l.Check(ctx, s, with, func(t boot.LiveTrial) {
			if t.Kind != "" {
				failed++
			}
			fmt.Fprintln(j.Out, text.Clean(trialLine(t)))
		})
	})
	if err == nil && failed > 0 {
		err = fmt.Errorf("calls that failed: %d (greenroom doctor says what to mend)", failed)
	}
	return err
}

func trialLine(t boot.LiveTrial) string {
	line := fmt.Sprintf("%-12s %-20s %6.1f s  ", t.Source, t.Call, t.Took.Seconds())
	if t.Kind == "" {
		return line + "ok"
	}
	line += t.Err.Error()
	if t.Wait > 0 {
		line += fmt.Sprintf("; may be asked again in %s", t.Wait.Round(time.Second))
	}
	return line
}

func (c *liveCheck) configured(j *run.Job) (boot.Live, error) {
	var l config.Live
	if c.settings != "" {
		file, err := readServerFile(c.settings)
		if err != nil {
			return boot.Live{}, err
		}
		l = file.live
	} else {
		set, err := j.At.Settings()
		if err != nil {
			return boot.Live{}, run.WrongUse(err)
		}
		l = set.Live.Value
	}
	if len(l.Sources) == 0 {
		return boot.Live{}, run.Usagef("no source of live data is configured: write sources = [\"yt-dlp\"] below [live] in %s, or name a file with --config", config.PreferencesFile)
	}
	return run.LiveOf(l), nil
}

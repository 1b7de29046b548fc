package posted

import (
	"context"
	"slices"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
)

// Known is a creator with what is known by now: the moment of the newest post that was
// read, zero where none was, and what was judged.
type Known struct {
	plan.Member
	Last  time.Time
	Facts plan.Facts
	Fresh bool // the figures were read just now, and are not read again
}

// News holds the differences since the last look. Flags are the new ones.
type News struct {
	Known
	Posts   []api.Post // newer ones, the newest first
	More    bool       // than were read
	Missing error      // why the service knows no posts of them; nil: it does
	Profile *api.Profile
	Safety  *api.Safety // judged anew; nil where nothing new was posted, or it was not judged before
	Flags   []api.Flag
}

// How many posts are asked for at once, and how many of a creator at most.
const (
	page = 5
	most = 2 * page
)

// Price returns the highest cost of a look.
func Price(all []Known, each func(api.Operation, int) (low, high api.Credits)) (high api.Credits) {
	count := map[api.Operation]int{api.OpPosts: most * len(all)}
	for _, k := range all {
		if k.account() {
			count[api.OpProfileLookupDetailed]++
		}
		if k.judges() {
			count[api.OpSafetyCreators]++
		}
	}
	for op, n := range count {
		_, h := each(op, n)
		high += h
	}
	return high
}

// account says whether the figures of an account are read.
func (k Known) account() bool { return k.Platform != "" && k.Username != "" && !k.Fresh }

// judges says whether new posts are judged: where old ones were.
func (k Known) judges() bool { return k.Facts.Safety != nil && !k.Last.IsZero() }

// Since looks what is new: figures of all, posts page by page until one is known, and
// brand safety of those who posted.
func Since(ctx context.Context, c *client.Client, all []Known, opts ...client.Option) ([]News, client.Receipt, error) {
	l := look{c: c, opts: append(slices.Clone(opts), client.Refresh()), news: make([]News, len(all))}
	for i, k := range all {
		l.news[i].Known = k
	}
	err := l.profiles(ctx)
	for i := 0; i < len(all) && err == nil; i++ {
		err = l.posts(ctx, &l.news[i])
	}
	if err == nil {
		err = l.safety(ctx)
	}
	if err == nil && !slices.ContainsFunc(l.news, func(n News) bool { return n.Missing == nil }) {
		err = l.news[0].Missing
	}
	return l.news, c.Together(l.receipts...), err
}

type look struct {
	c        *client.Client
	opts     []client.Option
	news     []News
	receipts []client.Receipt
}

// done notes a request; that somebody is not known there is no failure.
func (l *look) done(r client.Receipt, err error) error {
	l.receipts = append(l.receipts, r)
	if client.Is(err, api.CodeNotFound) {
		return nil
	}
	return err
}

func (l *look) profiles(ctx context.Context) error {
	var refs []api.ProfileRef
	for _, n := range l.news {
		if n.account() {
			refs = append(refs, api.ProfileRef{Platform: n.Platform, Username: n.Username})
		}
	}
	if len(refs) == 0 {
		return nil
	}
	found, r, err := l.c.Profiles(ctx, refs, api.ModeDetailed, l.opts...)
	for _, p := range found.Data {
		for i, n := range l.news {
			if n.Platform == p.Platform && n.Username == p.Username {
				l.news[i].Profile = &p
			}
		}
	}
	return l.done(r, err)
}

func (l *look) posts(ctx context.Context, n *News) error {
	p := client.PostsParams{CreatorID: n.Creator, Sort: api.SortRecent, Limit: page}
	if n.Creator == "" {
		p.Platform, p.Username = n.Platform, n.Username
	}
	for len(n.Posts) < most {
		got, r, err := l.c.Posts(ctx, p, l.opts...)
		if client.Is(err, api.CodeNotFound) {
			n.Missing = err
		}
		if err := l.done(r, err); err != nil || n.Missing != nil {
			return err
		}
		old := slices.IndexFunc(got.Data, func(p api.Post) bool { return !p.PostedAt.After(n.Last) })
		if old >= 0 {
			n.Posts, n.More = append(n.Posts, got.Data[:old]...), false
			return nil
		}
		n.Posts = append(n.Posts, got.Data...)
		if n.More = got.HasMore && got.NextCursor != nil; !n.More {
			return nil
		}
		p.Cursor = *got.NextCursor
	}
	return nil
}

func (l *look) safety(ctx context.Context) error {
	var refs []api.CreatorRef
	var of []int
	for i, n := range l.news {
		if !n.judges() || len(n.Posts) == 0 {
			continue
		}
		of = append(of, i)
		if n.Creator != "" {
			refs = append(refs, api.CreatorRef{CreatorID: &l.news[i].Creator})
		} else {
			refs = append(refs, api.CreatorRef{Platform: &l.news[i].Platform, Username: &l.news[i].Username})
		}
	}
	if len(refs) == 0 {
		return nil
	}
	found, r, err := l.c.SafetyOfCreators(ctx, refs, l.opts...)
	for _, f := range found.Data {
		for _, i := range of {
			n := &l.news[i]
			if id := f.Input.CreatorID; id != nil && *id == n.Creator || id == nil && f.Input.Username != nil && *f.Input.Username == n.Username {
				n.Safety = &f.Safety
				for _, flag := range f.Safety.Flags {
					if !slices.ContainsFunc(n.Facts.Safety.Flags, func(o api.Flag) bool { return plan.FlagKey(o) == plan.FlagKey(flag) }) {
						n.Flags = append(n.Flags, flag)
					}
				}
			}
		}
	}
	return l.done(r, err)
}

// Old is the account as it was known: read, else as a search told of it; nil if neither.
func (n News) Old() *api.ProfileSummary {
	if n.Facts.Profile != nil {
		return &n.Facts.Profile.ProfileSummary
	}
	return n.Seen
}

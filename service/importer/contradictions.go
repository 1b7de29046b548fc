package importer

import (
	"fmt"
	"hash/maphash"
	"time"

	"greenroom/service"
)

// figures are marks of the numbers of an account, 0 where one is not known, in the
// room of one number. Equal numbers have equal marks; of numbers that differ one pair
// in 65,534 of followers, and one in 254 of the others, has equal ones and goes unseen.
type figures struct {
	followers uint16
	others    [6]uint8
}

// figured names the numbers of figures.others.
var figured = [6]string{"accounts it follows", "number of posts", "likes", "comments", "views", "engagement rate"}

func (b *batch) figuresOf(d draft) (f figures) {
	if len(d.profiles) == 0 || len(d.posts)+len(d.transcripts) > 0 {
		return f
	}
	p := d.profiles[0]
	f.followers = uint16(mark(b.seed, p.Followers, 1<<16))
	for i, count := range []*int64{p.Following, p.PostCount} {
		f.others[i] = uint8(mark(b.seed, count, 1<<8))
	}
	for i, number := range []*float64{p.AvgLikes, p.AvgComments, p.AvgViews, p.EngagementRate} {
		f.others[i+2] = uint8(mark(b.seed, number, 1<<8))
	}
	return f
}

// mark is a number from 1 to below most that stands for a value, 0 for none.
func mark[T comparable](seed maphash.Seed, value *T, most uint64) uint64 {
	if value == nil {
		return 0
	}
	return 1 + maphash.Comparable(seed, *value)%(most-1)
}

// differs names what two rows say differently; "" where each number is the same or
// not known to one of them.
func (f figures) differs(in figures) string {
	if f.followers != 0 && in.followers != 0 && f.followers != in.followers {
		return "followers"
	}
	for i, name := range figured {
		if f.others[i] != 0 && in.others[i] != 0 && f.others[i] != in.others[i] {
			return name
		}
	}
	return ""
}

// contradiction tells of a row that says other numbers of an account than a row
// before it, of the same day. Rows that say their day are told apart by it.
func (b *batch) contradiction(d draft, key uint64) string {
	if len(d.posts)+len(d.transcripts) > 0 {
		return ""
	}
	if d.dated {
		key = maphash.String(b.seed, d.key()+d.profiles[0].UpdatedAt.Format(" 2006-01-02 15:04:05"))
	}
	before, again := b.seen[key]
	if !again {
		if d.dated {
			b.seen[key] = first{line: d.line, figures: b.figuresOf(d)}
		}
		return ""
	}
	what := before.figures.differs(b.figuresOf(d))
	if what == "" {
		return ""
	}
	p := d.profiles[0]
	if what == "followers" {
		what = fmt.Sprintf("followers (%d here)", *p.Followers)
	}
	return fmt.Sprintf("it contradicts line %d about %s: the %s; line %d counts", before.line, p.Username, what, before.line)
}

// outdated notes a number of followers that is not taken, as what is stored is of a
// later day.
func (b *batch) outdated(at slot, d draft, p service.Profile) {
	if at.entry == nil || !d.replaces || p.Followers == nil || len(d.posts)+len(d.transcripts) > 0 {
		return
	}
	stored := at.entry.bundle.Profiles[at.index]
	if stored.Followers == nil || *stored.Followers == *p.Followers || !p.UpdatedAt.Truncate(oneDay).Before(stored.UpdatedAt.Truncate(oneDay)) {
		return
	}
	reason := "older than what is stored, which stays"
	switch {
	case stored.UpdatedAt.After(b.job.latest()):
		reason = "not taken, as what is stored claims a day to come"
	case d.dated:
		return // a series tells its days in any order
	}
	b.job.report.Merges = noted(b.job.report.Merges, CellNote{Reason: reason, Line: d.line,
		Example: fmt.Sprintf("%s, %d here, %d stored for %s", p.Username, *p.Followers, *stored.Followers, stored.UpdatedAt.Format(time.DateOnly))})
}

// latest is when something may be true at the latest: clocks differ by up to a day.
func (j *job) latest() time.Time { return j.options.latest() }

func (o Options) latest() time.Time { return o.Clock().Add(oneDay) }

func (o Options) checkDay() error {
	if o.AsOf.After(o.latest()) {
		return fmt.Errorf("%s, when the numbers are said to be true, lies in the future", o.AsOf.Format(time.DateOnly))
	}
	return nil
}

package importer

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"strings"
	"time"

	"greenroom/service"
)

// farApart is the largest ratio of two numbers of followers for which a name alone means
// the same account: the tables of public channels from 2021 to 2023 hold none that grew
// tenfold.
const farApart = 10

// strangers holds for two accounts that share no more than a name and differ in
// their country, or by far in their followers.
func (b *batch) strangers(at slot, d draft, p service.Profile) bool {
	if at.entry == nil {
		return false
	}
	stored, country := at.entry.bundle.Profiles[at.index], at.entry.bundle.Creator.Country
	abroad := country != "" && d.creator.Country != "" && country != d.creator.Country && !d.creator.LocationUnverified
	if stored.Followers == nil || p.Followers == nil || *stored.Followers <= 0 || *p.Followers <= 0 {
		return abroad
	}
	low, high := min(*stored.Followers, *p.Followers), max(*stored.Followers, *p.Followers)
	if abroad && low >= knownEverywhere {
		return high >= grownApart*low
	}
	return abroad || high/low >= farApart
}

// knownEverywhere is a following that two accounts of one name do not have side by
// side: above it tables are at odds about the country of one channel. Measured on
// three public tables of the largest channels, of 2022 and 2023: of 1,287 names
// that two of them have, 221 are of different countries, and those grew from table to
// table as the others did (by 6 % and 1 % in the middle, the others by 10 % and 2 %),
// 2.7 times at the most. Within one table no name was two channels of different countries.
const (
	knownEverywhere = 1_000_000
	grownApart      = 3
)

// apart gives a namesake a username of its own: with its country, or with the
// size of its following where the country does not tell.
func (b *batch) apart(ctx context.Context, d *draft, i int) (slot, error) {
	p := &d.profiles[i]
	plain := p.Username
	for _, suffix := range []string{strings.ToLower(d.creator.Country), magnitude(p.Followers)} {
		if suffix == "" {
			continue
		}
		p.Username = plain + "~" + suffix
		at, err := b.find(ctx, byName(p.Platform, p.Username))
		if err == nil && at.entry == nil && b.finished {
			continue // what was read before made no account then, and makes none now
		}
		if err != nil || !b.strangers(at, *d, *p) {
			b.match(*d, *p, "of another country or size", plain)
			b.job.report.Merges = noted(b.job.report.Merges, CellNote{Reason: "kept apart from an account of the same name, of another country or size", Example: p.DisplayName, Line: d.line})
			return at, err
		}
	}
	if b.finished {
		p.Username = plain
		return b.find(ctx, byName(p.Platform, plain))
	}
	return slot{}, nil
}

// magnitude returns the number of digits of the followers.
func magnitude(followers *int64) string {
	if followers == nil {
		return ""
	}
	return fmt.Sprint(len(fmt.Sprint(*followers)))
}

// dropSharedIDs takes the id from an account that another one of the file had: an
// id that two have tells neither.
func (b *batch) dropSharedIDs(d *draft) {
	for i := range d.profiles {
		p := &d.profiles[i]
		if p.ExternalID == "" || len(d.posts)+len(d.transcripts) > 0 || p.Username == p.ExternalID {
			continue
		}
		key := maphash.String(b.seed, byID(p.Platform, p.ExternalID).key)
		name := maphash.String(b.seed, strings.ToLower(p.Username))
		if first, ok := b.ids[key]; ok && first != name {
			b.job.report.Cells = noted(b.job.report.Cells, CellNote{Column: "id", Reason: "another account of the file has the same one", Example: p.ExternalID, Line: d.line})
			p.ExternalID, d.shares = "", true
			continue
		}
		b.ids[key] = name
	}
}

// mostMerges limits the merges of a run that are kept one by one; the rest are counted.
const mostMerges = 5000

// meets notes what joined a row to an account that was stored before, where that
// is less than the handle itself.
func (b *batch) meets(at slot, d draft, i int) {
	p := d.profiles[i]
	if at.entry == nil || at.entry.bundle.Creator.ID == "" || d.again || len(d.posts)+len(d.transcripts) > 0 {
		return
	}
	stored, why := at.entry.bundle.Profiles[at.index], ""
	switch {
	case p.ExternalID != "" && stored.ExternalID == p.ExternalID:
		if !strings.EqualFold(stored.Username, p.Username) && p.Username != p.ExternalID {
			why = "met by its id, under another handle"
		}
	case d.nameAlone(i):
		why = "met by the name alone"
	}
	if why == "" {
		return
	}
	report := &b.job.report
	report.Merges = noted(report.Merges, CellNote{Reason: why, Example: p.DisplayName, Line: d.line})
	p.Username = stored.Username
	b.match(d, p, why, "")
}

// match notes which account a row met, or which one it was kept apart from.
func (b *batch) match(d draft, p service.Profile, why, apart string) {
	if report := &b.job.report; len(report.Met) < mostMerges {
		report.Met = append(report.Met, service.ImportMerge{File: b.job.file.shown, Line: d.line, Platform: p.Platform, Username: p.Username, Name: p.DisplayName, Why: why, Apart: apart})
	}
}

// nameAlone holds for an account of a draft that nothing but its name tells from
// others.
func (d draft) nameAlone(i int) bool { return d.byName || d.named[d.profiles[i].Platform] }

// ownerByID is the creator of an id that a file tells; nil where nobody has it. The
// sink meets those that cannot be looked up during a load.
func (b *batch) ownerByID(ctx context.Context, id string) (*entry, error) {
	if e, ok := b.creators[id]; ok || id == "" || b.job.load.on {
		return e, nil
	}
	if b.flight.has(id) {
		if err := b.land(); err != nil {
			return nil, err
		}
	}
	if _, err := b.job.sink.Creator(ctx, id); errors.Is(err, service.ErrNotFound) {
		return nil, nil
	}
	return b.load(ctx, id)
}

// figures are marks of the numbers of an account, 0 where one is not known. Equal numbers
// have equal marks; of those that differ one pair in two thousand million does.
type figures [8]uint32

// figured names the numbers of figures.
var figured = [8]string{"followers", "accounts it follows", "number of posts", "likes", "comments", "views", "engagement rate", "shares"}

func figuresOf(d draft) (f figures) {
	var counts [8]*int64
	switch {
	case len(d.posts) > 0:
		post := d.posts[0]
		counts = [8]*int64{3: post.Likes, 4: post.Comments, 5: post.Views, 7: post.Shares}
	case len(d.profiles) > 0 && len(d.transcripts) == 0:
		p := d.profiles[0]
		counts = [8]*int64{p.Followers, p.Following, p.PostCount}
		for i, number := range []*float64{p.AvgLikes, p.AvgComments, p.AvgViews, p.EngagementRate} {
			if number != nil {
				f[i+3] = mark(math.Float64bits(*number))
			}
		}
	}
	for i, count := range counts {
		if count != nil {
			f[i] = mark(uint64(*count))
		}
	}
	return f
}

// scatter is odd and far from a power of two: its product's upper half spreads what
// differs in few bits.
const scatter = 0x9E3779B97F4A7C15

// mark is a number above 0 that stands for a value.
func mark(value uint64) uint32 { return uint32(value*scatter>>32) | 1 }

// differs names what two rows say differently; "" where each number is the same or
// not known to one of them.
func (f figures) differs(in figures) string {
	for i, name := range figured {
		if f[i] != 0 && in[i] != 0 && f[i] != in[i] {
			return name
		}
	}
	return ""
}

// contradiction tells of a row that says other numbers of an account than a row
// before it, of the same day. Rows that say their day are told apart by it.
func (b *batch) contradiction(d draft, key uint64) string {
	if len(d.transcripts) > 0 {
		return ""
	}
	if d.dated {
		key = maphash.String(b.seed, d.key()+d.profiles[0].UpdatedAt.Format(" 2006-01-02 15:04:05"))
	}
	before, again := b.seen[key]
	if !again {
		if d.dated {
			b.seen[key] = first{line: uint32(d.line), figures: figuresOf(d)}
		}
		return ""
	}
	what := before.figures.differs(figuresOf(d))
	if what == "" {
		return ""
	}
	about := ""
	if len(d.posts) > 0 {
		about = "the post " + d.posts[0].PlatformID
	} else if about = d.profiles[0].Username; what == "followers" {
		what = fmt.Sprintf("followers (%d here)", *d.profiles[0].Followers)
	}
	return fmt.Sprintf("it contradicts line %d about %s: the %s; line %d counts", before.line, about, what, before.line)
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
	case stored.UpdatedAt.After(b.job.options.latest()):
		reason = "not taken, as what is stored claims a day to come"
	case d.dated:
		return // a series tells its days in any order
	}
	b.job.report.Merges = noted(b.job.report.Merges, CellNote{Reason: reason, Line: d.line,
		Example: fmt.Sprintf("%s, %d here, %d stored for %s", p.Username, *p.Followers, *stored.Followers, stored.UpdatedAt.Format(time.DateOnly))})
}

// latest is the latest time that something may be true at: clocks differ by up to a day.
func (o Options) latest() time.Time { return o.Clock().Add(oneDay) }

func (o Options) checkDay() error {
	if o.AsOf.After(o.latest()) {
		return fmt.Errorf("%s, when the numbers are said to be true, lies in the future", o.AsOf.Format(time.DateOnly))
	}
	return nil
}

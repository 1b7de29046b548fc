package importer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
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
	plain, digits := p.Username, ""
	if p.Followers != nil {
		digits = fmt.Sprint(len(fmt.Sprint(*p.Followers)))
	}
	for _, suffix := range []string{strings.ToLower(d.creator.Country), digits} {
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

// dropSharedIDs takes the id from an account that another one of the file had: an
// id that two have tells neither.
func (b *batch) dropSharedIDs(d *draft) {
	for i := range d.profiles {
		p := &d.profiles[i]
		if p.ExternalID == "" || len(d.posts)+len(d.transcripts) > 0 || p.Username == p.ExternalID {
			continue
		}
		key := b.hash(byID(p.Platform, p.ExternalID).key)
		name := b.hash(strings.ToLower(p.Username))
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
func (d draft) nameAlone(i int) bool { return d.named[d.profiles[i].Platform] }

// identified is the first account of a draft that more than its name tells; -1 for none, and
// for posts, which have ids.
func (d draft) identified() int {
	if len(d.posts)+len(d.transcripts) > 0 {
		return -1
	}
	return slices.IndexFunc(d.profiles, func(p service.Profile) bool { return !d.named[p.Platform] })
}

// bearer is the row of a file that bore a name first.
type bearer struct {
	line int
	who  uint64
}

// dropNamesakes leaves out the accounts that a row tells by a name alone, where another row
// of the file has that name and is of somebody else, or may be: nothing says which of the two
// it is. It answers why, where nothing is left of the row.
func (b *batch) dropNamesakes(d *draft) string {
	who := uint64(0) // rows with days of their own tell one account's days
	switch {
	case len(d.named) == 0:
		return ""
	case d.identified() >= 0:
		who = b.hash(d.key())
	case !d.dated:
		text, _ := json.Marshal(d.profiles)
		who = maphash.Bytes(b.seed, text)
	}
	for i := len(d.profiles) - 1; i >= 0; i-- {
		p := d.profiles[i]
		if !d.nameAlone(i) {
			continue
		}
		name := b.hash(byName(p.Platform, p.Username).key)
		first, known := b.names[name]
		switch {
		case !known:
			b.names[name] = bearer{d.line, who}
		case first.who == who:
		case len(d.profiles) == 1:
			return fmt.Sprintf("the same name stands on line %d already, and nothing else tells the two apart: line %d counts", first.line, first.line)
		default:
			b.job.report.Cells = noted(b.job.report.Cells, CellNote{Column: "name", Example: p.DisplayName, Line: d.line,
				Reason: fmt.Sprintf("no account of the %s, as the same name stands in another row already, and nothing else tells the two apart", p.Platform)})
			d.profiles = slices.Delete(d.profiles, i, i+1)
		}
	}
	return ""
}

// ownerByID is the creator of an id that a file tells; nil where nobody has it. The
// sink meets those that cannot be looked up during a load.
func (b *batch) ownerByID(ctx context.Context, id string) (*entry, error) {
	if e, ok := b.creators[id]; ok || id == "" || b.job.load.on {
		return e, nil
	}
	met := b.met
	e, err := b.load(ctx, id)
	if errors.Is(err, service.ErrNotFound) {
		b.met = met
		return nil, nil
	}
	return e, err
}

// figures are marks of the numbers of an account, 0 where one is not known. Equal numbers
// have equal marks; of those that differ one pair in two thousand million does.
type figures [8]uint32

// figured names the numbers of figures.
var figured = [8]string{"followers", "accounts it follows", "number of posts", "likes", "comments", "views", "engagement rate", "shares"}

func figuresOf(d draft, i int) (f figures) {
	var counts [8]*int64
	switch {
	case len(d.posts) > 0:
		post := d.posts[0]
		counts = [8]*int64{3: post.Likes, 4: post.Comments, 5: post.Views, 7: post.Shares}
	case len(d.profiles) > 0 && len(d.transcripts) == 0:
		p := d.profiles[i]
		counts = [8]*int64{p.Followers, p.Following, p.PostCount}
		for k, number := range []*float64{p.AvgLikes, p.AvgComments, p.AvgViews, p.EngagementRate} {
			if number != nil {
				f[k+3] = mark(math.Float64bits(*number))
			}
		}
	}
	for k, count := range counts {
		if count != nil {
			f[k] = mark(uint64(*count))
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
func (b *batch) contradiction(d draft, keys []uint64) string {
	if len(d.transcripts) > 0 {
		return ""
	}
	for i, key := range keys {
		if d.dated {
			key = b.hash(d.keyOf(i) + d.profiles[0].UpdatedAt.Format(" 2006-01-02 15:04:05"))
		}
		before, again := b.seen[key]
		if !again && d.dated {
			b.seen[key] = first{uint32(d.line), figuresOf(d, i)}
		}
		what := before.figures.differs(figuresOf(d, i))
		if what == "" {
			continue
		}
		about := ""
		if len(d.posts) > 0 {
			about = "the post " + d.posts[0].PlatformID
		} else if about = d.profiles[i].Username; what == "followers" {
			what = fmt.Sprintf("followers (%d here)", *d.profiles[i].Followers)
		}
		return fmt.Sprintf("it contradicts line %d about %s: the %s; line %d counts", before.line, about, what, before.line)
	}
	return ""
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

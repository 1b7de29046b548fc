package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"reflect"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// DefaultBatch is the number of records written in one transaction. Each touches pages all
// over the indexes: the more share a transaction, the fewer times a page is written.
const DefaultBatch = 4000

// batch gathers records until they are written together. Each meets what is
// stored, and what is gathered already, before it counts as new, updated or
// unchanged; only what changes something is written.
type batch struct {
	job      *job
	finished bool // this content was read to its end before
	tally    tally
	rows     int

	entries  []*entry
	creators map[string]*entry
	profiles map[string]slot
	posts    map[string]slot
	seen     map[uint64]first  // by the hash of a record's key
	ids      map[uint64]uint64 // by the hash of an id, that of who had it first
	names    map[uint64]bearer // by the hash of a name that alone tells an account
	seed     maphash.Seed

	flight *flight // what is being written meanwhile; nil: nothing
	met    int     // look-ups that found something
	tried  bool    // whether a load would pay has been asked
}

// first is the first record of a key in this file.
type first struct {
	line    uint32
	figures figures
}

// entry is a creator on its way to the sink, whole, with what of it changed.
type entry struct {
	bundle service.Bundle
	dirty  bool
}

const oneDay = 24 * time.Hour

// slot is a place in an entry's profiles or posts.
type slot struct {
	entry *entry
	index int
}

func newBatch(j *job, finished bool) batch {
	b := batch{job: j, finished: finished, seen: map[uint64]first{}, ids: map[uint64]uint64{}, names: map[uint64]bearer{}, seed: maphash.MakeSeed()}
	b.reset()
	return b
}

func (b *batch) reset() {
	b.entries, b.rows = nil, 0
	b.creators, b.profiles, b.posts = map[string]*entry{}, map[string]slot{}, map[string]slot{}
}

// add takes one record in.
func (b *batch) add(ctx context.Context, d draft) error {
	b.dropSharedIDs(&d)
	reason := b.dropNamesakes(&d)
	keys := b.keysOf(d)
	if reason == "" {
		reason = b.contradiction(d, keys)
	}
	if reason != "" {
		b.tally.skip(d.line, reason)
		return b.step(ctx)
	}
	_, d.again = b.seen[keys[d.main()]]
	for i, key := range keys {
		if _, known := b.seen[key]; !known {
			b.seen[key] = first{uint32(d.line), figuresOf(d, i)}
		}
	}
	d.replaces = !b.finished && (!d.again || d.dated) && !d.weak
	if known, err := b.job.marks.known(ctx, d, b.job.options.DryRun); known || err != nil {
		b.met++
		b.tally.count(unchanged)
		return errors.Join(err, b.step(ctx))
	}
	if held, err := b.holds(ctx, &d); held || err != nil {
		return err
	}
	return b.take(ctx, d)
}

// take places a record, and counts it.
func (b *batch) take(ctx context.Context, d draft) error {
	result, err := b.place(ctx, d, d.replaces)
	if err != nil {
		return err
	}
	if b.job.options.DryRun {
		key := maphash.String(b.job.together.seed, d.key())
		if result == created && b.job.together.seen[key] {
			result = updated // an earlier record would have stored it
		}
		b.job.together.seen[key] = true
	}
	b.tally.count(result)
	return b.step(ctx)
}

// key tells a record from the others of a file.
func (d draft) key() string { return d.keyOf(d.main()) }

// main is the account that tells a record best.
func (d draft) main() int { return max(0, d.identified()) }

// keyOf tells one of a record's accounts from the others of a file, or its post.
func (d draft) keyOf(i int) string {
	switch {
	case len(d.transcripts) > 0:
		t := d.transcripts[0]
		return "t:" + t.MediaID + ":" + t.Language + ":" + string(t.Source)
	case len(d.posts) > 0:
		return postKey(d.posts[0].Platform, d.posts[0].PlatformID)
	}
	p := d.profiles[i]
	if d.made && p.ExternalID != "" {
		return byID(p.Platform, p.ExternalID).key
	}
	return byName(p.Platform, p.Username).key
}

// keysOf are the hashes of the keys of a record's accounts, or of the one of its post.
func (b *batch) keysOf(d draft) []uint64 {
	n := len(d.profiles)
	if len(d.posts)+len(d.transcripts) > 0 {
		n = 1
	}
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = b.hash(d.keyOf(i))
	}
	return keys
}

func (b *batch) hash(text string) uint64 { return maphash.String(b.seed, text) }

func postKey(p api.Platform, id string) string { return string(p) + ":/" + id }

func (b *batch) place(ctx context.Context, d draft, replace bool) (outcome, error) {
	// What captions tell of their video and its owner only fills gaps.
	about := replace && len(d.transcripts) == 0
	owner, other, err := b.placeProfiles(ctx, &d, about)
	if err != nil {
		return unchanged, err
	}
	result := other
	for _, post := range d.posts {
		post.ProfileID = b.makerID(owner, d.profiles, post.Platform)
		main, err := b.placePost(ctx, owner, post, about)
		if err != nil {
			return unchanged, err
		}
		// The post decides whether it is new; an account it changes makes it an update.
		result = max(main, min(other, updated))
	}
	for _, t := range d.transcripts {
		if result, err = b.placeTranscript(ctx, owner, t, replace); err != nil {
			return unchanged, err
		}
	}
	return result, nil
}

// placeProfiles puts the accounts of a draft to the creator that has them. A
// post or video that is stored already belongs to its creator for good.
func (b *batch) placeProfiles(ctx context.Context, d *draft, replace bool) (*entry, outcome, error) {
	var post slot
	var err error
	if len(d.posts) > 0 {
		if post, err = b.findPost(ctx, d.posts[0]); err != nil {
			return nil, unchanged, err
		}
	}
	owner, owned := post.entry, post.entry != nil
	slots := make([]slot, len(d.profiles))
	for i := range d.profiles {
		if d.fresh {
			break
		}
		if slots[i], err = b.findProfile(ctx, &d.profiles[i]); err != nil {
			return nil, unchanged, err
		}
		if d.nameAlone(i) && b.strangers(slots[i], *d, d.profiles[i]) {
			if slots[i], err = b.apart(ctx, d, i); err != nil {
				return nil, unchanged, err
			}
		}
		b.meets(slots[i], *d, i)
		if owner == nil {
			owner = slots[i].entry
		}
	}
	if owner == nil {
		if owner, err = b.ownerByID(ctx, d.creator.ID); err != nil {
			return nil, unchanged, err
		}
	}
	result := unchanged
	if owner == nil {
		owner = &entry{bundle: service.Bundle{Creator: d.creator}, dirty: true}
		b.entries = append(b.entries, owner)
		if d.creator.ID != "" {
			b.creators[d.creator.ID] = owner
		}
		result = created
	} else if !owned || slots[0].entry == owner {
		in := d.creator
		if len(d.posts)+len(d.transcripts) > 0 {
			in.Name = ""
		}
		c := &owner.bundle.Creator
		result = merge(owner, c, &c.UpdatedAt, service.MergeCreator(*c, in, replace))
	}
	if !owned || slots[0].entry == owner {
		b.standsIn(*d)
	}
	for i, p := range d.profiles {
		if owned && slots[i].entry == nil {
			continue
		}
		b.outdated(slots[i], *d, p)
		result = max(result, b.placeProfile(owner, slots[i], p, replace))
	}
	return owner, result, nil
}

func (b *batch) placeProfile(owner *entry, at slot, p service.Profile, replace bool) outcome {
	if at.entry == nil {
		p.CreatorID = owner.bundle.Creator.ID
		owner.bundle.Profiles = append(owner.bundle.Profiles, p)
		owner.dirty = true
		b.index(owner, len(owner.bundle.Profiles)-1)
		if len(owner.bundle.Profiles) == 1 {
			return created
		}
		return updated
	}
	stored := &at.entry.bundle.Profiles[at.index]
	// A username stays what it was, but for its capitals: it is what other tables
	// find the account by.
	if stored.Username != "" && !strings.EqualFold(stored.Username, p.Username) {
		p.Username = stored.Username
	}
	if replace && p.Followers != nil && !stored.UpdatedAt.IsZero() && !stored.UpdatedAt.Truncate(oneDay).Equal(p.UpdatedAt.Truncate(oneDay)) {
		p.Username = cmp.Or(stored.Username, p.Username)
		at.entry.bundle.Sightings = append(at.entry.bundle.Sightings, service.SightingOf(*stored), service.SightingOf(p))
		at.entry.dirty = true
	}
	result := merge(at.entry, stored, &stored.UpdatedAt, service.MergeProfile(*stored, p, replace))
	b.index(at.entry, at.index)
	return result
}

func (b *batch) index(e *entry, i int) {
	p := e.bundle.Profiles[i]
	b.profiles[byName(p.Platform, p.Username).key] = slot{e, i}
	if p.ExternalID != "" {
		b.profiles[byID(p.Platform, p.ExternalID).key] = slot{e, i}
	}
}

// findProfile looks among what is gathered, then in the sink: by the network's
// own id, then by name. A name that is another channel's already, by its id,
// gives way to the id.
func (b *batch) findProfile(ctx context.Context, p *service.Profile) (slot, error) {
	if p.ExternalID != "" {
		if at, err := b.find(ctx, byID(p.Platform, p.ExternalID)); err != nil || at.entry != nil {
			return at, err
		}
	}
	at, err := b.find(ctx, byName(p.Platform, p.Username))
	if err != nil || at.entry == nil {
		return at, err
	}
	stored := at.entry.bundle.Profiles[at.index]
	if p.ExternalID == "" || stored.ExternalID == "" || stored.ExternalID == p.ExternalID || p.Username == p.ExternalID {
		return at, nil
	}
	p.Username = p.ExternalID
	return b.find(ctx, byName(p.Platform, p.Username))
}

// find looks for the account of a key among what is gathered, then in the sink, whose
// creator is then gathered.
func (b *batch) find(ctx context.Context, k accountKey) (slot, error) {
	if at, ok := b.profiles[k.key]; ok {
		return at, nil
	}
	if may, err := b.mayFind(ctx, k); err != nil || !may {
		return slot{}, err
	}
	look, name := b.job.sink.ProfileByName, k.Username
	if k.ExternalID != "" {
		look, name = b.job.sink.ProfileByExternalID, k.ExternalID
	}
	stored, err := look(ctx, k.Platform, name)
	if errors.Is(err, service.ErrNotFound) {
		return slot{}, nil
	}
	if err != nil {
		return slot{}, fmt.Errorf("look up profile %s: %w", k.key, err)
	}
	_, err = b.load(ctx, stored.CreatorID)
	return b.profiles[k.key], err
}

// load fetches a stored creator with its profiles, once a batch.
func (b *batch) load(ctx context.Context, id string) (*entry, error) {
	if e, ok := b.creators[id]; ok {
		return e, nil
	}
	b.met++
	if err := errors.Join(b.landed(id), b.job.load.end(ctx)); err != nil {
		return nil, err
	}
	creator, err := b.job.sink.Creator(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("look up creator %s: %w", id, err)
	}
	profiles, err := b.job.sink.Profiles(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("look up profiles of %s: %w", id, err)
	}
	e := &entry{bundle: service.Bundle{Creator: creator, Profiles: profiles[id]}}
	b.creators[id] = e
	b.entries = append(b.entries, e)
	for i := range e.bundle.Profiles {
		b.index(e, i)
	}
	return e, nil
}

// merge puts a merged record in the place of a gathered one of the entry. seen
// is the date of the record there, nil where it has none: one that says nothing
// new but was seen again is written, and counts as unchanged.
func merge[T any](e *entry, to *T, seen *time.Time, merged T) outcome {
	before := *to
	*to = merged
	if reflect.DeepEqual(before, merged) {
		return unchanged
	}
	e.dirty = true
	if seen == nil {
		return updated
	}
	date := *seen
	*to = before
	*seen = date
	same := reflect.DeepEqual(*to, merged)
	*to = merged
	if same {
		return unchanged
	}
	return updated
}

package importer

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"greenroom/api"
	"greenroom/service"
)

// findPost looks among what is gathered, then in the sink, whose post is then
// gathered with its creator.
func (b *batch) findPost(ctx context.Context, p service.Post) (slot, error) {
	key := postKey(p.Platform, p.PlatformID)
	if at, ok := b.posts[key]; ok {
		return at, nil
	}
	if err := b.landed(key); err != nil {
		return slot{}, err
	}
	stored, err := b.job.sink.Post(ctx, p.Platform, p.PlatformID)
	if errors.Is(err, service.ErrNotFound) {
		return slot{}, nil
	}
	if err != nil {
		return slot{}, fmt.Errorf("look up post %q: %w", p.PlatformID, err)
	}
	owner, err := b.load(ctx, stored.CreatorID)
	if err != nil {
		return slot{}, err
	}
	owner.bundle.Posts = append(owner.bundle.Posts, stored)
	at := slot{owner, len(owner.bundle.Posts) - 1}
	b.posts[key] = at
	return at, nil
}

// makerID is the id of the profile among those of a draft that a post of this
// network is by; "" while the sink has not given it one.
func (b *batch) makerID(owner *entry, profiles []service.Profile, p api.Platform) string {
	for _, maker := range profiles {
		if at := b.profiles[byName(maker.Platform, maker.Username).key]; at.entry == owner && maker.Platform == p {
			return owner.bundle.Profiles[at.index].ID
		}
	}
	return ""
}

func (b *batch) placePost(ctx context.Context, owner *entry, p service.Post, replace bool) (outcome, error) {
	at, err := b.findPost(ctx, p)
	if err != nil {
		return unchanged, err
	}
	if at.entry != nil {
		stored := &at.entry.bundle.Posts[at.index]
		return merge(at.entry, stored, nil, service.MergePost(*stored, p, replace)), nil
	}
	p.CreatorID = owner.bundle.Creator.ID
	owner.bundle.Posts = append(owner.bundle.Posts, p)
	owner.dirty = true
	b.posts[postKey(p.Platform, p.PlatformID)] = slot{owner, len(owner.bundle.Posts) - 1}
	return created, nil
}

func (b *batch) placeTranscript(ctx context.Context, owner *entry, t service.Transcript, replace bool) (outcome, error) {
	if err := b.land(); err != nil {
		return unchanged, err
	}
	tracks, err := b.job.sink.Transcripts(ctx, t.Platform, t.MediaID)
	if err != nil && !errors.Is(err, service.ErrNotFound) {
		return unchanged, fmt.Errorf("look up transcripts of %q: %w", t.MediaID, err)
	}
	result := created
	for _, stored := range tracks {
		if stored.Language != t.Language || stored.Source != t.Source {
			continue
		}
		merged := service.MergeTranscript(stored, t, replace)
		if reflect.DeepEqual(stored, merged) {
			return unchanged, nil
		}
		result, t = merge(owner, &stored, &stored.SeenAt, merged), merged
	}
	owner.bundle.Transcripts = append(owner.bundle.Transcripts, t)
	owner.dirty = true
	return result, nil
}

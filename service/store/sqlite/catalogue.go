package sqlite

import (
	"context"
	"fmt"
	"strings"

	"greenroom/api"
	"greenroom/internal/sqlite"
	"greenroom/service"
	"greenroom/service/store"
)

// Creator reads one creator by its id, in either case.
func (s *Store) Creator(ctx context.Context, id string) (service.Creator, error) {
	c, err := one(ctx, s.reader, scanCreator,
		selectCreator+"WHERE uuid = ?", strings.ToLower(id))
	if err != nil {
		return c, fmt.Errorf("read creator %s: %w", id, err)
	}
	return c, nil
}

// Creators reads the creators that exist among ids, under the ids asked for.
func (s *Store) Creators(ctx context.Context, ids []string) (map[string]service.Creator, error) {
	found := map[string]service.Creator{}
	list, err := sqlite.All(ctx, s.reader, scanCreator, selectCreator+
		"WHERE uuid IN (SELECT value FROM json_each(?))", sqlite.List(lowered(ids)))
	if err != nil {
		return nil, fmt.Errorf("read creators: %w", err)
	}
	for _, c := range list {
		found[c.ID] = c
	}
	return underAsked(found, ids), nil
}

// Profiles lists the profiles of creators, under the ids asked for: most
// followers first, unknown last. A creator without any is absent.
func (s *Store) Profiles(ctx context.Context, creatorIDs ...string) (map[string][]service.Profile, error) {
	found := map[string][]service.Profile{}
	list, err := sqlite.All(ctx, s.reader, scanProfile, selectProfile+
		"WHERE creators.uuid IN (SELECT value FROM json_each(?)) ORDER BY creators.id, profiles.followers DESC, profiles.id",
		sqlite.List(lowered(creatorIDs)))
	if err != nil {
		return nil, fmt.Errorf("read profiles: %w", err)
	}
	for _, p := range list {
		found[p.CreatorID] = append(found[p.CreatorID], p)
	}
	return underAsked(found, creatorIDs), nil
}

// underAsked turns keys as stored into keys as asked.
func underAsked[T any](found map[string]T, ids []string) map[string]T {
	out := make(map[string]T, len(found))
	for _, id := range ids {
		if v, ok := found[strings.ToLower(id)]; ok {
			out[id] = v
		}
	}
	return out
}

// ProfileByName finds a profile by network and username, in any case.
func (s *Store) ProfileByName(ctx context.Context, p api.Platform, username string) (service.Profile, error) {
	profile, err := one(ctx, s.reader, scanProfile,
		selectProfile+"WHERE profiles.platform = ? AND profiles.username_key = ?", string(p), store.NameKey(username))
	if err != nil {
		return profile, fmt.Errorf("read profile of %s: %w", p, err)
	}
	return profile, nil
}

// ProfileByID finds a profile by our id.
func (s *Store) ProfileByID(ctx context.Context, id string) (service.Profile, error) {
	profile, err := one(ctx, s.reader, scanProfile, selectProfile+"WHERE profiles.uuid = ?", strings.ToLower(id))
	if err != nil {
		return profile, fmt.Errorf("read profile %s: %w", id, err)
	}
	return profile, nil
}

// ProfileByExternalID finds a profile by network and the network's own id.
func (s *Store) ProfileByExternalID(ctx context.Context, p api.Platform, id string) (service.Profile, error) {
	profile, err := one(ctx, s.reader, scanProfile,
		selectProfile+"WHERE profiles.platform = ? AND profiles.external_id = ?", string(p), id)
	if err != nil {
		return profile, fmt.Errorf("read profile of %s: %w", p, err)
	}
	return profile, nil
}

// Post finds a post by network and the network's own id.
func (s *Store) Post(ctx context.Context, p api.Platform, platformID string) (service.Post, error) {
	post, err := one(ctx, s.reader, scanPost, selectPost+
		"WHERE posts.platform = ? AND posts.platform_id = ?", string(p), platformID)
	if err != nil {
		return post, fmt.Errorf("read post %s of %s: %w", platformID, p, err)
	}
	return post, nil
}

// Transcripts lists the tracks of one post or video: the original language
// first, then manual before automatic, then by code.
func (s *Store) Transcripts(ctx context.Context, p api.Platform, mediaID string) ([]service.Transcript, error) {
	list, err := sqlite.All(ctx, s.reader, scanTranscript, selectTranscript+
		`WHERE transcripts.platform = ? AND transcripts.media_id = ?
		 ORDER BY original DESC, transcripts.source <> 'manual', language, transcripts.id`, string(p), mediaID)
	if err != nil {
		return nil, fmt.Errorf("read transcripts of %s on %s: %w", mediaID, p, err)
	}
	return list, nil
}

// Generation counts the writes that changed what a search can find.
func (s *Store) Generation(ctx context.Context) (int64, error) {
	n, err := one(ctx, s.reader, sqlite.Int, "SELECT n FROM generation")
	if err != nil {
		return 0, fmt.Errorf("read generation: %w", err)
	}
	return n, nil
}

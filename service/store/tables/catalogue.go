package tables

import (
	"context"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/internal/sqlio"
	"greenroom/service"
	"greenroom/service/store"
)

// Creator reads one creator by its id, in either case.
func (s *Store) Creator(ctx context.Context, id string) (service.Creator, error) {
	return get(ctx, s, "read creator "+id, scanCreator, selectCreator+"WHERE uuid = ?", strings.ToLower(id))
}

// Creators reads the creators that exist among ids, under the ids asked for.
func (s *Store) Creators(ctx context.Context, ids []string) (map[string]service.Creator, error) {
	list, err := sqlio.All(ctx, s.reader, scanCreator, selectCreator+
		"WHERE uuid IN (SELECT value FROM json_each(?))", sqlio.List(each.Of(ids, strings.ToLower)))
	return underAsked(keyed(list, func(c service.Creator) string { return c.ID }), ids), wrap("read creators", err)
}

// Profiles lists the profiles of creators, under the ids asked for: most
// followers first, unknown last. A creator without any is absent.
func (s *Store) Profiles(ctx context.Context, creatorIDs ...string) (map[string][]service.Profile, error) {
	found := map[string][]service.Profile{}
	list, err := sqlio.All(ctx, s.reader, scanProfile, selectProfile+
		"WHERE creators.uuid IN (SELECT value FROM json_each(?)) ORDER BY creators.id, profiles.followers DESC NULLS LAST, profiles.id",
		sqlio.List(each.Of(creatorIDs, strings.ToLower)))
	for _, p := range list {
		found[p.CreatorID] = append(found[p.CreatorID], p)
	}
	return underAsked(found, creatorIDs), wrap("read profiles", err)
}

// keyed is a list by what its records are known by; the last of several is kept.
func keyed[T any](list []T, key func(T) string) map[string]T {
	found := make(map[string]T, len(list))
	for _, v := range list {
		found[key(v)] = v
	}
	return found
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
	return get(ctx, s, "read profile of "+string(p), scanProfile, selectProfile+"WHERE profiles.platform = ? AND profiles.username_key = ?", string(p), store.NameKey(username))
}

// ProfileByID finds a profile by our id.
func (s *Store) ProfileByID(ctx context.Context, id string) (service.Profile, error) {
	return get(ctx, s, "read profile "+id, scanProfile, selectProfile+"WHERE profiles.uuid = ?", strings.ToLower(id))
}

// ProfileByExternalID finds a profile by network and the network's own id.
func (s *Store) ProfileByExternalID(ctx context.Context, p api.Platform, id string) (service.Profile, error) {
	return get(ctx, s, "read profile of "+string(p), scanProfile, selectProfile+"WHERE profiles.platform = ? AND profiles.external_id = ?", string(p), id)
}

// Post finds a post by network and the network's own id.
func (s *Store) Post(ctx context.Context, p api.Platform, platformID string) (service.Post, error) {
	return get(ctx, s, "read post "+platformID+" of "+string(p), scanPost, selectPost+"WHERE posts.platform = ? AND posts.platform_id = ?", string(p), platformID)
}

// Transcripts lists the tracks of one post or video: the original language
// first, then manual before automatic, then by code.
func (s *Store) Transcripts(ctx context.Context, p api.Platform, mediaID string) ([]service.Transcript, error) {
	return all(ctx, s, "read transcripts of "+mediaID+" on "+string(p), scanTranscript, selectTranscript+
		`WHERE transcripts.platform = ? AND transcripts.media_id = ?
		 ORDER BY original DESC, transcripts.source <> 'manual', language, transcripts.id`, string(p), mediaID)
}

// Generation counts the writes that changed what a search can find.
func (s *Store) Generation(ctx context.Context) (int64, error) {
	return get(ctx, s, "read generation", sqlio.Int, "SELECT n FROM generation")
}

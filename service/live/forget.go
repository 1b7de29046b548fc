package live

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
)

// Kept answers name whom they are about; so what is kept of somebody can be found and dropped.

// Drawer drops answers and transcripts.
type Drawer interface {
	// LiveAnswers hands all that is kept to visit, past or not.
	LiveAnswers(ctx context.Context, visit func(key string, body []byte) error) error
	// DropLive drops what is named, whole or not at all.
	DropLive(ctx context.Context, of Drop) (Dropped, error)
}

// Drop names what is dropped: answers by their keys, the transcripts of posts and videos by
// the ids that networks gave them, and what models said of the stored creators who have one
// of these, or a profile that is called so, by name or id. The creator who has the id
// Creator, where that is not "", goes whole.
type Drop struct {
	Keys, Media, Names []string
	Creator            string
}

// Dropped counts transcripts, what models said, and, of a creator who goes whole, their
// profiles and posts, and what names them of searches and answers that are kept to be given again.
type Dropped struct {
	Transcripts int64 `json:"transcripts"`
	Judged      int64 `json:"judged"`
	Profiles    int64 `json:"profiles"`
	Posts       int64 `json:"posts"`
	Given       int64 `json:"given"`
}

// Forgotten counts the dropped data.
type Forgotten struct {
	Answers int `json:"answers"`
	Dropped
}

// Person is whom to forget: by usernames, handles and ids, also of posts and videos. Creator is the
// id of who goes whole; "" leaves the stored creators.
type Person struct {
	Names   []string
	Creator string
}

// Forget drops all answers that name somebody, the transcripts of the posts and videos that
// these answers say are theirs, what is said in a post or video that is named itself, what
// models said of them as stored creators, and the creator who goes whole.
func Forget(ctx context.Context, d Drawer, who Person) (out Forgotten, err error) {
	f := forgetting{who: map[string]bool{}, media: map[string]bool{}}
	names := each.Of(who.Names, func(name string) string { return strings.TrimPrefix(name, "@") })
	for _, name := range names {
		f.who[strings.ToLower(name)], f.media[name] = true, true
	}
	var keys []string
	err = d.LiveAnswers(ctx, func(key string, body []byte) error {
		read := json.NewDecoder(bytes.NewReader(body))
		read.UseNumber()
		var v any
		if read.Decode(&v) == nil && f.names(v) {
			keys = append(keys, key)
		}
		return nil
	})
	if err != nil {
		return out, err
	}
	out.Answers = len(keys)
	for media := range f.media {
		keys = append(keys, SaidKey(api.PhotoPlatform, media), SaidKey(api.VideoPlatform, media))
	}
	out.Dropped, err = d.DropLive(ctx, Drop{Keys: keys, Media: slices.Sorted(maps.Keys(f.media)), Names: names, Creator: who.Creator})
	return out, err
}

type forgetting struct {
	who   map[string]bool // lower case
	media map[string]bool // ids of theirs
}

// mediaIDs are the fields that hold the id of a post or video.
var mediaIDs = []string{"shortcode", "video_id", "ID", "MediaID"}

// names says whether a value names them, and notes whose posts and videos are theirs: those
// of the object that names them, and of the lists in it.
func (f *forgetting) names(v any) (found bool) {
	switch v := v.(type) {
	case string:
		return f.who[strings.ToLower(strings.TrimPrefix(v, "@"))]
	case []any:
		for _, e := range v {
			found = f.names(e) || found
		}
	case map[string]any:
		theirs := false
		for name, e := range v {
			_, list := e.([]any)
			in := f.names(e)
			found, theirs = found || in, theirs || in && !list && name != "Post"
		}
		if theirs {
			f.note(v)
		}
	}
	return found
}

func (f *forgetting) note(of map[string]any) {
	for _, name := range mediaIDs {
		if id, ok := of[name].(string); ok && id != "" {
			f.media[id] = true
		}
	}
	for _, e := range of {
		list, _ := e.([]any)
		for _, one := range list {
			if in, ok := one.(map[string]any); ok {
				f.note(in)
			}
		}
	}
}

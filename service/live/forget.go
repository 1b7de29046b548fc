package live

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"greenroom/api"
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
// of these, or a profile that is called Who, by name or id.
type Drop struct {
	Keys, Media []string
	Who         string
}

// Dropped counts transcripts, and what models said.
type Dropped struct {
	Transcripts int64 `json:"transcripts"`
	Judged      int64 `json:"judged"`
}

// Forgotten counts the dropped data.
type Forgotten struct {
	Answers int `json:"answers"`
	Dropped
}

// Forget drops all answers that name somebody by username, handle or id, the transcripts of
// the posts and videos that these answers say are theirs, what is said in a post or
// video that is named itself, and what models said of them as stored creators.
func Forget(ctx context.Context, d Drawer, who string) (out Forgotten, err error) {
	f := forgetting{who: strings.TrimPrefix(who, "@"), media: map[string]bool{}}
	f.media[f.who] = true
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
	out.Dropped, err = d.DropLive(ctx, Drop{Keys: keys, Media: slices.Sorted(maps.Keys(f.media)), Who: f.who})
	return out, err
}

type forgetting struct {
	who   string
	media map[string]bool // ids of theirs
}

// mediaIDs are the fields that hold the id of a post or video.
var mediaIDs = []string{"shortcode", "video_id", "ID", "MediaID"}

// names says whether a value names them, and notes whose posts and videos are theirs: those
// of the object that names them, and of the lists in it.
func (f *forgetting) names(v any) (found bool) {
	switch v := v.(type) {
	case string:
		return strings.EqualFold(strings.TrimPrefix(v, "@"), f.who)
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

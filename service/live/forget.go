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
// of these, or a profile that is called so, by name or id. A creator who is named goes whole.
type Drop struct {
	Keys, Media []string
	Person
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

// Person is whom to forget: by Names, which are usernames, handles and ids on any network, also
// of posts and videos; or as a stored creator who goes whole, by the id, with the IDs of their
// profiles, here and on the networks, and with their Accounts.
type Person struct {
	Names    []string
	Creator  string
	IDs      []string
	Accounts []Account
}

// Account is a name on one network.
type Account struct {
	Platform api.Platform
	Name     string
}

// Forget drops all answers that name somebody, the transcripts of the posts and videos that
// these answers say are theirs, what is said in a post or video that is named itself, what
// models said of them as stored creators, and the creator who goes whole.
func Forget(ctx context.Context, d Drawer, who Person) (out Forgotten, err error) {
	who.Names = each.Of(who.Names, func(name string) string { return strings.TrimPrefix(name, "@") })
	f := naming(who)
	var keys []string
	err = d.LiveAnswers(ctx, func(key string, body []byte) error {
		if f.in(body) {
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
	out.Dropped, err = d.DropLive(ctx, Drop{Keys: keys, Media: slices.Sorted(maps.Keys(f.media)), Person: who})
	return out, err
}

type forgetting struct {
	who      map[string]bool           // names and ids that are theirs anywhere; lower case, as all names
	accounts map[string][]api.Platform // by name
	media    map[string]bool           // ids of theirs
}

func naming(who Person) *forgetting {
	f := &forgetting{who: map[string]bool{}, accounts: map[string][]api.Platform{}, media: map[string]bool{}}
	for _, name := range who.Names {
		f.who[strings.ToLower(name)], f.media[name] = true, true
	}
	for _, id := range append(slices.Clone(who.IDs), who.Creator) {
		if id != "" {
			f.who[strings.ToLower(id)] = true
		}
	}
	for _, a := range who.Accounts {
		name := strings.ToLower(a.Name)
		f.accounts[name] = append(f.accounts[name], a.Platform)
	}
	return f
}

// Naming says of answers, which are JSON, whether they name somebody.
func Naming(who Person) func(body []byte) bool { return naming(who).in }

func (f *forgetting) in(body []byte) bool {
	read := json.NewDecoder(bytes.NewReader(body))
	read.UseNumber()
	var v any
	return read.Decode(&v) == nil && f.names(v, place{})
}

// place is where a value stands: the field, and the network that is told beside or around it.
type place struct {
	field string
	on    api.Platform
}

// at says whether a name in a place is of an account: in a field of names, on its network. A
// handle is of the video network where none is told, and any other name is not.
func (f *forgetting) at(name string, p place) bool {
	field := strings.ToLower(strings.TrimSuffix(p.field, "s"))
	handle := strings.HasSuffix(field, "handle")
	return (handle || strings.HasSuffix(field, "username")) && slices.ContainsFunc(f.accounts[name], func(on api.Platform) bool {
		return on == p.on || p.on == "" && handle == (on == api.VideoPlatform)
	})
}

// mediaIDs are the fields that hold the id of a post or video.
var mediaIDs = []string{"shortcode", "video_id", "ID", "MediaID"}

// names says whether a value names them, and notes whose posts and videos are theirs: those
// of the object that names them, and of the lists in it.
func (f *forgetting) names(v any, p place) (found bool) {
	switch v := v.(type) {
	case string:
		name := strings.ToLower(strings.TrimPrefix(v, "@"))
		return f.who[name] || f.at(name, p)
	case []any:
		for _, e := range v {
			found = f.names(e, p) || found
		}
	case map[string]any:
		for _, name := range []string{"platform", "Platform"} {
			if on, told := v[name].(string); told {
				p.on = api.Platform(on)
			}
		}
		theirs := false
		for name, e := range v {
			_, list := e.([]any)
			in := f.names(e, place{name, p.on})
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

package tools

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/command"
	"greenroom/service/media"
)

// ownCalls are the calls that an own program may have, with the placeholders of each. It
// prints a description as a download tool writes it, or saves it in its folder, with
// captions beside it; a channel and a search are lists as yt-dlp prints them.
var ownCalls = map[string][]string{
	"post": {"{code}"}, "post_captions": {"{code}"}, "profile": {"{username}"}, "posts": {"{username}", "{count}"},
	"video": {"{video}"}, "captions": {"{video}"}, "channel": {"{handle}", "{channel}", "{sort}", "{count}"}, "search": {"{text}", "{count}"},
	"short_profile": {"{username}"}, "audio": {"{code}"},
}

// CheckCalls says what is wrong with the calls of an own program.
func CheckCalls(calls map[string][]string) error {
	for name, args := range calls {
		call := command.Template(args)
		placeholders, known := ownCalls[name]
		if !known {
			return fmt.Errorf("no call is named %s: there are %s", name, strings.Join(slices.Sorted(maps.Keys(ownCalls)), ", "))
		}
		if err := call.Check(); err != nil {
			return fmt.Errorf("the call %s: %w", name, err)
		}
		for _, in := range call.Names() {
			if !slices.Contains(placeholders, in) {
				return fmt.Errorf("the call %s has no %s: it has %s", name, in, strings.Join(placeholders, ", "))
			}
		}
	}
	return nil
}

// Own is what an operator's own program answers: the networks that it has a call of.
func Own(c Config) (out service.Networks) {
	t, of := &tool{Config: c, unpack: printed}, c.Calls
	has := func(calls ...string) bool {
		return slices.ContainsFunc(calls, func(name string) bool { return len(of[name]) > 0 })
	}
	if has("post", "post_captions", "profile", "posts") {
		out.Photo = photoTool{tool: t, post: of["post"], profile: of["profile"], posts: of["posts"], captions: of["post_captions"]}
	}
	if has("video", "captions", "channel", "search") {
		out.Video = ownVideo{live.NoVideo(), t}
	}
	if has("short_profile") {
		out.ShortVideo = shortTool{t, of["short_profile"]}
	}
	return out
}

// printed has what is no description of a video read as posts and profiles are.
func printed(o command.Outcome) string {
	if _, err := readInfo(o.Out); err != nil {
		_ = os.Rename(o.Out, strings.TrimSuffix(o.Out, ".info.json")+".json") // it stays what it is
	}
	return ""
}

type ownVideo struct {
	service.VideoNetwork
	*tool
}

func (o ownVideo) Video(ctx context.Context, id string) (api.VideoDetails, error) {
	return readSaved(ctx, o.tool, ask{call: o.Calls["video"], values: map[string]string{"{video}": id}},
		func(n service.Networks) (api.VideoDetails, error) { return n.Video.Video(ctx, id) })
}

// Tracks are the captions that the program wrote beside the description. That there are none
// it says by its exit code.
func (o ownVideo) Tracks(ctx context.Context, id string) ([]service.Transcript, error) {
	out, err := readSaved(ctx, o.tool, ask{call: o.Calls["captions"], values: map[string]string{"{video}": id}},
		func(n service.Networks) (out []service.Transcript, err error) {
			if out, err = n.Video.Tracks(ctx, id); err == nil && len(out) == 0 {
				err = failedBecause("no captions came")
			}
			return out, err
		})
	if isKind(err, service.UpstreamSilent) {
		return nil, nil
	}
	return out, err
}

// Channel asks by the handle or the id; the other's argument is left out. An order that has
// no place in the arguments is not dropped.
func (o ownVideo) Channel(ctx context.Context, q service.ChannelQuery) (out service.Channel, err error) {
	call, values := command.Template(o.Calls["channel"]), map[string]string{"{handle}": q.Handle, "{channel}": q.ID, "{sort}": string(q.Sort)}
	by, other := "{handle}", "{channel}"
	if q.ID != "" {
		by, other = other, by
	}
	if !call.Has(by) || q.Sort != api.ChannelNewest && !call.Has("{sort}") {
		return o.VideoNetwork.Channel(ctx, q)
	}
	call = slices.DeleteFunc(slices.Clone(call), func(arg string) bool { return strings.Contains(arg, other) })
	l, err := o.list(ctx, call, values, q.Limit)
	if err == nil && !media.ChannelID.MatchString(l.of.ChannelID) {
		err = malformedBecause("the list does not tell whose it is")
	}
	if err != nil {
		return out, err
	}
	return l.channel(l.entries[:min(len(l.entries), q.Limit)]), nil
}

// Search finds by words alone: a condition is not dropped.
func (o ownVideo) Search(ctx context.Context, q service.VideoQuery) (out service.VideoPage, err error) {
	q.Uploaded, q.Sort = cmp.Or(q.Uploaded, api.UploadAny), cmp.Or(q.Sort, api.VideoRelevance)
	q.Content, q.Length = cmp.Or(q.Content, api.ContentAll), cmp.Or(q.Length, api.LengthAny)
	if q != (service.VideoQuery{Text: q.Text, Uploaded: api.UploadAny, Sort: api.VideoRelevance, Content: api.ContentAll, Length: api.LengthAny, Limit: q.Limit}) {
		return o.VideoNetwork.Search(ctx, q)
	}
	l, err := o.list(ctx, o.Calls["search"], map[string]string{"{text}": q.Text}, q.Limit)
	if err != nil {
		return out, live.OfWhatIsThere(err)
	}
	return service.VideoPage{Results: results(l.entries[:min(len(l.entries), q.Limit)], o.Clock())}, nil
}

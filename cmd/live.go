package cmd

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
)

// several is the answer of a command that asks once for each item.
type several[T any] struct {
	Data   []T       `json:"data"`
	Failed []failure `json:"failed"`
}

// failure is an item that brought nothing.
type failure struct {
	Input   string   `json:"input"`
	Code    api.Code `json:"code,omitempty"`
	Message string   `json:"message"`
}

// each asks for the items one after the other. An item that is not there does
// not keep the others from being asked for; a budget that is used up does.
func each[T any](ctx context.Context, j *job, s sheet[T], ask func(item string) (T, error)) error {
	if !j.many {
		v, err := ask(j.items[0])
		if err != nil {
			return err
		}
		return one(j, v, s.of([]T{v}))
	}
	all, err := stream(j, 0, asked(ctx, j, j.items, ask))
	return j.end(several[T]{all, j.failures()}, s.of(all), err)
}

func asked[T any](ctx context.Context, j *job, items []string, ask func(item string) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		var dry error
		for _, item := range items {
			v, err := ask(item)
			switch {
			case err == nil:
				if !yield(v, nil) {
					return
				}
			case client.KindOf(err) == client.KindDryRun:
				dry = err
			case ctx.Err() == nil && goesOn(err):
				j.miss(item, err)
			default:
				yield(none, err)
				return
			}
		}
		if dry != nil {
			yield(none, dry)
		}
	}
}

func (j *job) failures() []failure {
	all := []failure{}
	for _, m := range j.missed {
		f := failure{Input: m.item, Message: sentence(m.err)}
		var e *client.Error
		if errors.As(m.err, &e) {
			f.Code = e.Code
		}
		all = append(all, f)
	}
	return all
}

// streamed prints a list of many pages as it comes.
func streamed[T any](j *job, s sheet[T], items iter.Seq2[T, error]) error {
	all, err := stream(j, 0, items)
	return j.end(api.Page[T]{Data: all, HasMore: err != nil}, s.of(all), err)
}

// paged prints one page, and says whether there are more.
func paged[T any](j *job, page api.Page[T], s sheet[T], err error) error {
	if err != nil {
		return err
	}
	if page.HasMore && !j.flags.quiet {
		j.say("There is more; --all reads every page.")
	}
	return list(j, page.Data, page, s.of(page.Data), nil)
}

// ofBatch prints what a batch brought, and notes what failed of it.
func ofBatch[T any](j *job, b api.Batch[T], s sheet[T], err error) error {
	var all []T
	for _, item := range b.Items {
		if item.Success && item.Data != nil {
			all = append(all, *item.Data)
			continue
		}
		j.miss(item.Shortcode, batchError(item.Status, item.Error))
	}
	return list(j, all, api.One[api.Batch[T]]{Data: b}, s.of(all), err)
}

// batchError is why an item of a batch failed, as if it had been asked for by
// itself.
func batchError(status int, e *api.BatchError) error {
	failed := &client.Error{Kind: client.KindAPI, Status: status, Op: "read an item", Outcome: client.OutcomeFree, Message: "It failed."}
	if e != nil {
		failed.Code, failed.Message = api.Code(e.Error), e.Message
	}
	return failed
}

func newPost(at *reach) *cobra.Command {
	return endpoint{
		use: "post POST...", group: groupLive, short: "Fetch posts of the photo network",
		example: "greenroom post C8dT2xQ1abc -o json\ngreenroom post - -o csv --fields post.shortcode < codes.txt",
		least:   1, most: anyNumber, what: "posts, by their shortcodes or addresses",
		prints: []any{api.FetchedPost{}},
		work: func(ctx context.Context, j *job) error {
			if j.many {
				b, _, err := j.client.LivePosts(ctx, j.items, j.options()...)
				return ofBatch(j, b, livePosts, err)
			}
			p, _, err := j.client.LivePost(ctx, j.items[0], j.options()...)
			if err != nil {
				return err
			}
			return one(j, p, livePosts.of([]api.FetchedPost{p}))
		},
	}.command(at)
}

var livePosts = sheet[api.FetchedPost]{
	[]string{"SHORTCODE", "BY", "TYPE", "LIKES", "COMMENTS", "VIEWS", "CAPTION"},
	func(f api.FetchedPost) []string {
		p := f.Post
		return []string{p.Shortcode, "@" + p.OwnerUsername, string(p.PostType), text.Count(p.LikeCount).String(),
			text.Count(p.CommentCount).String(), text.CountOf(p.ViewCount).String(), beginning(p.Caption)}
	},
}

func newLiveProfile(at *reach) *cobra.Command {
	var posts int
	c := endpoint{
		use: "live-profile PROFILE...", group: groupLive, short: "Fetch profiles as they are now",
		long: `Live-profile asks the photo network (0.5 credits a profile) or the
short-video network (0.2).`,
		example: "greenroom live-profile photoplatform:lenacooks --posts 12 -o json",
		least:   1, most: anyNumber, what: "profiles, as PLATFORM:NAME or addresses",
		prints: []any{api.LivePhotoProfile{}, api.ShortVideoProfile{}},
		work: func(ctx context.Context, j *job) error {
			refs, err := profileRefs(j.items)
			if err != nil {
				return err
			}
			for _, ref := range refs {
				if ref.Platform != api.PhotoPlatform && ref.Platform != api.ShortVideoPlatform {
					return usage("live profiles are of photoplatform and shortvideoplatform; greenroom channel reads a channel of " + string(ref.Platform))
				}
			}
			return each(ctx, j, liveProfiles, func(item string) (any, error) { return j.liveProfile(ctx, item, posts) })
		},
	}.command(at)
	c.Flags().IntVar(&posts, "posts", 0, "with so many of the newest posts, up to 50; photo network only")
	return c
}

// liveProfile is an api.LivePhotoProfile or an api.ShortVideoProfile.
func (j *job) liveProfile(ctx context.Context, item string, posts int) (any, error) {
	ref, err := profileRef(item)
	if err != nil {
		return nil, err
	}
	if ref.Platform == api.ShortVideoPlatform {
		p, _, err := j.client.ShortVideoProfile(ctx, ref.Username, j.options()...)
		return p, err
	}
	p, _, err := j.client.LivePhotoProfile(ctx, ref.Username, client.PhotoProfileParams{IncludePosts: posts != 0, PostLimit: posts}, j.options()...)
	return p, err
}

var liveProfiles = sheet[any]{
	[]string{"HANDLE", "NAME", "FOLLOWERS", "POSTS", "VERIFIED", "BIO"},
	func(v any) []string {
		switch p := v.(type) {
		case api.LivePhotoProfile:
			return []string{"@" + p.Username, p.FullName, text.CountOf(p.FollowerCount).String(), text.CountOf(p.MediaCount).String(), yes(p.IsVerified), beginning(&p.Biography)}
		case api.ShortVideoProfile:
			return []string{"@" + p.Username, p.DisplayName, text.CountOf(p.FollowerCount).String(), text.CountOf(p.VideoCount).String(), yes(p.IsVerified), beginning(&p.Biography)}
		}
		return nil
	},
}

func newVideo(at *reach) *cobra.Command {
	return endpoint{
		use: "video VIDEO...", group: groupLive, short: "Fetch what is known of videos",
		example: "greenroom video https://videoplatform.example/watch?v=VIDEO_ID",
		least:   1, most: anyNumber, what: "videos, by their ids or addresses",
		prints: []any{api.VideoDetails{}},
		work: func(ctx context.Context, j *job) error {
			return each(ctx, j, videos, func(item string) (api.VideoDetails, error) {
				v, _, err := j.client.Video(ctx, item, j.options()...)
				return v, err
			})
		},
	}.command(at)
}

var videos = sheet[api.VideoDetails]{
	[]string{"PUBLISHED", "VIEWS", "LIKES", "COMMENTS", "CHANNEL", "TITLE", "ID"},
	func(v api.VideoDetails) []string {
		return []string{written(v.PublishedDate), text.CountOf(v.ViewCount).String(), text.CountOf(v.LikeCount).String(),
			text.CountOf(v.CommentCount).String(), written(v.ChannelName), beginning(&v.Title), v.VideoID}
	},
}

// ends prints one item whose table is drawn by a function of its own.
func ends[T any](j *job, v T, err error, draw func(io.Writer)) error {
	if err != nil {
		return err
	}
	return one(j, v, draw)
}

package live

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/ui/text"
)

func profile(at *run.At) *cobra.Command {
	var posts int
	return run.Command{
		Use: "live-profile PROFILE...", Short: "Fetch live profiles",
		Long: fmt.Sprintf(`Live-profile fetches profiles from the photo network (%s credits each) or the
short-video network (%s).`, api.PriceOf(api.OpPhotoProfile).Base, api.PriceOf(api.OpShortVideoProfile).Base),
		Example: "greenroom live-profile photoplatform:lenacooks --posts 12 -o json",
		Takes:   run.Items("profiles, as PLATFORM:NAME or URLs").Of(run.Accounts), Prints: []any{api.LivePhotoProfile{}, api.ShortVideoProfile{}},
		Flags: func(f *pflag.FlagSet) {
			f.IntVar(&posts, "posts", 0, "include the newest posts, up to 50; photo network only")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			refs, err := run.ProfileRefs(j.Items)
			if err != nil {
				return err
			}
			for _, ref := range refs {
				if ref.Platform != api.PhotoPlatform && ref.Platform != api.ShortVideoPlatform {
					return run.Usagef("live profiles exist for photoplatform and shortvideoplatform; for %s, use greenroom channel", ref.Platform)
				}
			}
			return run.Each(ctx, j, profiles.Draw, func(item string) (any, error) { return readProfile(ctx, j, item, posts) })
		},
	}.New(at)
}

// readProfile reads an api.LivePhotoProfile or an api.ShortVideoProfile.
func readProfile(ctx context.Context, j *run.Job, item string, posts int) (any, error) {
	ref, err := run.ProfileRef(item)
	if err != nil {
		return nil, err
	}
	if ref.Platform == api.ShortVideoPlatform {
		p, _, err := j.Client.ShortVideoProfile(ctx, ref.Username, j.Options()...)
		return p, err
	}
	p, _, err := j.Client.LivePhotoProfile(ctx, ref.Username, client.PhotoProfileParams{IncludePosts: posts != 0, PostLimit: posts}, j.Options()...)
	return p, err
}

var profiles = output.Sheet[any]{
	Head: []string{"HANDLE", "NAME", "FOLLOWERS", "POSTS", "VERIFIED", "BIO"},
	Row: func(v any) []string {
		switch p := v.(type) {
		case api.LivePhotoProfile:
			return []string{"@" + p.Username, p.FullName, text.CountOf(p.FollowerCount).String(), text.CountOf(p.MediaCount).String(), output.Yes(p.IsVerified), output.Beginning(&p.Biography)}
		case api.ShortVideoProfile:
			return []string{"@" + p.Username, p.DisplayName, text.CountOf(p.FollowerCount).String(), text.CountOf(p.VideoCount).String(), output.Yes(p.IsVerified), output.Beginning(&p.Biography)}
		}
		return nil
	},
}

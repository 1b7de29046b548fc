package live

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/analysis"
)

// fictional says that an address is of the sample: no network has a host below
// .example.
func fictional(address string) bool {
	return strings.HasSuffix(hostOf(address), ".example")
}

// rich adds what only a look at one post shows, as far as a stored post tells:
// who paid, who is named, in what forms it is there.
func (s storeSource) rich(ctx context.Context, p service.Post, out *api.LivePost) error {
	paid := analysis.ReadPost([]analysis.Text{{Words: p.Caption}}, p.Mentions).Sponsorship.Paid
	out.IsPaidPartnership, out.IsPinned, out.TaggedUsernames = &paid, new(false), slices.Clone(p.Mentions)
	for _, name := range p.Mentions {
		_, err := s.catalogue.ProfileByName(ctx, api.PhotoPlatform, name)
		switch {
		case err == nil:
			out.CoauthorUsernames = append(out.CoauthorUsernames, name)
		case !errors.Is(err, service.ErrNotFound):
			return err
		case paid:
			out.SponsorUsernames = append(out.SponsorUsernames, name)
		}
	}
	if out.EngagementVisibility == nil {
		out.EngagementVisibility = &api.EngagementVisibility{ViewerCanReshare: true}
	}
	if out.IsVideo && out.VideoURL != "" {
		out.VideoVersions = []api.VideoVersion{{URL: out.VideoURL, ID: out.ID + "v1", Type: versionBest}}
	}
	if out.DisplayURL != "" {
		out.DisplayResources = []api.DisplayResource{{Src: out.DisplayURL}}
	}
	if fictional(out.DisplayURL) {
		staged(out)
	}
	return nil
}

// The network numbers the forms of a video; 101 is the best.
const (
	versionBest  = 101
	versionSmall = 102
)

// songs lists the songs of the sample's videos.
var songs = [][2]string{{"Paper Lanterns", "Slow Tram"}, {"Moss & Copper", "Kitchen Window"}, {"Ida Blume", "Half Past Rain"},
	{"The Back Stairs", "Two Cups"}, {"Nordlicht Trio", "Linden"}, {"Sal y Viento", "Domingo"}}

// staged gives a post of the sample what the network would add to it: sizes,
// music, products, the place. Of the sample all is known, so what it lacks is none.
func staged(out *api.LivePost) {
	at := hashOf(out.Shortcode)
	out.AccessibilityCaption = "Post by @" + out.OwnerUsername + "."
	for i, side := range []int{1080, 640, 320} {
		if i > 0 {
			out.DisplayResources = append(out.DisplayResources, api.DisplayResource{Src: out.DisplayURL + "?w=" + strconv.Itoa(side)})
		}
		out.DisplayResources[i].ConfigWidth, out.DisplayResources[i].ConfigHeight = side, side*5/4
	}
	if len(out.VideoVersions) > 0 {
		out.VideoVersions[0].Width, out.VideoVersions[0].Height = 1080, 1920
		out.VideoVersions = append(out.VideoVersions, api.VideoVersion{URL: out.VideoURL + "?h=640", ID: out.ID + "v2", Type: versionSmall, Width: 360, Height: 640})
		music := api.MusicAttribution{ArtistName: out.OwnerUsername, SongName: "Original audio", AudioID: strconv.FormatUint(at>>8, 10), UsesOriginalAudio: true}
		if at%3 == 0 {
			song := songs[at/3%uint64(len(songs))]
			music.ArtistName, music.SongName, music.UsesOriginalAudio = song[0], song[1], false
		}
		out.MusicAttribution = &music
	}
	for _, brand := range out.SponsorUsernames {
		out.ProductMentions = append(out.ProductMentions, api.ProductMention{ProductID: strconv.FormatUint(at>>12, 10), ProductName: brand, MerchantUsername: brand})
	}
	if out.Location != nil {
		out.Location.HasPublicPage = true
	}
	for _, names := range []*[]string{&out.CoauthorUsernames, &out.SponsorUsernames, &out.TaggedUsernames} {
		*names = append([]string{}, *names...)
	}
	out.ProductMentions = append([]api.ProductMention{}, out.ProductMentions...)
	out.VideoVersions = append([]api.VideoVersion{}, out.VideoVersions...)
}

// shown are the numbers that a network shows of a profile of the sample, also where
// the sample has stored none.
func shown(p service.Profile) service.Profile {
	if !fictional(p.URL) {
		return p
	}
	at := hashOf(p.Username)
	followers := int64(2000 + at%48000)
	p.Followers, p.Following = cmp.Or(p.Followers, &followers), cmp.Or(p.Following, new(int64(120+at>>16%1800)))
	p.EngagementRate = cmp.Or(p.EngagementRate, new(float64(at>>8%60+10)/10))
	p.AvgLikes = cmp.Or(p.AvgLikes, new(float64(*p.Followers)**p.EngagementRate/100))
	return p
}

const (
	// relatedMost limits the related profiles that the network shows.
	relatedMost = 12
	// relatedPosts is the number of posts read for them, and for likes.
	relatedPosts = 100
)

// related are the profiles that the posts of a profile name, as far as they are
// stored.
func (s storeSource) related(ctx context.Context, p service.Profile, posts []service.Post) (out []api.RelatedProfile, err error) {
	if len(posts) < relatedPosts {
		if posts, err = s.catalogue.Posts(ctx, service.PostQuery{ProfileID: p.ID, Sort: api.SortRecent, Limit: relatedPosts}); err != nil {
			return nil, err
		}
	}
	seen := map[string]bool{p.Username: true}
	for _, post := range posts {
		for _, name := range post.Mentions {
			if seen[name] || len(out) == relatedMost {
				continue
			}
			seen[name] = true
			found, err := s.catalogue.ProfileByName(ctx, api.PhotoPlatform, name)
			if errors.Is(err, service.ErrNotFound) {
				continue
			}
			if err != nil {
				return nil, err
			}
			out = append(out, api.RelatedProfile{Username: found.Username, FullName: service.Known(found.DisplayName), IsPrivate: found.Private,
				IsVerified: found.Verified, ProfilePicURL: service.Known(found.AvatarURL)})
		}
	}
	return out, nil
}

// likes are all likes of a profile: the average of its posts times their number,
// else those of the posts that are stored; nil where neither is known.
func (s storeSource) likes(ctx context.Context, p service.Profile) (*int64, error) {
	if p.AvgLikes != nil && p.PostCount != nil {
		return new(int64(*p.AvgLikes) * *p.PostCount), nil
	}
	posts, err := s.catalogue.Posts(ctx, service.PostQuery{ProfileID: p.ID, Sort: api.SortRecent, Limit: relatedPosts})
	var sum *int64
	for _, post := range posts {
		if post.Likes != nil {
			sum = cmp.Or(sum, new(int64))
			*sum += *post.Likes
		}
	}
	return sum, err
}

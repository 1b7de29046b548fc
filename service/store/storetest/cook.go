package storetest

import (
	"fmt"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// Cook is the i-th of creators who are alike: on all three networks, with so many
// posts of the photo network and one video, both spoken in English. The numbers
// were seen at a moment, the posts are from the days before it.
func Cook(i, posts int, at time.Time) service.Bundle {
	name, followers, video := fmt.Sprintf("anna%d", i), int64(1000*(i+1)), fmt.Sprintf("video%06d", i)
	profile := func(p api.Platform, name string) service.Profile {
		return service.Profile{Platform: p, Username: name, DisplayName: "Anna", Bio: "Vegan food from Berlin. hello@" + name + ".example", Followers: &followers, UpdatedAt: at}
	}
	b := service.Bundle{
		Creator: service.Creator{Name: name, Bio: "Vegan food.", Kind: api.KindInfluencer, Themes: []string{"vegan", "food"}, UpdatedAt: at},
		Profiles: []service.Profile{
			profile(api.PhotoPlatform, name), profile(api.VideoPlatform, name+"tv"), profile(api.ShortVideoPlatform, name+"clips"),
		},
		Transcripts: []service.Transcript{
			{Platform: api.PhotoPlatform, MediaID: fmt.Sprintf("C%d-0", i), Language: "en", Source: api.SourceAuto, Original: true, Text: "So good, so simple.", SeenAt: at},
			{Platform: api.VideoPlatform, MediaID: video, Language: "en", Source: api.SourceManual, Original: true, Title: "Cooking",
				Segments: []api.Segment{{Text: "Vegan cooking", Duration: 2}}, SeenAt: at},
		},
		Posts: []service.Post{{Platform: api.VideoPlatform, PlatformID: video, Type: api.PostVideo, Caption: "Cooking vegan", PostedAt: at.AddDate(0, 0, -1)}},
	}
	for p := range posts {
		b.Posts = append(b.Posts, service.Post{
			Platform: api.PhotoPlatform, PlatformID: fmt.Sprintf("C%d-%d", i, p), Type: api.PostImage,
			Caption: "A vegan dinner for two.", PostedAt: at.AddDate(0, 0, -p-1),
		})
	}
	return b
}

package live

import (
	"fmt"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// What the ids that are always new show. It is all made up, and says so.

const (
	latestName  = "Demo Latest"
	latestBio   = "A made-up profile that no store holds yet. Seed it to see how that goes."
	latestWatch = "https://videoplatform.example/watch?v="
	latestSaid  = "Hello from a post that was not here before. This time it was transcribed; the next time it comes from the store."
)

func count(n int64) *int64 { return &n }

func latestPost(shortcode, username string, now time.Time) api.LivePost {
	caption, taken, no := "A made-up reel, for trying out #demo", now.Add(-2*time.Hour).Unix(), false
	address := "https://photoplatform.example/m/" + shortcode
	return api.LivePost{
		ID: shortcode, Shortcode: shortcode, DisplayURL: address + ".jpg", IsVideo: true, PostType: api.PostVideo,
		LikeCount: 128, CommentCount: 16, ViewCount: count(2048), Caption: &caption, TakenAt: &taken, OwnerUsername: username,
		VideoURL: address + ".mp4", ThumbnailURL: address + "_t.jpg", IsPaidPartnership: &no, IsPinned: &no,
		DisplayResources:     []api.DisplayResource{{Src: address + "_640.jpg", ConfigWidth: 640, ConfigHeight: 1138}},
		VideoVersions:        []api.VideoVersion{{URL: address + "_720.mp4", ID: shortcode + "v", Type: 101, Width: 720, Height: 1280}},
		MusicAttribution:     &api.MusicAttribution{ArtistName: latestName, SongName: "Original audio", AudioID: shortcode + "a", UsesOriginalAudio: true},
		EngagementVisibility: &api.EngagementVisibility{ViewerCanReshare: true},
	}
}

func latestPhoto(username string, posts int, now time.Time) api.LivePhotoProfile {
	rate := 7.05
	out := api.LivePhotoProfile{
		UserID: "7000" + fmt.Sprint(len(username)) + username, Username: username, FullName: latestName, Biography: latestBio,
		ProfilePicURL: "https://photoplatform.example/a/" + username + ".jpg", CategoryName: told("Digital creator"),
		FollowerCount: count(2048), FollowingCount: count(64), MediaCount: count(3), EngagementRate: &rate,
	}
	for i := range min(posts, 3) {
		out.Posts = append(out.Posts, latestPost(fmt.Sprintf("%s_%d", username, i+1), username, now.AddDate(0, 0, -i)))
	}
	return out
}

func latestTrack(videoID string) service.Transcript {
	seconds := 9.5
	t := service.Transcript{Language: "en", Source: api.SourceAuto, Original: true, Text: latestSaid, Duration: &seconds}
	if videoID != "" {
		t.Title, t.URL = latestName, latestWatch+videoID
		t.Segments = []api.Segment{{Text: latestSaid[:44], Start: 0, Duration: 3.5}, {Text: latestSaid[45:], Start: 3.5, Duration: 6}}
	}
	return t
}

func latestVideo(id string, now time.Time) api.VideoDetails {
	at := now.UTC().Add(-2 * time.Hour).Truncate(time.Second)
	return api.VideoDetails{
		VideoID: id, URL: latestWatch + id, Title: latestName, Description: latestBio,
		ChannelName: told(latestName), ChannelHandle: told(trialLatest), DurationSeconds: count(10), ViewCount: count(2048),
		LikeCount: count(128), CommentCount: count(16), PublishedAt: &at, PublishedDate: told(at.Format(time.DateOnly)),
		Availability: told("public"), LiveStatus: told("not_live"),
	}
}

func latestChannel(handle string, now time.Time) service.Channel {
	at := now.UTC().Add(-2 * time.Hour).Truncate(time.Second)
	return service.Channel{
		Profile: service.Profile{
			Username: handle, DisplayName: latestName, Bio: latestBio, URL: "https://videoplatform.example/@" + handle,
			Followers: count(2048), PostCount: count(1),
		},
		Videos: []service.ChannelVideo{{ID: trialLatest, URL: latestWatch + trialLatest, Title: latestName,
			Views: count(2048), PublishedAt: &at}},
	}
}

func latestShortVideo(username string) api.ShortVideoProfile {
	return api.ShortVideoProfile{
		UserID: "7000" + fmt.Sprint(len(username)) + username, Username: username, DisplayName: latestName, Biography: latestBio,
		ProfileURL: "https://shortvideoplatform.example/@" + username, AvatarURL: "https://shortvideoplatform.example/a/" + username + ".jpg",
		FollowerCount: count(2048), FollowingCount: count(64), VideoCount: count(3), LikeCount: count(128),
	}
}

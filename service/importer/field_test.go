package importer

import "testing"

func TestFieldOf(t *testing.T) {
	for header, want := range map[string]field{
		"Suscribers": fieldFollowers, "\nFollowers": fieldFollowers, "Engagement average\r\n": fieldEngagement,
		"Authentic engagement\n": fieldNone, "60_day_eng_rate": fieldRate, "new_post_avg_like": fieldNone,
		"total_likes": fieldNone, "channelTitle": fieldName, "channelId": fieldChannelID, "2id": fieldPostID,
		"srt_filename": fieldCaptionFile, "Reactions, Comments & Shares": fieldCombinedCount, "Profile-ID": fieldProfileID,
		"subscribers_for_last_30_days": fieldGained, "video_views_for_the_last_30_days": fieldNone,
		"Audience country": fieldAudience, "youTuber": fieldName, "youtube_id": fieldVideoID, "dislikes": fieldNone,
		"Category (only Sport, Lifestyle, Cinema or Music, and please nothing else)": fieldCategory,
		"A whole sentence that speaks of followers and of channels is no header":     fieldNone,
	} {
		if got := fieldOf(header); got != want {
			t.Errorf("fieldOf(%q) = %q, want %q", header, got, want)
		}
	}
}

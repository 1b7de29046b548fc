package exports_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"greenroom/service/importer/exports"
)

// said returns a record as JSON, without empty fields.
func said(t *testing.T, r exports.Record) string {
	t.Helper()
	raw, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var all any
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	raw, err = json.Marshal(filled(all))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// filled leaves out what is empty.
func filled(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for name, value := range v {
			if value = filled(value); value != nil {
				out[name] = value
			}
		}
		if len(out) > 0 {
			return out
		}
	case []any:
		var out []any
		for _, value := range v {
			out = append(out, filled(value))
		}
		if len(out) > 0 {
			return out
		}
	case string:
		if v != "" && v != "0001-01-01T00:00:00Z" {
			return v
		}
	case bool:
		if v {
			return v
		}
	case float64:
		return v
	}
	return nil
}

// Each kind of row says what it holds, and nothing else.
func TestRowsOfEachKind(t *testing.T) {
	const spoken = `"language":"de","source":"auto","transcript":[],"full_text":"Hallo","word_count":1`
	for _, c := range []struct{ kind, row, want string }{
		{"transcripts", `{"shortcode":"s1","language":"en","full_text":"Hi","transcript":"Hi","word_count":1,"duration_seconds":9.5,"post":{"owner_username":"ana"}}`,
			`{"Spoken":"ana","Transcript":{"Duration":9.5,"Language":"en","MediaID":"s1","Platform":"photoplatform","Source":"auto_generated","Text":"Hi"}}`},
		{"transcripts", `{"shortcode":"s1","language":"en","full_text":"Hi","transcript":"Hi","word_count":1,"post":null}`,
			`{"Transcript":{"Language":"en","MediaID":"s1","Platform":"photoplatform","Source":"auto_generated","Text":"Hi"}}`},
		{"what a channel says", `{"video_id":"v1","published_text":"today","view_count":5,"title":"T",` + spoken + `}`,
			`{"Transcript":{"Language":"de","MediaID":"v1","Platform":"videoplatform","Source":"auto","Text":"Hallo","Title":"T"},"Views":5}`},
		{"what a channel says", `{"video_id":"v1","published_text":"today","full_text":"","transcript":[],"word_count":0,"language":null,"source":"auto"}`, `null`},
		{"what a channel says", `{"video_id":"v1","published_text":"today","full_text":"","transcript":[],"word_count":0,"language":"de","source":null}`, `null`},
		{"videos", `{"video_id":"v1","title":"T","description":"D","channel_id":"UC1","channel_handle":null,"channel_name":"Ana","published_date":"2024-03-05","availability":"public","scraped_at":"2024-04-01T00:00:00Z","duration_seconds":60}`,
			`{"Creator":{"Name":"Ana"},"Post":{"Caption":"T\n\nD","Duration":60,"Platform":"videoplatform","PlatformID":"v1","PostedAt":"2024-03-05T00:00:00Z","Type":"video"},"Profiles":[{"DisplayName":"Ana","ExternalID":"UC1","Platform":"videoplatform","Username":"UC1"}]}`},
		{"videos", `{"video_id":"v1","title":"T","channel_id":"UC1","channel_handle":"ana","published_at":"2024-03-06T01:02:03Z","published_date":"2024-03-05","availability":"public","scraped_at":"2024-04-01T00:00:00Z"}`,
			`{"Post":{"Caption":"T","Platform":"videoplatform","PlatformID":"v1","PostedAt":"2024-03-06T01:02:03Z","Type":"video"},"Profiles":[{"ExternalID":"UC1","Platform":"videoplatform","Username":"ana"}]}`},
		{"profiles as they are now", `{"user_id":"1","username":"ana","full_name":"Ana K","follower_count":7,"media_count":3,"is_private":true,"external_url":"https://a.example","scraped_at":"2024-04-01T00:00:00Z"}`,
			`{"Creator":{"Name":"Ana K","UpdatedAt":"2024-04-01T00:00:00Z"},"Profiles":[{"DisplayName":"Ana K","ExternalURLs":["https://a.example"],"Followers":7,"Platform":"photoplatform","PostCount":3,"Private":true,"UpdatedAt":"2024-04-01T00:00:00Z","Username":"ana"}]}`},
		{"profiles as they are now", `{"user_id":"1","username":"ana","display_name":"Ana","profile_url":"https://s.example/@ana","avatar_url":"https://s.example/a.jpg","follower_count":7,"video_count":2,"is_private":false,"scraped_at":"2024-04-01T00:00:00Z"}`,
			`{"Creator":{"Name":"Ana","UpdatedAt":"2024-04-01T00:00:00Z"},"Profiles":[{"AvatarURL":"https://s.example/a.jpg","DisplayName":"Ana","Followers":7,"Platform":"shortvideoplatform","PostCount":2,"URL":"https://s.example/@ana","UpdatedAt":"2024-04-01T00:00:00Z","Username":"ana"}]}`},
		{"creators completed", `{"id":"c","name":"Ana","avatar":"https://a.example/1.jpg","platforms":[{"platform":"photoplatform","username":"ana"},{"platform":"elsewhere","username":"ana"}]}`,
			`{"Creator":{"AvatarURL":"https://a.example/1.jpg","ID":"c","Name":"Ana"},"Profiles":[{"Platform":"photoplatform","Username":"ana"}]}`},
		{"judgements of posts", `{"input":"p","post":{"id":"p","profile_id":"q","platform":"photoplatform","platform_id":"77"}}`,
			`{"Post":{"ID":"p","Platform":"photoplatform","PlatformID":"77","ProfileID":"q"}}`},
		{"shortlists", `{"id":"l","brief":"b","notes":"","version":2,"profiles":[{"platform":"photoplatform","username":"ana"},{"platform":"videoplatform","username":"bo"}]}`,
			`{"Profiles":[{"Platform":"photoplatform","Username":"ana"},{"Platform":"videoplatform","Username":"bo"}]}`},
		{"creators of a list", `{"name":"Ana","network":"photoplatform","handle":"ana","verdict":"yes","because":"","engagement_percent":3.5,"creator_id":"c","followers":9}`,
			`{"Creator":{"ID":"c","Name":"Ana"},"Profiles":[{"EngagementRate":3.5,"Followers":9,"Platform":"photoplatform","Username":"ana"}]}`},
		{"creators found", `{"creator":"Ana","handle":"ana","network":"photoplatform","creator_id":"c","followers":9,"engagement":3.5,"age":"2024-02-03"}`,
			`{"Creator":{"ID":"c","Name":"Ana","UpdatedAt":"2024-02-03T00:00:00Z"},"Profiles":[{"EngagementRate":3.5,"Followers":9,"Platform":"photoplatform","UpdatedAt":"2024-02-03T00:00:00Z","Username":"ana"}]}`},
		{"creators found", `{"creator":"Ana","handle":"ana","network":"photoplatform","creator_id":"c","age":"old"}`,
			`{"Creator":{"ID":"c","Name":"Ana"},"Profiles":[{"Platform":"photoplatform","Username":"ana"}]}`},
		{"creators found", `{"creator.id":"c","creator.name":"Ana","primary_profile.platform":"photoplatform","primary_profile.username":"ana","country":"DE","city":"Berlin","languages":["de"],"themes":["baking"]}`,
			`{"Creator":{"City":"Berlin","Country":"DE","ID":"c","Languages":["de"],"Name":"Ana","Themes":["baking"]},"Profiles":[{"Platform":"photoplatform","Username":"ana"}]}`},
	} {
		kind, ok := exports.Of(exports.Names([]byte(c.row)))
		if !ok || kind.Name != c.kind || kind.Empty() {
			t.Errorf("%s is told to be %q", c.row, kind.Name)
			continue
		}
		r, err := kind.Object([]byte(c.row))
		if got := said(t, r); err != nil || got != c.want {
			t.Errorf("%s says\n%s, %v, want\n%s", c.row, got, err, c.want)
		}
	}
}

// A channel or a video among those that were found, each with its own fields.
func TestVideosFound(t *testing.T) {
	const channel = `"channel_id":"UC1","channel_name":"Ana","channel_handle":"ana","channel_verified":true`
	for row, want := range map[string]string{
		`{"type":"channel",` + channel + `,"subscriber_count":9,"description":"Bread","thumbnail_url":"https://v.example/1.jpg","video_count":4}`: `{"Creator":{"Name":"Ana"},"Profiles":[{"AvatarURL":"https://v.example/1.jpg","Bio":"Bread","DisplayName":"Ana","ExternalID":"UC1","Followers":9,"Platform":"videoplatform","PostCount":4,"Username":"ana","Verified":true}]}`,
		`{"type":"video",` + channel + `,"video_id":"v1","title":"T","description":"","view_count":5,"duration_seconds":60}`:                      `{"Creator":{"Name":"Ana"},"Post":{"Caption":"T","Duration":60,"Platform":"videoplatform","PlatformID":"v1","Type":"video","Views":5},"Profiles":[{"DisplayName":"Ana","ExternalID":"UC1","Platform":"videoplatform","Username":"ana","Verified":true}]}`,
	} {
		kind, _ := exports.Of(exports.Names([]byte(row)))
		r, err := kind.Object([]byte(row))
		if got := said(t, r); err != nil || got != want {
			t.Errorf("%s says\n%s, %v, want\n%s", row, got, err, want)
		}
	}
}

// What holds no creators nor posts is told, and known by its columns.
func TestExportsWithoutCreators(t *testing.T) {
	for names, want := range map[string]string{
		"input creator.id match.score": "judgements of creators", "input creator.id safety.rating": "judgements of creators", "input creator_id resolved emails": "e-mail addresses",
		"at service endpoint charged outcome": "a journal of calls", "at account endpoint credits request_id": "a ledger", "run at state can_be_undone": "imports",
		"at followers change_pct engagement_rate": "numbers over time, of no account that it names",
	} {
		if kind, ok := exports.Of(strings.Fields(names)); !ok || kind.Name != want || !kind.Empty() || kind.Posts {
			t.Errorf("%s: %q, empty %t", names, kind.Name, kind.Empty())
		}
	}
	for _, names := range []string{"", "id name", "input creator.id", "matches input creator.id"} {
		if kind, ok := exports.Of(strings.Fields(names)); ok {
			t.Errorf("%q is told to be %s", names, kind.Name)
		}
	}
	if got := exports.Names([]byte(`{"b":{"z":1,"a":{"c":[1]}},"a":null}`)); !slices.Equal(got, []string{"a", "b.a.c", "b.z"}) {
		t.Errorf("names %v", got)
	}
}

// Columns of which nothing is read are told, those of numbers over all posts only of posts.
func TestColumnsThatAreRead(t *testing.T) {
	profiles, _ := exports.Of([]string{"id", "creator_id", "platform", "username", "display_name", "external_urls"})
	posts, _ := exports.Of([]string{"id", "profile_id", "platform_id", "posted_at", "hashtags"})
	for name, want := range map[string][2]bool{
		"username": {true, false}, "match": {false, false}, "match.score": {false, false}, "matched": {false, false}, "metrics.engagement_rate": {true, false},
		"metrics.likes": {false, true}, "id": {true, true}, "post.carousel_items": {false, false}, "note": {false, false}, "notes.first": {false, false},
	} {
		if got := [2]bool{profiles.Uses(name), posts.Uses(name)}; got != want {
			t.Errorf("%s is read of profiles and posts: %v", name, got)
		}
	}
	for names, used := range map[string]string{
		"type channel_id channel_name channel_handle channel_verified":      "type",
		"user_id username follower_count is_private scraped_at profile_url": "profile_url",
	} {
		if kind, ok := exports.Of(strings.Fields(names)); !ok || !kind.Uses(used) || kind.Uses("word_count") {
			t.Errorf("%s: %s is not told to be used, or the count of words is", names, used)
		}
	}
}

// Cells are read as the kind of value that the column has, and those that are none are told.
func TestCellsOfATable(t *testing.T) {
	kind, _ := exports.Of([]string{"id", "creator_id", "platform", "username", "display_name", "external_urls"})
	names := []string{"id", "platform", "username", "is_verified", "is_private", "external_urls", "data_updated_at", "metrics.engagement_rate"}
	for cells, want := range map[string]string{
		`p|photoplatform|ana|TRUE|false|https://a; https://b|2024-05-06T07:08:09+02:00|2.5`: `{"Creator":{"UpdatedAt":"2024-05-06T05:08:09Z"},"Profiles":[{"EngagementRate":2.5,"ExternalURLs":["https://a","https://b"],"ID":"p","Platform":"photoplatform","UpdatedAt":"2024-05-06T05:08:09Z","Username":"ana","Verified":true}]}`,
		`p|photoplatform|ana|False||["https://a; b"]|2024-05-06|`:                           `{"Creator":{"UpdatedAt":"2024-05-06T00:00:00Z"},"Profiles":[{"ExternalURLs":["https://a; b"],"ID":"p","Platform":"photoplatform","UpdatedAt":"2024-05-06T00:00:00Z","Username":"ana"}]}`,
		`p|photoplatform|ana`: `{"Profiles":[{"ID":"p","Platform":"photoplatform","Username":"ana"}]}`,
	} {
		r, err := kind.Cells(names, strings.Split(cells, "|"))
		if got := said(t, r); err != nil || got != want {
			t.Errorf("%s says\n%s, %v, want\n%s", cells, got, err, want)
		}
	}
	for column, cell := range map[string]string{"is_verified": "perhaps", "data_updated_at": "yesterday", "metrics.engagement_rate": "high"} {
		if r, err := kind.Cells([]string{"username", column}, []string{"ana", cell}); err == nil || !strings.Contains(err.Error(), column) || len(r.Profiles) > 0 {
			t.Errorf("%s %q: %+v, %v", column, cell, r, err)
		}
	}
	if r, err := kind.Object([]byte(`{"username":5}`)); err == nil || !strings.Contains(err.Error(), "profiles") || len(r.Profiles) > 0 {
		t.Errorf("a number for a name: %+v, %v", r, err)
	}
}

// A table may hold what is said in videos and in posts: a row without a video is a post's.
func TestATableOfBothTranscripts(t *testing.T) {
	names := []string{"video_id", "shortcode", "full_text", "language", "scraped_at", "duration_seconds", "post.owner_username", "transcript", "available_languages"}
	kind, _ := exports.Of(names)
	for cells, want := range map[string]string{
		"v1||Hi": `{"Transcript":{"MediaID":"v1","Platform":"videoplatform","Text":"Hi"}}`,
		"|s1|Hi": `{"Transcript":{"MediaID":"s1","Platform":"photoplatform","Source":"auto_generated","Text":"Hi"}}`,
		"|s1|Hallo|de|2026-11-19T10:00:00Z|33.5|anakim": `{"Spoken":"anakim","Transcript":{"Duration":33.5,"Language":"de","MediaID":"s1","Platform":"photoplatform","SeenAt":"2026-11-19T10:00:00Z","Source":"auto_generated","Text":"Hallo"}}`,
		"v1|s1|x": `{"Transcript":{"MediaID":"v1","Platform":"videoplatform","Text":"x"}}`,
	} {
		r, err := kind.Cells(names, strings.Split(cells, "|"))
		if got := said(t, r); err != nil || got != want {
			t.Errorf("%s says %s, %v, want %s", cells, got, err, want)
		}
	}
	r, err := kind.Cells([]string{"video_id", "full_text", "transcript"}, []string{"v1", "Hi", `{"start":1,"text":"Hi"}; {"start":2,"text":"there; you"}`})
	if err != nil || len(r.Transcript.Segments) != 2 || r.Transcript.Segments[1].Text != "there; you" {
		t.Errorf("%+v, %v", r.Transcript, err)
	}
	if _, err := kind.Cells([]string{"video_id", "transcript"}, []string{"v1", "{"}); err == nil {
		t.Error("half an object is read")
	}
}

package exports_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/importer/exports"
)

// fill gives each field of a shape a value of its own.
func fill(v reflect.Value, n *int) {
	*n++
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Date(2024, 1, 1+*n%28, 0, 0, 0, 0, time.UTC)))
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), n)
			}
		}
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), n)
		fill(v.Index(1), n)
	case v.Type() == reflect.TypeFor[api.Platform]():
		v.SetString(string(api.PhotoPlatform))
	case v.Kind() == reflect.String:
		v.SetString(fmt.Sprintf("word %d", *n))
	case v.CanInt():
		v.SetInt(int64(*n))
	case v.CanFloat():
		v.SetFloat(float64(*n) + 0.5)
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	}
}

// cells are a JSON object as a table: parts of objects under names with dots, parts of
// lists behind one another.
func cells(t *testing.T, raw []byte) (names, values []string) {
	t.Helper()
	var flat func(prefix string, raw json.RawMessage)
	flat = func(prefix string, raw json.RawMessage) {
		var object map[string]json.RawMessage
		if json.Unmarshal(raw, &object) == nil && object != nil {
			for name, value := range object {
				flat(strings.TrimPrefix(prefix+"."+name, "."), value)
			}
			return
		}
		names = append(names, prefix)
		var text string
		var list []string
		switch {
		case json.Unmarshal(raw, &text) == nil:
		case json.Unmarshal(raw, &list) == nil:
			text = strings.Join(list, "; ")
		default:
			text = string(raw)
		}
		values = append(values, text)
	}
	flat("", raw)
	return names, values
}

// unknowable are fields of a record that no answer of ours tells.
var unknowable = map[string]bool{"Profile.ExternalID": true, "Post.CreatorID": true, "Creator.Kind": true, "Creator.LocationUnverified": true,
	"Creator.Country": true, "Creator.City": true, "Creator.Languages": true, "Creator.Themes": true, "Creator.Bio": true, "Creator.AvatarURL": true,
	"Creator.Summary": true, "Creator.KeyFacts": true, "Creator.BrandAlignment": true, "Creator.Audience": true, "Creator.Aesthetics": true, "Creator.AnalysedAt": true}

// lacking names the fields of a record that are empty.
func lacking(record any) (names []string) {
	v := reflect.Indirect(reflect.ValueOf(record))
	for i := range v.NumField() {
		if name := v.Type().Name() + "." + v.Type().Field(i).Name; v.Field(i).IsZero() && !unknowable[name] {
			names = append(names, name)
		}
	}
	return names
}

// What is printed comes back whole, from JSON and from a table alike.
func TestWhatIsPrintedComesBackWhole(t *testing.T) {
	for _, c := range []struct {
		kind string
		item any
		of   func(exports.Record) []any // what has to be whole
		lack []string                   // but for these
	}{
		{"profiles", new(api.Profile), func(r exports.Record) []any { return []any{r.Profiles[0], r.Creator} }, []string{"Profile.CreatorID"}},
		{"posts", new(api.Post), func(r exports.Record) []any { return []any{r.Post} }, nil},
		{"creators", new(api.Creator), func(r exports.Record) []any { return []any{r.Creator} }, nil},
		{"transcripts", new(api.VideoTranscript), func(r exports.Record) []any { return []any{r.Transcript} }, []string{"Transcript.Duration", "Transcript.CreatorID", "Transcript.Original"}},
	} {
		n := 0
		fill(reflect.ValueOf(c.item).Elem(), &n)
		raw, err := json.Marshal(c.item)
		if err != nil {
			t.Fatal(err)
		}
		kind, ok := exports.Of(exports.Names(raw))
		if !ok || kind.Name != c.kind {
			t.Errorf("%s is told to be %q", c.kind, kind.Name)
			continue
		}
		object, err := kind.Object(raw)
		if err != nil {
			t.Fatal(err)
		}
		for _, record := range c.of(object) {
			if lack := slices.DeleteFunc(lacking(record), func(name string) bool { return slices.Contains(c.lack, name) }); len(lack) > 0 {
				t.Errorf("%s comes back without %v", c.kind, lack)
			}
		}
		names, values := cells(t, raw)
		table, err := kind.Cells(names, values)
		if err != nil || !reflect.DeepEqual(table, object) {
			t.Errorf("%s: the table says\n%+v\nthe object\n%+v, %v", c.kind, table, object, err)
		}
	}
}

// Each value arrives where it belongs: no two fields are taken for one another.
func TestNumbersArriveWhereTheyBelong(t *testing.T) {
	kind, _ := exports.Of([]string{"id", "creator_id", "platform", "username", "display_name", "external_urls"})
	names := []string{"id", "platform", "username", "display_name", "metrics.followers", "metrics.following", "metrics.posts", "metrics.avg_likes_recent", "metrics.avg_comments_recent",
		"metrics.avg_views_recent", "metrics.posts_last_30d", "metrics.posts_per_week", "growth.followers_30d_pct", "highlight_reel_count", "newer.than.this"}
	r, err := kind.Cells(names, []string{"x", "videoplatform", "ana", "Ana K", "1", "2", "1E+06", "4", "5", "6", "7", "8", "-9.5", "10", "?"})
	if err != nil {
		t.Fatal(err)
	}
	p := r.Profiles[0]
	got := fmt.Sprint(p.DisplayName, *p.Followers, *p.Following, *p.PostCount, *p.AvgLikes, *p.AvgComments, *p.AvgViews, *p.Posts30d, *p.PostsPerWeek, *p.Growth30d, *p.HighlightReels)
	if got != "Ana K1 2 1000000 4 5 6 7 8 -9.5 10" {
		t.Error(got)
	}
	if _, err := kind.Cells([]string{"metrics.posts"}, []string{"many"}); err == nil || !strings.Contains(err.Error(), "metrics.posts") {
		t.Errorf("a word for a number: %v", err)
	}
}

// A network that the program does not know, and an account without a name, are none.
func TestAnAccountOfAnotherNetworkIsNone(t *testing.T) {
	kind, _ := exports.Of([]string{"creator", "handle", "network", "creator_id"})
	for cells, want := range map[[4]string]int{
		{"Ana", "ana", "photoplatform", "x"}: 1, {"Ana", "ana", "instagram", "x"}: 0, {"Ana", "", "photoplatform", "x"}: 0,
	} {
		r, err := kind.Cells([]string{"creator", "handle", "network", "creator_id"}, cells[:])
		if err != nil || len(r.Profiles) != want {
			t.Errorf("%v: %+v, %v", cells, r, err)
		}
	}
}

func TestOneAccountIsTakenInOnce(t *testing.T) {
	kind, _ := exports.Of([]string{"creator.id", "creator.name", "primary_profile"})
	r, err := kind.Object([]byte(`{"creator":{"id":"c","name":"Ana"},"primary_profile":{"id":"p","platform":"photoplatform","username":"ana","followers":5,"data_updated_at":"2024-01-02T00:00:00Z"},
		"profiles":[{"id":"p","platform":"photoplatform","username":"ana","display_name":"Ana K","metrics":{"posts":12}},{"id":"q","platform":"videoplatform","username":"ana"}]}`))
	if err != nil || len(r.Profiles) != 2 || service.Or(r.Profiles[0].PostCount, 0) != 12 || r.Profiles[0].DisplayName != "Ana K" || service.Or(r.Profiles[0].Followers, 0) != 5 ||
		r.Creator.UpdatedAt.Format(time.DateOnly) != "2024-01-02" {
		t.Errorf("%+v, %v", r, err)
	}
	if item := exports.Single([]byte(`{"data":{"creator":{"id":"c","name":"Ana"},"primary_profile":null}}`)); item == nil {
		t.Error("the item of a document is not found")
	}
	for _, other := range []string{`{"data":[1]}`, `{"data":{"a":1}}`, `[1]`, `{"data":{"at":1,"account":2,"endpoint":3,"credits":4,"request_id":5}}`} {
		if item := exports.Single([]byte(other)); item != nil {
			t.Errorf("%s is told to be one of ours", other)
		}
	}
}

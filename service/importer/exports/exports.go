// Package exports reads back what this program writes: the answers that commands
// print as CSV, JSON or JSON lines, and the sheets of the workbench. Their columns
// are known, so nothing in them is guessed. It owns which names make an export, and
// what its rows say as records; it must not know files, nor what is stored.
package exports

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// Kind tells what the rows of an export are.
type Kind struct {
	Name  string // as people know it: "profiles"
	Posts bool   // posts or what is said in them, else creators
	marks []string
	item  func() reader // nil: its rows hold no creators nor posts
}

// Empty holds for what the program prints without creators or posts in it.
func (k Kind) Empty() bool { return k.item == nil }

// reader is a row of an export.
type reader interface{ record() Record }

// Record holds the fields of a row. A post names its author by the id of a profile.
type Record struct {
	Creator    service.Creator
	Profiles   []service.Profile
	Post       *service.Post
	Transcript *service.Transcript
	// Spoken names the author of a transcript, "" where the row does not tell.
	Spoken string
	Views  *int64 // of the video in which it is said
}

// kinds are the exports, those with the most telling names first.
var kinds = []Kind{
	{"creators found", false, []string{"creator.id", "creator.name", "primary_profile"}, func() reader { return new(found) }},
	{"creators", false, []string{"id", "name", "content_themes", "brand_alignment", "key_facts"}, func() reader { return new(creator) }},
	{"profiles", false, []string{"id", "creator_id", "platform", "username", "display_name", "external_urls"}, func() reader { return new(profile) }},
	{"posts", true, []string{"id", "profile_id", "platform_id", "posted_at", "hashtags"}, func() reader { return new(post) }},
	{"transcripts", true, []string{"video_id", "full_text", "transcript", "available_languages"}, func() reader { return new(spoken) }},
	{"transcripts", true, []string{"shortcode", "full_text", "transcript", "word_count"}, func() reader { return new(said) }},
	{"what a channel says", true, []string{"video_id", "published_text", "full_text", "transcript", "word_count"}, func() reader { return new(told) }},
	{"videos", true, []string{"video_id", "channel_handle", "published_date", "availability", "scraped_at"}, func() reader { return new(video) }},
	{"videos found", false, []string{"type", "channel_id", "channel_name", "channel_handle", "channel_verified"}, func() reader { return new(hit) }},
	{"profiles as they are now", false, []string{"user_id", "username", "follower_count", "is_private", "scraped_at"}, func() reader { return new(live) }},
	{"creators completed", false, []string{"id", "name", "avatar", "platforms"}, func() reader { return new(suggested) }},
	{"judgements of posts", true, []string{"input", "post.id", "post.profile_id"}, func() reader { return new(judged) }},
	{"judgements of creators", false, []string{"input", "creator.id", "match"}, nil},
	{"judgements of creators", false, []string{"input", "creator.id", "safety"}, nil},
	{"e-mail addresses", false, []string{"input", "creator_id", "resolved", "emails"}, nil},
	{"a journal of calls", false, []string{"at", "service", "endpoint", "charged", "outcome"}, nil},
	{"a ledger", false, []string{"at", "account", "endpoint", "credits", "request_id"}, nil},
	{"accounts of a service", false, []string{"id", "name", "tier", "minute", "hour"}, nil},
	{"keys of a service", false, []string{"id", "account", "created_at", "revoked_at"}, nil},
	{"users of a service", false, []string{"id", "name", "account", "issuer", "subject"}, nil},
	{"numbers over time, of no account that it names", false, []string{"at", "followers", "change_pct", "engagement_rate"}, nil},
	{"imports", false, []string{"run", "at", "state", "can_be_undone"}, nil},
	{"shortlists", false, []string{"id", "brief", "notes", "profiles", "version"}, func() reader { return new(shortlist) }},
	{"creators of a list", false, []string{"name", "network", "handle", "verdict", "because", "engagement_percent", "creator_id"}, func() reader { return new(member) }},
	{"creators found", false, []string{"creator", "handle", "network", "creator_id"}, func() reader { return new(shown) }},
}

// Of tells which export has columns of these names.
func Of(names []string) (Kind, bool) {
	for _, k := range kinds {
		if !slices.ContainsFunc(k.marks, func(mark string) bool { return !has(names, mark) }) {
			return k, true
		}
	}
	return Kind{}, false
}

// has holds for a name, and for one of which only parts are there.
func has(names []string, mark string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return name == mark || strings.HasPrefix(name, mark+".") })
}

// Names are the names in a JSON object, those in objects below joined by dots.
func Names(raw []byte) []string {
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return nil
	}
	var names []string
	for name, value := range object {
		below := Names(value)
		if len(below) == 0 { // no object, or an empty one
			names = append(names, name)
		}
		for _, b := range below {
			names = append(names, name+"."+b)
		}
	}
	slices.Sort(names)
	return names
}

// Single returns the one item of a document that a command printed as JSON, nil where it
// is no such document.
func Single(document []byte) json.RawMessage {
	var answer struct{ Data json.RawMessage }
	if json.Unmarshal(document, &answer) != nil || len(answer.Data) == 0 || answer.Data[0] != '{' {
		return nil
	}
	if k, ok := Of(Names(answer.Data)); !ok || k.Empty() {
		return nil
	}
	return answer.Data
}

// Object reads a row that is a JSON object.
func (k Kind) Object(raw []byte) (Record, error) {
	item := k.item()
	if err := json.Unmarshal(nested(raw), item); err != nil {
		return Record{}, fmt.Errorf("it is not as greenroom writes %s: %w", k.Name, err)
	}
	return item.record(), nil
}

var dotted = regexp.MustCompile(`"[a-z_0-9]+\.[a-z_0-9.]+"\s*:`)

// nested puts what stands under names with dots, as a sheet writes them, below objects.
func nested(raw []byte) []byte {
	var flat map[string]any
	if !dotted.Match(raw) || json.Unmarshal(raw, &flat) != nil {
		return raw
	}
	for name, value := range flat {
		path := strings.Split(name, ".")
		at := flat
		for _, part := range path[:len(path)-1] {
			below, ok := at[part].(map[string]any)
			if !ok {
				below = map[string]any{}
				at[part] = below
			}
			at = below
		}
		at[path[len(path)-1]] = value
	}
	deep, _ := json.Marshal(flat)
	return deep
}

// Cells reads a row of a table under the names of its columns. What is not known is
// empty.
func (k Kind) Cells(names, cells []string) (Record, error) {
	item := k.item()
	at := slices.Index(names, "video_id")
	if _, video := item.(*spoken); video && (at < 0 || at >= len(cells) || cells[at] == "") {
		item = new(said) // a table of both
	}
	for i, name := range names {
		if i >= len(cells) || cells[i] == "" {
			continue
		}
		if err := set(reflect.ValueOf(item).Elem(), strings.Split(name, "."), cells[i]); err != nil {
			return Record{}, fmt.Errorf("its %s is not as greenroom writes it: %w", name, err)
		}
	}
	return item.record(), nil
}

// Uses tells whether something is read from a column of this name.
func (k Kind) Uses(name string) bool {
	for _, unused := range []string{"match", "relevant_profile", "location_unverified", "similarity", "word_count", "analysis_fact_count", "available_languages",
		"metrics.engagement_rate", "networks", "version", "created_at", "fit", "why", "place", "verdict", "because", "note", "asks", "fee", "match_score", "safety",
		"flags", "quotes", "usual_engagement", "posts_judged", "posts_paid", "posts_languages", "flags_open", "flags_confirmed", "flags_cleared", "rulings", "rules", "brief", "notes", "post.carousel_items", "post.music_attribution"} {
		if (name == unused || strings.HasPrefix(name, unused+".")) && (k.Posts || unused != "metrics.engagement_rate") {
			return false
		}
	}
	return true
}

var platforms = api.Platforms()

// network is a platform of which the program knows; another is not read.
func network(p api.Platform) api.Platform {
	if slices.Contains(platforms, p) {
		return p
	}
	return ""
}

// set puts a cell where the tags of a shape lead to. A column that the shape does
// not have is left alone: a newer program may write more.
func set(v reflect.Value, path []string, cell string) error {
	for _, name := range path {
		if v = below(whole(v), name); !v.IsValid() {
			return nil
		}
	}
	return assign(whole(v), cell)
}

// whole returns the value behind a pointer, made where there is none.
func whole(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	return v
}

// below is the field of a name, also one of a shape that another takes in.
func below(v reflect.Value, name string) reflect.Value {
	if v.Kind() != reflect.Struct {
		return reflect.Value{}
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case tag == name:
			return v.Field(i)
		case f.Anonymous && tag == "":
			if inner := below(whole(v.Field(i)), name); inner.IsValid() {
				return inner
			}
		}
	}
	return reflect.Value{}
}

var instant = reflect.TypeFor[time.Time]()

func assign(v reflect.Value, cell string) error {
	switch {
	case v.Type() == instant:
		at, err := time.Parse(time.RFC3339, cell)
		if err != nil {
			at, err = time.Parse("2006-01-02", cell)
		}
		v.Set(reflect.ValueOf(at))
		return err
	case v.Kind() == reflect.Slice:
		return assignList(v, cell)
	case v.Kind() == reflect.String:
		v.SetString(cell)
		return nil
	case v.CanInt():
		n, err := strconv.ParseFloat(cell, 64) // spreadsheets write 1.0 and 1E+06
		v.SetInt(int64(n))
		return err
	case v.CanFloat():
		n, err := strconv.ParseFloat(cell, 64)
		v.SetFloat(n)
		return err
	case v.Kind() == reflect.Bool:
		yes, err := strconv.ParseBool(strings.ToLower(cell))
		v.SetBool(yes)
		return err
	}
	return json.Unmarshal([]byte(cell), v.Addr().Interface())
}

// parted stands between the parts of a list in one cell.
const parted = "; "

// assignList reads a list: as JSON where a part holds what parts them, else part by
// part. Parts that are objects are JSON one by one.
func assignList(v reflect.Value, cell string) error {
	if strings.HasPrefix(cell, "[") && json.Unmarshal([]byte(cell), v.Addr().Interface()) == nil {
		return nil
	}
	list := reflect.MakeSlice(v.Type(), 0, 1)
	if v.Type().Elem().Kind() == reflect.String {
		for part := range strings.SplitSeq(cell, parted) {
			list = reflect.Append(list, reflect.ValueOf(part).Convert(v.Type().Elem()))
		}
		v.Set(list)
		return nil
	}
	for rest := cell; rest != ""; {
		item, d := reflect.New(v.Type().Elem()), json.NewDecoder(strings.NewReader(rest))
		if err := d.Decode(item.Interface()); err != nil {
			return err
		}
		list = reflect.Append(list, item.Elem())
		rest = strings.TrimPrefix(rest[d.InputOffset():], parted)
	}
	v.Set(list)
	return nil
}

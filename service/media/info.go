package media

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"

	"greenroom/api"
)

// Info is the description that common download tools write beside a video (.info.json), as
// far as it is of use here. Nil numbers are not known.
type Info struct {
	ID          string    `json:"id"`
	Title       string    `json:"title"`
	Description string    `json:"description"`
	Channel     string    `json:"channel"`
	ChannelID   string    `json:"channel_id"`
	Uploader    string    `json:"uploader"`
	UploaderID  string    `json:"uploader_id"`
	WebpageURL  string    `json:"webpage_url"`
	Extractor   string    `json:"extractor"`
	UploadDate  string    `json:"upload_date"`
	Timestamp   *float64  `json:"timestamp"`
	Duration    *float64  `json:"duration"`
	Views       *int64    `json:"view_count"`
	Likes       *int64    `json:"like_count"`
	Comments    *int64    `json:"comment_count"`
	Followers   *int64    `json:"channel_follower_count"`
	Verified    *bool     `json:"channel_is_verified"`
	Thumbnail   string    `json:"thumbnail"`
	Tags        []string  `json:"tags"`
	Categories  []string  `json:"categories"`
	Language    string    `json:"language"`
	Epoch       *float64  `json:"epoch"`
	ReleaseTime *float64  `json:"release_timestamp"`
	Subtitles   trackTags `json:"subtitles"`
	Automatic   trackTags `json:"automatic_captions"`
	// Availability is "public", "unlisted", "private" and the like; LiveStatus
	// "not_live", "is_live", "was_live" and the like.
	Availability string `json:"availability"`
	LiveStatus   string `json:"live_status"`
}

// infoValueMax is more than one wanted value of a description takes.
const infoValueMax = 1 << 20

// ReadInfo reads the wanted keys of a description of any size and steps over
// the others: lists of formats and of translated captions are most of it.
func ReadInfo(r io.Reader) (Info, error) {
	var info Info
	ration := &rationed{r: r}
	decoder := json.NewDecoder(ration)
	ration.left = rationMax
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return info, errors.New("it is not a JSON object")
	}
	wanted := info.targets()
	for decoder.More() {
		ration.left = rationMax
		token, err := decoder.Token()
		if err != nil {
			return info, err
		}
		key, _ := token.(string)
		target, ok := wanted[key]
		if tags, list := target.(*trackTags); list {
			err = tags.read(decoder, ration)
		} else if !ok {
			err = skipValue(decoder, ration)
		} else {
			err = readValue(decoder, target)
		}
		if err != nil {
			return info, err
		}
	}
	_, err := decoder.Token()
	return info, err
}

// targets returns the fields that the wanted keys fill.
func (v *Info) targets() map[string]any {
	targets, fields := map[string]any{}, reflect.ValueOf(v).Elem()
	for i := range fields.NumField() {
		targets[fields.Type().Field(i).Tag.Get("json")] = fields.Field(i).Addr().Interface()
	}
	return targets
}

// readValue leaves the target as it is where the value is of another type: a number that
// cannot be read is not known, and not 0.
func readValue(decoder *json.Decoder, target any) error {
	var raw json.RawMessage
	if err := decoder.Decode(&raw); err != nil {
		return err
	}
	value := reflect.New(reflect.TypeOf(target).Elem())
	if len(raw) <= infoValueMax && json.Unmarshal(raw, value.Interface()) == nil {
		reflect.ValueOf(target).Elem().Set(value.Elem())
	}
	return nil
}

// rationMax limits the bytes read for one token, or one wanted value: a decoder keeps them
// all.
const rationMax = 16 << 20

// rationed is a reader that stops when its ration is used up.
type rationed struct {
	r    io.Reader
	left int
}

func (r *rationed) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, errors.New("one value is too long")
	}
	n, err := r.r.Read(p[:min(len(p), r.left)])
	r.left -= n
	return n, err
}

// skipValue steps over one value without keeping it.
func skipValue(decoder *json.Decoder, ration *rationed) error { return skipRest(decoder, ration, 0) }

// skipRest steps out of what is open.
func skipRest(decoder *json.Decoder, ration *rationed, depth int) error {
	for {
		ration.left = rationMax
		token, err := decoder.Token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// Whole holds where the description is one of a video: it has an id and says
// where it is from.
func (v *Info) Whole() bool {
	return v.ID != "" && (v.Extractor != "" || v.WebpageURL != "" || v.ChannelID != "" || v.Channel != "")
}

// Platform is the network the video is of; "" for one that is not of ours.
func (v *Info) Platform() api.Platform {
	if p, _ := MediaFromURL(v.WebpageURL); p != "" {
		return p
	}
	name, _, _ := strings.Cut(strings.ToLower(v.Extractor), ":")
	return Brands[name]
}

// trackTags are the tags of captions that a description lists; nil where it lists none
// of that kind.
type trackTags []string

// read keeps the tags alone: what stands below a hundred of them takes a megabyte.
func (t *trackTags) read(decoder *json.Decoder, ration *rationed) error {
	open, err := decoder.Token()
	switch {
	case err != nil:
		return err
	case open == json.Delim('['):
		return skipRest(decoder, ration, 1)
	case open != json.Delim('{'):
		return nil
	}
	*t = trackTags{}
	for decoder.More() {
		ration.left = rationMax
		tag, err := decoder.Token()
		if err == nil {
			err = skipValue(decoder, ration)
		}
		if err != nil {
			return err
		}
		*t = append(*t, tag.(string)) // the decoder has keys of no other kind
	}
	_, err = decoder.Token()
	return err
}

// Making tells how captions were made, as far as a description tells.
type Making uint8

// The ways.
const (
	Unsaid     Making = iota
	ByHand            // somebody wrote them
	Heard             // a machine listened
	Translated        // a machine translated what it heard: nobody said that
)

// original ends the tag of what a machine heard, where it also translated it.
const original = "-orig"

// Original is the language that is spoken, as far as the description tells.
func (v *Info) Original() string {
	if v == nil {
		return ""
	}
	for _, tag := range v.Automatic {
		if spoken, ok := strings.CutSuffix(tag, original); ok {
			return LanguageOf(spoken)
		}
	}
	return LanguageOf(v.Language)
}

// Making tells how the captions with a tag were made, in a language; v may be nil. Of a
// hundred automatic ones that are listed all but one are translations of it.
func (v *Info) Making(tag, code string) Making {
	switch {
	case strings.HasSuffix(tag, original):
		return Heard
	case v == nil:
		return Unsaid
	case slices.Contains(v.Subtitles, tag):
		return ByHand
	case slices.Contains(v.Automatic, tag):
		if spoken := v.Original(); spoken != "" && spoken != code {
			return Translated
		}
		return Heard
	case slices.ContainsFunc(v.Subtitles, func(name string) bool { return name != "live_chat" && LanguageOf(name) == code }):
		return ByHand
	case v.Subtitles != nil:
		return Heard
	}
	return Unsaid
}

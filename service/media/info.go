package media

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"

	"greenroom/api"
)

// Info is what the common download tools write beside a video (.info.json), as
// far as it is of use here. Nil numbers are not known.
type Info struct {
	ID          string                     `json:"id"`
	Title       string                     `json:"title"`
	Description string                     `json:"description"`
	Channel     string                     `json:"channel"`
	ChannelID   string                     `json:"channel_id"`
	Uploader    string                     `json:"uploader"`
	UploaderID  string                     `json:"uploader_id"`
	WebpageURL  string                     `json:"webpage_url"`
	Extractor   string                     `json:"extractor"`
	UploadDate  string                     `json:"upload_date"`
	Timestamp   *float64                   `json:"timestamp"`
	Duration    *float64                   `json:"duration"`
	Views       *int64                     `json:"view_count"`
	Likes       *int64                     `json:"like_count"`
	Comments    *int64                     `json:"comment_count"`
	Followers   *int64                     `json:"channel_follower_count"`
	Verified    *bool                      `json:"channel_is_verified"`
	Thumbnail   string                     `json:"thumbnail"`
	Tags        []string                   `json:"tags"`
	Categories  []string                   `json:"categories"`
	Language    string                     `json:"language"`
	Epoch       *float64                   `json:"epoch"`
	ReleaseTime *float64                   `json:"release_timestamp"`
	Subtitles   map[string]json.RawMessage `json:"subtitles"`
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
		if !ok {
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

// targets are where the values of the wanted keys go.
func (v *Info) targets() map[string]any {
	targets, fields := map[string]any{}, reflect.ValueOf(v).Elem()
	for i := range fields.NumField() {
		targets[fields.Type().Field(i).Tag.Get("json")] = fields.Field(i).Addr().Interface()
	}
	return targets
}

// readValue leaves the target as it is where the value is of another type.
func readValue(decoder *json.Decoder, target any) error {
	var raw json.RawMessage
	if err := decoder.Decode(&raw); err != nil {
		return err
	}
	if len(raw) <= infoValueMax {
		_ = json.Unmarshal(raw, target)
	}
	return nil
}

// rationMax is how many bytes may be read for one token, or one wanted value,
// at most: a decoder keeps them all.
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
func skipValue(decoder *json.Decoder, ration *rationed) error {
	depth := 0
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

// OnlyAutomatic says whether the description lists the hand-made captions, and none in a
// language: captions in it that lie beside are automatic, whether or not they time words.
func (v *Info) OnlyAutomatic(code string) bool {
	return v != nil && v.Subtitles != nil && !v.Manual(code)
}

// Manual says whether the description lists hand-made captions in a language.
func (v *Info) Manual(code string) bool {
	for name := range v.Subtitles {
		if name != "live_chat" && LanguageOf(name) == code {
			return true
		}
	}
	return false
}

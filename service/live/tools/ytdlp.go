package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/command"
	"greenroom/service/media"
)

// onVideo begins addresses of the long-video network.
const onVideo = "https://www.youtube.com/"

// ytAlways stands before every call: no settings, plug-ins, caches or updates of whoever
// runs the service, and few tries.
var ytAlways = []string{"--ignore-config", "--no-plugin-dirs", "--no-cache-dir", "--no-update", "--no-progress", "--no-exec", "--no-cookies-from-browser",
	"--socket-timeout", "8", "--retries", "1", "--extractor-retries", "1"}

// The calls. Details come also where no format can be downloaded.
var (
	ytDetails = command.Template{"--skip-download", "--ignore-no-formats-error", "-J", "--", onVideo + "watch?v={video}"}
	// A track that fails is told of only where it ends the run.
	ytCaptions = command.Template{"--load-info-json", ytLoaded, "--abort-on-error", "--skip-download", "--ignore-no-formats-error", "--write-subs", "--write-auto-subs",
		"--sub-langs", "{tags}", "--sub-format", "vtt", "-o", "%(id)s.%(ext)s"}
	ytNewest   = command.Template{"--flat-playlist", "--lazy-playlist", "-I", "1:{count}", "-J", "--", onVideo + "@{handle}/videos"}
	ytNewestID = command.Template{"--flat-playlist", "--lazy-playlist", "-I", "1:{count}", "-J", "--", onVideo + "channel/{channel}/videos"}
	ytUploads  = command.Template{"--flat-playlist", "--lazy-playlist", "-I", "1:{count}", "-J", "--", onVideo + "playlist?list={uploads}"}
	ytSearch   = command.Template{"--flat-playlist", "--lazy-playlist", "-I", "1:{count}", "-J", "--", onVideo + "results?search_query={query}&sp={filter}"}
)

const (
	// ytLoaded is the description that captions are fetched by.
	ytLoaded = "video.info.json"
	// tracksMax limits the tracks of a video that are fetched: each is a request of its
	// own.
	tracksMax = 8
	// mostPopular is the list of a channel's long videos by their views.
	mostPopular = "UULP"
	// descriptionMax limits the size of a description that is read whole, in bytes.
	descriptionMax = 16 << 20
)

// YtDLP is the long-video network as yt-dlp reads it.
func YtDLP(c Config) service.Networks {
	y := &ytDLP{VideoNetwork: live.NoVideo(), tool: tool{Config: c, always: ytAlways}}
	if c.Runtime != "" {
		y.always = append(slices.Clone(ytAlways), "--js-runtimes", c.Runtime)
	}
	y.lists.clock = c.Clock
	return service.Networks{Video: y}
}

type ytDLP struct {
	service.VideoNetwork
	tool
	lists lists
}

// Video asks for the description of a video.
func (y *ytDLP) Video(ctx context.Context, id string) (out api.VideoDetails, err error) {
	err = y.describe(ctx, id, func(o command.Outcome, _ *media.Info) error {
		n, err := y.over(o.Folder)
		if err == nil {
			out, err = n.Video.Video(ctx, id)
		}
		if isMissing(err) {
			err = malformedBecause("it describes no video of this network")
		}
		return err
	})
	return out, err
}

// describe runs the tool for the description of a video and looks whether it is one: for
// some that are gone the tool ends well and makes up a title.
func (y *ytDLP) describe(ctx context.Context, id string, read func(command.Outcome, *media.Info) error) error {
	a := ask{call: ytDetails, values: map[string]string{"{video}": id}}
	a.read = func(o command.Outcome) error {
		info, err := readInfo(o.Out)
		complete := err == nil && info.ChannelID != "" && (info.Views != nil && info.Duration != nil || info.LiveStatus == "is_upcoming" || info.LiveStatus == "is_live")
		switch {
		case complete && info.ID == id:
			return read(o, info)
		case complete:
			return malformedBecause("it describes another video")
		}
		d := command.Diagnose(y.Name, "", o, true)
		if d.Kind == service.UpstreamFailed {
			return malformedBecause("it lacks what every video has")
		}
		y.log(ctx, o, d.Rule)
		return d.Err()
	}
	return y.run(ctx, a)
}

func readInfo(path string) (*media.Info, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := media.ReadInfo(f)
	if err == nil && !info.Whole() {
		err = errors.New("it is no description")
	}
	return &info, err
}

// Tracks fetches what is said in a video: what the network heard, and what people wrote.
// All else that it lists it has translated by machine.
func (y *ytDLP) Tracks(ctx context.Context, id string) (out []service.Transcript, err error) {
	var tags []string
	var description []byte
	err = y.describe(ctx, id, func(o command.Outcome, info *media.Info) error {
		if tags = spokenTags(info); len(tags) == 0 {
			// Captions that a refusal keeps back are not captions that are not there.
			if d := command.Diagnose(y.Name, "", o, true); d.Kind == service.UpstreamBlocked || d.Kind == service.UpstreamRateLimited {
				return d.Err()
			}
			return nil
		}
		description, err = withoutAddress(o.Out)
		return err
	})
	if err != nil || len(tags) == 0 {
		return nil, err
	}
	err = y.run(ctx, ask{
		call: ytCaptions, values: map[string]string{"{tags}": strings.Join(tags, ",")},
		prepare: func(folder string) error { return os.WriteFile(filepath.Join(folder, ytLoaded), description, 0o600) },
		read: func(o command.Outcome) error {
			// The folder takes captions for those of the description with their name.
			err := os.Rename(filepath.Join(o.Folder, ytLoaded), filepath.Join(o.Folder, id+".info.json"))
			if err != nil {
				return err
			}
			n, err := y.over(o.Folder)
			if err == nil {
				out, err = n.Video.Tracks(ctx, id)
			}
			if err == nil && len(out) == 0 {
				err = failedBecause("no track that is listed came")
			}
			return err
		},
	})
	return out, live.OfWhatIsThere(err)
}

// spokenTags are the tags of what was said: the original first, then hand-made ones.
func spokenTags(info *media.Info) (tags []string) {
	spoken := info.Original()
	for _, tag := range slices.Concat(info.Automatic, info.Subtitles) {
		code := media.LanguageOf(strings.TrimSuffix(tag, "-orig"))
		making := info.Making(tag, code)
		// The same speech is listed as "en-orig" and as "en".
		twice := making == media.Heard && !strings.HasSuffix(tag, "-orig") && slices.Contains(info.Automatic, tag+"-orig")
		if tag != "live_chat" && tag != "all" && making != media.Translated && !twice && !slices.Contains(tags, tag) && (making != media.Heard || spoken != "" || len(info.Automatic) == 1) {
			tags = append(tags, tag)
		}
	}
	slices.SortStableFunc(tags, func(a, b string) int { return cmp.Compare(notIn(spoken, a), notIn(spoken, b)) })
	return tags[:min(len(tags), tracksMax)]
}

func notIn(language, tag string) int {
	if media.LanguageOf(strings.TrimSuffix(tag, "-orig")) == language {
		return 0
	}
	return 1
}

// withoutAddress is a description that captions can be fetched by: with its address in it
// the tool reads the whole page anew where one track fails.
func withoutAddress(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	var keys map[string]json.RawMessage
	if err == nil && len(text) > descriptionMax {
		err = malformedBecause("its description is too long")
	}
	if err == nil {
		err = json.Unmarshal(text, &keys)
	}
	if err != nil {
		return nil, err
	}
	delete(keys, "webpage_url")
	delete(keys, "original_url")
	return json.Marshal(keys)
}

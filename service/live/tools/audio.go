package tools

import (
	"context"
	"os"
	"path/filepath"

	"greenroom/service/live"
	"greenroom/service/live/command"
)

// ytAudio saves what is heard in a post: the audio alone, or the smallest video where the
// network has it in no other way.
var ytAudio = command.Template{"-f", "ba/w", "--no-playlist", "--max-filesize", "40M", "-o", "audio.%(ext)s", "--", onPhoto + "p/{code}/"}

// Audio is the recordings of posts of the photo network: as yt-dlp fetches them, or an own
// program that saves a file which sounds.
func Audio(c Config) live.Recorded {
	t := &tool{Config: c, always: ytAlways}
	a := audio{t, ytAudio}
	if c.Name == command.Own {
		t.always, a.call = nil, c.Calls["audio"]
	}
	return a
}

type audio struct {
	*tool
	call command.Template
}

func (a audio) Recording(ctx context.Context, shortcode string, hear func(path string) error) error {
	return a.run(ctx, ask{call: a.call, values: map[string]string{"{code}": shortcode}, subject: command.OfPost, read: func(o command.Outcome) error {
		files, err := os.ReadDir(o.Folder)
		for _, f := range files {
			if f.Type().IsRegular() && live.Sounds(f.Name()) {
				return hear(filepath.Join(o.Folder, f.Name()))
			}
		}
		if err == nil {
			err = failedBecause("no recording came, or one that is too large")
		}
		return err
	}})
}

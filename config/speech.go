package config

import (
	"cmp"
	"errors"
	"time"
)

// Speech configures transcription of recordings: by a command, or by an API. Day limits
// the audio a day.
type Speech struct {
	Command   []string
	URL, Name string
	Key       KeySource
	FFmpeg    string
	Audio     string // the tool that fetches recordings of posts; "": none does
	Day       time.Duration
	From      Origin
}

// Host returns the host that receives audio; "" stays on this machine.
func (s *Speech) Host() string { return hostOf(s.URL) }

// defaultMinutes is the limit of audio a day where none is set.
const defaultMinutes = 60

// SpeechTable is the section [speech] of a file.
type SpeechTable struct {
	Command []string  `toml:"command"`
	URL     string    `toml:"url"`
	Name    string    `toml:"name"`
	Key     *keyTable `toml:"key"`
	FFmpeg  string    `toml:"ffmpeg"`
	Audio   string    `toml:"audio"`
	Minutes *int      `toml:"minutes_per_day"`
}

// Read checks a section of a file; nil where there is none.
func (t *SpeechTable) Read(d *File) (*Speech, error) {
	if t == nil {
		return nil, nil
	}
	s := &Speech{Command: t.Command, URL: t.URL, Name: t.Name, Key: NoKey(), FFmpeg: cmp.Or(t.FFmpeg, "ffmpeg"), Audio: t.Audio, Day: defaultMinutes * time.Minute, From: d.from("speech")}
	key, err := "minutes_per_day", error(nil)
	switch {
	case (len(t.Command) > 0) == (t.URL != ""):
		key, err = "command", errors.New("give either a command that writes captions, or the url of an OpenAI-compatible API")
	case t.Audio != "" && t.Audio != LiveYtDLP && t.Audio != LiveOwn:
		key, err = "audio", errors.New("what fetches recordings is yt-dlp or own")
	case t.URL != "":
		if s.Key, key, err = remote(t.URL, t.Key); err == nil && t.Name == "" {
			key, err = "name", errors.New("it names the model to ask")
		}
	}
	if err == nil && t.Minutes != nil {
		if s.Day = time.Duration(*t.Minutes) * time.Minute; *t.Minutes <= 0 {
			key, err = "minutes_per_day", errors.New("it is a number of minutes above 0")
		}
	}
	if err != nil {
		return nil, d.Refuse("speech."+key+": "+err.Error(), "speech", key)
	}
	return s, nil
}

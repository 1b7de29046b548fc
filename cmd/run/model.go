package run

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"greenroom/config"
	"greenroom/internal/english"
	"greenroom/service/boot"
	"greenroom/service/judge"
	"greenroom/service/live/speech"
)

// Judge is a configured model as a service takes it; nil for none.
func Judge(m *config.Model) *judge.Config {
	if m == nil {
		return nil
	}
	c := &judge.Config{URL: m.URL, Model: m.Name, Send: m.Send, Day: judge.Spent{Tokens: m.Tokens, Micros: math.MaxInt64 / 2}}
	c.Price.In, c.Price.Out = int64(m.In), int64(m.Out)
	if m.Dollars > 0 {
		c.Day.Micros = int64(m.Dollars)
	}
	if key := ModelKey(m.Key); key != nil {
		c.Key = key.Read
	}
	return c
}

// ModelKey finds the key of an API of models; nil where it needs none.
func ModelKey(source config.KeySource) *config.Key {
	return config.NewModelKey(source, config.KeySources{Getenv: os.Getenv, Keyring: config.SystemKeyring()})
}

// Speech is a configured transcriber as a service takes it; nil for none.
func Speech(c *config.Speech) *boot.Speech {
	if c == nil {
		return nil
	}
	s := &boot.Speech{Command: c.Command, FFmpeg: c.FFmpeg, Audio: c.Audio, Day: c.Day}
	if c.URL != "" {
		s.API = &speech.API{URL: c.URL, Model: c.Name}
		if key := ModelKey(c.Key); key != nil {
			s.API.Key = key.Read
		}
	}
	return s
}

// SpeechSays tells where audio goes, and how much of it a day.
func SpeechSays(c *config.Speech) string {
	to := "by " + filepath.Base(append(c.Command, "")[0]) + " on this machine"
	if c.URL != "" {
		to = "by " + c.Name + ": their audio is sent to " + c.Host()
	}
	from := "recordings"
	if c.Audio != "" {
		from = "recordings, and those that " + c.Audio + " fetches,"
	}
	return fmt.Sprintf("%s without captions are written down %s, at most %d minutes a day", from, to, int(c.Day.Minutes()))
}

// AudioLacks is what keeps recordings from being fetched; "" if nothing does, or none are.
func AudioLacks(set config.Settings) string {
	l := set.Live.Value
	switch {
	case set.Speech == nil || set.Speech.Audio == "":
	case len(l.Sources) == 0:
		return "audio is fetched of networks that [live] reads: it has no sources"
	case set.Speech.Audio == config.LiveOwn && len(l.Tools[config.LiveOwn].Calls["audio"]) == 0:
		return "audio is fetched by own, which has no call audio below [live.own.calls]"
	}
	return ""
}

// sent names the data that goes out, by the word of the settings.
var sent = map[string]string{judge.SendBios: "bios", judge.SendPosts: "captions and transcripts", judge.SendAll: "bios, captions and transcripts"}

// ModelSays tells where data goes, and what that may cost a day.
func ModelSays(m *config.Model) string {
	where := "sent to " + m.Host()
	if m.Here() {
		where = "sent to " + m.Host() + ", on this machine"
	}
	most := english.Count(int(m.Tokens), "token")
	if m.Dollars > 0 {
		most += " and " + m.Dollars.String()
	}
	return fmt.Sprintf("%s reads judgements again: %s of creators, briefs and queries are %s, without e-mail addresses and phone numbers; at most %s a day", m.Name, sent[m.Send], where, most)
}

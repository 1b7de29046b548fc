package tools_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"greenroom/service"
	"greenroom/service/live"
	"greenroom/service/live/command"
	"greenroom/service/live/tools"
)

// heardOf is what a recording of a post holds, while it is there.
func heardOf(from live.Recorded, code string) (heard string, err error) {
	path := ""
	err = from.Recording(context.Background(), code, func(at string) error {
		text, err := os.ReadFile(at)
		path, heard = at, string(text)
		return err
	})
	if _, stays := os.Stat(path); path != "" && stays == nil {
		heard += ", and stays"
	}
	return heard, err
}

// The audio of a post is fetched, heard and gone; a picture says nothing, and what did not
// come proves nothing.
func TestAudioOfAPost(t *testing.T) {
	var from live.Recorded
	r := rigged(t, command.YtDLP, ytRecorded, func(c tools.Config) service.Networks { from = tools.Audio(c); return service.Networks{} }, nil)
	if heard, err := heardOf(from, "KilnDay01"); err != nil || heard != "what is heard" {
		t.Errorf("%q, %v", heard, err)
	}
	for code, want := range map[string]service.UpstreamKind{"KilnPict1": service.UpstreamSilent, "KilnLong1": service.UpstreamFailed, "-x": service.UpstreamCannot} {
		_, err := heardOf(from, code)
		r.kind(err, want)
	}
	said := strings.Join(r.called()[0], " ")
	if !strings.Contains(said, "-f ba/w --no-playlist --max-filesize 40M") || !strings.HasSuffix(said, "-- https://www.instagram.com/p/KilnDay01/") {
		t.Error(said)
	}
}

// An own program saves a file that sounds; without such a call it cannot.
func TestAudioOfAnOwnProgram(t *testing.T) {
	for call, want := range map[string]service.UpstreamKind{"": service.UpstreamCannot, "ends": service.UpstreamMissing, "none": service.UpstreamFailed, "sound": ""} {
		calls := map[string][]string{"sound": {"audio", "--code={code}"}, "ends": {"audio", "--code={code}Ends10"}, "none": {"post", "--", "{code}"}}[call]
		r := ownRig(t, "", map[string][]string{"audio": calls})
		heard, err := heardOf(tools.Audio(r.config), "KilnDay01")
		if want != "" {
			r.kind(err, want)
		} else if err != nil || heard != "a sound\n" {
			t.Errorf("%q, %v", heard, err)
		}
	}
}

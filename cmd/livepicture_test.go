//go:build linux || darwin

package cmd

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// atHome puts a program into a home whose path may be shown, where its picture is taken.
func atHome(t *testing.T, c *exec.Cmd) (home string) {
	t.Helper()
	for _, v := range c.Env {
		if at, is := strings.CutPrefix(v, "HOME="); is {
			home = at
		}
	}
	if os.Getenv("GREENROOM_PICTURES") == "" {
		return home
	}
	shown := filepath.Join(os.TempDir(), "planner")
	if err := os.Mkdir(shown, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(shown) })
	for i, v := range c.Env {
		c.Env[i] = strings.ReplaceAll(v, home, shown)
	}
	return shown
}

// putProgram writes a program that is no more than a script.
func putProgram(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// Doctor says of an old tool that it is too old, and what mends it.
func TestDoctorOfAnOldTool(t *testing.T) {
	c := program(t, "doctor")
	home := atHome(t, c)
	config := filepath.Join(home, "config", "greenroom")
	if err := os.MkdirAll(config, 0o700); err != nil {
		t.Fatal(err)
	}
	writeFiles(t, config, map[string]string{"config.toml": "[live]\nsources = [\"yt-dlp\", \"official\"]\nsandbox = [\"env\", \"--\"]\n[live.keep]\ntranscripts = \"30d\"\n[live.official]\nkey_env = \"VIDEO_KEY\"\n"})
	putProgram(t, filepath.Join(home, "yt-dlp"), "echo 2023.03.04\n")
	for i, v := range c.Env {
		if path, is := strings.CutPrefix(v, "PATH="); is {
			c.Env[i] = "PATH=" + home + ":" + path
		}
	}
	rows := 24
	if os.Getenv("GREENROOM_PICTURES") != "" {
		rows = 13 // what doctor says of live data, and no more
	}
	x := openTerminal(t, c, 120, rows)
	x.sees("problems found: 2")
	x.shows("2023.03.04", "it is too old: the networks have changed since", "→ pipx install --force yt-dlp", "every tool is started by env --", "transcripts 30 days", "there is no key")
	x.picture(t, "live-doctor")
	_ = c.Wait()
}

// studio is the workbench on a store that a table of one creator and their posts was imported
// into, with settings.
func studio(t *testing.T, c *exec.Cmd, home, settings string, tables map[string]string) *terminal {
	t.Helper()
	config, store := filepath.Join(home, "config", "greenroom"), filepath.Join(home, "studio.db")
	if err := os.MkdirAll(config, 0o700); err != nil {
		t.Fatal(err)
	}
	writeFiles(t, config, map[string]string{"config.toml": settings})
	writeFiles(t, home, tables)
	brings := program(t, "import", "--platform", "photoplatform", "--store", store, filepath.Join(home, "creators.csv"), filepath.Join(home, "posts.csv"))
	brings.Env = c.Env
	if out, err := brings.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c.Args = append(c.Args, "--store", store)
	return openTerminal(t, c, 120, 24)
}

// goes presses the key of each step at what is seen, which leads to the next.
func (x *terminal) goes(steps ...[2]string) {
	x.t.Helper()
	x.sees(steps[0][0])
	for i, step := range steps[:len(steps)-1] {
		x.answers(step[0], step[1], steps[i+1][0])
	}
}

// shows says what is missing on the screen that rests.
func (x *terminal) shows(all ...string) {
	x.t.Helper()
	x.rests()
	for _, want := range all {
		if screen := x.screen(); !strings.Contains(screen, want) {
			x.t.Errorf("no %q in\n%s", want, screen)
		}
	}
}

// daysAgo is a day as tables have it.
func daysAgo(n int) string { return time.Now().AddDate(0, 0, -n).Format(time.DateOnly) }

// A post of a creator shows its numbers as they are now beside the stored ones: read by a
// program of the operator's own, for a post that was imported.
func TestAPostAsItIsNow(t *testing.T) {
	c := program(t)
	home := atHome(t, c)
	reader := filepath.Join(home, "reader")
	putProgram(t, reader, `post() { printf '{"shortcode":"%s","display_url":"https://p.example/x.jpg","edge_media_preview_like":{"count":%s},"edge_media_to_comment":{"count":%s},"owner":{"username":"mo.kiln"},"taken_at_timestamp":%s}' "$@"; }
case $1 in
profile) echo '{"username":"mo.kiln","full_name":"Mo Kiln","biography":"Stoneware.","follower_count":48900,"media_count":311}' ;;
posts) post KilnDay01 2831 97 1794571200 >a.json; post GlazeTest2 1502 41 1794225600 >b.json ;;
esac
`)
	x := studio(t, c, home, fmt.Sprintf("[live]\nsources = [\"own\"]\n[live.own]\ncommand = %q\n[live.own.calls]\nprofile = [\"profile\", \"--\", \"{username}\"]\nposts = [\"posts\", \"--count={count}\", \"--\", \"{username}\"]\n", reader), map[string]string{
		"creators.csv": "Handle,Name,Followers,Profile URL,Bio\nmo.kiln,Mo Kiln,48200,https://www.instagram.com/mo.kiln/,\"Stoneware and slow mornings.\"\n",
		"posts.csv": "Handle,Post URL,Caption,Likes,Comments,Date\nmo.kiln,https://www.instagram.com/p/KilnDay01/,\"Kiln day: twelve bowls, one crack. #stoneware\",2565,89," + daysAgo(14) +
			"\nmo.kiln,https://www.instagram.com/p/GlazeTest2/,\"Glaze tests, third round. #ceramics\",1480,41," + daysAgo(18) + "\n",
	})
	x.goes([2]string{"Mo Kiln", "\r"}, [2]string{"Not analyzed", "\t"}, [2]string{"1 account", "\t"}, [2]string{"Kiln day: twelve bowls", "\r"}, [2]string{"L reads it", "L"}, [2]string{"likes now"})
	x.shows("2,831  +266 since stored", "97  +8 since stored", "not shown there")
	x.picture(t, "live-post")
	x.types("\x03")
	_ = c.Wait()
}

// A language model reads a judgement again: what it dismisses stays listed with its reason,
// and what it adds stands with the words it rests on.
func TestAFlagThatAModelRead(t *testing.T) {
	nonce, flag := regexp.MustCompile(`nonce: (\w+)`), regexp.MustCompile(`"id":"(f\d+)"`)
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Messages []struct{ Content string } }
		_ = json.NewDecoder(r.Body).Decode(&asked)
		said := asked.Messages[1].Content
		flags := []any{}
		for _, m := range flag.FindAllStringSubmatch(said, -1) {
			flags = append(flags, map[string]any{"id": m[1], "verdict": "dismiss", "reason": "A joke about bread: it is dough that doubles."})
		}
		text := regexp.MustCompile(`"id":"(t\d+)","kind":"caption","says":"Sake`).FindStringSubmatch(said)
		content, _ := json.Marshal(map[string]any{"nonce": nonce.FindStringSubmatch(said)[1], "flags": flags,
			"added": []any{map[string]any{"type": "drugs_alcohol", "text": text[1], "quote": "three cups in before the fish was off the fire", "reason": "It tells of drinking while cooking."}}})
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": map[string]any{"content": string(content)}, "finish_reason": "stop"}}})
	}))
	t.Cleanup(model.Close)
	c := program(t)
	home := atHome(t, c)
	x := studio(t, c, home, fmt.Sprintf("[model]\nurl = %q\nname = \"reader-1\"\n", model.URL), map[string]string{
		"creators.csv": "Handle,Name,Followers,Profile URL,Bio\nalf.cooks,Alf Ainsley,75100,https://www.instagram.com/alf.cooks/,\"Dinners for two, and what was left.\"\n",
		"posts.csv": "Handle,Post URL,Caption,Likes,Comments,Date\nalf.cooks,https://www.instagram.com/p/DoughNit1/,\"Sourdough is the only get rich quick scheme I trust: double your dough in one night, guaranteed returns. Flour, water, salt, a warm kitchen.\",2565,89," + daysAgo(5) +
			"\nalf.cooks,https://www.instagram.com/p/SakeGril2/,\"Sake with the grill tonight, three cups in before the fish was off the fire. Worth the wait, and the washing up.\",1480,41," + daysAgo(5) + "\n",
	})
	x.goes([2]string{"Alf Ainsley", "\r"}, [2]string{"Not analyzed", "\t"}, [2]string{"1 account", "\t"}, [2]string{"Sourdough is", "\t"}, [2]string{"Talks", "\t"}, [2]string{"reads it, 2 cr", "\r"}, [2]string{"Read by rules + reader-1"})
	x.shows("Rating B", "Found by a model alone: It tells of drinking while cooking.", "“three cups in before the fish was off the fire”", "only a model found it, not the rules")
	x.picture(t, "model-added")
	x.types("j")
	x.sees("dismissed by a model: A joke about bread: it is dough that doubles.")
	x.shows("Sourdough is the only get rich quick scheme")
	x.picture(t, "model-flag")
	x.types("\x03")
	_ = c.Wait()
}

package cmd

import (
	"context"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/run"
	"greenroom/cmd/workbench"
	"greenroom/service/boot"
)

// costs says of each call whether it was charged or kept, the newest first.
func (s *shell) costs() string {
	s.t.Helper()
	var all []string
	for _, line := range lines(s.ok("", "journal", "-o", "csv", "--connection", "built-in")) {
		switch {
		case strings.Contains(line, ",true,"):
			all = append(all, "kept")
		case strings.Contains(line, "charged,false"):
			all = append(all, "charged")
		}
	}
	return strings.Join(all, " ")
}

func (s *shell) does(want string, args ...string) {
	s.t.Helper()
	s.ok("", args...)
	if got, _, _ := strings.Cut(s.costs(), " "); got != want {
		s.t.Errorf("greenroom %s was %s, want %s", strings.Join(args, " "), got, want)
	}
}

// imports imports accounts of the photo network.
func (s *shell) imports(rows ...string) {
	s.t.Helper()
	s.ok("", "import", writeTable(s.t, rows...), "--platform", "photoplatform")
}

func writeTable(t *testing.T, rows ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "creators.csv")
	table := "username,name,bio,followers\n" + strings.Join(rows, "\n") + "\n"
	if err := os.WriteFile(file, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// An import makes the built-in service another edition: it is asked again. What
// was found before can be read again, to its last page.
func TestAnImportMakesAnotherEdition(t *testing.T) {
	s := builtInShell(t)
	s.does("charged", "creator", "@lenacooks")
	s.does("kept", "creator", "@lenacooks")
	s.does("charged", "search", "vegan food", "--limit", "12")
	before := s.searches()
	if len(before) != 1 {
		t.Fatalf("%d searches", len(before))
	}
	s.imports("zorro_x,Zorro,vegan food,90000")
	s.does("charged", "creator", "@lenacooks")
	if read := s.ok("", "session", before[0]); !strings.Contains(read, "12 of ") {
		t.Error(read)
	}
	if n := strings.Count(s.costs(), "kept"); n < 3 {
		t.Errorf("the pages of the session before were asked for: %s", s.costs())
	}
	if again := s.searches(); len(again) != 1 || again[0] != before[0] {
		t.Errorf("searches %v, want %v", again, before)
	}
	s.ok("", "search", "vegan food", "--limit", "12")
	if again := s.searches(); len(again) != 2 || again[1] != before[0] {
		t.Errorf("the same search was not made anew: %v", again)
	}
	s.imports("zorro_x,Zorro,vegan food,90000")
	s.does("kept", "creator", "@lenacooks") // that brought nothing new
}

// searches are the sessions that History lists, newest first.
func (s *shell) searches() (ids []string) {
	s.t.Helper()
	s.enter()
	conn, err := run.Connect(s.t.Context(), run.At{}, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	list, err := workbench.PastOf(conn).Sessions(s.t.Context())
	if err = errors.Join(err, conn.Close()); err != nil {
		s.t.Fatal(err)
	}
	for _, h := range list {
		ids = append(ids, h.ID)
		if h.Query == "" {
			s.t.Errorf("search %s is listed without its query", h.ID)
		}
	}
	return ids
}

// The search that the built-in service begins with is listed with its query,
// though it was not made from here.
func TestTheFirstSearchHasItsQuery(t *testing.T) {
	s := builtInShell(t)
	s.enter()
	conn, err := run.Connect(t.Context(), run.At{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	start := conn.Starter.ID
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	s.ok("", "session", start)
	if list := s.searches(); len(list) != 1 || list[0] != start {
		t.Errorf("searches %v, want %s", list, start)
	}
}

// What the service adds to its catalogue by itself leaves kept answers as they
// are.
func TestWhatTheServiceAddsMakesNoEdition(t *testing.T) {
	s := builtInShell(t)
	s.does("charged", "creator", "@lenacooks")
	s.enter()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"talk.info.json": `{"id":"dQw4w9WgXcQ","extractor":"youtube","title":"Talk","channel":"Ana Throws","uploader_id":"@AnaThrows","channel_id":"UCabcdefghijklmnopqrstuv"}`,
		"talk.en.vtt":    "WEBVTT\n\n00:00.000 --> 00:01.000\nwords of the talk\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file, err := run.StoreFile("", true)
	if err != nil {
		t.Fatal(err)
	}
	app, err := boot.Open(t.Context(), boot.Config{StorePath: file, PlatformsAll: true, LiveFolder: folder})
	if err != nil {
		t.Fatal(err)
	}
	grown := func(by string, call func(*client.Client) error) {
		t.Helper()
		before, _ := app.Store.Generation(t.Context())
		if err := call(clientOf(t, app)); err != nil {
			t.Fatalf("%s: %v", by, err)
		}
		if after, err := app.Store.Generation(t.Context()); err != nil || after == before {
			t.Fatalf("%s did not change the catalogue: %v", by, err)
		}
	}
	grown("a live transcript", func(c *client.Client) error {
		_, _, err := c.VideoTranscript(t.Context(), "dQw4w9WgXcQ", "en")
		return err
	})
	grown("an ingest", func(c *client.Client) error {
		v, _, err := c.Ingest(t.Context(), api.ProfileRef{Platform: api.VideoPlatform, Username: "AnaThrows"})
		if err == nil && v.Status != api.IngestSeeded {
			err = errors.New(string(v.Status))
		}
		return err
	})
	if err := app.Close(); err != nil {
		t.Fatal(err)
	}
	s.does("kept", "creator", "@lenacooks")
}

// clientOf is a client of a new account at a service.
func clientOf(t *testing.T, app *boot.App) *client.Client {
	t.Helper()
	plain, err := newKey(t, app, api.Tier3)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(app.Handler())
	t.Cleanup(server.Close)
	c, err := client.New(client.Config{BaseURL: server.URL, Key: func(context.Context) (string, error) { return plain, nil }})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

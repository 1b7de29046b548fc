package cmd

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// exported is a command whose output is imported into an empty store, and what is
// asked of that store then. Parts of an answer that belong to the question, or to
// the moment, are left out of the comparison.
type exported struct {
	name    string
	export  []string
	beside  []string // exported and imported with it; nil: nothing
	again   []string // nil: the same command
	without []string
}

const roundTripVideo = "https://videoplatform.example/watch?v=M1IAa63gezN"

const roundTripPost = "https://shortvideoplatform.example/@lenacooks/video/7460891084405539404"

var everybody = []string{"list", "--limit", "25"}

func exports() []exported {
	notContent := []string{"match", "relevant_profile", "location_unverified", "networks", "country", "city", "languages", "themes"}
	return []exported{
		{"profiles", []string{"profiles", "@lenacooks"}, nil, nil, nil},
		{"creator", []string{"creator", "@lenacooks"}, nil, nil, nil},
		{"list", everybody, nil, everybody, []string{"networks"}},
		{"search", []string{"search", "vegan food creators in Berlin", "--limit", "12"}, nil, everybody, notContent},
		{"posts", []string{"posts", "@lenacooks", "--limit", "40"}, []string{"profiles", "@lenacooks"}, nil, nil},
		{"transcript", []string{"transcript", roundTripVideo}, nil, nil, []string{"scraped_at", "available_languages"}},
		{"video", []string{"video", roundTripVideo}, nil, nil, []string{"scraped_at", "categories"}},
		{"live-profile", []string{"live-profile", "photoplatform:lenacooks", "shortvideoplatform:lenacooks"}, nil, nil, []string{"user_id", "scraped_at", "bio_links", "posts", "like_count"}},
		{"analyze", []string{"analyze", roundTripPost}, nil, nil, []string{"input"}},
		{"autocomplete", []string{"autocomplete", "lena"}, nil, nil, []string{"avatar"}},
	}
}

// TestWhatHoldsNoCreatorsIsNotImported takes what commands print of calls, accounts and
// judgements: none of their names becomes a creator.
func TestWhatHoldsNoCreatorsIsNotImported(t *testing.T) {
	from := builtInShell(t)
	from.ok("", "profiles", "@lenacooks", "-q")
	to := remoteShell(t, "", "")
	for _, command := range [][]string{{"journal"}, {"ledger"}, {"accounts", "list"}, {"match", "@lenacooks", "--query", "vegan"}, {"safety", "creators", "@lenacooks"},
		{"emails", "@lenacooks"}, {"suggest", "vegan"}, {"interpret", "vegan food"}, {"cache", "growth", "photoplatform:lenacooks"}, {"cache", "show"}} {
		for _, format := range []string{"csv", "jsonl", "json"} {
			folder := filepath.Join(to.home, "files")
			writeFiles(t, folder, map[string]string{"x." + format: from.ok("", append(command, "-o", format)...)})
			if got := to.run("", "import", filepath.Join(folder, "x."+format), "--store", filepath.Join(to.home, "x.db")); got.code != 1 || !strings.Contains(got.out, "not imported: ") {
				t.Errorf("%s as %s: %+v", command, format, got)
			}
		}
	}
}

// A name and a bio that would run in a spreadsheet, move a cursor or turn a line round
// come back as they were, from each format.
func TestHostileTextIsExportedAndImported(t *testing.T) {
	name, bio := "=cmd|' /C calc'!A0 \u202egnp.exe\u2066", "'+1\tx\u2028y\x1b[2J \\u202e\u200d\u200f ؀"
	first := remoteShell(t, "", "")
	folder := filepath.Join(first.home, "files")
	raw, err := json.Marshal(map[string]any{
		"creator": map[string]any{"id": "66b2e749-2230-5b82-8ec9-86d9f31befb1", "name": name, "bio": bio, "avatar_url": "javascript:alert(1)"},
		"primary_profile": map[string]any{"id": "c451d98c-a7e7-56ae-b874-37b1a3e8e45c", "platform": "photoplatform", "username": "lena", "url": "javascript:alert(2)",
			"followers": 12, "engagement_rate": nil, "is_verified": false, "data_updated_at": "2026-03-01T00:00:00Z"},
		"networks": []string{"photoplatform"}, "country": nil, "city": nil, "languages": []string{}, "themes": []string{},
	})
	if err != nil {
		t.Fatal(err)
	}
	writeFiles(t, folder, map[string]string{"one.jsonl": string(raw) + "\n"})
	from := filepath.Join(first.home, "x.db")
	first.ok("", "import", folder, "--store", from)
	list := []string{"list", "--store"}
	want := lines(first.ok("", append(list, from, "-o", "jsonl", "-q")...))
	if got := strings.Join(want, ""); len(want) != 1 || !strings.Contains(got, `gnp.exe\u2066`) || !strings.Contains(got, "؀") && !strings.Contains(got, `\u0600`) {
		t.Fatalf("%q", want)
	}
	for _, command := range []string{"list", "creator photoplatform:lena", "profiles photoplatform:lena", "autocomplete lena", "match photoplatform:lena --query food", "safety creators photoplatform:lena"} {
		if got := first.ok("", append(words(command), "--store", from, "-o", "json", "-q")...); strings.Contains(got, "javascript") || !strings.Contains(got, "66b2e749") {
			t.Errorf("%s: %s", command, got)
		}
	}
	for _, format := range []string{"csv", "jsonl", "json"} {
		out := first.ok("", append(list, from, "-o", format, "-q")...)
		if strings.ContainsAny(out, "\u202e\u2066\u2028\x1b") {
			t.Errorf("%s: %q", format, out)
		}
		to := remoteShell(t, "", "")
		folder, store := filepath.Join(to.home, "files"), filepath.Join(to.home, "x.db")
		writeFiles(t, folder, map[string]string{"list." + format: out})
		to.ok("", "import", folder, "--store", store)
		for i, path := range []string{"name", "bio"} {
			got := itemsOf(t, to.ok("", append(list, store, "-o", "jsonl", "-q")...), nil)
			for _, item := range got {
				if back := item["creator"].(map[string]any)[path]; back != []string{name, bio}[i] {
					t.Errorf("%s: %s comes back as %q", format, path, back)
				}
			}
			if len(got) != 1 {
				t.Errorf("%s: %d come back", format, len(got))
			}
		}
	}
}

// TestWhatIsExportedIsImported takes each export in each format through an empty
// store and asks it the same again.
func TestWhatIsExportedIsImported(t *testing.T) {
	from := builtInShell(t)
	for _, e := range exports() {
		from.t = t
		want := itemsOf(t, from.ok("", append(e.export, "-o", "jsonl", "-q")...), e.without)
		if len(want) == 0 {
			t.Fatalf("%s exports nothing", e.name)
		}
		for _, format := range []string{"csv", "jsonl", "json"} {
			t.Run(e.name+" as "+format, func(t *testing.T) {
				from.t = t
				to := remoteShell(t, "", "")
				folder := filepath.Join(to.home, "files")
				files := map[string]string{e.name + "." + format: from.ok("", append(e.export, "-o", format, "-q")...)}
				if e.beside != nil {
					files["beside."+format] = from.ok("", append(e.beside, "-o", format, "-q")...)
				}
				writeFiles(t, folder, files)
				store := filepath.Join(to.home, "x.db")
				said := to.ok("", "import", folder, "--store", store)
				if !strings.Contains(said, "exported by greenroom") || strings.Contains(said, "skipped") || strings.Contains(said, "not read") {
					t.Error(said)
				}
				ask := e.again
				if ask == nil {
					ask = e.export
				}
				got := itemsOf(t, to.ok("", append(ask, "-o", "jsonl", "-q", "--store", store)...), e.without)
				compare(t, got, want)
			})
		}
	}
}

func writeFiles(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// itemsOf are the items of JSON lines by what they are known by.
func itemsOf(t *testing.T, output string, without []string) map[string]map[string]any {
	t.Helper()
	items := map[string]map[string]any{}
	for _, line := range lines(output) {
		var item map[string]any
		if err := json.Unmarshal([]byte(line), &item); err != nil {
			t.Fatal(err)
		}
		for _, name := range without {
			delete(item, name)
		}
		key, _ := item["id"].(string)
		if c, ok := item["creator"].(map[string]any); ok {
			key, _ = c["id"].(string)
		}
		if key == "" {
			key = fmt.Sprint(item["username"], item["profile_url"], item["video_id"])
		}
		items[key] = item
	}
	return items
}

func compare(t *testing.T, got, want map[string]map[string]any) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d come back, want %d", len(got), len(want))
	}
	for key, item := range want {
		back := got[key]
		for name, value := range item {
			if !reflect.DeepEqual(back[name], value) {
				t.Errorf("%s of %s comes back as %v, want %v", name, key, back[name], value)
			}
		}
	}
}

// Posts alone come back too, with a stand-in for the account that they do not name,
// which is said; what a shortlist holds are accounts.
func TestExportsThatNameNoAccount(t *testing.T) {
	from := builtInShell(t)
	export := []string{"posts", "@lenacooks", "--limit", "40", "-q"}
	want := itemsOf(t, from.ok("", append(export, "-o", "jsonl")...), nil)
	list := from.ok("", "shortlists", "create", "--name", "Autumn", "--brief", "vegan", "--profile", "photoplatform:lenacooks", "-o", "json")
	to := remoteShell(t, "", "")
	folder, store := filepath.Join(to.home, "files"), filepath.Join(to.home, "x.db")
	writeFiles(t, folder, map[string]string{"posts.csv": from.ok("", append(export, "-o", "csv")...)})
	said := to.ok("", "import", folder, "--store", store)
	if !strings.Contains(said, "stand-in") || strings.Contains(said, "skipped") {
		t.Error(said)
	}
	got := map[string]map[string]any{}
	for _, c := range itemsOf(t, to.ok("", append(everybody, "-o", "jsonl", "-q", "--store", store)...), nil) {
		id := c["creator"].(map[string]any)["id"].(string)
		for key, item := range itemsOf(t, to.ok("", "posts", id, "--limit", "50", "-o", "jsonl", "-q", "--store", store), nil) {
			got[key] = item
		}
	}
	compare(t, got, want)
	writeFiles(t, folder, map[string]string{"list.json": list})
	other := filepath.Join(to.home, "y.db")
	to.ok("", "import", filepath.Join(folder, "list.json"), "--store", other)
	if back := to.ok("", append(everybody, "-o", "csv", "--fields", "primary_profile.username", "--store", other)...); !strings.Contains(back, "lenacooks") {
		t.Error(back)
	}
}

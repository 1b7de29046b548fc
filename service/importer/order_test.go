package importer_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/service/importer"
	"greenroom/service/store/sqlite"
)

// content is all that is stored of creators, profiles, posts and transcripts, in
// no order of the store's.
func content(t *testing.T, s *sqlite.Store) string {
	t.Helper()
	var out []string
	for doc, err := range s.Corpus(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		creator, err := s.Creator(t.Context(), doc.ID)
		if err != nil {
			t.Fatal(err)
		}
		creator.ID = ""
		profiles, err := s.Profiles(t.Context(), doc.ID)
		if err != nil {
			t.Fatal(err)
		}
		block := []string{fmt.Sprintf("%+v", creator)}
		for _, p := range profiles[doc.ID] {
			block = append(block, fmt.Sprint("  ", p.Username, p.DisplayName, p.ExternalID, p.Bio, p.Category, p.UpdatedAt, deref(p.Followers), deref(p.PostCount)))
		}
		for _, u := range doc.Units {
			block = append(block, fmt.Sprintf("  %+v", u.Text))
		}
		out = append(out, strings.Join(block, "\n"))
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

func deref(n *int64) int64 {
	if n == nil {
		return -1
	}
	return *n
}

// The same files come to the same content, in whatever order they are named:
// also where three tell of one account, and the one between them is read last.
func TestTheOrderOfFilesDoesNotMatter(t *testing.T) {
	folder := write(t, map[string]string{
		"youtube_2021-01.csv":          "Youtuber,subscribers,uploads,category,country\nZed TV,70,12,Food,Spain\nAna Bakes,5,1,Food,\n",
		"b/youtube_2022-06.csv":        "youTuber,Subscribers,bio,category,country\nZed-TV,90,bread and more,Film,France\n",
		"a_youtube_2023-02.csv":        "Username,Followers,Links,language\nzedtv,120,http://youtube.com/channel/UCzzzzzzzzzzzzzzzzzzzzzz,Spanish\n",
		"posts.csv":                    "video_id,title,publishedAt,channelId,channelTitle\nAbCdEfGhI-1,Bread,2018-10-31,UCzzzzzzzzzzzzzzzzzzzzzz,Zed TV\n",
		"more posts.csv":               "video_id,title,publishedAt,channelTitle,view_count\nAbCdEfGhI-1,Bread again,2018-10-31,Zed TV,7\n",
		"Bread [AbCdEfGhI-1].en.srt":   "1\n00:00:01,000 --> 00:00:02,000\nflour\n",
		"c/Bread [AbCdEfGhI-1].en.srt": "1\n00:00:01,000 --> 00:00:02,000\nflour and water\n",
	})
	var paths []string
	written := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			paths = append(paths, path)
			err = os.Chtimes(path, written, written)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for i := range 6 {
		r := rand.New(rand.NewPCG(1, uint64(i)))
		r.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
		s := open(t)
		run(t, s, importer.Options{}, paths...)
		got := content(t, s)
		if want == "" {
			want = got
		}
		if got != want {
			t.Fatalf("read as %q:\n%s\nnot\n%s", paths, got, want)
		}
	}
	if !strings.Contains(want, "bread and more") || !strings.Contains(want, "120") {
		t.Error(want)
	}
}

// Files as people have them come to the same content in any order as well.
// GREENROOM_DATA names a folder of them, as for TestRealData.
func TestTheOrderOfRealFilesDoesNotMatter(t *testing.T) {
	folder := os.Getenv("GREENROOM_DATA")
	if folder == "" {
		t.Skip("GREENROOM_DATA is not set")
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, e := range entries {
		paths = append(paths, filepath.Join(folder, e.Name()))
	}
	creators, err := filepath.Glob(filepath.Join(folder, "creators", "*"))
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for i := range 3 {
		r := rand.New(rand.NewPCG(2, uint64(i)))
		list := append(append([]string(nil), creators...), paths...)
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		s := open(t)
		run(t, s, importer.Options{}, list...)
		got := content(t, s)
		if want == "" {
			want = got
		}
		if got != want {
			t.Fatal(firstDifference(want, got))
		}
	}
}

package creator

import (
	"strings"
	"testing"

	"greenroom/keymap"
	"greenroom/views/view"
)

// Posts and talks go into a file as they stand: in the order they are sorted in, with
// what is not known left empty, and no cell is a formula.
func TestPostsAndTalksAreExported(t *testing.T) {
	s := at(t, full(), posts)
	first := s.posts.list[0]
	s.posts.list[0].Metrics.Views = nil
	raw, err := s.postSheet().Encode("csv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(raw)), "\n")
	if len(lines) < len(s.posts.list)+1 || !strings.HasPrefix(lines[1], first.PostedAt.Format("2006-01-02")+",") || !strings.Contains(string(raw), first.URL) {
		t.Errorf("%d posts:\n%s", len(s.posts.list), raw)
	}
	if table := s.postSheet(); table.Rows[0][5] != nil || table.Rows[0][3] != *first.Metrics.Likes {
		t.Errorf("%v", table.Rows[0])
	}
	if view.As[*view.Pick](s.Do(keymap.Export)) == nil {
		t.Error("no format is asked for")
	}
	s = at(t, full(), talks)
	if table := s.talkSheet(); len(table.Rows) != len(s.talks.list) || table.Rows[0][5] == "" {
		t.Errorf("%v", table)
	}
	s.tab = overview
	if s.Can(keymap.Export) == "" {
		t.Error("an overview is exported")
	}
}

package share

import (
	"slices"
	"testing"

	"greenroom/api"
	"greenroom/client/plan"
)

func parsed(t *testing.T, raw []byte, err error) api.Sheet {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	s, err := api.ParseSheet(raw)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func names(s api.Sheet) (out []string) {
	for _, c := range s.Columns {
		out = append(out, c.Name)
	}
	return out
}

// What others say goes into a file unless it is hidden and not all have voted.
func TestWhatOthersSayInAFile(t *testing.T) {
	reviews := []plan.Review{{By: "Ben"}, {By: "Zoe"}}
	for _, c := range []struct {
		hidden        bool
		voted, voters int
		want          []string
	}{
		{false, 0, 2, []string{"Ben", "Zoe"}}, {true, 0, 2, nil}, {true, 1, 2, nil}, {true, 2, 2, []string{"Ben", "Zoe"}}, {true, 0, 0, nil},
	} {
		l := plan.List{ID: "here", Name: "L", Remote: plan.Remote{ID: "stored", Version: 7, Sent: &plan.Sent{Me: "Mia", Reviews: reviews, Voted: c.voted, Voters: c.voters}}}
		raw, err := File(l, nil, Options{Me: "Mia", Hidden: c.hidden, Now: day})
		s := parsed(t, raw, err)
		if !slices.Equal(names(s), c.want) || s.ID != "stored" || s.Version != 7 || s.Copy || s.By != "Mia" {
			t.Errorf("hidden %v, %d of %d voted: %+v", c.hidden, c.voted, c.voters, s)
		}
	}
	raw, err := File(plan.List{ID: "here", Name: "L"}, nil, Options{Me: "Mia", Now: day})
	if s := parsed(t, raw, err); s.ID != "here" || len(s.Columns) != 0 {
		t.Errorf("never sent: %+v", s)
	}
}

// A file of a copy holds the list as it came and the planner's own column; without what it
// came from none is written.
func TestAFileOfACopy(t *testing.T) {
	came := plan.List{Name: "As it came", Members: []plan.Member{{Creator: "11111111-1111-4111-8111-111111111111", Name: "Lena", Platform: api.PhotoPlatform, Username: "lena", Note: "a note", Price: "100", Verdict: plan.No, Reason: "too dear"}}}
	l := plan.List{ID: "here", Name: "Changed here", From: &plan.Origin{ID: "theirs", By: "Mia"}, Votes: []plan.Opinion{{Creator: came.Members[0].Creator, Verdict: plan.Yes}},
		Remote: plan.Remote{Version: 4, Sent: &plan.Sent{Me: "Ben", Base: came, Reviews: []plan.Review{{By: "Zoe"}}}}}
	raw, err := File(l, nil, Options{Me: "Ben", Now: day})
	s := parsed(t, raw, err)
	if s.ID != "theirs" || s.By != "Mia" || !s.Copy || s.Version != 4 || s.Name != "As it came" || !slices.Equal(names(s), []string{"Ben", "Zoe"}) || len(s.Columns[0].Votes) != 1 {
		t.Errorf("%+v", s)
	}
	if m := s.Members[0]; m.Note != "a note" || m.Price != "100" || m.Reason != "too dear" {
		t.Errorf("what came was left out: %+v", m)
	}
	kept, err := Written(l, Options{Me: "Ben", Now: day})
	if err != nil || kept.Sent != l.Remote.Sent {
		t.Errorf("a file of a copy changes what is known: %+v, %v", kept, err)
	}
	l.Remote.Sent = nil
	if _, err := File(l, nil, Options{}); err == nil {
		t.Error("written without what it came from")
	}
	if _, _, _, err := TakeFile(&l, &s, nil); err == nil {
		t.Error("taken in although nothing can be told apart")
	}
}

// What was written is what changes are told by from then on; what others said stays.
func TestWhatWasWrittenIsKnown(t *testing.T) {
	l := plan.List{ID: "here", Name: "L", Members: []plan.Member{{Name: "Lena", Username: "lena", Note: "private"}}}
	o := Options{Me: "mia@x", Now: day, Hidden: true}
	for range 2 {
		kept, err := Written(l, o)
		if err != nil {
			t.Fatal(err)
		}
		if s := kept.Sent; s.Me != "mia" || !s.At.Equal(day) || !s.Hidden || s.With != o.With || s.Base.Name != "L" || len(s.Base.Members) != 1 || s.Base.Members[0].Note != "" {
			t.Errorf("%+v", s)
		}
		if l.Remote.Sent != nil && len(kept.Sent.Reviews) != 1 {
			t.Errorf("what others said is forgotten: %+v", kept.Sent)
		}
		l.Remote = plan.Remote{Version: 2, Sent: &plan.Sent{Reviews: []plan.Review{{By: "Ben"}}}}
	}
}

// Columns of a file are taken where they are newer; what else it changes only where who
// decides wrote it, and not from before.
func TestColumnsAndChangesOfFiles(t *testing.T) {
	old := plan.Review{By: "Ben", At: day, Votes: []plan.Opinion{{Creator: "c", Comment: "old"}}}
	column := func(name string, later int, says string) api.SheetColumn {
		return plan.Review{By: name, At: day.AddDate(0, 0, later), Votes: []plan.Opinion{{Creator: "c", Comment: says}}}.Column()
	}
	base := plan.List{Name: "L", Brief: plan.Brief{Query: "before"}}
	for name, c := range map[string]struct {
		copy    bool
		mine    bool // the list is the planner's own
		version int
		column  api.SheetColumn
		columns []string
		says    string // of Ben
		query   string
	}{
		"a copy, newer":          {true, true, 3, column("BEN", 1, "new"), []string{"BEN"}, "new", "before"},
		"a copy, as old":         {true, true, 3, column("ben", 0, "new"), nil, "old", "before"},
		"a copy, older":          {true, true, 3, column("Ben", -1, "new"), nil, "old", "before"},
		"a copy, somebody else":  {true, true, 3, column("Zoe", -1, "new"), []string{"Zoe"}, "old", "before"},
		"a copy, the planner's":  {true, true, 3, column("Mia", 1, "new"), nil, "old", "before"},
		"own, newer":             {false, true, 4, column("Ben", 1, "new"), []string{"Ben"}, "new", "after"},
		"own, of this version":   {false, true, 3, column("Ben", 1, "new"), []string{"Ben"}, "new", "after"},
		"own, of before":         {false, true, 2, column("Ben", 1, "new"), []string{"Ben"}, "new", "before"},
		"another's, newer":       {false, false, 4, column("Ben", 0, "new"), nil, "old", "after"},
		"another's, of a file":   {false, false, 2, column("Ben", 0, "new"), nil, "old", "after"},
		"another's copy by them": {true, false, 4, column("Ben", 1, "new"), []string{"Ben"}, "new", "before"},
	} {
		t.Run(name, func(t *testing.T) {
			l := base
			l.Remote = plan.Remote{ID: "r", Version: 3, Sent: &plan.Sent{Me: "Mia", Base: base, Tag: "tag", Voted: 1, Voters: 2, Reviews: []plan.Review{old}}}
			known := l.Remote.Sent
			if !c.mine {
				l.From = &plan.Origin{ID: "r", By: "Ann"}
			}
			next := base
			next.Brief.Query = "after"
			s, err := next.Sheet(nil, plan.With{})
			if err != nil {
				t.Fatal(err)
			}
			s.Copy, s.Version, s.By, s.Columns = c.copy, c.version, "Ann", []api.SheetColumn{c.column}
			columns, changed, open, err := TakeFile(&l, &s, nil)
			if err != nil || !slices.Equal(columns, c.columns) || len(open) > 0 || len(changed) > 1 || (len(changed) == 1) != (c.query == "after") {
				t.Fatalf("%v %v %v %v", columns, changed, open, err)
			}
			if l.Brief.Query != c.query || l.Remote.Sent.Reviews[0].Of("c").Comment != c.says || l.Remote.Version < 3 || l.Remote.Version > 4 {
				t.Errorf("%+v %+v", l.Brief, l.Remote.Sent.Reviews)
			}
			if c.query == "after" && (l.Remote.Version != max(3, c.version) || l.Remote.Sent.Tag != "tag" || l.Remote.Sent.Voters != 2 || l.Remote.Sent.Base.Brief.Query != "after") {
				t.Errorf("%+v", l.Remote)
			}
			if known.Reviews[0].Votes[0].Comment != "old" {
				t.Error("what was known is written over")
			}
		})
	}
}

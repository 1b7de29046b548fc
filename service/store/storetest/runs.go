package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/billing"
)

// everything prints the whole catalogue: documents, accounts, posts, tracks, history.
func (s *suite) everything() string {
	s.Helper()
	var b strings.Builder
	for _, d := range s.docs() {
		d.Row = 0
		for i := range d.Units {
			d.Units[i].Row = 0
		}
		fmt.Fprintf(&b, "%+v\n", d)
		fmt.Fprintf(&b, "%+v\n", must(s.Creator(s.ctx, d.ID)))
		for _, p := range must(s.Profiles(s.ctx, d.ID))[d.ID] {
			fmt.Fprintf(&b, "%s %s\n", told(p), told(must(s.History(s.ctx, p.ID))...))
			for _, post := range must(s.Posts(s.ctx, service.PostQuery{ProfileID: p.ID, Limit: 50})) {
				fmt.Fprintf(&b, "%s %v\n", told(post), must(s.Transcripts(s.ctx, post.Platform, post.PlatformID)))
			}
		}
	}
	return b.String()
}

// told is records with what their pointers point to.
func told[T any](list ...T) string {
	var b strings.Builder
	for _, v := range list {
		b.Write(must(json.Marshal(v)))
	}
	return b.String()
}

// aRun writes bundles as an import of its own.
func (s *suite) aRun(at time.Time, b ...service.Bundle) int64 {
	s.Helper()
	run := must(s.BeginRun(s.ctx, at))
	s.Note(service.ImportRun{ID: run, Files: []service.ImportedFile{{Path: "a.csv"}}})
	s.write(b...)
	s.ok(s.SetSetting(s.ctx, "import:a.csv", at.String()))
	s.ok(s.EndRun(s.ctx, service.ImportRun{ID: run, EndedAt: at, Files: []service.ImportedFile{{Path: "a.csv"}}}))
	return run
}

// later is a bundle as it is seen on another day, with other numbers and texts.
func later(b service.Bundle, days int) service.Bundle {
	at := Noon.AddDate(0, 0, days)
	b.Creator.Bio, b.Creator.UpdatedAt = fmt.Sprint("after ", days, " days"), at
	b.Profiles = append([]service.Profile{}, b.Profiles...)
	for i := range b.Profiles {
		followers := *b.Profiles[i].Followers*2 + int64(days)
		b.Profiles[i].Followers, b.Profiles[i].UpdatedAt = &followers, at
	}
	return b
}

// runs are imports that are taken back: all is as it was, letter for letter.
func (s *suite) imports() {
	in := Bundles(6, 3)
	first := s.aRun(Noon, in[:4]...)
	before, setting := s.everything(), must(s.Setting(s.ctx, "import:a.csv"))
	second := s.aRun(Noon.AddDate(0, 1, 0), later(in[0], 30), later(in[1], 30), in[4], in[5])
	list := must(s.Runs(s.ctx))
	s.equal(fmt.Sprint(len(list), list[0].ID, list[0].Creators, list[1].Creators, list[0].Kept), fmt.Sprint(2, second, 2, 4, true))
	if _, err := s.UndoRun(s.ctx, first, "", Noon); !noUndo(err) {
		s.Fatalf("what a later one changed was undone: %v", err)
	}
	if _, err := s.UndoRun(s.ctx, second, "00000000-0000-4000-8000-000000000000", Noon); err == nil {
		s.Fatal("undone of nobody")
	}
	came := must(s.UndoRun(s.ctx, second, "", Noon.AddDate(0, 2, 0)))
	if came.Restored == 0 || came.Removed == 0 {
		s.Errorf("%+v", came)
	}
	if got := s.everything(); got != before {
		s.Fatalf("undone it is\n%s\nand was\n%s", got, before)
	}
	s.equal(must(s.Setting(s.ctx, "import:a.csv")), setting)
	s.equal(must(s.Runs(s.ctx))[0].UndoneAt, Noon.AddDate(0, 2, 0))
	if _, err := s.UndoRun(s.ctx, second, "", Noon); !noUndo(err) {
		s.Fatalf("undone twice: %v", err)
	}
	must(s.UndoRun(s.ctx, first, "", Noon))
	s.equal(s.everything(), "")
	s.is(failure(s.Setting(s.ctx, "import:a.csv")), service.ErrNotFound)
	s.write(in[0])
	s.equal(len(s.docs()), 1)
}

func noUndo(err error) bool {
	_, is := errors.AsType[service.UndoError](err)
	return is
}

// undoOfOne takes back what an import did to one creator.
func (s *suite) undoOfOne() {
	in := Bundles(3, 4)
	s.aRun(Noon, in...)
	old := s.byName(in[0].Profiles[0].Platform, in[0].Profiles[0].Username)
	other := s.byName(in[1].Profiles[0].Platform, in[1].Profiles[0].Username)
	run := s.aRun(Noon.AddDate(0, 1, 0), later(in[0], 30), later(in[1], 30))
	must(s.UndoRun(s.ctx, run, strings.ToUpper(old.ID), Noon))
	s.equal(told(must(s.ProfileByID(s.ctx, old.ID))), told(old))
	if got := must(s.ProfileByID(s.ctx, other.ID)); told(got) == told(other) {
		s.Fatal("the other creator was undone as well")
	}
	must(s.UndoRun(s.ctx, run, "", Noon))
	s.equal(told(must(s.ProfileByID(s.ctx, other.ID))), told(other))
}

// grouped joins the creators of two accounts, parts them, and undoes both.
func (s *suite) grouped() {
	in := Bundles(2, 5)
	s.write(in...)
	before := s.everything()
	a := s.byName(in[0].Profiles[0].Platform, in[0].Profiles[0].Username)
	b := s.byName(in[1].Profiles[0].Platform, in[1].Profiles[0].Username)
	joined := must(s.Join(s.ctx, a, b, Noon))
	s.equal(len(s.docs()), 1)
	s.equal(len(must(s.Profiles(s.ctx, a.CreatorID))[a.CreatorID]), len(in[0].Profiles)+len(in[1].Profiles))
	now := must(s.ProfileByID(s.ctx, b.ID))
	parted := must(s.Part(s.ctx, now, Noon))
	s.equal(len(s.docs()), 2)
	must(s.UndoRun(s.ctx, parted, "", Noon))
	must(s.UndoRun(s.ctx, joined, "", Noon))
	if got := s.everything(); got != before {
		s.Fatalf("undone it is\n%s\nand was\n%s", got, before)
	}
}

// loads are many new accounts at once: the same comes of it as without.
func (s *suite) loads() {
	plain := Bundles(40, 6)
	s.equal(must(s.BeginLoad(s.ctx, 10)), false)
	s.equal(s.MayHold(plain[0].Profiles[0]), true)
	s.write(plain[:5]...)
	s.equal(must(s.BeginLoad(s.ctx, 1_000_000)), true)
	s.equal(s.MayHold(plain[0].Profiles[0]), true)
	s.equal(s.MayHold(service.Profile{Platform: api.PhotoPlatform, Username: "nobody"}), false)
	for i := range plain[5:] {
		b := plain[5+i]
		b.Posts, b.Transcripts = nil, nil
		s.write(b)
	}
	s.equal(s.MayHold(plain[39].Profiles[0]), true)
	s.write(plain[3:8]...) // what is there is looked up, which ends it
	var parts int
	s.ok(s.EndLoad(s.ctx, func(n, of int) { parts++ }))
	s.write(plain...)
	got := s.everything()
	for _, b := range plain {
		if !strings.Contains(got, `"`+b.Profiles[0].Username+`"`) || !strings.Contains(got, `"`+b.Posts[7].PlatformID+`"`) {
			s.Fatalf("%s is not there", b.Creator.Name)
		}
	}
	s.equal(s.write(plain...).New, service.Counts{})
}

// marks of files are kept until they are set anew, and none is none.
func (s *suite) fileMarks() {
	s.equal(must(s.Marks(s.ctx, "a")), []byte(nil))
	s.ok(s.SetMarks(s.ctx, "a", []byte{1, 0, 2}))
	s.ok(s.SetMarks(s.ctx, "a", []byte{3, 0}))
	s.equal(must(s.Marks(s.ctx, "a")), []byte{3, 0})
	s.ok(s.SetMarks(s.ctx, "a", nil))
	s.equal(must(s.Marks(s.ctx, "a")), []byte(nil))
}

// chains are checked: an untouched ledger is intact, whoever was charged how.
func (s *suite) chains() {
	for i := range 30 {
		must(s.Charge(s.ctx, row(fmt.Sprint("r", i), fmt.Sprint("a", i%3), 1, Noon.Add(time.Duration(i)*time.Second)), limits))
	}
	must(s.Charge(s.ctx, row("r1", "a1", 1, Noon), limits))
	audit := must(billing.Check(s.ctx, s))
	s.equal([]any{audit.Checked, audit.Unchecked, audit.Wrong}, []any{int64(30), int64(0), []string(nil)})
}

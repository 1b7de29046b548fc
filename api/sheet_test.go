package api

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

const someone = "11111111-2222-4333-8444-555555555555"

func aSheet() Sheet {
	return Sheet{Format: SheetFormat, Name: "Oats", Members: []SheetMember{{CreatorID: someone, Name: "Mia"}, {Username: "lea", Platform: VideoPlatform}},
		Columns: []SheetColumn{{Name: "Ann", Votes: []SheetVote{{Creator: someone, Verdict: "yes"}}}}}
}

// param is the key that an error is about; "fine" without one.
func param(err error) string {
	if e, ok := errors.AsType[*SheetError](err); ok {
		return e.Param
	}
	return map[bool]string{true: "fine"}[err == nil]
}

func times[T any](n int, of func(i int) T) (all []T) {
	for i := range n {
		all = append(all, of(i))
	}
	return all
}

// TestSheetsWithinLimits: what is at a limit is taken, what is beyond it is refused with
// the key that is wrong.
func TestSheetsWithinLimits(t *testing.T) {
	account := func(i int) SheetMember { return SheetMember{Platform: VideoPlatform, Username: fmt.Sprint("u", i)} }
	column := func(i int) SheetColumn { return SheetColumn{Name: fmt.Sprint("c", i)} }
	vote := func(int) SheetVote { return SheetVote{} }
	wish := func(int) SheetProposal { return SheetProposal{Member: SheetMember{CreatorID: someone}} }
	for _, c := range []struct {
		name  string
		spoil func(*Sheet)
		want  string
	}{
		{"as it is", func(*Sheet) {}, "fine"},
		{"another format", func(s *Sheet) { s.Format = "x" }, "format"},
		{"no name", func(s *Sheet) { s.Name = " \n" }, "name"},
		{"members at the limit", func(s *Sheet) { s.Members = times(SheetMembersMax, account) }, "fine"},
		{"too many members", func(s *Sheet) { s.Members = times(SheetMembersMax+1, account) }, "members"},
		{"columns at the limit", func(s *Sheet) { s.Columns = times(SheetColumnsMax, column) }, "fine"},
		{"too many columns", func(s *Sheet) { s.Columns = times(SheetColumnsMax+1, column) }, "columns"},
		{"somebody twice", func(s *Sheet) { s.Members[1] = s.Members[0] }, "members[1].creator_id"},
		{"an account twice", func(s *Sheet) { s.Members = append(s.Members, s.Members[1]) }, "members[2].creator_id"},
		{"an account on two networks", func(s *Sheet) { s.Members[0] = SheetMember{Username: "lea", Platform: PhotoPlatform} }, "fine"},
		{"no id", func(s *Sheet) { s.Members[0].CreatorID = "x" }, "members[0].creator_id"},
		{"nobody", func(s *Sheet) { s.Members[1].Username = "" }, "members[1].username"},
		{"an id is enough", func(s *Sheet) { s.Members[0].Username = "" }, "fine"},
		{"no verdict", func(s *Sheet) { s.Members[0].Verdict = "perhaps" }, "members[0].verdict"},
		{"a reserve", func(s *Sheet) { s.Members[0].Verdict = "reserve" }, "fine"},
		{"reviewer without a name", func(s *Sheet) { s.Columns[0].Name = " " }, "columns[0].name"},
		{"a name at the limit", func(s *Sheet) { s.Columns[0].Name = strings.Repeat("ö", SheetNameMax) }, "fine"},
		{"too long a name", func(s *Sheet) { s.Columns[0].Name = strings.Repeat("ö", SheetNameMax+1) }, "columns[0].name"},
		{"two of a name", func(s *Sheet) { s.Columns = append(s.Columns, SheetColumn{Name: " ann "}) }, "columns[1].name"},
		{"votes at the limit", func(s *Sheet) { s.Columns[0].Votes = times(SheetMembersMax, vote) }, "fine"},
		{"too many votes", func(s *Sheet) { s.Columns[0].Votes = times(SheetMembersMax+1, vote) }, "columns[0].votes"},
		{"another vote", func(s *Sheet) { s.Columns[0].Votes[0].Verdict = "maybe" }, "columns[0].votes.verdict"},
		{"proposals at the limit", func(s *Sheet) { s.Columns[0].Proposed = times(SheetMembersMax, wish) }, "fine"},
		{"too many proposals", func(s *Sheet) { s.Columns[0].Proposed = times(SheetMembersMax+1, wish) }, "columns[0].proposed"},
		{"a proposal of nobody", func(s *Sheet) { s.Columns[0].Proposed = []SheetProposal{{}} }, "columns[0].proposed.member.creator_id"},
		{"a text at the limit", func(s *Sheet) { s.Members[0].Note = strings.Repeat("ö", SheetTextMax) }, "fine"},
		{"too long a text", func(s *Sheet) { s.Members[0].Note = strings.Repeat("ö", SheetTextMax+1) }, "members[0].note"},
		{"an address", func(s *Sheet) { s.Columns[0].Votes[0].Comment = "write to mia@example.org" }, "columns[0].votes[0].comment"},
		{"a handle", func(s *Sheet) { s.Members[0].Note = "@mia and a @ b" }, "fine"},
		{"a rating", func(s *Sheet) { s.Members[0].Safety = &Safety{Rating: "D"} }, "members[0].safety.rating"},
	} {
		s := aSheet()
		c.spoil(&s)
		if err := s.Check(); param(err) != c.want || err != nil && err.Error() == "" {
			t.Errorf("%s: %q (%v), want %q", c.name, param(err), err, c.want)
		}
	}
}

// TestSheetsAreReadStrictly: what was sealed is read; what was changed, or is something
// else, is not.
func TestSheetsAreReadStrictly(t *testing.T) {
	sheet := aSheet()
	raw, err := sheet.Seal()
	if err != nil {
		t.Fatal(err)
	}
	if s, err := ParseSheet(raw); err != nil || s.Name != "Oats" || len(s.SHA256) != 64 {
		t.Errorf("%+v, %v", s, err)
	}
	small := `{"format":"` + SheetFormat + `","name":"a","by":"","shared":false,"hidden":false,"brief":{"text":"","query":""},"members":[],"columns":[]}`
	padded := small + strings.Repeat(" ", SheetBytesMax-len(small))
	for _, c := range []struct{ name, raw, want string }{
		{"without a hash", small, "fine"},
		{"at the limit", padded, "fine"},
		{"beyond it", padded + " ", ""},
		{"changed", strings.Replace(string(raw), "Mia", "Lia", 1), "sha256"},
		{"of another format", strings.Replace(small, SheetFormat, "x", 1), "format"},
		{"no JSON", "hello", "format"},
		{"with another key", strings.Replace(small, `"by"`, `"bye":1,"by"`, 1), "bye"},
		{"of another type", strings.Replace(small, `"name":"a"`, `"name":1`, 1), "name"},
		{"with an end", small + "{}", "format"},
		{"checked as well", strings.Replace(small, `"name":"a"`, `"name":""`, 1), "name"},
	} {
		if _, err := ParseSheet([]byte(c.raw)); param(err) != c.want || (err == nil) != (c.want == "fine") {
			t.Errorf("%s: %q (%v), want %q", c.name, param(err), err, c.want)
		}
	}
	again, _ := sheet.Seal()
	if !bytes.Equal(raw, again) {
		t.Error("a sheet that is sealed twice differs")
	}
}

// TestNoMailTravels: addresses are taken out wherever they stand, and texts are cut; then
// the sheet passes.
func TestNoMailTravels(t *testing.T) {
	s := aSheet()
	s.Members[0].Note, s.Members[1].Name = "Mia: mia.k+x@mail.example.org!", strings.Repeat("ö", SheetTextMax)+"é"
	s.Brief.Wishes = []string{"a@b.de, ö@bücher.example"}
	s.WithoutMails()
	if s.Members[0].Note != "Mia: "+MailLeftOut+"!" || s.Brief.Wishes[0] != MailLeftOut+", "+MailLeftOut {
		t.Errorf("%q, %q", s.Members[0].Note, s.Brief.Wishes[0])
	}
	if name := []rune(s.Members[1].Name); len(name) != SheetTextMax || name[len(name)-1] != '…' {
		t.Errorf("%d letters", len(name))
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
	exact := aSheet()
	exact.Name = strings.Repeat("ö", SheetTextMax)
	if exact.WithoutMails(); exact.Name != strings.Repeat("ö", SheetTextMax) {
		t.Error("a text at the limit is cut")
	}
}

// TestWhatTextsSay: half is enough to judge by.
func TestWhatTextsSay(t *testing.T) {
	of := func(n int) *int { return &n }
	for _, c := range []struct {
		c                 *Coverage
		notJudged, little bool
	}{
		{nil, false, false}, {&Coverage{Texts: 10, Judged: 4}, false, false},
		{&Coverage{Texts: 10, Judged: 4, Unread: []Unread{{Language: "nl"}, {Language: "pl"}}}, true, false},
		{&Coverage{Texts: 10, Judged: 5, Unread: []Unread{{Language: "nl"}}, Of: of(10)}, false, false},
		{&Coverage{Texts: 5, Judged: 5, Of: of(11)}, false, true},
	} {
		s := Safety{Coverage: c.c}
		language, not := s.NotJudged()
		if not != c.notJudged || (language == "nl") != c.notJudged || s.Little() != c.little {
			t.Errorf("%+v: %q %v, %v", c.c, language, not, s.Little())
		}
	}
	p := SearchPreview{Digests: []string{Digest("a"), Digest("b"), Digest("c")}, Held: []bool{true, false}}
	for _, c := range []struct {
		ids  []string
		want int
	}{{nil, 1}, {[]string{"a"}, 1}, {[]string{"B"}, 2}, {[]string{"b", "c", "d"}, 3}} {
		if n, known := p.Holds(c.ids...); n != c.want || !known {
			t.Errorf("%q: %d, %v", c.ids, n, known)
		}
	}
	p.Held = nil
	if n, known := p.Holds("c"); n != 1 || known {
		t.Errorf("nobody knows: %d, %v", n, known)
	}
}

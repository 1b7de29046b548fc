package report_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/client/plan"
	"greenroom/report"
)

// ballot is the file of a voter.
func ballot(voter string, version int, votes string) string {
	return fmt.Sprintf(`{"format":"greenroom-votes/1","list":"oat","version":%d,"voter":%q,"saved_at":"2026-03-0%dT10:00:00Z","votes":[%s]}`, version, voter, version+1, votes)
}

const onLena, onHugo = `{"creator":"lena","name":"Lena Vogt","vote":"yes","comment":"Love it"}`, `{"creator":"hugo","name":"Hugo","vote":"no","comment":""}`

// Votes of three copies are merged: what changed since a stale one is explained, and its vote
// on who is gone is kept apart.
func TestVotesOfThreeCopiesAreMerged(t *testing.T) {
	state := plan.State{Lists: []plan.List{{ID: "oat", Members: []plan.Member{{Creator: "lena", Name: "Lena Vogt", Verdict: plan.Yes}, {Creator: "hugo", Name: "Hugo"}}}}}
	l := &state.Lists[0]
	if err := state.HandOut("oat", time.Now()); err != nil {
		t.Fatal(err)
	}
	first := l.Editions[0].Version
	l.Members[1], l.Members[0].Verdict = plan.Member{Creator: "ida", Name: "Ida"}, plan.Reserve
	if err := state.HandOut("oat", time.Now()); err != nil || len(l.Editions) != 2 {
		t.Fatal(l.Editions, err)
	}
	var all []plan.Ballot
	for _, file := range []string{ballot("Anna", first+1, onLena), ballot("Ben", first, onLena+","+onHugo), ballot("Zoe", first+1, onLena)} {
		list, b, err := report.ReadVotes([]byte(file))
		if err != nil || list != "oat" {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, b)
	}
	told := report.Merge(l, all, time.Now())
	want := []string{"Ben voted on edition 1; since then: Hugo replaced by Ida, 1 of our verdicts changed", "Ben's vote on Hugo is kept apart: not on the list any more"}
	if !slices.Equal(told, want) {
		t.Errorf("%q", told)
	}
	tallies := report.Tallies(*l)
	if len(tallies) != 3 || tallies[0].Yes != 3 || len(tallies[0].Comments) != 3 || tallies[1].Yes != 0 || tallies[2].Listed || tallies[2].No != 1 {
		t.Errorf("%+v", tallies)
	}
	_, late, err := report.ReadVotes([]byte(ballot("ben", first+2, onLena)))
	if told := report.Merge(l, []plan.Ballot{late}, time.Now()); err != nil || len(l.Ballots) != 3 || !strings.Contains(strings.Join(told, ""), "gave way to later ones") {
		t.Errorf("%q, %d ballots, %v", told, len(l.Ballots), err)
	}
}

// A hostile file is refused with a sentence, and what it says is drawn as text.
func TestHostileVotesAreRefused(t *testing.T) {
	for says, file := range map[string]string{
		"there are yes, maybe and no": ballot("Eve", 1, `{"creator":"lena","name":"x","vote":"all of it"}`),
		"more than 280 characters":    ballot("Eve", 1, `{"creator":"lena","name":"x","vote":"yes","comment":"`+strings.Repeat("a", 281)+`"}`),
		"somebody twice":              ballot("Eve", 1, onLena+","+onLena),
		"it holds no vote":            ballot("Eve", 1, ""),
		"has no name":                 ballot("", 1, onLena),
		"which list, edition":         ballot("Eve", 0, onLena),
		"":                            strings.Replace(ballot("Eve", 1, onLena), `"list"`, `"admin":true,"list"`, 1),
	} {
		if _, _, err := report.ReadVotes([]byte(file)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s\nis taken, or refused with %v", file, err)
		}
	}
	_, b, err := report.ReadVotes([]byte(ballot("Eve", 1, `{"creator":"lena","name":"x\u001b]0;owned\u0007\u202ey","vote":"yes"}`)))
	if err != nil || strings.ContainsAny(b.Votes[0].Name, "\x1b\x07\u202e") {
		t.Errorf("%q %v", b.Votes, err)
	}
}

// A file keeps the time it was saved by, also of a clock that goes ahead, and that is told; opened
// once more it is the same, and the next one of the same voter counts.
func TestVotesOfAClockThatGoesAhead(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	path := filepath.Join(t.TempDir(), "votes.json")
	l := &plan.List{ID: "oat", Members: []plan.Member{{Creator: "lena", Name: "Lena"}}}
	for _, c := range []struct {
		saved time.Time
		told  string
	}{
		{now.AddDate(900, 0, 0), "Eve's votes were saved by a clock that goes ahead, on 2 Mar 2926 12:00"},
		{now.AddDate(900, 0, 0), "Eve's votes were saved by a clock that goes ahead, on 2 Mar 2926 12:00"},
		{now.Add(-time.Hour), "Eve voted twice: the votes saved on 2 Mar 2926 12:00, by a clock that goes ahead, gave way to these"},
		{now.Add(-time.Hour), ""},
		{now.Add(-time.Minute), "Eve voted twice: the votes saved on 2 Mar 2026 11:00 gave way to later ones"},
	} {
		raw := strings.NewReplacer("SAVED", c.saved.Format(time.RFC3339)).Replace(`{"format":"greenroom-votes/1","list":"oat","version":1,"voter":"Eve","saved_at":"SAVED","votes":[{"creator":"lena","name":"Lena","vote":"yes","comment":""}]}`)
		if err := os.WriteFile(path, []byte(raw), 0o600); err != nil {
			t.Fatal(err)
		}
		l.Editions = []plan.Edition{l.Edition(now)}
		list, b, err := report.OpenVotes(path)
		if err != nil || list != "oat" || !b.Saved.Equal(c.saved) {
			t.Errorf("saved at %v it is of %v: %v", c.saved, b.Saved, err)
		}
		if told := strings.Join(report.Merge(l, []plan.Ballot{b}, now), "; "); told != c.told || !l.Ballots[0].Saved.Equal(c.saved) {
			t.Errorf("saved at %v: %q, %v stays", c.saved, told, l.Ballots[0].Saved)
		}
	}
}

package report_test

import (
	"fmt"
	"strings"
	"testing"

	"greenroom/client/plan"
	"greenroom/report"
)

// ballotFile is a file as a report saves it.
func ballotFile(voter string, version int, saved string, votes ...string) []byte {
	return fmt.Appendf(nil, `{"format":"greenroom-votes/1","list":"l","version":%d,"voter":%q,"saved_at":%q,"votes":[%s]}`, version, voter, saved, strings.Join(votes, ","))
}

func vote(who, of string) string {
	return fmt.Sprintf(`{"creator":%q,"name":"Name of %s","vote":%q,"comment":""}`, who, who, of)
}

// Votes of three copies are merged: one of an older version says what changed since, whom it
// names that is gone is kept apart, and of a voter who saved twice the later counts.
func TestAStaleVoteIsExplained(t *testing.T) {
	st := plan.State{Lists: []plan.List{{ID: "l", Members: []plan.Member{{Creator: "a", Name: "Ada"}, {Creator: "b", Name: "Ben"}}}}}
	if err := st.HandOut("l", ago(9)); err != nil {
		t.Fatal(err)
	}
	l := &st.Lists[0]
	l.Members = []plan.Member{{Creator: "a", Name: "Ada", Verdict: plan.Yes}, {Creator: "c", Name: "Cleo"}}
	if err := st.HandOut("l", ago(2)); err != nil {
		t.Fatal(err)
	}
	var ballots []plan.Ballot
	for _, raw := range [][]byte{
		ballotFile("Kim", 1, "2026-02-25T10:00:00Z", vote("a", "yes"), vote("b", "no")),
		ballotFile("Noa", 2, "2026-03-01T10:00:00Z", vote("a", "maybe"), vote("c", "yes")),
		ballotFile("Kim", 2, "2026-03-01T12:00:00Z", vote("a", "no")),
		ballotFile("Lou", 7, "2026-03-01T12:00:00Z", vote("c", "yes")),
	} {
		list, b, err := report.ReadVotes(raw)
		if err != nil || list != "l" {
			t.Fatal(list, err)
		}
		ballots = append(ballots, b)
	}
	told := strings.Join(report.Merge(l, ballots), "\n")
	for _, want := range []string{
		"Kim voted on version 1; since then: Ben replaced by Cleo, 1 of our verdicts changed", "Kim's vote on Name of b is kept apart: not on the list any more",
		"Kim voted twice: the votes saved on 25 Feb 2026 10:00 gave way to later ones", "Lou voted on version 7, which was not written here",
	} {
		if !strings.Contains(told, want) {
			t.Errorf("nothing says %q:\n%s", want, told)
		}
	}
	got := ""
	for _, one := range report.Tallies(*l) {
		got += fmt.Sprintf("%s %d %d %d|", one.Name, one.Yes, one.Maybe, one.No)
	}
	if got != "Ada 0 1 1|Cleo 2 0 0|" {
		t.Errorf("counted %q", got)
	}
}

// A file of votes that is not as a report saves it is refused with a sentence, whatever
// stands in it, and no escape of it reaches the sentence.
func TestHostileVotesAreRefusedWithASentence(t *testing.T) {
	good := string(ballotFile("Kim", 1, "2026-02-25T10:00:00Z", vote("a", "yes")))
	if _, b, err := report.ReadVotes([]byte(strings.Replace(good, `"Kim"`, `"K\u001b[2Jim\u202e"`, 1))); err != nil || strings.ContainsAny(b.Voter, "\x1b\u202e") {
		t.Errorf("%q, %v", b.Voter, err)
	}
	for name, raw := range map[string]string{
		"empty": "", "a page": "<html><script>alert(1)</script>", "bytes": "\xff\xfe{}", "a list": "[]", "null": "null", "large": good + strings.Repeat(" ", 70<<10),
		"another format":   strings.Replace(good, "votes/1", "votes/2\\u001b[31m", 1),
		"an unknown field": strings.Replace(good, `"list"`, `"admin\u001b[2J":true,"list"`, 1),
		"no voter":         strings.Replace(good, "Kim", "", 1), "a long voter": strings.Replace(good, "Kim", strings.Repeat("k", 81), 1),
		"no list": strings.Replace(good, `"l"`, `""`, 1), "version 0": strings.Replace(good, `"version":1`, `"version":0`, 1), "no time": strings.Replace(good, "2026-02-25T10:00:00Z", "0001-01-01T00:00:00Z", 1),
		"another vote": strings.Replace(good, `"yes"`, `"reserve"`, 1), "nobody": strings.Replace(good, `"a"`, `""`, 1), "twice": strings.Replace(good, vote("a", "yes"), vote("a", "yes")+","+vote("a", "no"), 1),
		"more behind it": good + good, "no votes": strings.Replace(good, vote("a", "yes"), "", 1), "a long comment": strings.Replace(good, `"comment":""`, `"comment":"`+strings.Repeat("c", 281)+`"`, 1),
	} {
		_, _, err := report.ReadVotes([]byte(raw))
		if err == nil || strings.ContainsAny(err.Error(), "\x1b\u202e") || len(err.Error()) < 12 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

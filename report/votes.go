package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"greenroom/client/plan"
	"greenroom/internal/each"
)

// VotesFormat names a file of votes.
const VotesFormat = "greenroom-votes/1"

// Limits of a file of votes.
const (
	votesBytes   = 64 << 10
	voterRunes   = 80
	commentRunes = 280
)

// votesFile is the file that a voter's browser saves.
type votesFile struct {
	Format  string    `json:"format"`
	List    string    `json:"list"`
	Version int       `json:"version"`
	Voter   string    `json:"voter"`
	Saved   time.Time `json:"saved_at"`
	Votes   []struct {
		Creator string       `json:"creator"`
		Name    string       `json:"name"`
		Vote    plan.Verdict `json:"vote"`
		Comment string       `json:"comment"`
	} `json:"votes"`
}

// OpenVotes reads the file of votes at a path, and no more of it than votes can have. An error
// of the file system is an *fs.PathError.
func OpenVotes(path string) (list string, b plan.Ballot, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", b, err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, votesBytes+1))
	if err != nil {
		return "", b, err
	}
	return ReadVotes(raw)
}

// ReadVotes reads a file of votes: the list it is for, and the ballot. It came from outside:
// what is not as a report saves it is refused with a sentence that says why.
func ReadVotes(raw []byte) (list string, b plan.Ballot, err error) {
	var f votesFile
	if len(raw) > votesBytes {
		return "", b, fmt.Errorf("it has more than %d kB: it is no file of votes", votesBytes>>10)
	}
	if !utf8.Valid(raw) {
		return "", b, fmt.Errorf("it is no text: it is no file of votes")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	switch err := d.Decode(&f); {
	case err != nil:
		return "", b, fmt.Errorf("it is not as a report saves votes (%s): ask for the file again", clean(err.Error()))
	case d.More():
		return "", b, fmt.Errorf("something stands behind its votes: ask for the file again")
	case f.Format != VotesFormat:
		return "", b, fmt.Errorf("its format is %q, and only %s is read", clean(f.Format), VotesFormat)
	case f.List == "" || f.Version < 1 || f.Saved.IsZero():
		return "", b, fmt.Errorf("it does not say which list, edition and time its votes are of: ask for the file again")
	}
	b = plan.Ballot{Version: f.Version, Voter: clean(f.Voter), Saved: f.Saved.UTC()}
	if n := utf8.RuneCountInString(b.Voter); n == 0 || n > voterRunes {
		return "", b, fmt.Errorf("its voter has no name, or one of more than %d characters", voterRunes)
	}
	for _, v := range f.Votes {
		key, comment := clean(v.Creator), clean(v.Comment)
		switch {
		case v.Vote != "" && !slices.Contains([]plan.Verdict{plan.Yes, plan.Maybe, plan.No}, v.Vote):
			return "", b, fmt.Errorf("%q is no vote: there are yes, maybe and no", clean(string(v.Vote)))
		case utf8.RuneCountInString(comment) > commentRunes:
			return "", b, fmt.Errorf("a comment has more than %d characters", commentRunes)
		case key == "" || slices.ContainsFunc(b.Votes, func(o plan.Vote) bool { return o.Key == key }):
			return "", b, fmt.Errorf("a vote names nobody, or somebody twice")
		}
		b.Votes = append(b.Votes, plan.Vote{Key: key, Name: clean(v.Name), Vote: v.Vote, Comment: comment})
	}
	if len(b.Votes) == 0 {
		return "", b, fmt.Errorf("it holds no vote")
	}
	return f.List, b, nil
}

// Fit explains how a ballot fits the list by now: what changed since its edition, and whom it
// names that are no longer there. Votes on others count.
func Fit(l plan.List, b plan.Ballot) (told []string) {
	var then *plan.Edition
	for i := range l.Editions {
		if l.Editions[i].Version == b.Version {
			then = &l.Editions[i]
		}
	}
	now := l.Edition(time.Time{})
	switch {
	case then == nil:
		told = append(told, fmt.Sprintf("%s voted on edition %d, which was not written here: only votes on those who are on this list count", b.Voter, b.Version))
	case now.Version != b.Version:
		told = append(told, fmt.Sprintf("%s voted on edition %d; since then: %s", b.Voter, b.Version, since(*then, now)))
	}
	for _, v := range b.Votes {
		if !slices.ContainsFunc(now.Members, func(n plan.Named) bool { return n.Key == v.Key }) {
			told = append(told, fmt.Sprintf("%s's vote on %s is kept apart: not on the list any more", b.Voter, v.Name))
		}
	}
	return told
}

// since tells the changes between two editions.
func since(a, b plan.Edition) string {
	gone, came, changed := missing(a, b), missing(b, a), 0
	for _, m := range b.Members {
		if i := slices.IndexFunc(a.Members, func(o plan.Named) bool { return o.Key == m.Key }); i >= 0 && a.Members[i].Verdict != m.Verdict {
			changed++
		}
	}
	var all []string
	for i, name := range gone {
		if i < len(came) {
			all = append(all, name+" replaced by "+came[i])
		} else {
			all = append(all, name+" removed")
		}
	}
	for _, name := range came[min(len(gone), len(came)):] {
		all = append(all, name+" added")
	}
	if changed > 0 {
		all = append(all, fmt.Sprintf("%d of our verdicts changed", changed))
	}
	if len(all) == 0 {
		return "the order changed"
	}
	return strings.Join(all, ", ")
}

// missing are the names of a that b has not.
func missing(a, b plan.Edition) (names []string) {
	for _, m := range a.Members {
		if !slices.ContainsFunc(b.Members, func(o plan.Named) bool { return o.Key == m.Key }) {
			names = append(names, clean(m.Name))
		}
	}
	return names
}

// Merge takes ballots into a list, and tells how each fits, which were saved after now, and which
// gave way to another of the same voter.
func Merge(l *plan.List, ballots []plan.Ballot, now time.Time) (told []string) {
	const minute = "2 Jan 2006 15:04"
	for _, b := range ballots {
		gone := l.Take(b, now)
		told = append(told, Fit(*l, b)...)
		if b.Saved.After(now) {
			told = append(told, fmt.Sprintf("%s's votes were saved by a clock that goes ahead, on %s", b.Voter, b.Saved.Format(minute)))
		}
		switch {
		case gone == nil:
		case gone.Saved.After(now) && !b.Saved.After(now):
			told = append(told, fmt.Sprintf("%s voted twice: the votes saved on %s, by a clock that goes ahead, gave way to these", b.Voter, gone.Saved.Format(minute)))
		default:
			told = append(told, fmt.Sprintf("%s voted twice: the votes saved on %s gave way to later ones", b.Voter, gone.Saved.Format(minute)))
		}
	}
	return told
}

// Tally counts the votes on one creator.
type Tally struct {
	Key      string   `json:"creator"`
	Name     string   `json:"name"`
	Listed   bool     `json:"on_the_list"`
	Yes      int      `json:"yes"`
	Maybe    int      `json:"maybe"`
	No       int      `json:"no"`
	Comments []string `json:"comments"`
}

// Tallies count the votes, those on the list first and in its order.
func Tallies(l plan.List) (all []Tally) {
	all = each.Of(l.Members, func(m plan.Member) Tally { return Tally{Key: m.Key(), Name: clean(m.Name), Listed: true} })
	for _, b := range l.Ballots {
		for _, v := range b.Votes {
			i := slices.IndexFunc(all, func(t Tally) bool { return t.Key == v.Key })
			if i < 0 {
				i, all = len(all), append(all, Tally{Key: v.Key, Name: v.Name})
			}
			t := &all[i]
			switch v.Vote {
			case plan.Yes:
				t.Yes++
			case plan.Maybe:
				t.Maybe++
			case plan.No:
				t.No++
			}
			if v.Comment != "" {
				t.Comments = append(t.Comments, b.Voter+": "+v.Comment)
			}
		}
	}
	return all
}

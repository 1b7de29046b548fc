package plan

import (
	"slices"
	"strings"
	"time"
)

// Edition is a list as a report told of it: who was on it, with which verdict. Reports of
// the same people and verdicts are of one edition.
type Edition struct {
	Version int
	At      time.Time // of the first report of it
	Members []Named
}

// Named is a creator by their key and name, with the verdict of then.
type Named struct {
	Key     string
	Name    string
	Verdict Verdict
}

// Ballot holds the votes one voter sent back with a report. The votes are Yes, Maybe or
// No.
type Ballot struct {
	Version int
	Voter   string
	Saved   time.Time
	Votes   []Vote
}

// Vote is a voter's verdict on a creator.
type Vote struct {
	Key     string
	Name    string
	Vote    Verdict
	Comment string `json:",omitempty"`
}

// Of returns the voter's opinion of a creator; without a verdict and a comment where there is none.
func (b Ballot) Of(key string) Opinion {
	for _, v := range b.Votes {
		if v.Key == key {
			return Opinion{Creator: key, Verdict: v.Vote, Comment: v.Comment}
		}
	}
	return Opinion{Creator: key}
}

// Maybe is a voter's reserve.
const Maybe Verdict = "maybe"

// Edition is the list as a report tells of it now: the last one where nobody came, went or
// was judged otherwise since.
func (l *List) Edition(now time.Time) Edition {
	e := Edition{Version: 1, At: now}
	for _, m := range l.Members {
		e.Members = append(e.Members, Named{m.Key(), m.Name, m.Verdict})
	}
	if n := len(l.Editions); n > 0 {
		last := l.Editions[n-1]
		if slices.Equal(last.Members, e.Members) {
			return last
		}
		e.Version = last.Version + 1
	}
	return e
}

// HandOut notes that a report of a list was written.
func (s *State) HandOut(list string, now time.Time) error {
	if i := s.Find(list); i >= 0 {
		l := &s.Lists[i]
		e := l.Edition(now)
		if n := len(l.Editions); n == 0 || l.Editions[n-1].Version < e.Version {
			l.Editions = append(slices.Clone(l.Editions), e)
		}
	}
	return nil
}

// Take adds the ballot of a voter; of two by the same voter the one that was saved later
// stays. A time after now is of a clock that goes ahead, and holds against another time after
// now alone: any other ballot comes in its place. It returns the one that gave way; nil where
// there was none, or it is the one that is there.
func (l *List) Take(b Ballot, now time.Time) (gone *Ballot) {
	i := slices.IndexFunc(l.Ballots, func(o Ballot) bool { return strings.EqualFold(o.Voter, b.Voter) })
	if i < 0 {
		l.Ballots = append(slices.Clone(l.Ballots), b)
		return nil
	}
	old := l.Ballots[i]
	switch ahead := old.Saved.After(now) && !b.Saved.After(now); {
	case old.Version == b.Version && old.Saved.Equal(b.Saved) && slices.Equal(old.Votes, b.Votes):
		return nil
	case !ahead && !b.Saved.After(old.Saved):
		return &b
	}
	l.Ballots = slices.Clone(l.Ballots)
	l.Ballots[i] = b
	return &old
}

// Dated sets the moment of reading on each part that differs from before.
func (f Facts) Dated(old Facts, now time.Time) Facts {
	f.Read = now
	for _, part := range []struct {
		fresh bool
		at    *time.Time
	}{
		{f.Profile != old.Profile, &f.When.Profile}, {f.Safety != old.Safety, &f.When.Safety}, {f.Match != old.Match, &f.When.Match},
		{f.Usual != old.Usual, &f.When.Usual}, {f.Posted != old.Posted, &f.When.Posted},
	} {
		if part.fresh {
			*part.at = now
		}
	}
	return f
}

package billing

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"greenroom/api"
)

// links is a ledger as it is stored.
type links struct {
	rows []Link
	head Head
	of   map[string]Head
	err  error
}

func (l links) Chain(_ context.Context, heads func(Heads) error, visit func(Link) error) error {
	if err := heads(Heads{Common: l.head, Before: 6, Of: l.of}); err != nil {
		return err
	}
	for _, row := range l.rows {
		if err := visit(row); err != nil {
			return err
		}
	}
	return l.err
}

var written = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// ledgerOf is a ledger of so many rows without a checksum, and with one.
func ledgerOf(old, n int) (l links) {
	for i := range old + n {
		row := Row{RequestID: "r" + string(rune('a'+i)), AccountID: "a", Endpoint: "e", Features: []string{"f", "g"}, Credits: api.Credits(i + 1), At: written.Add(time.Duration(i) * time.Second)}
		link := Link{Row: row, Number: int64(i + 1)}
		if i >= old {
			l.head = l.head.Add(row)
			link.Sum = append([]byte{}, l.head.Last[:]...)
		}
		l.rows = append(l.rows, link)
	}
	return l
}

func TestALedgerAsItWasWritten(t *testing.T) {
	for _, c := range []struct{ old, n int }{{0, 0}, {0, 5}, {2, 4}, {2, 0}} {
		a, err := Check(t.Context(), ledgerOf(c.old, c.n))
		if err != nil || len(a.Wrong) > 0 || a.Checked != int64(c.n) || a.Unchecked != int64(c.old) {
			t.Errorf("%+v: %+v, %v", c, a, err)
		}
	}
	broken := errors.New("disk on fire")
	if _, err := Check(t.Context(), links{err: broken}); !errors.Is(err, broken) {
		t.Error(err)
	}
}

func TestATamperedLedgerIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		tamper func(*links)
		want   []string
	}{
		"another request":   {func(l *links) { l.rows[2].RequestID = "x" }, []string{"row 3 (request x, 2026-03-01T12:00:02Z) is not what was written"}},
		"another account":   {func(l *links) { l.rows[2].AccountID = "b" }, []string{"row 3"}},
		"another endpoint":  {func(l *links) { l.rows[2].Endpoint = "x" }, []string{"row 3"}},
		"another amount":    {func(l *links) { l.rows[0].Credits = 0 }, []string{"row 1"}},
		"another time":      {func(l *links) { l.rows[4].At = written }, []string{"row 5"}},
		"another feature":   {func(l *links) { l.rows[2].Features = []string{"fg"} }, []string{"row 3"}},
		"no feature":        {func(l *links) { l.rows[2].Features = nil }, []string{"row 3"}},
		"a border moved":    {func(l *links) { l.rows[2].AccountID, l.rows[2].Endpoint = "ae", "" }, []string{"row 3"}},
		"two are changed":   {func(l *links) { l.rows[1].Credits, l.rows[3].Credits = 9, 9 }, []string{"row 2", "row 4"}},
		"another checksum":  {func(l *links) { l.rows[2].Sum[5]++ }, []string{"row 3", "row 4"}},
		"no checksum":       {func(l *links) { l.rows[2].Sum = nil }, []string{"row 3 (request rc, 2026-03-01T12:00:02Z) has no checksum"}},
		"none at the start": {func(l *links) { l.rows[0].Sum = nil }, []string{"row 2", "the end is not where it was written to be: 5 rows were, and 4 are there"}},
		"one removed":       {func(l *links) { l.rows = append(l.rows[:2], l.rows[3:]...) }, []string{"1 row is missing before row 4", "the end"}},
		"two removed":       {func(l *links) { l.rows = append(l.rows[:1], l.rows[3:]...) }, []string{"2 rows are missing before row 4", "the end"}},
		"the first removed": {func(l *links) { l.rows = l.rows[1:] }, []string{"1 row is missing before row 2", "the end"}},
		"one put in": {func(l *links) {
			l.rows = append(l.rows, Link{Row: Row{RequestID: "x"}, Number: 6, Sum: make([]byte, 32)})
		}, []string{"row 6", "the end is not where it was written to be: 5 rows were, and 6 are there"}},
		"two in each other's place": {func(l *links) {
			l.rows[1], l.rows[2] = l.rows[2], l.rows[1]
			l.rows[1].Number, l.rows[2].Number = 2, 3
		}, []string{"row 2", "row 3", "row 4"}},
		"the tail cut": {func(l *links) { l.rows = l.rows[:3] }, []string{"the end is not where it was written to be: 5 rows were, and 3 are there"}},
		"no head":      {func(l *links) { l.head = Head{} }, []string{"the end is not where it was written to be: 0 rows were, and 5 are there"}},
		"a last row of one's own": {func(l *links) {
			l.rows[4].Credits = 0
			own := l.rows[4]
			sum := Head{Rows: 4, Last: Sum(l.rows[3].Sum)}.Add(own.Row)
			l.rows[4].Sum = sum.Last[:]
		}, []string{"the end"}},
	} {
		l := ledgerOf(0, 5)
		c.tamper(&l)
		a, err := Check(t.Context(), l)
		if err != nil || len(a.Wrong) != len(c.want) {
			t.Errorf("%s: %q, %v, want %q", name, a.Wrong, err, c.want)
			continue
		}
		for i, want := range c.want {
			if !strings.HasPrefix(a.Wrong[i], want) {
				t.Errorf("%s: %q, want %q", name, a.Wrong[i], want)
			}
		}
	}
}

// ownChains is a ledger of two accounts, three rows each, behind one row of before.
func ownChains() links {
	l := ledgerOf(0, 1)
	l.of = map[string]Head{}
	for _, account := range []string{"a", "b"} {
		for i := range 3 {
			row := Row{RequestID: account + string(rune('1'+i)), AccountID: account, Credits: 1, At: written}
			head := l.of[account].Add(row)
			l.of[account] = head
			l.rows = append(l.rows, Link{Row: row, Chain: account, Number: head.Rows, Sum: append([]byte{}, head.Last[:]...)})
		}
	}
	return l
}

func TestEachAccountHasItsOwnChain(t *testing.T) {
	for name, c := range map[string]struct {
		tamper func(*links)
		want   []string
	}{
		"nothing":          {func(*links) {}, nil},
		"an amount":        {func(l *links) { l.rows[2].Credits = 9 }, []string{"row 2 of account a (request a2"}},
		"one removed":      {func(l *links) { l.rows = append(l.rows[:2], l.rows[3:]...) }, []string{"1 row is missing before row 3 of account a", "the end of account a"}},
		"the last removed": {func(l *links) { l.rows = l.rows[:6] }, []string{"the end of account b is not where it was written to be: 3 rows were, and 2 are there"}},
		"all of one":       {func(l *links) { l.rows = l.rows[:4] }, []string{"the end of account b is not where it was written to be: 3 rows were, and 0 are there"}},
		"one twice": {func(l *links) { l.rows = append(l.rows[:3], append([]Link{l.rows[2]}, l.rows[3:]...)...) },
			[]string{"row 2 of account a (request a2, 2026-03-01T12:00:00Z) is there twice", "the end of account a"}},
		"no checksum":         {func(l *links) { l.rows[1].Sum = nil }, []string{"row 1 of account a (request a1, 2026-03-01T12:00:00Z) has no checksum"}},
		"no head":             {func(l *links) { delete(l.of, "a") }, []string{"the end of account a is not where it was written to be: 0 rows were, and 3 are there"}},
		"a late one, in none": {func(l *links) { l.rows = append([]Link{l.rows[0], {Number: 9}}, l.rows[1:]...) }, []string{"row 9 (request , 0001-01-01T00:00:00Z) is in no chain"}},
	} {
		l := ownChains()
		c.tamper(&l)
		a, err := Check(t.Context(), l)
		if err != nil || len(a.Wrong) != len(c.want) {
			t.Errorf("%s: %q, %v, want %q", name, a.Wrong, err, c.want)
			continue
		}
		for i, want := range c.want {
			if !strings.HasPrefix(a.Wrong[i], want) {
				t.Errorf("%s: %q, want %q", name, a.Wrong[i], want)
			}
		}
	}
}

func TestTheHeadIsReadBack(t *testing.T) {
	h := ledgerOf(0, 3).head
	if got, err := ParseHead(h.String()); err != nil || got != h || h.Rows != 3 {
		t.Errorf("%v, %v, want %v", got, err, h)
	}
	if got, err := ParseHead(""); err != nil || got != (Head{}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, text := range []string{"x", "3", "3 ff", "-", h.String()[:20]} {
		if _, err := ParseHead(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// A row that names who asked has another sum than the same row of somebody else, and
// rows without a user have the sums they always had.
func TestTheSumCoversWhoAsked(t *testing.T) {
	r := Row{RequestID: "r", AccountID: "a", Endpoint: "e", Features: []string{"f"}, Credits: 1, At: time.Unix(0, 0)}
	was := Head{}.Add(r)
	if want := "1 9a4ebfde5679370a66cc0e599c90f1129661eff34599e4063a001063785d71ed"; was.String() != want {
		t.Errorf("a row of an account sums to %s, not to %s: old ledgers fail their check", was, want)
	}
	seen := map[Sum]bool{was.Last: true}
	for _, user := range []string{"u1", "u2", "u1\n"} {
		r.UserID = user
		if sum := (Head{}).Add(r).Last; seen[sum] {
			t.Errorf("%q changes nothing", user)
		} else {
			seen[sum] = true
		}
	}
}

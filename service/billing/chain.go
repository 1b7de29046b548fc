package billing

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Sum is the checksum of a row of the ledger. It covers all that the row says and
// the checksum of the row before it in its chain, so that the last one covers all of it.
type Sum [sha256.Size]byte

// Head marks the end of a chain: the number of rows with a checksum, and the last one. It
// is kept beside the rows, so that rows missing at the end are noticed.
type Head struct {
	Rows int64
	Last Sum
}

// Add is the head with another row, to the microsecond, as ledgers keep time.
func (h Head) Add(r Row) Head {
	text := append(make([]byte, 0, 256), h.Last[:]...)
	add := func(field string) {
		text = binary.AppendUvarint(text, uint64(len(field)))
		text = append(text, field...)
	}
	add(r.RequestID)
	add(r.AccountID)
	add(r.Endpoint)
	for _, feature := range r.Features {
		add(feature)
	}
	text = binary.BigEndian.AppendUint64(text, uint64(len(r.Features)))
	text = binary.BigEndian.AppendUint64(text, uint64(r.Credits))
	text = binary.BigEndian.AppendUint64(text, uint64(r.At.UnixMicro()))
	sum := sha256.Sum256(text)
	if r.UserID != "" { // rows from before there were users keep their sums
		sum = sha256.Sum256(append([]byte("asked by "+r.UserID+"\n"), sum[:]...))
	}
	return Head{h.Rows + 1, sum}
}

// String is the head as it is kept.
func (h Head) String() string {
	return strconv.FormatInt(h.Rows, 10) + " " + hex.EncodeToString(h.Last[:])
}

// ParseHead reads what String wrote; "" is the head of a ledger without rows.
func ParseHead(text string) (h Head, err error) {
	if text == "" {
		return h, nil
	}
	rows, sum, _ := strings.Cut(text, " ")
	h.Rows, err = strconv.ParseInt(rows, 10, 64)
	last, odd := hex.DecodeString(sum)
	if err != nil || odd != nil || len(last) != len(h.Last) {
		return Head{}, fmt.Errorf("read the head of the ledger: %q is none", text)
	}
	h.Last = Sum(last)
	return h, nil
}

// Heads marks the ends of a ledger's chains: one for each account, and the one that all
// rows had together before, which ends with the row of the number Before.
type Heads struct {
	Common Head
	Before int64
	Of     map[string]Head
}

// Link is a row as it is stored: with its chain, which is the account's, or "" for the
// common one; its number, which grows by one from row to row; and its checksum, nil
// where it was written before there were any.
type Link struct {
	Row
	Chain  string
	Number int64
	Sum    []byte
}

// Chain is a ledger that can be checked.
type Chain interface {
	// Chain tells the heads and then visits all rows, the common chain first, each by
	// number, as they stand at one moment.
	Chain(ctx context.Context, heads func(Heads) error, visit func(Link) error) error
}

// Audit is the result of checking a ledger.
type Audit struct {
	Checked, Unchecked int64    // rows; unchecked are those from before there were checksums
	Wrong              []string // a sentence for each fault, in order
}

// checking is a check that is under way.
type checking struct {
	Audit
	heads Heads
	chain string
	at    Head  // of the chain that is being checked, so far
	next  int64 // the number that its next row should have
}

// Check holds every row against its checksum, and the ends against the heads.
func Check(ctx context.Context, ledger Chain) (Audit, error) {
	c := &checking{next: 1}
	err := ledger.Chain(ctx, func(h Heads) error { c.heads = h; return nil }, func(l Link) error {
		if l.Chain != c.chain {
			c.end()
			c.chain, c.at, c.next = l.Chain, Head{}, 1
		}
		c.check(l)
		return nil
	})
	if err != nil {
		return c.Audit, err
	}
	c.end()
	for _, account := range slices.Sorted(maps.Keys(c.heads.Of)) {
		if rows := c.heads.Of[account].Rows; rows > 0 { // none of its rows is there
			c.chain, c.at = account, Head{}
			c.end()
		}
	}
	return c.Audit, nil
}

// end holds where a chain ends against its head.
func (c *checking) end() {
	head, of := c.heads.Common, ""
	if c.chain != "" {
		head, of = c.heads.Of[c.chain], " of account "+c.chain
		delete(c.heads.Of, c.chain)
	}
	if c.at != head {
		c.wrong("the end%s is not where it was written to be: %d rows were, and %d are there", of, head.Rows, c.at.Rows)
	}
}

// check goes on to a row of the chain. A row that is wrong is wrong once: the next is
// held against what it says.
func (c *checking) check(l Link) {
	next := c.next
	c.next = l.Number + 1
	named := fmt.Sprintf("row %d (request %s, %s)", l.Number, l.RequestID, l.At.UTC().Format(time.RFC3339))
	if l.Chain != "" {
		named = fmt.Sprintf("row %d of account %s (request %s, %s)", l.Number, l.Chain, l.RequestID, l.At.UTC().Format(time.RFC3339))
	}
	switch late := l.Chain == "" && l.Number > c.heads.Before; {
	case late:
		c.wrong("%s is in no chain", named)
		return
	case l.Chain == "" && l.Sum == nil && c.at.Rows == 0:
		c.Unchecked++
		return
	}
	c.Checked++
	want := c.at.Add(l.Row)
	switch {
	case l.Number > next && !bytes.Equal(l.Sum, want.Last[:]):
		c.wrong("%d rows are missing before %s", l.Number-next, named)
	case l.Number < next && l.Chain != "":
		c.wrong("%s is there twice", named)
	case l.Sum == nil:
		c.wrong("%s has no checksum", named)
	case !bytes.Equal(l.Sum, want.Last[:]):
		c.wrong("%s is not what was written, or does not stand where it was written", named)
	}
	c.at = want
	copy(c.at.Last[:], l.Sum) // nothing where it has none
}

func (a *Audit) wrong(format string, args ...any) {
	a.Wrong = append(a.Wrong, strings.Replace(fmt.Sprintf(format, args...), "1 rows are", "1 row is", 1))
}

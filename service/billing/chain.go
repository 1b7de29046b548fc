package billing

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Sum is the checksum of a row of the ledger. It covers all that the row says and
// the checksum of the row before it, so that the last one covers the whole ledger.
type Sum [sha256.Size]byte

// Head is where a ledger stands: how many rows have a checksum, and the last one.
// It is kept beside the rows, so that rows missing at the end are noticed.
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

// Link is a row as it is stored: with its number, which grows by one from row to
// row, and its checksum, nil where it was written before there were any.
type Link struct {
	Row
	Number int64
	Sum    []byte
}

// Chain is a ledger that can be checked.
type Chain interface {
	// Chain visits all rows by number, and returns the head as it stood with them.
	Chain(ctx context.Context, visit func(Link) error) (Head, error)
}

// Audit is what checking a ledger found.
type Audit struct {
	Checked, Unchecked int64    // rows; unchecked are those from before there were checksums
	Wrong              []string // a sentence for each fault, in order
}

// Check holds every row against its checksum, and the end against the head.
func Check(ctx context.Context, ledger Chain) (a Audit, err error) {
	var at Head
	next := int64(1)
	head, err := ledger.Chain(ctx, func(l Link) error {
		a.check(&at, next, l)
		next = l.Number + 1
		return nil
	})
	if err == nil && at != head {
		a.wrong("the end is not where it was written to be: %d rows were, and %d are there", head.Rows, at.Rows)
	}
	return a, err
}

// check goes on from at, the head so far, to a row that should have the number next.
// A row that is wrong is wrong once: the next is held against what it says.
func (a *Audit) check(at *Head, next int64, l Link) {
	if l.Sum == nil && at.Rows == 0 {
		a.Unchecked++
		return
	}
	a.Checked++
	want := at.Add(l.Row)
	named := fmt.Sprintf("row %d (request %s, %s)", l.Number, l.RequestID, l.At.UTC().Format(time.RFC3339))
	switch {
	case l.Number > next && !bytes.Equal(l.Sum, want.Last[:]):
		a.wrong("%d rows are missing before %s", l.Number-next, named)
	case l.Sum == nil:
		a.wrong("%s has no checksum", named)
	case !bytes.Equal(l.Sum, want.Last[:]):
		a.wrong("%s is not what was written, or does not stand where it was written", named)
	}
	*at = want
	copy(at.Last[:], l.Sum) // nothing where it has none
}

func (a *Audit) wrong(format string, args ...any) {
	a.Wrong = append(a.Wrong, strings.Replace(fmt.Sprintf(format, args...), "1 rows are", "1 row is", 1))
}

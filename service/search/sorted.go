package search

import (
	"bufio"
	"cmp"
	"container/heap"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
)

// sortRoom is how many bytes of documents are sorted in memory.
const sortRoom = 16 << 20

// Sorted gives documents in the order that Build takes them in: most followers first, equals
// by row. More than sortRoom of them wait in a file in the folder, or among temporary files
// where that cannot be, which goes when the stream ends.
func Sorted(folder string, docs iter.Seq2[Doc, error]) iter.Seq2[Doc, error] {
	return sortedIn(sortRoom, folder, docs)
}

func sortedIn(room int, folder string, docs iter.Seq2[Doc, error]) iter.Seq2[Doc, error] {
	return func(yield func(Doc, error) bool) {
		s := sorter{room: room, folder: folder}
		defer func() { discard(s.file) }()
		if err := s.sort(docs); err != nil {
			yield(Doc{}, err)
			return
		}
		if err := s.merge(yield); err != nil {
			yield(Doc{}, fmt.Errorf("sort: %w", err))
		}
	}
}

// sorter holds documents as bytes: runs that are sorted in a file, and the last one.
type sorter struct {
	room   int // bytes
	folder string
	file   *os.File
	ends   []int64 // of the runs
	run    docCodec
	docs   []sortedDoc
}

// sortedDoc is where a document stands, and what it is sorted by.
type sortedDoc struct {
	followers, row int64
	from, to       int
}

func (d sortedDoc) compare(o sortedDoc) int {
	return cmp.Or(cmp.Compare(o.followers, d.followers), cmp.Compare(d.row, o.row))
}

func (s *sorter) sort(docs iter.Seq2[Doc, error]) error {
	for d, err := range docs {
		if err != nil {
			return err
		}
		from := len(s.run.bytes)
		s.run.doc(&d)
		s.docs = append(s.docs, sortedDoc{d.Followers, d.Row, from, len(s.run.bytes)})
		if len(s.run.bytes) >= s.room {
			if err := s.spill(); err != nil {
				return fmt.Errorf("sort: %w", err)
			}
		}
	}
	slices.SortFunc(s.docs, sortedDoc.compare)
	return nil
}

// spill writes a run to the file, the size of each document before it.
func (s *sorter) spill() (err error) {
	if s.file == nil {
		if s.file, err = temporary(s.folder); err != nil {
			return err
		}
	}
	slices.SortFunc(s.docs, sortedDoc.compare)
	w := bufio.NewWriterSize(s.file, 1<<16)
	end := int64(0)
	if n := len(s.ends); n > 0 {
		end = s.ends[n-1]
	}
	for _, d := range s.docs {
		size := binary.AppendUvarint(w.AvailableBuffer(), uint64(d.to-d.from))
		end += int64(len(size) + d.to - d.from)
		_, _ = w.Write(size) // what fails is told by Flush
		_, _ = w.Write(s.run.bytes[d.from:d.to])
	}
	s.ends, s.docs, s.run.bytes = append(s.ends, end), s.docs[:0], s.run.bytes[:0]
	return w.Flush()
}

// merge yields the documents of all runs.
func (s *sorter) merge(yield func(Doc, error) bool) error {
	if s.file == nil {
		for _, d := range s.docs {
			if !yield(readDoc(s.run.bytes[d.from:d.to]), nil) {
				return nil
			}
		}
		return nil
	}
	if err := s.spill(); err != nil {
		return err
	}
	s.run, s.docs = docCodec{}, nil
	var runs docRuns
	from := int64(0)
	for _, end := range s.ends {
		r := &docRun{in: bufio.NewReaderSize(io.NewSectionReader(s.file, from, end-from), 1<<15)}
		if err := r.advance(); err == nil {
			runs = append(runs, r)
		} else if !errors.Is(err, io.EOF) {
			return err
		}
		from = end
	}
	heap.Init(&runs)
	for len(runs) > 0 {
		r := runs[0]
		if !yield(r.head, nil) {
			return nil
		}
		if err := r.advance(); errors.Is(err, io.EOF) {
			heap.Pop(&runs)
		} else if err != nil {
			return err
		} else {
			heap.Fix(&runs, 0)
		}
	}
	return nil
}

type docRun struct {
	in   *bufio.Reader
	head Doc
	room []byte
}

// advance reads the next document; the error is io.EOF behind the last.
func (r *docRun) advance() error {
	size, err := binary.ReadUvarint(r.in)
	if err != nil {
		return err
	}
	r.room = slices.Grow(r.room[:0], int(size))[:size]
	if _, err := io.ReadFull(r.in, r.room); err != nil {
		return fmt.Errorf("cut short: %w", err)
	}
	r.head = readDoc(r.room)
	return nil
}

// docRuns are a heap of runs by their next document.
type docRuns []*docRun

func (h docRuns) Len() int      { return len(h) }
func (h docRuns) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h docRuns) Less(i, j int) bool {
	a, b := &h[i].head, &h[j].head
	return a.Followers > b.Followers || a.Followers == b.Followers && a.Row < b.Row
}
func (h *docRuns) Push(r any) { *h = append(*h, r.(*docRun)) }
func (h *docRuns) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

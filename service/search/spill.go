package search

import (
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"unsafe"
)

// Draft is an index that can only be saved: most of it is in a file. Close it to remove that.
type Draft struct {
	x     *Index
	spill *spill
}

// BuildDraft is Build for an index that is only to be saved, in less memory. The folder is
// for its file.
func BuildDraft(ctx context.Context, folder string, docs iter.Seq2[Doc, error]) (*Draft, error) {
	b := newBuilder(nil)
	b.spill = &spill{folder: folder}
	err := b.read(ctx, docs)
	draft := &Draft{spill: b.spill}
	if err == nil {
		draft.x = b.finish()
		err = b.spill.err
	}
	if err != nil {
		draft.Close()
		return nil, fmt.Errorf("build search index: %w", err)
	}
	return draft, nil
}

// Base is Segments.Base.
func (d *Draft) Base() int { return d.x.Len() }

// Save is Segments.Save.
func (d *Draft) Save(w io.Writer, stamp string) error { return d.x.save(w, stamp, d.spill) }

// Close removes the file.
func (d *Draft) Close() { discard(d.spill.file) }

// spillEvery is the number of creators after which columns are taken to the file.
const spillEvery = 1 << 12

// spill is a file with the beginnings of lists: what was taken from each so far. Nil is
// one that holds nothing. The first error stays.
type spill struct {
	folder string
	file   *os.File
	end    int64
	taken  map[any]taken // by list
	err    error
}

// taken is where the bytes of a list are in the file.
type taken struct {
	pieces []piece
	size   int
}

type piece struct{ from, size int64 }

// temporary makes a file in the folder, or among temporary files where that cannot be. Where
// the system allows it, it is without a name from then on, so that a kill leaves nothing.
func temporary(folder string) (*os.File, error) {
	const name = "greenroom-build*"
	file, err := os.CreateTemp(folder, name)
	if err != nil {
		file, err = os.CreateTemp("", name)
	}
	if err == nil {
		_ = os.Remove(file.Name())
	}
	return file, err
}

func discard(file *os.File) {
	if file != nil {
		_ = file.Close()
		_ = os.Remove(file.Name()) // again, where an open file keeps its name
	}
}

func (s *spill) take(list any, b []byte) {
	if s.file == nil && s.err == nil {
		s.file, s.err = temporary(s.folder)
		s.taken = map[any]taken{}
	}
	if s.err == nil {
		_, s.err = s.file.WriteAt(b, s.end)
	}
	t := s.taken[list]
	s.taken[list] = taken{append(t.pieces, piece{s.end, int64(len(b))}), t.size + len(b)}
	s.end += int64(len(b))
}

// size is how many bytes were taken from a list.
func (s *spill) size(list any) int {
	if s == nil {
		return 0
	}
	return s.taken[list].size
}

// each gives what was taken from a list, piece by piece.
func (s *spill) each(list any, give func([]byte)) {
	if s == nil {
		return
	}
	var room []byte
	for _, p := range s.taken[list].pieces {
		for from, end := p.from, p.from+p.size; from < end && s.err == nil; from += int64(len(room)) {
			room = append(room[:0], make([]byte, min(1<<16, end-from))...)
			if _, s.err = s.file.ReadAt(room, from); s.err == nil {
				give(room)
			}
		}
	}
}

// spilled is how many values were taken from a list.
func spilled[T any](s *spill, list *[]T) uint32 {
	var of T
	return uint32(s.size(list) / int(unsafe.Sizeof(of)))
}

// restore puts back what was taken from lists.
func restore[T any](s *spill, lists ...*[]T) {
	for _, list := range lists {
		whole := make([]T, 0, int(spilled(s, list))+len(*list))
		s.each(list, func(b []byte) { whole = append(whole, fromBytes[T](b)...) })
		*list = append(whole, *list...)
		delete(s.taken, list)
	}
}

// count is how many values a list has, with those that were spilled.
func count[T any](b *builder, list *[]T) uint32 { return spilled(b.spill, list) + uint32(len(*list)) }

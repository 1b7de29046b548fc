package local

import (
	"context"
	"slices"

	"greenroom/internal/sqlio"
)

// common is in how many documents a word is too common to weigh anything:
// looking at each of them would take longer than a planner waits.
const common = 1000

// order lists the documents that have all terms and facets, the best first.
func (f *file) order(ctx context.Context, looked []term, facets []string, limit int) ([]int64, error) {
	rare, err := f.rare(ctx, looked)
	if err != nil {
		return nil, err
	}
	if len(rare) == 0 {
		return all(ctx, f.reader, sqlio.Int, `SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?`, expression(looked, facets), limit)
	}
	matching, err := all(ctx, f.reader, sqlio.Int, `SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid`, expression(looked, facets))
	if err != nil || len(matching) == 0 {
		return nil, err
	}
	list, err := all(ctx, f.reader, sqlio.Int, `SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words, 8.0, 1.0, 0.0), rowid DESC`, expression(rare, nil))
	list = slices.DeleteFunc(list, func(id int64) bool {
		_, ok := slices.BinarySearch(matching, id)
		return !ok
	})
	return list[:min(limit, len(list))], err
}

// rare are the terms with a word that is not common.
func (f *file) rare(ctx context.Context, looked []term) ([]term, error) {
	var list []term
	for _, t := range looked {
		for i, w := range t.words {
			one := term{words: []string{w}, open: t.open && i == len(t.words)-1}
			n, err := f.frequency(ctx, one)
			if err != nil {
				return nil, err
			}
			if n <= common {
				list = append(list, t)
				break
			}
		}
	}
	return list, nil
}

// frequency is in how many documents a term is, counted to one more than common.
func (f *file) frequency(ctx context.Context, t term) (int64, error) {
	return one(ctx, f.reader, sqlio.Int, `SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)`, expression([]term{t}, nil), common+1)
}

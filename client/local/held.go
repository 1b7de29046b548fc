package local

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"sync"

	"greenroom/api"
	"greenroom/internal/sqlio"
)

// held are the creators of the pages of search sessions that are kept, by their
// digests, page by page as they were read.
type held struct {
	mu    sync.Mutex
	pages map[int64][]string // by the answer
}

// Holds says of each of some creators whether a search session that is kept holds
// them. Each kept page is unpacked once.
func (s *scope) Holds(ctx context.Context, digests []string) ([]bool, error) {
	out := make([]bool, len(digests))
	f, where, err := s.there(ctx)
	if err != nil || where.service == 0 {
		return out, err
	}
	if err := f.writer.flush(ctx); err != nil {
		return out, err
	}
	s.held.mu.Lock()
	defer s.held.mu.Unlock()
	kept, err := all(ctx, f.reader, sqlio.Int, `SELECT a.id FROM answers a JOIN sessions n ON n.id = a.session WHERE n.service = ?`, where.service)
	if err != nil {
		return out, err
	}
	pages, known := make(map[int64][]string, len(kept)), map[string]bool{}
	for _, id := range kept {
		page, read := s.held.pages[id]
		if !read {
			if page, err = foundIn(ctx, f, id); err != nil {
				return out, err
			}
		}
		pages[id] = page
		for _, d := range page {
			known[d] = true
		}
	}
	s.held.pages = pages
	for i, d := range digests {
		out[i] = known[d]
	}
	return out, nil
}

// foundIn returns the creators on a kept page. An unreadable page holds nobody.
func foundIn(ctx context.Context, f *file, answer int64) ([]string, error) {
	packed, err := one(ctx, f.reader, func(r sqlio.Row) (b []byte, err error) { return b, r.Scan(&b) }, `SELECT body FROM answers WHERE id = ?`, answer)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil // it was dropped meanwhile
	}
	if err != nil {
		return nil, err
	}
	var page struct {
		Data []struct{ Creator struct{ ID string } }
	}
	body, err := unpacked(packed)
	if err != nil || json.Unmarshal(body, &page) != nil {
		return nil, nil
	}
	digests := make([]string, len(page.Data))
	for i, r := range page.Data {
		digests[i] = api.Digest(r.Creator.ID)
	}
	return digests, nil
}

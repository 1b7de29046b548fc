package plan

import (
	"context"
	"encoding/json"
)

// Glance is the lists that were made in a file for whatever service. A file that
// cannot be read has none.
func Glance(ctx context.Context, path string) (lists []List) {
	docs, _ := ours.Glance(ctx, path, "SELECT body FROM documents WHERE id LIKE ?", listAt+"%")
	for _, doc := range docs {
		var l List
		if json.Unmarshal([]byte(doc), &l) == nil {
			lists = append(lists, l)
		}
	}
	return lists
}

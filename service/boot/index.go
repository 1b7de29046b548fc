package boot

import (
	"context"
	"fmt"
	"time"

	"greenroom/service/catalogue"
	"greenroom/service/store"
)

// KeepIndex makes the search index of a store and keeps it beside it, as the
// built-in service looks for it, so that the next start finds it made. A small
// one is made faster than anybody waits, and not kept. Read is told now and then of
// how many creators it is made so far; may be nil.
func KeepIndex(ctx context.Context, s store.Store, path string, read func(creators int)) error {
	x := catalogue.NewIndex(catalogue.Config{Store: s, Clock: time.Now, Path: indexPath(path), Read: read})
	defer x.Close()
	if _, err := x.Latest(ctx); err != nil {
		return fmt.Errorf("make the search index: %w", err)
	}
	return nil
}

func indexPath(storePath string) string { return storePath + ".index" }

package importer

import (
	"reflect"
	"time"
)

// merge puts a merged record in the place of a gathered one of the entry. seen
// is the date of the record there, nil where it has none: one that says nothing
// new but was seen again is written, and counts as unchanged.
func merge[T any](e *entry, to *T, seen *time.Time, merged T) outcome {
	before := *to
	*to = merged
	if reflect.DeepEqual(before, merged) {
		return unchanged
	}
	e.dirty = true
	if seen == nil {
		return updated
	}
	date := *seen
	*to = before
	*seen = date
	same := reflect.DeepEqual(*to, merged)
	*to = merged
	if same {
		return unchanged
	}
	return updated
}

// Package each tells lists and streams by what holds of each of their items.
package each

import (
	"errors"
	"iter"
)

// Of is what each item of a list is turned into; never nil.
func Of[T, V any](list []T, turned func(T) V) []V {
	out := make([]V, len(list))
	for i, item := range list {
		out[i] = turned(item)
	}
	return out
}

// Where are the items of a list of which something is true; nil where it is of none.
func Where[T any](list []T, is func(T) bool) (some []T) {
	for _, item := range list {
		if is(item) {
			some = append(some, item)
		}
	}
	return some
}

// Stream is what a walk visits, as long as somebody wants more; an error of the walk comes
// last. What visit returns ends the walk.
func Stream[T any](walk func(visit func(T) error) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		enough := errors.New("enough")
		err := walk(func(v T) error {
			if !yield(v, nil) {
				return enough
			}
			return nil
		})
		if err != nil && !errors.Is(err, enough) {
			var none T
			yield(none, err)
		}
	}
}

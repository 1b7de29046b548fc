// Package each tells lists by what holds of each of their items.
package each

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

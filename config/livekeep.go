package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// LiveKeeps are the kinds of live answers, by how long they are kept: details of posts,
// videos and profiles, lists of channels, searches, what is missing or private, and what
// is said, which stays for good unless it is told otherwise.
func LiveKeeps() []string {
	return []string{"details", "lists", "search", "missing", "private", "transcripts"}
}

// ParseAge reads a time such as 90m, 12h, 7d or 2w.
func ParseAge(s string) (time.Duration, bool) {
	for suffix, day := range map[string]time.Duration{"d": 24 * time.Hour, "w": 7 * 24 * time.Hour} {
		n, err := strconv.Atoi(strings.TrimSuffix(s, suffix))
		if strings.HasSuffix(s, suffix) && err == nil && n > 0 && n < 10_000 {
			return time.Duration(n) * day, true
		}
	}
	d, err := time.ParseDuration(s)
	return d, err == nil && d > 0
}

// readKeep reads how long kinds of answers are kept, and says what is wrong with one.
func readKeep(given map[string]string) (out map[string]time.Duration, kind, problem string) {
	out = map[string]time.Duration{}
	for _, kind := range slices.Sorted(maps.Keys(given)) {
		d, ok := ParseAge(given[kind])
		switch {
		case !slices.Contains(LiveKeeps(), kind):
			return nil, kind, unknown("kind of live answer", kind, LiveKeeps())
		case !ok || d < time.Minute:
			return nil, kind, fmt.Sprintf("%s are kept for a time such as 10m, 12h, 30d or 2w, a minute at least, not %q", kind, given[kind])
		}
		out[kind] = d
	}
	return out, "", ""
}

// WithKeep returns the configuration with other times, each written as KIND=TIME.
func (l Live) WithKeep(flags []string) (Live, error) {
	given := map[string]string{}
	for _, f := range flags {
		kind, age, _ := strings.Cut(f, "=")
		given[kind] = age
	}
	times, _, problem := readKeep(given)
	if problem != "" {
		return l, fmt.Errorf("--live-keep: %s", problem)
	}
	all := maps.Clone(l.Keep)
	if all == nil {
		all = times
	}
	maps.Copy(all, times)
	l.Keep = all
	return l, nil
}

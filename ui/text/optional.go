package text

import (
	"math"
	"time"
)

// Unknown stands where a number is not known. It is never a zero.
var Unknown = Text{"–", 1}

// CountOf is Count of a whole or an average number, or Unknown for nil.
func CountOf[N int64 | float64](n *N) Text {
	if n == nil {
		return Unknown
	}
	return Count(int64(math.Round(float64(*n))))
}

// PercentOf is Percent, or Unknown for nil.
func PercentOf(p *float64) Text {
	if p == nil {
		return Unknown
	}
	return Percent(*p)
}

// AgeOf is the age of something seen at the given time, or Unknown for nil.
func AgeOf(seen *time.Time, now time.Time) Text {
	if seen == nil {
		return Unknown
	}
	return AgeSince(*seen, now)
}

// AgoOf is how long ago something happened, or Unknown for nil.
func AgoOf(at *time.Time, now time.Time) Text {
	if at == nil {
		return Unknown
	}
	return Ago(now.Sub(*at))
}

// AgeSince is the age of something seen at the given time, or Unknown for the
// zero time.
func AgeSince(seen, now time.Time) Text {
	if seen.IsZero() {
		return Unknown
	}
	return Age(now.Sub(seen))
}

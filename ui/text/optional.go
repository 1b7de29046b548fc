package text

import "time"

// Unknown stands where a number is not known. It is never a zero.
var Unknown = Text{"–", 1}

// CountOf is Count, or Unknown for nil.
func CountOf(n *int64) Text {
	if n == nil {
		return Unknown
	}
	return Count(*n)
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
	return Age(now.Sub(*seen))
}

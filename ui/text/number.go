package text

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Count is a number of people or likes in at most five cells: 812, 9,950,
// 48.2K, 50K, 312K, 1.4M, 2.1B.
func Count(n int64) Text {
	if n < 0 {
		t := Count(-max(n, -math.MaxInt64))
		return Text{"-" + t.s, t.w + 1}
	}
	if n < 10_000 {
		return Thousands(n)
	}
	v, units := float64(n), "KMBT"
	for i := range units {
		v /= 1000
		digits := 1
		if v >= 99.95 {
			digits = 0
		}
		if v < 999.5 || i == len(units)-1 {
			return ascii(strings.TrimSuffix(strconv.FormatFloat(v, 'f', digits, 64), ".0") + units[i:i+1])
		}
	}
	return Text{}
}

// Thousands is the whole number with commas: 1,425.
func Thousands(n int64) Text {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return ascii(s)
}

// Plural counts things in words: "1 search", "1,425 searches".
func Plural(n int, one, many constant) Text {
	word := many
	if n == 1 {
		word = one
	}
	return Cat(Thousands(int64(n)), Text{" ", 1}, Const(word))
}

// Percent is p percent points: 4.1%, 12%, 0.05%. Rates below 0.1 keep two
// digits, from 10 on none; what would round to zero and is not reads <0.01% or
// >-0.01%.
func Percent(p float64) Text {
	digits := 1
	switch a := math.Abs(p); {
	case math.IsNaN(p) || math.IsInf(p, 0):
		return Unknown
	case a >= 9.95:
		digits = 0
	case p > 0 && p < 0.005:
		return ascii("<0.01%")
	case p < 0 && p > -0.005:
		return ascii(">-0.01%")
	case a > 0 && a < 0.095:
		digits = 2
	}
	return ascii(strconv.FormatFloat(p, 'f', digits, 64) + "%")
}

// Signed is Percent with a plus before what grew.
func Signed(p float64) Text {
	if p > 0 {
		return Cat(ascii("+"), Percent(p))
	}
	return Percent(p)
}

// Age tells the age of data: "just now", "5 min old", "3 h old", "3 d old", "4 mo old", "2
// y old".
func Age(d time.Duration) Text { return since(d, " old") }

// Ago tells the time since something happened: "just now", "5 min ago", "3 d ago".
func Ago(d time.Duration) Text { return since(d, " ago") }

func since(d time.Duration, end string) Text {
	const day = 24 * time.Hour
	n, unit := d/(365*day), " y"
	switch {
	case d < time.Minute:
		return Text{"just now", 8}
	case d < time.Hour:
		n, unit = d/time.Minute, " min"
	case d < day:
		n, unit = d/time.Hour, " h"
	case d < 60*day:
		n, unit = d/day, " d"
	case d < 730*day:
		n, unit = d/(30*day), " mo"
	}
	return ascii(strconv.Itoa(int(n)) + unit + end)
}

// Clock is a place in a recording: 0:07, 12:34, 1:02:03.
func Clock(d time.Duration) Text {
	s := int(max(d, 0) / time.Second)
	b := make([]byte, 0, 8)
	if s >= 3600 {
		b = append(strconv.AppendInt(b, int64(s/3600), 10), ':')
		b = append(two(b, s/60%60), ':')
	} else {
		b = append(strconv.AppendInt(b, int64(s/60), 10), ':')
	}
	return ascii(string(two(b, s%60)))
}

func two(b []byte, n int) []byte { return append(b, byte('0'+n/10), byte('0'+n%10)) }

// Countdown is the time left until something, in few cells: 0:23, 9:59, 41m,
// 3h05, 3d. It rounds up, so that it never promises too much.
func Countdown(d time.Duration) Text {
	switch s := max(d, 0); {
	case s <= 10*time.Minute-time.Second:
		return Clock(s + time.Second - 1)
	case s < time.Hour:
		return ascii(strconv.Itoa(int((s+time.Minute-1)/time.Minute)) + "m")
	case s <= 24*time.Hour-time.Minute:
		s += time.Minute - 1
		b := strconv.AppendInt(nil, int64(s/time.Hour), 10)
		return ascii(string(two(append(b, 'h'), int(s/time.Minute)%60)))
	default:
		return ascii(strconv.Itoa(int((s+24*time.Hour-1)/(24*time.Hour))) + "d")
	}
}

func ascii(s string) Text { return Text{s, len(s)} }

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

// AgoOf tells the time since something happened, or Unknown for nil and the zero time.
func AgoOf(at *time.Time, now time.Time) Text {
	if at == nil || at.IsZero() {
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

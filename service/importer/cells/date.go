package cells

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var dateLayouts = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999", "2006-01-02T15:04", "2006-01-02 15:04",
	"2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05Z07:00", "2006-01-02", "2006/01/02 15:04:05", "2006/01/02", "20060102",
	"2.1.2006 15:04:05", "2.1.2006 15:04", "2.1.2006", "Jan 2, 2006", "January 2, 2006", "2 Jan 2006", "2 January 2006",
	time.RFC1123Z, time.RFC1123,
}

var slashed = regexp.MustCompile(`^(\d{1,2})/(\d{1,2})/(\d{4})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$`)

// Date reads a date as tables write it; without a zone it is UTC. A day
// and month that could be either way round are none.
func Date(text string) (time.Time, bool) {
	text = strings.TrimSpace(text)
	for _, layout := range dateLayouts {
		if at, err := time.Parse(layout, text); err == nil {
			return plausible(at.UTC())
		}
	}
	if number, err := strconv.ParseFloat(text, 64); err == nil {
		return NumberedDate(number)
	}
	if parts := slashed.FindStringSubmatch(text); parts != nil {
		return slashedDate(parts)
	}
	return time.Time{}, false
}

func plausible(at time.Time) (time.Time, bool) {
	return at, at.Year() >= 1990 && at.Year() < 2100
}

// NumberedDate reads spreadsheet serials (days since 30 December 1899) and
// Unix times in seconds or milliseconds.
func NumberedDate(number float64) (time.Time, bool) {
	switch {
	case math.IsNaN(number):
		return time.Time{}, false
	case number >= 32874 && number < 73051:
		seconds := math.Round(number * 86400)
		return time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).Add(time.Duration(seconds) * time.Second), true
	case number >= 6e8 && number < 4e9:
		return plausible(time.Unix(int64(number), 0).UTC())
	case number >= 6e11 && number < 4e12:
		return plausible(time.UnixMilli(int64(number)).UTC())
	default:
		return time.Time{}, false
	}
}

func slashedDate(parts []string) (time.Time, bool) {
	part := func(i int) int { n, _ := strconv.Atoi(parts[i]); return n }
	day, month := part(1), part(2)
	if day <= 12 && month <= 12 && day != month {
		return time.Time{}, false
	}
	if month > 12 {
		day, month = month, day
	}
	at := time.Date(part(3), time.Month(month), day, part(4), part(5), part(6), 0, time.UTC)
	if at.Day() != day || int(at.Month()) != month {
		return time.Time{}, false
	}
	return plausible(at)
}

var datedName = regexp.MustCompile(`(?:^|\D)((?:19|20)\d{2})[-_.]?(0[1-9]|1[0-2])(?:[-_.]?(0[1-9]|[12]\d|3[01]))?(?:\D|$)`)

// DateInName finds when a table was made in its file name: top_2022-09.csv.
func DateInName(name string) (time.Time, bool) {
	parts := datedName.FindStringSubmatch(name)
	if parts == nil {
		return time.Time{}, false
	}
	day := "01"
	if parts[3] != "" {
		day = parts[3]
	}
	at, err := time.Parse("2006-01-02", parts[1]+"-"+parts[2]+"-"+day)
	return at, err == nil
}

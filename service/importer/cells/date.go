package cells

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/width"

	"greenroom/internal/pattern"
)

// Order is the order of day, month and year in the dates of a column.
type Order uint8

// The orders. A cell that more than one fits is not read with AnyOrder, unless
// all of them come to one day.
const (
	AnyOrder Order = iota
	DayFirst
	MonthFirst
	YearFirst
)

var (
	clock = pattern.New(`(?i)(?:^|[\sT,])(\d{1,2})[:.h](\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?\s?m\.?)?\s*(z|utc|gmt|[A-Z]{3,4}|[+-]\d{2}:?\d{2})?\s*(?:\(.*\))?$`)
	zones = map[string]int{"": 0, "z": 0, "utc": 0, "gmt": 0, "est": -5, "edt": -4, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
		"cet": 1, "cest": 2, "eet": 2, "eest": 3, "msk": 3, "jst": 9, "kst": 9}
)

// Date reads a date as tables write it; without a zone it is UTC. A day and month
// that could be either way round are none, unless the order says which.
func Date(text string, o Order) (time.Time, bool) {
	text = strings.TrimSpace(width.Fold.String(text))
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02", "2006-01-02T15:04:05", "2006-01-02 15:04:05-07", "2006-01-02 15:04:05-07:00", "20060102", "20060102T150405Z", "20060102150405"} {
		if at, err := time.Parse(layout, text); err == nil {
			return plausible(at.UTC())
		}
	}
	if number, err := strconv.ParseFloat(text, 64); err == nil {
		return NumberedDate(number)
	}
	day, since, ok := clockOf(text)
	if !ok {
		return time.Time{}, false
	}
	readings := readingsOf(day)
	if o != AnyOrder {
		readings = slices.DeleteFunc(readings, func(r reading) bool { return r.order != AnyOrder && r.order != o })
	}
	for _, r := range readings {
		if !r.at.Equal(readings[0].at) {
			return time.Time{}, false
		}
	}
	if len(readings) == 0 {
		return time.Time{}, false
	}
	return plausible(readings[0].at.Add(since))
}

// Orders lists the orders a date may be in; empty where there is no question.
func Orders(text string) (orders []Order) {
	day, _, ok := clockOf(strings.TrimSpace(width.Fold.String(text)))
	if !ok {
		return nil
	}
	for _, r := range readingsOf(day) {
		if r.order != AnyOrder {
			orders = append(orders, r.order)
		}
	}
	return orders
}

// clockOf takes the time of day off a date; since is from midnight UTC.
func clockOf(text string) (day string, since time.Duration, ok bool) {
	at := clock.FindStringSubmatchIndex(text)
	if at == nil {
		return text, 0, true
	}
	part := func(i int) string {
		if at[2*i] < 0 {
			return ""
		}
		return strings.ToLower(text[at[2*i]:at[2*i+1]])
	}
	hour, _ := strconv.Atoi(part(1))
	minute, _ := strconv.Atoi(part(2))
	second, _ := strconv.Atoi(part(3))
	if half := part(4); half != "" {
		hour = hour%12 + map[byte]int{'a': 0, 'p': 12}[half[0]]
	}
	since = time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second
	day = strings.TrimRight(text[:at[0]], " ,T")
	if zone := part(5); strings.HasPrefix(zone, "+") || strings.HasPrefix(zone, "-") {
		offset, _ := strconv.Atoi(strings.ReplaceAll(zone[1:], ":", ""))
		shift := time.Duration(offset/100)*time.Hour + time.Duration(offset%100)*time.Minute
		if zone[0] == '+' {
			shift = -shift
		}
		since += shift
	} else {
		hours, known := zones[zone]
		if !known {
			return "", 0, false
		}
		since -= time.Duration(hours) * time.Hour
	}
	return day, since, day != "" && hour < 24 && minute < 60 && second <= 60
}

// reading is one way to read the digits of a date.
type reading struct {
	order Order // AnyOrder: there is no other
	at    time.Time
}

// readingsOf lists what a date without its time of day may mean.
func readingsOf(text string) []reading {
	numbers, month, ok := dateParts(text)
	switch {
	case !ok:
		return nil
	case month > 0 && len(numbers) == 1 && len(numbers[0]) == 4:
		return dated(AnyOrder, numbers[0], month, "1")
	case month > 0 && len(numbers) == 2 && len(numbers[0]) == 4:
		return dated(AnyOrder, numbers[0], month, numbers[1])
	case month > 0 && len(numbers) == 2:
		return dated(AnyOrder, numbers[1], month, numbers[0])
	case month > 0 || len(numbers) == 0:
		return nil
	case len(numbers) == 2 && len(numbers[0]) == 4:
		return dated(AnyOrder, numbers[0], number(numbers[1]), "1")
	case len(numbers) == 2 && len(numbers[1]) == 4:
		return dated(AnyOrder, numbers[1], number(numbers[0]), "1")
	case len(numbers) != 3:
		return nil
	case len(numbers[0]) == 4:
		return dated(AnyOrder, numbers[0], number(numbers[1]), numbers[2])
	}
	list := dated(DayFirst, numbers[2], number(numbers[1]), numbers[0])
	if !strings.Contains(text, ".") {
		list = append(list, dated(MonthFirst, numbers[2], number(numbers[0]), numbers[1])...)
	}
	if len(numbers[2]) == 2 && !strings.Contains(text, "/") {
		list = append(list, dated(YearFirst, numbers[0], number(numbers[1]), numbers[2])...)
	}
	return list
}

func number(text string) int { n, _ := strconv.Atoi(text); return n }

// dated is a day, or nothing where there is none. Two digits are of this century
// up to 69, as spreadsheets have it.
func dated(o Order, year string, month int, day string) []reading {
	y, d := number(year), number(day)
	switch {
	case len(year) == 2 && y < 70:
		y += 2000
	case len(year) == 2:
		y += 1900
	case len(year) != 4:
		return nil
	}
	at := time.Date(y, time.Month(month), d, 0, 0, 0, 0, time.UTC)
	if at.Day() != d || int(at.Month()) != month || at.Year() != y {
		return nil
	}
	return []reading{{o, at}}
}

// dateParts parts a date into its numbers and the month that has a name. Words
// that say nothing about the day (of, de, weekdays) may stand between.
func dateParts(text string) (numbers []string, month int, ok bool) {
	for _, token := range tokens(text) {
		if unicode.IsDigit(rune(token[0])) {
			numbers = append(numbers, token)
			continue
		}
		switch m := number(lists["month"][token]); {
		case m > 0 && month == 0:
			month = m
		case m == 0 && lists.Has("date", token):
		default:
			return nil, 0, false
		}
	}
	return numbers, month, true
}

// tokens are the runs of ASCII digits and of letters, in lower case.
func tokens(text string) (out []string) {
	var run strings.Builder
	class := 0
	flush := func() {
		if run.Len() > 0 {
			out = append(out, run.String())
			run.Reset()
		}
	}
	for _, r := range text {
		now := 0
		switch {
		case r >= '0' && r <= '9':
			now = 1
		case unicode.IsLetter(r) || unicode.IsMark(r):
			now = 2
		}
		if now != class {
			flush()
		}
		if class = now; now != 0 {
			run.WriteRune(unicode.ToLower(r))
		}
	}
	flush()
	return out
}

func plausible(at time.Time) (time.Time, bool) {
	return at, at.Year() >= 1990 && at.Year() < 2100
}

// NumberedDate reads spreadsheet serials (days since 30 December 1899) and
// Unix times in seconds or milliseconds.
func NumberedDate(number float64) (time.Time, bool) {
	switch {
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

var (
	datedName = pattern.New(`(?:^|\D)((?:19|20)\d{2})[-_. ]?(0[1-9]|1[0-2])(?:[-_. ]?(0[1-9]|[12]\d|3[01]))?(?:\D|$)`)
	dayInName = pattern.New(`(?:^|\D)(\d{1,2}[-_. ]\d{1,2}[-_. ](?:19|20)\d{2})(?:\D|$)`)
)

// DateInName finds when a table was made in its file name: top_2022-09.csv,
// march 2023.csv. A year alone means its last day: what it says was true by then.
func DateInName(name string) (time.Time, bool) {
	if parts := datedName.FindStringSubmatch(name); parts != nil {
		return first(dated(AnyOrder, parts[1], number(parts[2]), cmp.Or(parts[3], "1")))
	}
	if parts := dayInName.FindStringSubmatch(name); parts != nil {
		return Date(strings.NewReplacer("_", "-", ".", "-", " ", "-").Replace(parts[1]), AnyOrder)
	}
	day, _, ok := DayIn(strings.Join(tokens(name), " "))
	return day, ok
}

// DayIn finds the day of which a header's figures are, and what else it says: "Jan 2024
// followers", "followers_2024-03". A year alone means its last day, a month its first.
func DayIn(header string) (day time.Time, rest string, ok bool) {
	words := strings.FieldsFunc(header, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("_()[]", r) })
	year, years := 0, 0
	for long := 3; long > 0; long-- {
		for i := range max(0, len(words)-long+1) {
			part := strings.Join(words[i:i+long], " ")
			_, month, _ := dateParts(part)
			switch digits := onlyDigits(part); {
			case digits && len(part) == 4 && (part[:2] == "19" || part[:2] == "20"):
				year, years = i, years+1
			case digits && len(part) != 8, long > 1 && month == 0:
			default:
				if day, ok = Date(part, AnyOrder); ok {
					return day, strings.Join(slices.Concat(words[:i], words[i+long:]), " "), true
				}
			}
		}
	}
	if years != 1 {
		return time.Time{}, header, false
	}
	day, ok = first(dated(AnyOrder, words[year], 12, "31"))
	return day, strings.Join(slices.Concat(words[:year], words[year+1:]), " "), ok
}

func first(list []reading) (time.Time, bool) {
	if len(list) == 0 {
		return time.Time{}, false
	}
	return list[0].at, true
}

var (
	isoDuration = pattern.New(`^(?i)pt(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?$`)
	spanUnits   = pattern.New(`^(?i)(?:(\d+)\s*h(?:ours?|rs?)?\s*)?(?:(\d+)\s*m(?:in(?:utes?|s)?)?\.?\s*)?(?:(\d+(?:\.\d+)?)\s*s(?:ec(?:onds?|s)?)?\.?)?$`)
	clockSpan   = pattern.New(`^(?:(\d+):)?(\d{1,3}):(\d{2}(?:\.\d+)?)$`)
)

// Seconds reads a duration: seconds, 4:13, 1:02:33, PT4M13S, 4 min. A header may
// say that plain numbers are minutes or milliseconds.
func Seconds(text, header string) (float64, bool) {
	text = strings.TrimSpace(text)
	if plain, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64); err == nil {
		header = strings.ToLower(header)
		switch {
		case strings.HasSuffix(header, "ms") || strings.Contains(header, "milli"):
			plain /= 1000
		case strings.Contains(header, "min"):
			plain *= 60
		}
		return plain, plain >= 0
	}
	for _, form := range []*pattern.Pattern{isoDuration, clockSpan, spanUnits} {
		if parts := form.FindStringSubmatch(text); parts != nil && strings.Join(parts[1:], "") != "" {
			number := func(i int) float64 { n, _ := strconv.ParseFloat(parts[i], 64); return n }
			return number(1)*3600 + number(2)*60 + number(3), true
		}
	}
	return 0, false
}

package cells

import (
	"strconv"
	"strings"

	"greenroom/internal/pattern"
)

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

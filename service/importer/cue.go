package importer

import (
	"bufio"
	"html"
	"io"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"greenroom/api"
)

// cue is one caption as it stands in the file.
type cue struct {
	line       int
	start, end float64 // seconds
	texts      []string
}

// track is the captions of one file.
type track struct {
	cues     []cue
	language string // as a VTT header says
	broken   []Skip
}

var (
	timing = regexp.MustCompile(`^\s*((?:\d{1,3}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})\s*-->\s*((?:\d{1,3}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})(?:\s.*)?$`)
	// plainTiming is how the long-video network exports captions (SBV).
	plainTiming  = regexp.MustCompile(`^\s*(\d{1,3}:\d{2}:\d{2}\.\d{3}),(\d{1,3}:\d{2}:\d{2}\.\d{3})\s*$`)
	wordTime     = regexp.MustCompile(`<(?:\d{1,3}:)?\d{1,2}:\d{1,2}\.\d{1,3}>`)
	cueTag       = regexp.MustCompile(`(?i)</?(?:c|i|b|u|v|s|lang|ruby|rt|rp|font|em|strong|span|p|br)(?:[.\s][^<>]*)?/?>|\{\\[^{}]*\}`)
	headerTongue = regexp.MustCompile(`(?i)^language:\s*([A-Za-z-]+)`)
)

func looksLikeCaptions(path string, text []byte) bool {
	if strings.HasPrefix(string(text), "WEBVTT") {
		return true
	}
	lower := strings.ToLower(path)
	if strings.HasSuffix(lower, ".srt") || strings.HasSuffix(lower, ".vtt") || strings.HasSuffix(lower, ".sbv") {
		return true
	}
	lines := strings.SplitN(string(text[:min(len(text), 1024)]), "\n", 4)
	for _, line := range lines[:min(len(lines), 3)] {
		if line = strings.TrimRight(line, "\r"); timing.MatchString(line) || plainTiming.MatchString(line) {
			return true
		}
	}
	return false
}

// parseCues reads SRT and VTT alike: what matters are the lines with times.
// Notes, styles and counters are passed over.
func parseCues(r io.Reader) (track, error) {
	var t track
	lines := newLineReader(bufio.NewReader(r))
	open := false
	for {
		line, err := lines.take()
		if err == io.EOF {
			break
		}
		if err != nil {
			return t, err
		}
		open = t.feed(line.number, strings.TrimRight(line.text, "\r\n"), open)
	}
	t.dropCounters()
	return t, nil
}

// feed takes one line; open says that a cue is being read.
func (t *track) feed(number int, text string, open bool) bool {
	if strings.Contains(text, "-->") || plainTiming.MatchString(text) {
		return t.begin(number, text)
	}
	if strings.TrimSpace(text) == "" {
		// An empty line ends a cue; blank ones stand inside rolling captions.
		return open && text != ""
	}
	if found := headerTongue.FindStringSubmatch(text); found != nil && len(t.cues) == 0 {
		t.language = found[1]
	}
	if open {
		last := &t.cues[len(t.cues)-1]
		last.texts = append(last.texts, text)
	}
	return open
}

func (t *track) begin(number int, text string) bool {
	parts := timing.FindStringSubmatch(text)
	if parts == nil {
		parts = plainTiming.FindStringSubmatch(text)
	}
	if parts == nil {
		t.broken = append(t.broken, Skip{Line: number, Reason: "its times cannot be read: " + shorten(strings.TrimSpace(text), 60)})
		return false
	}
	t.cues = append(t.cues, cue{line: number, start: seconds(parts[1]), end: seconds(parts[2])})
	return true
}

// dropCounters removes the number of the next cue where no empty line parts it
// from the text before.
func (t *track) dropCounters() {
	for i := 0; i+1 < len(t.cues); i++ {
		texts := t.cues[i].texts
		if last := len(texts) - 1; last >= 0 && t.cues[i+1].line == t.cues[i].line+len(texts)+1 && onlyDigits(strings.TrimSpace(texts[last])) {
			t.cues[i].texts = texts[:last]
		}
	}
}

func seconds(stamp string) float64 {
	total := 0.0
	for _, part := range strings.Split(strings.ReplaceAll(stamp, ",", "."), ":") {
		value, _ := strconv.ParseFloat(part, 64)
		total = total*60 + value
	}
	return total
}

// segments turns cues into captions: marks removed, in order, each ending
// before the next begins; rolling captions give each line once.
func (t *track) segments() (list []api.Segment, automatic bool) {
	sort.SliceStable(t.cues, func(i, j int) bool { return t.cues[i].start < t.cues[j].start })
	for i := range t.cues {
		automatic = t.cues[i].clean() || automatic
	}
	if automatic || t.rolling() {
		t.unroll()
	}
	for i, c := range t.cues {
		text := strings.Join(c.texts, " ")
		if text == "" {
			continue
		}
		end := max(c.end, c.start)
		if i+1 < len(t.cues) && t.cues[i+1].start > c.start {
			end = min(end, t.cues[i+1].start)
		}
		list = append(list, api.Segment{Text: text, Start: milli(c.start), Duration: milli(end - c.start)})
	}
	return list, automatic
}

func milli(seconds float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(seconds, 'f', 3, 64), 64)
	return rounded
}

// clean strips marks and reports whether single words carried times.
func (c *cue) clean() (timed bool) {
	texts := c.texts[:0]
	for _, text := range c.texts {
		if wordTime.MatchString(text) {
			timed = true
		}
		text = cueTag.ReplaceAllString(wordTime.ReplaceAllString(text, ""), "")
		text = strings.Join(strings.Fields(html.UnescapeString(html.UnescapeString(text))), " ")
		if text != "" {
			texts = append(texts, text)
		}
	}
	c.texts = texts
	return timed
}

// rolling holds where most cues begin with the line the one before ended with.
func (t *track) rolling() bool {
	repeats := 0
	for i := 1; i < len(t.cues); i++ {
		a, b := t.cues[i-1].texts, t.cues[i].texts
		if len(a) > 0 && len(b) > 1 && a[len(a)-1] == b[0] {
			repeats++
		}
	}
	return len(t.cues) > 2 && repeats*3 >= len(t.cues)
}

// unroll leaves each cue the lines that the one before did not show.
func (t *track) unroll() {
	var shown []string
	kept := t.cues[:0]
	for _, c := range t.cues {
		all := c.texts
		fresh := all[overlap(shown, all):]
		if len(all) > 0 {
			shown = all
		}
		switch {
		case len(fresh) > 0:
			c.texts = fresh
			kept = append(kept, c)
		case len(kept) > 0 && len(all) > 0:
			kept[len(kept)-1].end = max(kept[len(kept)-1].end, c.end)
		}
	}
	t.cues = kept
}

// overlap is how many of the last lines of before are the first of after.
func overlap(before, after []string) int {
	for n := min(len(before), len(after)); n > 0; n-- {
		if equal(before[len(before)-n:], after[:n]) {
			return n
		}
	}
	return 0
}

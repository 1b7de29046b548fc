package media

import (
	"bufio"
	"errors"
	"html"
	"io"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"greenroom/api"
	"greenroom/internal/pattern"
)

// cue is one caption as it stands in the file.
type cue struct {
	line       int
	start, end float64 // seconds
	texts      []string
}

// Captions holds the content of one caption file.
type Captions struct {
	Language string // as a VTT header says
	Broken   []BrokenCue
	cues     []cue
	made     made
}

// BrokenCue is a caption that was left out, and why.
type BrokenCue struct {
	Line   int
	Reason string // "its times cannot be read: …"
}

// NULReason is why a row or a caption with a NUL is left out.
const NULReason = "it holds a NUL character, so its text cannot be trusted"

// HasNUL reports whether a text holds a NUL, which no text does on purpose.
func HasNUL(text string) bool { return strings.IndexByte(text, 0) >= 0 }

// Shorten cuts a text of a file for a sentence about it.
func Shorten(text string, limit int) string {
	letters := []rune(text)
	if len(letters) <= limit {
		return text
	}
	return string(letters[:limit]) + "…"
}

// Empty holds where no line with times was found.
func (t *Captions) Empty() bool { return len(t.cues) == 0 }

var (
	timing = pattern.New(`^\s*((?:\d{1,3}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})\s*-->\s*((?:\d{1,3}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})(?:\s.*)?$`)
	// plainTiming matches the times in captions that the long-video network exports (SBV).
	plainTiming    = pattern.New(`^\s*(\d{1,3}:\d{2}:\d{2}\.\d{3}),(\d{1,3}:\d{2}:\d{2}\.\d{3})\s*$`)
	wordTime       = pattern.New(`<(?:\d{1,3}:)?\d{1,2}:\d{1,2}\.\d{1,3}>`)
	cueTag         = pattern.New(`(?i)</?(?:c|i|b|u|v|s|lang|ruby|rt|rp|font|em|strong|span|p|br)(?:[.\s][^<>]*)?/?>|\{\\[^{}]*\}`)
	counter        = pattern.New(`^\d+$`)
	headerLanguage = pattern.New(`(?i)^language:\s*([A-Za-z-]+)`)
)

// NamedCaptions holds for a name with an ending of captions.
func NamedCaptions(name string) bool {
	return slices.Contains([]string{".srt", ".vtt", ".sbv"}, strings.ToLower(filepath.Ext(name)))
}

// LooksLikeCaptions tells captions by their first lines, or by the name of the
// file.
func LooksLikeCaptions(path string, text []byte) bool {
	if strings.HasPrefix(string(text), "WEBVTT") {
		return true
	}
	if NamedCaptions(path) {
		return true
	}
	lines := strings.SplitN(string(text[:min(len(text), 1024)]), "\n", 4)
	return slices.ContainsFunc(lines[:min(len(lines), 3)], func(line string) bool {
		line = strings.TrimRight(line, "\r")
		return timing.MatchString(line) || plainTiming.MatchString(line)
	})
}

// ParseCaptions reads SRT, VTT and SBV alike: what matters are the lines with
// times. Notes, styles and counters are passed over. The text is UTF-8.
func ParseCaptions(r io.Reader) (Captions, error) {
	var t Captions
	lines := bufio.NewReaderSize(r, 64<<10)
	open := false
	for number := 1; ; number++ {
		line, _, err := ReadLine(lines, lineMax)
		if err == io.EOF {
			break
		}
		if err != nil {
			return t, err
		}
		open = t.feed(number, strings.TrimRight(line, "\r\n"), open)
	}
	t.dropCounters()
	return t, nil
}

// lineMax limits the kept bytes of a line.
const lineMax = 1 << 20

// ReadLine reads one line with its end; long says that what goes beyond most bytes is
// lost.
func ReadLine(r *bufio.Reader, most int) (line string, long bool, err error) {
	var text strings.Builder
	for {
		piece, err := r.ReadSlice('\n')
		if text.Len()+len(piece) <= most {
			text.Write(piece)
		} else {
			long = true
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && (text.Len() > 0 || long):
			return text.String(), long, nil
		}
		return text.String(), long, err
	}
}

// feed takes one line; open says that a cue is being read.
func (t *Captions) feed(number int, text string, open bool) bool {
	if strings.Contains(text, "-->") || plainTiming.MatchString(text) {
		return t.begin(number, text)
	}
	if strings.TrimSpace(text) == "" {
		// An empty line ends a cue; blank ones stand inside rolling captions.
		return open && text != ""
	}
	if found := headerLanguage.FindStringSubmatch(text); found != nil && len(t.cues) == 0 {
		t.Language = found[1]
	}
	t.made.kind = t.made.kind || len(t.cues) == 0 && headerKind.MatchString(text)
	if open && HasNUL(text) {
		t.cues = t.cues[:len(t.cues)-1]
		t.Broken = append(t.Broken, BrokenCue{number, NULReason})
		return false
	}
	if open {
		last := &t.cues[len(t.cues)-1]
		last.texts = append(last.texts, text)
	}
	return open
}

func (t *Captions) begin(number int, text string) bool {
	parts := timing.FindStringSubmatch(text)
	if parts == nil {
		parts = plainTiming.FindStringSubmatch(text)
	}
	if parts == nil {
		t.Broken = append(t.Broken, BrokenCue{number, "its times cannot be read: " + Shorten(strings.TrimSpace(text), 60)})
		return false
	}
	if strings.Contains(text, recognisedPlace) {
		t.made.positioned++
	}
	t.cues = append(t.cues, cue{line: number, start: seconds(parts[1]), end: seconds(parts[2])})
	return true
}

// dropCounters removes the number of the next cue where no empty line parts it
// from the text before.
func (t *Captions) dropCounters() {
	for i := 0; i+1 < len(t.cues); i++ {
		texts := t.cues[i].texts
		if last := len(texts) - 1; last >= 0 && t.cues[i+1].line == t.cues[i].line+len(texts)+1 && counter.MatchString(strings.TrimSpace(texts[last])) {
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

// Segments turns cues into captions: marks removed, in order, each ending
// before the next begins; rolling captions give each line once. automatic says that
// they are recognised speech: single words carry times, lines roll, they are placed as such, or read as such.
func (t *Captions) Segments() (list []api.Segment, automatic bool) {
	sort.SliceStable(t.cues, func(i, j int) bool { return t.cues[i].start < t.cues[j].start })
	for i := range t.cues {
		automatic = t.cues[i].clean() || automatic
	}
	if rolls := t.rolling(); automatic || rolls {
		t.unroll()
		automatic = true
	}
	automatic = automatic || 2*t.made.positioned > len(t.cues) || t.recognised()
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
func (t *Captions) rolling() bool {
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
func (t *Captions) unroll() {
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

// overlap counts the last lines of before that are the first of after.
func overlap(before, after []string) int {
	for n := min(len(before), len(after)); n > 0; n-- {
		if slices.Equal(before[len(before)-n:], after[:n]) {
			return n
		}
	}
	return 0
}

// made holds the signs of how a file of captions was made, beside its text.
type made struct {
	kind       bool // a header "Kind: captions", as the long-video network writes
	positioned int  // captions placed as it places recognised speech
}

var (
	headerKind = pattern.New(`(?i)^kind:\s*captions\s*$`)
	// noise is a caption that only names a sound, as recognisers write it.
	noise = pattern.New(`^[\[(♪][^\])]{2,24}[\])♪]$`)
	// namedAutomatic are parts of a file's name: "talk.a.en.vtt", "talk.en.auto.srt".
	namedAutomatic = map[string]bool{"a": true, "asr": true, "auto": true, "automatic": true, "autogenerated": true, "auto-generated": true, "auto_generated": true}
)

const recognisedPlace = "align:start position:0%"

// NamedTrack reads what stands in the name of a caption file between the name of
// its video and its ending: the language, and whether it calls itself automatic.
func NamedTrack(tag string) (language string, automatic bool) {
	lower := strings.ToLower(tag)
	automatic = strings.Contains(lower, "auto-generated") || strings.Contains(lower, "auto generated")
	for part := range strings.FieldsFuncSeq(tag, func(r rune) bool { return strings.ContainsRune(". ()[]", r) }) {
		if namedAutomatic[strings.ToLower(part)] {
			automatic = true
		} else if language == "" {
			language = TagOf(part)
		}
	}
	return language, automatic
}

// fewest captions from which the way they are written tells how they were made.
const fewest = 3

// recognised says that the text of captions is that of a machine that listened:
// hardly a full stop or a question mark in it, and either all of it in small
// letters, or sounds between brackets or the network's own header beside it.
func (t *Captions) recognised() bool {
	var spoken, stopped, small, large, noises int
	for _, c := range t.cues {
		text := strings.Join(c.texts, " ")
		if noise.MatchString(text) {
			noises++
			continue
		}
		first := strings.IndexFunc(text, unicode.IsLetter)
		if first < 0 {
			continue
		}
		spoken++
		if strings.ContainsAny(text, ".!?;:…。！？،؟") {
			stopped++
		}
		switch r := []rune(text[first:])[0]; {
		case unicode.IsLower(r):
			small++
		case unicode.IsUpper(r):
			large++
		}
	}
	if spoken < fewest || stopped*20 > spoken {
		return false
	}
	// "I" and names begin some lines of what is written in small letters.
	lower := small >= 2*fewest && large*4 <= small
	return lower || t.made.kind && (noises > 0 || large*4 <= small)
}

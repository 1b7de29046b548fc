package transcript

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/ui/text"
)

// track is a transcript in one language, ready to be read.
type track struct {
	code     string // of the language, as the service takes it
	language text.Text
	source   text.Text // who wrote it; empty if not said
	title    text.Text
	url      text.Text
	words    int
	length   time.Duration // 0 if not known
	seen     time.Time
	kept     time.Time // when it was asked for, if it came from the memory
	timed    bool
	machine  bool // a machine of the service heard it: each quote says so
	several  bool // videos, each with times of its own
	passages []passage
	cover    cover
	// languages are all that the answer names.
	languages []api.TrackLanguage
}

// passage is a few captions that read as one. It is what the planner stands on
// and quotes.
type passage struct {
	start time.Duration
	text  text.Text
	opens bool // a pause or an empty line stands before it

	heading bool    // the title of a video, not what is said
	of      *origin // of several
}

// piece is one caption, or one sentence of a text without times.
type piece struct {
	start, end time.Duration
	text       text.Text
	pause      bool // an empty line stands before it
}

func videoTrack(v api.VideoTranscript) *track {
	t := &track{
		code: v.Language, language: languageName(v.Language, v.AvailableLanguages), source: sourceName(v.Source),
		title: text.Clean(v.Title), url: text.Clean(v.URL), words: v.WordCount, seen: v.ScrapedAt,
		languages: v.AvailableLanguages,
	}
	pieces := captions(v.Transcript)
	t.timed = len(pieces) > 0
	for _, p := range pieces {
		t.length = max(t.length, p.end)
	}
	if !t.timed {
		pieces = sentences(v.FullText)
	}
	t.passages = gather(pieces)
	return t
}

func photoTrack(p api.PhotoTranscript) *track {
	t := &track{
		code: p.Language, language: languageName(p.Language, nil), source: sourceName(p.Source), machine: p.Source == api.SourceMachine,
		words: p.WordCount, seen: p.ScrapedAt,
	}
	if p.DurationSeconds != nil {
		t.length = seconds(*p.DurationSeconds)
	}
	t.passages = gather(sentences(cmp.Or(p.FullText, p.Transcript)))
	return t
}

func languageName(code string, among []api.TrackLanguage) text.Text {
	for _, l := range among {
		if l.Code == code && l.Name != "" {
			return text.Clean(l.Name)
		}
	}
	if code == "" {
		return text.Const("language not known")
	}
	return text.Clean(english.Language(code))
}

func sourceName(s api.TranscriptSource) text.Text {
	switch s {
	case api.SourceManual:
		return text.Const("manual")
	case api.SourceAuto:
		return text.Const("auto-generated")
	case api.SourceMachine:
		return text.Const("machine transcript")
	}
	return text.Clean(string(s))
}

// seconds bounds what a service says, so that no place in a recording is before
// its beginning or beyond four days.
func seconds(s float64) time.Duration {
	return time.Duration(min(max(s, 0), 359_999) * float64(time.Second))
}

const (
	longest = 150 // cells of a passage; a sentence may end it from enough on
	enough  = 60
	pause   = 3 * time.Second // of silence
)

// captions are the segments that say something. One far longer than captions
// are is cut into sentences, which share its time.
func captions(segments []api.Segment) []piece {
	pieces := make([]piece, 0, len(segments))
	for _, s := range segments {
		words := text.Clean(strings.TrimSpace(s.Text))
		if words.Empty() {
			continue
		}
		p := piece{start: seconds(s.Start), end: seconds(s.Start + max(s.Duration, 0)), text: words}
		if words.Width() <= 2*longest {
			pieces = append(pieces, p)
			continue
		}
		for _, p.text = range cut(words) {
			pieces = append(pieces, p)
		}
	}
	return pieces
}

func sentences(s string) []piece {
	var pieces []piece
	empty := false
	for _, line := range text.CleanLines(s) {
		if strings.TrimSpace(line.String()) == "" {
			empty = true
			continue
		}
		for _, words := range cut(text.Clean(strings.TrimSpace(line.String()))) {
			pieces = append(pieces, piece{text: words, pause: empty})
			empty = false
		}
	}
	return pieces
}

// cut parts a line after its sentences, and those that run on at blanks.
func cut(line text.Text) []text.Text {
	var parts []text.Text
	s := line.String()
	for from := 0; from < len(s); {
		to := from + sentenceEnd(s[from:])
		sentence := line.Part(text.Span{From: from, To: to})
		parts = append(parts, sentence.Wrap(longest)...)
		for from = to; from < len(s) && s[from] == ' '; from++ {
		}
	}
	return parts
}

func sentenceEnd(s string) int {
	for i, r := range s {
		end := i + utf8.RuneLen(r)
		if strings.ContainsRune("。！？", r) || strings.ContainsRune(".!?", r) && strings.HasPrefix(s[end:], " ") {
			return end
		}
	}
	return len(s)
}

func endsSentence(t text.Text) bool {
	s := strings.TrimRight(t.String(), `"'”’»)`)
	r, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune(".!?…。！？", r)
}

// gather joins captions of a few words into passages: up to the end of a
// sentence, a silence, or as much as an eye takes in.
func gather(pieces []piece) []passage {
	var out []passage
	for from := 0; from < len(pieces); {
		to, width := from+1, pieces[from].text.Width()
		for to < len(pieces) && joins(pieces[to-1], pieces[to], width) {
			width += 1 + pieces[to].text.Width()
			to++
		}
		parts := each.Of(pieces[from:to], func(p piece) text.Text { return p.text })
		out = append(out, passage{start: pieces[from].start, text: flow(parts), opens: from > 0 && silent(pieces[from-1], pieces[from])})
		from = to
	}
	return slices.Clip(out)
}

func joins(last, next piece, width int) bool {
	switch {
	case silent(last, next), width+next.text.Width() >= longest:
		return false
	}
	return width < enough || !endsSentence(last.text)
}

func silent(last, next piece) bool { return next.pause || next.start-last.end >= pause }

// flow joins texts with a blank between them, or with nothing where the script
// has no blanks.
func flow(parts []text.Text) text.Text {
	if len(parts) == 1 {
		return parts[0]
	}
	all := make([]text.Text, 0, 2*len(parts))
	for i, p := range parts {
		if i > 0 && !tight(parts[i-1], p) {
			all = append(all, text.Const(" "))
		}
		all = append(all, p)
	}
	return text.Cat(all...)
}

// tight reports whether a and b stand together without a blank.
func tight(a, b text.Text) bool {
	last, _ := utf8.DecodeLastRuneInString(a.String())
	first, _ := utf8.DecodeRuneInString(b.String())
	return unspaced(last) && unspaced(first)
}

func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || strings.ContainsRune("。、！？「」", r)
}

// cover are the passages of a text in which something was masked: as they were
// said, and without what people are reached by.
type cover struct{ bare, masked []passage }

// mask hides what people are reached by. The passages stay the same in number, so
// that one kind takes the place of the other in the middle of reading.
func (t *track) mask() {
	for i, p := range t.passages {
		masked := text.Masked(p.text.String())
		if masked == p.text {
			continue
		}
		if t.cover.bare == nil {
			t.cover = cover{t.passages, slices.Clone(t.passages)}
		}
		t.cover.masked[i].text = masked
	}
	t.reveal(false)
}

// reveal shows every word, or masks again.
func (t *track) reveal(bare bool) {
	switch {
	case t.cover.bare == nil:
	case bare:
		t.passages = t.cover.bare
	default:
		t.passages = t.cover.masked
	}
}

// spoken are the passages with every word, whatever is shown of them.
func (t *track) spoken() []passage {
	if t.cover.bare != nil {
		return t.cover.bare
	}
	return t.passages
}

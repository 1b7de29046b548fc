package world

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"greenroom/api"
	"greenroom/service"
)

// pairs are the languages that aligned talks exist in, and their topics.
var pairs = []string{"en", "de", "fr", "es"}

// title names a video. Some videos about food get a talk that is told in
// several languages, line by line.
func (w *world) title(p *persona, b *book, post *service.Post) heading {
	v := w.voice
	if w.paired(p, b) && (v.chance(14) || p.index == 0 && v.chance(40)) {
		at := hash(w.seed, idVideo, p.index, int(post.PostedAt.Unix()-w.day.Unix())) | 1
		return heading{title: w.titled(p, w.aligned(p.lang, "title", at, 0)), aligned: at}
	}
	return heading{title: w.titled(p, v.text(b.find("title")))}
}

func (w *world) paired(p *persona, b *book) bool {
	return slices.Contains(pairs, p.lang) && b == p.main && (p.topic == "vegan" || p.topic == "cooking")
}

func (w *world) alignedSteps() int { return len(w.lib.book("pair", "en").pools["say"].lines) }

// titled is a title with the name of the video's creator, where the title alone
// is somebody else's already.
func (w *world) titled(p *persona, title string) string {
	for _, t := range []string{title, title + " | " + p.name} {
		if w.claims.take(p.index, t) {
			return t
		}
	}
	return p.name + ": " + title
}

// aligned is line i of an aligned talk, or the only line of its other parts.
func (w *world) aligned(lang, name string, at, i uint64) string {
	v := w.voice
	v.aligned, v.line = at, i
	defer func() { v.aligned = 0 }()
	b := w.lib.book("pair", lang)
	p := b.pools[name]
	v.buf = v.buf[:0]
	if name == "say" {
		v.write(p.lines[i])
	} else {
		v.write(p.lines[at>>7%uint64(len(p.lines))])
	}
	raise(v.buf, 0)
	return string(v.buf)
}

// alignedRemark is a remark that is the same in all languages of pair.
func (w *world) alignedRemark(lang, name string, at, i uint64) string {
	v := w.voice
	v.aligned, v.line = at, i
	defer func() { v.aligned = 0 }()
	v.buf = v.buf[:0]
	v.write(v.pick(w.lib.book("pair", lang).pools[name]))
	return string(v.buf)
}

// transcripts are the tracks of a post: of most videos, of some reels.
func (w *world) transcripts(p *persona, b *book, post *service.Post, t heading) []service.Transcript {
	v := w.voice
	switch {
	case t.aligned != 0:
		return w.tracks(p, post, t)
	case post.Platform == api.VideoPlatform && w.spoken(p, post):
		return []service.Transcript{w.talk(p, b, post, t)}
	case post.Type == api.PostReel && v.chance(68):
		return []service.Transcript{w.reel(p, b, post)}
	}
	return nil
}

func (w *world) spoken(p *persona, post *service.Post) bool {
	return p.index < specials || post.Platform == api.VideoPlatform && w.voice.chance(88)
}

func (w *world) track(p *persona, post *service.Post, lang, title string) service.Transcript {
	v := w.voice
	t := service.Transcript{
		Platform: post.Platform, MediaID: post.PlatformID, CreatorID: p.id, Language: lang, Title: title,
		Source: api.SourceAuto, Original: lang == p.lang, URL: post.URL,
		SeenAt: largestBefore(w.day, w.day, v),
	}
	if t.SeenAt.Before(post.PostedAt) {
		t.SeenAt = post.PostedAt.Add(time.Hour)
	}
	if v.chance(34) {
		t.Source = api.SourceManual
	}
	return t
}

// talk returns the speech of a video.
func (w *world) talk(p *persona, b *book, post *service.Post, h heading) service.Transcript {
	v := w.voice
	t := w.track(p, post, p.lang, h.title)
	segments := min(118, 26+int(v.rng.ExpFloat64()*15))
	var lines []string
	if len(w.streams) > 0 && p.lang == "en" && !p.page && p.index > specials+veganBerlin+veganEurope && v.chance(12) {
		segments, w.streams = w.streams[0], w.streams[1:]
		lines = w.stream(p, segments)
		t.Title, post.Caption = "Live Q&A: "+t.Title, "Live Q&A: "+post.Caption
	} else {
		lines = w.lines(p, b, segments*10/17)
	}
	t.Segments = cut(v, lines, p.lang)
	t.Text = strings.Join(lines, " ")
	if p.lang == "ja" {
		t.Text = strings.Join(lines, "")
	}
	w.timed(post, &t)
	return t
}

// timed makes the video as long as what is said in it.
func (w *world) timed(post *service.Post, t *service.Transcript) {
	last := t.Segments[len(t.Segments)-1]
	seconds := float64(int(last.Start+last.Duration) + w.voice.between(2, 14))
	post.Duration, t.Duration = &seconds, &seconds
}

// lines is a talk: a beginning, steps and asides, an end.
func (w *world) lines(p *persona, b *book, n int) []string {
	out := make([]string, 0, n+2)
	out = append(out, w.say(p, b, "open"))
	for i := range max(n-2, 4) {
		out = w.fresh(p, out, b, i)
	}
	return append(out, w.say(p, b, "close"))
}

// fresh appends a step that was not said a short while ago, or none if nothing
// else comes to mind.
func (w *world) fresh(p *persona, lines []string, b *book, i int) []string {
	recent := lines[max(0, len(lines)-90):]
	line := w.line(p, b, i)
	for _, name := range []string{"say", "saygen", "cap", "more", "cap"} {
		if !slices.Contains(recent, line) {
			return append(lines, line)
		}
		line = w.say(p, b, name)
	}
	return lines
}

// line is the i-th step of a talk; the subject's own lines come first.
func (w *world) line(p *persona, b *book, i int) string {
	v := w.voice
	say := b.find("say")
	switch n := v.n(100); {
	case i%7 == 6:
		return w.say(p, b, "turn")
	case n < 62 && i < 2*len(say.lines):
		return w.say(p, b, "say")
	case n < 76:
		return w.say(p, b, "more")
	default:
		return w.say(p, b, "saygen")
	}
}

// stream is a long recording: chapter after chapter on changing subjects.
func (w *world) stream(p *persona, segments int) []string {
	v := w.voice
	books := []*book{p.main}
	for _, topic := range w.lib.topic(p.topic).related {
		if b := w.lib.book(p.lang, topic); b != nil {
			books = append(books, b)
		}
	}
	out := []string{w.say(p, p.main, "open")}
	for chapter := 0; len(out) < segments*10/16; chapter++ {
		b := books[chapter%len(books)]
		v.about(b)
		for i := range 24 {
			if i%3 == 2 {
				out = append(out, w.say(p, b, "cap"))
				continue
			}
			out = w.fresh(p, out, b, i)
		}
	}
	return append(out, w.say(p, p.main, "close"))
}

// reel returns the speech of a short video: text without times.
func (w *world) reel(p *persona, b *book, post *service.Post) service.Transcript {
	v := w.voice
	t := w.track(p, post, p.lang, "")
	lines := make([]string, 0, 10)
	for range v.between(4, 8) {
		lines = append(lines, w.say(p, b, "say"))
	}
	t.Text = strings.Join(append(lines, w.say(p, b, "close")), " ")
	t.Duration = post.Duration
	return t
}

// tracks is an aligned talk in the creator's language and one or two others.
func (w *world) tracks(p *persona, post *service.Post, h heading) []service.Transcript {
	v := w.voice
	langs := []string{p.lang}
	for _, lang := range pairs {
		if lang != p.lang && len(langs) < 2+int(h.aligned>>3&1) {
			langs = append(langs, lang)
		}
	}
	told := w.parallel(p, langs, h.aligned)
	var out []service.Transcript
	for i, lang := range langs {
		title := h.title
		if i > 0 {
			title = w.titled(p, w.aligned(lang, "title", h.aligned, 0))
		}
		t, lines := w.track(p, post, lang, title), told[i]
		t.Text = strings.Join(lines, " ")
		if i == 0 {
			t.Segments = whole(v, lines)
		} else {
			t.Segments = retime(lines, out[0].Segments)
		}
		w.timed(post, &t)
		out = append(out, t)
	}
	return out
}

// parallel is an aligned talk in each language.
func (w *world) parallel(p *persona, langs []string, at uint64) [][]string {
	told := make([][]string, len(langs))
	add := func(name string, i uint64) {
		for k, line := range w.together(p, langs, name, at, i) {
			told[k] = append(told[k], line)
		}
	}
	add("open", 1)
	for k := range uint64(w.alignedSteps()) {
		if mix(at+k*7)%5 != 0 {
			add("say", k)
		}
	}
	add("close", 999)
	return told
}

// retime gives lines the times of another track.
func retime(lines []string, as []api.Segment) []api.Segment {
	out := make([]api.Segment, len(lines))
	for i, line := range lines {
		out[i] = api.Segment{Text: line, Start: as[i].Start, Duration: as[i].Duration}
	}
	return out
}

// whole makes each line one segment.
func whole(v *voice, lines []string) []api.Segment {
	c := clock{voice: v}
	for _, line := range lines {
		c.add(line, 5)
	}
	return c.out
}

// cut makes lines into segments of a few words.
func cut(v *voice, lines []string, lang string) []api.Segment {
	c := clock{voice: v, out: make([]api.Segment, 0, len(lines)*2)}
	limit, pace := 58, 6 // bytes, hundredths of a second a character
	switch lang {
	case "ja":
		limit = 48 // about sixteen characters
	case "ko", "th":
		limit = 90
	case "ar":
		limit = 100
	case "hi":
		limit, pace = 120, 3
	}
	for _, line := range lines {
		for len(line) > limit {
			at := breakAt(line, limit)
			if at == 0 {
				break
			}
			c.add(strings.TrimRight(line[:at], " "), pace)
			line = strings.TrimLeft(line[at:], " ")
		}
		c.add(line, pace)
	}
	return c.out
}

// breakAt returns where to cut a line: after the middle-most word that leaves both halves
// readable, or, where there are no spaces, after a comma.
func breakAt(line string, limit int) int {
	want := min(limit, (len(line)+1)/2+4)
	if len(line) > 2*limit {
		want = limit
	}
	if at := strings.LastIndexByte(line[:want], ' '); at > 12 {
		return at
	}
	if at := strings.Index(line, "、"); at > 0 && at+3 < len(line) {
		return at + 3
	}
	return 0
}

// clock lays segments one after the other, in hundredths of a second.
type clock struct {
	voice *voice
	now   int
	out   []api.Segment
}

func (c *clock) add(text string, pace int) {
	length := max(200, min(600, utf8.RuneCountInString(text)*pace+c.voice.n(40)))
	c.out = append(c.out, api.Segment{Text: text, Start: float64(c.now) / 100, Duration: float64(length) / 100})
	c.now += length + c.voice.n(50)
}

package transcript

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// channel says whether what is said in a whole channel is read, instead of one
// video or post.
func (s *Screen) channel() bool { return s.page.Kind == view.Channel }

func (s *Screen) what(code string) text.Text {
	switch {
	case s.channel():
		return text.Format("Transcripts of the newest videos of %s", s.page.ID)
	case code == "":
		return text.Format("Transcript of %s", s.called())
	}
	return text.Format("Transcript of %s in %s", s.called(), languageName(code, s.languages))
}

// called names the video or post for people: by its first words, else its id.
func (s *Screen) called() text.Text {
	if n := s.env.Names[s.page.ID]; n.What != "" {
		return text.Format("the %s “%s”", s.noun(), s.env.Said(n.What))
	}
	return text.Format("%s %s", s.noun(), s.page.ID)
}

func (s *Screen) noun() string {
	if s.page.Platform == api.VideoPlatform {
		return "video"
	}
	return "post"
}

// offered reports whether the contract has transcripts of this network.
func (s *Screen) offered() bool {
	return s.page.Platform == api.VideoPlatform || s.page.Platform == api.PhotoPlatform
}

// offer is to read it in a language; "" is its own.
func (s *Screen) offer(code string) view.Offer {
	if s.channel() {
		return s.env.ChannelOffer(s.page.ID)
	}
	return s.env.TranscriptOffer(s.page.Platform, s.page.ID, code)
}

// call reads and prepares a transcript; preparing a long one takes its time,
// which must not be the screen's. The answer carries its languages.
func (s *Screen) call(code string) fetch.Call[*track] {
	c, id := s.env.Client, s.page.ID
	switch {
	case s.channel():
		return prepared(fetch.With2(c.ChannelTranscripts, id, view.ChannelParams()), channelTrack)
	case s.page.Platform == api.VideoPlatform:
		return prepared(fetch.With2(c.VideoTranscript, id, code), videoTrack)
	}
	return prepared(fetch.With2(c.PhotoTranscript, id, code), photoTrack)
}

// prepared is a call whose answer becomes a track.
func prepared[T any](read fetch.Call[T], of func(T) *track) fetch.Call[*track] {
	return func(ctx context.Context, opts ...client.Option) (*track, client.Receipt, error) {
		v, receipt, err := read(ctx, opts...)
		if err != nil {
			return nil, receipt, err
		}
		t := of(v)
		t.mask()
		return t, receipt, nil
	}
}

// origin is the video that something is said in.
type origin struct{ title, url text.Text }

// channelTrack is a channel as one text: each video below its title, and why
// nothing is said in those without a transcript.
func channelTrack(c api.ChannelTranscripts) *track {
	t := &track{
		title: text.Clean(c.ChannelName), seen: c.ScrapedAt, several: true,
		language: text.Format("%d of %s read", c.TranscriptsFetched, text.Plural(len(c.Items), "video", "videos")),
	}
	for _, item := range c.Items {
		v := &origin{text.Clean(item.Title), text.Clean(item.URL)}
		t.passages = append(t.passages, passage{text: titled(item), opens: true, heading: true, of: v})
		var said []passage
		switch pieces := captions(item.Transcript); {
		case item.Error != nil:
			said = []passage{{text: text.Format("No transcript: %s", *item.Error)}}
		case len(pieces) > 0:
			said, t.timed = gather(pieces), true
		default:
			said = gather(sentences(item.FullText))
		}
		for i := range said {
			said[i].of = v
			said[i].opens = said[i].opens || i == 0
		}
		t.passages, t.words = append(t.passages, said...), t.words+item.WordCount
	}
	return t
}

func titled(item api.ChannelTranscript) text.Text {
	t := text.Clean(item.Title)
	if item.PublishedText != nil {
		t = text.Cat(t, text.Format(" · %s", *item.PublishedText))
	}
	if item.ViewCount != nil {
		t = text.Cat(t, text.Format(" · %s views", text.Count(*item.ViewCount)))
	}
	return t
}

// source is the video that the planner stands in: of a channel the one of the
// passage.
func (s *Screen) source() origin {
	t := s.doc.track
	if k := s.standing(); k < len(t.passages) && t.passages[k].of != nil {
		return *t.passages[k].of
	}
	if t.machine {
		return origin{text.Format("%s, %s", s.Title(), t.source), t.url}
	}
	return origin{s.Title(), t.url}
}

// languagesIn are the languages that a refusal says there are; nil if it says
// nothing.
func languagesIn(err error) []api.TrackLanguage {
	failed, ok := errors.AsType[*client.Error](err)
	if !ok || failed.Details["available_languages"] == nil {
		return nil
	}
	raw, err := json.Marshal(failed.Details["available_languages"])
	told := []api.TrackLanguage{}
	if err != nil || json.Unmarshal(raw, &told) != nil {
		return nil
	}
	return told
}

// next is the language after the one on show, around at the end; "" if there is
// no other.
func (s *Screen) next() string {
	if s.page.Platform != api.VideoPlatform {
		return ""
	}
	now := s.missing
	if s.doc != nil {
		now = s.doc.track.code
	}
	at := slices.IndexFunc(s.languages, func(l api.TrackLanguage) bool { return l.Code == now })
	for i := range s.languages {
		code := s.languages[(at+1+i)%len(s.languages)].Code
		if code != "" && code != now && (s.doc == nil || s.loaded[code] != s.doc.track) {
			return code
		}
	}
	return ""
}

func (s *Screen) nextLanguage() view.Out {
	code := s.next()
	if t := s.loaded[code]; t != nil {
		s.failed = false
		s.show(t)
		return view.Say(text.Format("%s, source: %s.", t.language, t.kind()))
	}
	return s.load(code)
}

func (t *track) kind() text.Text { return cmp.Or(t.source, text.Const("unknown")) }

// languageNote tells a language's state: loaded or its price.
func (s *Screen) languageNote(code string) text.Text {
	switch t := s.loaded[code]; {
	case t != nil && s.doc != nil && t == s.doc.track:
		return text.Const("shown")
	case t != nil:
		return text.Const("kept, free")
	}
	return text.Clean(s.env.Tell(s.env.TranscriptOffer(s.page.Platform, s.page.ID, code)))
}

func (s *Screen) languageList() string {
	var names []string
	for _, l := range s.languages {
		name := languageName(l.Code, s.languages).String()
		if l.IsAuto {
			name += " (auto-generated)"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

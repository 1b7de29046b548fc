package transcript

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
	"greenroom/views/view"
)

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

// kind says who wrote the track.
func (t *track) kind() text.Text {
	return cmp.Or(t.source, text.Const("unknown"))
}

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

// languageList names the languages there are, for a sentence.
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

package importer

import (
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"greenroom/service"
	"greenroom/service/language/ident"
	"greenroom/service/media"
)

// mostTracks limits the languages of one video that are compared: more are translated by
// machine.
const mostTracks = 60

// spokenIn is the language that is spoken in a video of which captions in several
// languages lie side by side; "" where there is one only, or nothing tells. What
// download tools mark as the original is; else the one whose words the title has,
// since a title is in the language of its video; else the one whose name says none.
func (j *job) spokenIn(path, title string) string {
	folder, name := filepath.Split(path)
	bare, _ := media.FileLanguage(strings.TrimSuffix(name, filepath.Ext(name)))
	key := folder + strings.TrimSuffix(bare, "-orig")
	code, known := j.spoken[key]
	if !known {
		code = tracksBeside(folder, bare).spoken(title)
		j.spoken[key] = code
	}
	return code
}

// track is a caption file beside others of its video.
type track struct {
	path, language string
	original       bool
}

type tracks []track

func tracksBeside(folder, bare string) (list tracks) {
	entries, _ := os.ReadDir(filepath.Join(folder, "."))
	for _, e := range entries {
		if e.IsDir() || !strings.HasPrefix(e.Name(), bare) || !media.NamedCaptions(e.Name()) || len(list) == mostTracks {
			continue
		}
		stem := strings.TrimSuffix(e.Name(), filepath.Ext(e.Name()))
		if own, code := media.FileLanguage(stem); own == bare {
			list = append(list, track{filepath.Join(folder, e.Name()), code, strings.HasSuffix(stem, "-orig")})
		}
	}
	return list
}

func (l tracks) spoken(title string) string {
	if len(l) < 2 {
		return ""
	}
	words := wordsOf(title)
	best, most, second := "", 0, 0
	plain := ""
	for _, t := range l {
		if t.original {
			return t.language
		}
		text := textOf(t.path)
		if t.language == "" { // its name says none
			t.language = ident.Of(text).Code
			plain = t.language
		}
		hits := 0
		for word := range wordsOf(text) {
			if words[word] {
				hits++
			}
		}
		switch {
		case hits > most && t.language != best:
			best, most, second = t.language, hits, most
		case t.language != best:
			second = max(second, hits)
		}
	}
	if most > second {
		return best
	}
	return plain
}

// wordsOf returns the words of a text that are long enough to tell something.
func wordsOf(text string) map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.M, r) }) {
		if len([]rune(w)) >= 3 {
			words[w] = true
		}
	}
	return words
}

func textOf(path string) string {
	src, err := probe(path)
	if err != nil || !src.captions {
		return ""
	}
	file, err := src.open()
	if err != nil {
		return ""
	}
	defer file.Close()
	captions, err := media.ParseCaptions(file)
	if err != nil {
		return ""
	}
	segments, _ := captions.Segments()
	return service.TextOf(segments)
}

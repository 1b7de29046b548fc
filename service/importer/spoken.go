package importer

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"greenroom/service"
	"greenroom/service/language/ident"
	"greenroom/service/media"
)

// spokenIn is the language that is spoken in a video of which captions in several
// languages lie side by side; "" where there is one only, or nothing tells. What
// download tools mark as the original is; else the one that the title is in; else the one whose
// name says none.
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
		if e.IsDir() || !strings.HasPrefix(e.Name(), bare) || !media.NamedCaptions(e.Name()) {
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
	var codes []string
	plain := ""
	for _, t := range l {
		if t.original {
			return t.language
		}
		if t.language == "" { // its name says none
			plain = ident.Of(textOf(t.path)).Code
			t.language = plain
		}
		codes = append(codes, t.language)
	}
	if said := ident.Of(title, codes...).Code; slices.Contains(codes, said) {
		return said
	}
	return plain
}

func textOf(path string) string {
	src, err := probe(path)
	if err != nil || !src.captions {
		return ""
	}
	captions, _ := src.parse()
	segments, _ := captions.Segments()
	return service.TextOf(segments)
}

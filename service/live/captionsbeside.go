package live

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/language/ident"
	"greenroom/service/media"
)

// unknownLanguage is the code of a language that neither a file nor its text
// tells.
const unknownLanguage = "und"

// tracksBeside reads the captions that lie beside a file below a folder and
// share its name.
func tracksBeside(root, path string, info *media.Info) ([]service.Transcript, error) {
	names, err := beside(root, path, media.NamedCaptions)
	if err != nil {
		return nil, fmt.Errorf("read captions: %w", err)
	}
	var out []service.Transcript
	for _, name := range names {
		tag := strings.TrimSuffix(name, filepath.Ext(name))[len(stemOf(path)):]
		t, err := readTrack(file{root, filepath.Join(filepath.Dir(path), name)}, strings.TrimPrefix(tag, "."), info)
		if err != nil {
			return nil, err
		}
		if t.Text != "" && !slices.ContainsFunc(out, func(have service.Transcript) bool {
			return have.Language == t.Language && have.Source == t.Source
		}) {
			out = append(out, t)
		}
	}
	slices.SortStableFunc(out, byRank)
	return out, nil
}

// beside lists the names of files that lie beside a file and share its name. One that another
// file has a longer name in common with is of that one: "Ep 1.5.en.vtt" is of
// "Ep 1.5.info.json", not of "Ep 1.info.json".
func beside(root, path string, is func(name string) bool) (out []string, err error) {
	folder, err := os.OpenInRoot(root, filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	files, err := folder.ReadDir(-1)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(files, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	stem := stemOf(path) + "."
	var longer []string
	for _, f := range files {
		if other := stemOf(f.Name()) + "."; strings.EqualFold(filepath.Ext(f.Name()), ".json") && len(other) > len(stem) && strings.HasPrefix(other, stem) {
			longer = append(longer, other)
		}
	}
	for _, f := range files {
		name := f.Name()
		if !strings.HasPrefix(name, stem) || !f.Type().IsRegular() || !is(name) {
			continue
		}
		if !slices.ContainsFunc(longer, func(other string) bool { return strings.HasPrefix(name, other) }) {
			out = append(out, name)
		}
	}
	return out, nil
}

// byRank puts the original language first, then manual before automatic.
func byRank(a, b service.Transcript) int {
	rank := func(t service.Transcript) (n int) {
		if !t.Original {
			n += 2
		}
		if t.Source == api.SourceAuto {
			n++
		}
		return n
	}
	return cmp.Or(rank(a)-rank(b), strings.Compare(a.Language, b.Language))
}

// stemOf returns the common name of one post's files: "a.info.json" and "a.mp4.json" are
// of "a".
func stemOf(path string) string {
	name := filepath.Base(path)
	for _, ending := range []string{".info.json", ".json", ".mp4", ".mov", ".webm", ".jpg", ".jpeg", ".png", ".webp", ".mkv"} {
		if strings.HasSuffix(strings.ToLower(name), ending) {
			name = name[:len(name)-len(ending)]
		}
	}
	return name
}

// readTrack reads one caption file; tag is what its name says of its language.
func readTrack(from file, tag string, info *media.Info) (service.Transcript, error) {
	captions, err := readCaptions(from)
	if errors.Is(err, fs.ErrNotExist) {
		return service.Transcript{}, nil
	}
	if err != nil {
		return service.Transcript{}, fmt.Errorf("read captions: %w", err)
	}
	segments, automatic := captions.Segments()
	t := service.Transcript{Segments: segments, Source: api.SourceManual, Text: service.TextOf(segments)}
	language, named := media.NamedTrack(tag)
	t.Language = cmp.Or(language, media.LanguageOf(captions.Language), info.Original(), ident.Of(t.Text).Code, unknownLanguage)
	making := info.Making(tag, t.Language)
	if making == media.Translated {
		return service.Transcript{}, nil
	}
	t.Original = strings.HasSuffix(tag, "-orig") || t.Language == info.Original()
	if named || making == media.Heard || automatic && making == media.Unsaid {
		t.Source = api.SourceAuto
	}
	if info != nil {
		t.Title, t.URL, t.Duration = info.Title, info.WebpageURL, info.Duration
	}
	return t, nil
}

type file struct{ root, path string }

// readCaptions reads a whole file: half a transcript is none.
func readCaptions(from file) (media.Captions, error) {
	f, err := os.OpenInRoot(from.root, from.path)
	if err != nil {
		return media.Captions{}, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(transform.NewReader(f, unicode.BOMOverride(unicode.UTF8.NewDecoder())), savedMax+1))
	if err != nil {
		return media.Captions{}, err
	}
	if len(text) > savedMax {
		return media.Captions{}, malformed()
	}
	return media.ParseCaptions(strings.NewReader(strings.ToValidUTF8(string(text), "\ufffd")))
}

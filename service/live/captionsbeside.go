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
	"greenroom/service/media"
)

// unknownTongue is the code of a language that neither a file nor its text
// tells.
const unknownTongue = "und"

var captionEndings = []string{".vtt", ".srt", ".sbv"}

// tracksBeside reads the captions that lie beside a file and share its name.
func tracksBeside(path string, info *media.Info) ([]service.Transcript, error) {
	stem := stemOf(path)
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("read captions: %w", err)
	}
	var out []service.Transcript
	for _, f := range files {
		rest, ok := strings.CutPrefix(f.Name(), stem+".")
		ending := strings.ToLower(filepath.Ext(f.Name()))
		if !ok || !f.Type().IsRegular() || !slices.Contains(captionEndings, ending) {
			continue
		}
		t, err := readTrack(filepath.Join(filepath.Dir(path), f.Name()), strings.TrimSuffix(rest, filepath.Ext(rest)), info)
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

// stemOf is what the files of one post share: "a.info.json" and "a.mp4.json"
// are of "a".
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
func readTrack(path, tag string, info *media.Info) (service.Transcript, error) {
	captions, err := readCaptions(path)
	if errors.Is(err, fs.ErrNotExist) {
		return service.Transcript{}, nil
	}
	if err != nil {
		return service.Transcript{}, fmt.Errorf("read captions: %w", err)
	}
	segments, automatic := captions.Segments()
	t := service.Transcript{Segments: segments, Source: api.SourceManual, Text: textOf(segments)}
	t.Language = cmp.Or(media.TagOf(tag), media.LanguageOf(captions.Language), spokenIn(info), media.GuessLanguage(t.Text), unknownTongue)
	t.Original = strings.HasSuffix(tag, "-orig") || t.Language == spokenIn(info)
	if automatic && (info == nil || !info.Manual(t.Language)) {
		t.Source = api.SourceAuto
	}
	if info != nil {
		t.Title, t.URL, t.Duration = info.Title, info.WebpageURL, info.Duration
	}
	return t, nil
}

func readCaptions(path string) (media.Captions, error) {
	file, err := os.Open(path)
	if err != nil {
		return media.Captions{}, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(transform.NewReader(file, unicode.BOMOverride(unicode.UTF8.NewDecoder())), savedMax))
	if err != nil {
		return media.Captions{}, err
	}
	return media.ParseCaptions(strings.NewReader(strings.ToValidUTF8(string(text), "\ufffd")))
}

func spokenIn(info *media.Info) string {
	if info == nil {
		return ""
	}
	return media.LanguageOf(info.Language)
}

func textOf(segments []api.Segment) string {
	texts := make([]string, len(segments))
	for i, s := range segments {
		texts[i] = s.Text
	}
	return strings.Join(texts, " ")
}

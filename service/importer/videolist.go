package importer

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"greenroom/api"
	"greenroom/internal/pattern"
	"greenroom/service"
	"greenroom/service/importer/plan"
	"greenroom/service/media"
)

// tie says which video a caption file is of.
type tie struct {
	videoID, title, url string
}

// ties remembers, for each folder, what its lists of videos say. They are read
// from where caption files lie, whether or not they are imported themselves. Keys are
// folders, then base names.
type ties map[string]map[string]tie

// find looks in the folder of the caption file, then in folders beside it that
// hold the same in other languages (course_en, course_fr), then in the one above.
func (t ties) find(path string) (tie, bool) {
	folder, name := filepath.Split(filepath.Clean(path))
	for _, place := range append([]string{folder}, neighbours(folder)...) {
		if found, ok := t.folder(place)[name]; ok {
			return found, true
		}
	}
	return tie{}, false
}

func neighbours(folder string) []string {
	folder = filepath.Clean(folder)
	above := filepath.Dir(folder)
	stem, own := splitLanguage(filepath.Base(folder))
	var list []string
	entries, err := os.ReadDir(above)
	if err == nil && own != "" {
		for _, e := range entries {
			other, language := splitLanguage(e.Name())
			if e.IsDir() && language != "" && other == stem && e.Name() != filepath.Base(folder) {
				list = append(list, filepath.Join(above, e.Name()))
			}
		}
	}
	return append(list, above)
}

// maxListSize is more than a list of the videos of one folder takes.
const maxListSize = 16 << 20

func (t ties) folder(folder string) map[string]tie {
	folder = filepath.Clean(folder)
	if found, ok := t[folder]; ok {
		return found
	}
	found := map[string]tie{}
	t[folder] = found
	lists, _ := filepath.Glob(filepath.Join(escapeGlob(folder), "*.[ctCT][sS][vV]"))
	for _, path := range lists {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() <= maxListSize {
			readTies(path, found)
		}
	}
	return found
}

func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `[`, `\[`, `*`, `\*`, `?`, `\?`).Replace(path)
}

func readTies(path string, into map[string]tie) {
	src, err := probe(path)
	if err != nil {
		return
	}
	t, err := openTable(src, Options{})
	if err != nil {
		return
	}
	defer t.close()
	if t.plan.Kind != plan.VideoList {
		return
	}
	_ = t.each(func(rec record) error {
		r := &row{plan: t.plan, cells: rec.cells}
		name := r.text(plan.CaptionFile)
		if entry, reason := r.tie(); reason == "" && name != "" {
			into[name[strings.LastIndexAny(name, `/\`)+1:]] = entry
		}
		return nil
	})
}

func (r *row) tie() (tie, string) {
	t := tie{title: r.text(plan.Title, plan.Name), url: r.text(plan.URL)}
	_, t.videoID = media.MediaFromURL(t.url)
	if t.videoID = cmp.Or(t.videoID, r.text(plan.PostID)); !media.VideoID.MatchString(t.videoID) {
		return t, "it has neither an id nor an address of a video"
	}
	t.url = media.PostURL(api.VideoPlatform, t.videoID)
	return t, ""
}

func videoListDraft(r *row, path string) (draft, string) {
	t, reason := r.tie()
	if reason != "" {
		return draft{}, reason
	}
	d := t.draft(filepath.Dir(path))
	d.weak = true
	return d, ""
}

// draft is the video with the stand-in account of its folder.
func (t tie) draft(folder string) draft {
	p := collected(api.VideoPlatform, collectionName(folder))
	return draft{
		creator:  service.Creator{Name: p.DisplayName},
		profiles: []service.Profile{p},
		posts: []service.Post{{Platform: api.VideoPlatform, PlatformID: t.videoID, URL: t.url, Type: api.PostVideo,
			Caption: strings.TrimSpace(t.title)}},
	}
}

var genericFolder = pattern.New(`(?i)^(captions?|subtitles?|subs|srt|vtt|transcripts?|videos?|data|downloads?|\.|/|)$`)

// collectionName names a set of videos after their folder, without its
// language: course_fr is course.
func collectionName(folder string) string {
	absolute, _ := filepath.Abs(folder)
	for range 3 {
		stem, _ := splitLanguage(filepath.Base(absolute))
		if !genericFolder.MatchString(stem) {
			return strings.ReplaceAll(stem, "_", " ")
		}
		absolute = filepath.Dir(absolute)
	}
	return "captions"
}

// splitLanguage parts a name such as course_fr, course-pt-BR or fr from the
// language it ends in.
func splitLanguage(name string) (stem, language string) {
	if code := media.TagOf(name); code != "" {
		return "", code
	}
	for _, separators := range []string{"_.", "-_."} {
		at := strings.LastIndexAny(name, separators)
		if at > 0 {
			if code := media.TagOf(name[at+1:]); code != "" {
				return name[:at], code
			}
		}
	}
	return name, ""
}

package stage

import (
	"encoding/json"
	"os"
	"path/filepath"

	"greenroom/config"
	"greenroom/demo/script"
	"greenroom/internal/sheet"
)

// bookmark remembers the place in a tour, in a file of the user's state.
type bookmark struct {
	file   string
	script *script.Script
}

// marks are the chapters of tours, by the names of their scripts.
type marks map[string]string

func openBookmark(s *script.Script) (*bookmark, error) {
	folders, err := config.Standard()
	if err != nil {
		return nil, err
	}
	return &bookmark{filepath.Join(folders.State, "tours.json"), s}, nil
}

func (b *bookmark) read() marks {
	m := marks{}
	raw, err := os.ReadFile(b.file)
	if err == nil {
		_ = json.Unmarshal(raw, &m)
	}
	return m
}

// chapter returns the chapter to go on with: by its title, since a newer script may have
// others.
func (b *bookmark) chapter() int {
	title := b.read()[b.script.Name]
	for i, c := range b.script.Chapters() {
		if c.Title == title {
			return i
		}
	}
	return 0
}

// keep notes the chapter that begins; one past the last begins anew the next time. What
// cannot be written is not worth stopping a tour for.
func (b *bookmark) keep(chapter int) {
	m, all := b.read(), b.script.Chapters()
	if delete(m, b.script.Name); chapter < len(all) {
		m[b.script.Name] = all[chapter].Title
	}
	if raw, err := json.Marshal(m); err == nil && os.MkdirAll(filepath.Dir(b.file), 0o700) == nil {
		_ = sheet.Replace(b.file, raw)
	}
}

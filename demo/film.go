package demo

import (
	"image/color"

	"greenroom/demo/record"
	"greenroom/demo/script"
)

// The paper and ink of recordings.
var (
	paper = color.RGBA{0x16, 0x16, 0x1e, 0xff}
	ink   = color.RGBA{0xc0, 0xca, 0xf5, 0xff}
)

// Film plays a script on a stage, which has just begun, and keeps what was shown. picture
// is handed each screen that the script keeps; nil keeps none. It takes no longer than the
// playing does.
func Film(s *script.Script, on *Stage, picture func(name string, film *record.Film, lines []string) error) (*record.Film, error) {
	film := &record.Film{Title: s.Title, W: s.W, H: s.H, Paper: paper, Ink: ink}
	p := NewPlayer(s, on)
	chapter := p.Chapter()
	err := p.Play(func(m Moment) error {
		if m.Chapter != chapter {
			chapter = m.Chapter
			film.Begin(s.Chapters()[chapter].Title)
		}
		film.Show(m.Frame, m.Caption, m.For)
		if m.Picture != "" && picture != nil {
			return picture(m.Picture, film, bare(p))
		}
		return nil
	})
	return film, err
}

// bare are the lines of the workbench alone, as a user sees them.
func bare(p *Player) []string {
	p.Resize(p.script.W, p.script.H)
	defer p.Resize(p.script.W, Rows(p.script.H))
	return splitLines(p.Frame())
}

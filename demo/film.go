package demo

import (
	"greenroom/demo/record"
	"greenroom/demo/script"
)

// Film plays a script on a stage, which has just begun, and keeps what a terminal shows of
// it. picture is handed each screen that the script keeps; nil keeps none. It takes no longer
// than the playing does.
func Film(s *script.Script, on *Stage, in record.Terminal, picture func(name string, film *record.Film, lines []string) error) (*record.Film, error) {
	film := &record.Film{Title: s.Title, W: s.W, H: s.H, Terminal: in}
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

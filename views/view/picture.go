package view

import (
	"greenroom/ui/layout"
	"greenroom/ui/picture"
	"greenroom/ui/text"
	"greenroom/ui/widget"
)

// Pictures tells how people are pictured, and whose portrait is drawn; the zero value
// pictures nobody. The root changes it.
type Pictures struct {
	Mode picture.Mode
	// Has says whether there is a portrait of a creator, and Kind what it is.
	Has  func(id string) bool
	Kind text.Text
	// Of is whose portrait Lines are: the one on whom the cursor rests.
	Of    string
	Lines []string
}

// Pictured is a screen on which a portrait stands.
type Pictured interface {
	// Pictured is whose, by creator id; "" if nobody's.
	Pictured() string
}

// Lead returns the cells before a name in a list.
func (f *Frame) Lead() int {
	if f.Pictures.Mode == picture.Off {
		return 0
	}
	return picture.Lead
}

// Named is a cell that names somebody, behind a monogram where people are pictured.
func (f *Frame) Named(c widget.Cell, id string) widget.Cell {
	if f.Lead() > 0 {
		tags := f.Styles.Tags
		c.Lead = widget.Run{Text: picture.Monogram(c.Text.String()), Style: tags[picture.Tag(id, len(tags))]}
	}
	return c
}

// Portrayed gathers what stands beside a portrait, and the portrait where there is one. Its
// cells are empty until the cursor rests.
func (f *Frame) Portrayed(b *widget.Block, id string, beside func(*widget.Block)) {
	if !f.Portrays(id, b.W) && !(b.Tells && f.Portrays(id, 2*picture.W)) {
		beside(b)
		return
	}
	in := widget.Block{W: b.W - picture.W - 1, Tells: b.Tells}
	beside(&in)
	for len(in.Lines) < picture.H-1 && !b.Tells {
		in.Gap()
	}
	in.Line(widget.Run{Text: f.Pictures.Kind, Style: f.Styles.Faint})
	b.Told = append(b.Told, in.Told...)
	for i, drawn := range layout.FitLines(f.Portrait(id), picture.W, len(in.Lines)) {
		b.Lines = append(b.Lines, " "+drawn+in.Lines[i])
	}
}

// Portrays says whether the portrait of somebody stands in w cells, with as much beside it.
func (f *Frame) Portrays(id string, w int) bool {
	return f.Pictures.Mode >= picture.Blocks && f.Pictures.Has(id) && w >= 2*picture.W
}

// Portrait returns the portrait of a creator, or its place.
func (f *Frame) Portrait(id string) []string {
	if f.Pictures.Of == id {
		return f.Pictures.Lines
	}
	return nil
}

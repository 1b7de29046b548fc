package theme

import "strings"

// Styles are the looks by meaning. A *Styles is handed down;
// it is never a package variable, and it is never changed after it was made.
// The groups are embedded: st.Dim, st.Good, st.Selected, st.Bar.
type Styles struct {
	Name string
	Dark bool
	Ink
	Verdict
	Row
	Frame
	Money
}

// Ink is for words.
type Ink struct {
	Text   Style // the terminal's own
	Strong Style // a headline number or name
	Dim    Style // second in rank, always readable
	Faint  Style // third in rank: separators of a line, ages, hints
	Title  Style // of a pane or dialog
	Header Style // of a table's columns
	Accent Style // the one strong colour: where the planner is
	Link   Style // opens something
}

// Verdict is for judgements; each needs its word or glyph too.
type Verdict struct {
	Good    Style
	Neutral Style
	Bad     Style
	Warn    Style
}

// Row is for what stands out among rows and letters.
type Row struct {
	Selected     Style // the row under the cursor: a background to put cells On
	Marked       Style // a marked row's glyph and name
	Match        Style // letters that a search found
	MatchCurrent Style // the hit the planner stands on
}

// Frame is for the workbench around the content.
type Frame struct {
	Border      Style
	BorderFocus Style
	Bar         Style // the status bar
	BarDim      Style // second in rank on the bar
	BarWarn     Style // a warning on the bar
	Demo        Style // the badge that no one may miss
	Chip        Style // a condition read from a query
	ChipKey     Style // its key or its cross
	Key         Style // the key of a hint
	Toast       Style
	ToastBad    Style
	Scan        Style // what a camera reads: light upon dark, whatever the theme
}

// Cost is the style of words that tell a price: what costs nothing ends with "free".
func (m *Money) Cost(words string) Style {
	if strings.HasSuffix(words, "free") {
		return m.Free
	}
	return m.Price
}

// Money is for what things cost.
type Money struct {
	Price Style // what a key would cost
	Free  Style // what costs nothing
	Gauge Style // what is left of a budget
	Low   Style // what is left when little is
}

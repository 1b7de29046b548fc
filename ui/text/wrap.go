package text

// Wrap breaks t into lines of at most w cells, at blanks where it can. It
// returns at least one line; w below 1 counts as 1. A letter wider than w is
// drawn as an ellipsis.
func (t Text) Wrap(w int) []Text {
	w = max(w, 1)
	if t.w <= w {
		return []Text{t}
	}
	spans := t.WrapAt(w)
	lines := make([]Text, len(spans))
	for i, s := range spans {
		lines[i] = t.Part(s).Truncate(w, Ellipsis)
	}
	return lines
}

// Part is the piece of t that a span of WrapAt or Find covers. The span must be
// one of t.
func (t Text) Part(s Span) Text {
	part := t.s[s.From:s.To]
	if t.ascii() {
		return Text{part, len(part)}
	}
	return Text{part, measure(part)}
}

// WrapAt is Wrap without the lines: where each begins and ends in t.
func (t Text) WrapAt(w int) []Span { return t.AppendWrap(nil, w) }

// AppendWrap is WrapAt that appends to spans; Line counts from 0.
func (t Text) AppendWrap(spans []Span, w int) []Span {
	w = max(w, 1)
	for line, at := 0, 0; ; line++ {
		end, next := t.breakAfter(at, w)
		spans = append(spans, Span{line, at, end})
		if next >= len(t.s) {
			return spans
		}
		at = next
	}
}

// breakAfter returns the end of a line that begins at from, without blanks, and the
// beginning of the next.
func (t Text) breakAfter(from, w int) (end, next int) {
	at, cells, blank := from, 0, -1
	for at < len(t.s) {
		n, c := unit(t.s[at:])
		if n == 1 && t.s[at] == ' ' {
			blank = at
		}
		if cells+c > w {
			break
		}
		at, cells = at+n, cells+c
	}
	switch {
	case at == len(t.s):
		return t.trimEnd(from, at), at
	case at == from:
		n, _ := unit(t.s[at:])
		return at + n, t.skipBlanks(at + n)
	case blank > from:
		at = blank
	}
	return t.trimEnd(from, at), t.skipBlanks(at)
}

func (t Text) skipBlanks(at int) int {
	for at < len(t.s) && t.s[at] == ' ' {
		if n, _ := unit(t.s[at:]); n > 1 {
			break
		}
		at++
	}
	return at
}

func (t Text) trimEnd(from, at int) int {
	for at > from && t.s[at-1] == ' ' {
		at--
	}
	return at
}

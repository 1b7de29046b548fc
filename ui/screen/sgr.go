package screen

// The way back from what a style writes to the style: SGR, with numbers between
// semicolons, and between colons where they belong together.

// apply changes a style by the parameters of one SGR sequence.
func (s *style) apply(parameters string) {
	link := s.link
	p := numbers{rest: parameters}
	for first := true; first || p.more(); first = false {
		s.one(&p, p.next())
	}
	s.link = link
}

func (s *style) one(p *numbers, n int) {
	switch {
	case n == 0:
		*s = style{}
	case n == 4 && p.sub:
		if u := p.next(); u >= 0 && u <= 5 {
			s.underline = uint8(u)
		}
	case n == 4:
		s.underline = 1
	case n >= 1 && n <= 9:
		s.attrs |= attributes[n]
	case n == 22:
		s.attrs &^= bold | faint
	case n == 24:
		s.underline = 0
	case n == 25:
		s.attrs &^= blink | rapid
	case n >= 23 && n <= 29:
		s.attrs &^= attributes[n-20]
	case n == 38 || n == 48 || n == 58:
		s.extended(p, n)
	case n >= 30 && n <= 37:
		s.fg = basic | hue(n-30)
	case n >= 40 && n <= 47:
		s.bg = basic | hue(n-40)
	case n >= 90 && n <= 97:
		s.fg = basic | hue(n-90+8)
	case n >= 100 && n <= 107:
		s.bg = basic | hue(n-100+8)
	case n == 39:
		s.fg = 0
	case n == 49:
		s.bg = 0
	case n == 59:
		s.line = 0
	}
}

// attributes are those that SGR numbers switch on; 20 more switches them off.
var attributes = [10]uint8{1: bold, 2: faint, 3: italic, 5: blink, 6: rapid, 7: reverse, 8: conceal, 9: strike}

// extended reads a colour of 256 or a full one.
func (s *style) extended(p *numbers, which int) {
	var h hue
	switch p.next() {
	case 5:
		n := p.next()
		if n < 0 || n > 255 {
			return
		}
		h = indexed | hue(n)
	case 2:
		colons := p.sub
		r := p.next()
		if colons && p.longer() {
			r = p.next() // behind a number for the colour space
		}
		g, b := p.next(), p.next()
		if r|g|b < 0 || r > 255 || g > 255 || b > 255 {
			return
		}
		h = full | hue(r)<<16 | hue(g)<<8 | hue(b)
	default:
		return
	}
	switch which {
	case 38:
		s.fg = h
	case 48:
		s.bg = h
	case 58:
		s.line = h
	}
}

// numbers reads the parameters of a sequence one by one.
type numbers struct {
	rest string
	sub  bool // a colon followed the last one
}

func (p *numbers) more() bool { return p.rest != "" }

// next is the next number; one that is missing is 0.
func (p *numbers) next() int {
	n, i := 0, 0
	for ; i < len(p.rest) && p.rest[i] >= '0' && p.rest[i] <= '9'; i++ {
		n = min(n*10+int(p.rest[i]-'0'), 1<<16)
	}
	p.sub = i < len(p.rest) && p.rest[i] == ':'
	p.rest = p.rest[min(i+1, len(p.rest)):]
	return n
}

// longer says that three more numbers follow with colons between.
func (p *numbers) longer() bool {
	colons := 0
	for i := 0; i < len(p.rest) && p.rest[i] != ';'; i++ {
		if p.rest[i] == ':' {
			colons++
		}
	}
	return p.sub && colons >= 2
}

package screen

import "strconv"

// furthest limits the rows by which a list is found scrolled: three at a time by the
// wheel, more by half a page.
const furthest = 40

// worthScrolling is the number of cells scrolling has to save: it sends bytes, and rows
// flicker where frames are not shown as a whole.
const worthScrolling = 60

// shiftFinder finds rows that moved up or down together.
type shiftFinder struct {
	plain  []int // of each row: cells that differ as it stands
	bare   []int // of the rows above each: what uncovering them all would save
	probes []int // rows to look at first
}

// shift is a region of rows, and how many it moves up; down is negative.
type shift struct{ top, bottom, by, saves int }

// scroll moves on the terminal what moved in the view, and leaves what differs
// then to be written.
func (p *painter) scroll() {
	s := p.find()
	if s.saves < worthScrolling {
		return
	}
	p.ink(0)
	p.out = append(strconv.AppendInt(append(strconv.AppendInt(append(p.out, "\x1b["...), int64(s.top+1), 10), ';'), int64(s.bottom+1), 10), 'r')
	p.x = -1 // setting margins moves the cursor
	if s.by > 0 {
		p.move(0, s.bottom)
		for range s.by {
			p.out = append(p.out, '\n')
		}
	} else {
		p.move(0, s.top)
		for range -s.by {
			p.out = append(p.out, "\x1bM"...)
		}
	}
	p.out = append(p.out, "\x1b[r"...)
	p.x = -1
	for y := range p.rows(s) {
		row := p.front.row(y)
		if from := y + s.by; from >= s.top && from <= s.bottom {
			copy(row, p.front.row(from))
		} else {
			fill(row)
		}
		p.dirty[y] = true
	}
}

// rows are those of a region, in the order in which each is overwritten only after
// it was read.
func (p *painter) rows(s shift) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range s.bottom - s.top + 1 {
			y := s.top + i
			if s.by < 0 {
				y = s.bottom - i
			}
			if !yield(y) {
				return
			}
		}
	}
}

// find is the shift that saves most.
func (p *painter) find() (best shift) {
	f, h := p.shift, p.back.h
	if len(f.plain) != h {
		f.plain, f.bare = make([]int, h), make([]int, h+1)
	}
	changed := 0
	for y := range h {
		if f.plain[y] = 0; p.dirty[y] {
			f.plain[y] = unequal(p.front.row(y), p.back.row(y))
		}
		if f.plain[y] > 0 {
			changed++
		}
		f.bare[y+1] = f.bare[y] + f.plain[y] - content(p.back.row(y))
	}
	if changed < 4 {
		return best
	}
	p.probe(changed)
	for by := -min(furthest, h-1); by < min(furthest, h); by++ {
		if by != 0 && p.mayMove(by) {
			if s := p.region(by); s.saves > best.saves {
				best = s
			}
		}
	}
	return best
}

// probes is the number of differing rows looked at before all are compared.
const probes = 8

// probe chooses rows that differ, spread over all of them: what stands beside a list
// changes as well when one walks through it, and fills only some of the rows.
func (p *painter) probe(changed int) {
	f := p.shift
	f.probes = f.probes[:0]
	seen := 0
	for y, n := range f.plain {
		if n == 0 {
			continue
		}
		if seen*probes/changed != (seen-1)*probes/changed || seen == 0 {
			f.probes = append(f.probes, y)
		}
		seen++
	}
}

// mayMove says whether those rows together are nearer to what stood beside them.
func (p *painter) mayMove(by int) bool {
	nearer := 0
	for _, y := range p.shift.probes {
		if from := y + by; from >= 0 && from < p.back.h {
			nearer += p.shift.plain[y] - unequal(p.front.row(from), p.back.row(y))
		}
	}
	return nearer > 0
}

// region is the rows for which a shift saves most: those between which the sum of
// what each saves is the greatest, less what has to be written where rows are
// uncovered.
func (p *painter) region(by int) (best shift) {
	h := p.back.h
	from, to := max(0, -by), min(h, h-by) // rows that have another to come from
	sum, top := 0, from
	for y := from; y < to; y++ {
		if sum <= 0 {
			sum, top = 0, y
		}
		sum += p.shift.plain[y] - unequal(p.front.row(y+by), p.back.row(y))
		if s := p.saves(by, top, y, sum); s.saves > best.saves {
			best = s
		}
	}
	return best
}

// saves adds the rows that are uncovered to a shift of the rows top to y.
func (p *painter) saves(by, top, y, sum int) shift {
	bare := p.shift.bare
	if by > 0 {
		return shift{top, y + by, by, sum + bare[y+by+1] - bare[y+1]}
	}
	return shift{top + by, y, by, sum + bare[top] - bare[top+by]}
}

// unequal counts the cells in which two rows differ.
func unequal(a, b []cell) (n int) {
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

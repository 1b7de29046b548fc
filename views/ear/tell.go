package ear

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"greenroom/internal/each"
	"greenroom/views/view"
)

// atOnce limits the rows told at once.
const atOnce = 5

// item is a row with its number, or what stands between rows, without one.
type item struct {
	view.Fact
	n int
}

func (e *ear) items() (all []item) {
	n := 0
	for _, f := range e.d.Root().Tell() {
		switch f.Kind {
		case view.Row:
			n++
			all = append(all, item{f, n})
		case view.Note:
			all = append(all, item{f, 0})
		}
	}
	return all
}

// rowFacts are the rows, in their order.
func (e *ear) rowFacts() []view.Fact {
	rows := each.Where(e.items(), func(it item) bool { return it.n > 0 })
	return each.Of(rows, func(it item) view.Fact { return it.Fact })
}

// fromHere has the rows told from the first, or from the selected one where that is not
// among the first.
func (e *ear) fromHere(now moment) {
	if e.next = 0; now.here > atOnce {
		e.next = slices.IndexFunc(e.items(), func(it item) bool { return it.n == now.here })
	}
}

// tellRows tells the next rows, and those lines that stand between them.
func (e *ear) tellRows() {
	all := e.items()
	for told := 0; e.next < len(all) && told < atOnce; e.next++ {
		it := all[e.next]
		if it.n == 0 {
			e.say(e.sentence(it.Fact))
			continue
		}
		told++
		it.Here = it.Here && it.n > 1 // the first is as is to be expected
		e.say(fmt.Sprintf("%d. %s", it.n, e.row(it.Fact)))
	}
}

// left counts the rows not told yet.
func (e *ear) left() (n int) {
	all := e.items()
	for _, it := range all[min(e.next, len(all)):] {
		n += min(it.n, 1)
	}
	return n
}

// more tells further rows; where all were told it looks whether there are others.
func (e *ear) more() {
	if e.left() == 0 {
		e.toEnd()
	}
	if e.left() == 0 {
		e.say("That is all.")
		return
	}
	e.tellRows()
	if n := e.left(); n > 0 {
		e.say(fmt.Sprintf("%d more.", n))
	}
}

// sentence is a fact in a sentence, without what is told only when it is asked for.
func (e *ear) sentence(f view.Fact) string {
	parts := []string{f.Value.String()}
	for _, c := range f.Children {
		if said := e.sentence(c); c.Kind != view.Aside && said != "" {
			parts = append(parts, said)
		}
	}
	parts = append(parts, e.state(f)...)
	said := joined(parts, ", ")
	if label := f.Label.String(); label != "" && said != "" {
		return label + ": " + said
	} else if label != "" {
		return label
	}
	return said
}

func (e *ear) row(f view.Fact) string {
	switch {
	case !f.Said.Empty():
		return joined(append([]string{f.Said.String()}, e.state(f)...), ", ")
	case f.Value.Empty() || len(f.Children) == 0:
		return e.sentence(f)
	}
	head := f
	head.Children = nil
	more := each.Where(f.Children, func(c view.Fact) bool { return c.Kind != view.Aside })
	return joined(append([]string{e.sentence(head)}, each.Of(more, e.sentence)...), ". ")
}

func (e *ear) state(f view.Fact) []string {
	var parts []string
	if e.exactly {
		parts = append(parts, f.Exact.String())
	}
	if parts = append(parts, f.Price); f.Marked {
		parts = append(parts, "marked")
	}
	if f.Here {
		parts = append(parts, "here")
	}
	return parts
}

// whole tells all of a row, a line each.
func (e *ear) whole(n int, f view.Fact) {
	head := f
	head.Children, head.Here = nil, false
	e.say(fmt.Sprintf("%d. %s", n, e.sentence(head)))
	for _, c := range f.Children {
		if said := e.sentence(c); said != "" {
			e.say(said)
		}
	}
}

// asides tells what is told only when it is asked for.
func (e *ear) asides() {
	r := e.d.Root()
	for _, f := range r.Where() {
		e.say(e.sentence(f))
	}
	for _, f := range r.Tell() {
		if f.Kind == view.Aside {
			e.say(e.sentence(f))
		}
	}
}

// joined are parts with a sign between them, but behind those that end with one; empty
// ones are left out.
func joined(all []string, sign string) string {
	said := ""
	for _, s := range all {
		switch {
		case s == "":
		case said == "":
			said = s
		case ended.MatchString(said):
			said += " " + s
		default:
			said += sign + s
		}
	}
	return said
}

var ended = regexp.MustCompile(`[.!?…]”?$`)

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

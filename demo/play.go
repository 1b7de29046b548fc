// Package demo plays walkthroughs on the real workbench: on the terminal, as a test, into
// recordings, and as a tour that is done by hand.
package demo

import (
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"greenroom/api"
	"greenroom/demo/script"
	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/views/drive"
)

// Stage is a workbench of its own to play on, at the script's clock.
type Stage struct {
	*drive.Driver
	Styles *theme.Styles
	Shells map[string][]string // what commands printed that ran before the workbench opened
	Close  func() error
}

// Shown is a key that was pressed, in words.
type Shown struct {
	Key  string // as the footer spells it; "" for letters that were typed
	Name string
}

// Moment is the picture on the stage after one thing was done.
type Moment struct {
	Step    script.Step
	For     time.Duration // how long it takes to be read
	Frame   []string      // the lines of the terminal, with styles and the strip
	Caption string
	Chapter int // from 0
	Picture string
}

// Player plays a script on a stage.
type Player struct {
	*Stage
	script  *script.Script
	at      int      // the step that comes next
	queue   []func() // what is left of the step that was begun
	step    script.Step
	told    api.Credits // by the last charge
	before  string      // the screen before the last input
	began   bool        // there was one
	chapter int
	caption string
	point   string
	shell   []string // stands in place of the workbench until the next input
	keys    []Shown
	picture string
	long    time.Duration // how long the moment takes
	hold    bool          // what comes next was asked for, and is done
}

// NewPlayer begins a script on a stage that has just begun.
func NewPlayer(s *script.Script, on *Stage) *Player {
	return &Player{Stage: on, script: s, chapter: -1}
}

// Chapter is the part that is played; -1 before the first.
func (p *Player) Chapter() int { return p.chapter }

// Done says whether nothing is left to play.
func (p *Player) Done() bool { return len(p.queue) == 0 && p.at >= len(p.script.Steps) }

// Failure is a step that did not come out as it says.
type Failure struct {
	Script, Caption string
	Step            script.Step
	Problem, Screen string
}

// Error says where and what was expected. What was said last and what is seen are apart.
func (f *Failure) Error() string {
	return fmt.Sprintf("%s:%d: %s: %s", f.Script, f.Step.Line, f.Step.Text, f.Problem)
}

// Next does what comes next, a letter or a step, and lets its time pass. The error is a
// *Failure.
func (p *Player) Next() (Moment, error) {
	p.long, p.picture = 0, ""
	if len(p.queue) > 0 {
		do := p.queue[0]
		p.queue = p.queue[1:]
		do()
	} else if p.at < len(p.script.Steps) {
		p.hold = false
		p.step = p.script.Steps[p.at]
		p.at++
		if problem := p.do(p.step); problem != "" {
			return Moment{}, p.failed(problem)
		}
	}
	m := Moment{Step: p.step, For: p.long, Frame: p.Lines(), Caption: p.caption, Chapter: p.chapter, Picture: p.picture}
	p.Advance(p.long)
	return m, nil
}

func (p *Player) failed(problem string) *Failure {
	return &Failure{Script: p.script.File, Caption: p.caption, Step: p.step, Problem: problem, Screen: p.Screen()}
}

// How long things take to be seen.
const (
	perWord   = 330 * time.Millisecond
	perKey    = 500 * time.Millisecond
	perLetter = 45 * time.Millisecond
	perSight  = 600 * time.Millisecond
)

func reading(words string) time.Duration {
	return time.Second + time.Duration(len(strings.Fields(words)))*perWord
}

// do does a step, or what is first of it; what it returns is why it failed.
func (p *Player) do(s script.Step) (problem string) {
	switch s.Kind {
	case script.ChapterStep:
		p.chapter++
		p.caption, p.point, p.keys = "", "", nil
		p.long = reading(s.Words)
	case script.Say:
		p.caption, p.point = s.Words, ""
		p.long = reading(s.Words)
	case script.Press:
		return p.press(s)
	case script.Keys:
		for _, k := range s.Keys {
			p.queue = append(p.queue, func() { p.key(k, p.nameOf(k)) })
		}
	case script.Type:
		p.input()
		for _, r := range s.Words {
			p.queue = append(p.queue, func() {
				p.letter(r)
				p.long = perLetter
			})
		}
		p.queue = append(p.queue, p.pause)
	case script.Paste:
		p.input()
		p.show(Shown{Name: "paste"})
		p.Paste(s.Words)
		p.long = perKey
	case script.Wait, script.See, script.Not, script.Charge, script.Point, script.Spoken:
		return p.check(s)
	case script.Picture:
		p.picture = s.Words
	case script.Shell:
		p.input()
		p.shell = append([]string{"$ " + s.Words, ""}, p.Shells[s.Words]...)
		p.long = reading(s.Words)
	case script.Pause:
		p.long = s.For
	case script.Let:
		p.Advance(s.For)
		p.long = perSight
	}
	return ""
}

// press does an action, as many times as the step says: the first at once, so that the
// step fails where it means nothing.
func (p *Player) press(s script.Step) (problem string) {
	for n := range s.Times {
		do := func() {
			b, why := p.Root().Find(s.Action)
			if why != "" {
				problem = fmt.Sprintf("%s does nothing here: %s", s.Action, why)
				return
			}
			p.key(b.Keys[0], strings.ToLower(b.Name))
		}
		if n == 0 {
			do()
			continue
		}
		p.queue = append(p.queue, do)
	}
	return problem
}

func (p *Player) key(k, name string) {
	p.input()
	p.show(Shown{Key: keymap.Show(k), Name: name})
	p.Press(k)
	p.long = perKey
}

// letter is typed into a field: of its words nothing is told but that there are some.
func (p *Player) letter(r rune) {
	if n := len(p.keys); n == 0 || p.keys[n-1].Name != typing {
		p.show(Shown{Name: typing})
	}
	p.Letter(r)
}

// pause is that after words were typed, in which they are looked up.
func (p *Player) pause() {
	p.Settle()
	p.long = perSight
}

const typing = "typing"

// input notes what was seen before a key.
func (p *Player) input() {
	p.before, p.began, p.point, p.shell = p.Screen(), true, "", nil
}

// shownKeys is the number of last keys that are told.
const shownKeys = 3

func (p *Player) show(k Shown) {
	p.keys = append(p.keys, k)
	p.keys = p.keys[max(0, len(p.keys)-shownKeys):]
}

// nameOf tells the meaning of a key here, in words.
func (p *Player) nameOf(k string) string {
	b, why := p.Root().Find(p.Root().Means(k))
	if why != "" {
		return ""
	}
	return strings.ToLower(b.Name)
}

// check holds the screen and what was charged against a step.
func (p *Player) check(s script.Step) string {
	switch s.Kind {
	case script.Charge:
		paid := p.Root().Spent() - p.told
		if p.told += paid; paid != s.Credits {
			return fmt.Sprintf("expected a charge of %s credits since the last one told, and it was %s", s.Credits, paid)
		}
		return ""
	case script.Not:
		if p.seen(s.Words) {
			return fmt.Sprintf("expected that %q is not shown, and it is", s.Words)
		}
		return ""
	case script.Spoken:
		if !p.Tells(s.Words) {
			return fmt.Sprintf("expected that %q is told to who does not see the screen", s.Words)
		}
		return ""
	case script.Point:
		p.point = s.Words
	}
	if p.long = perSight; !p.seen(s.Words) {
		return fmt.Sprintf("expected %q on the screen", s.Words)
	}
	if s.Kind == script.Wait && p.began && drive.Has(p.before, s.Words) {
		return fmt.Sprintf("expected that %q comes onto the screen after the last key, and it stood there before", s.Words)
	}
	return ""
}

// Play plays all that is left, without waiting, and hands each moment to take, which may
// be nil.
func (p *Player) Play(take func(Moment) error) error {
	for !p.Done() {
		m, err := p.Next()
		if err == nil && take != nil {
			err = take(m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// To plays until a chapter begins.
func (p *Player) To(chapter int) error {
	for !p.Done() && p.chapter < chapter {
		if _, err := p.Next(); err != nil {
			return err
		}
	}
	return nil
}

// StripRows is the number of the terminal's lines that the strip takes, in place of the
// hints.
const StripRows = 3

// Rows returns the workbench's lines on a terminal with h of them.
func Rows(h int) int { return h - StripRows + 1 }

// Lines are those of the terminal: the workbench, and the strip in place of its hints.
func (p *Player) Lines() []string { return p.framed(p.strip()) }

// framed puts a strip into the place of the hints. What the workbench says for a moment
// stands there too: then the page gives up a line.
func (p *Player) framed(strip []string) []string {
	lines := splitLines(p.Frame())
	p.overlay(lines)
	last := len(lines) - 1
	if last < 2 {
		return lines
	}
	said := p.Root().SaidRows()
	page := lines[:max(0, last-1-said)]
	if said > 0 {
		page = append(page[:len(page):len(page)], lines[last-said:last]...)
	}
	out := append(page[:len(page):len(page)], strip...)
	return p.pointed(append(out, lines[last]))
}

// pointed marks the words that are pointed at.
func (p *Player) pointed(lines []string) []string {
	if p.point == "" {
		return lines
	}
	for i, line := range lines[:len(lines)-StripRows-1] {
		plain := ansi.Strip(line)
		at := strings.Index(plain, p.point)
		if at < 0 {
			continue
		}
		from := ansi.StringWidth(plain[:at])
		to := from + ansi.StringWidth(p.point)
		words := p.Styles.MatchCurrent.Text(text.Clean(p.point))
		lines[i] = ansi.Cut(line, 0, from) + "\x1b[m" + words + "\x1b[m" + ansi.Cut(line, to, ansi.StringWidth(line))
		break
	}
	return lines
}

// strip are the lines that are said: the caption, which keys were pressed, and where in
// the script this is.
func (p *Player) strip() []string {
	w := ansi.StringWidth(strings.SplitN(p.Frame(), "\n", 2)[0])
	st := p.Styles
	caption := text.Clean(p.caption).Wrap(max(1, w-3))
	out := each.Of(append(caption, make([]text.Text, StripRows)...)[:StripRows-1], func(l text.Text) string {
		return st.Accent.Text(text.Const(" ▌")) + st.Strong.Fit(text.Cat(text.Const(" "), l), w-2)
	})
	right := text.Text{}
	if c := p.script.Chapters(); p.chapter >= 0 {
		right = text.Format("%s  %d/%d ", text.Clean(c[p.chapter].Title), p.chapter+1, len(c))
	}
	left, used := "", 0
	for _, k := range p.keys {
		key, name := text.Clean(k.Key), text.Clean(k.Name)
		if n := key.Width() + name.Width() + 3; used+n+right.Width() <= w {
			left += st.Key.Text(text.Cat(text.Const(" "), key)) + st.Dim.Text(text.Cat(text.Const(" "), name, text.Const(" ")))
			used += n
		}
	}
	gap := max(0, w-used-right.Width())
	return append(out, left+st.Dim.Apply(text.Spaces(gap))+st.Dim.Text(right.Truncate(w-used-gap, text.Ellipsis)))
}

func splitLines(frame string) []string { return strings.Split(frame, "\n") }

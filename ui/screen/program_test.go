//go:build unix

package screen

import (
	"errors"
	"os"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/creack/pty"
	"golang.org/x/term"
)

// ender shows its size and ends with the first key.
type ender struct {
	size  tea.WindowSizeMsg
	drawn chan string
	keys  int
}

func (e *ender) Init() tea.Cmd { return nil }
func (e *ender) View() tea.View {
	return tea.NewView("hello")
}
func (e *ender) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		e.size = msg
		e.drawn <- "size"
	case tea.KeyPressMsg:
		e.keys++
		return e, tea.Quit
	}
	return e, nil
}

// On a terminal a program has its size, draws, hears of another size, and leaves all as it
// was.
func TestAProgramOnATerminal(t *testing.T) {
	us, them := pair(t)
	said := heard(us)
	before, err := term.GetState(int(them.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	m := &ender{drawn: make(chan string, 9)}
	p, err := New(Config{Model: m, In: them, Out: them, Env: []string{"TERM=xterm"}, Profile: new(colorprofile.ANSI)})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	var last tea.Model
	go func() { var err error; last, err = p.Run(); ended <- err }()
	<-m.drawn
	if err := pty.Setsize(us, &pty.Winsize{Cols: 20, Rows: 3}); err != nil {
		t.Fatal(err)
	}
	p.resized <- os.Interrupt // whichever signal it is
	<-m.drawn
	if _, err := us.WriteString("q"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	for got := ""; !strings.Contains(got, keepTitle) || !strings.Contains(got, "hello"); {
		got += <-said
	}
	if last != m {
		t.Errorf("it ends with %T", last)
	}
	if m.size != (tea.WindowSizeMsg{Width: 20, Height: 3}) || m.keys != 1 || p.stage.painter.profile != colorprofile.ANSI {
		t.Errorf("%+v", m)
	}
	after, err := term.GetState(int(them.Fd()))
	if err != nil || *after != *before || p.terminal.before != nil {
		t.Errorf("the terminal is not as it was: %v", err)
	}
	if err := p.release(); err != nil {
		t.Errorf("given back twice: %v", err)
	}
	if err := errors.Join(p.take(), p.take()); err != nil || p.terminal.before == nil {
		t.Errorf("taken twice: %v", err)
	}
	if err := p.release(); err != nil {
		t.Error(err)
	}
	if n, err := p.terminal.Write(nil); n != 0 || err != nil {
		t.Errorf("%d %v", n, err)
	}
}

// pair opens both ends of a terminal of 30 by 4.
func pair(t *testing.T) (us, them *os.File) {
	t.Helper()
	us, them, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _, _ = us.Close(), them.Close() })
	if err := pty.Setsize(us, &pty.Winsize{Cols: 30, Rows: 4}); err != nil {
		t.Fatal(err)
	}
	return us, them
}

// heard tells what is written to a terminal, part by part.
func heard(us *os.File) <-chan string {
	said := make(chan string, 100)
	go func() {
		part := make([]byte, 4096)
		for {
			n, err := us.Read(part)
			said <- string(part[:n])
			if err != nil {
				return
			}
		}
	}()
	return said
}

// A program wants a terminal on both sides, and says so where it has none, or where the
// terminal cannot be taken or given back.
func TestAProgramWithoutATerminal(t *testing.T) {
	_, them := pair(t)
	before, err := term.GetState(int(them.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.CreateTemp(t.TempDir(), "x")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, c := range []Config{{In: file, Out: them}, {In: them, Out: file}} {
		if _, err := New(c); !errors.Is(err, ErrUnusual) {
			t.Errorf("a file is a terminal: %v", err)
		}
	}
	m := &ender{drawn: make(chan string, 9)}
	p, err := New(Config{Model: m, In: them, Out: them, Env: []string{"TERM=xterm"}, Profile: new(colorprofile.ANSI)})
	if err != nil {
		t.Fatal(err)
	}
	if p, err := New(Config{Model: m, In: them, Out: them, Env: []string{"TERM=xterm"}}); err != nil || p.stage.painter.profile == colorprofile.Unknown {
		t.Errorf("%v", err)
	}
	p.in = file
	if err := p.take(); err == nil || !strings.Contains(err.Error(), "raw mode") {
		t.Errorf("%v", err)
	}
	if _, err := p.Run(); err == nil {
		t.Error("it runs without a terminal")
	}
	p.terminal.before = before
	if err := p.release(); err == nil || !strings.Contains(err.Error(), "back") {
		t.Errorf("%v", err)
	}
}

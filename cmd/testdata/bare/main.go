// Command bare is a list of a thousand plain lines on the terminal framework
// and nothing else: what the workbench is measured beside.
package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	tea "charm.land/bubbletea/v2"
)

const (
	rows   = 1000
	frames = 120 // a second, as in the workbench
)

var titles = func() (titles [rows]string) {
	stock := strings.Fields("flour water salt patience oven crust stone rye wheat spelt starter crumb steam basket morning neighbour recipe mistake kitchen winter")
	for number := range titles {
		random := rand.New(rand.NewPCG(uint64(number), 8))
		words := make([]string, 5+random.IntN(5))
		for i := range words {
			words[i] = stock[random.IntN(len(stock))]
		}
		titles[number] = strings.Join(words, " ")
	}
	return titles
}()

type list struct{ width, height, cursor, top int }

func (l list) Init() tea.Cmd { return nil }

func (l list) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		l.width, l.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		switch msg.String() {
		case "j":
			l.cursor = min(rows-1, l.cursor+1)
		case "k":
			l.cursor = max(0, l.cursor-1)
		case "q":
			return l, tea.Quit
		}
	}
	l.top = max(min(l.top, l.cursor), l.cursor-l.body()+1)
	return l, nil
}

func (l list) body() int { return max(1, l.height-2) }

func (l list) View() tea.View {
	var b strings.Builder
	b.WriteString("A list of plain lines\n")
	for i := l.top; i < min(rows, l.top+l.body()); i++ {
		mark := "  "
		if i == l.cursor {
			mark = "> "
		}
		line := fmt.Sprintf("%s%4d  part %d: %s", mark, i+1, rows-i, titles[i])
		fmt.Fprintf(&b, "%-*.*s%10d%10d\n", max(0, l.width-20), max(0, l.width-20), line, i*613%9000, i*37%500)
	}
	fmt.Fprintf(&b, "%d of %d", l.cursor+1, rows)
	v := tea.NewView(b.String())
	v.AltScreen = true
	return v
}

func main() {
	if _, err := tea.NewProgram(list{}, tea.WithFPS(frames)).Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

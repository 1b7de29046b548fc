package views

import (
	"fmt"
	"os"
	"strings"

	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"
	"github.com/google/uuid"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// The fields of a brief. The words stand in a text area, the rest in lines.
const (
	briefName = iota
	briefQuery
	briefWishes
	briefNoGos
	briefBudget
	briefFile
	briefLines
	briefText = briefLines
)

// briefWordsMost is the most characters of a brief's words: what is matched of
// them is 2,000.
const briefWordsMost = 20_000

// brief is the form of a brief.
type brief struct {
	still
	root  *Root
	list  plan.List
	lines [briefLines]widget.Input
	words textarea.Model
	at    int
}

func (r *Root) newBrief(l *plan.List) *brief {
	b := &brief{root: r, list: plan.List{ID: uuid.NewString(), Changed: r.env.Now}, words: textarea.New()}
	if l != nil {
		b.list = *l
	}
	for i, hint := range []text.Text{
		text.Const("Oat drink launch, Berlin"), text.Const("what fits in a sentence: creators are matched against it"),
		text.Const("cooks daily, speaks German"), text.Const("alcohol, politics"), text.Const("90"), text.Const("a path, Enter reads it"),
	} {
		b.lines[i].Prompt, b.lines[i].Placeholder = briefTitles()[i].Pad(11), hint
	}
	b.lines[briefQuery].Limit = api.IntentQueryMax
	b.words.ShowLineNumbers, b.words.MaxHeight, b.words.CharLimit, b.words.Prompt = false, 0, briefWordsMost, " "
	b.words.SetVirtualCursor(false)
	b.fill(b.list.Name, b.list.Brief)
	return b
}

func briefTitles() []text.Text {
	return []text.Text{text.Const(" name"), text.Const(" query"), text.Const(" wishes"), text.Const(" no-gos"), text.Const(" budget cr"), text.Const(" from file")}
}

func (b *brief) fill(name string, br plan.Brief) {
	budget := ""
	if br.Budget > 0 {
		budget = br.Budget.String()
	}
	for i, v := range []string{name, br.Query, strings.Join(br.Wishes, ", "), strings.Join(br.NoGos, ", "), budget} {
		b.lines[i].SetValue(v)
	}
	b.words.SetValue(br.Text)
}

// Scopes are the keys of a field.
func (*brief) Scopes() []keymap.Scope { return []keymap.Scope{keymap.Field} }

// Typing is always true.
func (*brief) Typing() bool { return true }

// Type edits the field that is open.
func (b *brief) Type(msg tea.Msg) view.Out {
	if b.at != briefText {
		b.lines[b.at].Type(msg)
		return view.Out{}
	}
	switch m := msg.(type) {
	case tea.PasteMsg:
		msg = tea.PasteMsg{Content: plainLines(m.Content)}
	case tea.KeyPressMsg:
		m.Text = plainLines(m.Text)
		msg = m
	}
	b.words, _ = b.words.Update(msg)
	return view.Out{}
}

// plainLines cleans every line of a text.
func plainLines(s string) string {
	if s == "" {
		return s
	}
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i, l := range lines {
		lines[i] = text.Value(l)
	}
	return strings.Join(lines, "\n")
}

// Do goes from field to field, reads a file, and saves.
func (b *brief) Do(a keymap.Action) view.Out {
	switch a {
	case keymap.Cancel:
		return closed()
	case keymap.NextItem:
		b.goTo(b.at + 1)
	case keymap.PrevItem:
		b.goTo(b.at + briefLines)
	case keymap.Save:
		return b.save()
	case keymap.Accept:
		switch b.at {
		case briefText:
			b.words.InsertString("\n")
		case briefFile:
			return b.read(strings.TrimSpace(b.lines[briefFile].Value()))
		default:
			b.goTo(b.at + 1)
		}
	}
	return view.Out{}
}

func (b *brief) goTo(field int) {
	if b.at = field % (briefLines + 1); b.at == briefText {
		b.words.Focus()
		return
	}
	b.words.Blur()
}

// save writes the brief down.
func (b *brief) save() view.Out {
	l := b.list
	if l.Name = strings.TrimSpace(b.lines[briefName].Value()); l.Name == "" {
		b.goTo(briefName)
		return view.Fail(text.Const("Give it a name first: the list is called by it."))
	}
	budget, err := api.ParseCredits(strings.TrimSpace(b.lines[briefBudget].Value()))
	if typed := strings.TrimSpace(b.lines[briefBudget].Value()); err != nil && typed != "" {
		b.goTo(briefBudget)
		return view.Fail(text.Format("“%s” is no number of credits.", typed))
	}
	l.Brief = plan.Brief{
		Text: strings.TrimSpace(b.words.Value()), Query: strings.TrimSpace(b.lines[briefQuery].Value()),
		Wishes: parted(b.lines[briefWishes].Value()), NoGos: parted(b.lines[briefNoGos].Value()), Budget: budget,
	}
	return view.Out{Nav: view.Nav{Back: true}, Change: &view.Change{
		Label: "brief of " + l.Name, Said: text.Format("The brief of %s is saved.", l.Name),
		Edit: func(s *plan.State) error {
			i := s.Find(l.ID)
			if i < 0 {
				s.Lists, i = append(s.Lists, l), len(s.Lists)
			}
			s.Lists[i].Name, s.Lists[i].Brief, s.Last = l.Name, l.Brief, l.ID
			return nil
		},
	}}
}

func parted(s string) []string {
	var all []string
	for p := range strings.SplitSeq(s, ",") {
		if p = strings.TrimSpace(p); p != "" {
			all = append(all, p)
		}
	}
	return all
}

// read takes a brief from a file.
func (b *brief) read(path string) view.Out {
	return view.Out{Cmd: func() tea.Msg {
		raw, err := os.ReadFile(path)
		switch {
		case err != nil:
			return view.Fail(text.Format("The file was not read: %s", err.Error()))
		case len(raw) > briefWordsMost:
			return view.Fail(text.Format("The file has %s bytes; a brief has %s at most.", text.Thousands(int64(len(raw))), text.Thousands(briefWordsMost)))
		}
		return briefRead{b, string(raw)}
	}}
}

type briefRead struct {
	of   *brief
	text string
}

// Update takes the file: "Query:", "Wish:", "No:" and "Budget:" begin lines of
// their own, the first line is the name, the rest are its words.
func (b *brief) Update(msg tea.Msg) view.Out {
	m, ok := msg.(briefRead)
	if !ok || m.of != b {
		return view.Out{}
	}
	name, br, rest := "", plan.Brief{}, []string{}
	for i, line := range strings.Split(plainLines(m.text), "\n") {
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "query":
			br.Query = value
		case "wish", "wishes", "wanted":
			br.Wishes = append(br.Wishes, parted(value)...)
		case "no", "no-gos", "not wanted":
			br.NoGos = append(br.NoGos, parted(value)...)
		case "budget":
			br.Budget, _ = api.ParseCredits(strings.TrimSuffix(value, " cr"))
		case "name":
			name = value
		default:
			if i == 0 {
				name = strings.TrimLeft(line, "# ")
				continue
			}
			rest = append(rest, line)
		}
	}
	br.Text = strings.TrimSpace(strings.Join(rest, "\n"))
	b.fill(name, br)
	return view.Say(text.Const("The file is read. ctrl+s saves the brief."))
}

// Render draws the form.
func (b *brief) Render(w, h int) []string {
	st := b.root.env.Styles
	w, h = min(w, 90), min(h, 20)
	if w < 14 || h < 5 {
		return nil
	}
	var lines []string
	for i := range b.lines {
		lines = append(lines, b.lines[i].Render(st, w-2))
	}
	room := max(1, h-len(lines)-5)
	b.words.SetWidth(w - 4)
	b.words.SetHeight(room)
	lines = append(lines, widget.Line(w-2, widget.Run{Text: text.Const(" in your words"), Style: st.Accent}))
	for _, l := range strings.Split(b.words.View(), "\n") {
		lines = append(lines, " "+text.Clean(l).String())
	}
	count := fmt.Sprintf("%d/%d matched", min(b.words.Length(), api.IntentContextMax), b.words.Length())
	lines = append(layout.FitLines(lines, w-2, h-3), st.Dim.Text(text.Format(" Tab next · ctrl+s saves · Esc leaves · query %d/%d · words %s",
		len([]rune(b.lines[briefQuery].Value())), api.IntentQueryMax, count)))
	return layout.Box(st, layout.Frame{Title: text.Const("Brief"), W: w, H: h, Focus: true}, lines)
}

// Cursor is where the text cursor stands in the box.
func (b *brief) Cursor(w, _ int) (x, y int, ok bool) {
	w = min(w, 90)
	if b.at == briefText {
		c := b.words.Cursor()
		if c == nil {
			return 0, 0, false
		}
		return c.X + 2, c.Y + briefLines + 2, true
	}
	x, ok = b.lines[b.at].Cursor(w - 2)
	return x + 1, b.at + 1, ok
}

// Click goes to a field.
func (b *brief) Click(_, y, _, _ int) view.Out {
	if y >= 1 && y <= briefLines+1 {
		b.goTo(min(y-1, briefText))
	}
	return view.Out{}
}

// Scroll does nothing.
func (*brief) Scroll(int) view.Out { return view.Out{} }

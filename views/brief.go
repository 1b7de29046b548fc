package views

import (
	"os"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"
	"github.com/google/uuid"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/layout"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// The fields of a brief. The words stand in a text area, the rest in lines.
const (
	briefName = iota
	briefQuery
	briefWishes
	briefNoGos
	briefRivals
	briefBanned
	briefRules
	briefBudget
	briefFile
	briefLines
	briefText = briefLines
)

// briefTitle is the width of the names of fields.
const briefTitle = 13

// briefWordsMost is the most characters of a brief's words: what is matched of
// them is 2,000.
const briefWordsMost = 20_000

// brief is the form of a brief.
type brief struct {
	typing
	root  *Root
	list  plan.List
	lines [briefLines]widget.Input
	words textarea.Model
	at    int
	saved []string // what the fields held when it was opened
	fresh bool     // of a list that is not there yet
}

func (r *Root) newBrief(l *plan.List) *brief {
	b := &brief{root: r, list: plan.List{ID: uuid.NewString(), Changed: r.env.Now}, words: textarea.New()}
	if b.fresh = l == nil; l != nil {
		b.list = *l
	}
	for i, of := range []struct{ title, hint text.Text }{
		{text.Const(" name"), text.Const("e.g. Oat drink launch, Berlin")},
		{text.Const(" query"), text.Const("one sentence; creators are matched with it")},
		{text.Const(" wishes"), text.Const("e.g. cooks daily, speaks German")}, {text.Const(" no-gos"), text.Const("e.g. alcohol, politics")},
		{text.Const(" competitors"), text.Const("names that must not be named, e.g. Oatly, Alpro")}, {text.Const(" words"), text.Const("that must not occur, e.g. detox, cheat day")},
		{text.Const(" rules"), text.Const("e.g. no politics, rating>=B, flags<=2, followers:10k-500k, er>=2")},
		{text.Const(" budget cr"), text.Const("e.g. 90")}, {text.Const(" from file"), text.Const("a path; Enter loads it")},
	} {
		b.lines[i].Prompt, b.lines[i].Placeholder = of.title.Pad(briefTitle), of.hint
	}
	b.lines[briefQuery].Limit = api.IntentQueryMax
	b.words.ShowLineNumbers, b.words.MaxHeight, b.words.CharLimit, b.words.Prompt = false, 0, briefWordsMost, " "
	b.words.SetVirtualCursor(false)
	b.fill(b.list.Name, b.list.Brief)
	b.begin()
	return b
}

func (b *brief) fill(name string, br plan.Brief) {
	budget := ""
	if br.Budget > 0 {
		budget = br.Budget.String()
	}
	for i, v := range []string{name, br.Query, strings.Join(br.Wishes, ", "), strings.Join(br.NoGos, ", "),
		strings.Join(br.Rules.Competitors, ", "), strings.Join(br.Rules.Words, ", "), br.Rules.Conditions(), budget} {
		b.lines[i].SetValue(v)
	}
	b.words.SetValue(br.Text)
}

// Type edits the field that is open.
func (b *brief) Type(msg tea.Msg) view.Out {
	left := b.edit(msg)
	b.keep()
	if left > 0 {
		return view.Fail(text.Format("This field is full: %s left out.", text.Plural(left, "character", "characters")))
	}
	return view.Out{}
}

// edit changes the field, and tells how many characters found no room.
func (b *brief) edit(msg tea.Msg) (left int) {
	if b.at != briefText {
		b.lines[b.at].Type(msg)
		return b.lines[b.at].Left
	}
	switch m := msg.(type) {
	case tea.PasteMsg:
		m.Content = plainLines(m.Content)
		msg, left = m, max(0, b.words.Length()+utf8.RuneCountInString(m.Content)-briefWordsMost)
	case tea.KeyPressMsg:
		m.Text = plainLines(m.Text)
		msg = m
	}
	b.words, _ = b.words.Update(msg)
	return left
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
		return b.leave()
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
			b.keep()
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
		return view.Fail(text.Const("Give the list a name first."))
	}
	typed, budget := strings.TrimSpace(b.lines[briefBudget].Value()), api.Credits(0)
	if typed != "" {
		var unread string
		if budget, unread = budgetOf(typed); unread != "" {
			b.goTo(briefBudget)
			return view.Fail(text.Format("“%s” is not a number of credits: write one such as 90, or leave it empty.", unread))
		}
	}
	rules, field, err := b.rules()
	if err != nil {
		b.goTo(field)
		return view.Fail(text.Clean(err.Error()))
	}
	l.Brief = plan.Brief{
		Text: strings.TrimSpace(b.words.Value()), Query: strings.TrimSpace(b.lines[briefQuery].Value()),
		Wishes: parted(b.lines[briefWishes].Value()), NoGos: parted(b.lines[briefNoGos].Value()), Budget: budget, Rules: rules,
	}
	b.root.keepDraft(b.key(), "", "")
	b.root.workOn(l.ID)
	return view.Out{Nav: view.Nav{Back: true}, Change: &view.Change{
		Label: "brief of " + l.Name, Said: text.Format("The brief of %s is saved.", l.Name),
		Edit: func(s *plan.State) error {
			i := s.Find(l.ID)
			if i < 0 {
				s.Lists, i = append(s.Lists, l), len(s.Lists)
			}
			written := l.Brief
			written.Cleared = s.Lists[i].Brief.Cleared // is not of this form
			s.Lists[i].Name, s.Lists[i].Brief, s.Last = l.Name, written, l.ID
			return nil
		},
	}}
}

// rules are those of the fields, or the field that holds none and why.
func (b *brief) rules() (r plan.Rules, field int, err error) {
	for _, of := range []struct {
		field int
		set   func(string) error
	}{
		{briefRivals, func(s string) error { return plan.SetNames(&r.Competitors, parted(s)) }},
		{briefBanned, func(s string) error { return plan.SetNames(&r.Words, parted(s)) }},
		{briefRules, r.SetConditions},
	} {
		if err := of.set(b.lines[of.field].Value()); err != nil {
			return r, of.field, err
		}
	}
	return r, 0, nil
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
			return view.Fail(text.Format("The file could not be read: %s", err.Error()))
		case len(raw) > briefWordsMost:
			return view.Fail(text.Format("The file has %s bytes; a brief can have %s.", text.Thousands(int64(len(raw))), text.Thousands(briefWordsMost)))
		}
		return briefRead{b, string(raw)}
	}}
}

type briefRead struct {
	of   *brief
	text string
}

// Update takes the file: "Query:", "Wish:", "No:", "Competitors:", "Words:", "Rules:" and
// "Budget:" begin lines of their own, the first line is the name, the rest are its words.
func (b *brief) Update(msg tea.Msg) view.Out {
	m, ok := msg.(briefRead)
	if !ok || m.of != b {
		return view.Out{}
	}
	name, br, rest, unread := "", plan.Brief{}, []string{}, ""
	var conditions []string
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
		case "competitor", "competitors":
			br.Rules.Competitors = append(br.Rules.Competitors, parted(value)...)
		case "word", "words":
			br.Rules.Words = append(br.Rules.Words, parted(value)...)
		case "rule", "rules":
			conditions = append(conditions, parted(value)...)
		case "budget":
			if br.Budget, unread = 0, ""; value != "" {
				br.Budget, unread = budgetOf(value)
			}
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
	b.lines[briefRules].SetValue(strings.Join(conditions, ", "))
	b.keep()
	if _, field, err := b.rules(); err != nil {
		b.goTo(field)
		return view.Fail(text.Format("The file is loaded, but: %s", err.Error()))
	}
	if unread != "" {
		b.goTo(briefBudget)
		return view.Fail(text.Format("The file is loaded, but “%s” is not a number of credits: enter the budget here.", unread))
	}
	return view.Say(text.Const("The file is loaded. ctrl+s saves the brief."))
}

// budgetOf is a number of credits, or what was not understood as one.
func budgetOf(words string) (c api.Credits, unread string) {
	c, err := api.ParseCredits(strings.TrimSpace(strings.TrimSuffix(words, "cr")))
	if err != nil || c < 0 {
		return 0, words
	}
	return c, ""
}

// form is how a box of w by h cells is filled: how many lines of the words there
// are, how many rows of fields and words are in view, and which is the first.
func (b *brief) form(w, h int) (box layout.Rect, words, rows, first int) {
	box = layout.Rect{W: min(w, 90), H: min(h, 20)}
	rows = max(0, box.H-3)
	words = max(1, rows-briefLines-1)
	last := b.at
	if b.at == briefText {
		last = briefLines + words
	}
	return box, words, rows, max(0, last-rows+1)
}

// Render draws the form.
func (b *brief) Render(w, h int) []string {
	st := b.root.env.Styles
	box, words, rows, first := b.form(w, h)
	if box.W < 14 || box.H < 5 {
		return nil
	}
	var lines []string
	for i := range b.lines {
		lines = append(lines, b.lines[i].RenderAs(st, box.W-2, b.label(i)))
	}
	b.words.SetWidth(box.W - 4)
	b.words.SetHeight(words)
	lines = append(lines, widget.Line(box.W-2, widget.Run{Text: text.Const(" in your words"), Style: b.label(briefText)}))
	for _, l := range strings.Split(b.words.View(), "\n") {
		lines = append(lines, " "+text.Clean(l).String())
	}
	lines = append(layout.FitLines(lines[first:], box.W-2, rows), st.Dim.Text(b.count()))
	return layout.Box(st, layout.Frame{Title: text.Const("Brief"), W: box.W, H: box.H, Focus: true}, lines)
}

// count says the keys, and how full the fields are that can be full.
func (b *brief) count() text.Text {
	count := text.Format(" Tab next · ctrl+s saves · Esc leaves · query %d/%d · text %d",
		utf8.RuneCountInString(b.lines[briefQuery].Value()), api.IntentQueryMax, b.words.Length())
	if b.words.Length() > api.IntentContextMax {
		count = text.Cat(count, text.Format(", first %d matched", api.IntentContextMax))
	}
	return count
}

// label is the style of the name of a field: where the planner is, or not.
func (b *brief) label(field int) theme.Style {
	if field == b.at {
		return b.root.env.Styles.Accent
	}
	return b.root.env.Styles.Dim
}

// Cursor is where the text cursor stands in the box.
func (b *brief) Cursor(w, h int) (x, y int, ok bool) {
	box, _, _, first := b.form(w, h)
	if b.at == briefText {
		c := b.words.Cursor()
		if c == nil {
			return 0, 0, false
		}
		return c.X + 2, c.Y + briefLines + 2 - first, true
	}
	x, ok = b.lines[b.at].Cursor(box.W - 2)
	return x + 1, b.at + 1 - first, ok
}

// Click goes to a field.
func (b *brief) Click(_, y, w, h int) view.Out {
	_, _, rows, first := b.form(w, h)
	if y >= 1 && y <= rows {
		b.goTo(min(y-1+first, briefText))
	}
	return view.Out{}
}

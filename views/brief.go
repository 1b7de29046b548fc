package views

import (
	"os"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"
	"github.com/google/uuid"

	"greenroom/api"
	reading "greenroom/client/brief"
	"greenroom/client/plan"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/view"
)

// The fields of a brief. The words stand in a text area, the rest in lines.
const (
	briefName = iota
	briefQuery
	briefSizes
	briefPlaces
	briefLanguages
	briefWishes
	briefNoGos
	briefRivals
	briefBanned
	briefRules
	briefFees
	briefDates
	briefDeliver
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

type brief struct {
	view.Acts
	root  *Root
	list  plan.List
	lines [briefLines]widget.Input
	words textarea.Model
	at    int
	saved []string // what the fields held when it was opened
	fresh bool     // of a list that is not there yet
	briefReading
}

func (r *Root) newBrief(l *plan.List) *brief {
	b := &brief{root: r, list: plan.List{ID: uuid.NewString(), Changed: r.env.Now}, words: textarea.New()}
	if b.fresh = l == nil; l != nil {
		b.list = *l
	}
	for i, of := range []struct{ title, hint text.Text }{
		{text.Const(" name"), text.Const("e.g. Oat drink launch, Berlin")},
		{text.Const(" query"), text.Const("one sentence; creators are matched with it")},
		{text.Const(" sizes"), text.Const("e.g. 20k-300k followers")}, {text.Const(" places"), text.Const("e.g. in Germany and Austria")},
		{text.Const(" languages"), text.Const("e.g. German-speaking")},
		{text.Const(" wishes"), text.Const("e.g. cooks daily, speaks German")}, {text.Const(" no-gos"), text.Const("e.g. alcohol, politics")},
		{text.Const(" competitors"), text.Const("names that must not be named, e.g. Oatly, Alpro")}, {text.Const(" words"), text.Const("that must not occur, e.g. detox, cheat day")},
		{text.Const(" rules"), text.Const("e.g. no politics, rating>=B, flags<=2, followers:10k-500k, er>=2")},
		{text.Const(" fees"), text.Const("what creators may be paid together, e.g. 12,000 €")}, {text.Const(" dates"), text.Const("e.g. March to May")},
		{text.Const(" content"), text.Const("what each is to post, e.g. two reels and a story")},
		{text.Const(" budget cr"), text.Const("for this program, e.g. 90")}, {text.Const(" from file"), text.Const("a path; Enter loads it")},
	} {
		b.lines[i].Prompt, b.lines[i].Placeholder = of.title.Pad(briefTitle), of.hint
	}
	b.lines[briefQuery].Limit = api.IntentQueryMax
	b.words.ShowLineNumbers, b.words.MaxHeight, b.words.CharLimit, b.words.Prompt = false, 0, briefWordsMost, " "
	b.words.SetVirtualCursor(false)
	b.fill(b.list.Name, b.list.Brief)
	b.begin()
	to := func(field func() int) view.Act { return view.Act{Do: func() view.Out { return b.leaveFor(field()) }} }
	read := func(then func() view.Out) view.Act {
		return view.Act{Do: func() view.Out {
			if out, is := b.readWritten(); is {
				return out
			}
			return then()
		}}
	}
	b.Acts = view.Acts{In: keymap.BriefForm, Calls: []view.Call{view.Calling("reading the brief", &b.reader, b.took), view.Calling("looking", &b.look, b.looked)}, Field: map[keymap.Action]view.Act{
		keymap.Cancel: {Do: b.leave}, keymap.Save: read(b.save), keymap.SearchBrief: read(b.search), keymap.Accept: {Do: b.accept},
		keymap.NextItem: to(func() int { return b.at + 1 }), keymap.PrevItem: to(func() int { return b.at + briefLines + b.spots() }),
	}}
	return b
}

func (b *brief) fill(name string, br plan.Brief) {
	budget := ""
	if br.Budget > 0 {
		budget = br.Budget.String()
	}
	for i, v := range []string{name, br.Query, br.Sizes, br.Places, br.Languages, strings.Join(br.Wishes, ", "), strings.Join(br.NoGos, ", "),
		strings.Join(br.Rules.Competitors, ", "), strings.Join(br.Rules.Words, ", "), br.Rules.Conditions(), br.Fees, br.Dates, br.Deliverables, budget} {
		b.lines[i].SetValue(v)
	}
	b.words.SetValue(br.Text)
	b.words.MoveToBegin()
}

// Dismiss closes the form.
func (*brief) Dismiss() view.Out { return closed() }

// Type edits the field that is open. A brief that is pasted is read, wherever it lands.
func (b *brief) Type(msg tea.Msg) view.Out {
	if m, ok := msg.(tea.PasteMsg); ok && reading.IsBrief(m.Content) && (b.words.Length() == 0 || b.at != briefText) {
		return b.instead(m.Content)
	}
	left := b.edit(msg)
	b.keep()
	if left > 0 {
		return view.Fail(text.Format("This field is full: %s left out.", text.Plural(left, "character", "characters")))
	}
	return view.Out{Cmd: b.pause()}
}

// edit changes the field, and tells how many characters found no room.
func (b *brief) edit(msg tea.Msg) (left int) {
	if b.at > briefText {
		return 0 // what is offered there is not written on
	}
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

// lineEnds makes one of the three ways in which lines end: files of some systems have the
// first, and terminals paste the second.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

func plainLines(s string) string {
	if s == "" {
		return s
	}
	lines := strings.Split(lineEnds.Replace(s), "\n")
	for i, l := range lines {
		lines[i] = text.Value(l)
	}
	return strings.Join(lines, "\n")
}

// accept goes to the next field, reads a file, or begins a further line.
func (b *brief) accept() view.Out {
	switch {
	case b.at > briefText && len(b.relax()) > 0:
		return b.without(b.relax()[b.at-briefText-1].Without)
	case b.at > briefText:
		return b.leaveFor(briefName)
	case b.at == briefText:
		b.words.InsertString("\n")
		b.keep()
		return view.Out{}
	case b.at == briefFile:
		return b.read(strings.TrimSpace(b.lines[briefFile].Value()))
	}
	return b.leaveFor(b.at + 1)
}

// leaveFor goes to another field. A brief that was written and not read yet is read.
func (b *brief) leaveFor(field int) view.Out {
	out, _ := b.readWritten()
	b.goTo(field)
	return out
}

// readWritten reads the brief that was typed into the field that is open, where it is one
// and was not read.
func (b *brief) readWritten() (out view.Out, is bool) {
	if b.at == briefText {
		if words := b.words.Value(); b.lines[briefQuery].Value() == "" && reading.IsBrief(words) && words != b.source {
			return b.readIn(words), true
		}
		return view.Out{}, false
	}
	words := b.fields()[min(b.at, briefFile)]
	if b.at > briefQuery || b.words.Length() > 0 || !reading.IsBrief(words) || words == b.saved[b.at] {
		return view.Out{}, false
	}
	b.lines[b.at].SetValue("")
	return b.instead(words), true
}

// instead reads a brief in place of one that stands here. Of a list that is there what the
// new one does not say stays.
func (b *brief) instead(words string) view.Out {
	if b.loaded = b.words.Length() > 0; b.loaded && b.fresh {
		b.fill("", plan.Brief{})
	}
	return b.readIn(words)
}

func (b *brief) goTo(field int) {
	if b.at = field % (briefLines + 1 + b.spots()); b.at == briefText {
		b.words.Focus()
		return
	}
	b.words.Blur()
}

// brief returns the brief in the fields, or the field that holds none and why.
func (b *brief) brief() (br plan.Brief, field int, why text.Text) {
	line := func(i int) string { return strings.TrimSpace(b.lines[i].Value()) }
	typed, budget := line(briefBudget), api.Credits(0)
	if typed != "" {
		var unread string
		if budget, unread = budgetOf(typed); unread != "" {
			return br, briefBudget, text.Format("“%s” is not a number of credits: write one such as 90, or leave it empty.", unread)
		}
	}
	rules, field, err := b.rules()
	if err != nil {
		return br, field, text.Clean(err.Error())
	}
	return plan.Brief{
		Text: strings.TrimSpace(b.words.Value()), Query: line(briefQuery), Sizes: line(briefSizes), Places: line(briefPlaces), Languages: line(briefLanguages),
		Wishes: parted(line(briefWishes)), NoGos: parted(line(briefNoGos)), Budget: budget, Rules: rules,
		Fees: line(briefFees), Dates: line(briefDates), Deliverables: line(briefDeliver),
	}, 0, text.Text{}
}

func (b *brief) save() view.Out {
	l := b.list
	if l.Name = strings.TrimSpace(b.lines[briefName].Value()); l.Name == "" {
		b.goTo(briefName)
		return view.Fail(text.Const("Give the list a name first."))
	}
	br, field, why := b.brief()
	if !why.Empty() {
		b.goTo(field)
		return view.Fail(why)
	}
	l.Brief = br
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

func (b *brief) read(path string) view.Out {
	return view.Out{Cmd: func() tea.Msg {
		raw, err := os.ReadFile(path)
		switch {
		case err != nil:
			return view.Fail(text.Format("The brief is not read: %s", explain.File(path, err)))
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

// budgetOf is a number of credits, or what was not understood as one.
func budgetOf(words string) (c api.Credits, unread string) {
	c, err := api.ParseCredits(strings.TrimSpace(strings.TrimSuffix(words, "cr")))
	if err != nil || c < 0 {
		return 0, words
	}
	return c, ""
}

package ear

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"greenroom/internal/each"
	"greenroom/keymap"
	"greenroom/ui/spoken"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// without are the actions that are of the screen and of its keys, and those that have a
// word of their own here.
var without = []keymap.Action{
	keymap.Mouse, keymap.Redraw, keymap.Suspend, keymap.ForceQuit, keymap.Quit, keymap.Back, keymap.Help, keymap.Preview, keymap.PreviewUp, keymap.PreviewDown,
	keymap.PageUp, keymap.PageDown, keymap.HalfUp, keymap.HalfDown, keymap.Top, keymap.Bottom, keymap.Cancel, keymap.NextItem, keymap.PrevItem,
}

// own lists the words that are no actions, with their work.
func (e *ear) own() map[string]func() {
	return map[string]func(){
		"again": e.screen, "where": e.asides, "back": e.back, "more": e.more, "exact": e.exact, "budget": e.budget, "?": e.help, "help": e.help,
		"quit":  func() { e.d.Press("ctrl+c") },
		"save":  func() { e.say("Save where? Write: save FILE.") },
		"paste": e.paste, "paste a brief": e.paste,
	}
}

// keyWords names keys in sentences, as words.
var keyWords = map[string]string{"esc": "back", "escape": "back"}

// choices lists everything that can be done now: the actions of the table, and those of
// the screen.
func (e *ear) choices() []view.Fact {
	return each.Where(append(e.d.Root().Choices(), e.d.Root().Tell()...), func(f view.Fact) bool {
		return (f.Kind == view.Choice || f.Kind == view.Aside) && f.Action != "" && e.has(f)
	})
}

// has says whether a choice is one here: what a number does is none, but going up and down
// where the numbers go from side to side, and what a screen itself offers to accept.
func (e *ear) has(f view.Fact) bool {
	switch f.Action {
	case keymap.Up, keymap.Down:
		b, _ := e.d.Root().Find(keymap.NextColumn)
		return b.Action != ""
	case keymap.Accept:
		return f.Value.Empty()
	}
	return !slices.Contains(without, f.Action)
}

// budget says what is left and was spent.
func (e *ear) budget() {
	for _, f := range e.d.Root().Status() {
		e.say(e.sentence(f))
	}
}

// offer says in a line what can be done, with prices.
func (e *ear) offer() {
	var words []string
	if n := e.left(); n > 0 {
		words = append(words, "more, "+text.Plural(n, "row", "rows").String()+" left")
	}
	for _, f := range e.choices() {
		if f.Kind == view.Choice {
			words = append(words, strings.TrimSpace(f.Label.String()+" "+f.Price))
		}
	}
	if e.roomy() {
		words = append(words, "paste a brief")
	}
	e.say("Say: " + strings.Join(append(words, "back", "?"), "; "))
}

func (e *ear) help() {
	e.say("A number tells a row; a number behind a word does that to it, such as: open 2. The beginning of a word is enough.")
	e.say("again, where, back, more, exact, budget, paste, save FILE and quit are always there. paste takes a brief of many lines.")
	for _, f := range e.choices() {
		e.say(joined([]string{f.Label.String() + ": " + f.Value.String(), f.Price}, ", "))
	}
}

func (e *ear) hear(line string) {
	e.said = "" // whoever asks again hears again
	before := e.look()
	if e.pasted != nil {
		e.collect(before, line)
		return
	}
	if f, open := e.field(); open {
		e.write(f, line)
		return
	}
	word, n := parted(line)
	own := e.own()
	lower := strings.ToLower(word)
	if other := keyWords[lower]; other != "" {
		lower = other
	}
	switch path, saves := strings.CutPrefix(line, "save "); {
	case line == "":
		e.say("Enter alone does nothing here, and pays nothing.")
		e.offer()
	case saves && strings.TrimSpace(path) != "":
		e.save(strings.TrimSpace(path))
	case word == "":
		e.pick(before, n)
	case own[lower] != nil && n == 0 && (lower != "save" || e.found("save", true) == nil):
		own[lower]()
	default:
		e.do(before, word, n)
	}
}

// parted is a line as a word and the number behind it; either may be missing. A number that
// no row can have is -1.
func parted(line string) (word string, n int) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return "", 0
	}
	n, err := strconv.Atoi(words[len(words)-1])
	switch word = strings.Join(words[:len(words)-1], " "); {
	case err == nil && n > 0:
		return word, n
	case err == nil || errors.Is(err, strconv.ErrRange):
		return word, -1
	}
	return strings.Join(words, " "), 0
}

// found are the choices that a word calls: by its whole, else by its beginning. Of what an
// action does in full, which may begin as the word of another, more than a word is wanted.
func (e *ear) found(word string, whole bool) (found []view.Fact) {
	word = strings.ToLower(word)
	for _, f := range e.choices() {
		action := strings.ReplaceAll(string(f.Action), "-", " ")
		names := []string{f.Label.String(), action, string(f.Action), strings.TrimPrefix(action, "go ")}
		if whole || strings.Contains(word, " ") {
			names = append(names, f.Value.String())
		}
		if slices.ContainsFunc(names, func(name string) bool {
			name = strings.ToLower(name)
			return name == word || !whole && name != "" && strings.HasPrefix(name, word)
		}) && !slices.ContainsFunc(found, func(o view.Fact) bool { return o.Action == f.Action }) {
			found = append(found, f)
		}
	}
	return found
}

// do does what a word calls, to the row of that number if there is one.
func (e *ear) do(before moment, word string, n int) {
	all := e.found(word, true)
	if len(all) == 0 {
		all = e.found(word, false)
	}
	if len(all) == 1 && all[0].Price != "" && len(word) < 2 {
		e.unheard++
		e.say(fmt.Sprintf("“%s” is too short for what costs something, nothing was done. Write %s.", word, all[0].Label))
		return
	}
	ours := slices.DeleteFunc(slices.Collect(maps.Keys(e.own())), func(own string) bool { return !strings.HasPrefix(own, strings.ToLower(word)) })
	switch {
	case len(all) > 1:
		names := each.Of(all, func(f view.Fact) string { return f.Label.String() })
		e.unheard++
		e.say(fmt.Sprintf("“%s” may be %s. Write more of it.", word, strings.Join(names, ", or ")))
	case len(all) == 0 && len(ours) == 1:
		e.own()[ours[0]]()
	case len(all) == 0:
		e.unknown(before, word)
	case n != 0 && !e.moveTo(n):
		e.noRow()
	default:
		e.act(before, all[0].Action, n)
	}
}

// act does an action, and says first what is done, to whom and for how much.
func (e *ear) act(before moment, a keymap.Action, n int) {
	word, of, price := "", "", ""
	for _, f := range e.choices() {
		if f.Action == a {
			word, price = capital(f.Label.String()), f.Price
			break
		}
	}
	if rows := e.rowFacts(); n > 0 {
		word, of = fmt.Sprintf("%s %d", word, n), rows[n-1].Value.String()
	}
	e.say(joined([]string{word, of, price}, ", "))
	e.press(before, a)
}

// press does an action, and tells what it led to, or why it does nothing.
func (e *ear) press(before moment, a keymap.Action) {
	if err := e.d.Do(a); err != nil {
		e.say("Attention: " + err.Error())
		return
	}
	e.follow(before)
}

// unknown is a word that calls nothing: in a list that is narrowed by words it does that.
func (e *ear) unknown(before moment, word string) {
	r := e.d.Root()
	if rows := e.rowFacts(); r.Dialog() && !r.Typing() || r.Dialog() && len(rows) > 0 && !e.narrows() {
		for i, f := range rows {
			if strings.HasPrefix(strings.ToLower(f.Value.String()), strings.ToLower(word)) {
				e.pick(before, i+1)
				return
			}
		}
	} else if r.Dialog() {
		e.d.Press("end", "ctrl+u")
		e.d.Paste(word)
		e.follow(before)
		return
	}
	e.unheard++
	if first, _, more := strings.Cut(word, " "); more && len(e.found(first, true)) == 1 {
		e.say(fmt.Sprintf("“%s” stands alone on its line, nothing was done. Say it, and what belongs to it when it asks.", text.Clean(first)))
		e.offer()
		return
	}
	e.say(fmt.Sprintf("“%s” is no word here, nothing was done. ? tells all words.", text.Clean(word).Truncate(spoken.Cells/2, text.Ellipsis)))
	e.offer()
}

// narrows says whether words narrow what can be chosen.
func (e *ear) narrows() bool {
	return slices.ContainsFunc(e.d.Root().Tell(), func(f view.Fact) bool {
		return f.Kind == view.Plain && (f.Label.String() == "filter" || f.Label.String() == "name") && f.Action == ""
	})
}

func (e *ear) noRow() {
	e.unheard++
	e.say(fmt.Sprintf("There is no such row: there are %d, nothing was done.", len(e.rowFacts())))
}

// pick takes the row of a number: of a dialog it is chosen, of a form it is written on, of
// a page all of it is told.
func (e *ear) pick(before moment, n int) {
	if !e.moveTo(n) {
		e.noRow()
		return
	}
	f := e.rowFacts()[n-1]
	switch r := e.d.Root(); {
	case r.Dialog() && r.Typing() && f.Action != "":
		e.filling = true
		e.say(fmt.Sprintf("%s. Write the words. Enter alone leaves it as it is.", e.sentence(f)))
	case r.Dialog():
		e.say(joined([]string{f.Value.String(), f.Price}, ", "))
		e.press(before, keymap.Accept)
	default:
		e.whole(n, f)
		e.remember()
	}
}

// steps lists the moves of the selection: the first that is bound where one is.
var steps = [][2]keymap.Action{{keymap.NextColumn, keymap.PrevColumn}, {keymap.Down, keymap.Up}, {keymap.NextItem, keymap.PrevItem}}

// moveTo selects a row; false where there is none of that number. Rows that are not
// selected one by one are only told.
func (e *ear) moveTo(n int) bool {
	rows := e.rowFacts()
	if n < 1 || n > len(rows) {
		return false
	}
	by := steps[slices.IndexFunc(steps, func(s [2]keymap.Action) bool { b, _ := e.d.Root().Find(s[0]); return b.Action != "" })%len(steps)]
	at := func() int {
		return slices.IndexFunc(e.rowFacts(), func(f view.Fact) bool { return f.Here }) + 1
	}
	for from, tries := at(), 0; from != n && from > 0 && tries < 10_000; tries++ {
		a := by[0]
		if from > n {
			a = by[1]
		}
		if e.d.Do(a) != nil {
			return false
		}
		from = at()
	}
	return true
}

// toEnd goes to the last row, behind which there may be others that are read for nothing.
func (e *ear) toEnd() {
	if b, why := e.d.Root().Find(keymap.Bottom); why == "" && b.Action != "" {
		_ = e.d.Do(keymap.Bottom) // what cannot be done has no more rows
	}
}

func (e *ear) back() {
	before := e.look()
	for _, a := range []keymap.Action{keymap.Cancel, keymap.No, keymap.Back} {
		if b, why := e.d.Root().Find(a); why == "" && b.Action != "" {
			_ = e.d.Do(a) // it was just found
			e.follow(before)
			return
		}
	}
	e.say("There is nothing to go back to. quit leaves Greenroom.")
}

// exact tells the screen with numbers to the last digit.
func (e *ear) exact() {
	e.exactly = true
	e.screen()
	e.exactly = false
}

package views

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"greenroom/api"
	"greenroom/client"
	reading "greenroom/client/brief"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/explain"
	"greenroom/views/fetch"
	"greenroom/views/view"
)

// briefReading holds the reading of a brief's words, and the outlook of a search for it.
type briefReading struct {
	source string // the words that were read
	unused []api.Unused
	failed error // why it was not read
	tries  int   // without an answer, while the service could not give one
	loaded bool  // from a file, which goes over what stands in the fields
	reader fetch.Slot[reading.Reading]
	look   fetch.Slot[view.Preview]
	first  string // words that are to be read when it opens
	asked  string // the query that look asks about
	told   fetch.Done[view.Preview]
}

// briefLimit is for how many creators the search of a brief is looked at.
const briefLimit = api.LimitDefault

// briefTold limits the cells of words that a notice names.
const briefTold = 60

// briefTries limits how often a service too busy to answer is asked again.
const briefTries = 60

// briefPause is the time without typing before the search is looked at.
const briefPause = 300 * time.Millisecond

type briefPaused struct {
	of    *brief
	query string
}

// briefAgain reads words again, or looks again, since the service had no time.
type briefAgain struct {
	of    *brief
	words string
}

func (b *brief) again(err error, words string) tea.Cmd {
	if !explain.Later(err) {
		b.tries = 0
		return nil
	}
	if b.tries++; b.tries > briefTries {
		return nil
	}
	m := briefAgain{b, words}
	return b.root.env.Tick(explain.Wait(err, b.root.env.Now), func(time.Time) tea.Msg { return m })
}

// briefOf is the form of a new list for a brief that was pasted.
func (r *Root) briefOf(words string) *brief {
	b := r.newBrief(nil)
	b.first = words
	return b
}

// Init reads the brief that was pasted, or looks at the search of the one that is there.
func (b *brief) Init() view.Out {
	if b.first != "" {
		words := b.first
		b.first = ""
		return b.readIn(words)
	}
	return view.Out{Cmd: b.pause()}
}

// readIn reads a brief: what its words mean the service is asked, for nothing.
func (b *brief) readIn(words string) view.Out {
	words = plainLines(words)
	left := max(0, utf8.RuneCountInString(words)-briefWordsMost)
	words = string([]rune(words)[:utf8.RuneCountInString(words)-left])
	b.source = words
	b.words.SetValue(words)
	b.words.MoveToBegin()
	b.keep()
	c := b.root.env.Client
	out := view.Out{Cmd: b.reader.Start(0, func(ctx context.Context, opts ...client.Option) (reading.Reading, client.Receipt, error) {
		var receipt client.Receipt
		var failed error
		said := reading.Read(words, func(q string) (api.Interpretation, bool) {
			if failed != nil {
				return api.Interpretation{}, false
			}
			p, r, err := c.Interpret(ctx, api.SearchRequest{Query: q}, opts...)
			if receipt = r; client.KindOf(err) != client.KindNotOffered && !client.Is(err, api.CodeValidation) {
				failed = err
			}
			return p.Interpretation, err == nil
		})
		return said, receipt, failed
	})}
	if left > 0 {
		out.Toast = view.Toast{Text: text.Format("A brief can have %s characters: %s left out.", text.Thousands(briefWordsMost), text.Plural(left, "was", "were")), Bad: true}
	}
	return out
}

func (b *brief) took(d fetch.Done[reading.Reading]) view.Out {
	if b.failed = d.Err; d.Err == nil {
		return b.take(d.Value)
	}
	return view.Out{Cmd: b.again(d.Err, b.source)}
}

// looked takes what a search would find.
func (b *brief) looked(d fetch.Done[view.Preview]) view.Out {
	b.told = d
	b.goTo(min(b.at, briefText+b.spots()))
	return view.Out{Cmd: b.again(d.Err, "")}
}

// Update reads, or looks, once its time has come.
func (b *brief) Update(msg tea.Msg) view.Out {
	switch m := msg.(type) {
	case briefAgain:
		switch {
		case m.of != b:
		case m.words != "" && m.words == b.source:
			return b.readIn(m.words)
		case m.words == "":
			b.asked = ""
			return view.Out{Cmd: b.foresee()}
		}
	case briefRead:
		if m.of == b {
			b.loaded = true
			return b.readIn(m.text)
		}
	case briefPaused:
		if m.of == b && m.query == b.query() {
			return view.Out{Cmd: b.foresee()}
		}
	}
	return b.Acts.Update(msg)
}

// take fills the fields that are empty: what was typed there stays, unless a file says
// otherwise.
func (b *brief) take(r reading.Reading) view.Out {
	before := b.fields()
	b.fill(r.Name, r.Brief)
	for i, typed := range before {
		if typed != "" && (!b.loaded || b.lines[i].Value() == "") {
			b.lines[i].SetValue(typed)
		}
	}
	b.loaded = false
	b.unused = r.Unused
	b.keep()
	said := text.Const("Read. Mend what is wrong; nothing was paid.")
	if all := reading.ByReason(r.Unused); len(all) > 0 {
		words, whole := quoted(all[0].Words, briefTold)
		said = text.Format("%s: %s: %s%s Nothing was paid.", used(all[0], "Not used", "Used in part"), words, cmp.Or(all[0].Why, "unclear"), text.When(len(all) > 1 || !whole, " More stands below."))
	}
	return view.Out{Cmd: b.foresee(), Toast: view.Toast{Text: said}}
}

// used says how far words are used that not all stands in a field of.
func used(r reading.Reason, not, inPart string) text.Text {
	if r.InPart {
		return text.Clean(inPart)
	}
	return text.Clean(not)
}

// quoted are words, each in quotation marks, as many as fit into some cells, and at least one, cut
// where it is longer; whole says whether all of it stands there.
func quoted(words []string, most int) (all text.Text, whole bool) {
	for i, w := range words {
		said := text.Clean(w)
		if i > 0 && all.Width()+said.Width() > most {
			return text.Cat(all, text.Const(", …")), false
		}
		fits := said.Truncate(most, text.Ellipsis)
		all = text.Cat(all, text.When(i > 0, ", "), text.Format("“%s”", fits))
		if fits.Width() < said.Width() {
			return text.Cat(all, text.When(i+1 < len(words), ", …")), false
		}
	}
	return all, true
}

func (b *brief) fields() []string {
	all := make([]string, len(b.lines))
	for i := range b.lines {
		all[i] = b.lines[i].Value()
	}
	return all
}

// query joins the fields to a search.
func (b *brief) query() string {
	br, _, _ := b.brief()
	return reading.Query(br)
}

func (b *brief) pause() tea.Cmd {
	m := briefPaused{b, b.query()}
	if m.query == "" || m.query == b.asked {
		return nil
	}
	return b.root.env.Tick(briefPause, func(time.Time) tea.Msg { return m })
}

// foresee asks for nothing what the search would find.
func (b *brief) foresee() tea.Cmd {
	q := b.query()
	if q == "" || utf8.RuneCountInString(q) > api.SearchQueryMax || q == b.asked {
		return nil
	}
	b.asked, b.told = q, fetch.Done[view.Preview]{}
	return b.look.Start(0, b.root.env.Foresee(q, briefLimit, true))
}

// foreseen returns the known outlook of the search; false while there is none.
func (b *brief) foreseen() (p view.Preview, known bool) {
	if known = b.asked != "" && b.asked == b.query() && !b.look.Busy() && b.told.Err == nil; known {
		p = b.told.Value
	}
	return p, known
}

func (b *brief) relax() []view.Relaxation {
	p, _ := b.foreseen()
	return p.Relax
}

// spots are the places behind the last field: what can be relaxed, or one to read from what
// was found.
func (b *brief) spots() int { return max(len(b.relax()), min(1, len(b.unused))) }

// without takes conditions out of the fields in which they stand.
func (b *brief) without(conditions []string) view.Out {
	b.goTo(briefQuery)
	for _, words := range conditions {
		b.takeOut(words)
	}
	b.keep()
	return view.Out{Cmd: b.foresee()}
}

func (b *brief) takeOut(words string) {
	for i := briefQuery; i <= briefNoGos; i++ {
		if was := b.lines[i].Value(); i != briefWishes && strings.Contains(was, words) {
			b.lines[i].SetValue(reading.Without(was, words))
			return
		}
	}
	for i, n := range parted(b.lines[briefNoGos].Value()) { // "alcohol", which the query calls "not alcohol"
		if strings.HasSuffix(words, n) {
			b.lines[briefNoGos].SetValue(strings.Join(slices.Delete(parted(b.lines[briefNoGos].Value()), i, i+1), ", "))
		}
	}
}

// search saves the brief and writes its query where it is searched for.
func (b *brief) search() view.Out {
	q := b.query()
	switch n := utf8.RuneCountInString(q); {
	case b.reader.Busy():
		return view.Fail(text.Const("The brief is still being read: try again in a moment."))
	case q == "" && (b.failed != nil || b.words.Value() != b.source) && reading.IsBrief(b.words.Value()): // opened again before it was read, or not read when it was pasted
		return b.readIn(b.words.Value())
	case q == "":
		b.goTo(briefQuery)
		return view.Fail(text.Const("Nothing to search for: say who is wanted first."))
	case n > api.SearchQueryMax:
		return view.Fail(text.Format("The query has %d characters, and can have %d: shorten a field.", n, api.SearchQueryMax))
	}
	out := b.save()
	if out.Change != nil {
		out.Change.Said = text.Format("%s %s searches, at the price above.", out.Change.Said, b.root.env.Keys.KeyOf(keymap.Accept, keymap.Field))
		out.Change.Then = view.Nav{Go: true, To: view.Page{Kind: view.Search, Query: q, Write: true}}
	}
	return out
}

// found tells in w cells what the search is, what it would find and what of the brief is
// not used.
func (b *brief) found(w int) []string {
	block := widget.Block{W: w}
	b.finds(&block)
	return block.Lines
}

func (b *brief) finds(block *widget.Block) {
	st := b.root.env.Styles
	say := func(t text.Text, style theme.Style) { block.Say(t, style, " ") }
	q := b.query()
	p, known := b.foreseen()
	switch {
	case b.reader.Busy():
		say(text.Const("reading the brief, free…"), st.Dim)
		return
	case b.failed != nil:
		say(text.Format("Not read yet: %s", explain.Failure(b.failed, b.root.env.Now)), st.Warn)
	}
	if q != "" {
		say(text.Format("search: %s", q), st.Text)
	}
	switch {
	case q == "":
	case known:
		style := st.Good
		if p.GoodMatches == 0 {
			style = st.Warn
		}
		finds := b.root.env.Finds(p.SearchPreview, briefLimit)
		if p.FilteredTotal > 0 {
			finds = text.Format("%s Up to %s cr for %d.", finds, view.Amount(p.CreditsAtMost), min(briefLimit, p.FilteredTotal))
		}
		say(finds, style)
		say(p.SaysUnlived(), st.Warn)
	case b.look.Busy():
		say(text.Const("looking what it would find, free…"), st.Dim)
	case b.told.Err != nil:
		say(explain.Failure(b.told.Err, b.root.env.Now), st.Dim)
	}
	for _, u := range reading.ByReason(append(slices.Clip(b.unused), slices.DeleteFunc(slices.Clone(p.Interpretation.Unused), b.says)...)) {
		words, _ := quoted(u.Words, math.MaxInt)
		say(text.Format("%s: %s: %s", used(u, "not used", "used in part"), words, cmp.Or(u.Why, "unclear")), st.Warn)
	}
	if len(p.Relax) > 0 && p.Relax[0].Found.GoodMatches == 0 {
		say(text.Const("No condition alone keeps good matches out; relaxed one by one:"), st.Dim)
	}
	for i, r := range p.Relax {
		lead, style := text.Const("  "), st.Text
		if b.at == briefText+1+i {
			lead, style = text.Const("▸ "), st.Accent
		}
		say(text.Cat(lead, r.Says()), style)
	}
}

// says: the reading of the brief told already that some words are not used.
func (b *brief) says(u api.Unused) bool {
	return slices.ContainsFunc(b.unused, func(told api.Unused) bool { return told.Text == u.Text })
}

package plan

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"greenroom/service/importer/cells"
)

var accountFields = []Field{Username, Name, ChannelID, ProfileID, ProfileURL}

// letter stands for a kind in the senses of fields.
func (k Kind) letter() string { return map[Kind]string{Creators: "c", PostTable: "p"}[k] }

// decideKind says what a row of the table is: what identifies it, and what only a
// creator or only a post has.
func (t *table) decideKind(creators, posts *Plan) (*Plan, error) {
	creators.Kind, posts.Kind = Creators, PostTable
	switch t.told.Kind {
	case Creators:
		if !creators.Has(accountFields...) {
			return nil, Refused("No column of it names an account; say which does with --map, such as --map username=Account.")
		}
		return creators, nil
	case PostTable:
		return posts.keyed()
	case Captions:
		return nil, Refused("It is a table, not captions with times.")
	}
	if posts.Has(CaptionFile) {
		posts.Kind = VideoList
		return posts, nil
	}
	key := posts.postKey()
	if t.ofComments() || key >= strongKey && posts.sharedPosts() {
		return nil, Refused("Its rows are comments: who wrote them is no creator of yours. Say what they hold with --kind, such as --kind creators.")
	}
	content := posts.Has(Caption, Title, Description, Date)
	account := creators.Has(accountFields...)
	reach := creators.Has(Followers, Gained, Following, Posts)
	switch {
	case key >= strongKey && !reach && posts.Has(Likes, Comments, Views, Shares), key >= strongKey && content && (!reach || posts.Has(Likes, Comments, Views, Date, Caption, Duration)):
		return posts, nil
	case key > 0 && content && reach && account && posts.Has(Likes, Comments, Duration, Tags):
		if posts.ownersRepeat() {
			return posts, nil
		}
		return t.askKind(creators, posts)
	case key >= strongKey && reach && account && posts.posted() && posts.Has(Likes, Comments, Views, Shares):
		return t.askKind(creators, posts)
	case reach && account:
		return creators, nil
	case key > 0 && content:
		return posts, nil
	case account && (t.speaksOfPosts() || posts.Has(Caption, Title) && (posts.Has(Likes, Comments, Views, Shares, Duration) || creators.ownersRepeat())):
		return t.askKind(creators, posts)
	case account:
		return creators, nil
	}
	return nil, Refused("Its columns are neither those of creators nor of posts; say which is which with --map, such as --map username=Account.")
}

func (t *table) askKind(creators, posts *Plan) (*Plan, error) {
	answer, err := t.settle(Question{"Its rows may be creators or posts: which?", "--kind", []string{string(Creators), string(PostTable)}})
	if answer == string(PostTable) {
		return posts.keyed()
	}
	return creators, err
}

// keyed refuses posts that nothing tells apart.
func (p *Plan) keyed() (*Plan, error) {
	if !p.Has(PostID, URL) {
		return nil, Refused("No column of it is the id or the address of a post; say which is with --map, such as --map post_id=Code.")
	}
	return p, nil
}

// speaksOfPosts holds where a header names the address or the id of a post, though
// its cells are of no network that is known.
func (t *table) speaksOfPosts() bool {
	return slices.ContainsFunc(t.columns, func(c *column) bool {
		return c.called(PostID) > 0.85 || containsAny(c.words, []string{"video", "post", "reel", "clip", "media"}) && containsAny(c.words, []string{"url", "link", "id", "title", "caption", "date"}) && !containsAny(c.words, []string{"last", "latest"})
	})
}

const strongKey = 0.9

// postKey rates the evidence of a column that rows are posts, 0 to 1: its name, or ids and
// addresses that only posts have.
func (p *Plan) postKey() float64 {
	key := 0.0
	for _, c := range p.Columns {
		if c.Field != PostID && c.Field != URL {
			continue
		}
		of := p.table.columns[c.Index]
		switch {
		case c.Sure == SureTold || of.share("post") > 0.5 || of.share("video") > 0.8 && of.distinct() > 0.5:
			key = 1
		case c.Field == PostID && of.share("channel") < 0.5:
			if key = max(key, 0.5); of.called(PostID) > 0.85 {
				key = 1
			}
		}
	}
	return key
}

// posted holds where each row has a post of its own, by its address.
func (p *Plan) posted() bool {
	return slices.ContainsFunc(p.Of(URL, ""), func(i int) bool {
		c := p.table.columns[i]
		return c.share("post") > 0.9 && c.distinct() > 0.9
	})
}

// called rates the evidence of the header alone for a field.
func (h header) called(f Field) float64 { return h.score(h.best(f)) }

// best is the sense in which the header names a field best.
func (h header) best(f Field) (best sense) {
	for _, s := range senses {
		if s.field == f && (best.field == None || h.score(s) > h.score(best)) {
			best = s
		}
	}
	return best
}

// ownersRepeat holds where several rows are of one account.
func (p *Plan) ownersRepeat() bool {
	for _, c := range p.Columns {
		if slices.Contains(accountFields, c.Field) {
			of := p.table.columns[c.Index]
			return len(of.cells) >= 4 && of.distinct() < 0.9
		}
	}
	return false
}

// settle asks a question; unanswered it is the error.
func (t *table) settle(q Question) (string, error) {
	if t.told.Ask != nil {
		if answer := t.told.Ask(q); slices.Contains(q.Answers, answer) {
			return answer, nil
		}
	}
	return "", Open{q}
}

// dropTotals leaves out columns of likes and views that are totals: an average is
// seldom above the number of followers.
func (p *Plan) dropTotals() {
	p.without(func(c Column) string {
		followers := p.Of(Followers, c.Platform)
		switch {
		case p.table.columns[c.Index].averaged() || c.Field == Shares:
		case c.Field == Views:
			return "it does not say that it is an average, so it is a total"
		case len(followers) == 0:
			return "it does not say that it is an average, and there are no followers to hold it against"
		case p.table.mostlyAbove(c.Index, followers[0]):
			return "it is mostly above the followers, so it is a total"
		}
		return ""
	})
}

// dropOwners leaves out what an account has in all beside its posts: its header names whose
// it is, or it says what such a column does.
func (p *Plan) dropOwners() {
	p.without(func(c Column) string {
		for _, other := range p.table.columns {
			if containsAny(other.words, owners) && (other.index == c.Index || other.share("count") > 0.9 && other.distinct()*float64(len(other.cells)) > 2 && p.table.agree(c.Index, other.index, true)) {
				return "it is of the account, not of the post"
			}
		}
		return ""
	})
}

// without leaves out columns of likes, comments, views and shares for a reason, and takes
// the next best in the place of each.
func (p *Plan) without(reason func(Column) string) {
	for i := 0; i < len(p.Columns); i++ {
		c, why := p.Columns[i], ""
		if c.Sure != SureTold && slices.Contains([]Field{Likes, Comments, Views, Shares}, c.Field) {
			why = reason(c)
		}
		if why == "" {
			continue
		}
		p.drop(i, why)
		p.Columns[i].apart = true
		best, next := least, -1
		for _, other := range p.table.columns {
			if score := other.scoreFor(c.Field, p.Kind.letter(), len(p.Networks) > 0); p.Columns[other.index].Field == None && !p.Columns[other.index].apart && other.network == c.Platform && score > best {
				best, next = score, other.index
			}
		}
		if next >= 0 {
			p.use(next, c.Field, c.Platform, SureGuess)
			i = min(i, next-1)
		}
	}
}

func (t *table) mostlyAbove(column, limit int) bool {
	above := 0
	for a, b := range t.numbers(column, limit, cells.Style{}, cells.Style{Whole: true}) {
		above += int(boolean(a > b))
	}
	return above*2 > len(t.sample)
}

// settleRivals looks at columns that say the same field as the one that was
// chosen: where they agree the one that is written out counts, where they differ
// nobody but the planner knows which is meant.
func (p *Plan) settleRivals() error {
	kind := p.Kind.letter()
	for _, c := range slices.Clone(p.Columns) {
		if c.Field == None || c.Sure == SureTold || repeatedFields[c.Field] || p.Kind == VideoList {
			continue
		}
		own := p.table.columns[c.Index]
		for _, other := range p.Columns {
			of := p.table.columns[other.Index]
			if other.Field != None || p.Columns[other.Index].apart || of.other || of.network != own.network && len(p.Networks) > 0 || len(of.cells) == 0 {
				continue
			}
			score, least := of.scoreFor(c.Field, kind, len(p.Networks) > 0), max(least, own.scoreFor(c.Field, kind, len(p.Networks) > 0)-0.08)
			if score < least {
				if slices.Contains(measured, c.Field) && score > 0 && of.share("number") > 0 {
					p.hearRival(c.Index, other.Index)
				}
				continue
			}
			if err := p.settleRival(c, other); err != nil {
				return err
			}
		}
	}
	return nil
}

var measured = []Field{Followers, Following, Posts, PostsPerWeek, Gained, Growth, Rate, Engagement, Likes, Comments, Views, Shares, Duration}

func (p *Plan) settleRival(c, other Column) error {
	own, of := p.table.columns[c.Index], p.table.columns[other.Index]
	if !slices.Contains(measured, c.Field) {
		said := of.called(Username) >= 0.8 && of.called(Name) < 0.8 || of.share("signedat") > 0.8 && own.called(Username) < 0.8 && !of.qualified()
		handles := c.Field == Username && said && of.share("handle") > 0.9 && !of.constant() && !slices.Contains(p.witnesses(c), ByAddresses)
		if (handles || slices.Contains([]Field{PostID, ProfileID, ChannelID}, c.Field)) && !p.table.agree(c.Index, other.Index, false) {
			return p.askRival(c, other)
		}
		p.Columns[other.Index].Why = "another column says it"
		return nil
	}
	switch {
	case p.Kind == Creators && of.averaged() != own.averaged() && (c.Field == Likes || c.Field == Comments || c.Field == Views):
		if of.averaged() {
			p.swap(c.Index, other.Index, "it is no average")
		} else {
			p.Columns[other.Index].Why = "it is no average"
		}
	case p.table.agree(c.Index, other.Index, true):
		p.hearRival(c.Index, other.Index)
	case of.within(own.header):
		p.Columns[other.Index].Why = stretch
	case own.within(of.header):
		p.swap(c.Index, other.Index, stretch)
	default:
		return p.askRival(c, other)
	}
	return nil
}

const stretch = "it is of a stretch of time, and another column is of all"

// within holds for a header that says what another does, and of which days.
func (h header) within(all header) bool {
	return len(h.words) > len(all.words) && !slices.ContainsFunc(all.words, func(w string) bool { return !slices.Contains(h.words, w) }) &&
		!slices.ContainsFunc(h.words, func(w string) bool { return !slices.Contains(all.words, w) && !spans[w] && !periods[w] })
}

// hearRival takes the one of two columns that says a number more exactly, where they
// agree. Where they differ the one whose header says it in full counts.
func (p *Plan) hearRival(chosen, other int) {
	own, of := p.table.columns[chosen], p.table.columns[other]
	switch more := p.table.finer(other, chosen); {
	case !p.table.agree(chosen, other, true):
		p.Columns[other].Why = "another column says it, and they differ"
	case more > 0 || more == 0 && of.share("plain") > own.share("plain"):
		p.swap(chosen, other, "another column says it more exactly")
	default:
		p.Columns[other].Why = "another column says it"
	}
}

// finer is in how many rows more a column has more digits that count than another.
func (t *table) finer(a, b int) (more int) {
	for x, y := range t.pairs(a, b) {
		more += cmp.Compare(figuresIn(x), figuresIn(y))
	}
	return more
}

// figuresIn counts the digits that count of a number: 4 of 51,230, 3 of 51.2K.
func figuresIn(cell string) int {
	f, ok := cells.Number(cell, cells.Style{Whole: true})
	if !ok {
		return 0
	}
	return len(strings.Trim(strings.ReplaceAll(strconv.FormatFloat(math.Abs(f.Value), 'f', -1, 64), ".", ""), "0"))
}

// rounds holds where a number is another one, rounded or cut to fewer digits. Nobody
// rounds what they count below a thousand.
func rounds(x, y string, a, b float64) bool {
	digits := min(figuresIn(x), figuresIn(y))
	whole := a == math.Trunc(a) && b == math.Trunc(b)
	if whole && min(math.Abs(a), math.Abs(b)) < 1000 || figuresIn(x) == figuresIn(y) || digits == 0 || digits > 3 || a*b <= 0 {
		return a == b
	}
	coarse := math.Abs(a)
	if figuresIn(y) == digits {
		coarse = math.Abs(b)
	}
	return math.Abs(a-b) <= math.Pow10(int(math.Floor(math.Log10(coarse)))+1-digits)
}

func (p *Plan) swap(from, to int, why string) {
	c := p.Columns[from]
	p.drop(from, why)
	p.use(to, c.Field, c.Platform, c.Sure)
}

func (p *Plan) askRival(c, other Column) error {
	if at := &p.Columns[c.Index]; slices.Contains(measured, c.Field) && p.marginal(at, fmt.Sprintf("another column may be the %s too, and --map %s=… does not say which", label(c.Field), c.Field)) {
		return nil
	}
	name := func(c Column) string {
		if SameHeader(c.Header, other.Header) && c.Index != other.Index || SameHeader(c.Header, p.Columns[c.Index].Header) && p.named(c.Header) > 1 {
			return fmt.Sprintf("#%d", c.Index+1)
		}
		return c.Header
	}
	prefix := string(c.Field) + "="
	a, b := prefix+name(c), prefix+name(other)
	answer, err := p.table.settle(Question{fmt.Sprintf("Columns %q and %q both may be the %s, and differ: which is it?", c.Header, other.Header, label(c.Field)), "--map", []string{quoted(a), quoted(b)}})
	if answer == quoted(b) {
		p.swap(c.Index, other.Index, "you chose another")
	}
	return err
}

func (p *Plan) named(header string) (n int) {
	for _, c := range p.Columns {
		if SameHeader(c.Header, header) {
			n++
		}
	}
	return n
}

// short holds for a number that is written short: 13.8M.
func short(cell string) bool { return strings.IndexFunc(cell, unicode.IsLetter) >= 0 }

// agree holds where two columns tell the same in nearly all rows: numbers but for
// rounding, since 13.8M is 13,812,345. Numbers that are both written out and differ
// are of two days.
func (t *table) agree(a, b int, numbers bool) bool {
	same, all := 0, 0
	for x, y := range t.pairs(a, b) {
		if !numbers {
			all++
			same += int(boolean(x == y))
			continue
		}
		f, ok := cells.Number(x, cells.Style{Whole: true})
		g, fine := cells.Number(y, cells.Style{Whole: true})
		if ok && fine {
			all++
			same += int(boolean(f.Value == g.Value || (short(x) || short(y)) && math.Abs(f.Value-g.Value) <= 0.06*max(math.Abs(f.Value), math.Abs(g.Value)) || rounds(x, y, f.Value, g.Value)))
		}
	}
	return same*10 >= all*9
}

// pairs are the cells of two columns in the rows where both are known.
func (t *table) pairs(a, b int) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, row := range t.sample {
			if max(a, b) >= len(row) {
				continue
			}
			x, known := cells.Known(row[a])
			y, both := cells.Known(row[b])
			if known && both && !yield(x, y) {
				return
			}
		}
	}
}

// numbers are those of two columns in the rows where both can be read.
func (t *table) numbers(a, b int, of, beside cells.Style) iter.Seq2[float64, float64] {
	return func(yield func(float64, float64) bool) {
		for x, y := range t.pairs(a, b) {
			f, ok := cells.Number(x, of)
			g, fine := cells.Number(y, beside)
			if ok && fine && !yield(f.Value, g.Value) {
				return
			}
		}
	}
}

// quoted is an answer as it is typed after a flag.
func quoted(text string) string {
	if strings.ContainsAny(text, " #()'&") {
		return strconv.Quote(text)
	}
	return text
}

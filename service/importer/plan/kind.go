package plan

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"greenroom/service/importer/cells"
	"greenroom/service/media"
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
	if t.ofComments(creators.rowAccounts()) || key >= strongKey && posts.sharedPosts() {
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

// rowAccounts is the column of handles that are others in each row; nil where none is.
func (p *Plan) rowAccounts() *column {
	for _, i := range p.by[place{"", Username}] {
		if of := p.table.columns[i]; of.called(Username) >= 0.8 && of.distinct() == 1 && p.Has(measured...) {
			return of
		}
	}
	return nil
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

// What questions are answered with, and what it stands for.
var (
	Units      = map[string]float64{"ones": 1, "thousand": 1e3, "thousands": 1e3, "lakh": 1e5, "million": 1e6, "millions": 1e6}
	Ratios     = map[string]bool{"ratio": true, "percent": false}
	Decimals   = map[string]byte{"point": '.', "comma": ','}
	DateOrders = map[string]cells.Order{"day-first": cells.DayFirst, "month-first": cells.MonthFirst, "year-first": cells.YearFirst}
)

// ask asks a question whose answers name values, behind what comes before "=" in them. The error
// is Open where nobody answers.
func ask[V any](t *table, q Question, values map[string]V) (v V, err error) {
	answer, err := t.settle(q)
	return values[answer[strings.IndexByte(answer, '=')+1:]], err
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
	p.without(ofPosts, func(c Column) string {
		followers := p.Of(Followers, c.Platform)
		switch {
		case p.table.columns[c.Index].averaged() || c.Field == Shares:
		case c.Field == Views:
			return "it does not say that it is an average, so it is a total"
		case len(followers) == 0:
			return "it does not say that it is an average, and there are no followers to hold it against"
		case p.table.mostlyAbove(c.Index, followers[0], cells.Style{}, 0):
			return "it is mostly above the followers, so it is a total"
		}
		return ""
	})
}

// stranger is why the numbers of a column are of another thing than the field that its header
// names: prices or orders of posts, followers gained. "" where they are not.
func (p *Plan) stranger(c Column, f Field) string {
	whole := cells.Style{Whole: true}
	switch of := p.table.columns[c.Index]; {
	case f == Posts && p.table.ordered(of):
		return "its numbers are as small as those of posts that are ordered, and columns beside it speak of such"
	case f == Posts && slices.ContainsFunc(p.Of(Followers, c.Platform), func(followers int) bool { return p.table.mostlyAbove(c.Index, followers, whole, leastPrice) }):
		return "it is mostly above the followers, so it is no number of posts"
	case f == Growth && !of.saysPercent() && !of.fractions(whole) && of.highest(whole) > mostGrowth:
		return "its numbers are too large for per cent; if they are followers, say --map " + quoted(string(Gained)+"="+c.Header)
	}
	return ""
}

// mostGrowth is per cent that hardly any account grows by in a month.
const mostGrowth = 100

// leastPrice of posts is more than posts of small accounts: where most are, they are prices.
const leastPrice = 1e4

// mostOrdered is more posts than are ordered of one creator.
const mostOrdered = 20

// ordered holds for numbers of posts beside others of stories or reels, or beside fees, of
// which none is large.
func (t *table) ordered(posts *column) bool {
	return posts.highest(cells.Style{}) <= mostOrdered && slices.ContainsFunc(t.columns, func(c *column) bool {
		return c != posts && c.share("number") > 0.5 && !c.averaged() && c.says("order")
	})
}

// dropOwners leaves out what an account has in all beside its posts: its header names whose
// it is, or it says what such a column does.
func (p *Plan) dropOwners() {
	p.without(ofPosts, func(c Column) string {
		for _, other := range p.table.columns {
			if containsAny(other.words, owners) && (other.index == c.Index || other.share("count") > 0.9 && other.distinct()*float64(len(other.cells)) > 2 && p.table.agree(c.Index, other.index, true)) {
				return "it is of the account, not of the post"
			}
		}
		return ""
	})
}

// dropFollowers leaves out followers beside posts that are not those of who posted them:
// nothing says whose they are, or from post to post of an account they differ as what posts win.
// Of an account whose followers grew between its posts none are taken, and of the others all.
func (p *Plan) dropFollowers() {
	p.without([]Field{Followers}, func(c Column) string {
		owner := slices.Concat(p.Of(Username, ""), p.Of(ProfileURL, ""), p.Of(ChannelID, ""), p.Of(ProfileID, ""), p.Of(Name, ""), p.Of(URL, ""))
		if len(owner) == 0 {
			return "nothing says whose they are"
		}
		first, again, far := map[string]string{}, map[string]bool{}, map[string]bool{}
		p.owner, p.torn = owner[0], map[string]bool{}
		for who, followers := range p.table.pairs(p.owner, c.Index) {
			who = cmp.Or(media.HandleInPost(who), who)
			f, ok := cells.Number(followers, cells.Style{Whole: true})
			before, _ := cells.Number(first[who], cells.Style{Whole: true})
			switch {
			case !ok || f.Value <= 0:
			case first[who] == "":
				first[who] = followers
			default:
				again[who] = true
				if !alike(first[who], followers, before.Value, f.Value) {
					p.torn[who] = true
				}
				if math.Abs(f.Value-before.Value) > mostGrown*before.Value {
					far[who] = true
				}
			}
		}
		if torn := len(p.torn); torn > 0 && (torn == len(first) || len(far)*2 > len(again)) {
			return "its numbers differ from post to post of one account"
		}
		return ""
	})
}

// mostGrown is the share by which followers grow while posts of an account are gathered.
const mostGrown = 0.1

// Torn holds for a row of an account that has other followers in other rows.
func (p *Plan) Torn(cell func(column int) string) bool {
	if len(p.torn) == 0 {
		return false
	}
	who := cell(p.owner)
	return p.torn[cmp.Or(media.HandleInPost(who), who)]
}

// ofPosts are the numbers that an account has on average, and its posts one by one.
var ofPosts = []Field{Likes, Comments, Views, Shares}

// without leaves out columns of fields for a reason, and takes the next best in the place of each.
func (p *Plan) without(fields []Field, reason func(Column) string) {
	for i := 0; i < len(p.Columns); i++ {
		c, why := p.Columns[i], ""
		if c.Sure != SureTold && slices.Contains(fields, c.Field) {
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

// mostlyAbove holds for numbers that are above those of another column, and above a least one,
// in most rows.
func (t *table) mostlyAbove(column, limit int, of cells.Style, least float64) bool {
	above, _ := held(t.numbers(column, limit, of, cells.Style{Whole: true}), func(a, b float64) bool { return a > b && a > least })
	return above*2 > len(t.sample)
}

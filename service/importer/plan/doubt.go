package plan

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// settleQualified asks about followers of a kind that is not known ("mass followers"):
// they may be some of an account's, or of somebody else. A column of lesser numbers or
// of places ("shipping country") is left out.
func (p *Plan) settleQualified() error {
	if p.Kind != Creators {
		return nil
	}
	for i := range p.Columns {
		c := &p.Columns[i]
		of := p.table.columns[i]
		if c.Sure == SureTold || !slices.Contains(qualified, c.Field) {
			continue
		}
		why := ""
		if words := of.unknownOf(c.Field); len(words) > 0 {
			why = fmt.Sprintf("%q in its header may make it another thing than the %s", words[0], label(c.Field))
		} else if other := p.table.elsewhere(); other != "" && c.Field == Followers && of.network == "" && len(p.Networks) == 0 {
			why = fmt.Sprintf("its numbers may be those of %q", other)
		}
		if why == "" || p.plainly(c) || p.marginal(c, why) {
			continue
		}
		question := fmt.Sprintf("Column %q: %s. Is it the %s?", c.Header, why, label(c.Field))
		if _, err := p.table.settle(Question{question, "--map", []string{quoted(string(c.Field) + "=" + c.Header)}}); err != nil {
			return err
		}
	}
	return nil
}

// unknownOf returns the words of a header that may make another thing of a field, but for
// those that call the field otherwise.
func (h header) unknownOf(f Field) []string {
	return slices.DeleteFunc(h.strange(h.best(f)), func(w string) bool {
		return slices.ContainsFunc(senses, func(s sense) bool { return s.field == f && slices.Contains(s.any, w) })
	})
}

// plainly holds where a column whose header has no such word says the same.
func (p *Plan) plainly(c *Column) bool {
	return slices.ContainsFunc(p.table.columns, func(other *column) bool {
		return other.index != c.Index && other.called(c.Field) >= 0.8 && len(other.unknownOf(c.Field)) == 0 && len(other.cells) >= 3 && !other.constant() && p.table.agree(c.Index, other.index, true)
	})
}

// elsewhere is a medium that is not kept here, on which a table names accounts: a number
// of followers beside them may be theirs.
func (t *table) elsewhere() string {
	for _, c := range t.columns {
		if c.other && len(c.words) == 0 && c.share("name") > 0.5 {
			return strings.TrimSpace(c.text)
		}
	}
	return ""
}

// qualified are the fields of which a word that is not known may make another thing.
var qualified = append([]Field{Country, City}, measured...)

// sharedPosts holds where the rows of one post name different people: they are what was
// said below it.
func (p *Plan) sharedPosts() bool {
	keys, people := slices.Concat(p.Of(PostID, ""), p.Of(URL, "")), slices.Concat(p.Of(Username, ""), p.Of(Name, ""), p.Of(ProfileURL, ""))
	if len(keys) == 0 || len(people) == 0 {
		return false
	}
	_, again, others := again(p.table.pairs(keys[0], people[0]))
	return others > 0 && others*2 >= again
}

// again counts all pairs, those whose first was there before, and those that have another second then.
func again(pairs iter.Seq2[string, string]) (all, again, others int) {
	first := map[string]string{}
	for one, two := range pairs {
		all++
		if before, known := first[one]; known {
			again, others = again+1, others+int(boolean(two != before))
		} else {
			first[one] = two
		}
	}
	return all, again, others
}

// ofComments holds for rows of what people said below posts: a column says who did, or the
// comment has a text, and an id, likes or a writer of its own. A column of accounts that are
// others in each row may have one who commented most beside it.
func (t *table) ofComments(accounts *column) bool {
	texts, own := 0, 0
	for _, c := range t.columns {
		about, whose := false, ""
		for _, word := range c.words {
			meaning, known := lists["comment"][word]
			about, whose = about || known && meaning != "own", cmp.Or(whose, meaning)
		}
		switch {
		case !about || len(c.cells) == 0:
		case whose == "writer" && (accounts == nil || accounts == c):
			return true
		case whose == "own":
			own++
		case c.share("text") > 0.8 && c.distinct() > 0.5:
			texts++
		}
	}
	return texts > 0 && own > 0
}

package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"greenroom/api"
	"greenroom/service/importer/cells"
)

// Kind names the kind of a file.
type Kind string

// The kinds of files.
const (
	Creators  Kind = "creators"
	PostTable Kind = "posts"
	VideoList Kind = "video list" // ties caption files to videos
	Captions  Kind = "captions"
	VideoInfo Kind = "video description"
	Unknown   Kind = ""
)

// SampleRows is the number of rows looked at before a table is read.
const SampleRows = 1000

// Told holds the user's answers about a table; the zero value holds none.
type Told struct {
	// Map names the column of a field: its header, or #3 for the third.
	Map      map[string]string
	Kind     Kind
	Platform api.Platform
	Encoding string // the charset of its text, of importer.Encodings
	Readings
	// Ask settles what a table leaves open with one of the answers of a question;
	// "" leaves it open. nil refuses such a table.
	Ask func(Question) string `json:"-"`
}

// Readings say how cells are read where a table leaves it open.
type Readings struct {
	Dates   cells.Order
	Decimal byte               // '.' or ','
	Words   map[string]float64 // what words such as "mil" multiply by; that of "" counts where a column has but one
	Rates   string             // "ratio" or "percent"
	Units   map[string]float64 // what the column of a field counts in
}

// Question is a question that a table leaves open. Flag settles it without asking.
type Question struct {
	Text    string // a sentence that ends in a question mark
	Flag    string // "--dates"
	Answers []string
}

// Open is the error of a table that leaves a question open.
type Open struct{ Question }

func (o Open) Error() string {
	return fmt.Sprintf("%s Say it with %s %s.", o.Text, o.Flag, strings.Join(o.Answers, ", or "+o.Flag+" "))
}

// Refused is the error of a table or a file that cannot be read, with a sentence why.
type Refused string

func (r Refused) Error() string { return string(r) }

// Plan holds the meaning of a table.
type Plan struct {
	Kind      Kind
	Platform  api.Platform // "": each row or column says its own
	Carried   bool         // a row that names no network is of the one that was named last
	From      string       // what says so: "the file's name"
	Columns   []Column
	Networks  []api.Platform
	Decimal   byte   // of the whole table, 0 where it does not matter
	DateOrder string // "day first", where dates leave it open
	Turned    string // how it was turned around to be read; "" for most
	FirstRow  string // what its first row was taken for where columns are named by their place; "" where headers name them
	Export    string // what of its own the program wrote there: "profiles"; "" for other tables

	table *table
	by    map[place][]int
	owner int             // the column that says whose a post is
	torn  map[string]bool // accounts whose followers differ from post to post

	words  map[string]float64 // what columns prove of words that count otherwise elsewhere
	beside []string           // the cells of all columns of numbers
}

type place struct {
	network api.Platform
	field   Field
}

// table holds everything a plan is made from.
type table struct {
	columns   []*column
	sample    [][]string
	path      string
	delimiter byte
	sections  []string
	told      Told
}

// Source is a table as it was found: its header and first rows.
type Source struct {
	Path      string
	Header    []string
	Sample    [][]string
	Delimiter byte     // 0 for what is not delimited text
	Sections  []string // the networks that rows above others name
}

// New decides what a table means. The error is Refused or Open.
func New(src Source, told Told) (*Plan, error) {
	t := &table{sample: src.Sample, path: src.Path, delimiter: src.Delimiter, sections: src.Sections, told: told}
	for i, cell := range src.Header {
		t.columns = append(t.columns, newColumn(i, cell, src.Sample))
	}
	t.inherit()
	fixed, err := t.mapped()
	if err != nil {
		return nil, err
	}
	creators, posts := t.arrange("c", fixed), t.arrange("p", fixed)
	p, err := t.decideKind(creators, posts)
	if err != nil {
		return nil, err
	}
	steps := []func() error{p.recognisePlatform, p.settleIDs}
	switch p.Kind {
	case Creators:
		steps = append(steps, p.settleAccounts, p.needHandles, p.needPeople, p.settleDays)
	case PostTable:
		steps = append(steps, p.settleOwners)
	}
	for _, step := range append(steps, p.settleRivals, p.settleQualified, p.settleNumbers, p.settleDates, p.settleRates) {
		if err := step(); err != nil {
			return nil, err
		}
	}
	p.weigh()
	return p, nil
}

// settleIDs leaves out ids of which nothing says that they are the network's own.
func (p *Plan) settleIDs() error {
	p.without([]Field{ProfileID}, func(c Column) string {
		if p.table.owned(p.table.columns[c.Index]) {
			return ""
		}
		return "nothing says that it is the network's own id, so it is your own reference"
	})
	return nil
}

// settleAccounts leaves out numbers that are of another thing than accounts, and decides which
// columns tell the accounts of each network.
func (p *Plan) settleAccounts() error {
	p.dropTotals()
	p.without([]Field{Posts, Growth}, func(c Column) string { return p.stranger(c, c.Field) })
	for _, network := range append([]api.Platform{""}, p.Networks...) {
		p.settleNames(network)
		if err := p.hearAddresses(network); err != nil {
			return err
		}
	}
	p.dropKeepers()
	return nil
}

// mapped finds the columns that the map names.
func (t *table) mapped() (map[int]Field, error) {
	fixed := map[int]Field{}
	for name, asked := range t.told.Map {
		index := slices.IndexFunc(t.columns, func(c *column) bool { return SameHeader(c.text, asked) })
		if index < 0 { // below a word over several columns
			index = slices.IndexFunc(t.columns, func(c *column) bool { return strings.HasSuffix(c.text, " "+asked) })
		}
		if number, ok := strings.CutPrefix(asked, "#"); ok && index < 0 {
			if n, err := strconv.Atoi(number); err == nil && n >= 1 && n <= len(t.columns) {
				index = n - 1
			}
		}
		if index < 0 {
			return nil, Refused(fmt.Sprintf("It has no column %q, which --map names.", asked))
		}
		fixed[index] = Field(name)
	}
	return fixed, nil
}

// SameHeader compares header cells but for blanks and capitals.
func SameHeader(a, b string) bool {
	squeeze := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
	return squeeze(a) == squeeze(b)
}

// least is the score below which a column is not taken for a field: a title that
// stands for a name scores 0.45, a header with one word that is not understood
// 0.5 and more.
const least = 0.35

// arrange pairs columns with the fields of a kind of table ("c" or "p"), one
// network of the sheet after the other.
func (t *table) arrange(kind string, fixed map[int]Field) *Plan {
	p := &Plan{table: t, by: map[place][]int{}, Columns: make([]Column, len(t.columns))}
	for i, c := range t.columns {
		p.Columns[i] = Column{Index: i, Header: strings.Join(strings.Fields(c.text), " "), Sample: c.sample(), Why: unknownHeader}
		if c.other {
			p.Columns[i].Why = "it is of a network that is not kept here"
		}
	}
	var brands []api.Platform
	for _, n := range api.Platforms() {
		if slices.ContainsFunc(t.columns, func(c *column) bool { return c.network == n }) {
			brands = append(brands, n)
		}
	}
	if kind == "c" && len(brands) > 1 {
		p.Networks = brands
	}
	groups := map[api.Platform][]*column{}
	for i, c := range t.columns {
		switch network := c.network; {
		case fixed[i] != None:
			p.use(i, fixed[i], "", SureTold)
		case p.Networks == nil:
			groups[""] = append(groups[""], c)
		default:
			groups[network] = append(groups[network], c)
		}
	}
	for _, network := range append([]api.Platform{""}, brands...) {
		p.pair(groups[network], kind, network)
	}
	for i, c := range t.columns {
		if p.Columns[i].Why == unknownHeader {
			p.Columns[i].Why = c.unfit(kind)
		}
	}
	return p
}

// pair assigns the columns of one network to fields, all at once.
func (p *Plan) pair(columns []*column, kind string, network api.Platform) {
	var open []Field
	for _, name := range Fields {
		if f := Field(name); len(p.by[place{network, f}]) == 0 {
			open = append(open, f)
		}
	}
	scores := make([][]float64, len(columns))
	for i, c := range columns {
		scores[i] = make([]float64, len(open))
		for j, f := range open {
			if s := c.scoreFor(f, kind, len(p.Networks) > 0 || network != ""); s >= least {
				scores[i][j] = s
			}
		}
	}
	for i, j := range assign(scores) {
		if j >= 0 {
			p.use(columns[i].index, open[j], network, SureGuess)
		}
	}
	for i, c := range columns {
		for j, f := range open {
			if repeatedFields[f] && scores[i][j] > 0 && p.Columns[c.index].Field == None && len(c.cells) > 0 {
				p.use(c.index, f, network, SureGuess)
			}
		}
	}
}

// repeatedFields may have several columns: all of them count.
var repeatedFields = map[Field]bool{Category: true, Website: true, Country: true}

// scoreFor rates the evidence of header and cells together for a field.
func (c *column) scoreFor(f Field, kind string, several bool) float64 {
	if valueOf(f) != "flag" && c.flag() || c.element && !ofLists[f] || (f == Name || f == Username) && c.ofNetworks() {
		return 0
	}
	best := 0.0
	for _, s := range senses {
		if s.field == f && strings.Contains(s.kinds, kind) {
			best = max(best, c.score(s))
		}
	}
	fit := c.fit(f)
	if f == Username && best < 0.8 && c.share("count") > 0.8 {
		best = 0 // numbers are handles only where the header says so
	}
	switch {
	case f == Platform && (c.ofNetworks() || c.share("brand") > 0.5 && c.distinct() > 1/float64(len(c.cells))):
		best = max(best, 0.85)
	case f == ChannelID && c.share("channel") > 0.8:
		best = max(best, 0.8)
	case f == ProfileURL && kind == "c" && c.share("profile") > 0.8 && c.share("url") > 0.8 && !c.other:
		best = max(best, 0.6)
	case f == URL && kind == "p" && c.share("post") > 0.8:
		best = max(best, 0.7)
	case f == PostID && kind == "p" && c.share("video") > 0.8 && c.distinct() > 0.9:
		best = max(best, 0.6)
	case f == Username && c.share("signedat") > 0.8 && !c.other && !c.constant():
		best = max(best, 0.7)
	case f == Followers && c.network != "" && len(c.words) == 0 && c.share("count") > 0.8:
		best = max(best, 0.85)
	case f == Username && c.network != "" && (len(c.words) == 0 || slices.Equal(c.words, []string{"id"}) && c.share("longid") < 0.5) && c.share("count")+c.share("midid") < 0.5:
		best = max(best, 0.85)
		fit = max(fit, c.fit(ProfileURL))
	case f == ProfileID && kind == "c" && slices.Equal(c.words, []string{"id"}):
		best = max(best, 0.5*boolean(c.longIDs()))
	case f == Name && several && len(c.words) == 0:
		best = 0
	case f == Name && best == 0 && c.score(usernameSense) >= 0.8 && c.share("handle") < 0.5:
		best = 0.6 // it is called after handles, and holds names
	}
	if best == 0 || slices.Contains(wholeFields, f) && f != Gained && c.share("change") > 0.5 {
		return 0 // a sign before it makes a count a change
	}
	if called := c.score(usernameSense) - 0.02; f == Name && best < 0.9 && called > best {
		best = called // which of the two it is, the cells tell
	}
	if fit == 0 && exact(f, best) && c.share(valueOf(f)) > 0 {
		fit = 0.4 // the header counts; cells that it does not fit are told one by one
	}
	if f == Username && kind == "c" {
		fit *= 0.9 + 0.1*c.distinct() // a row is a creator
	}
	// Nearly alike headers are told apart by how many cells are filled.
	return best*fit + 0.01*min(1, float64(len(c.cells))/SampleRows)
}

var usernameSense = senseOf(Username)

func boolean(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

func (p *Plan) use(index int, f Field, network api.Platform, sure Sure) {
	c := &p.Columns[index]
	c.Field, c.Platform, c.Sure, c.Why = f, network, sure, ""
	at := place{network, f}
	p.by[at] = append(p.by[at], index)
	if f != Name { // the best of them comes first
		slices.Sort(p.by[at])
	}
}

// drop takes a column out of use.
func (p *Plan) drop(index int, why string) {
	c := &p.Columns[index]
	at := place{c.Platform, c.Field}
	p.by[at] = slices.DeleteFunc(p.by[at], func(i int) bool { return i == index })
	c.Field, c.Why = None, why
}

// Of are the columns of a field: those of a network, then those of all.
func (p *Plan) Of(f Field, network api.Platform) []int {
	if own := p.by[place{network, f}]; len(own) > 0 || network == "" {
		return own
	}
	return p.by[place{"", f}]
}

// Own are the columns of a field that are of a network alone.
func (p *Plan) Own(f Field, network api.Platform) []int { return p.by[place{network, f}] }

// Has holds where a column is one of the fields, on any network.
func (p *Plan) Has(list ...Field) bool {
	return slices.ContainsFunc(p.Columns, func(c Column) bool { return c.Field != None && slices.Contains(list, c.Field) })
}

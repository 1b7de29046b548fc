package admin

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"greenroom/cmd/output"
	"greenroom/internal/each"
	"greenroom/internal/english"
	"greenroom/service/importer"
	"greenroom/service/importer/cells"
	"greenroom/service/importer/plan"
	"greenroom/ui/text"
)

type fileLine struct {
	File     string `json:"file"`
	Kind     string `json:"kind"`
	Platform string `json:"platform"` // "": each row or column says its own
	Because  string `json:"platform_because"`
	AsOf     string `json:"as_of"`
	Turned   string `json:"turned"`    // how it was turned around to be read
	FirstRow string `json:"first_row"` // what it was taken for where columns are named by place
	// Encoding is the charset of its text, "" for UTF-8; in doubt, another reads about
	// as well.
	Encoding        string              `json:"encoding"`
	EncodingInDoubt bool                `json:"encoding_in_doubt"`
	Columns         []columnLine        `json:"columns"`
	Read            int                 `json:"read"`
	New             int                 `json:"new"`
	Updated         int                 `json:"updated"`
	Unchanged       int                 `json:"unchanged"`
	Cells           []importer.CellNote `json:"cells"`
	Merges          []importer.CellNote `json:"merges"`
	Skipped         []importer.Skip     `json:"skipped"`
	Replaces        int64               `json:"replaces"` // the import that read it otherwise, and was taken back
	Refused         string              `json:"refused"`
	Stray           bool                `json:"stray"` // it lies beside the data and is none
}

type columnLine struct {
	Column string `json:"column"`
	Field  string `json:"field"` // "": it is not used
	Sample string `json:"sample"`
	Sure   string `json:"sure"`
	// Witnesses speak for the field: header, cells, addresses, other columns.
	Witnesses []plan.Witness `json:"witnesses"`
	Because   string         `json:"because"`
	ReadAs    string         `json:"read_as"`
}

func fileLines(r importer.Report) []fileLine {
	var lines []fileLine
	for _, f := range r.Files {
		l := fileLine{File: f.Path, Kind: string(f.Kind), Columns: []columnLine{}, Read: f.Read, New: f.New, Updated: f.Updated, Unchanged: f.Unchanged,
			Cells: append([]importer.CellNote{}, f.Cells...), Merges: append([]importer.CellNote{}, f.Merges...), Skipped: append([]importer.Skip{}, f.Skipped...), Replaces: f.Replaces, Refused: f.Refused, Stray: f.Stray}
		l.Encoding, l.EncodingInDoubt = f.Encoding, f.EncodingInDoubt
		if !f.AsOf.IsZero() {
			l.AsOf = f.AsOf.Format("2006-01-02")
		}
		if p := f.Plan; p != nil {
			l.Platform, l.Because, l.Turned, l.FirstRow = string(p.Platform), p.From, p.Turned, p.FirstRow
			for _, c := range p.Columns {
				l.Columns = append(l.Columns, columnLine{c.Header, fieldName(p, c), c.Sample, string(c.Sure), append([]plan.Witness{}, c.Witnesses...), c.Why, readAs(c)})
			}
		}
		lines = append(lines, l)
	}
	return lines
}

func fieldName(p *plan.Plan, c plan.Column) string {
	if p.Export != "" && c.Why == "" {
		return c.Header
	}
	if c.Field == plan.None {
		return ""
	}
	return c.Label()
}

// strongest are the witnesses by what they are worth.
var strongest = []plan.Witness{plan.ByAddresses, plan.ByColumns, plan.ByCells, plan.ByHeader}

// because names the two witnesses that count most, and how the cells are read where
// that is not plain.
func (c columnLine) because() string {
	var heard []string
	for _, w := range strongest {
		if len(heard) < 2 && slices.Contains(c.Witnesses, w) {
			heard = append(heard, string(w))
		}
	}
	because := strings.Join(heard, ", ")
	if because != "" && c.ReadAs != "" {
		because += "; "
	}
	return because + c.ReadAs
}

// readAs says how the cells of a column are read where that is not plain.
// countNames are what words behind numbers can be told to count.
var countNames = map[float64]string{1: "one", 1e3: "thousand", 1e5: "lakh", 1e6: "million"}

func readAs(c plan.Column) string {
	var ways []string
	if c.Style.Decimal == ',' {
		ways = append(ways, "decimal comma")
	}
	if c.Style.Unit > 1 {
		ways = append(ways, "in "+map[float64]string{1e3: "thousands", 1e5: "lakhs", 1e6: "millions", 1e9: "billions"}[c.Style.Unit])
	}
	for _, word := range slices.Sorted(maps.Keys(c.Style.Words)) {
		ways = append(ways, word+" is a "+countNames[c.Style.Words[word]])
	}
	if c.Ratio {
		ways = append(ways, "ratios")
	}
	if c.Order != cells.AnyOrder {
		ways = append(ways, map[cells.Order]string{cells.DayFirst: "day first", cells.MonthFirst: "month first", cells.YearFirst: "year first"}[c.Order])
	}
	return strings.Join(ways, ", ")
}

// drawing prints a report for people: the plan of each table, what was left out,
// the counts, and the way back.
type drawing struct {
	quiet, dry bool
	undo       string // the command that takes the import back; "": nothing was written
}

func (d drawing) of(r importer.Report) func(io.Writer, []fileLine) {
	return func(w io.Writer, lines []fileLine) {
		for i, f := range r.Files {
			switch {
			case f.Stray:
				fmt.Fprintf(w, "%s: ignored: %s\n", text.Clean(f.Path), text.Clean(f.Refused))
			case f.Refused != "":
				fmt.Fprintf(w, "%s: not imported: %s\n", text.Clean(f.Path), text.Clean(f.Refused))
			case !d.quiet:
				drawFile(w, f, lines[i])
			}
		}
		for _, flag := range r.Idle {
			fmt.Fprintf(w, "%s changed nothing: no column read has such numbers in its first rows\n", flag)
		}
		if d.dry {
			fmt.Fprintln(w, "Dry run: nothing was written. The table shows what an import would do.")
			if slices.ContainsFunc(r.Files, func(f importer.FileReport) bool { return f.Replaces != 0 }) {
				fmt.Fprintln(w, "Rows that replace an earlier reading are counted beside it: the import takes that back first.")
			}
		}
		reports.Summed(func([]importer.FileReport) []string {
			return []string{"total", "", fmt.Sprint(r.Read), fmt.Sprint(r.New), fmt.Sprint(r.Updated), fmt.Sprint(r.Unchanged), fmt.Sprint(r.Skipped)}
		})(w, byFolder(r.Files))
		if d.undo != "" {
			fmt.Fprintf(w, "Stored; to undo it: %s\n", d.undo)
		}
	}
}

var planned = output.Sheet[columnLine]{
	Head: []string{"  COLUMN", "FIELD", "SAMPLE", "SURE", "BY; READ AS"},
	Row: func(c columnLine) []string {
		return []string{"  " + text.Clean(c.Column).String(), c.Field, cut(c.Sample, sampleWidth), c.Sure, c.because()}
	},
}

// sampleWidth limits the cells of a sample in a plan, which fits 80 columns.
const sampleWidth = 16

func cut(cell string, width int) string {
	line := []rune(strings.Join(strings.Fields(text.Clean(cell).String()), " "))
	if len(line) > width {
		return string(line[:width-1]) + "…"
	}
	return string(line)
}

func drawFile(w io.Writer, f importer.FileReport, l fileLine) {
	path := text.Clean(f.Path).String()
	switch {
	case f.Plan != nil && f.Plan.Export != "":
		fmt.Fprintf(w, "%s: %s, exported by greenroom; columns read as written\n", path, f.Plan.Export)
		drawUnused(w, l)
	case f.Plan != nil:
		drawPlan(w, path, l)
	}
	if l.Replaces != 0 {
		fmt.Fprintf(w, "  replaces what import %d read from it\n", l.Replaces)
	}
	for _, n := range l.Merges {
		fmt.Fprintf(w, "  %s %s: %s, on line %d\n", english.Count(n.Count, "row"), n.Reason, text.Clean(n.Example), n.Line)
	}
	for _, n := range l.Cells {
		what := "not read, " + n.Reason
		if n.Reason == "" {
			what = "approximate"
		}
		fmt.Fprintf(w, "%s:%d: %s of %s %s: %q\n", path, n.Line, english.Count(n.Count, "cell"), text.Clean(n.Column), text.Clean(what), cut(n.Example, 24))
	}
	for _, s := range f.Skipped {
		fmt.Fprintf(w, "%s:%d: skipped: %s\n", path, s.Line, text.Clean(s.Reason))
	}
}

func drawPlan(w io.Writer, path string, l fileLine) {
	of := "network given in each row"
	switch {
	case l.Platform != "":
		of = fmt.Sprintf("%s, according to %s", l.Platform, l.Because)
		if l.Because == "you" {
			of = l.Platform + ", as you chose"
		}
	case l.Kind == string(plan.VideoList):
		of = "links captions to videos"
	case l.Because != "each row":
		of = "several networks side by side"
	}
	if l.AsOf != "" {
		of += ", as of " + l.AsOf
	}
	fmt.Fprintf(w, "%s: %s, %s\n", path, l.Kind, of)
	if l.Turned != "" {
		fmt.Fprintf(w, "  turned: %s\n", l.Turned)
	}
	if l.FirstRow != "" {
		fmt.Fprintf(w, "  first row read as %s\n", l.FirstRow)
	}
	switch {
	case l.EncodingInDoubt:
		fmt.Fprintf(w, "  letters read as %s, which is not certain; --encoding decides\n", l.Encoding)
	case l.Encoding != "":
		fmt.Fprintf(w, "  letters read as %s\n", l.Encoding)
	}
	planned.Draw(w, each.Where(l.Columns, func(c columnLine) bool { return c.Field != "" }))
	drawUnused(w, l)
}

func drawUnused(w io.Writer, l fileLine) {
	var whys []string
	left := map[string][]string{}
	for _, c := range l.Columns {
		if c.Field == "" {
			if left[c.Because] == nil {
				whys = append(whys, c.Because)
			}
			left[c.Because] = append(left[c.Because], text.Clean(c.Column).String())
		}
	}
	for _, why := range whys {
		names, more := left[why], ""
		if n := len(names) - mostUnused; n > 0 {
			names, more = names[:mostUnused], fmt.Sprintf(" and %d more", n)
		}
		fmt.Fprintf(w, "  not used, because %s: %s%s\n", why, strings.Join(names, ", "), more)
	}
}

// mostUnused limits the unused columns named for one reason.
const mostUnused = 12

var reports = output.Sheet[importer.FileReport]{
	Head: []string{"FILE", "KIND", "READ", "NEW", "UPDATED", "UNCHANGED", "SKIPPED"},
	Row: func(f importer.FileReport) []string {
		return []string{f.Path, string(f.Kind), fmt.Sprint(f.Read), fmt.Sprint(f.New), fmt.Sprint(f.Updated), fmt.Sprint(f.Unchanged), fmt.Sprint(len(f.Skipped))}
	},
}

// byFolder adds up caption files folder by folder: a line for each of hundreds
// would hide the rest.
func byFolder(files []importer.FileReport) []importer.FileReport {
	var out []importer.FileReport
	folders := map[string]int{}
	for _, f := range files {
		if f.Refused != "" {
			continue
		}
		if f.Kind != plan.Captions {
			out = append(out, f)
			continue
		}
		folder := f.Path[:strings.LastIndexByte(f.Path, '/')+1]
		i, ok := folders[folder]
		if !ok {
			i = len(out)
			folders[folder] = i
			out = append(out, importer.FileReport{Path: folder, Kind: f.Kind})
		}
		sum := &out[i]
		sum.Read, sum.New, sum.Updated, sum.Unchanged = sum.Read+f.Read, sum.New+f.New, sum.Updated+f.Updated, sum.Unchanged+f.Unchanged
		sum.Skipped = append(sum.Skipped, f.Skipped...)
	}
	return out
}

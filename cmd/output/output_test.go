package output_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode"

	"greenroom/cmd/output"
)

type numbers struct {
	Followers *int64  `json:"followers"`
	Change    float64 `json:"change"`
}

type Deep struct {
	Details *details `json:"details,omitempty"`
}

type details struct {
	Found any       `json:"found"`
	At    time.Time `json:"at"`
}

type item struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	*Deep
	Tags    []string  `json:"tags"`
	Metrics numbers   `json:"metrics"`
	Links   []link    `json:"links"`
	Left    chan bool `json:"-"`
}

type link struct {
	URL string `json:"url"`
}

type page struct {
	Data     []item   `json:"data"`
	HasMore  bool     `json:"has_more"`
	NotFound []string `json:"not_found"`
}

func count(n int64) *int64 { return &n }

func sample() page {
	return page{
		Data: []item{
			{ID: "a", Name: "Lena <3", Tags: []string{"food", "vegan"}, Metrics: numbers{count(12), -1.5}, Links: []link{{"x"}, {"y"}}},
			{ID: "b", Name: `=HYPERLINK("http://x";"y")`, Metrics: numbers{Change: 2}},
		},
		HasMore: true, NotFound: []string{"c"},
	}
}

func printed(t *testing.T, f output.Format, fields string, p page, alone bool) string {
	t.Helper()
	of := reflect.TypeFor[item]()
	var b bytes.Buffer
	printer, err := output.New(output.Config{To: &b, Format: f, Fields: fields, Items: []reflect.Type{of}})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range p.Data {
		if err := printer.Add(one); err != nil {
			t.Fatal(err)
		}
	}
	var whole any = p
	if alone {
		whole = map[string]any{"data": p.Data[0]}
	}
	if err := printer.End(whole, alone, func(w io.Writer) { _, _ = io.WriteString(w, "drawn") }); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		format output.Format
		fields string
		want   string
	}{
		{output.Table, "", "drawn"},
		{output.Table, "metrics.followers, name", "METRICS.FOLLOWERS  NAME\n12                 Lena <3\n                   =HYPERLINK(\"http://x\";\"y\")\n"},
		{output.JSONL, "name,metrics.change", `{"name":"Lena <3","metrics":{"change":-1.5}}` + "\n" + `{"name":"=HYPERLINK(\"http://x\";\"y\")","metrics":{"change":2}}` + "\n"},
		{output.JSONL, "links.url,id", `{"links":[{"url":"x"},{"url":"y"}],"id":"a"}` + "\n" + `{"links":null,"id":"b"}` + "\n"},
		{output.JSONL, "details.found,id", `{"details":null,"id":"a"}` + "\n" + `{"details":null,"id":"b"}` + "\n"},
		{output.JSONL, "metrics,metrics.change", `{"metrics":{"followers":12,"change":-1.5}}` + "\n" + `{"metrics":{"followers":null,"change":2}}` + "\n"},
		{output.CSV, "name,metrics.followers,metrics.change,tags,links.url", "name,metrics.followers,metrics.change,tags,links.url\n" +
			`"Lena <3",12,-1.5,"food; vegan","x; y"` + "\n" + `"'=HYPERLINK(""http://x"";""y"")",,2,,` + "\n"},
	} {
		if got := printed(t, c.format, c.fields, sample(), false); got != c.want {
			t.Errorf("%s of %q:\n%s\nwant\n%s", c.format, c.fields, got, c.want)
		}
	}
}

func TestJSONKeepsWhatStandsBesideData(t *testing.T) {
	var whole page
	if err := json.Unmarshal([]byte(printed(t, output.JSON, "", sample(), false)), &whole); err != nil || !reflect.DeepEqual(whole, sample()) {
		t.Errorf("%v %+v", err, whole)
	}
	cut := strings.Join(strings.Fields(printed(t, output.JSON, "id", sample(), false)), "")
	if cut != `{"data":[{"id":"a"},{"id":"b"}],"has_more":true,"not_found":["c"]}` {
		t.Error(cut)
	}
	one := sample()
	one.Data = one.Data[:1]
	if got := strings.Join(strings.Fields(printed(t, output.JSON, "id", one, true)), ""); got != `{"data":{"id":"a"}}` {
		t.Error(got)
	}
}

// Without fields every value has its column, whatever the items hold, and a
// list is one column.
func TestColumnsDoNotDependOnTheItems(t *testing.T) {
	want := []string{"id", "name", "details.found", "details.at", "tags", "metrics.followers", "metrics.change", "links"}
	none := printed(t, output.CSV, "", page{}, false)
	if none != strings.Join(want, ",")+"\n" {
		t.Errorf("no items: %q", none)
	}
	rows, err := csv.NewReader(strings.NewReader(printed(t, output.CSV, "", sample(), false))).ReadAll()
	if err != nil || len(rows) != 3 || rows[1][6] != "-1.5" || rows[1][7] != `{"url":"x"}; {"url":"y"}` || rows[2][5] != "" {
		t.Errorf("%v %q", err, rows)
	}
}

func TestUnknownFieldsNameNearOnes(t *testing.T) {
	asked := func(fields string, of reflect.Type) error {
		_, err := output.New(output.Config{Fields: fields, Items: []reflect.Type{of}})
		return err
	}
	of := reflect.TypeFor[item]()
	for written, near := range map[string]string{"follwers": "metrics.followers", "followers": "metrics.followers", "nme": "similar: name", "links.uri": "links.url"} {
		err := asked("id,"+written, of)
		if err == nil || !strings.Contains(err.Error(), near) || !strings.Contains(err.Error(), `"`+written+`"`) {
			t.Errorf("%s: %v", written, err)
		}
	}
	if err := asked("details.found.anything,metrics", of); err != nil {
		t.Errorf("what may be anything has any field: %v", err)
	}
	if err := asked("id", reflect.TypeFor[string]()); err == nil {
		t.Error("a text has no fields")
	}
}

// On a terminal no format passes on what moves the cursor, turns a line round or draws
// nothing.
func TestATerminalGetsPlainText(t *testing.T) {
	name := "a\x1b[2J\u202eb\u200b\u2066\u200f\ufeff\u2028\u00ad\u034f\U000e0041c\rd"
	for _, f := range []output.Format{output.Table, output.JSON, output.JSONL, output.CSV} {
		var b bytes.Buffer
		printer, err := output.New(output.Config{To: &b, Terminal: true, Format: f, Fields: "name,tags,metrics", Items: []reflect.Type{reflect.TypeFor[item]()}})
		if err != nil {
			t.Fatal(err)
		}
		p := page{Data: []item{{Name: name, Tags: []string{name, name}}}}
		if err := printer.Add(p.Data[0]); err != nil {
			t.Fatal(err)
		}
		if err := printer.End(p, false, nil); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.Contains(got, "ab c") && !strings.Contains(got, `\u202eb`) || strings.ContainsFunc(got, func(r rune) bool {
			return r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point)
		}) {
			t.Errorf("%s: %q", f, got)
		}
	}
}

// A semicolon or tab inside a cell does not part it where a spreadsheet splits
// there.
func TestCellsAreQuoted(t *testing.T) {
	p := page{Data: []item{{ID: "a;=1+1", Name: "b\t=1+1"}}}
	if got := printed(t, output.CSV, "id,name", p, false); got != "id,name\n\"a;=1+1\",\"b\t=1+1\"\n" {
		t.Errorf("%q", got)
	}
}

func TestJSONMovesNoCursor(t *testing.T) {
	name := "a\u009b2J\u202eb\x7f\U000e0041é"
	line := printed(t, output.JSONL, "name", page{Data: []item{{Name: name}}}, false)
	if strings.ContainsAny(line, "\u009b\u202e\x7f\U000e0041") || !strings.Contains(line, "é") {
		t.Errorf("%q", line)
	}
	var back item
	if err := json.Unmarshal([]byte(line), &back); err != nil || back.Name != name {
		t.Errorf("%v %q", err, back.Name)
	}
}

func TestFormatIsAFlag(t *testing.T) {
	var f output.Format
	if err := f.Set("xml"); err == nil || !strings.Contains(err.Error(), "table, json, jsonl or csv") {
		t.Error(err)
	}
	if err := f.Set("csv"); err != nil || f != output.CSV || f.String() != "csv" || f.Type() == "" {
		t.Errorf("%v %s", err, f)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestABrokenPipeIsReported(t *testing.T) {
	for _, f := range []output.Format{output.JSONL, output.CSV} {
		p, _ := output.New(output.Config{To: broken{}, Format: f})
		if err := p.Add(item{}); err != io.ErrClosedPipe {
			t.Errorf("%s: %v", f, err)
		}
	}
	p, _ := output.New(output.Config{To: broken{}, Format: output.JSON})
	if err := p.End(page{}, false, nil); err != io.ErrClosedPipe {
		t.Error(err)
	}
	if err := p.End(1, false, nil); err == nil {
		t.Error("a write that failed counts as done")
	}
}

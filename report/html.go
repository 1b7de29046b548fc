package report

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"unicode"

	"greenroom/client/plan"
	"greenroom/report/chart"
)

//go:embed page.html
var pageFile string

//go:embed page.css
var styleFile string

//go:embed vote.js
var scriptFile string

// policy returns the content security policy: nothing is loaded from anywhere, nothing is
// sent, and only the script with this checksum runs.
func policy() string {
	sum := sha256.Sum256([]byte(scriptFile))
	return "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'"
}

// page is a report while it is written as HTML.
type page struct {
	Report
	Policy string
	Script template.JS
	Style  template.CSS
}

var pageTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"say": words.say, "day": words.day, "dir": dir, "mark": mark, "glyph": glyph,
	"svg":  func(c chart.Chart) template.HTML { return template.HTML(chart.SVG(c)) }, // it escapes what it writes
	"pics": func(s string) template.URL { return template.URL(s) },                   // a logo that Logo read
}).Parse(pageFile))

// HTML is the report as one file that loads nothing.
func (r Report) HTML() ([]byte, error) {
	colour := r.brand.Colour
	if !hexColour.MatchString(colour) {
		colour = DefaultColour
	}
	p := page{r, policy(), template.JS(scriptFile), template.CSS(":root{--brand:" + colour + "}\n" + styleFile)}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		return nil, fmt.Errorf("write the report: %w", err)
	}
	return b.Bytes(), nil
}

// W returns the page's words in its language.
func (r Report) W() words { return r.words }

// Logo is the agency's, as a data URI.
func (r Report) Logo() string { return r.brand.Logo }

// File names the file of votes on this report.
func (r Report) File() string {
	sum := sha256.Sum256([]byte(r.ID))
	return fmt.Sprintf("votes-%s-v%d-%x.json", Slug(r.Name), r.Version, sum[:3])
}

// Slug is a name in letters and digits of any script.
func Slug(name string) string {
	s := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return '-'
	}, name)
	return strings.Trim(s, "-")
}

// Facts are the strip below the decision: how many of each verdict, with their names.
func (r Report) Facts() (all []Group) {
	for _, v := range []plan.Verdict{plan.Yes, plan.Reserve, plan.No, ""} {
		of := r.of(v)
		if len(of) == 0 && v == "" {
			continue
		}
		all = append(all, Group{v, r.words.say(string(verdictKey(v))), of})
	}
	return all
}

// Group are those with one verdict.
type Group struct {
	Verdict  plan.Verdict
	Said     string
	Creators []Creator
}

// Proposed are those with a page of their own, and Rejected those with half a page.
func (r Report) Proposed() (all []Creator) {
	return slices.DeleteFunc(slices.Clone(r.Creators), Creator.rejected)
}

// Rejected are those who are not proposed.
func (r Report) Rejected() []Creator { return r.of(plan.No) }

// Row is a question with the answers of everybody.
type Row struct {
	Key   string
	Head  string
	Cells []Value
}

// sideBySide are the questions of the first page.
var sideBySide = []string{"verdict", "followers", "er", "usual", "growth", "weekly", "lastpost", "paid", "payers", "match", "safety", "covered", "rules", "fee", "proof"}

// Rows are the questions of the first page; one that nobody has an answer to is not among
// them: what was not looked at says so.
func (r Report) Rows() (all []Row) {
	for _, key := range sideBySide {
		if !r.anybody(key) {
			continue
		}
		row := Row{Key: key, Head: r.words.say("q." + key)}
		for _, c := range r.Creators {
			row.Cells = append(row.Cells, c.value(key))
		}
		all = append(all, row)
	}
	return all
}

// unnumbered are the questions that stand elsewhere on a creator's page.
var unnumbered = []string{"payers", "covered", "verdict", "because", "proof", "note", "place", "network"}

// Numbers lists the numbers of a creator's page.
func (c Creator) Numbers() (all []Value) {
	for _, v := range c.Values {
		if !slices.Contains(unnumbered, v.Key) && (v.Known || v.Key != "fee" && v.Key != "rules") {
			all = append(all, v)
		}
	}
	return all
}

// Followers returns the number of followers, with the word; "" where it is unknown.
func (r Report) Followers(c Creator) string {
	if v := c.value("followers"); v.Known {
		return v.Text + " " + r.words.say("q.followers")
	}
	return ""
}

// Safety is the judgement in words.
func (c Creator) Safety() string { return c.value("safety").Text }

// Percent is a share in per cent.
func (v Value) Percent() float64 { return v.Share * 100 }

// Measured writes the day a value was measured, as the page shows it.
func (r Report) Measured(v Value) string {
	switch {
	case v.At == nil:
		return ""
	case v.Upto:
		return r.words.say("latest", r.words.day(*v.At))
	}
	return r.words.day(*v.At)
}

// Age returns a value's age when the report was made.
func (r Report) Age(v Value) string {
	if v.At == nil {
		return ""
	}
	return r.words.age(*v.At, r.Made)
}

// dir is the direction of words: that of their first letter.
func dir(s string) string {
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam):
			return "rtl"
		case unicode.IsLetter(r):
			return "ltr"
		}
	}
	return "auto"
}

// glyph says a verdict without colour.
func glyph(v plan.Verdict) string {
	switch v {
	case plan.Yes:
		return "✓"
	case plan.Reserve:
		return "◐"
	case plan.No:
		return "✕"
	}
	return "○"
}

// mark draws a sign for a creator beside the name: shapes that follow from the id. It is
// no portrait, and nothing of it follows from a name.
func mark(id string) template.HTML {
	h := sha256.Sum256([]byte(id))
	tint := func(i int) string { return fmt.Sprintf("hsl(%d 22%% %d%%)", int(h[i])*360/256, 48+int(h[i+1])%28) }
	return template.HTML(fmt.Sprintf(`<svg class="mark" viewBox="0 0 44 44" aria-hidden="true"><rect width="44" height="44" fill="%s"/><circle cx="%d" cy="%d" r="%d" fill="%s"/><path d="M0 44V%dQ%d %d 44 %dV44z" fill="%s"/></svg>`,
		tint(0), 10+h[2]%24, 10+h[3]%12, 6+h[4]%7, tint(5), 26+h[7]%10, 10+h[8]%24, 14+h[9]%16, 26+h[10]%10, tint(11)))
}

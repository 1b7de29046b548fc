package openapi

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"greenroom/api"
	"greenroom/internal/each"
)

//go:embed page.html
var pageSource string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

// page is a description as the template reads it.
type page struct {
	Info    Info
	Intro   []string // paragraphs
	Groups  []group
	Schemas []shape
	Prices  []priceRow
	Tiers   []tierRow
	Codes   []codeRow
	Headers []row
}

type group struct {
	Name       string
	Operations []operationView
}

type operationView struct {
	*Operation
	Method, Path, Price string
	Params              []row
	Body, Curl, Answer  string
	Shape               string // name of the component of the answer
	BodyShape           string
	Failures            []failureView
}

type failureView struct{ Status, Codes string }

// row is a name, what it may hold, and what it is.
type row struct {
	Name, Of, About string
	Link            string // component that Of names; "" for none
	Required        bool
}

type shape struct {
	Name, About string
	Enum        string
	Rows        []row
}

type priceRow struct{ Feature, Base, PerItem, Item string }

type tierRow struct{ Tier, Minute, Hour, Invoice string }

type codeRow struct {
	Status int
	Code   api.Code
	When   string
}

// Page is the description as one page to read: HTML that loads nothing.
func Page(d *Document) ([]byte, error) {
	p := page{Info: d.Info, Intro: strings.Split(d.Info.Description, "\n\n"), Groups: d.groups(), Schemas: d.shapes(),
		Tiers: tierRows()}
	for _, c := range codeNames() {
		p.Codes = append(p.Codes, codeRow{c.Status(), c, words[string(c)]})
	}
	for _, name := range slices.Sorted(maps.Keys(d.Components.Headers)) {
		p.Headers = append(p.Headers, row{Name: name, About: d.Components.Headers[name].Description})
	}
	p.Prices = d.priceRows()
	var out bytes.Buffer
	if err := pageTemplate.Execute(&out, p); err != nil {
		return nil, fmt.Errorf("write page: %w", err)
	}
	return out.Bytes(), nil
}

// groups lists the operations by tag, in the order of the table.
func (d *Document) groups() []group {
	out := make([]group, len(d.Tags))
	for i, t := range d.Tags {
		out[i].Name = t.Name
		for _, o := range d.table {
			if o.Tags[0] == t.Name {
				out[i].Operations = append(out[i].Operations, d.view(o))
			}
		}
	}
	return out
}

func (d *Document) view(o *Operation) operationView {
	e := o.endpoint
	v := operationView{Operation: o, Method: e.Method, Path: e.Path, Price: priceText(o.Payment), Curl: curl(o)}
	for _, p := range o.Parameters {
		r := schemaRow(p.Name, p.Schema)
		r.About, r.Required = p.Description, p.Required
		v.Params = append(v.Params, r)
	}
	if o.RequestBody != nil {
		m := o.RequestBody.Content[jsonMedia]
		v.Body, v.BodyShape = indent(m.Example), component(m.Schema)
	}
	for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
		r := d.resolve(o.Responses[status])
		m := r.Content[jsonMedia]
		if len(r.Codes) > 0 {
			v.Failures = append(v.Failures, failureView{status, strings.Join(r.Codes, ", ")})
		} else if m.Schema != nil && v.Shape == "" {
			v.Answer, v.Shape = indent(m.Example), component(m.Schema)
		}
	}
	return v
}

// curl is a request that works, as a shell command.
func curl(o *Operation) string {
	var b strings.Builder
	b.WriteString("curl")
	if o.endpoint.Method != http.MethodGet && o.endpoint.Method != http.MethodPost {
		b.WriteString(" -X " + o.endpoint.Method)
	}
	b.WriteString(" \"$BASE" + cmp.Or(o.asked.Path, o.endpoint.Path) + "\"")
	if o.endpoint.Operation != "" {
		b.WriteString(" \\\n  -H \"" + api.HeaderKey + ": $KEY\"")
	}
	if o.asked.Body != nil {
		b.WriteString(" \\\n  --json '" + strings.ReplaceAll(string(o.asked.Body), "'", `'\''`) + "'")
	}
	return b.String()
}

func priceText(p *Payment) string {
	if p == nil {
		return "free"
	}
	var all []string
	for _, f := range p.Features {
		text := ""
		if len(p.Features) > 1 {
			text = f.Feature + " "
		}
		if string(f.Base) != "0" {
			text += string(f.Base) + " credits"
		}
		if f.PerItem != nil && string(f.Base) != "0" {
			text += " and "
		}
		if f.PerItem != nil {
			text += string(f.PerItem) + " credits per " + f.Item
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

func indent(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return ""
	}
	return b.String()
}

// shapes lists the components in the order of their names, keys as declared.
func (d *Document) shapes() []shape {
	var out []shape
	for _, name := range slices.Sorted(maps.Keys(d.Components.Schemas)) {
		c := d.Components.Schemas[name]
		s := shape{Name: name, About: c.Description, Enum: list(c.Enum)}
		for _, key := range c.order {
			r := schemaRow(key, c.Properties[key])
			r.About, r.Required = c.Properties[key].Description, slices.Contains(c.Required, key)
			s.Rows = append(s.Rows, r)
		}
		out = append(out, s)
	}
	return out
}

func schemaRow(name string, s *Schema) row {
	of, link := typeText(s)
	return row{Name: name, Of: of + bounds(s), Link: link}
}

// typeText says in words what a schema takes, and the component it names.
func typeText(s *Schema) (text, link string) {
	switch is := s.Type.(type) {
	case []string:
		one := *s
		one.Type = is[0]
		text, link = typeText(&one)
		return text + " or null", link
	case string:
		if s.Items != nil {
			text, link = typeText(s.Items)
			return "list of " + text, link
		}
		if s.Enum != nil {
			return list(s.Enum), ""
		}
		return cmp.Or(plainTypes[s.Format], plainTypes[is], is), ""
	}
	if s.Ref != "" {
		return component(s), component(s)
	}
	if len(s.AnyOf) > 0 {
		text, link = typeText(s.AnyOf[0])
		return text + " or null", link
	}
	return "anything", ""
}

// plainTypes are formats and types in words; other types are words already.
var plainTypes = map[string]string{"uuid": "UUID", "date-time": "time", "string": "text", "integer": "whole number", "boolean": "true or false"}

func bounds(s *Schema) string {
	var b strings.Builder
	span := func(unit string, least, most int) {
		switch {
		case most > 0:
			fmt.Fprintf(&b, ", %d to %d%s", least, most, unit)
		case least > 0:
			fmt.Fprintf(&b, ", at least %d%s", least, unit)
		}
	}
	if s.Minimum != nil && s.Maximum != nil {
		span("", *s.Minimum, *s.Maximum)
	}
	span(" characters", s.MinLength, s.MaxLength)
	span(" items", s.MinItems, s.MaxItems)
	if s.Default != nil {
		fmt.Fprintf(&b, ", default %v", s.Default)
	}
	return b.String()
}

func list(values []any) string {
	return strings.Join(each.Of(values, func(v any) string { return strconv.Quote(fmt.Sprint(v)) }), " or ")
}

func component(s *Schema) string {
	if s == nil {
		return ""
	}
	return strings.TrimPrefix(s.Ref, "#/components/schemas/")
}

// priceRows lists every feature that an operation bills, once.
func (d *Document) priceRows() []priceRow {
	var out []priceRow
	seen := map[string]bool{}
	for _, o := range d.table {
		if o.Payment == nil {
			continue
		}
		for _, f := range o.Payment.Features {
			if !seen[f.Feature] {
				out = append(out, priceRow{f.Feature, string(f.Base), string(f.PerItem), f.Item})
			}
			seen[f.Feature] = true
		}
	}
	return out
}

func tierRows() []tierRow {
	var out []tierRow
	for _, t := range api.Tiers() {
		if l, ok := t.Limits(); ok {
			out = append(out, tierRow{string(t), l.Minute.String(), l.Hour.String(), "$" + strings.TrimRight(strings.TrimRight(dollars(l.Invoice), "0"), ".")})
		} else {
			out = append(out, tierRow{string(t), "set per account", "set per account", "set per account"})
		}
	}
	return out
}

package page

import (
	"bytes"
	"html/template"
	"strings"
	"testing"
)

type person struct {
	Name, URL string
	Tags      []string
	Of        *person
	N         int
	Mark      HTML
}

// What the standard package makes of a template is made of it here, byte for byte.
func TestPagesAreThoseOfTheStandard(t *testing.T) {
	someone := person{"<b>\"Ann\" & 'Bo'", "https://a.example/?q=1&r=%22", []string{"x", "<y>"}, &person{Name: "\x00o"}, 3, "<i>"}
	nobody := person{Mark: "<hr>"}
	funcs := Funcs{"up": strings.ToUpper}
	for _, text := range []string{
		`<p title="{{.Name}}">{{.Name}} {{.N}}</p>`,
		`<a href="{{.URL}}">{{up .Name}}</a>`,
		`{{range $i, $t := .Tags}}{{if $i}}, {{end}}<b>{{$t}}</b>{{else}}none{{end}}`,
		`{{range .Tags}}{{.}}{{$.N}}{{end}}{{len .Tags}}`,
		`{{$n := .Name}}{{with .Of}}<p>{{.Name}}{{$n}}{{$.N}}</p>{{else}}{{.Name}} alone{{end}}`,
		`{{if eq .N 2 3}}few{{else if ne .N 0}}many{{else}}none{{end}}{{if not .URL}} nowhere{{end}}`,
		`{{or .Name "open"}} {{printf "%02d" .N}} {{print "q." .N}} {{.Name | up}}`,
		`{{define "one"}}<li>{{.}}</li>{{end}}<ul>{{range .Tags}}{{template "one" .}}{{end}}</ul>`,
		`{{if .Tags}}{{index .Tags 1}}{{end}}`,
		"<p>\n{{- /* nothing */ -}}\n  {{- .N }} </p>",
	} {
		standard := template.Must(template.New("page").Funcs(template.FuncMap(funcs)).Parse(text))
		ours := Must("page", text, funcs)
		for _, p := range []person{someone, nobody} {
			var want bytes.Buffer
			if err := standard.Execute(&want, p); err != nil {
				t.Fatal(err)
			}
			if got, err := ours.Write("page", p); got != want.String() || err != nil {
				t.Errorf("%s\n is %s, %v\nnot %s", text, got, err, want.String())
			}
		}
	}
}

// Nothing that a stranger wrote is markup or runs; what is called HTML is.
func TestStrangersWriteNoMarkup(t *testing.T) {
	page := Must("page", `<a href="{{.URL}}">{{.Mark}}</a><img src="{{.URL}}"><form action="{{.URL}}/x" title="{{.URL}}">`, nil)
	for address, shown := range map[string]string{
		"javascript:alert(1)": "#", "JavaScript:x": "#", " javascript:x": "#", "data:text/html,x": "#", "vbscript:x": "#", "java\tscript:x": "#",
		"https://a.example/b:c": "https://a.example/b:c", "HTTP://a.example": "HTTP://a.example", "/device": "/device", "/a:b": "/a:b", "?a:b": "?a:b",
		"mailto:a@b.example": "mailto:a@b.example", "": "", `"onclick="x`: "&#34;onclick=&#34;x",
	} {
		got, err := page.Write("page", person{URL: address, Mark: "<i>"})
		want := `<a href="` + shown + `"><i></a><img src="` + shown + `"><form action="` + shown + `/x" title="` + template.HTMLEscapeString(address) + `">`
		if got != want || err != nil {
			t.Errorf("%s: %s, %v", address, got, err)
		}
	}
}

// A template that asks for what is not there fails; it does not write half a page.
func TestMistakesAreErrors(t *testing.T) {
	for _, text := range []string{"{{.Nothing}}", "{{.Of.Name}}", "{{index .Tags 7}}", "{{break}}", "{{template \"none\"}}"} {
		func() {
			defer func() { _ = recover() }() // some are refused when they are parsed
			if got, err := Must("page", "<p>"+text, nil).Write("page", person{}); err == nil || got != "" {
				t.Errorf("%s: %q, %v", text, got, err)
			}
		}()
	}
}

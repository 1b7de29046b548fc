package openapi

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"greenroom/api"
)

// contract parses package api.
func contract(t *testing.T) []*ast.File {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "api")
	names, err := fs.Glob(os.DirFS(dir), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	var out []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f)
	}
	return out
}

// internal are named strings that no body holds.
var internal = map[string]bool{"Operation": true, "Platform": true, "Permission": true, "Class": true}

func TestEveryConstantOfTheContractIsInItsEnum(t *testing.T) {
	known := map[string]map[string]bool{}
	for of, values := range enums {
		known[of.Name()] = map[string]bool{}
		for _, v := range values {
			known[of.Name()][v.(string)] = true
		}
	}
	seen := 0
	for _, f := range contract(t) {
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || spec.Type == nil {
				return true
			}
			of, ok := spec.Type.(*ast.Ident)
			if !ok || internal[of.Name] || !ast.IsExported(of.Name) {
				return true
			}
			for _, value := range spec.Values {
				if lit, ok := value.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					text, _ := strconv.Unquote(lit.Value)
					seen++
					if !known[of.Name][text] {
						t.Errorf("%s %q is in no enum", of.Name, text)
					}
				}
			}
			return true
		})
	}
	if seen < 60 {
		t.Errorf("only %d constants found: the test looks in the wrong place", seen)
	}
}

// keys lists the keys of each struct of the contract.
func keys(t *testing.T) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, f := range contract(t) {
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			of, ok := spec.Type.(*ast.StructType)
			if !ok {
				return true
			}
			out[spec.Name.Name] = true
			for _, field := range of.Fields.List {
				if field.Tag != nil {
					tag, _ := strconv.Unquote(field.Tag.Value)
					name, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
					out[spec.Name.Name+"."+name] = true
				}
			}
			return true
		})
	}
	return out
}

func TestRulesAreAboutKeysOfTheContract(t *testing.T) {
	known := keys(t)
	for name := range rules {
		if !known[name] {
			t.Errorf("rules has %s, which the contract has not", name)
		}
	}
	for name := range words {
		if !known[name] && !slices.Contains(codeNames(), api.Code(name)) {
			t.Errorf("words.txt has %s, which the contract has not", name)
		}
	}
	for _, name := range append(closed, plainIDs...) {
		if !known[name] {
			t.Errorf("%s is not in the contract", name)
		}
	}
}

func TestEveryCodeIsExplained(t *testing.T) {
	explained := codeNames()
	for _, f := range contract(t) {
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || spec.Type == nil || len(spec.Values) == 0 {
				return true
			}
			if of, ok := spec.Type.(*ast.Ident); ok && of.Name == "Code" {
				text, _ := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
				if words[text] == "" {
					t.Errorf("%s is not explained", text)
				}
				explained = slices.DeleteFunc(explained, func(c api.Code) bool { return string(c) == text })
			}
			return true
		})
	}
	if len(explained) > 0 {
		t.Errorf("words.txt explains %v, which are no codes", explained)
	}
}

type mixed struct {
	Needed   string       `json:"needed"`
	Null     *int         `json:"null"`
	Optional *string      `json:"optional,omitempty"`
	Summary  *api.Creator `json:"summary"`
	Cost     api.Credits  `json:"cost"`
	*extra
}

type extra struct {
	More int64 `json:"more"`
}

func TestShapesBecomeSchemas(t *testing.T) {
	made := map[string]*Schema{}
	s := &schemas{made: made}
	s.of(reflect.TypeFor[mixed]())
	got := made["mixed"]
	if want := []string{"needed", "null", "summary", "cost"}; !reflect.DeepEqual(got.Required, want) {
		t.Errorf("required %v, not %v", got.Required, want)
	}
	if got.Additional != nil {
		t.Error("an answer may not grow")
	}
	for key, want := range map[string]any{"needed": "string", "null": []string{"integer", "null"}, "optional": "string", "cost": "number", "more": "integer"} {
		if !reflect.DeepEqual(got.Properties[key].Type, want) {
			t.Errorf("%s is %v, not %v", key, got.Properties[key].Type, want)
		}
	}
	if either := got.Properties["summary"].AnyOf; len(either) != 2 || either[1].Type != "null" {
		t.Errorf("summary: %+v", got.Properties["summary"])
	}
	s.request = true
	s.of(reflect.TypeFor[mixed]())
	strict := made["mixedInput"]
	if strict.Additional == nil || *strict.Additional {
		t.Error("a request may have keys that nobody knows")
	}
	if !reflect.DeepEqual(strict.Properties["optional"].Type, []string{"string", "null"}) {
		t.Errorf("null does not stand for a key that is left out: %v", strict.Properties["optional"].Type)
	}
}

func TestNamesOfComponents(t *testing.T) {
	s := &schemas{}
	for want, of := range map[string]reflect.Type{
		"ShortlistAnswer":      reflect.TypeFor[api.One[api.Shortlist]](),
		"SuggestionListAnswer": reflect.TypeFor[api.One[[]api.Suggestion]](),
		"PostPage":             reflect.TypeFor[api.Page[api.Post]](),
	} {
		if got := s.name(of); got != want {
			t.Errorf("%s is called %s", want, got)
		}
	}
}

func TestPrices(t *testing.T) {
	b := &builder{}
	fixed := b.payment(Endpoint{Operation: api.OpAutocomplete})
	if p := fixed.Price; p.Mode != "fixed" || p.Amount != "0.00050" || p.Currency != "USD" {
		t.Errorf("autocomplete costs %+v", p)
	}
	by := b.payment(Endpoint{Operation: api.OpSearch})
	if p := by.Price; p.Mode != "dynamic" || p.Min != "0.27000" || p.Max != "" || len(by.Features) != 1 || string(by.Features[0].PerItem) != "2" {
		t.Errorf("search costs %+v", by)
	}
	one := b.payment(Endpoint{Operation: api.OpRawPost, Doc: Doc{Single: true}})
	if p := one.Price; p.Mode != "fixed" || p.Amount != "0.01000" {
		t.Errorf("one post costs %+v", p)
	}
	two := b.payment(Endpoint{Operation: api.OpProfileLookupDetailed, Doc: Doc{Single: true, Features: []api.Operation{api.OpProfileLookupLite}}})
	if p := two.Price; p.Mode != "dynamic" || p.Min != "0.00010" || p.Max != "0.00050" {
		t.Errorf("one profile costs %+v", p)
	}
	if b.payment(Endpoint{Operation: api.OpShortlists}) != nil || b.payment(Endpoint{}) != nil {
		t.Error("what is free has a price")
	}
}

func TestThePageEscapesEverything(t *testing.T) {
	const evil = `<script>alert("x")</script>'"&`
	d := Build(Config{Platforms: api.Platforms(), Endpoints: []Endpoint{{Method: "POST", Path: "/v1/evil", Operation: api.OpSearch,
		Query: []Param{{Name: "a<b", About: evil}},
		Doc:   Doc{Summary: evil, About: evil, Body: api.SearchRequest{}, Answer: api.One[api.Creator]{}}}}})
	page, err := Page(d)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(page); strings.Contains(text, "<script") || strings.Contains(text, "a<b") || !strings.Contains(text, "&lt;script") {
		t.Error("the page is not escaped")
	}
}

func TestTheShellTakesAnExampleAsItIs(t *testing.T) {
	got := curl(&Operation{endpoint: Endpoint{Method: "POST", Path: "/v1/search", Operation: api.OpSearch},
		asked: asked{Path: "/v1/search", Body: []byte(`{"query":"it's"}`)}})
	if want := "curl \"$BASE/v1/search\" \\\n  -H \"X-API-Key: $KEY\" \\\n  --json '{\"query\":\"it'\\''s\"}'"; got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
}

package cmd

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/internal/codetest"
)

// typedCodes are the codes that people type as they are: values of flags, fields of
// --fields and keys of the files of settings.
var typedCodes = []string{
	"creator_only", "matched_platforms", "all_platforms", "theme_page", "influencer, theme_page", // --scope, --kind
	"top_engagement", "most_likes", "most_views", "most_comments", // --sort
	"last_hour", "this_week", "this_month", "this_year", // --uploaded
	"creator_id,emails.email", "id,name,content_themes", // --fields
	"pay_to", "insecure_loopback", "sign_in", ".sign_in", "ask_over", "keep_personal_data", // files of settings
	"key_env", "key_file", "units_per_day", "per_hour", "per_day", "js_runtime", "dollars_per_million_in", "dollars_per_million_out",
}

// Help says every code in words, but for what people type as it stands.
func TestHelpShowsNoCodes(t *testing.T) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		for _, shown := range []string{c.Short, c.Long, c.Example} {
			noCodes(t, c.CommandPath(), shown)
		}
		c.Flags().VisitAll(func(f *pflag.Flag) { noCodes(t, c.CommandPath()+" --"+f.Name, f.Usage) })
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(newRoot())
}

// Sentences of the program say every code in words. Queries of databases are none.
func TestSentencesShowNoCodes(t *testing.T) {
	query := regexp.MustCompile(`[A-Z]{5,} |PRAGMA|^p\.|^(GET|POST|PUT|DELETE) /|= "|="|^, error`)
	for _, room := range []string{"../views", "../client", "../config", "../keymap", "../ui", "."} {
		err := filepath.WalkDir(room, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.BasicLit); ok && s.Kind == token.STRING && strings.Contains(s.Value, " ") && !strings.Contains(s.Value, "json:") {
					if said, err := strconv.Unquote(s.Value); err == nil && !query.MatchString(said) {
						noCodes(t, path, said)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func noCodes(t *testing.T, where, shown string) {
	t.Helper()
	if codes := codetest.In(shown, typedCodes...); len(codes) > 0 {
		t.Errorf("%s shows the codes %q: %s", where, codes, shown)
	}
}

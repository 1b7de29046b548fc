// Package imports_test holds the drawing of the architecture against the code.
package imports_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// may lists, for each package or family of packages, what it may import of
// ours. A trailing "/…" stands for everything below.
var may = []struct {
	who  string
	what []string
}{
	{"api", nil},
	{"internal/racetest", nil},
	{"internal/gctest", nil},
	{"internal/alter", nil},
	{"internal/codetest", nil},
	{"internal/pipe", nil},
	{"internal/english", []string{"internal/naming"}},
	{"internal/naming", []string{"internal/packed"}},
	{"internal/packed", nil},
	{"internal/pattern", nil},
	{"internal/steps", nil},
	{"internal/sqlite", []string{"internal/steps"}},
	{"internal/sqlio", nil},
	{"internal/shared", nil},
	{"internal/payment/evm", nil},
	{"internal/payment/x402", []string{"internal/payment/evm"}},
	{"internal/payment/mpp", []string{"internal/payment/evm"}},
	{"internal/payment", []string{"api", "internal/payment/evm"}},
	{"ui/text", nil},
	{"ui/screen", []string{"ui/text"}},
	{"ui/blocks", []string{"ui/text"}},
	{"ui/picture", []string{"ui/text"}},
	{"ui/spoken", []string{"ui/text"}},
	{"ui/theme", []string{"ui/text"}},
	{"ui/layout", []string{"ui/text", "ui/theme"}},
	{"ui/widget", []string{"ui/text", "ui/theme", "ui/layout"}},
	{"keymap", []string{"api"}},
	{"config", []string{"api", "internal/payment", "internal/payment/evm", "internal/sheet"}},
	{"client/money", []string{"api"}},
	{"client/pay", []string{"internal/payment", "internal/payment/…"}},
	{"client/signin", nil},
	{"client/signin/signintest", nil},
	{"internal/payment/info", []string{"internal/payment", "internal/payment/evm"}},
	{"client", []string{"api", "client/money", "client/pay", "internal/english", "internal/payment/info", "client/signin", "internal/payment"}},
	{"client/plan", []string{"api", "internal/sqlio", "internal/sqlite", "internal/steps"}},
	{"client/brief", []string{"api", "client/plan", "internal/statement"}},
	{"client/posted", []string{"api", "client", "client/plan"}},
	{"client/share", []string{"api", "client", "client/plan", "internal/english"}},
	{"internal/sheet", nil},
	{"internal/sequence", nil},
	{"internal/sequence/learn", []string{"internal/sequence"}},
	{"internal/statement", []string{"internal/sequence"}},
	{"internal/statement/teach", []string{"internal/sequence", "internal/sequence/learn", "internal/statement"}},
	{"report/chart", []string{"ui/text", "ui/theme", "ui/widget"}},
	{"report", []string{"api", "client/plan", "client/posted", "internal/sheet", "internal/statement", "report/chart", "ui/text"}},
	{"client/local", []string{"api", "client", "client/money", "client/pay", "internal/payment", "internal/sqlio", "internal/sqlite", "internal/steps"}},
	{"views/view", []string{"report", "api", "client", "client/brief", "client/share", "client/pay", "client/plan", "internal/english", "internal/sheet", "keymap", "ui/…", "views/fetch", "views/explain"}},
	{"views/fetch", []string{"api", "client"}},
	{"views/explain", []string{"api", "client", "internal/english", "ui/text"}},
	{"views/viewtest", []string{"internal/codetest", "api", "client", "client/pay", "client/plan", "client/plan", "keymap", "ui/…", "views/view", "views/fetch"}},
	{"views", []string{"report", "api", "client", "client/brief", "client/share", "client/money", "client/pay", "client/plan", "client/signin", "keymap", "ui/…", "views/…"}},
	{"views/ear", []string{"keymap", "ui/spoken", "ui/text", "views/drive", "views/view"}},
	{"views/drive", []string{"keymap", "ui/text", "views", "views/view"}},
	{"views/news", []string{"api", "client", "client/plan", "client/posted", "internal/english", "ui/…", "views/view", "views/fetch", "views/explain"}},
	{"views/charts", []string{"api", "client", "client/plan", "keymap", "report", "report/chart", "ui/…", "views/view", "views/fetch", "views/explain"}},
	{"views/…", []string{"report", "api", "client", "client/brief", "client/share", "client/pay", "client/plan", "internal/english", "internal/sheet", "keymap", "ui/…", "views/view", "views/fetch", "views/explain", "views/news", "client/posted"}},
	{"service/billing", []string{"api"}},
	{"service/words/terms", nil},
	{"service/languages", []string{"internal/packed"}},
	{"service/language/ident", nil},
	{"service/words/lexicon", []string{"internal/naming", "service/languages", "service/words/terms"}},
	{"service/words/tags", []string{"internal/sequence", "service/words/lexicon"}},
	{"service/words/places", []string{"service/languages", "service/words/terms", "service/words/lexicon"}},
	{"service/words/spelling", nil},
	{"service/words/forms", []string{"service/languages"}},
	{"service/words/topics", []string{"service/languages", "service/words/terms", "service/words/lexicon"}},
	{"service/words", []string{"service/languages", "api", "internal/english", "internal/statement", "service/words/…"}},
	{"service/search", []string{"api", "internal/english", "internal/shared", "service/language/ident", "service/words", "service/words/…"}},
	{"service/media", []string{"api", "internal/naming", "internal/pattern"}},
	{"service/live/command", []string{"internal/pattern", "service"}},
	{"service/live/speech", []string{"api", "internal/pattern", "service", "service/language/ident", "service/live", "service/live/command", "service/media"}},
	{"service/live/tools", []string{"api", "service", "service/live", "service/live/command", "service/media"}},
	{"service/live/tools/tooltest", []string{"service", "service/live"}},
	{"service/live/official", []string{"api", "service", "service/live", "service/media"}},
	{"service/language/classify", nil},
	{"service/analysis", []string{"api", "internal/english", "service/language/classify", "service/language/ident", "service/languages"}},
	{"service/words/tags/teach", []string{"internal/sequence", "internal/sequence/learn", "service/words", "service/words/tags"}},
	{"service/analysis/teach", []string{"api", "service/analysis", "service/language/classify"}},
	{"service", []string{"api", "internal/english", "service/billing", "service/search", "service/media", "service/analysis"}},
	{"service/payments", []string{"api", "service", "internal/payment", "internal/payment/…"}},
	{"service/payments/facilitator", []string{"api", "service/payments", "internal/payment/x402"}},
	{"service/payments/facilitatortest", []string{"internal/payment", "internal/payment/…"}},
	{"service/access", []string{"api", "internal/shared", "service"}},
	{"service/bearer", []string{"service/access"}},
	{"service/signin", []string{"api", "service", "service/access"}},
	{"service/signinweb", []string{"api", "service", "service/signin"}},
	{"service/catalogue", []string{"api", "internal/shared", "service", "service/search"}},
	{"service/judge", []string{"api", "internal/english", "service", "service/analysis"}},
	{"service/rules/check", []string{"api", "service"}},
	{"service/rules/paging", []string{"service"}},
	{"service/rules/shape", []string{"api", "service", "service/media"}},
	{"service/rules", []string{"service/rules/…", "api", "internal/english", "service", "service/access", "service/catalogue", "service/billing", "service/search", "service/words", "service/words/topics", "service/media", "service/analysis", "service/judge"}},
	{"service/boot", []string{"api", "service", "service/…"}},
	{"service/boot/boottest", []string{"service/boot"}},
	{"service/httpapi/openapi", []string{"api", "internal/payment/x402"}},
	{"service/httpapi", []string{"api", "internal/payment", "internal/payment/…", "service", "service/payments", "service/access", "service/rules", "service/billing", "service/search", "service/httpapi/openapi"}},
	{"service/traces", []string{"api", "service"}},
	{"service/metrics", []string{"api", "internal/payment", "service", "service/payments"}},
	{"service/store", []string{"api", "service", "service/payments", "service/billing", "service/access", "service/importer", "service/judge", "service/live", "service/rules", "service/signin"}},
	{"service/importer/cells", []string{"api", "internal/naming", "internal/pattern", "service", "service/media", "service/words/places", "service/words/terms"}},
	{"service/importer/exports", []string{"api", "service"}},
	{"service/importer/formats", []string{"internal/sheet", "service/importer/exports"}},
	{"service/importer/plan", []string{"api", "internal/pattern", "service/importer/cells", "service/media"}},
	{"service/importer", []string{"api", "internal/english", "internal/pattern", "internal/shared", "internal/sheet", "service", "service/importer/…", "service/language/ident", "service/media"}},
	{"service/store/tables", []string{"api", "service", "service/live", "service/judge", "service/payments", "service/store", "service/billing", "service/search", "service/media", "service/analysis", "internal/sqlio"}},
	{"service/store/sqlite", []string{"service/store", "service/store/tables", "internal/sqlio", "internal/sqlite", "internal/steps"}},
	{"service/store/postgres/pgtest", nil},
	{"service/store/postgres", []string{"api", "service", "service/billing", "service/store", "service/store/tables", "internal/sqlio", "internal/steps"}},
	{"service/store/storetest", []string{"api", "service/live", "service/judge", "internal/payment", "service", "service/payments", "service/store", "service/billing", "service/search", "service/analysis"}},
	{"service/…", []string{"api", "internal/packed", "service", "service/language/ident", "service/billing", "service/search", "service/media", "service/analysis"}},
	{"cmd/output", []string{"api", "ui/text", "internal/sheet"}},
	{"cmd/keep", []string{"api", "client", "client/plan", "client/share", "cmd/run", "cmd/output", "config", "internal/sheet", "report"}},
	{"mcp", []string{"api", "client", "client/plan", "client/share", "ui/text", "views/explain"}},
	{"cmd/agents", []string{"api", "client", "cmd/run", "mcp"}},
	{"cmd/run", []string{"report", "api", "service/judge", "service/live/speech", "client", "client/local", "client/money", "client/pay", "client/plan", "client/posted", "internal/payment", "internal/payment/evm", "cmd/output", "config", "keymap", "ui/text", "ui/theme", "views/explain", "service", "service/boot", "internal/english", "internal/pipe", "client/signin"}},
	{"cmd/admin", []string{"service/traces", "service/media", "client", "client/local", "client/share", "client/signin", "internal/pipe", "mcp", "config", "service/judge", "internal/payment", "internal/payment/evm", "service/payments", "service/payments/facilitator", "service/billing", "api", "cmd/run", "cmd/output", "ui/text", "service", "service/access", "service/boot", "service/importer", "service/importer/…", "service/rules", "service/signin", "service/store", "internal/english"}},
	{"demo/script", []string{"api", "keymap"}},
	{"demo/record", nil},
	{"demo", []string{"api", "demo/script", "demo/record", "keymap", "ui/text", "ui/theme", "views/drive"}},
	{"cmd/stage", []string{"cmd/admin", "cmd/run", "cmd/workbench", "config", "demo", "demo/script", "demo/record", "internal/english", "internal/sheet", "keymap", "ui/text", "ui/theme", "views", "views/drive", "views/view"}},
	{"cmd/workbench", []string{"report", "api", "client", "client/local", "client/pay", "client/plan", "cmd/run", "config", "ui/…", "views", "views/view", "views/history", "views/ledger", "views/drive", "views/ear"}},
	{"cmd/…", []string{"api", "client", "client/local", "client/pay", "internal/payment", "internal/payment/evm", "cmd/run", "cmd/output", "config", "ui/text", "ui/theme", "internal/english", "client/signin", "ui/blocks", "views/explain"}},
	{"cmd", []string{"cmd/…", "ui/text"}},
	{"packaging/man", []string{"cmd"}},
	{".", []string{"cmd"}},
}

func TestImportsPointDown(t *testing.T) {
	root := filepath.Join("..", "..")
	seen := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != ".." {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		seen++
		checkFile(t, root, path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 20 {
		t.Fatalf("read only %d files: the test looks in the wrong place", seen)
	}
}

func checkFile(t *testing.T, root, path string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	rel, _ := filepath.Rel(root, filepath.Dir(path))
	who := filepath.ToSlash(rel)
	for _, spec := range file.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		if ours, ok := strings.CutPrefix(name, "greenroom/"); ok && !allowed(who, ours) {
			t.Errorf("%s imports %s: %s", filepath.Join(rel, filepath.Base(path)), ours, reason(who, ours))
		}
	}
}

func allowed(who, what string) bool {
	switch what {
	case "views/viewtest":
		return false
	case "internal/each": // lists are everywhere
		return who != "api"
	}
	for _, rule := range may {
		if !matches(rule.who, who) {
			continue
		}
		for _, w := range rule.what {
			if matches(w, what) {
				return true
			}
		}
		return false
	}
	return what == "api"
}

func matches(pattern, name string) bool {
	if family, ok := strings.CutSuffix(pattern, "/…"); ok {
		return strings.HasPrefix(name, family+"/")
	}
	return pattern == name
}

func reason(who, what string) string {
	switch {
	case what == "views/viewtest":
		return "only tests need what tests share"
	case who == "api":
		return "the contract imports nothing of ours"
	case strings.HasPrefix(who, "client") && strings.HasPrefix(what, "service"), strings.HasPrefix(who, "service") && strings.HasPrefix(what, "client"):
		return "client and service meet only in api"
	case strings.HasPrefix(who, "views/") && strings.HasPrefix(what, "views/"):
		return "a screen never imports another screen; only the root knows them all"
	case strings.HasPrefix(who, "ui/"):
		return "the kit knows no screen and no service"
	case who == "service":
		return "records and ports know neither rules nor what keeps them"
	}
	return "the arrow points up or sideways in ARCHITECTURE.md"
}

package run

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"greenroom/client/plan"
)

// Others may have written what is kept: a name that a shell would run is not put on its
// line, nor one that could be taken for a flag.
func TestCompletedWordsAreHarmless(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"} {
		t.Setenv(name, home)
	}
	t.Setenv("GREENROOM_CONNECTION", "")
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	ask := func(w Words, begun string, args ...string) []string {
		cmd := &cobra.Command{}
		cmd.SetContext(t.Context())
		words, _ := w.complete(&At{})(cmd, args, begun)
		return words
	}
	accounts, lists := Items("x").Of(Accounts), One("x").Of(Lists)
	if got := ask(accounts, ""); len(got) > 0 {
		t.Errorf("of nothing: %q", got)
	}
	set, err := (At{}).Settings()
	if err != nil {
		t.Fatal(err)
	}
	file := planBeside(set.Folders.Memory())
	if _, err := os.Stat(file); err == nil {
		t.Fatal("completing made a file")
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	book, err := plan.Open(t.Context(), file, "somewhere", time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	evil := []string{"$(reboot)", "`id`", "a;b", "a|b", "x\ny", "\x1b[2J", "-rf", "--store=x", "a&b", "~", "'", `"`, "a\tb", "*", "!1", "\u202eab"}
	_, err = book.Do(t.Context(), "make", func(s *plan.State) error {
		good := plan.List{ID: "l-1", Name: "Oat drink launch", Members: []plan.Member{{Platform: "photoplatform", Username: "lena.cooks"}, {Platform: "photoplatform", Username: "mia_1"}}}
		for i, name := range evil {
			good.Members = append(good.Members, plan.Member{Platform: "photoplatform", Username: name})
			s.Lists = append(s.Lists, plan.List{ID: "evil-" + string(rune('a'+i)), Name: name})
		}
		s.Lists = append(s.Lists, good)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		got  []string
		want string
	}{
		{ask(accounts, "@le"), "@lena.cooks"},
		{ask(accounts, ""), "@lena.cooks photoplatform:lena.cooks @mia_1 photoplatform:mia_1"},
		{ask(accounts, "", "@lena.cooks"), "photoplatform:lena.cooks @mia_1 photoplatform:mia_1"},
		{ask(accounts, "photoplatform:m"), "photoplatform:mia_1"},
		{ask(lists, "Oat"), "Oat drink launch"},
		{ask(lists, "", "taken"), ""},
		{ask(None(), ""), ""},
	} {
		if strings.Join(c.got, " ") != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	all := ask(lists, "")
	if len(all) != len(evil)+1 || slices.ContainsFunc(all, func(w string) bool { return slices.Contains(evil, w) }) {
		t.Errorf("%q", all)
	}
}

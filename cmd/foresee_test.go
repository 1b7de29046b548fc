package cmd

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/creack/pty"

	"greenroom/api"
	"greenroom/cmd/run"
)

// A query that says nothing, or finds everybody, is not paid for by the way.
func TestASearchThatSaysNothingIsNotPaid(t *testing.T) {
	s := newShell(t)
	for _, query := range []string{"!!!", "the of and", "a", "😀", "1234"} {
		for _, command := range []string{"search", "interpret"} {
			if r := s.run("", command, query); r.code != run.ExitUsage || r.out != "" {
				t.Errorf("%s %q: exit %d %q %s", command, query, r.code, r.out, r.errs)
			}
		}
	}
	if r := s.run("", "search", "find me creators"); r.code != run.ExitUsage || !strings.Contains(r.errs, "finds everybody") || !strings.Contains(r.errs, "--everybody") {
		t.Errorf("everybody: exit %d %s", r.code, r.errs)
	}
	for _, query := range []string{"find me creators", "beautiful people"} {
		if got := s.ok("", "interpret", query); !strings.Contains(got, "tells no creator from another") || strings.Contains(got, "match well") {
			t.Errorf("interpret %q:\n%s", query, got)
		}
	}
	if got := s.ok("", "journal", "--totals"); strings.Contains(got, "/v1/search") {
		t.Errorf("a search was sent:\n%s", got)
	}
	for _, words := range [][]string{{"find me creators", "--everybody"}, {"creators", "--verified"}, {"F1"}, {"K-pop"}, {"美食"}} {
		if r := s.run("", append([]string{"search", "--limit", "1"}, words...)...); r.code != run.ExitOK {
			t.Errorf("%v: exit %d %s", words, r.code, r.errs)
		}
	}
	if got := s.ok("", "journal", "--totals"); !strings.Contains(got, "/v1/search") {
		t.Errorf("the journal tells no search:\n%s", got)
	}
}

// Who sits at the terminal is asked before everybody is searched for, and only a
// plain yes is one.
func TestEverybodyIsAskedAboutOnATerminal(t *testing.T) {
	s := newShell(t)
	for _, c := range []struct {
		typed string
		code  int
	}{{"n", run.ExitFailure}, {"", run.ExitFailure}, {"y", run.ExitOK}} {
		s.enter()
		master, slave, err := pty.Open()
		if err != nil {
			t.Fatal(err)
		}
		_, _ = master.WriteString(c.typed + "\n")
		root := newRoot()
		root.SetIn(slave)
		root.SetOut(&bytes.Buffer{})
		root.SetErr(slave)
		err = execute(t.Context(), root, []string{"search", "find me creators", "--limit", "1"})
		_ = slave.Close()
		_ = master.Close()
		if got := run.ExitCode(err); got != c.code {
			t.Errorf("%q: exit %d, %v", c.typed, got, err)
		}
	}
}

// Before a search is paid it is said whom of those found the planner holds already,
// and a search that is kept is read without a look.
func TestASearchSaysWhoIsHeldAlready(t *testing.T) {
	s := newShell(t)
	first := s.run("", "search", "vegan food", "--limit", "8")
	if first.code != run.ExitOK || !strings.Contains(first.errs, "Held already: 0 of the 8 ") {
		t.Fatalf("exit %d %s", first.code, first.errs)
	}
	if r := s.run("", "search", "food vegan", "--limit", "8"); !strings.Contains(r.errs, "Held already: 8 of the 8 ") {
		t.Errorf("in other words: exit %d %s", r.code, r.errs)
	}
	if r := s.run("", "search", "vegan food", "--limit", "8"); strings.Contains(r.errs, "Held already") || !strings.Contains(r.errs, "Free.") {
		t.Errorf("kept: %s", r.errs)
	}
	if r := s.run("", "search", "vegan food", "--limit", "8", "--refresh", "-q"); r.code != run.ExitOK || strings.Contains(r.errs, "Held already") {
		t.Errorf("quiet: exit %d %s", r.code, r.errs)
	}
	if got := s.ok("", "interpret", "vegan food", "--limit", "8"); !strings.Contains(got, "Held already: 8 of the 8 ") {
		t.Errorf("interpret:\n%s", got)
	}
}

// Of a service that tells no digests nothing is said to be held, and one without the
// look is searched as it is.
func TestASearchOfAServiceThatTellsNoDigests(t *testing.T) {
	looks := true
	p := newPretend(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/v1/search":
			give(w, "27", api.SearchPage{Data: []api.SearchResult{}, SearchID: someID})
		case looks:
			_, _ = w.Write([]byte(`{"data":{"interpretation":{"topics":["vegan"]},"filtered_total":3,"good_matches":1,"credits_at_most":75}}`))
		default:
			refuse(w, http.StatusNotFound, api.ErrorBody{Code: api.CodeNotFound, Message: "No."})
		}
	})
	s := remoteShell(t, p.URL, pretendKey)
	if r := s.run("", "search", "vegan"); r.code != run.ExitOK || !strings.Contains(r.errs, "is not known") || strings.Contains(r.errs, "Held already") {
		t.Errorf("exit %d %s", r.code, r.errs)
	}
	looks = false
	if r := s.run("", "search", "creators"); r.code != run.ExitOK {
		t.Errorf("without the look: exit %d %s", r.code, r.errs)
	}
}

package cmd

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/cmd/run"
)

// bill holds the price told of a command line, and its charge.
type bill struct{ low, high, charged api.Credits }

// charges sums the journal's charges.
func (s *shell) charges() (sum api.Credits) {
	s.t.Helper()
	for _, line := range lines(s.ok("", "journal", "--since", "24h", "-o", "jsonl")) {
		var e struct{ Charged api.Credits }
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			s.t.Fatal(err)
		}
		sum += e.Charged
	}
	return sum
}

var saysAtMost = regexp.MustCompile(`It costs up to ([0-9.]+) credit`)

// told returns the price that a dry run tells of a command line.
func (s *shell) told(args []string) (b bill) {
	s.t.Helper()
	r := s.run("", append(args, "--dry-run", "-o", "jsonl")...)
	if r.code != run.ExitOK {
		s.t.Fatalf("%v: exit %d %s", args, r.code, r.errs)
	}
	for _, line := range lines(r.out) {
		var d struct{ Low, High api.Credits }
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			s.t.Fatal(err)
		}
		b.low, b.high = b.low+d.Low, b.high+d.High
	}
	return b
}

// pays runs a command line and holds its charge, by the journal and as it says itself,
// against what was told of it.
func (s *shell) pays(args []string) bill {
	s.t.Helper()
	b, before := s.told(args), s.charges()
	r := s.run("", args...)
	if r.code != run.ExitOK {
		s.t.Fatalf("%v: exit %d %s", args, r.code, r.errs)
	}
	if said := saysAtMost.FindStringSubmatch(r.errs); said != nil {
		b.high, _ = api.ParseCredits(said[1])
	}
	if b.charged = s.charges() - before; b.charged < b.low || b.charged > b.high {
		s.t.Errorf("%v: told %s to %s, charged %s", args, b.low, b.high, b.charged)
	}
	if cost := "Cost " + run.InCredits(b.charged) + "."; b.charged > 0 && !strings.Contains(r.errs, cost) {
		s.t.Errorf("%v: charged %s, and says %q", args, b.charged, r.errs)
	}
	return b
}

// What is told of a command before it is paid is what the journal holds of its charge; the
// same again is told to be free, and is; and a cap below the price keeps all of it from
// being paid.
func TestThePriceToldIsTheCharge(t *testing.T) {
	s := newShell(t)
	post := lines(s.ok("", "posts", "photoplatform:leonwiegand", "--limit", "2", "-o", "jsonl", "--fields", "id,platform_id"))[1]
	var p struct {
		ID   string `json:"id"`
		Code string `json:"platform_id"`
	}
	if err := json.Unmarshal([]byte(post), &p); err != nil {
		t.Fatal(err)
	}
	video := strings.Trim(lines(s.ok("", "posts", "videoplatform:lenacooks", "--limit", "1", "-o", "csv", "--fields", "platform_id"))[1], `"`)
	const some = 0 // at most so much
	for _, c := range []struct {
		line string
		want api.Credits // some: whatever lies within what was told
	}{
		{"search vegan food creators in Graz, over 20k followers", some},
		{"search vegan baking in Berlin --limit 3", 31 * api.Credit},
		{"autocomplete mat", 50},
		{"lookalike photoplatform:lenacooks --limit 2", 2 * api.Credit},
		{"lookalike photoplatform:lenacooks --limit 2 --mode detailed", some},
		{"creator @lenacooks", 50 + 100},
		{"creator @leonwiegand @nora.quandt @nora.quandt", 2 * (50 + 100)},
		{"creator @itslukast @leonwiegand @lenacooks", 50 + 100}, // the others were read, alone and among many
		{"creator @nora.quandt --refresh=false", 0},
		{"profiles @leonwiegand", some},
		{"profiles photoplatform:lenacooks videoplatform:lenacooks", 100},
		{"profiles photoplatform:leonwiegand --mode lite", 10},
		{"posts @leonwiegand --limit 3", 150},
		{"match --query vegan @leonwiegand @lenacooks", 200},
		{"safety creators @lenacooks @leonwiegand", 4 * api.Credit},
		{"safety creators @lenacooks photoplatform:leonwiegand", some},
		{"safety profiles photoplatform:lenacooks", 2 * api.Credit},
		{"safety posts " + p.ID, 500},
		{"analyze " + p.ID, 1 * api.Credit},
		{"analyze --ai --brand-safety " + p.ID, 2 * api.Credit},
		{"emails @lenacooks", some},
		{"post " + p.Code, 1 * api.Credit},
		{"transcript videoplatform:" + video, 500},
		{"live-profile shortvideoplatform:lenacooks", 200},
		{"live-profile photoplatform:lenacooks", 500},
		{"video " + video, 500},
		{"videos vegan --limit 2", 500},
		{"suggest vegan", 500},
		{"channel lenacooks --videos 2", some},
		{"ingest photoplatform:lenacooks", some},
	} {
		args := strings.Fields(c.line)
		if told := s.told(args); told.high > 0 && told.low == told.high {
			before := s.charges()
			if r := s.run("", append(args, "--max-credits", (told.high-1).String())...); r.code == run.ExitOK || s.charges() != before {
				t.Errorf("%s: under a cap of less than %s: exit %d, charged %s", c.line, told.high, r.code, s.charges()-before)
			}
		}
		if b := s.pays(args); c.want != some && b.charged != c.want {
			t.Errorf("%s: charged %s, want %s", c.line, b.charged, c.want)
		}
		if strings.HasPrefix(c.line, "ingest") {
			continue
		}
		if b := s.pays(args); b.high != 0 || b.charged != 0 {
			t.Errorf("%s, again: told %s, charged %s", c.line, b.high, b.charged)
		}
	}
}

// A search is told and charged for those that match, not for its limit: five cost 35.
func TestASearchIsHeldToWhatMatches(t *testing.T) {
	s := newShell(t)
	query := []string{"search", "vegan food creators in Graz, over 20k followers"}
	b := s.pays(query)
	if b.high != b.charged || b.high >= 75*api.Credit {
		t.Errorf("told %s, charged %s", b.high, b.charged)
	}
	if b = s.pays(append(query, "--limit", "25")); b.charged != 0 {
		t.Errorf("the same with its limit said: charged %s", b.charged)
	}
	b = s.pays(append(query, "--limit", "25", "--refresh"))
	if b.high != b.charged {
		t.Errorf("asked anew: told %s, charged %s", b.high, b.charged)
	}
	before := s.charges()
	if r := s.run("", "search", "food creators, vegan, in Graz, over 20k followers", "--max-credits", b.charged.String()); r.code != run.ExitOK || s.charges()-before > b.charged || !strings.Contains(r.errs, "it is charged for them again") {
		t.Errorf("in other words: exit %d, charged %s: %s", r.code, s.charges()-before, r.errs)
	}
}

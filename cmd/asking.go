package cmd

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/cmd/output"
)

// asking is what every command that asks the service can be told.
type asking struct {
	format                            output.Format
	fields                            string
	refresh, wait, dryRun, quiet, all bool
	maxAge                            age
	most                              limit
}

func (f *asking) add(c *cobra.Command, pages bool) {
	f.format = output.Table
	s := c.Flags()
	s.VarP(&f.format, "output", "o", "print as FORMAT: table, json (one document), jsonl (an item a line) or csv")
	s.StringVar(&f.fields, "fields", "", "print only these FIELDS of each item, such as name,metrics.followers")
	s.BoolVar(&f.refresh, "refresh", false, "ask the service, and pay, though an answer is kept")
	s.Var(&f.maxAge, "max-age", "take a kept answer only if it is not older than AGE, such as 12h or 7d")
	s.Var(&f.most, "max-credits", "spend at most CREDITS; what can cost more is not sent")
	s.BoolVar(&f.wait, "wait", false, "wait until the budget can hold the call, instead of failing")
	s.BoolVar(&f.dryRun, "dry-run", false, "show the request and its price, and send nothing")
	s.BoolVarP(&f.quiet, "quiet", "q", false, "no word about costs and progress on standard error")
	if pages {
		s.BoolVar(&f.all, "all", false, "read all pages; stopped by a budget, the same command goes on from there and pays nothing twice")
	}
}

// age is how old a kept answer may be: a duration, or days and weeks.
type age time.Duration

func (a *age) duration() time.Duration { return time.Duration(*a) }

// String is "" where nothing is set.
func (a *age) String() string {
	if *a == 0 {
		return ""
	}
	return a.duration().String()
}

// Type names the value in help.
func (a *age) Type() string { return "AGE" }

// Set reads 12h, 7d or 2w.
func (a *age) Set(s string) error {
	for suffix, day := range map[string]time.Duration{"d": 24 * time.Hour, "w": 7 * 24 * time.Hour} {
		n, err := strconv.Atoi(strings.TrimSuffix(s, suffix))
		if strings.HasSuffix(s, suffix) && err == nil && n > 0 && n < 10_000 {
			*a = age(time.Duration(n) * day)
			return nil
		}
	}
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 {
		return fmt.Errorf("an age is 90m, 12h, 7d or 2w, not %s; --refresh takes nothing that is kept", s)
	}
	*a = age(d)
	return nil
}

// limit is an amount of credits that may be set.
type limit struct {
	credits api.Credits
	set     bool
}

// String is "" where nothing is set.
func (l *limit) String() string {
	if !l.set {
		return ""
	}
	return l.credits.String()
}

// Type names the value in help.
func (l *limit) Type() string { return "CREDITS" }

// Set reads an exact amount.
func (l *limit) Set(s string) error {
	n, err := api.ParseCredits(s)
	if err != nil || n < 0 {
		return fmt.Errorf("credits are an amount such as 45 or 0.05, not %s", s)
	}
	l.credits, l.set = n, true
	return nil
}

// span is an inclusive range of numbers, open where an end is missing.
type span struct{ api.Range }

// String is "" where nothing is set.
func (s *span) String() string {
	show := func(n *float64) string {
		if n == nil {
			return ""
		}
		return strconv.FormatFloat(*n, 'g', -1, 64)
	}
	if s.Min == nil && s.Max == nil {
		return ""
	}
	return show(s.Min) + "-" + show(s.Max)
}

// Type names the value in help.
func (s *span) Type() string { return "MIN-MAX" }

// Set reads 10k-100k, 3.5- or -1m.
func (s *span) Set(text string) error {
	least, most, ok := strings.Cut(text, "-")
	from, err1 := bound(least)
	to, err2 := bound(most)
	switch {
	case !ok || err1 != nil || err2 != nil || from == nil && to == nil:
		return fmt.Errorf("a range is 10k-100k, 3.5- or -1m, not %s", text)
	case from != nil && to != nil && *from > *to:
		return fmt.Errorf("the range %s ends before it begins", text)
	}
	s.Min, s.Max = from, to
	return nil
}

func bound(s string) (*float64, error) {
	s = strings.ToLower(strings.TrimSpace(s))
	if s == "" {
		return nil, nil
	}
	times := 1.0
	for suffix, n := range map[string]float64{"k": 1e3, "m": 1e6} {
		if rest, ok := strings.CutSuffix(s, suffix); ok {
			s, times = rest, n
		}
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || n < 0 || n != n || n > 1e15 {
		return nil, fmt.Errorf("%q is no number", s)
	}
	n *= times
	return &n, nil
}

// given is the range, nil where none was.
func (s *span) given() *api.Range {
	if s.Min == nil && s.Max == nil {
		return nil
	}
	return &s.Range
}

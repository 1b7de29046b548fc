package run

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/cmd/output"
	"greenroom/config"
)

// flags holds the flags of commands that print. All but the first two are of commands that
// ask the service.
type flags struct {
	format                            output.Format
	fields                            string
	refresh, wait, dryRun, quiet, all bool
	maxAge                            Age
	most                              Limit
}

func (f *flags) asking(s *pflag.FlagSet, pages bool) {
	s.BoolVar(&f.refresh, "refresh", false, "request again, and pay, even if an answer is kept")
	s.Var(&f.maxAge, "max-age", "use a kept answer only if it is no older than AGE, such as 12h or 7d")
	s.Var(&f.most, "max-credits", "spend at most CREDITS; a call that can cost more is not sent")
	s.BoolVar(&f.wait, "wait", false, "wait for budget instead of failing")
	s.BoolVar(&f.dryRun, "dry-run", false, "show the request and its price; send nothing that costs")
	s.BoolVarP(&f.quiet, "quiet", "q", false, "no costs or progress on standard error")
	if pages {
		s.BoolVar(&f.all, "all", false, "read all pages; if a budget stops it, run it again to continue, and nothing is paid twice")
	}
}

func (f *flags) printing(s *pflag.FlagSet) {
	f.format = output.Table
	s.VarP(&f.format, "output", "o", "print as FORMAT: table, json (one document), jsonl (one item per line) or csv")
	s.StringVar(&f.fields, "fields", "", "print only these FIELDS, by their JSON names, such as name,metrics.followers")
}

// written is the value of a flag as it was written; "" where none was given.
type written string

// String returns the text as written.
func (w *written) String() string { return string(*w) }

// Age limits the age of a kept answer: a duration, or days and weeks.
type Age struct {
	written
	age time.Duration
}

// Duration is 0 where nothing is set.
func (a *Age) Duration() time.Duration { return a.age }

// Type names the value in help.
func (a *Age) Type() string { return "AGE" }

// Set reads 12h, 7d or 2w.
func (a *Age) Set(s string) error {
	d, ok := config.ParseAge(s)
	if !ok {
		return fmt.Errorf("write an age such as 90m, 12h, 7d or 2w, not %s; to ignore kept answers, use --refresh", s)
	}
	*a = Age{written(s), d}
	return nil
}

// Limit is an amount of credits that may be set.
type Limit struct {
	credits api.Credits
	set     bool
}

// String is "" where nothing is set.
func (l *Limit) String() string {
	if !l.set {
		return ""
	}
	return l.credits.String()
}

// Type names the value in help.
func (l *Limit) Type() string { return "CREDITS" }

// Set reads an exact amount.
func (l *Limit) Set(s string) error {
	n, err := api.ParseCredits(s)
	if err != nil || n < 0 {
		return fmt.Errorf("write credits such as 45 or 0.05, with at most three decimals, not %s", s)
	}
	l.credits, l.set = n, true
	return nil
}

// Given is the amount, nil where none was.
func (l *Limit) Given() *api.Credits {
	if !l.set {
		return nil
	}
	return &l.credits
}

// Span is an inclusive range of numbers, open where an end is missing.
type Span struct{ api.Range }

// String is "" where nothing is set.
func (s *Span) String() string {
	show := func(n *float64) string {
		if n == nil {
			return ""
		}
		return strconv.FormatFloat(*n, 'f', -1, 64)
	}
	if s.Min == nil && s.Max == nil {
		return ""
	}
	return show(s.Min) + "-" + show(s.Max)
}

// Type names the value in help.
func (s *Span) Type() string { return "MIN-MAX" }

// Set reads 10k-100k, 3.5- or -1m.
func (s *Span) Set(text string) error {
	least, most, ok := strings.Cut(text, "-")
	from, err1 := bound(least)
	to, err2 := bound(most)
	switch {
	case !ok || err1 != nil || err2 != nil || from == nil && to == nil:
		return fmt.Errorf("write a range such as 10k-100k, 3.5- or -1m, not %s", text)
	case from != nil && to != nil && *from > *to:
		return fmt.Errorf("range %s ends before it starts", text)
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
		return nil, fmt.Errorf("%q is not a number", s)
	}
	n *= times
	return &n, nil
}

// Given is the range, nil where none was.
func (s *Span) Given() *api.Range {
	if s.Min == nil && s.Max == nil {
		return nil
	}
	return &s.Range
}

// SinceTakes shows the forms of a Since.
const SinceTakes = "2026-03-01, 2026-03-01T12:00:00Z, 24h or 7d"

// Since is a moment, or how long ago one was when the command began. The zero
// Since is the beginning of all.
type Since struct {
	written
	moment time.Time
}

// Time is the moment.
func (s *Since) Time() time.Time { return s.moment }

// Type names the value in help.
func (s *Since) Type() string { return "TIME" }

// Set reads a date, a moment, or how long ago, in days and weeks too.
func (s *Since) Set(text string) error {
	var ago Age
	if ago.Set(text) == nil {
		*s = Since{written(text), time.Now().Add(-ago.Duration())}
		return nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(layout, text); err == nil {
			*s = Since{written(text), at}
			return nil
		}
	}
	return fmt.Errorf("write a time such as 2026-03-01, 2026-03-01T12:00:00Z, 24h or 7d, not %s", text)
}

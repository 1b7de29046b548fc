package run

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/ui/text"
)

type dryRun struct {
	Method  string            `json:"method"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body,omitempty"`
	Low     api.Credits       `json:"low"`
	High    api.Credits       `json:"high"`
	KeptAt  *time.Time        `json:"kept_at,omitempty"`
	Fits    bool              `json:"fits"`
	Refused string            `json:"refused,omitempty"`
}

type shown struct {
	requests  int
	low, high api.Credits
}

// reportShown says what they come to together, and what they leave out.
func (j *Job) reportShown() {
	if s := j.shown; s.requests > 1 {
		j.Note(fmt.Sprintf("%d requests, %s to %s in all.", s.requests, s.low, InCredits(s.high)))
	}
	if j.flags.all && j.shown.high > 0 {
		j.Note("That is the first page; each further one can cost as much.")
	}
}

// show prints what would be sent. The client has hidden the key.
func (j *Job) show(r client.Request) {
	j.shown.requests++
	j.shown.low, j.shown.high = j.shown.low+r.Low, j.shown.high+r.High
	d := dryRun{Method: r.Method, URL: r.URL, Headers: map[string]string{}, Body: r.Body, Low: r.Low, High: r.High, Fits: r.Refused == nil}
	for name, values := range r.Header {
		d.Headers[name] = strings.Join(values, ", ")
	}
	if r.Kept {
		d.KeptAt = &r.KeptAt
	}
	if r.Refused != nil {
		d.Refused = Sentence(j.told(r.Refused))
	}
	if f := j.flags.format; f == output.JSON || f == output.JSONL {
		if p, err := output.New(output.Config{To: j.Out, Format: f}); err == nil {
			if f == output.JSONL {
				_ = p.Add(d)
			}
			_ = p.End(api.One[dryRun]{Data: d}, true, nil)
		}
		return
	}
	d.write(j.Out, time.Now())
}

func (d dryRun) write(w io.Writer, now time.Time) {
	fmt.Fprintf(w, "%s %s\n", text.Clean(d.Method), text.Clean(d.URL))
	for _, name := range slices.Sorted(maps.Keys(d.Headers)) {
		fmt.Fprintf(w, "%s: %s\n", text.Clean(name), text.Clean(d.Headers[name]))
	}
	var body bytes.Buffer
	if len(d.Body) > 0 && json.Indent(&body, d.Body, "", "  ") == nil {
		fmt.Fprintln(w)
		PrintLines(w, body.String())
	}
	fmt.Fprintln(w)
	switch {
	case d.KeptAt != nil:
		fmt.Fprintf(w, "Nothing would be sent: a kept answer exists, %s.\n", text.Age(max(0, now.Sub(*d.KeptAt))))
	case d.Low == d.High:
		fmt.Fprintf(w, "It costs %s.\n", InCredits(d.High))
	default:
		fmt.Fprintf(w, "It costs %s to %s.\n", d.Low, InCredits(d.High))
	}
	if d.Refused != "" {
		fmt.Fprintf(w, "It would be refused: %s\n", text.Clean(d.Refused))
	}
}

// lookEvery is the interval of looks whether a call waits for the budget.
const lookEvery = 500 * time.Millisecond

// watch tells on standard error what waits for the budget, until it is stopped.
func (j *Job) watch(ctx context.Context) (stop func()) {
	if !j.flags.wait || j.flags.quiet {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		var told time.Time
		tick := time.NewTicker(lookEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if q := j.Client.Queue(); len(q) > 0 && !q[0].Until.Equal(told) {
				told = q[0].Until
				j.Say(fmt.Sprintf("Waiting for budget: this can cost %s and fits at %s.", InCredits(q[0].High), told.Local().Format(time.TimeOnly)))
			}
		}
	}()
	return func() { cancel(); <-done }
}

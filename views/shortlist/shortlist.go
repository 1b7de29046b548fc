// Package shortlist shows the shortlists there are, and one of them for a
// review: its brief, its creators with what is already known of them, its
// notes. It owns how a member is found again as a creator; it knows no other
// screen.
package shortlist

import (
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/ui/text"
	"greenroom/ui/theme"
	"greenroom/ui/widget"
	"greenroom/views/view"
)

// New makes the list of shortlists, or the review of the one that p names.
func New(env *view.Env, p view.Page) view.Screen {
	if p.Kind == view.Shortlist {
		return newReview(env, p.ID)
	}
	return newIndex(env)
}

// content is a shortlist made drawable.
type content struct {
	id      string
	name    text.Text
	asked   string // the brief, as it came
	brief   []text.Text
	notes   []text.Text
	members []member
	version int
	here    bool // it stands on this machine
	created time.Time
	updated time.Time
}

// member is a creator as a shortlist names them.
type member struct {
	platform api.Platform
	username string
	handle   text.Text
}

func contentOf(f *view.Frame, l api.Shortlist) *content {
	c := &content{
		id: l.ID, name: text.Clean(l.Name), asked: l.Brief, brief: lines(f.Ours(l.Brief)), notes: lines(f.Private(l.Notes)),
		version: l.Version, created: l.CreatedAt, updated: l.UpdatedAt,
	}
	if c.name.Empty() {
		c.name = text.Const("Untitled")
	}
	for _, p := range l.Profiles {
		c.members = append(c.members, member{p.Platform, p.Username, text.Format("@%s", p.Username)})
	}
	return c
}

// lines are the lines of what a planner wrote; none for nothing.
func lines(s string) []text.Text {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	return text.CleanLines(s)
}

func date(t, now time.Time) text.Text {
	if t.IsZero() {
		return text.Unknown
	}
	return text.Clean(t.In(now.Location()).Format("2 Jan 2006"))
}

// wrapped breaks lines for a pane of w cells.
func wrapped(paragraphs []text.Text, w int) []text.Text {
	var out []text.Text
	for _, p := range paragraphs {
		out = append(out, p.Wrap(max(1, min(w, 100)))...)
	}
	return out
}

func styled(t text.Text, style theme.Style, w int) string {
	return widget.Line(w, widget.Run{Text: t, Style: style})
}

func copyID(id string) view.Out { return view.Copied(text.Clean(id).String()) }

func hereOf(f *view.Frame, l plan.List) *content {
	c := &content{id: l.ID, name: text.Clean(l.Name), brief: lines(f.Ours(l.Brief.Query + "\n" + l.Brief.Text)), version: l.Remote.Version, updated: l.Changed, here: true}
	for _, m := range l.Members {
		c.members = append(c.members, member{m.Platform, m.Username, text.Format("%s %s", m.Name, m.Verdict)})
	}
	return c
}

// edition is the version that the service has, in a word and in words; a list that was never
// sent has none.
func (c *content) edition() (short, words text.Text) {
	if c.here && c.version == 0 {
		return text.Const("here"), text.Const("not sent yet")
	}
	return text.Format("%d", c.version), text.Format("version %d", c.version)
}

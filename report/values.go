package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
)

// Unit is the unit of a number.
type Unit string

// The units; "" is words.
const (
	Count   Unit = "count"
	Percent Unit = "percent"
	Times   Unit = "times"
	Score   Unit = "score"
	Day     Unit = "day"
)

// Value is an answer to one question of one creator: as words, as a number where it is one,
// with its day and its source.
type Value struct {
	Key    string     `json:"key"`
	Text   string     `json:"text"`
	Known  bool       `json:"known"`
	Number *float64   `json:"number,omitempty"`
	Unit   Unit       `json:"unit,omitempty"`
	At     *time.Time `json:"at,omitempty"` // when it was measured, or read
	Upto   bool       `json:"at_latest,omitempty"`
	From   string     `json:"from,omitempty"`
	Best   bool       `json:"best,omitempty"`
	Share  float64    `json:"-"` // of the most in its row, 0 to 1
	rank   *float64   // what the best of a row has most of
}

// subject is a creator while their values are made.
type subject struct {
	words
	m      plan.Member
	f      plan.Facts
	list   *plan.List
	rules  map[string]string
	payers []Payer
	worded int                 // posts that they are derived from
	clean  func(string) string // what somebody wrote, without what is withheld
}

// questions are asked of everybody, in the order in which a list asks them on the screen.
var questions = []struct {
	key string
	of  func(subject) Value
}{
	{"verdict", subject.verdict}, {"because", subject.because},
	{"followers", subject.followers}, {"er", subject.engagement}, {"usual", subject.usual},
	{"growth", detail(Percent, words.signed, func(p *api.Profile) *float64 { return p.Growth.Followers30dPct })},
	{"weekly", detail(Count, func(w words, v float64) string { return w.number(v, 1) }, func(p *api.Profile) *float64 { return p.Metrics.PostsPerWeek })},
	{"lastpost", subject.lastPost}, {"match", subject.match}, {"safety", subject.safety}, {"covered", subject.covered}, {"rules", subject.held},
	{"paid", subject.paid}, {"payers", subject.paidBy}, {"languages", subject.languages},
	{"place", func(s subject) Value { return s.written(s.m.Place, s.say("from.search")) }},
	{"fee", func(s subject) Value { return s.written(s.m.Price, s.say("from.planner")) }},
	{"proof", subject.proof},
	{"note", func(s subject) Value { return s.written(s.m.Note, s.say("from.planner")) }},
	{"network", func(s subject) Value { return s.written(s.network(), "") }},
}

// Keys are the questions by their keys, as on the screen.
func Keys() (all []string) {
	for _, q := range questions {
		all = append(all, q.key)
	}
	return all
}

func (s subject) network() string { return s.say("network." + string(s.m.Platform)) }

// unknown is a question nobody has an answer to.
func (s subject) unknown() Value { return Value{Text: s.say("unknown")} }

// written returns somebody's own words as a value.
func (s subject) written(text, from string) Value {
	if text == "" {
		return s.unknown()
	}
	return Value{Text: s.clean(text), Known: true, From: from}
}

// figure is a number; unknown where there is none.
func (s subject) figure(n *float64, unit Unit, text func(words, float64) string) Value {
	if n == nil {
		return s.unknown()
	}
	return Value{Text: text(s.words, *n), Known: true, Number: n, Unit: unit, rank: n}
}

// at adds when a value was read, and from what. Where only the last reading of all is known
// the value is as old as that or older.
func (v Value) at(when, latest time.Time, from string) Value {
	if !v.Known {
		return v
	}
	v.From = from
	switch {
	case !when.IsZero():
		v.At = &when
	case !latest.IsZero():
		v.At, v.Upto = &latest, true
	}
	return v
}

func (s subject) verdict() Value {
	v := Value{Text: s.say(string(verdictKey(s.m.Verdict))), Known: true, From: s.say("from.planner")}
	return v
}

func verdictKey(v plan.Verdict) plan.Verdict {
	if v == "" {
		return "open"
	}
	return v
}

func (s subject) because() Value { return s.written(s.m.Reason, s.say("from.planner")) }

// summary is the account as it was read, else as a search told of it.
func (s subject) summary() (p *api.ProfileSummary, from string) {
	if s.f.Profile != nil {
		return &s.f.Profile.ProfileSummary, s.say("from.profile", s.network())
	}
	return s.m.Seen, s.say("from.search")
}

func (s subject) followers() Value {
	p, from := s.summary()
	if p == nil || p.Followers == nil {
		return s.unknown()
	}
	n := float64(*p.Followers)
	v := s.figure(&n, Count, func(w words, v float64) string { return w.number(v, 0) })
	return v.at(measured(p), time.Time{}, from)
}

func measured(p *api.ProfileSummary) time.Time {
	if p.DataUpdatedAt == nil {
		return time.Time{}
	}
	return *p.DataUpdatedAt
}

func (s subject) engagement() Value {
	p, from := s.summary()
	if p == nil {
		return s.unknown()
	}
	return s.figure(p.EngagementRate, Percent, words.percent).at(measured(p), time.Time{}, from)
}

func (s subject) usual() Value {
	u := s.f.Usual
	if u == nil {
		return s.unknown()
	}
	if u.Of == 0 || u.Rate <= 0 {
		return Value{Text: s.say("usual.few"), Known: true}
	}
	from := s.say("from.alike", s.whole(u.Of))
	v := Value{Text: s.say("usual.only", s.percent(u.Rate)), Known: true}
	if p, _ := s.summary(); p != nil && p.EngagementRate != nil {
		times := *p.EngagementRate / u.Rate
		v = s.figure(&times, Times, func(w words, v float64) string { return w.say("times.usual", w.number(v, 1)) })
	}
	return v.at(s.f.When.Usual, s.f.Read, from)
}

// detail is a number that only a profile has.
func detail(unit Unit, text func(words, float64) string, of func(*api.Profile) *float64) func(subject) Value {
	return func(s subject) Value {
		if s.f.Profile == nil || s.f.Profile.ProfileDetails == nil {
			return s.unknown()
		}
		_, from := s.summary()
		return s.figure(of(s.f.Profile), unit, text).at(measured(&s.f.Profile.ProfileSummary), time.Time{}, from)
	}
}

func (s subject) lastPost() Value {
	if s.f.Profile == nil || s.f.Profile.ProfileDetails == nil || s.f.Profile.Activity.LastPostAt == nil {
		return s.unknown()
	}
	at := *s.f.Profile.Activity.LastPostAt
	rank := float64(at.Unix())
	_, from := s.summary()
	return Value{Text: s.day(at), Known: true, Number: &rank, Unit: Day, rank: &rank}.at(measured(&s.f.Profile.ProfileSummary), time.Time{}, from)
}

func (s subject) match() Value {
	m := s.f.Match
	if m == nil {
		return s.unknown()
	}
	v := Value{Text: s.say(m.Word()) + " " + s.number(m.Score, 2), Known: true, Number: &m.Score, Unit: Score}
	if m.Decision != api.DecisionAvoid { // the best of those to avoid is none
		v.rank = &m.Score
	}
	return v.at(s.f.When.Match, s.f.Read, s.say("from.judged"))
}

// safety tells a rating with the flags that stand; those that were cleared do not.
func (s subject) safety() Value {
	f := s.f.Safety
	if f == nil {
		return s.unknown()
	}
	standing := s.list.Count(s.m, f).Standing()
	rank := -float64(standing)
	v := Value{Known: true, rank: &rank}
	_, unread := f.NotJudged()
	switch {
	case unread:
		v.Text, v.rank = s.say("safety.unread"), nil
	case standing > 0:
		v.Text = s.say("safety.flags", f.Rating, s.many(standing, "count.flags"))
	case f.Confidence < sureFrom:
		v.Text, v.rank = s.say("safety.unsure", f.Rating, s.percent(f.Confidence*100)), nil
	case len(f.Flags) > 0:
		v.Text = s.say("safety.cleared", f.Rating)
	default:
		if v.Text = s.say("safety.clear", f.Rating); f.Little() {
			v.rank = nil
		}
	}
	return v.at(s.f.When.Safety, s.f.Read, s.say("from.judged"))
}

// sureFrom is the least confidence of a judgement that is told as clear, as on the
// screens.
const sureFrom = 0.5

// covered tells how much a judgement on safety rests on, in a few words.
func (s subject) covered() Value {
	if s.f.Safety == nil || s.f.Safety.Coverage == nil {
		return s.unknown()
	}
	k := s.f.Safety.Coverage
	v := Value{Text: s.many(k.Texts, "count.texts"), Known: true}
	if k.Of != nil {
		v.Text = s.say("covered.short", v.Text, s.whole(*k.Of))
	}
	return v.at(s.f.When.Safety, s.f.Read, s.say("from.judged"))
}

func (s subject) held() Value {
	return s.written(s.rules[s.m.Key()], s.say("from.rules"))
}

func (s subject) paid() Value {
	p := s.f.Posted
	switch {
	case p == nil:
		return s.unknown()
	case p.Of == 0:
		return Value{Text: s.say("no.posts"), Known: true}
	}
	v := Value{Text: s.say("of.posts", s.whole(p.Paid), s.many(p.Of, "count.posts")), Known: true}
	return v.at(s.f.When.Posted, s.f.Read, s.say("from.posts"))
}

func (s subject) languages() Value {
	p := s.f.Posted
	switch {
	case p == nil:
		return s.unknown()
	case len(p.Languages) == 0:
		return Value{Text: s.say("not.recognized"), Known: true}
	}
	return Value{Text: strings.Join(p.Languages, ", "), Known: true}.at(s.f.When.Posted, s.f.Read, s.say("from.posts"))
}

func (s subject) proof() Value {
	n := float64(len(s.m.Quotes))
	if n == 0 {
		return Value{Text: s.say("none")}
	}
	return Value{Text: s.many(len(s.m.Quotes), "count.quotes"), Known: true, Number: &n, Unit: Count, rank: &n}
}

// barred are the numbers that are drawn against the most of their row.
var barred = []string{"followers", "er", "weekly"}

// rank marks the best of each row, and how much of the most each has. Who was rejected is
// held against nobody.
func rank(all []Creator) {
	for i := range questions {
		most, least, n := 0.0, 0.0, 0
		for _, c := range all {
			if r := c.Values[i].rank; r != nil && !c.rejected() {
				if n == 0 {
					most, least = *r, *r
				}
				most, least = max(most, *r), min(least, *r)
				n++
			}
		}
		for _, c := range all {
			v := &c.Values[i]
			if v.rank == nil || n == 0 {
				continue
			}
			v.Best = n > 1 && most > least && *v.rank == most && !c.rejected()
			if slices.Contains(barred, v.Key) && most > 0 {
				v.Share = min(max(*v.rank/most, 0), 1)
			}
		}
	}
}

// ruling tells the decision about a flag, and its author.
func (s subject) ruling(r *plan.Ruling) string {
	if r == nil {
		return ""
	}
	var parts []string
	if r.By != "" {
		parts = append(parts, s.clean(r.By))
	}
	if !r.At.IsZero() {
		parts = append(parts, s.day(r.At))
	}
	by := strings.Join(parts, ", ")
	if r.Reason == "" {
		return by
	}
	return strings.TrimPrefix(fmt.Sprintf("%s: %s", by, s.clean(r.Reason)), ": ")
}

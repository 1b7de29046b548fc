package report

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/internal/statement"
	"greenroom/report/chart"
)

// gatherer makes a report.
type gatherer struct {
	words
	Input
	opt    Options
	clean  func(string) string
	masked int
	unsaid []string // of the brief's own words
	looks  [][]Look
	posts  [][]Post
}

// with says whether something is put in that a client does not get by itself.
func (g *gatherer) with(e Extra) bool { return slices.Contains(g.opt.With, e) }

// order is that in which creators are told: the proposed before the others.
var order = map[plan.Verdict]int{plan.Yes: 0, plan.Reserve: 1, "": 2, plan.No: 3}

// Gather makes a report of a list from what is kept.
func Gather(ctx context.Context, in Input, opt Options) (Report, error) {
	opt.Lang = cmp.Or(opt.Lang, "en")
	edition := in.List.Edition(opt.Now)
	in.List.Members = slices.Clone(in.List.Members)
	slices.SortStableFunc(in.List.Members, func(a, b plan.Member) int { return cmp.Compare(order[a.Verdict], order[b.Verdict]) })
	g := &gatherer{words: words{opt.Lang}, Input: in, opt: opt}
	if g.clean = masker(&g.masked); g.with(Emails) {
		g.clean = clean
	}
	r := Report{
		Format: Format, ID: in.List.ID, Name: g.clean(in.List.Name), Lang: opt.Lang, Client: g.clean(opt.Client), Agency: g.clean(opt.Brand.Agency),
		Version: edition.Version, Made: opt.Now, words: g.words, brand: opt.Brand, rows: in.List.Members, How: g.say("how.text", g.day(opt.Now)),
	}
	var calls []Call
	var err error
	if in.Kept != nil {
		if calls, err = g.kept(ctx); err != nil {
			return Report{}, fmt.Errorf("read what is kept for the report: %w", err)
		}
	}
	r.LeftOut = g.leftOut()
	if r.Brief = g.brief(); len(g.unsaid) > 0 {
		r.LeftOut = append(r.LeftOut, planner.say("out.brief", strings.Join(g.unsaid, " … ")))
	}
	for i, m := range in.List.Members {
		r.Creators = append(r.Creators, g.creator(i, m))
	}
	rank(r.Creators)
	if slices.ContainsFunc(r.Creators, func(c Creator) bool { return c.Rests != "" }) {
		r.How += " " + g.say("payers.how")
	}
	if r.Lead, r.Unlooked = g.lead(r.Creators), g.unlooked(r.Creators); opt.Sample {
		r.Lead = g.say("lead.sample") + " " + r.Lead
	}
	if g.with(Costs) {
		r.Calls, r.Costs = calls, g.costs(calls)
	}
	if g.masked > 0 {
		r.LeftOut = append(r.LeftOut, planner.many(g.masked, "out.emails"))
	}
	return r, nil
}

// kept reads the numbers over time and the posts of everybody, and for the team the calls.
func (g *gatherer) kept(ctx context.Context) (calls []Call, err error) {
	for _, m := range g.List.Members {
		var looks []Look
		if m.Username != "" {
			if looks, err = g.Kept.Looks(ctx, m.Platform, m.Username); err != nil {
				return nil, err
			}
		}
		g.looks = append(g.looks, looks)
	}
	if g.posts, err = g.Kept.Posts(ctx, g.List.Members); err != nil {
		return nil, err
	}
	return g.Kept.Calls(ctx, g.List.ID)
}

// planner is whom is told what a report leaves out: in the program's language, not the client's.
var planner = words{"en"}

// leftOut are the things that are there and stay here, each counted.
func (g *gatherer) leftOut() (all []string) {
	count := map[Extra]int{Costs: 1}
	for _, m := range g.List.Members {
		for extra, words := range map[Extra]string{Notes: m.Note, Prices: m.Price} {
			if words != "" {
				count[extra]++
			}
		}
		if m.Verdict == plan.No && m.Reason != "" {
			count[NoReasons]++
		}
	}
	for _, e := range Extras() {
		if count[e] > 0 && !g.with(e) {
			all = append(all, planner.many(count[e], "out."+string(e)))
		}
	}
	return all
}

func (g *gatherer) brief() Brief {
	of := g.List.Brief
	b := Brief{Text: g.clean(g.asked(of.Text))}
	add := func(head string, words string) {
		if words != "" {
			b.Lines = append(b.Lines, Line{g.say(head), g.clean(words)})
		}
	}
	if b.Text == "" {
		b.Text = g.clean(of.Query)
	}
	add("wanted", list(of.Wishes))
	add("unwanted", list(of.NoGos))
	add("competitors", list(of.Rules.Competitors))
	add("unwanted", list(of.Rules.Words))
	add("rules", list(g.conditions(of.Rules)))
	if g.with(Costs) && of.Budget > 0 {
		add("budget", of.Budget.String())
	}
	return b
}

// asked is a brief as it came in a mail, line by line, without the greeting it begins with, who signs
// it and where they are reached, and without what is said of money where costs stay out. Headings stay: they may say "not".
func (g *gatherer) asked(text string) string {
	leave := func(words string) {
		masked := g.masked
		g.unsaid = append(g.unsaid, g.clean(words))
		g.masked = masked // nobody reads them in the report
	}
	head, _ := statement.Head(text)
	if head > 0 {
		leave(text[:head])
	}
	text = text[head:]
	all := statement.Read(text)
	greets := func(s statement.Statement) bool {
		said := text[s.From:s.To]
		return statement.Reaches(said) || s.Purpose == statement.Greets && !strings.HasSuffix(said, ":") && said != strings.ToUpper(said)
	}
	from, to := 0, len(all)
	for from < to && greets(all[from]) {
		from++
	}
	for from < to && greets(all[to-1]) {
		to--
	}
	var b strings.Builder
	last := 0
	for i, s := range all {
		if i < from || i >= to || s.Purpose == statement.Pays && !g.with(Costs) {
			leave(text[s.From:s.To])
			continue
		}
		if b.Len() > 0 {
			b.WriteString(map[bool]string{true: "\n", false: " "}[strings.Contains(text[last:s.From], "\n")])
		}
		b.WriteString(text[s.From:s.To])
		last = s.To
	}
	return b.String()
}

// conditions are the rules beside names and words, as a client reads them.
func (g *gatherer) conditions(r plan.Rules) []string {
	all := each.Of(r.Kinds, func(k api.FlagType) string { return g.say("rule.kind", g.say("flag."+string(k))) })
	if r.Rating != "" {
		all = append(all, g.say("rule.rating", string(r.Rating)))
	}
	if r.Flags != nil {
		all = append(all, g.say("rule.flags", g.whole(*r.Flags)))
	}
	if n := r.Followers.Min; n != nil {
		all = append(all, g.say("rule.from", g.number(*n, 0)))
	}
	if n := r.Followers.Max; n != nil {
		all = append(all, g.say("rule.to", g.number(*n, 0)))
	}
	if n := r.Engagement; n != nil {
		all = append(all, g.say("rule.er", g.percent(*n)))
	}
	return all
}

// withheld is a creator without what is left out.
func (g *gatherer) withheld(m plan.Member) plan.Member {
	if !g.with(Notes) {
		m.Note = ""
	}
	if !g.with(Prices) {
		m.Price = ""
	}
	if m.Verdict == plan.No && !g.with(NoReasons) {
		m.Reason = ""
	}
	return m
}

func (g *gatherer) creator(i int, m plan.Member) Creator {
	m = g.withheld(m)
	s := subject{words: g.words, m: m, f: g.Facts[m.Key()], list: &g.List, rules: g.Rules, clean: g.clean}
	if s.f.Against != g.List.Against() {
		s.f.Match = nil
	}
	posts := g.Worded[m.Key()]
	payers, rests := g.payers(posts)
	s.payers, s.worded = payers, len(posts)
	c := Creator{Payers: payers, Rests: rests, ID: m.Key(), Name: cmp.Or(g.clean(m.Name), "@"+g.clean(m.Username)), Network: s.network(), Place: g.clean(m.Place), Verdict: m.Verdict, Said: s.verdict().Text, Why: g.clean(m.Reason), Note: g.clean(m.Note)}
	if m.Username != "" {
		c.Handle = "@" + clean(m.Username)
	}
	if p, _ := s.summary(); p != nil {
		c.URL, c.followed = link(p.URL, 0, false), p.Followers
	}
	for _, q := range questions {
		v := q.of(s)
		v.Key = q.key
		c.Values = append(c.Values, v)
	}
	g.machine(&c, s)
	for _, q := range m.Quotes {
		c.Quotes = append(c.Quotes, g.quote(q))
	}
	g.safety(&c, s)
	if len(g.looks) > i && len(g.posts) > i {
		c.Charts = g.charts(g.looks[i], g.own(s, g.posts[i]))
	}
	return c
}

// own are posts of the account that the report is about: somebody may post on other networks too.
func (g *gatherer) own(s subject, all []Post) []Post {
	p, _ := s.summary()
	if p == nil || p.ID == "" {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(o Post) bool { return o.Profile != "" && o.Profile != p.ID })
}

// machine adds the machine's judgement of a creator for this brief, and marks where it is
// not our verdict.
func (g *gatherer) machine(c *Creator, s subject) {
	c.Machine = g.say("machine.unknown")
	m := s.f.Match
	if m == nil {
		return
	}
	decision, score := g.say(m.Word()), g.number(m.Score, 2)
	c.machine, c.Machine = m.Decision, g.say("machine", decision, score)
	for _, r := range m.Reasons {
		one := Reason{Ground: g.say("ground." + string(r.Provenance)), Words: g.clean(r.Text)}
		if r.EvidenceQuote != nil {
			one.Quote = g.verbatim(*r.EvidenceQuote, r.Machine)
		}
		c.Reasons = append(c.Reasons, one)
	}
	alike := map[plan.Verdict]api.Decision{plan.Yes: api.DecisionGood, plan.Reserve: api.DecisionNeutral, plan.No: api.DecisionAvoid}
	if c.Verdict != "" && alike[c.Verdict] != m.Decision {
		c.Differs = g.say("differ.says", c.Said, decision, score)
	}
}

func (g *gatherer) quote(q plan.Quote) Quote {
	out := Quote{Words: g.clean(q.Words), Source: g.clean(q.Source), URL: link(q.URL, q.At, q.Timed)}
	if q.Timed {
		out.At = fmt.Sprintf("%d:%02d", int(q.At.Minutes()), int(q.At.Seconds())%60)
	}
	return out
}

// link is an address that a page may lead to, at a second where one is told: https alone,
// since it came from outside. "" is no link.
func link(address string, at time.Duration, timed bool) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil {
		return ""
	}
	if timed {
		q := u.Query()
		q.Set("t", strconv.Itoa(int(at.Seconds())))
		u.RawQuery = q.Encode()
	}
	return u.String()
}

// safety adds how much was judged, and each flag with its state.
func (g *gatherer) safety(c *Creator, s subject) {
	of := s.f.Safety
	if of == nil {
		return
	}
	c.judged = true
	switch k := of.Coverage; {
	case k == nil:
		c.Covered = g.say("covered.unknown")
	case k.Of == nil:
		c.Covered = g.say("covered.texts", g.many(k.Texts, "count.texts"), g.whole(k.Judged))
	default:
		c.Covered = g.say("covered", g.many(k.Texts, "count.texts"), g.whole(k.Judged), g.whole(*k.Of))
	}
	for _, f := range of.Flags {
		r, _ := g.List.Ruling(s.m, f)
		one := Flag{Kind: g.say("flag." + string(f.Type)), Severity: g.say("severity." + string(f.Severity)), State: g.say("flag." + string(r.State())), Ruling: s.ruling(r)}
		if len(f.Evidence) > 0 {
			one.Evidence = g.verbatim(f.Evidence[0], slices.Contains(f.Machine, f.Evidence[0]))
		}
		c.Flags = append(c.Flags, one)
	}
}

// verbatim quotes somebody's words; where a machine transcribed them, it says so.
func (g *gatherer) verbatim(words string, machine bool) string {
	if machine {
		return g.clean(words) + " (" + g.say("quote.machine") + ")"
	}
	return g.clean(words)
}

// Charts are the drawings of an account, made of what is kept, without a list and without
// a report: followers over time, the engagement of posts, and posts a week.
func Charts(ctx context.Context, kept Kept, m plan.Member, lang Lang) ([]chart.Chart, error) {
	g := &gatherer{words: words{cmp.Or(lang, "en")}, Input: Input{Kept: kept, List: plan.List{Members: []plan.Member{m}}}, clean: clean}
	if _, err := g.kept(ctx); err != nil {
		return nil, fmt.Errorf("read what is kept for charts: %w", err)
	}
	of := subject{words: g.words, m: m, list: &g.List, clean: clean}
	return g.charts(g.looks[0], g.own(of, g.posts[0])), nil
}

// charts are the three of a creator, each with the sentence that tells the same.
func (g *gatherer) charts(looks []Look, posts []Post) []chart.Chart {
	var followers, rates []chart.Point
	var dates []time.Time
	var seen time.Time
	for _, l := range looks {
		if l.Followers != nil {
			followers = append(followers, chart.Point{At: l.At, Value: float64(*l.Followers)})
		}
	}
	for _, p := range posts {
		if p.Rate != nil {
			rates = append(rates, chart.Point{At: p.At, Value: *p.Rate})
		}
		if p.InOrder && !p.At.IsZero() {
			dates = append(dates, p.At)
			if p.Seen.After(seen) {
				seen = p.Seen
			}
		}
	}
	all := []chart.Chart{chart.Over(followers, counts{g.words}), chart.Each(rates, percents{g.words}), chart.Weekly(dates, seen, counts{g.words})}
	for i, told := range []struct {
		title    string
		sentence func(chart.Chart) string
	}{{"chart.followers", g.line}, {"chart.er", g.dots}, {"chart.weekly", g.bars}} {
		all[i].Title, all[i].Sentence = g.say(told.title), told.sentence(all[i])
	}
	return all
}

// costs is the sum of what calls were charged, and how many may have been beside.
func (g *gatherer) costs(calls []Call) string {
	var sum api.Credits
	unknown := 0
	for _, c := range calls {
		sum += c.Charged
		if c.Unknown {
			unknown++
		}
	}
	told := []string{g.say("costs.sum", sum)}
	if unknown > 0 {
		told = append(told, g.say("costs.unknown", g.many(unknown, "calls")))
	}
	return strings.Join(told, " ")
}

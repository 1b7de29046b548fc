package report

import (
	"math"
	"slices"
	"strings"
	"time"

	"greenroom/client/plan"
	"greenroom/report/chart"
)

// lead is the decision in a few sentences: how many are proposed, whom they reach as far as
// it is known, and what it rests on.
func (g *gatherer) lead(all []Creator) string {
	yes, known, sum, judged, matched := 0, 0, int64(0), 0, 0
	for _, c := range all {
		if c.judged {
			judged++
		}
		if c.machine != "" {
			matched++
		}
		if c.Verdict != plan.Yes {
			continue
		}
		yes++
		if c.followed != nil {
			known, sum = known+1, sum+*c.followed
		}
	}
	var told []string
	of := g.many(len(all), "count.creators")
	total := g.number(float64(sum), 0)
	switch {
	case yes == 0:
		told = append(told, g.say("lead.none", of))
	default:
		told = append(told, g.say("lead.book", g.whole(yes), of))
	}
	switch {
	case known == 0:
	case known < yes:
		told = append(told, g.say("lead.reach.part", g.whole(known), total))
	case yes == 1:
		told = append(told, g.say("lead.reach.one", total))
	default:
		told = append(told, g.say("lead.reach", total))
	}
	return strings.Join(append(told, g.say("lead.read", g.whole(judged), g.whole(matched))), " ")
}

// unlooked lists the readings that are missing, of whom.
func (g *gatherer) unlooked(all []Creator) (told []string) {
	lacks := func(key string, lacking func(i int) bool) {
		var names []string
		for i, c := range all {
			if lacking(i) {
				names = append(names, c.Name)
			}
		}
		switch {
		case len(names) == 0:
		case len(names) == len(all) && len(all) > 1:
			told = append(told, g.say(key, g.say("everybody")))
		default:
			told = append(told, g.say(key, list(names)))
		}
	}
	fact := func(i int) plan.Facts { return g.Facts[g.List.Members[i].Key()] }
	lacks("unlooked.profile", func(i int) bool { return fact(i).Profile == nil })
	lacks("unlooked.match", func(i int) bool { return all[i].machine == "" })
	lacks("unlooked.safety", func(i int) bool { return !all[i].judged })
	lacks("unlooked.usual", func(i int) bool { return fact(i).Usual == nil })
	lacks("unlooked.paid", func(i int) bool { return fact(i).Posted == nil })
	lacks("unlooked.payers", func(i int) bool { return all[i].Rests == "" })
	lacks("unlooked.posts", func(i int) bool { return len(g.posts) <= i || len(g.posts[i]) == 0 })
	if rules := g.List.Brief.Rules; rules.Any() && g.Rules == nil {
		told = append(told, g.say("unlooked.rules", g.clean(list(slices.Concat(rules.Competitors, rules.Words, g.conditions(rules))))))
	}
	return append(told, g.say("unlooked.always"))
}

// line tells followers over time, from what is drawn.
func (g *gatherer) line(c chart.Chart) string {
	count := func(p chart.Point) string { return g.number(p.Value, 0) }
	switch n := len(c.Series); n {
	case 0:
		return g.say("line.none")
	case 1:
		return g.say("line.one", count(c.Series[0]), g.day(c.Series[0].At))
	default:
		a, b := c.Series[0], c.Series[n-1]
		change := g.say("unknown")
		if a.Value > 0 {
			change = g.signed((b.Value - a.Value) / a.Value * 100)
		}
		told := []string{g.say("line.from", count(a), g.day(a.At), count(b), g.day(b.At), change, g.age(a.At, b.At))}
		for _, gap := range c.Gaps {
			told = append(told, g.say("line.gap", g.day(gap.From), g.day(gap.To)))
		}
		return strings.Join(told, " ")
	}
}

// dots tells the engagement of posts, from what is drawn.
func (g *gatherer) dots(c chart.Chart) string {
	n := len(c.Series)
	if n == 0 {
		return g.say("dots.none")
	}
	if n == 1 {
		return g.say("dots.one", g.percent(c.Series[0].Value))
	}
	posts := g.many(n, "count.posts")
	b := c.Band
	if b == nil {
		low, high := c.Extent()
		return g.say("dots.few", posts, g.percent(low), g.percent(high))
	}
	told := []string{g.say("dots.many", g.percent(b.Median), posts, g.percent(b.Low), g.percent(b.High))}
	if len(c.Marks) > 0 {
		told = append(told, g.many(len(c.Marks), "dots.out"))
	}
	return strings.Join(told, " ")
}

// bars tells the rhythm, from what is drawn.
func (g *gatherer) bars(c chart.Chart) string {
	if len(c.Series) == 0 {
		return g.say("bars.none")
	}
	posts, silent := 0.0, 0
	for _, p := range c.Series {
		posts += p.Value
		if p.Value == 0 {
			silent++
		}
	}
	longest := 0
	for _, gap := range c.Gaps {
		longest = max(longest, int(math.Round(float64(gap.To.Sub(gap.From))/float64(7*24*time.Hour))))
	}
	told := []string{g.say("bars.some", g.many(int(posts), "count.posts"), g.many(len(c.Series), "count.weeks"), g.day(c.Until))}
	if silent > 0 {
		told = append(told, g.say("bars.silent", g.many(silent, "count.weeks"), g.whole(longest)))
	}
	return strings.Join(told, " ")
}

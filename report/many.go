package report

import (
	"cmp"
	"math"
	"strings"

	"greenroom/report/chart"
)

// Enough of many say how two of their numbers go together, and this much of an order is
// worth a word: with fewer, or less, chance alone does as much one time in twenty.
const (
	ranksFrom = 20
	ranksMost = 0.45
)

// Against draws followers against engagement of many: their points hold the first across and
// have names. without is how many of them lack a number, more that they are not all.
func Against(all []chart.Point, without int, more bool, lang Lang) chart.Chart {
	w := words{cmp.Or(lang, "en")}
	c := chart.Against(all, counts{w}, percents{w})
	c.Title = w.say("chart.cloud")
	n := len(c.Series)
	var told []string
	switch {
	case n == 0:
		told = append(told, w.say("cloud.none"))
	case c.Band == nil:
		told = append(told, w.say("cloud.few", w.many(n, "count.creators")))
	default:
		told = append(told, w.say("cloud.many", w.many(n, "count.creators"), w.number(c.Middle(), 0), w.percent(c.Band.Median)))
	}
	if r := c.Ranks(); n >= ranksFrom {
		key := "cloud.apart"
		switch {
		case r <= -ranksMost:
			key = "cloud.less"
		case r >= ranksMost:
			key = "cloud.more"
		}
		told = append(told, w.say(key, w.number(r, 2)))
	}
	var marked []string
	for _, p := range c.Series {
		if p.Marked {
			marked = append(marked, p.Name+" "+c.Numbers(p))
		}
	}
	if len(marked) > 0 {
		told = append(told, w.say("cloud.marked", strings.Join(marked, ", ")))
	}
	if without > 0 {
		told = append(told, w.many(without, "cloud.without"))
	}
	if more {
		told = append(told, w.say("cloud.first", w.many(n+without, "count.creators")))
	}
	c.Sentence = strings.Join(told, " ")
	return c
}

// Among draws where the creator that is marked stands by engagement among those alike.
func Among(all []chart.Point, lang Lang) chart.Chart {
	w := words{cmp.Or(lang, "en")}
	c := chart.Among(all, percents{w})
	c.Title = w.say("chart.strip")
	own, of, below := math.NaN(), 0, 0
	for _, p := range c.Series {
		if p.Marked {
			own = p.Value
		}
	}
	for _, p := range c.Series {
		if !p.Marked {
			of++
			if p.Value < own {
				below++
			}
		}
	}
	switch {
	case of == 0:
		c.Series, c.Sentence = nil, w.say("strip.none")
	case math.IsNaN(own):
		c.Sentence = w.say("strip.unknown", w.many(of, "count.creators"))
	default:
		c.Sentence = w.say("strip.many", w.percent(own), w.whole(below), w.many(of, "count.creators"))
	}
	return c
}

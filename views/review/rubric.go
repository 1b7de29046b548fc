package review

import (
	"maps"
	"math"
	"strconv"
	"strings"

	"greenroom/client/plan"
	"greenroom/internal/each"
	"greenroom/ui/text"
	"greenroom/views/view"
)

// rubric ranks creators by the weights of a list, as a state has it.
type rubric struct {
	of  *plan.State
	all map[string]plan.Standing // by the key of the creator
	by  []text.Text              // "followers ×3"
}

// weightMost is the highest weight of a row.
const weightMost = 5

func (s *Screen) weighed(l *plan.List) []row {
	return each.Where(rows(), func(r row) bool { return l.Weights[r.name] > 0 })
}

// rate ranks those who are not rejected, once for each state.
func (s *Screen) rate() *rubric {
	l := s.list()
	if s.ranks.of == s.env.Plan {
		return &s.ranks
	}
	s.ranks = rubric{of: s.env.Plan, all: map[string]plan.Standing{}}
	in := each.Where(l.Members, func(m plan.Member) bool { return m.Verdict != plan.No })
	var all []plan.Criterion
	for _, r := range s.weighed(l) {
		c := plan.Criterion{Weight: float64(l.Weights[r.name])}
		for _, m := range in {
			v := r.cell(s, m, s.facts(m))
			if !v.ranked {
				v.rank = math.NaN()
			}
			c.Values = append(c.Values, v.rank)
		}
		all, s.ranks.by = append(all, c), append(s.ranks.by, text.Format("%s ×%d", r.name, l.Weights[r.name]))
	}
	for i, st := range plan.Rate(len(in), all) {
		s.ranks.all[in[i].Key()] = st
	}
	return &s.ranks
}

// rubricRows is the row of ranks, where rows have weights.
func (s *Screen) rubricRows() []row {
	if l := s.list(); l == nil || len(s.weighed(l)) == 0 {
		return nil
	}
	return []row{{"rank", nothing, (*Screen).rankCell}}
}

// rankCell is the rank that the weights give, and between which it lies where they move.
func (s *Screen) rankCell(m plan.Member, _ plan.Facts) value {
	by := s.rate()
	st, ok := by.all[m.Key()]
	if !ok {
		return value{text: text.Unknown, full: text.Const("rejected, and not ranked"), style: s.env.Styles.Faint}
	}
	v := value{text: text.Format("%d · %.2f", st.Rank, st.Score), style: s.env.Styles.Text}
	held := text.Const("stays where a weight moves by a quarter")
	if !st.Stable() {
		v.text, v.style = text.Format("%d (%d–%d) %.2f", st.Rank, st.Best, st.Worst, st.Score), s.env.Styles.Warn
		held = text.Format("between %d and %d where a weight moves by a quarter", st.Best, st.Worst)
		held = text.Cat(held, text.When(st.Unknown > 0, " or what is unknown (%d) turns out", st.Unknown))
	}
	v.full = text.Format("%d of %d by %s: %s", st.Rank, len(by.all), text.Join(by.by, text.Const(", ")), held)
	return v
}

// cannotWeigh says why the row has no weight; "" where it can have one.
func (s *Screen) cannotWeigh() string {
	l, r := s.list(), s.rows()[s.row]
	for _, m := range l.Members {
		if r.kind != others && r.cell(s, m, s.facts(m)).ranked {
			return ""
		}
	}
	return "No number stands in this row yet: only what can be the best of its row has a weight."
}

func (s *Screen) weigh() view.Out {
	l, name := s.list(), s.rows()[s.row].name
	now := ""
	if w := l.Weights[name]; w > 0 {
		now = strconv.Itoa(w)
	}
	return view.Out{Next: &view.Prompt{Title: text.Format("Weight of %s, 0 to %d", name, weightMost), Hint: text.Const("0 or nothing: it does not count"), Value: now, Done: func(words string) view.Out {
		w, err := strconv.Atoi(strings.TrimSpace(words))
		if words = strings.TrimSpace(words); words != "" && (err != nil || w < 0 || w > weightMost) {
			return view.Fail(text.Format("“%s” is no weight: write a number from 0 to %d.", words, weightMost))
		}
		return view.Out{Change: &view.Change{Label: "weight of " + name, Said: text.Format("The weight of %s is %d", name, w), Edit: view.OnListOf(s.id, func(_ *plan.State, l *plan.List) error {
			to := map[string]int{}
			maps.Copy(to, l.Weights)
			if to[name] = w; w == 0 {
				delete(to, name)
			}
			l.Weights = to
			return nil
		})}}
	}}}
}

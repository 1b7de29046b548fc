package review

import (
	"cmp"
	"strings"

	"greenroom/client/brief"
	"greenroom/client/plan"
	"greenroom/ui/text"
)

// per is a fee for so many of something; what is cheapest is the best.
func (s *Screen) per(m plan.Member, n float64) value {
	asked := s.env.Private(m.Price)
	fee, currency, ok := brief.Money(asked)
	switch {
	case !ok && strings.ContainsAny(asked, "0123456789"):
		return s.plain("no currency")
	case !ok || n <= 0:
		return s.plain("")
	}
	return value{text: sum(fee/n, currency), style: s.env.Styles.Text, rank: -fee / n, ranked: true}
}

// perThousand is the fee for 1,000 followers: who sees a post is not known.
func (s *Screen) perThousand(m plan.Member, f plan.Facts) value {
	p := summary(m, f)
	if p == nil || p.Followers == nil {
		return s.plain("")
	}
	v := s.per(m, float64(*p.Followers)/1000)
	v.full = text.When(v.ranked, "%s for 1,000 followers; how many see a post is not known", v.text)
	return v
}

// perEngagement is the fee for one reaction to a post as they are on average.
func (s *Screen) perEngagement(m plan.Member, f plan.Facts) value {
	p := summary(m, f)
	if p == nil || p.Followers == nil || p.EngagementRate == nil {
		return s.plain("")
	}
	v := s.per(m, float64(*p.Followers)**p.EngagementRate/100)
	v.full = text.When(v.ranked, "%s for a reaction to one post, going by the engagement rate", v.text)
	return v
}

// sum is an amount of money as it is written with its currency.
func sum(n float64, currency string) text.Text {
	if n >= 100 {
		return text.Format("%s %s", text.Thousands(int64(n+0.5)), currency)
	}
	return text.Format("%.2f %s", n, currency)
}

// fees sums the fees of those who are wanted, against the brief's money for it;
// those in another currency, or who named none, are counted.
func (s *Screen) fees(l *plan.List) text.Text {
	most, currency, capped := brief.Money(l.Brief.Fees)
	capped = capped && !brief.ForEach(l.Brief.Fees) // what one gets bounds no sum
	total, asked, wanted := 0.0, 0, 0
	for _, m := range l.Members {
		if m.Verdict == plan.No || m.Verdict == plan.Reserve {
			continue
		}
		wanted++
		fee, in, ok := brief.Money(s.env.Private(m.Price))
		currency = cmp.Or(currency, in)
		if ok && in == currency {
			total, asked = total+fee, asked+1
		}
	}
	return text.When(asked > 0 || capped && wanted > 0, " fees %s%s%s, %d of %d ", sum(total, currency), text.When(capped, " of %s", sum(most, currency)),
		text.When(capped && total > most, ", %s over", sum(total-most, currency)), asked, wanted)
}

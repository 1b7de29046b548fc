package review

import (
	"cmp"
	"strings"

	"greenroom/client/brief"
	"greenroom/client/plan"
	"greenroom/ui/text"
)

// per is a fee for so many of something; what is cheapest is the best of those in one currency.
func (s *Screen) per(m plan.Member, n float64) value {
	asked := s.env.Private(m.Price)
	fee, ok := brief.Money(asked)
	switch {
	case !ok && strings.ContainsAny(asked, "0123456789"):
		return s.plain("no currency")
	case !ok || n <= 0:
		return s.plain("")
	}
	v := value{text: sum(fee.Amount/n, fee.Currency), style: s.env.Styles.Text, rank: -fee.Amount / n}
	currency, _ := s.counts(s.list())
	v.ranked = fee.Currency == currency
	return v
}

// perThousand is the fee for 1,000 followers: who sees a post is not known.
func (s *Screen) perThousand(m plan.Member, f plan.Facts) value {
	p := summary(m, f)
	if p == nil || p.Followers == nil {
		return s.plain("")
	}
	v := s.per(m, float64(*p.Followers)/1000)
	v.full = text.When(v.rank < 0, "%s for 1,000 followers; how many see a post is not known", v.text)
	return v
}

// perEngagement is the fee for one reaction to a post as they are on average.
func (s *Screen) perEngagement(m plan.Member, f plan.Facts) value {
	p := summary(m, f)
	if p == nil || p.Followers == nil || p.EngagementRate == nil {
		return s.plain("")
	}
	v := s.per(m, float64(*p.Followers)**p.EngagementRate/100)
	v.full = text.When(v.rank < 0, "%s for a reaction to one post, going by the engagement rate", v.text)
	return v
}

// sum is an amount of money as it is written with its currency.
func sum(n float64, currency string) text.Text {
	if n >= 100 || n == 0 {
		return text.Format("%s %s", text.Thousands(int64(n+0.5)), currency)
	}
	return text.Format("%.2f %s", n, currency)
}

// budget is what the brief of a list has for all and for each, read once as long as it is worded so.
func (s *Screen) budget(l *plan.List) (all, each brief.Sum) {
	if m := &s.money; m.of != l.Brief.Fees {
		m.of = l.Brief.Fees
		m.all, m.each = brief.Budget(m.of)
	}
	return s.money.all, s.money.each
}

// counts is the currency of the total of a list: the brief's, else that of the first fee; and whose it is.
func (s *Screen) counts(l *plan.List) (currency string, whose text.Text) {
	all, each := s.budget(l)
	if currency = cmp.Or(all.Currency, each.Currency); currency != "" {
		return currency, text.Const("the budget")
	}
	for _, m := range l.Members {
		if fee, ok := brief.Money(s.env.Private(m.Price)); ok && pays(m) {
			return fee.Currency, text.Const("the first fee")
		}
	}
	return "", text.Text{}
}

// pays says whether a creator's fee counts.
func pays(m plan.Member) bool { return m.Verdict != plan.No && m.Verdict != plan.Reserve }

// feeCell is the fee as it was noted; it says where it is more than the brief has for each,
// and where it is in no sum.
func (s *Screen) feeCell(m plan.Member, _ plan.Facts) value {
	v := s.plain(s.env.Private(m.Price))
	_, most := s.budget(s.list())
	switch fee, ok := brief.Money(s.env.Private(m.Price)); {
	case ok && fee.Currency == most.Currency && fee.Amount > most.Amount:
		v.full = text.Format("%s, %s over the %s for each", v.text, sum(fee.Amount-most.Amount, fee.Currency), sum(most.Amount, most.Currency))
		v.text, v.style = text.Format("over: %s", v.text), s.env.Styles.Warn
	case ok:
		currency, whose := s.counts(s.list())
		if none := s.uncapped(s.list()); !none.Empty() {
			v.full = text.Cat(v.text, none)
		}
		if currency != "" && currency != fee.Currency {
			v.full = text.Format("%s, which is in no total: in another currency than %s", v.text, whose)
		}
	case m.Price != "" && !s.env.Stage:
		v.full = text.Format("%s, which is in no total: no sum with a currency stands there", v.text)
	}
	return v
}

// uncapped says why fees are held against no sum for all, or none for each; empty where they are.
func (s *Screen) uncapped(l *plan.List) text.Text {
	all, each := s.budget(l)
	switch {
	case l.Brief.Fees != "" && all.Named+each.Named == 0:
		return text.Format("; held against nothing: “%s” names no sum for all, and none for each", s.env.Private(l.Brief.Fees))
	case all.Named > 1:
		return text.Format("; held against no sum for all: the brief names %d", all.Named)
	case each.Named > 1:
		return text.Format("; held against no sum for each: the brief names %d", each.Named)
	}
	return text.Text{}
}

// fees sums the fees of those who are wanted, against the brief's money for all of them;
// those in another currency, or who named none, are counted.
func (s *Screen) fees(l *plan.List) text.Text {
	most, _ := s.budget(l)
	currency, _ := s.counts(l)
	total, asked, all, capped := brief.Sum{Currency: currency}, 0, 0, most.Amount > 0
	for _, m := range l.Members {
		if !pays(m) {
			continue
		}
		all++
		if fee, ok := brief.Money(s.env.Private(m.Price)); ok && fee.Currency == currency {
			total.Amount, asked = total.Amount+fee.Amount, asked+1
		}
	}
	over := total.Amount - most.Amount
	return text.When(asked > 0 || capped && all > 0, " fees %s%s%s, %d of %d ", sum(total.Amount, total.Currency), text.When(capped, " of %s", sum(most.Amount, most.Currency)),
		text.When(capped && over > 0, ", %s over", sum(over, most.Currency)), asked, all)
}

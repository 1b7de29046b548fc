package review

import (
	"cmp"

	"greenroom/client/plan"
	brands "greenroom/client/posted"
	"greenroom/keymap"
	"greenroom/ui/text"
	"greenroom/views/news"
	"greenroom/views/view"
)

// brandsCell tells which brands pay for posts, the competitors first.
func (s *Screen) brandsCell(m plan.Member, _ plan.Facts) value {
	st, r := s.env.Styles, s.kept.found[m.Key()]
	n := r.written()
	switch {
	case n == 0:
		return value{text: text.Unknown, full: text.Format("no post of them is kept: %s reads the newest", s.env.Keys.KeyOf(keymap.News, keymap.Review)), style: st.Faint}
	case r.paid == 0:
		return value{text: text.Format("none in %d", n), full: text.Format("none: derived from the words of %s, which may leave it out", text.Plural(n, "kept post", "kept posts")), style: st.Text}
	}
	all := make([]text.Text, len(r.brands))
	for i, b := range r.brands {
		all[i] = text.Format("%s %s, %s to %s", news.BrandName(b), text.Plural(len(b.Posts), "time", "times"), view.Day(b.Posts[len(b.Posts)-1].At), view.Day(b.Posts[0].At))
	}
	v := value{text: text.Format("%d× %s", len(r.brands[0].Posts), cmp.Or(r.brands[0].Name, "not named")), style: st.Text,
		full: text.Format("%d of %d kept posts, derived from their words: %s", r.paid, n, text.Join(all, text.Const("; ")))}
	if r.brands[0].Rival {
		v.style = st.Bad
	}
	return v
}

// pickBrand asks which brand's newest post is opened.
func (s *Screen) pickBrand(m plan.Member) view.Out {
	show := func(b brands.Brand) text.Text {
		return text.Format("%s · %s, newest %s", news.BrandName(b), text.Plural(len(b.Posts), "post", "posts"), view.Day(b.Posts[0].At))
	}
	return pickPage(s, text.Format("Paid for posts of %s: Enter opens the newest", m.Name), s.kept.found[m.Key()].brands, show, func(b brands.Brand) (to view.Page) {
		if b.Posts[0].ID == "" {
			return to
		}
		return view.Page{Kind: view.Creator, ID: m.Creator, Post: b.Posts[0].ID}
	})
}

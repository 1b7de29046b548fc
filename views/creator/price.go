package creator

import "greenroom/views/view"

// readingNow returns the price of reading the numbers of a post from its network.
func (s *Screen) readingNow() string {
	if s.canNow() != "" {
		return ""
	}
	p := s.post()
	_, read := s.now.numbers[nowKey(p.Platform, p.PlatformID)]
	return s.env.Again(s.nowOffer(), read)
}

func (s *Screen) sorting() string {
	if !s.posts.pages.More() || s.tab == talks {
		return "free"
	}
	return s.env.Tell(s.posted(reading{sort: s.posts.following()}).Offer)
}

// endOfPosts says whether going down reads further posts.
func (s *Screen) endOfPosts() bool {
	return (s.tab == posts && !s.reading() || s.tab == talks) && s.table().Near(1) && s.posts.pages.More()
}

// Offers returns the offers of the tabs and the rows.
func (s *Screen) Offers() []view.Offer {
	var all []view.Offer
	for t := range tabCount {
		if !s.has(t) {
			all = append(all, s.offer(t))
		}
	}
	if c := s.alike.selected(); s.tab == alike && c != nil {
		all = append(all, s.env.Creator(c.Creator.ID).Offer)
	}
	if p := s.channel(); p.ID != "" {
		all = append(all, s.env.ChannelOffer(p.ID))
	}
	if s.posts.pages.More() {
		all = append(all, s.posted(s.posts.next()).Offer, s.posted(reading{sort: s.posts.following()}).Offer)
	}
	if s.canNow() == "" {
		all = append(all, s.nowOffer())
	}
	if s.tab == posts || s.tab == talks {
		for _, i := range s.talks.list {
			p := s.posts.list[i]
			all = append(all, s.env.TranscriptOffer(p.Platform, p.PlatformID, ""))
		}
	}
	return all
}

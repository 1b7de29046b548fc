package creator

import "greenroom/views/view"

// readingNow returns the price of reading the numbers of a post from its network.
func (s *Screen) readingNow() string {
	if s.canNow() != "" {
		return ""
	}
	p := s.post()
	if _, read := s.now.numbers[nowKey(p.Platform, p.PlatformID)]; read {
		return s.env.Anew(s.nowOffer())
	}
	return s.env.Tell(s.nowOffer())
}

// reloading returns the price of reading the open tab, again where it was read.
func (s *Screen) reloading() string {
	if s.answers[s.tab].asked {
		return s.env.Anew(s.offer(s.tab))
	}
	return s.env.Tell(s.offer(s.tab))
}

func (s *Screen) sorting() string {
	if !s.posts.pages.More() || s.tab == talks {
		return "free"
	}
	return s.env.Tell(s.posted(reading{sort: s.posts.following()}).Offer)
}

func (s *Screen) going() string {
	if s.endOfPosts() {
		return s.env.Tell(s.posted(s.posts.next()).Offer)
	}
	return ""
}

// tabPrice returns the price of turning to a tab.
func (s *Screen) tabPrice(t tab) string {
	if s.has(t) || s.dear(t) {
		return ""
	}
	return s.env.Tell(s.offer(t))
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

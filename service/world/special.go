package world

import (
	"greenroom/service"
)

// The first creators are written by hand: one to show first, and a few whose
// names and bios are hard to draw.
const specials = 5

type written struct {
	topic, city, lang  string
	first, last        string
	female             bool
	handle, bio        string
	followers, rate    float64
	verified           bool
	pet, project, joke string
}

var byHand = [specials]written{
	{
		topic: "vegan", city: "Berlin", lang: "en", first: "Lena", last: "Vogt", female: true, handle: "lenacooks",
		bio:       "Vegan weeknight cooking, 30 minutes or less 🌱\nKreuzberg, Berlin · three pans, one good knife\nTalks & supper clubs: hello@lenacooks.example",
		followers: 48_213, rate: 4.62, verified: true,
		pet: "Miso", project: "a supper club for twelve", joke: "my one good knife",
	},
	{
		topic: "parenting", city: "London", lang: "en", first: "Zoë", last: "Ashworth-N’Diaye", female: true, handle: "zoe.and.the.kids",
		bio:       "👩🏽‍👧🏻‍👦🏽 + 👨🏿‍🦱 = 🏳️‍🌈\n👩🏽‍💻 by day, 🧑🏿‍🍳 by night · 1️⃣ flat, 0️⃣ clean socks",
		followers: 36_800, rate: 5.1, pet: "Pickle", project: "a children's book about a brave snail", joke: "the sandwich in the piano",
	},
	{
		topic: "yoga", city: "Delhi", lang: "en", first: "मीरा", last: "जोशी", female: true, handle: "meera.breathes",
		bio:       "साँस पहले, आसन बाद में 🧘🏽‍♀️\nYoga for stiff people · हौज़ ख़ास, दिल्ली",
		followers: 81_300, rate: 3.9, pet: "Bean", project: "a free flow every Monday", joke: "the neighbour's drum kit",
	},
	{
		topic: "coffee", city: "Amsterdam", lang: "en", first: "يوسف", last: "الحداد", handle: "yousef.pours",
		bio:       "قهوة مختصة من أمستردام ☕ filter first\n(روابط) hello@yousef.pours.example",
		followers: 22_450, rate: 4.4, pet: "Otto", project: "a tasting set for beginners", joke: "the chipped green cup",
	},
	{
		topic: "photography", city: "Paris", lang: "en", first: "נועה", last: "לוי", female: true, handle: "noa.on.film",
		bio:       "צילום רחוב · Cafe\u0301, pluie et ne\u0301ons 🎞️\nPa\u0308ris — oui, avec tre\u0301ma",
		followers: 15_900, rate: 6.2, pet: "Dot", project: "a book of laundromats", joke: "my lens cap",
	},
}

func (w *world) specialSpec(s spec) spec {
	h := &byHand[s.index]
	s.topic, s.lang, s.place, s.reliable = h.topic, h.lang, w.city(h.city), true
	s.lo, s.hi = h.followers, h.followers
	return s
}

// special replaces what was drawn for a creator that is written by hand.
func (w *world) special(p *persona) {
	if p.index >= specials {
		return
	}
	h := &byHand[p.index]
	m := &w.voice.memory
	p.female, p.lower, p.handle = h.female, false, h.handle
	w.call(p, h.first, h.last)
	w.names[p.name], w.handles[p.handle] = true, true
	m[slotHandle], m[slotPet], m[slotProject], m[slotJoke] = h.handle, h.pet, h.project, h.joke
	m[slotFirst], m[slotLast] = "hello", h.handle
	w.voice.pronouns(p.female)
	if p.index == 0 {
		m[slotArea], m[slotTown], m[slotSince], m[slotAnimal] = "Kreuzberg", "Flensburg", "2019", "rescue dog"
	}
}

// specialRecords sets the numbers and texts of such a creator.
func (w *world) specialRecords(p *persona, b *service.Bundle) {
	if p.index >= specials {
		return
	}
	h := &byHand[p.index]
	b.Creator.Bio, b.Creator.LocationUnverified = h.bio, false
	for i := range b.Profiles {
		b.Profiles[i].Username, b.Profiles[i].DisplayName, b.Profiles[i].Verified = h.handle, p.name, h.verified
		b.Profiles[i].URL = profileURL(b.Profiles[i].Platform, h.handle)
		b.Profiles[i].Bio = h.bio
	}
	b.Profiles[0].EngagementRate = &h.rate
	if p.index == 0 {
		b.Creator.Languages = []string{"en", "de"}
		b.Creator.Themes = []string{"vegan", "plant-based food", "weeknight cooking", "meal prep", "supper clubs"}
		b.Creator.Summary = "Lena Vogt cooks vegan weeknight dinners in a small Kreuzberg kitchen and explains every step in plain words. " +
			"She gives talks on cheap plant-based cooking, and her dog Miso appears in most videos."
		b.Creator.KeyFacts = []string{
			"cooks plant-based since 2019", "keeps every recipe under 30 minutes", "shops at the market on Maybachufer",
			"is planning a supper club for twelve", "speaks English and German on stage", "lives in Kreuzberg with Miso, a rescue dog",
		}
	}
}

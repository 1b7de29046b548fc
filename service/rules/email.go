package rules

import (
	"context"
	"strings"
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/analysis"
	"greenroom/service/rules/check"
	"greenroom/service/rules/shape"
)

// How sure an address is a creator's own, by where it stands.
const (
	sureWritten = 0.9 // written out in a bio
	sureVeiled  = 0.7 // "name (at) host"
)

// Emails answers the addresses that creators show in their bios and links.
// Only creators with at least one are billed, each once.
func (s *Service) Emails(ctx context.Context, _ access.Caller, r api.EmailRequest) (Job, error) {
	if err := check.Size("creators", len(r.Creators), api.EmailCreatorsMax); err != nil {
		return Job{}, err
	}
	keys, err := s.creatorKeys("creators", r.Creators)
	if err != nil {
		return Job{}, err
	}
	return job(api.OpEmails, len(keys), func(ctx context.Context) (Answer, error) {
		found, err := s.creatorsOf(ctx, keys)
		if err != nil {
			return Answer{}, err
		}
		profiles := map[string][]service.Profile{}
		if ids := idsOf(found); len(ids) > 0 {
			if profiles, err = s.store.Profiles(ctx, ids...); err != nil {
				return Answer{}, err
			}
		}
		for id, all := range profiles {
			profiles[id], _ = s.visible(all)
		}
		return emailAnswer(r.Creators, found, profiles), nil
	}), nil
}

func emailAnswer(refs []api.CreatorRef, found []*service.Creator, profiles map[string][]service.Profile) Answer {
	out, paid := api.EmailAnswer{Results: make([]api.EmailResult, len(refs))}, map[string]bool{}
	for i, c := range found {
		out.Results[i] = api.EmailResult{Input: refs[i], Emails: []api.Email{}}
		if c == nil {
			continue
		}
		emails := emailsOf(*c, profiles[c.ID])
		out.Results[i].CreatorID, out.Results[i].Resolved, out.Results[i].Emails = &c.ID, true, emails
		if len(emails) > 0 {
			paid[c.ID] = true
		}
	}
	cost := api.PriceOf(api.OpEmails).Cost(len(paid))
	out.Billing = api.EmailBilling{BillableResults: len(paid), CreditsCharged: cost}
	return Answer{Body: api.One[api.EmailAnswer]{Data: out}, Cost: cost}
}

// emails finds the addresses in what a creator says of itself: the largest
// profile first, whose first address is the primary one.
func emailsOf(c service.Creator, profiles []service.Profile) []api.Email {
	var b emailBook
	for _, p := range profiles {
		b.read(p.Bio, p.UpdatedAt)
		for _, link := range p.ExternalURLs {
			if address, ok := strings.CutPrefix(link, "mailto:"); ok {
				b.read(address, p.UpdatedAt)
			}
		}
	}
	b.read(c.Bio, c.UpdatedAt)
	if len(b.list) > 0 {
		b.list[0].IsPrimary = true
	}
	return shape.List(b.list)
}

// emailBook collects addresses, each once, with the days they were seen.
type emailBook struct{ list []api.Email }

func (b *emailBook) read(text string, at time.Time) {
	for _, a := range analysis.Addresses(text) {
		sure := sureVeiled
		if a.Plain {
			sure = sureWritten
		}
		b.add(api.Email{Email: a.Email, Status: api.EmailUnvalidated, Confidence: &sure, FirstSeenAt: shape.Seen(at), LastSeenAt: shape.Seen(at)})
	}
}

func (b *emailBook) add(e api.Email) {
	for i := range b.list {
		old := &b.list[i]
		if !strings.EqualFold(old.Email, e.Email) {
			continue
		}
		if *e.Confidence > *old.Confidence {
			old.Confidence = e.Confidence
		}
		if e.FirstSeenAt != nil && (old.FirstSeenAt == nil || e.FirstSeenAt.Before(*old.FirstSeenAt)) {
			old.FirstSeenAt = e.FirstSeenAt
		}
		if e.LastSeenAt != nil && (old.LastSeenAt == nil || e.LastSeenAt.After(*old.LastSeenAt)) {
			old.LastSeenAt = e.LastSeenAt
		}
		return
	}
	b.list = append(b.list, e)
}

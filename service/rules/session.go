package rules

import (
	"context"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules/check"
	"greenroom/service/rules/paging"
	"greenroom/service/rules/shape"
)

// searchPosition is how many results of a session were answered before.
type searchPosition struct {
	Offset int `json:"o"`
}

// SearchPage reads on in a session: by position, free, never beyond what the
// session holds. A nil cursor asks for the first page.
func (s *Service) SearchPage(ctx context.Context, c access.Caller, id string, cursor *string) (Job, error) {
	id, err := check.UUID("id", id)
	if err != nil {
		return Job{}, err
	}
	var at searchPosition
	if cursor != nil {
		if err := s.cursors.Open(ctx, sessionScope(c.Owner(), id), *cursor, &at); err != nil {
			return Job{}, err
		}
	}
	session, total, err := s.store.Session(ctx, c.Owner(), id, s.clock(), at.Offset, api.SearchPageSize)
	if err != nil {
		return Job{}, missing(err, "This search session does not exist, or it has expired. Search again to get a new one.")
	}
	return job(api.OpSearchPage, 0, func(ctx context.Context) (Answer, error) {
		page, err := s.sessionPage(ctx, session, total, at.Offset)
		return Answer{Body: page}, err
	}), nil
}

// sessionPage answers the results that a session holds here, which are those
// from offset on, of total.
func (s *Service) sessionPage(ctx context.Context, session service.Session, total, offset int) (api.SearchPage, error) {
	understood := shape.Interpretation(session.Interpretation)
	page := api.SearchPage{
		Data: shape.List(session.Results), SearchID: session.ID, Total: total,
		FilteredTotal: session.FilteredTotal, Interpretation: &understood,
	}
	next := offset + len(session.Results)
	if next >= total || len(session.Results) == 0 {
		return page, nil
	}
	cursor, err := s.cursors.Seal(ctx, sessionScope(session.Owner(), session.ID), searchPosition{Offset: next})
	page.HasMore, page.NextCursor = true, &cursor
	return page, err
}

func sessionScope(o service.Owner, id string) string {
	return paging.Scope("search", ownerScope(o), id)
}

// ownerScope binds cursors to whose the things are.
func ownerScope(o service.Owner) string {
	if o.UserID == "" {
		return o.AccountID
	}
	return o.AccountID + " user " + o.UserID
}

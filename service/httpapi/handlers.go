package httpapi

import (
	"time"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/rules"
)

// drainRetry is when another process may stand in place of one that stops.
const drainRetry = 5 * time.Second

// health says no once the service is stopping, so that a balancer sends nothing
// more; what comes nevertheless is answered.
func health(s *rules.Service) (any, error) {
	if s.Draining() {
		return nil, &service.Error{Code: api.CodeUnavailable, RetryAfter: drainRetry,
			Message: "The service is stopping. Try again in a moment.",
			Details: map[string]any{"retry_after_seconds": service.Seconds(drainRetry)}}
	}
	return s.Health(), nil
}

func createSearch(c *call) (rules.Job, error) {
	var body api.SearchRequest
	if err := c.decode(&body); err != nil {
		return rules.Job{}, err
	}
	return c.service.Search(c.ctx, c.caller, body)
}

func interpretSearch(c *call) (rules.Job, error) {
	var body api.SearchRequest
	if err := c.decode(&body); err != nil {
		return rules.Job{}, err
	}
	return c.service.Interpret(c.ctx, c.caller, body)
}

func readSearch(c *call) (rules.Job, error) {
	return c.service.SearchPage(c.ctx, c.caller, c.path("id"), c.query.text("cursor"))
}

func autocomplete(c *call) (rules.Job, error) {
	limit, err := c.query.number("limit")
	if err != nil {
		return rules.Job{}, err
	}
	return c.service.Autocomplete(c.ctx, c.caller, rules.AutocompleteRequest{
		Prefix: *c.query.text("q"), Limit: limit,
		Platform: textAs[api.Platform](c.query, "platform"), Scope: textAs[api.Scope](c.query, "scope"),
	})
}

func readCreator(c *call) (rules.Job, error) {
	return c.service.Creator(c.ctx, c.caller, c.path("id"), c.query.text("include"))
}

func readProfiles(c *call) (rules.Job, error) {
	return c.service.CreatorProfiles(c.ctx, c.caller, c.path("id"), textAs[api.ProfileMode](c.query, "mode"))
}

func listPosts(c *call) (rules.Job, error) {
	limit, err := c.query.number("limit")
	if err != nil {
		return rules.Job{}, err
	}
	return c.service.Posts(c.ctx, c.caller, rules.PostsRequest{
		CreatorID: c.query.text("creator_id"), Username: c.query.text("username"),
		Platform: textAs[api.Platform](c.query, "platform"), Sort: textAs[api.PostSort](c.query, "sort"),
		Limit: limit, Cursor: c.query.text("cursor"),
	})
}

func listCatalogue(c *call) (rules.Job, error) {
	r := rules.CatalogueRequest{Platform: c.query.text("platform"), Country: c.query.text("country"), Language: c.query.text("language"),
		Cursor: c.query.text("cursor"), Facets: c.query.text("facets") != nil}
	for name, to := range map[string]**int{"limit": &r.Limit, "min_followers": &r.Min, "max_followers": &r.Max} {
		n, err := c.query.number(name)
		if err != nil {
			return rules.Job{}, err
		}
		*to = n
	}
	return c.service.Catalogue(c.ctx, c.caller, r)
}

func listShortlists(c *call) (rules.Job, error) {
	limit, err := c.query.number("limit")
	if err != nil {
		return rules.Job{}, err
	}
	return c.service.Shortlists(c.ctx, c.caller, limit, c.query.text("cursor"))
}

func createShortlist(c *call) (rules.Job, error) {
	var body api.ShortlistBody
	if err := c.decode(&body); err != nil {
		return rules.Job{}, err
	}
	return c.service.CreateShortlist(c.ctx, c.caller, body)
}

func readShortlist(c *call) (rules.Job, error) {
	return c.service.Shortlist(c.ctx, c.caller, c.path("id"))
}

func replaceShortlist(c *call) (rules.Job, error) {
	var body api.ShortlistBody
	if err := c.decode(&body); err != nil {
		return rules.Job{}, err
	}
	return c.service.ReplaceShortlist(c.ctx, c.caller, c.path("id"), body)
}

func deleteShortlist(c *call) (rules.Job, error) {
	return c.service.DeleteShortlist(c.ctx, c.caller, c.path("id"))
}

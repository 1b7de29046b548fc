package httpapi

import (
	"context"

	"greenroom/api"
	"greenroom/service/access"
	"greenroom/service/rules"
)

// fromBody is the handler of a rule that takes the body alone.
func fromBody[T any](rule func(*rules.Service, context.Context, access.Caller, T) (rules.Job, error)) func(*call) (rules.Job, error) {
	return func(c *call) (rules.Job, error) {
		var body T
		if err := c.decode(&body); err != nil {
			return rules.Job{}, err
		}
		return rule(c.service, c.ctx, c.caller, body)
	}
}

func readCreators(c *call) (rules.Job, error) {
	return c.service.Creators(c.ctx, c.caller, *c.query.text("ids"), c.query.text("include"))
}

func readProfile(c *call) (rules.Job, error) {
	return c.service.Profile(c.ctx, c.caller, rules.ProfileRequest{
		Platform: api.Platform(c.path("platform")), Username: c.path("username"), Mode: textAs[api.ProfileMode](c.query, "mode"),
	})
}

package httpapi

import (
	"context"

	"greenroom/api"
	"greenroom/service"
)

// fromBody is the handler of a rule that takes the body alone.
func fromBody[T any](rule func(*service.Service, context.Context, service.Caller, T) (service.Job, error)) func(*call) (service.Job, error) {
	return func(c *call) (service.Job, error) {
		var body T
		if err := c.decode(&body); err != nil {
			return service.Job{}, err
		}
		return rule(c.service, c.ctx, c.caller, body)
	}
}

func readCreators(c *call) (service.Job, error) {
	return c.service.Creators(c.ctx, c.caller, *c.query.text("ids"), c.query.text("include"))
}

func readProfile(c *call) (service.Job, error) {
	return c.service.Profile(c.ctx, c.caller, service.ProfileRequest{
		Platform: api.Platform(c.path("platform")), Username: c.path("username"), Mode: textAs[api.ProfileMode](c.query, "mode"),
	})
}

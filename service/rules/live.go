package rules

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules/check"
	"greenroom/service/rules/shape"
)

const (
	// batchParallel limits the items of one request that are fetched at once.
	batchParallel = 4
	// batchTime bounds the items of one request together: what is not there by then has
	// timed out, and the rest is answered. It leaves time within what a whole request may
	// take.
	batchTime = 20 * time.Second
	// answerTime is the time left of a request to answer with the results so far.
	answerTime = 2 * time.Second
)

// LivePost answers a post of the photo network as it shows now.
func (s *Service) LivePost(_ context.Context, _ access.Caller, code string) (Job, error) {
	if err := shortcode(code); err != nil {
		return Job{}, err
	}
	return fetched(api.OpRawPost, func(ctx context.Context) (api.FetchedPost, error) { return s.fetchPost(ctx, code) }), nil
}

// fetched is a job that answers one thing as a network shows it now.
func fetched[T any](op api.Operation, fetch func(context.Context) (T, error)) Job {
	return job(op, 1, func(ctx context.Context) (Answer, error) {
		out, err := fetch(ctx)
		if err != nil {
			return Answer{}, upstream(err)
		}
		return Answer{Body: api.One[T]{Data: out}, Cost: api.PriceOf(op).Cost(1)}, nil
	})
}

// LivePosts answers 1 to 20 posts as the photo network shows them now.
func (s *Service) LivePosts(_ context.Context, _ access.Caller, body api.ShortcodesBody) (Job, error) {
	return batch(s, api.OpRawPost, api.PostsBatchMax, body.Shortcodes, s.fetchPost)
}

// reading asks a source, and says when what it answers was read there.
func reading[T any](ctx context.Context, s *Service, ask func(context.Context) (T, error)) (T, time.Time, error) {
	ctx, at := service.Reading(ctx)
	v, err := ask(ctx)
	if at.IsZero() {
		return v, s.now(), err
	}
	return v, at.UTC().Truncate(time.Millisecond), err
}

func (s *Service) fetchPost(ctx context.Context, code string) (api.FetchedPost, error) {
	if s.live.Photo == nil {
		return api.FetchedPost{}, errUnconnected
	}
	post, at, err := reading(ctx, s, func(ctx context.Context) (api.LivePost, error) { return s.live.Photo.Post(ctx, code) })
	return api.FetchedPost{Post: post, ScrapedAt: at}, err
}

func shortcode(code string) error {
	if !api.ValidShortcode(code) {
		return service.Invalid("shortcode", fmt.Sprintf("shortcode must have 1 to %d letters, digits, hyphens or underscores, as in the /p/, /reel/ or /tv/ URL of a post.", api.ShortcodeMax))
	}
	return nil
}

// batch fetches each shortcode of 1 to most once and answers it as often as it was
// asked for, in the order asked. Only what was fetched costs, once.
func batch[T any](s *Service, op api.Operation, most int, codes []string, fetch func(context.Context, string) (T, error)) (Job, error) {
	if n := len(codes); n < 1 || n > most {
		return Job{}, service.Invalid("shortcodes", fmt.Sprintf("shortcodes must hold 1 to %d shortcodes.", most))
	}
	distinct := shape.Union(codes, nil)
	return job(op, len(distinct), func(ctx context.Context) (Answer, error) {
		items, err := together(ctx, distinct, batchParallel, func(ctx context.Context, code string) (api.BatchItem[T], error) { return fetchItem(ctx, code, fetch) })
		if err != nil {
			return Answer{}, err
		}
		there, by := 0, map[string]api.BatchItem[T]{}
		for _, item := range items {
			if by[item.Shortcode] = item; item.Success {
				there++
			}
		}
		out := api.Batch[T]{Requested: len(codes), ScrapedAt: s.now()}
		for _, code := range codes {
			if out.Items = append(out.Items, by[code]); by[code].Success {
				out.Succeeded++
			}
		}
		out.Failed = out.Requested - out.Succeeded
		return Answer{Body: api.One[api.Batch[T]]{Data: out}, Cost: api.PriceOf(op).Cost(there)}, nil
	}), nil
}

// together fetches items some at a time, in time. An error ends the whole request.
func together[R, T any](ctx context.Context, asked []R, parallel int, fetch func(context.Context, R) (T, error)) ([]T, error) {
	until := time.Now().Add(batchTime)
	if end, ok := ctx.Deadline(); ok && end.Add(-answerTime).Before(until) {
		until = end.Add(-answerTime)
	}
	bounded, stop := context.WithDeadline(ctx, until)
	defer stop()
	items := make([]T, len(asked))
	var group errgroup.Group
	group.SetLimit(parallel)
	for i, r := range asked {
		group.Go(func() (err error) {
			items[i], err = fetch(bounded, r)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return items, ctx.Err()
}

// fetchItem fetches one of a batch. What fails is an item of its own, unless the
// request itself cannot go on.
func fetchItem[T any](ctx context.Context, code string, fetch func(context.Context, string) (T, error)) (api.BatchItem[T], error) {
	item := api.BatchItem[T]{Shortcode: code}
	err := shortcode(code)
	if err == nil {
		var data T
		if data, err = fetch(ctx, code); err == nil {
			item.Success, item.Data = true, &data
			return item, nil
		}
	}
	err = late(ctx, err)
	var ok bool
	if item.Status, item.Error, ok = batchFailure(err); !ok {
		return item, err
	}
	return item, nil
}

// late is the error of a call that was cut off when its time was over; what
// was answered by then stays.
func late(ctx context.Context, err error) error {
	u, upstream := errors.AsType[*service.UpstreamError](err)
	if _, known := errors.AsType[*service.Error](err); known || ctx.Err() == nil || upstream && u.Kind.Answered() {
		return err
	}
	return &service.UpstreamError{Kind: service.UpstreamTimeout}
}

// ShortVideoProfile answers a profile of the short-video network as it shows
// now.
func (s *Service) ShortVideoProfile(_ context.Context, _ access.Caller, name string) (Job, error) {
	name, err := check.Username(name)
	if err != nil {
		return Job{}, err
	}
	return fetched(api.OpShortVideoProfile, func(ctx context.Context) (api.ShortVideoProfile, error) { return s.fetchShortVideo(ctx, name) }), nil
}

func (s *Service) fetchShortVideo(ctx context.Context, name string) (api.ShortVideoProfile, error) {
	if s.live.ShortVideo == nil {
		return api.ShortVideoProfile{}, errUnconnected
	}
	out, at, err := reading(ctx, s, func(ctx context.Context) (api.ShortVideoProfile, error) { return s.live.ShortVideo.Profile(ctx, name) })
	if err == nil && out.IsPrivate {
		err = &service.UpstreamError{Kind: service.UpstreamPrivate}
	}
	out.ScrapedAt = at
	return out, err
}

// PhotoProfile answers a profile of the photo network as it shows now, with its
// newest posts if they are asked for.
func (s *Service) PhotoProfile(_ context.Context, _ access.Caller, name string, withPosts bool, postLimit *int) (Job, error) {
	posts, err := check.Within("post_limit", postLimit, api.LivePostsDefault, api.LivePostsMax)
	if err != nil {
		return Job{}, err
	}
	if name, err = check.Username(name); err != nil {
		return Job{}, err
	}
	if !withPosts {
		posts = 0
	}
	return fetched(api.OpPhotoProfile, func(ctx context.Context) (api.LivePhotoProfile, error) { return s.fetchPhoto(ctx, name, posts) }), nil
}

func (s *Service) fetchPhoto(ctx context.Context, name string, posts int) (api.LivePhotoProfile, error) {
	if s.live.Photo == nil {
		return api.LivePhotoProfile{}, errUnconnected
	}
	out, at, err := reading(ctx, s, func(ctx context.Context) (api.LivePhotoProfile, error) { return s.live.Photo.Profile(ctx, name, posts) })
	if err == nil && out.IsPrivate {
		err = &service.UpstreamError{Kind: service.UpstreamPrivate}
	}
	out.ScrapedAt = at
	out.BioLinks, out.Pronouns, out.RelatedProfiles = shape.List(out.BioLinks), shape.List(out.Pronouns), shape.List(out.RelatedProfiles)
	out.Posts = shape.List(out.Posts[:min(posts, len(out.Posts))])
	return out, err
}

// outcome is the contract's answer to one kind of failure of a network.
type outcome struct {
	code    api.Code
	batch   api.BatchReason
	retry   time.Duration // where the network does not say; 0: it does not help to wait
	message string
}

var outcomes = map[service.UpstreamKind]outcome{
	service.UpstreamMissing:     {api.CodeNotFound, api.BatchNotFound, 0, "Not found on the network. Check the spelling."},
	service.UpstreamPrivate:     {api.CodeNotFound, api.BatchPrivate, 0, "This profile is private and cannot be read."},
	service.UpstreamMalformed:   {api.CodeUpstreamBroken, api.BatchContractBroken, 0, "The network returned data that cannot be read. Retrying will not help."},
	service.UpstreamSilent:      {api.CodeTranscriptUnavailable, api.BatchNotFound, 0, "Nobody speaks in this post, so it has no transcript."},
	service.UpstreamSpeechLater: {api.CodeTranscriptionUnavailable, api.BatchUnavailable, time.Minute, "Transcription is temporarily unavailable. Nothing was charged; try again later."},
	service.UpstreamSpeechLimit: {api.CodeTranscriptionLimit, api.BatchRateLimited, 10 * time.Minute, "The transcription limit is reached. Nothing was charged; try again later."},
	service.UpstreamRateLimited: {api.CodeUnavailable, api.BatchRateLimited, time.Minute, "The network is limiting requests. Nothing was charged; try again later."},
	service.UpstreamBlocked:     {api.CodeUnavailable, api.BatchBlocked, time.Minute, "The network is refusing requests. Nothing was charged; try again later."},
	service.UpstreamTimeout:     {api.CodeUnavailable, api.BatchTimeout, 10 * time.Second, "The network did not answer in time. Nothing was charged; try again later."},
	service.UpstreamUnavailable: {api.CodeUnavailable, api.BatchUnavailable, 30 * time.Second, "The network cannot be reached. Nothing was charged; try again later."},
	service.UpstreamFailed:      {api.CodeScraping, api.BatchUnknown, 30 * time.Second, "Reading from the network failed. Nothing was charged; try again later."},
	service.UpstreamCannot:      {api.CodeUnavailable, api.BatchUnavailable, 0, "The sources of this service cannot answer this: leave out the country, the language or the order, or ask its operator for another source. Nothing was charged."},
	service.UpstreamUnconnected: {api.CodeUnavailable, api.BatchUnavailable, 0, "This service is not connected to that network. Nothing was charged; ask the operator of the service."},
}

var errUnconnected = &service.UpstreamError{Kind: service.UpstreamUnconnected}

// upstream puts the failure of a network into words; other errors stay.
func upstream(err error) error {
	u, ok := errors.AsType[*service.UpstreamError](err)
	if !ok {
		return err
	}
	o, ok := outcomes[u.Kind]
	if !ok {
		o = outcomes[service.UpstreamFailed]
	}
	e := &service.Error{Code: o.code, Message: o.message, RetryAfter: waitOf(u, o), Details: map[string]any{"upstream_error": string(u.Kind)}}
	if e.RetryAfter > 0 {
		e.Details["retry_after_seconds"] = service.Seconds(e.RetryAfter)
	}
	if o.code == api.CodeUpstreamBroken {
		e.Details["retryable"] = false
	}
	if unfit, ok := errors.AsType[service.Unfit](err); ok {
		e.Cause = unfit
	}
	return e
}

func waitOf(e *service.UpstreamError, o outcome) time.Duration {
	if e.RetryAfter > 0 && o.retry > 0 {
		return e.RetryAfter
	}
	return o.retry
}

// batchFailure is an error as an item of a batch shows it; false for one that
// is not the item's own and ends the whole request.
func batchFailure(err error) (status int, b *api.BatchError, ok bool) {
	var u *service.UpstreamError
	var e *service.Error
	reason := api.BatchUnknown
	switch {
	case errors.As(err, &u):
		errors.As(upstream(err), &e)
		reason = outcomes[u.Kind].batch
	case !errors.As(err, &e):
		return 0, nil, false
	case e.Code.Status() == http.StatusBadRequest:
		reason = api.BatchInvalidInput
	case e.Code.Status() == http.StatusNotFound:
		reason = api.BatchNotFound
	}
	b = &api.BatchError{Error: reason, Message: e.Message}
	if e.RetryAfter > 0 {
		b.RetryAfter = service.Seconds(e.RetryAfter)
	}
	return e.Code.Status(), b, true
}

package rules

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules/shape"
)

const (
	// batchParallel is how many items of one request are fetched at once.
	batchParallel = 4
	// batchTime is how long the items of one request may take together: what is
	// not there by then has timed out, and the rest is answered. It leaves time
	// within what a whole request may take.
	batchTime = 20 * time.Second
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

func (s *Service) fetchPost(ctx context.Context, code string) (api.FetchedPost, error) {
	if s.live.Photo == nil {
		return api.FetchedPost{}, errUnconnected
	}
	post, err := s.live.Photo.Post(ctx, code)
	return api.FetchedPost{Post: post, ScrapedAt: s.now()}, err
}

func shortcode(code string) error {
	if !api.ValidShortcode(code) {
		return service.Invalid("shortcode", fmt.Sprintf("shortcode must be the 1 to %d letters, digits, hyphens or underscores that name a post in its /p/, /reel/ or /tv/ address.", api.ShortcodeMax))
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
		items, err := together(ctx, distinct, func(ctx context.Context, code string) (api.BatchItem[T], error) { return fetchItem(ctx, code, fetch) })
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
func together[R, T any](ctx context.Context, asked []R, fetch func(context.Context, R) (T, error)) ([]T, error) {
	bounded, stop := context.WithTimeout(ctx, batchTime)
	defer stop()
	items := make([]T, len(asked))
	var group errgroup.Group
	group.SetLimit(batchParallel)
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

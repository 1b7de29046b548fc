package client

import (
	"context"

	"greenroom/api"
	"greenroom/client/money"
)

// photoBatch is a call about several posts of the photo network.
type photoBatch[T any] struct {
	codes        []string
	opts         []Option
	op, endpoint string
	limit        int
	price        api.Operation
	body         func(part []string) any
}

// askPosts asks part after part and makes one batch of what came. Its counts are
// of the items that were answered. Items that had failed for a while when their
// part was kept are asked for once more, without the others of that part, which
// are paid for.
func askPosts[T any](ctx context.Context, c *Client, b photoBatch[T]) (api.Batch[T], Receipt, error) {
	codes, wrong := shortcodes(b.codes)
	var whole api.Batch[T]
	var again []string
	found, receipt, err := inBatches(c, wrong, batch[api.BatchItem[T], string]{
		op: b.op, items: codes, limit: b.limit, opts: gather(b.opts),
		key:  func(code string) string { return code },
		of:   func(v api.BatchItem[T]) string { return v.Shortcode },
		bill: func(n int) money.Bill { return money.UpTo(b.price, n) },
		ask: func(part []string, o options) (api.Found[api.BatchItem[T], string], Receipt, error) {
			reply, receipt, err := b.ask(ctx, c, part, o)
			if reply.ScrapedAt.After(whole.ScrapedAt) {
				whole.ScrapedAt = reply.ScrapedAt
			}
			if receipt.Kept {
				again = append(again, passing(reply.Items)...)
			}
			return api.Found[api.BatchItem[T], string]{Data: reply.Items}, receipt, err
		},
	})
	whole.Items = found.Data
	if err == nil && len(again) > 0 {
		o := gather(b.opts)
		o.spend(receipt)
		o.refresh = len(again) == len(codes)
		b.codes, b.opts = again, []Option{o.option()}
		var more Receipt
		if more, err = b.retry(ctx, c, whole.Items); KindOf(err) != KindNotKept {
			receipt = sum([]Receipt{receipt, more}, c)
		}
		if more.Outcome == OutcomeFree && ctx.Err() == nil {
			err = nil // each item says why it failed, as before
		}
	}
	count(&whole)
	return whole, receipt, err
}

// ask asks for one part.
func (b photoBatch[T]) ask(ctx context.Context, c *Client, part []string, o options) (api.Batch[T], Receipt, error) {
	return askOne(ctx, c, call{
		op: b.op, request: post(b.endpoint, b.body(part), string(api.PhotoPlatform)), subject: several(len(part), part[0]),
		bill: money.UpTo(b.price, len(part)), traits: optional | kept, opts: o,
	}, func(v *api.Batch[T]) int { return v.Succeeded })
}

// retry puts what became of items by now in their place.
func (b photoBatch[T]) retry(ctx context.Context, c *Client, into []api.BatchItem[T]) (Receipt, error) {
	batch, receipt, err := askPosts(ctx, c, b)
	now := make(map[string]api.BatchItem[T], len(batch.Items))
	for _, item := range batch.Items {
		now[item.Shortcode] = item
	}
	for i, item := range into {
		if fresh, ok := now[item.Shortcode]; ok {
			into[i] = fresh
		}
	}
	return receipt, err
}

// passing are the items that may be answered another time.
func passing[T any](items []api.BatchItem[T]) (codes []string) {
	for _, item := range items {
		if item.Success || item.Error == nil {
			continue
		}
		switch item.Error.Error {
		case api.BatchRateLimited, api.BatchBlocked, api.BatchTimeout, api.BatchUnavailable, api.BatchUnknown:
			codes = append(codes, item.Shortcode)
		}
	}
	return codes
}

func count[T any](b *api.Batch[T]) {
	b.Requested, b.Succeeded = len(b.Items), 0
	for _, item := range b.Items {
		if item.Success {
			b.Succeeded++
		}
	}
	b.Failed = b.Requested - b.Succeeded
}

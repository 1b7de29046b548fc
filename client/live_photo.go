package client

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"greenroom/api"
	"greenroom/client/money"
	"greenroom/internal/each"
)

// LivePost fetches a post of the photo network as it shows now, by its shortcode
// or its address. Its signed media addresses hold for about a day. It is charged
// if it was fetched.
func (c *Client) LivePost(ctx context.Context, shortcode string, opts ...Option) (api.FetchedPost, Receipt, error) {
	k := photo("fetch post ", "/v1/raw/{platform}/post/{shortcode}", shortcode, opts)
	k.bill = money.Each(api.OpRawPost, 1)
	return askOne(ctx, c, k, whole[api.FetchedPost])
}

// LivePosts fetches posts of the photo network as they show now: one item for
// each shortcode, in the order asked. Those that were fetched are charged, each
// once; an item that failed says why. More than 20 are asked for in several
// requests.
func (c *Client) LivePosts(ctx context.Context, codes []string, opts ...Option) (api.Batch[api.FetchedPost], Receipt, error) {
	return askPosts(ctx, c, photoBatch[api.FetchedPost]{
		codes: codes, opts: opts,
		op: "fetch posts", endpoint: "/v1/raw/{platform}/posts", limit: api.PostsBatchMax, price: api.OpRawPost,
		body: func(part []string) any { return api.ShortcodesBody{Shortcodes: part} },
	})
}

// PhotoTranscript reads what is said in a post of the photo network, by its
// shortcode or its address. An empty language is that of the post. A transcript
// that the service has kept costs the same and comes without Post. Where nothing
// is said the error is transcript_unavailable or transcript_not_available, for
// nothing.
func (c *Client) PhotoTranscript(ctx context.Context, shortcode, language string, opts ...Option) (api.PhotoTranscript, Receipt, error) {
	k := photo("read transcript of post ", "/v1/raw/{platform}/transcript/{shortcode}", shortcode, opts)
	k.query, k.bill = query("language", language), money.Flat(api.OpPhotoTranscript)
	return askSpoken(ctx, c, k, func(v *api.PhotoTranscript) string { return v.Language })
}

// PhotoTranscripts reads what is said in posts of the photo network: one item
// for each shortcode, in the order asked. Those that are there are charged, each
// once; an item that failed says why. More than 10 are asked for in several
// requests.
func (c *Client) PhotoTranscripts(ctx context.Context, codes []string, language string, opts ...Option) (api.Batch[api.PhotoTranscript], Receipt, error) {
	return askPosts(ctx, c, photoBatch[api.PhotoTranscript]{
		codes: codes, opts: opts,
		op: "read transcripts of posts", endpoint: "/v1/raw/{platform}/transcripts", limit: api.TranscriptsBatchMax, price: api.OpPhotoTranscripts,
		body: func(part []string) any {
			return api.TranscriptsBody{Shortcodes: part, Language: unless(language, "")}
		},
	})
}

// PhotoProfileParams say whether the newest posts come with a profile, and how
// many: 1 to 50, 0 the service's default, 12.
type PhotoProfileParams struct {
	IncludePosts bool
	PostLimit    int
}

// LivePhotoProfile fetches a profile of the photo network as it shows now, by
// its username or address. MediaCount nil is an unavailable total, 0 an observed
// empty profile. A private profile is not_found.
func (c *Client) LivePhotoProfile(ctx context.Context, username string, p PhotoProfileParams, opts ...Option) (api.LivePhotoProfile, Receipt, error) {
	k := liveProfile(api.PhotoPlatform, username, opts)
	k.query, k.bill = query("post_limit", number(p.PostLimit)), money.Flat(api.OpPhotoProfile)
	if p.IncludePosts {
		k.query.Set("include_posts", strconv.FormatBool(true))
	}
	k.wrong = cmp.Or(k.wrong, within("post_limit", p.PostLimit, api.LivePostsMax))
	return askOne[api.LivePhotoProfile](ctx, c, k, nil)
}

func photo(op, endpoint, shortcode string, opts []Option) call {
	code, err := ParseShortcode(shortcode)
	k := live(op, get(endpoint, string(api.PhotoPlatform), code), code, opts)
	if err != nil {
		k.wrong = refuse("shortcode", "a post must be given by its shortcode or its URL: "+err.Error()+".")
	}
	return k
}

func liveProfile(p api.Platform, username string, opts []Option) call {
	name, wrong := handled("username", p, username)
	k := live("fetch profile ", get("/v1/raw/{platform}/profile/{username}", string(p), name), name, opts)
	k.wrong = wrong
	return k
}

func live(op string, r request, of string, opts []Option) call {
	return call{op: op + of, request: r, subject: of, traits: optional | kept, opts: gather(opts)}
}

// ShortVideoProfile fetches a profile of the short-video network as it shows
// now, by its username or address. It is charged if it was fetched. A private
// profile is not_found.
func (c *Client) ShortVideoProfile(ctx context.Context, username string, opts ...Option) (api.ShortVideoProfile, Receipt, error) {
	k := liveProfile(api.ShortVideoPlatform, username, opts)
	k.bill = money.Flat(api.OpShortVideoProfile)
	return askOne[api.ShortVideoProfile](ctx, c, k, nil)
}

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
	var whole api.Batch[T]
	var again []string
	parts := b.batch()
	parts.ask = func(part []string, o options) (api.Found[api.BatchItem[T], string], Receipt, error) {
		reply, receipt, err := b.ask(ctx, c, parts, part, o)
		if reply.ScrapedAt.After(whole.ScrapedAt) {
			whole.ScrapedAt = reply.ScrapedAt
		}
		if receipt.Kept {
			again = append(again, passing(reply.Items, part)...)
		}
		return api.Found[api.BatchItem[T], string]{Data: reply.Items}, receipt, err
	}
	found, receipt, err := inBatches(ctx, c, parts)
	whole.Items = found.Data
	if err == nil && len(again) > 0 {
		o := gather(b.opts)
		o.spend(receipt)
		o.refresh = len(again) == len(b.codes)
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

func (b photoBatch[T]) batch() batch[api.BatchItem[T], string] {
	return batch[api.BatchItem[T], string]{
		naming: byCode, op: b.op, items: b.codes, limit: b.limit, prices: []api.Operation{b.price}, opts: gather(b.opts),
		of:      func(v api.BatchItem[T]) string { return v.Shortcode },
		request: func(part []string) request { return post(b.endpoint, b.body(part), string(api.PhotoPlatform)) },
	}
}

// ask asks for one part. An item that came is found again alone.
func (b photoBatch[T]) ask(ctx context.Context, c *Client, all batch[api.BatchItem[T], string], part []string, o options) (api.Batch[T], Receipt, error) {
	a := lone[api.Batch[T]](all.call(part, o))
	a.count = func(v *api.One[*api.Batch[T]]) int { return v.Data.Succeeded }
	a.beside = func(v *api.One[*api.Batch[T]]) []request {
		return all.alone(part, each.Where(v.Data.Items, fetched))
	}
	return askLone(ctx, c, a)
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

// passing are the items of a part that may be answered another time.
func passing[T any](items []api.BatchItem[T], part []string) (codes []string) {
	for _, item := range items {
		if item.Success || item.Error == nil || !slices.Contains(part, item.Shortcode) {
			continue
		}
		switch item.Error.Error {
		case api.BatchRateLimited, api.BatchBlocked, api.BatchTimeout, api.BatchUnavailable, api.BatchUnknown:
			codes = append(codes, item.Shortcode)
		}
	}
	return codes
}

func fetched[T any](item api.BatchItem[T]) bool { return item.Success }

func count[T any](b *api.Batch[T]) {
	b.Requested, b.Succeeded = len(b.Items), len(each.Where(b.Items, fetched))
	b.Failed = b.Requested - b.Succeeded
}

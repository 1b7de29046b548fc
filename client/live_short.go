package client

import (
	"context"

	"greenroom/api"
	"greenroom/client/money"
)

// ShortVideoProfile fetches a profile of the short-video network as it shows
// now, by its username or address. It is charged if it was fetched. A private
// profile is not_found.
func (c *Client) ShortVideoProfile(ctx context.Context, username string, opts ...Option) (api.ShortVideoProfile, Receipt, error) {
	k := liveProfile(api.ShortVideoPlatform, username, opts)
	k.bill = money.Flat(api.OpShortVideoProfile)
	return askOne[api.ShortVideoProfile](ctx, c, k, nil)
}

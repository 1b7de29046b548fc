package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

var errElsewhere = errors.New("it is not the service's own")

// Holds says whether a picture is the service's own. One that stands elsewhere is never
// fetched: whoever has it there would learn who is looked at.
func (c *Client) Holds(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.User == nil && u.Scheme == c.base.Scheme && u.Host == c.base.Host
}

// Picture reads a picture of the service's own, of so many bytes at most. It costs nothing:
// neither a key nor a payment goes with it.
func (c *Client) Picture(ctx context.Context, address string, most int64) ([]byte, error) {
	if !c.Holds(address) {
		return nil, fmt.Errorf("read a picture: %w", errElsewhere)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("read a picture: %w", err)
	}
	resp, err := c.cfg.HTTP.Do(req)
	if err != nil {
		return nil, fmt.Errorf("read a picture: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("read a picture: the service answered %d", resp.StatusCode)
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, most+1))
	if err == nil && int64(len(raw)) > most {
		err = fmt.Errorf("read a picture: it has more than %d bytes", most)
	}
	return raw, err
}

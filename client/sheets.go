package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"greenroom/api"
)

// SheetParams name a sheet and the reviewer who asks for it. After is the tag of what
// they have, which is not sent again; Version an earlier version, 0 the latest.
type SheetParams struct {
	ID, By, After string
	Version       int
}

// Sheet reads what a shortlist holds beyond the contract, for nothing: an extension,
// which a service may lack. Those who look again with After are not written down.
func (c *Client) Sheet(ctx context.Context, p SheetParams, opts ...Option) (api.SheetRecord, Receipt, error) {
	t := safe | optional
	if p.After != "" {
		t |= fleeting
	}
	found, r, err := askOne[api.SheetRecord](ctx, c, call{
		op: "read sheet " + short(p.ID), subject: p.ID, traits: t, wrong: uuid("id", p.ID), opts: gather(opts),
		request: get("/v1/shortlists/{id}/sheet", p.ID).with(query("by", p.By, "after", p.After, "version", number(p.Version))),
	}, nil)
	if err == nil && found.Sheet != nil {
		if wrong := found.Sheet.Check(); wrong != nil {
			err = &Error{Kind: KindMalformed, Op: "read sheet", Message: wrong.Error(), Outcome: OutcomeFree, Err: wrong}
		}
	}
	return found, r, err
}

// SheetVersions lists the versions of a sheet, the latest first, for nothing.
func (c *Client) SheetVersions(ctx context.Context, id string, opts ...Option) ([]api.SheetVersion, Receipt, error) {
	page, r, err := askPage[api.SheetVersion](ctx, c, call{
		op: "list versions of sheet " + short(id), subject: id, traits: safe | optional, wrong: uuid("id", id), opts: gather(opts),
		request: get("/v1/shortlists/{id}/sheet/versions", id),
	})
	return page.Data, r, err
}

type sheetBody struct {
	Version int       `json:"version"`
	By      string    `json:"by"`
	Sheet   api.Sheet `json:"sheet"`
}

// PutSheet stores a sheet over a version of the shortlist, for nothing. Where the
// shortlist moved Moved tells of the error. Of others than the list's owner it stores
// their own column.
func (c *Client) PutSheet(ctx context.Context, p SheetParams, s api.Sheet, opts ...Option) (api.SheetRecord, Receipt, error) {
	k := call{op: "store sheet " + short(p.ID), subject: p.ID, traits: optional, opts: gather(opts),
		request: request{method: http.MethodPut, endpoint: "/v1/shortlists/{id}/sheet", args: []string{p.ID}, body: sheetBody{p.Version, p.By, s}},
		wrong:   cmp.Or(uuid("id", p.ID), replacing(&p.Version), length("by", p.By, 1, api.SheetNameMax))}
	if err := s.Check(); k.wrong == nil && err != nil {
		k.wrong = refuse("sheet", err.Error())
	}
	return askOne[api.SheetRecord](ctx, c, k, nil)
}

// WithdrawSheet takes the latest version of a sheet back, for nothing, as long as nobody
// else opened it.
func (c *Client) WithdrawSheet(ctx context.Context, p SheetParams, opts ...Option) (Receipt, error) {
	return c.do(ctx, call{opts: gather(opts), op: "withdraw sheet " + short(p.ID), subject: p.ID, traits: optional, wrong: uuid("id", p.ID),
		request: request{method: http.MethodDelete, endpoint: "/v1/shortlists/{id}/sheet", args: []string{p.ID},
			query: query("by", strings.TrimSpace(p.By), "version", fmt.Sprint(p.Version))}}, reading{})
}

// Moved says that a sheet or shortlist was changed since it was read.
func Moved(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Param == "version" && (e.Status == http.StatusConflict || e.Status == http.StatusUnprocessableEntity)
}

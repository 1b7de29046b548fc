package httpapi_test

import (
	"fmt"
	"net/http"
	"testing"

	"greenroom/api"
)

// What a query has to say is asked before anything is charged, and the free look
// tells the same.
func TestAQueryThatSaysNothingCostsNothing(t *testing.T) {
	h := open(t)
	h.write(cooks(3)...)
	for _, query := range []string{"!!!", "the of and", "a", "😀", "42", "und die", "の"} {
		for _, path := range []string{"/v1/search", "/v1/search/interpret"} {
			r := h.post(path, fmt.Sprintf(`{"query":%q}`, query))
			if e := r.failure(t); r.status != http.StatusBadRequest || e.Code != api.CodeValidation || e.Param != "query" {
				t.Errorf("%s %q: %d %+v", path, query, r.status, e)
			}
		}
	}
	if sum, rows := h.ledger(h.account.ID); sum != 0 || len(rows) != 0 {
		t.Errorf("charged %s in %d rows", sum, len(rows))
	}
	h.nothingReserved()
}

// The digests of a preview are those of the creators whom the search then finds, in
// their order.
func TestAPreviewStandsForWhoIsFound(t *testing.T) {
	h := open(t)
	h.write(cooks(12)...)
	const body = `{"query":"vegan cooks","limit":8}`
	var preview api.One[api.SearchPreview]
	h.post("/v1/search/interpret", body).into(t, &preview)
	var page api.SearchPage
	h.post("/v1/search", body).into(t, &page)
	if len(page.Data) != 8 || len(preview.Data.Digests) != 8 {
		t.Fatalf("%d found, %d foreseen", len(page.Data), len(preview.Data.Digests))
	}
	for i, r := range page.Data {
		if preview.Data.Digests[i] != api.Digest(r.Creator.ID) {
			t.Errorf("digest %d is not of who was found", i)
		}
	}
}

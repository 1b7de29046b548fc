package client_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	"greenroom/api"
	"greenroom/client"
)

// A search is charged once; its further pages are free. What it can cost is
// known before, what it did cost after.
func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodPost {
			w.Header().Set(api.HeaderCharged, "29")
			_, _ = io.WriteString(w, `{"data":[{"creator":{"name":"Ada"}}],"search_id":"s","total":2,"filtered_total":2,"has_more":true,"next_cursor":"two"}`)
			return
		}
		_, _ = io.WriteString(w, `{"data":[{"creator":{"name":"Grace"}}],"has_more":false,"next_cursor":null}`)
	}))
	defer server.Close()
	c, err := client.New(client.Config{
		BaseURL: server.URL,
		Key:     func(context.Context) (string, error) { return "gr_live_0123456789", nil },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	limit, ctx := 10, context.Background()
	low, high := c.Prices().Search(limit)
	fmt.Println("costs", low, "to", high)
	page, receipt, err := c.Search(ctx, api.SearchRequest{Query: "vegan cooks", Limit: &limit}, client.MaxCredits(50*api.Credit))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("charged", receipt.Charged)
	for found, err := range c.SearchAll(ctx, page) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(found.Creator.Name)
	}
	// Output:
	// costs 25 to 45
	// charged 29
	// Ada
	// Grace
}

// Command client reads creators, pages of a search, and transcripts through
// the client that a public generator makes of openapi.json. It proves that
// programs written from the description alone work, and is told where the
// service is by its arguments: address, key, a video id and a shortcode that
// there are transcripts of.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"

	"greenroom/ci/client/creatordata"
)

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "client ADDRESS KEY VIDEO SHORTCODE")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, "client:", err)
		os.Exit(1)
	}
}

func run(address, key, video, shortcode string) error {
	client, err := creatordata.NewClientWithResponses(address, creatordata.WithRequestEditorFn(
		func(_ context.Context, r *http.Request) error { r.Header.Set("X-API-Key", key); return nil }))
	if err != nil {
		return err
	}
	ctx := context.Background()
	first, err := search(ctx, client)
	if err != nil {
		return fmt.Errorf("search: %w", err)
	}
	if err := creators(ctx, client, first); err != nil {
		return fmt.Errorf("read creators: %w", err)
	}
	return transcripts(ctx, client, video, shortcode)
}

// search makes a session and reads all its pages.
func search(ctx context.Context, c *creatordata.ClientWithResponses) ([]creatordata.SearchResult, error) {
	limit := 15
	made, err := c.PostSearchWithResponse(ctx, nil, creatordata.SearchRequest{Query: "food creators", Limit: &limit})
	if err != nil {
		return nil, err
	}
	if made.JSON200 == nil {
		return nil, fmt.Errorf("%s: %s", made.Status(), made.Body)
	}
	page, all, pages := made.JSON200, made.JSON200.Data, 1
	for page.HasMore {
		next, err := c.GetSearchByIdWithResponse(ctx, page.SearchId, &creatordata.GetSearchByIdParams{Cursor: page.NextCursor})
		if err != nil {
			return nil, err
		}
		if next.JSON200 == nil {
			return nil, fmt.Errorf("page %d: %s: %s", pages+1, next.Status(), next.Body)
		}
		page, pages = next.JSON200, pages+1
		all = append(all, page.Data...)
	}
	fmt.Printf("search: %d creators on %d pages\n", len(all), pages)
	if pages < 2 || len(all) != page.Total {
		return nil, fmt.Errorf("%d creators on %d pages, total %d", len(all), pages, page.Total)
	}
	return all, nil
}

// creators reads some that a search found, with their profiles.
func creators(ctx context.Context, c *creatordata.ClientWithResponses, found []creatordata.SearchResult) error {
	for _, r := range found[:3] {
		one, err := c.GetCreatorsByIdWithResponse(ctx, r.Creator.Id, nil)
		if err != nil {
			return err
		}
		if one.JSON200 == nil || one.JSON200.Data.Name != r.Creator.Name {
			return fmt.Errorf("%s: %s", one.Status(), one.Body)
		}
		profiles, err := c.GetCreatorsByIdProfilesWithResponse(ctx, r.Creator.Id, nil)
		if err != nil {
			return err
		}
		if profiles.JSON200 == nil || len(profiles.JSON200.Data) == 0 || profiles.JSON200.Data[0].Metrics == nil {
			return fmt.Errorf("profiles: %s: %s", profiles.Status(), profiles.Body)
		}
		fmt.Printf("creator: %s, %d profiles\n", one.JSON200.Data.Name, len(profiles.JSON200.Data))
	}
	return nil
}

// transcripts reads what is said in a video and in a post.
func transcripts(ctx context.Context, c *creatordata.ClientWithResponses, video, shortcode string) error {
	said, err := c.GetRawVideoplatformTranscriptByVideoIdWithResponse(ctx, video, nil)
	if err != nil {
		return fmt.Errorf("read transcript of video: %w", err)
	}
	if said.JSON200 == nil || said.JSON200.Data.FullText == "" {
		return fmt.Errorf("read transcript of video: %s: %s", said.Status(), said.Body)
	}
	posted, err := c.GetRawPhotoplatformTranscriptByShortcodeWithResponse(ctx, shortcode, nil)
	if err != nil {
		return fmt.Errorf("read transcript of post: %w", err)
	}
	if posted.JSON200 == nil || posted.JSON200.Data.FullText == "" {
		return fmt.Errorf("read transcript of post: %s: %s", posted.Status(), posted.Body)
	}
	fmt.Printf("transcripts: %d and %d words\n", said.JSON200.Data.WordCount, posted.JSON200.Data.WordCount)
	missing, err := c.GetRawVideoplatformTranscriptByVideoIdWithResponse(ctx, "___________", nil)
	if err != nil {
		return err
	}
	if missing.JSON404 == nil || missing.JSON404.Error.Message == "" {
		return errors.New("a video that is not there is not told as documented")
	}
	return nil
}

package command

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"greenroom/service"
)

// Every row of the tables, by words as the tools say them.
var said = []struct {
	tool, subject, words string
	kind                 service.UpstreamKind
	wait                 time.Duration
	rule                 string
}{
	{YtDLP, "", "ERROR: [youtube] abc: Video unavailable. This content isn't available, try again later. The current session has been rate-limited by YouTube for up to an hour.", service.UpstreamRateLimited, time.Hour, "rate-hour"},
	{YtDLP, "", "ERROR: Unable to download webpage: HTTP Error 429: Too Many Requests (caused by <HTTPError 429>)", service.UpstreamRateLimited, aWhile, "rate"},
	{YtDLP, "", "ERROR: [youtube] abc: The uploader has not made this video available in your country", service.UpstreamBlocked, 0, "country"},
	{YtDLP, "", "ERROR: [youtube] abc: Video unavailable. This video contains content from Clay Music, who has blocked it on copyright grounds", service.UpstreamBlocked, 0, "country"},
	{YtDLP, "", "ERROR: [youtube] abc: Sign in to confirm your age. This video may be inappropriate for some users.", service.UpstreamBlocked, 0, "age"},
	{YtDLP, "", "ERROR: [youtube] abc: Sign in to confirm you’re not a bot. Use --cookies-from-browser or --cookies for the authentication", service.UpstreamBlocked, aPause, "bot"},
	{YtDLP, "", "ERROR: unable to download video data: HTTP Error 403: Forbidden", service.UpstreamBlocked, aPause, "bot"},
	{YtDLP, "", "ERROR: There are missing subtitles languages because a PO token was not provided", service.UpstreamBlocked, 0, "token"},
	{YtDLP, "", "ERROR: [youtube] abc: Private video. Sign in if you've been granted access to this video", service.UpstreamPrivate, 0, "private"},
	{YtDLP, "", "ERROR: [youtube] abc: Join this channel to get access to members-only content like this video", service.UpstreamPrivate, 0, "private"},
	{YtDLP, "", "ERROR: [x] abc: This video is only available for registered users. Use --cookies", service.UpstreamBlocked, 0, "login"},
	{YtDLP, OfPost, "ERROR: [Instagram] abc: There is no video in this post", service.UpstreamSilent, 0, "picture"},
	{YtDLP, "", "ERROR: [Instagram] abc: There is no video in this post", service.UpstreamFailed, 0, "unknown"},
	{YtDLP, "", "ERROR: [youtube] abc: Video unavailable", service.UpstreamMissing, 0, "gone"},
	{YtDLP, "", "ERROR: [youtube] abc: Video unavailable. This video has been removed by the uploader", service.UpstreamMissing, 0, "gone"},
	{YtDLP, "", "ERROR: [youtube] abc: Video unavailable. This video is no longer available because the account associated with this video has been terminated.", service.UpstreamMissing, 0, "gone"},
	{YtDLP, "", "ERROR: [youtube:tab] @x: Unable to download API page: HTTP Error 404: Not Found (caused by <HTTPError 404: Not Found>)", service.UpstreamMissing, 0, "gone"},
	{YtDLP, "", "ERROR: [youtube] abc: Unable to download API page: The read operation timed out", service.UpstreamTimeout, 0, "timeout"},
	{YtDLP, "", "ERROR: [youtube] abc: Failed to establish a new connection: [Errno 111] Connection refused", service.UpstreamUnavailable, 0, "unreached"},
	{YtDLP, "", "ERROR: Unable to download webpage: HTTP Error 503: Service Unavailable", service.UpstreamUnavailable, 0, "unreached"},
	{YtDLP, "", "ERROR: [youtube] abc: Unable to extract uploader id; please report this issue on https://example.org", service.UpstreamFailed, 0, "behind"},
	{YtDLP, "", "ERROR: [youtube] abc: Video unavailable. The network is no longer supported in this application or device.", service.UpstreamFailed, 0, "unknown"},
	{YtDLP, "", "WARNING: [youtube] abc: Video unavailable", service.UpstreamFailed, 0, "unknown"},
	{YtDLP, "", "does not exist", service.UpstreamFailed, 0, "unknown"},
	{YtDLP, "", "", service.UpstreamFailed, 0, "unknown"},
	{GalleryDL, OfPost, "[instagram][error] HttpError: '429 Too Many Requests' for 'https://p.example/api'", service.UpstreamRateLimited, aWhile, "rate"},
	{GalleryDL, OfPost, "[instagram][error] HTTP redirect to login page (https://p.example/accounts/login/)", service.UpstreamBlocked, aPause, "login"},
	{GalleryDL, OfProfile, "[instagram][warning] mo.kiln's posts are private", service.UpstreamPrivate, 0, "private"},
	{GalleryDL, OfPost, "[instagram][error] HttpError: '404 Not Found' for 'https://p.example/p/abc'", service.UpstreamMissing, 0, "gone"},
	{GalleryDL, OfProfile, "[instagram][error] HttpError: '404 Not Found' for 'https://p.example/mo.kiln'", service.UpstreamBlocked, 0, "user"},
	{GalleryDL, OfProfile, "[instagram][error] NotFoundError: Requested user could not be found", service.UpstreamBlocked, 0, "user"},
	{GalleryDL, OfPost, "[instagram][error] NotFoundError: Requested post could not be found", service.UpstreamFailed, 0, "unknown"},
	{GalleryDL, OfPost, "[instagram][error] Read timed out.", service.UpstreamTimeout, 0, "timeout"},
	{GalleryDL, OfPost, "[instagram][error] HTTPSConnectionPool: Max retries exceeded", service.UpstreamUnavailable, 0, "unreached"},
	{Instaloader, OfProfile, "JSON Query to mo.kiln: 429 Too Many Requests", service.UpstreamRateLimited, aWhile, "rate"},
	{Instaloader, OfProfile, `401 Unauthorized - "fail" status, message "Please wait a few minutes before you try again."`, service.UpstreamRateLimited, aWhile, "rate"},
	{Instaloader, OfProfile, "Redirected to login page. You've been logged out.", service.UpstreamBlocked, aPause, "login"},
	{Instaloader, OfPost, "Login required.", service.UpstreamBlocked, aPause, "login"},
	{Instaloader, OfProfile, "mo.kiln: Private but not followed.", service.UpstreamPrivate, 0, "private"},
	{Instaloader, OfProfile, "Profile mo.kiln does not exist.", service.UpstreamMissing, 0, "gone"},
	{Instaloader, OfProfile, "JSON Query to mo: HTTP 403\nProfile mo.kiln does not exist.", service.UpstreamBlocked, aPause, "login"},
	{Instaloader, OfProfile, "Redirected to login page. Use --login.\nProfile mo.kiln does not exist.", service.UpstreamBlocked, aPause, "login"},
	{Instaloader, OfProfile, "message \"Please wait a few minutes before you try again.\"\nProfile mo.kiln does not exist.", service.UpstreamRateLimited, aWhile, "rate"},
	{GalleryDL, OfPost, "[instagram][error] HTTP redirect to login page\n[instagram][error] HttpError: '404 Not Found' for 'https://p.example/p/abc'", service.UpstreamBlocked, aPause, "login"},
	{YtDLP, "", "WARNING: [youtube] HTTP Error 429: Too Many Requests. Retrying\nERROR: [youtube] abc: Video unavailable", service.UpstreamFailed, 0, "unknown"},
	{Instaloader, OfProfile, "Connection timed out", service.UpstreamTimeout, 0, "timeout"},
	{Instaloader, OfPost, "HTTPSConnectionPool(host='p.example'): Max retries exceeded", service.UpstreamUnavailable, 0, "unreached"},
	{Instaloader, OfPost, "Fetching Post metadata failed.", service.UpstreamFailed, 0, "unknown"},
}

func TestWhatToolsSayLast(t *testing.T) {
	told := map[string]bool{}
	for _, c := range said {
		words := "[debug] something before\n" + c.words + "\n"
		d := Diagnose(c.tool, c.subject, Outcome{Exit: 1, Words: words}, false)
		if d.Kind != c.kind || d.Wait != c.wait || d.Rule != c.rule {
			t.Errorf("%s %q: %+v, want %s %s %s", c.tool, c.words, d, c.kind, c.wait, c.rule)
		}
		told[fmt.Sprint(c.tool, " ", c.rule)] = true
		if err := d.Err().Error(); strings.Contains(err, "mo.kiln") || strings.Contains(err, "abc") {
			t.Errorf("an error repeats words of a tool: %s", err)
		}
	}
	for tool, rows := range tables {
		for _, r := range rows {
			if !told[tool+" "+r.name] {
				t.Errorf("no words for the row %s of %s", r.name, tool)
			}
		}
	}
}

func TestTheNewestWordsCount(t *testing.T) {
	words := "ERROR: [a] b: HTTP Error 404: Not Found\nERROR: [a] b: HTTP Error 429: Too Many Requests"
	if d := Diagnose(YtDLP, "", Outcome{Words: words}, false); d.Kind != service.UpstreamRateLimited {
		t.Errorf("%+v", d)
	}
	old := "ERROR: [a] b: HTTP Error 404: Not Found\n" + strings.Repeat("x\n", linesOf)
	if d := Diagnose(YtDLP, "", Outcome{Words: old}, false); d.Kind != service.UpstreamFailed {
		t.Errorf("words of long before: %+v", d)
	}
	for ending, want := range map[Ending]service.UpstreamKind{Late: service.UpstreamTimeout, TooMuch: service.UpstreamFailed} {
		if d := Diagnose(YtDLP, "", Outcome{Ended: ending, Words: words}, false); d.Kind != want {
			t.Errorf("%s: %+v", ending, d)
		}
	}
	if d := Diagnose(YtDLP, "", Outcome{Words: "WARNING: [a] b: Video unavailable. This video has been removed"}, true); d.Kind != service.UpstreamMissing {
		t.Errorf("a warning that is an error: %+v", d)
	}
}

// What was asked for is repeated by tools: whatever it is, it is no word of theirs.
func TestWhatWasAskedForTellsNothing(t *testing.T) {
	const gone, failed = "HTTP Error 404: Not Found", "Unable to download API page: something new"
	for _, asked := range []string{"captcha", "Blocked", "429", "rate-limited by", "for up to an hour", "HTTP Error 429", "is private", "--cookies", "blocked it", "PO token was not provided",
		"does not exist", "x\nERROR: Too Many Requests", "Sign in to confirm", "403"} {
		said := strings.ToLower(strings.ReplaceAll(asked, "\n", "  \n"))
		for words, kinds := range map[string][]service.UpstreamKind{
			"ERROR: [youtube:tab] @" + said + ": " + failed:                  {service.UpstreamFailed},
			"ERROR: [youtube:tab] " + url.QueryEscape(asked) + ": " + failed: {service.UpstreamFailed},
			"ERROR: [youtube:tab] @" + said + ": " + gone:                    {service.UpstreamMissing, service.UpstreamFailed},
			"ERROR: [youtube:tab] @" + said + ": Too Many Requests":          {service.UpstreamRateLimited, service.UpstreamFailed},
		} {
			d := Diagnose(YtDLP, "", Outcome{Words: words, Asked: []string{asked}}, true)
			if !slices.Contains(kinds, d.Kind) || d.Kind != service.UpstreamRateLimited && d.Wait != 0 {
				t.Errorf("asked for %q, told %q: %+v", asked, words, d)
			}
		}
	}
	for words, want := range map[string]service.UpstreamKind{
		"Profile 403 does not exist.":                         service.UpstreamFailed, // it may be a refusal
		"JSON Query to 403: 401\nProfile 403 does not exist.": service.UpstreamBlocked,
		"Profile mo does not exist.":                          service.UpstreamMissing,
		"Profile 4030 does not exist.":                        service.UpstreamMissing,
	} {
		if d := Diagnose(Instaloader, OfProfile, Outcome{Words: words, Asked: []string{"403"}}, false); d.Kind != want {
			t.Errorf("%q: %+v", words, d)
		}
	}
	// A part of a longer word is the tool's.
	if d := Diagnose(YtDLP, "", Outcome{Words: "ERROR: [a] b: HTTP Error 404: Not Found", Asked: []string{"e", "40"}}, false); d.Kind != service.UpstreamMissing {
		t.Errorf("%+v", d)
	}
	if got := Chosen(map[string]string{"{query}": "q", "{handle}": "h", "{text}": "t", "{count}": "404", "{sort}": "newest"}); len(got) != 3 || slices.Contains(got, "404") {
		t.Errorf("%q", got)
	}
}

// Every exit code of an own program, and that words prove nothing beside it.
func TestWhatAnOwnProgramMeansByItsExit(t *testing.T) {
	want := map[int]service.UpstreamKind{10: service.UpstreamMissing, 11: service.UpstreamPrivate, 12: service.UpstreamRateLimited, 13: service.UpstreamBlocked,
		14: service.UpstreamTimeout, 15: service.UpstreamSilent}
	for exit := range 256 {
		kind, told := want[exit]
		if !told {
			kind = service.UpstreamFailed
		}
		d := Diagnose(Own, OfPost, Outcome{Exit: exit, Words: "ERROR: HTTP Error 404\n{\"retry_after\":7}\n"}, true)
		wait := map[int]time.Duration{12: 7 * time.Second, 13: 7 * time.Second}[exit]
		if d.Kind != kind || d.Wait != wait {
			t.Errorf("exit %d: %+v, want %s after %s", exit, d, kind, wait)
		}
	}
	if d := Diagnose(Own, "", Outcome{Exit: 10, Ended: Late}, false); d.Kind != service.UpstreamTimeout {
		t.Errorf("killed: %+v", d)
	}
}

package command

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"greenroom/internal/each"
	"greenroom/internal/pattern"
	"greenroom/service"
)

// Diagnosis is the meaning of a tool's last words.
type Diagnosis struct {
	Kind service.UpstreamKind
	// Wait is the time all of the network is left alone, where it refuses us; 0: this is
	// about the one thing that was asked for.
	Wait time.Duration
	Rule string // which row told: for logs, which must hold no word of a tool
}

// Err is the diagnosis as the error of a network.
func (d Diagnosis) Err() error {
	return &service.UpstreamError{Kind: d.Kind, RetryAfter: d.Wait, Cause: ruleError(d.Rule)}
}

type ruleError string

func (e ruleError) Error() string { return string(e) }

// row is one way of a tool to say what went wrong.
type row struct {
	name string
	of   string // only of this subject; "" of any
	text *pattern.Pattern
	kind service.UpstreamKind
	wait time.Duration
}

const (
	aWhile  = 5 * time.Minute
	aPause  = 30 * time.Minute
	anHour  = time.Hour
	linesOf = 20           // of the end of standard error that count
	longest = 24 * 60 * 60 // seconds that a network is left alone for
)

// What is asked for, as far as it matters for what an error proves.
const (
	OfPost    = "post"
	OfProfile = "profile"
)

var (
	unreached = pattern.New(`(?i)failed to establish|connection refused|name or service not known|name resolution|network is unreachable|no route to host|max retries exceeded|proxyerror|http error 5\d\d|error code 5\d\d`)
	timedOut  = pattern.New(`(?i)timed out|timeout`)
)

// tables are the rows of each tool; the first that fits counts. Only what proves that
// something is gone makes it missing, and nothing proves it where the network also refused.
var tables = map[string][]row{
	YtDLP: {
		{name: "rate-hour", text: pattern.New(`for up to an hour`), kind: service.UpstreamRateLimited, wait: anHour},
		{name: "rate", text: pattern.New(`(?i)http error 429|rate-limited by|too many requests|try again later`), kind: service.UpstreamRateLimited, wait: aWhile},
		{name: "country", text: pattern.New(`(?i)in your country|geo.?restrict|blocked it`), kind: service.UpstreamBlocked},
		{name: "age", text: pattern.New(`(?i)sign in to confirm your age|age.?restricted|inappropriate for some users`), kind: service.UpstreamBlocked},
		{name: "bot", text: pattern.New(`(?i)sign in to confirm|captcha|http error 403|\bblocked\b|redirected to the login page`), kind: service.UpstreamBlocked, wait: aPause},
		{name: "token", text: pattern.New(`PO token was not provided`), kind: service.UpstreamBlocked},
		{name: "private", text: pattern.New(`(?i)private video|is private|members-only|join this channel|you do not have permission`), kind: service.UpstreamPrivate},
		{name: "login", text: pattern.New(`(?i)only available for registered users|--cookies`), kind: service.UpstreamBlocked},
		{name: "picture", of: OfPost, text: pattern.New(`There is no video in this post`), kind: service.UpstreamSilent},
		{name: "gone", text: pattern.New(`(?i)http error 404|video unavailable\.?\s*$|does not exist|has been removed|account .*terminated`), kind: service.UpstreamMissing},
		{name: "timeout", text: timedOut, kind: service.UpstreamTimeout},
		{name: "unreached", text: unreached, kind: service.UpstreamUnavailable},
		{name: "behind", text: pattern.New(`(?i)unable to extract|please report this issue|unsupported url|no such option`), kind: service.UpstreamFailed},
	},
	GalleryDL: {
		{name: "rate", text: pattern.New(`(?i)\b429\b|too many requests|please wait a few minutes`), kind: service.UpstreamRateLimited, wait: aWhile},
		{name: "login", text: pattern.New(`(?i)redirect to (?:login|challenge) page|checkpoint|challenge_required|login required|authrequired|authorizationerror|\b40[13]\b`), kind: service.UpstreamBlocked, wait: aPause},
		{name: "private", text: pattern.New(`(?i)posts are private`), kind: service.UpstreamPrivate},
		{name: "gone", of: OfPost, text: pattern.New(`(?i)404 not found`), kind: service.UpstreamMissing},
		// It says so of a user for each way that failed, whatever the reason was.
		{name: "user", of: OfProfile, text: pattern.New(`(?i)could not be found|404 not found`), kind: service.UpstreamBlocked},
		{name: "timeout", text: timedOut, kind: service.UpstreamTimeout},
		{name: "unreached", text: unreached, kind: service.UpstreamUnavailable},
	},
	Instaloader: {
		{name: "rate", text: pattern.New(`(?i)429 too many requests|please wait a few minutes|too many queries`), kind: service.UpstreamRateLimited, wait: aWhile},
		{name: "login", text: pattern.New(`(?i)redirected to login|checkpoint_required|challenge_required|feedback_required|login required|\b40[13]\b`), kind: service.UpstreamBlocked, wait: aPause},
		{name: "private", text: pattern.New(`(?i)private but not followed`), kind: service.UpstreamPrivate},
		{name: "gone", text: pattern.New(`(?i)does not exist`), kind: service.UpstreamMissing},
		{name: "timeout", text: timedOut, kind: service.UpstreamTimeout},
		{name: "unreached", text: unreached, kind: service.UpstreamUnavailable},
	},
}

// exits are what an own program says by its exit code. A network that refuses is left alone
// for the wait that the last line of standard error names; any other code is a failure.
var exits = map[int]row{
	10: {name: "gone", kind: service.UpstreamMissing},
	11: {name: "private", kind: service.UpstreamPrivate},
	12: {name: "rate", kind: service.UpstreamRateLimited, wait: aWhile},
	13: {name: "blocked", kind: service.UpstreamBlocked},
	14: {name: "timeout", kind: service.UpstreamTimeout},
	15: {name: "silent", kind: service.UpstreamSilent},
}

// byExit is what an own program means by its end. The wait is of a refusal: of one that
// names none and is no limit of a rate, only what was asked for is refused.
func byExit(o Outcome) Diagnosis {
	r, told := exits[o.Exit]
	if !told {
		return Diagnosis{Kind: service.UpstreamFailed, Rule: "unknown"}
	}
	d := Diagnosis{Kind: r.kind, Wait: r.wait, Rule: r.name}
	var said struct {
		Seconds int64 `json:"retry_after"`
	}
	lines := strings.Split(strings.TrimSpace(o.Words), "\n")
	refuses := r.kind == service.UpstreamRateLimited || r.kind == service.UpstreamBlocked
	if json.Unmarshal([]byte(lines[len(lines)-1]), &said) == nil && refuses && said.Seconds > 0 {
		d.Wait = time.Duration(min(said.Seconds, longest)) * time.Second
	}
	return d
}

// Diagnose reads the last words of a tool, the newest first; subject is what was asked
// for. For yt-dlp only errors count, and warnings where those are held to be errors too.
// What was asked for counts nowhere, but that it may look like a refusal proves nothing missing.
// An own program is read by its exit code.
func Diagnose(tool, subject string, o Outcome, warnings bool) Diagnosis {
	switch o.Ended {
	case Late:
		return Diagnosis{Kind: service.UpstreamTimeout, Rule: "deadline"}
	case TooMuch:
		return Diagnosis{Kind: service.UpstreamFailed, Rule: "flood"}
	}
	if tool == Own {
		return byExit(o)
	}
	lines := strings.Split(strings.TrimSpace(without(o.Words, o.Asked)), "\n")
	for _, line := range slices.Backward(lines[max(0, len(lines)-linesOf):]) {
		if tool == YtDLP && !strings.HasPrefix(line, "ERROR:") && (!warnings || !strings.HasPrefix(line, "WARNING:")) {
			continue
		}
		for _, r := range tables[tool] {
			if (r.of == "" || r.of == subject) && r.text.MatchString(line) && (r.kind != service.UpstreamMissing || !refused(tool, o.Words)) {
				return Diagnosis{Kind: r.kind, Wait: r.wait, Rule: r.name}
			}
		}
	}
	return Diagnosis{Kind: service.UpstreamFailed, Rule: "unknown"}
}

// without is words of a tool without what was asked for, which it repeats: a channel that is
// called "captcha" is no refusal. Where that is a part of a longer word it stays.
func without(words string, asked []string) string {
	for _, value := range asked {
		for _, form := range []string{value, url.QueryEscape(value), url.PathEscape(value)} {
			parts := each.Of(strings.Fields(form), regexp.QuoteMeta)
			if len(parts) > 0 {
				words = regexp.MustCompile(`(?i)(^|[^\pL\pN])`+strings.Join(parts, `\s+`)+`($|[^\pL\pN])`).ReplaceAllString(words, "${1}…${2}")
			}
		}
	}
	return words
}

// refused says whether anything in the words of a tool is a refusal by its network: of what
// was refused a tool may say next that it is not there.
func refused(tool, words string) bool {
	return slices.ContainsFunc(tables[tool], func(r row) bool { return r.wait > 0 && r.text.MatchString(words) })
}

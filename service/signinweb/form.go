package signinweb

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"greenroom/service/signin"
)

// formMax is the largest form, in bytes.
const formMax = 16 << 10

// readForm reads the form that a request holds.
func readForm(out http.ResponseWriter, r *http.Request) (url.Values, error) {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/x-www-form-urlencoded" {
		return nil, &signin.Failure{Code: signin.InvalidRequest, Description: "Send the body as a form, with content type application/x-www-form-urlencoded."}
	}
	body, err := io.ReadAll(http.MaxBytesReader(out, r.Body, formMax))
	if err != nil {
		return nil, &signin.Failure{Code: signin.InvalidRequest, Description: "The form could not be read, or is larger than 16 KiB."}
	}
	form, err := parseForm(string(body))
	if err != nil {
		return nil, &signin.Failure{Code: signin.InvalidRequest, Description: "The form is malformed: " + err.Error() + "."}
	}
	return form, nil
}

// parseForm reads a form in which each name stands once.
func parseForm(raw string) (url.Values, error) {
	form, err := url.ParseQuery(raw)
	if err != nil {
		return nil, errors.New("a name or value is badly escaped")
	}
	for name, given := range form {
		if len(given) > 1 {
			return nil, errors.New("a name is given more than once")
		}
		if !utf8.ValidString(name) || !utf8.ValidString(given[0]) || strings.ContainsRune(given[0], 0) {
			return nil, errors.New("a value is not text")
		}
	}
	return form, nil
}

// The pages that somebody may be led back to after signing in.
var wayBack = map[string]bool{"/oauth/authorize": true, "/device": true}

// back returns the page after signing in: one of ours, whatever was asked for; "" where it
// is none.
func back(then string) string {
	u, err := url.Parse(then)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || u.Opaque != "" || u.Fragment != "" || !wayBack[u.Path] || u.RawPath != "" {
		return ""
	}
	q, err := url.ParseQuery(u.RawQuery)
	switch {
	case err != nil:
		return ""
	case len(q) == 0:
		return u.Path
	}
	return u.Path + "?" + q.Encode()
}

package mpp

import (
	"errors"
	"fmt"
	"strings"
)

// What a header may be at most.
const (
	mostHeader     = 32 << 10
	mostChallenges = 32
	mostParams     = 32
)

// Errors of headers that cannot be read.
var (
	ErrSyntax    = errors.New("not a list of challenges as HTTP writes it")
	ErrDuplicate = errors.New("a parameter stands twice")
	ErrMissing   = errors.New("a parameter is missing or empty")
	ErrTooLong   = errors.New("it is longer than is read")
)

// param is one name and value of a challenge, as it came.
type param struct{ name, value string }

// scheme is one challenge of any scheme: Payment, Bearer, …
type scheme struct {
	name   string
	params []param
}

// split takes a WWW-Authenticate line apart (RFC 9110, 11.6.1). Several challenges
// may stand in one line with commas between, as they do between parameters: a word
// with = after it is a parameter, a word without begins a challenge.
func split(line string) ([]scheme, error) {
	if len(line) > mostHeader {
		return nil, ErrTooLong
	}
	var out []scheme
	p := &reader{rest: line}
	for p.separators(); p.rest != ""; p.separators() {
		word := p.token()
		if word == "" {
			return nil, fmt.Errorf("%w: at %s", ErrSyntax, clip(p.rest))
		}
		if value, is, err := p.assigned(); err != nil {
			return nil, err
		} else if is {
			if err := add(out, strings.ToLower(word), value); err != nil {
				return nil, err
			}
			continue
		}
		if len(out) == mostChallenges {
			return nil, ErrTooLong
		}
		out = append(out, scheme{name: word})
		p.token68()
	}
	return out, nil
}

// add gives the last challenge a parameter.
func add(list []scheme, name, value string) error {
	if len(list) == 0 {
		return fmt.Errorf("%w: it begins with the parameter %s", ErrSyntax, clip(name))
	}
	last := &list[len(list)-1]
	for _, p := range last.params {
		if p.name == name {
			return fmt.Errorf("%w: %s", ErrDuplicate, clip(name))
		}
	}
	if len(last.params) == mostParams {
		return ErrTooLong
	}
	last.params = append(last.params, param{name, value})
	return nil
}

type reader struct{ rest string }

func (r *reader) spaces() { r.rest = strings.TrimLeft(r.rest, " \t") }

func (r *reader) separators() { r.rest = strings.TrimLeft(r.rest, " \t,") }

// token is the next word; "" where none stands.
func (r *reader) token() string {
	n := 0
	for n < len(r.rest) && isToken(r.rest[n]) {
		n++
	}
	word := r.rest[:n]
	r.rest = r.rest[n:]
	return word
}

// assigned reads = and what follows; false where no = stands.
func (r *reader) assigned() (string, bool, error) {
	before := r.rest
	r.spaces()
	if !strings.HasPrefix(r.rest, "=") {
		r.rest = before
		return "", false, nil
	}
	r.rest = r.rest[1:]
	r.spaces()
	if strings.HasPrefix(r.rest, `"`) {
		value, err := r.quoted()
		return value, true, err
	}
	if value := r.token(); value != "" {
		return value, true, r.ended()
	}
	return "", true, fmt.Errorf("%w: nothing stands behind =", ErrSyntax)
}

// quoted reads a string in quotes, with what is escaped in it.
func (r *reader) quoted() (string, error) {
	var b strings.Builder
	for i := 1; i < len(r.rest); i++ {
		switch c := r.rest[i]; {
		case c == '"':
			r.rest = r.rest[i+1:]
			return b.String(), r.ended()
		case c == '\\' && i+1 < len(r.rest):
			i++
			b.WriteByte(r.rest[i])
		case c < ' ' && c != '\t' || c == 0x7f:
			return "", fmt.Errorf("%w: a control character stands in quotes", ErrSyntax)
		default:
			b.WriteByte(c)
		}
	}
	return "", fmt.Errorf("%w: a quote is not closed", ErrSyntax)
}

// ended says that a value must be followed by a comma or nothing.
func (r *reader) ended() error {
	r.spaces()
	if r.rest != "" && r.rest[0] != ',' {
		return fmt.Errorf("%w: no comma before %s", ErrSyntax, clip(r.rest))
	}
	return nil
}

// token68 skips the one word that schemes like Negotiate have in place of
// parameters: it ends the challenge, or it is none.
func (r *reader) token68() {
	before := r.rest
	if r.spaces(); r.rest == before {
		return
	}
	n := 0
	for n < len(r.rest) && (isToken(r.rest[n]) || r.rest[n] == '/' || r.rest[n] == ':') {
		n++
	}
	for n > 0 && n < len(r.rest) && r.rest[n] == '=' {
		n++
	}
	if tail := strings.TrimLeft(r.rest[n:], " \t"); n > 0 && (tail == "" || tail[0] == ',') {
		r.rest = tail
		return
	}
	r.rest = before
}

func isToken(c byte) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		return true
	}
	return c != 0 && strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
}

func clip(s string) string {
	const most = 60
	if len(s) > most {
		return fmt.Sprintf("%q…", s[:most])
	}
	return fmt.Sprintf("%q", s)
}

package bearer

import (
	"context"
	"errors"

	"github.com/go-jose/go-jose/v4"
)

// oneKey is a set of one key.
type oneKey struct{ key jose.JSONWebKey }

func (o *oneKey) VerifySignature(_ context.Context, raw string) ([]byte, error) {
	parsed, err := jose.ParseSignedCompact(raw, algorithms)
	if err != nil {
		return nil, errors.New("unsigned")
	}
	return parsed.Verify(o.key)
}

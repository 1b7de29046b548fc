package client

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// question names what a call asks, the same for the same question whatever the
// networks are called at the service.
func (k call) question() string {
	args := append([]string{}, k.args...)
	b, err := json.Marshal([]any{k.method, k.endpoint, args, k.query.Encode(), k.body})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

package payments

import (
	"net/http"
	"time"

	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
)

// Receipt writes into the headers of an answer that its payment was taken, in the
// words of the protocol that it came by.
func (t *Till) Receipt(h http.Header, c Claim) error {
	h.Set("Access-Control-Expose-Headers", exposed)
	if c.Protocol == X402 {
		text, err := x402.EncodeResponse(x402.Response{Success: true, Transaction: c.Outcome.Transaction, Network: c.Network, Payer: c.Payer, Amount: c.Proof.Value})
		h.Set(x402.HeaderResponse, text)
		return err
	}
	text, err := mpp.EncodeReceipt(mpp.Receipt{Status: mpp.Success, Method: mpp.EVM, Timestamp: c.ChangedAt.UTC().Format(time.RFC3339),
		Reference: c.Outcome.Transaction, Challenge: c.Proof.Challenge, Chain: t.terms.Asset.Chain})
	h.Set(mpp.HeaderReceipt, text)
	return err
}

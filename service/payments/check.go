package payments

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"greenroom/internal/payment"
	"greenroom/internal/payment/evm"
	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
)

// leastLeft is the time a payment must stay valid: its settlement takes time.
const leastLeft = 6 * time.Second

// check holds a payment against what is asked, as far as that needs nobody else.
func (t *Till) check(c *Credential, q Quote) error {
	if c.broken != nil {
		return unreadable(c.broken)
	}
	want, err := t.terms.requirement(q)
	if err != nil {
		return err
	}
	var wrong *Refused
	if c.Protocol != MPP {
		wrong = t.checkX402(c, want, q)
	} else if wrong, err = t.checkMPP(c, q); err != nil {
		return err
	}
	if wrong == nil {
		wrong = t.checkTransfer(c, q)
	}
	if wrong != nil {
		return wrong
	}
	return nil
}

// checkX402 holds what the payer accepted against what is asked.
func (t *Till) checkX402(c *Credential, want x402.Requirement, q Quote) *Refused {
	got := c.x402.Accepted
	if resource := c.x402.Resource; resource != nil && resource.URL != "" && resource.URL != t.terms.url(q.Ask) {
		return refuse(mpp.InvalidChallenge, wrongTerms, "The payment names a different URL than the one it was sent to.")
	}
	switch {
	case got.Scheme != want.Scheme:
		return refuse(mpp.VerificationFailed, wrongScheme, "The payment uses a scheme other than "+want.Scheme+".")
	case got.Network != want.Network:
		return refuse(mpp.VerificationFailed, wrongNetwork, "The payment is for a network other than "+want.Network+".")
	case got.Extra.Method != "" && got.Extra.Method != x402.EIP3009:
		return refuse(mpp.VerificationFailed, wrongScheme, "Only transfers with "+x402.EIP3009+" are accepted.")
	case c.Protocol == X402 && !got.Same(want): // what version 1 accepts is in its transfer alone
		return refuse(mpp.VerificationFailed, wrongTerms, "The terms of the payment do not match this request: amount, asset or payTo differ.")
	}
	return nil
}

// checkMPP holds the challenge that comes back against the one that would be made
// now, which need not be remembered for that.
func (t *Till) checkMPP(c *Credential, q Quote) (*Refused, error) {
	got := c.mpp.Challenge
	charge, err := t.terms.charge(q)
	if err != nil {
		return nil, err
	}
	switch {
	case got.Method != mpp.EVM || got.Intent != mpp.Charge:
		return refuse(mpp.MethodUnsupported, wrongScheme, "Only the method evm with the intent charge is accepted."), nil
	case !mpp.Made(t.terms.Secret, got) || got.Realm != t.terms.Realm():
		return refuse(mpp.InvalidChallenge, wrongPayload, "This service did not make that challenge, or it was altered."), nil
	case boundTo(got.Opaque) != q.Ask.bound(), got.Digest != "" && !mpp.DigestFits(got.Digest, q.Ask.Body):
		return otherRequest(), nil
	case got.Expired(t.clock()):
		return refuse(mpp.PaymentExpired, tooLate, "The challenge has expired."), nil
	case got.Request != charge:
		return refuse(mpp.InvalidChallenge, wrongTerms, "The challenge does not match the current terms of this request."), nil
	case c.transfer.Nonce != got.Nonce():
		return refuse(mpp.VerificationFailed, wrongPayload, "The nonce of the transfer does not match the challenge."), nil
	case c.mpp.Source != "" && c.mpp.Source != evm.Source(t.terms.Asset.Chain, c.transfer.From):
		if chain, who, err := evm.ParseSource(c.mpp.Source); err != nil || chain != t.terms.Asset.Chain || who != c.transfer.From {
			return refuse(mpp.VerificationFailed, wrongPayload, "The source did not sign the transfer."), nil
		}
	}
	return nil, nil
}

// boundTo returns the request that a challenge was made for.
func boundTo(opaque string) string {
	var values map[string]string
	raw, err := base64.RawURLEncoding.DecodeString(opaque)
	if err != nil || json.Unmarshal(raw, &values) != nil {
		return ""
	}
	return values[boundKey]
}

// checkTransfer holds the transfer itself against the terms, and its signature
// against who pays. A signature of a contract is for the facilitator to check.
func (t *Till) checkTransfer(c *Credential, q Quote) *Refused {
	units, err := t.terms.Asset.Units(q.Amount)
	if err != nil {
		return refuse(mpp.VerificationFailed, wrongTerms, err.Error())
	}
	now := t.clock()
	switch order := c.transfer.Value.Compare(units); {
	case c.transfer.To.String() != t.terms.PayTo:
		return refuse(mpp.VerificationFailed, wrongRecipient, "The transfer goes to an address other than "+t.terms.PayTo+".")
	case order < 0:
		return refuse(mpp.PaymentInsufficient, wrongValue, fmt.Sprintf("The transfer is less than the %s that this request costs.", q.Amount))
	case order > 0:
		return refuse(mpp.VerificationFailed, wrongValue, fmt.Sprintf("The transfer is more than the %s that this request costs; it must be exact.", q.Amount))
	case !when(c.transfer.ValidAfter).Before(now):
		return refuse(mpp.VerificationFailed, tooEarly, "The transfer is not valid yet.")
	case c.validBefore().Sub(now) < leastLeft:
		return refuse(mpp.PaymentExpired, tooLate, "The transfer has expired, or expires too soon to be settled.")
	}
	return checkSignature(t.terms.Asset, c)
}

func checkSignature(asset payment.Asset, c *Credential) *Refused {
	if !c.signed.OfAccount() {
		return nil
	}
	if who, err := evm.Recover(c.transfer.Hash(asset.Domain()), c.signed); err != nil || who != c.transfer.From {
		return refuse(mpp.VerificationFailed, wrongSignature, "The signature is not the payer's, for this token on this network.")
	}
	return nil
}

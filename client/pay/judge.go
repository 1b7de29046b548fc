package pay

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"greenroom/internal/payment/mpp"
	"greenroom/internal/payment/x402"
)

// Refusal is a payment that was not made, or that a service did not take. Message
// is a sentence for people. Response is the demand, its body read; nil where none
// came.
type Refusal struct {
	Message  string
	Response *http.Response
	Err      error // the cause, if any
}

// Error is the sentence, and the cause.
func (r *Refusal) Error() string {
	if r.Err != nil {
		return r.Message + " (" + r.Err.Error() + ")"
	}
	return r.Message
}

// Unwrap is the cause.
func (r *Refusal) Unwrap() error { return r.Err }

func (p *Payer) refuse(resp *http.Response, message string, cause error) *Refusal {
	return &Refusal{Message: message, Response: resp, Err: cause}
}

// End judges what became of a payment that Do sent, by the answer to it (nil: none
// came), and writes that down. The error is of the journal: the payment counts all
// the same.
func (p *Payer) End(ctx context.Context, paid Payment, resp *http.Response) (Payment, error) {
	was := paid
	paid.judge(resp)
	switch {
	case was.State == Spent: // once taken it stays taken, whatever is said later
		paid.State, paid.Reference, paid.Note = Spent, was.Reference, was.Note
	case paid.State == Released && was.State == Unknown: // it may have been taken before, whatever it is refused for now
		if paid.State = Unknown; !paid.Until.After(p.cfg.Clock()) {
			paid.Credential = "" // nobody can take it any more
		}
	case paid.State == Released:
		paid.Credential = ""
	}
	return p.write(context.WithoutCancel(ctx), paid)
}

// judge says what an answer makes of a payment. Only an answer of success, or one
// that carries its receipt, says that it was taken; only a refusal that looks at
// the request says that it was not. Everything else leaves it open.
func (p *Payment) judge(resp *http.Response) {
	p.State, p.Note = Unknown, ""
	if resp == nil {
		return
	}
	taken, note := p.receipt(resp.Header)
	switch {
	case resp.StatusCode/100 == 2:
		p.State, p.Note = Spent, note
	case taken:
		p.State, p.Note = Spent, "taken, and the answer was a refusal"
	case resp.StatusCode/100 == 4 && !open(resp.StatusCode):
		p.State, p.Note = Released, p.why(resp)
	}
}

// open says whether a refusal leaves it open what became of a payment.
func open(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return false
}

// receipt reads the receipt of an answer: whether it says that the payment was
// taken, and what is wrong with it.
func (p *Payment) receipt(h http.Header) (taken bool, note string) {
	if p.Protocol == X402 {
		return p.receiptX402(h.Get(x402.HeaderResponse))
	}
	return p.receiptMPP(h.Get(mpp.HeaderReceipt))
}

const noReceipt = "the service sent no receipt"

func (p *Payment) receiptX402(header string) (bool, string) {
	if header == "" {
		return false, noReceipt
	}
	r, err := x402.DecodeResponse(header)
	switch {
	case err != nil:
		return false, "its receipt cannot be read"
	case !r.Success:
		return false, "its receipt says that it failed: " + clip(r.ErrorReason)
	case r.Transaction == "":
		return false, "its receipt names no transaction"
	case r.Network != p.Network:
		return false, "its receipt is of another network"
	case r.Payer != "" && !strings.EqualFold(r.Payer, p.Payer):
		return false, "its receipt is of another payer"
	case r.Amount != "" && r.Amount != p.Units:
		return false, "its receipt is of another amount"
	}
	p.Reference = clip(r.Transaction)
	return true, ""
}

func (p *Payment) receiptMPP(header string) (bool, string) {
	if header == "" {
		return false, noReceipt
	}
	r, err := mpp.DecodeReceipt(header)
	switch {
	case err != nil:
		return false, "its receipt cannot be read"
	case r.Status != mpp.Success:
		return false, "its receipt does not say success"
	case r.Reference == "":
		return false, "its receipt names no transaction"
	case r.Method != mpp.EVM || r.Chain != 0 && p.Network != fmt.Sprintf("eip155:%d", r.Chain):
		return false, "its receipt is of another network"
	case r.Challenge != "" && r.Challenge != p.challenge():
		return false, "its receipt is of another challenge"
	}
	p.Reference = clip(r.Reference)
	return true, ""
}

// challenge is the id of the challenge that was paid: the credential holds it.
func (p *Payment) challenge() string {
	_, text, _ := strings.Cut(string(p.Credential), " ")
	c, _ := mpp.DecodeCredential(text)
	return c.Challenge.ID
}

// why is the reason that a service gives for not taking a payment: its sentence and
// its code, wherever they stand in the answer.
func (p *Payment) why(resp *http.Response) string {
	code, sentence := saidIn(resp)
	if r, err := x402.DecodeRequired(resp.Header.Get(x402.HeaderRequired)); err == nil && r.Error != "" && p.Protocol == X402 {
		code = r.Error
	}
	if r, err := x402.DecodeResponse(resp.Header.Get(x402.HeaderResponse)); err == nil && r.ErrorReason != "" {
		code, sentence = r.ErrorReason, cmp.Or(r.ErrorMessage, sentence)
	}
	return reason(code, sentence)
}

// saidIn reads the reason from the body of a refusal: a problem of RFC 9457, an error with
// code and message, or one that is a text. The body can be read again.
func saidIn(resp *http.Response) (code, sentence string) {
	if resp.Body == nil {
		return "", ""
	}
	raw, _ := io.ReadAll(io.LimitReader(resp.Body, mostBody))
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(raw), resp.Body), resp.Body}
	var said struct {
		mpp.Problem
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(raw, &said) != nil {
		return "", ""
	}
	var failed struct{ Code, Message string }
	if json.Unmarshal(said.Error, &failed) != nil {
		_ = json.Unmarshal(said.Error, &failed.Code)
	}
	return cmp.Or(said.Code(), said.Title, failed.Code), cmp.Or(said.Detail, failed.Message)
}

// Held says until when a payment that was not taken counts; zero if it does not.
func (p Payment) Held(now time.Time) time.Time {
	if p.State == Released && p.Until.After(now) {
		return p.Until
	}
	return time.Time{}
}

// IsRefusal finds a Refusal in an error.
func IsRefusal(err error) (*Refusal, bool) { return errors.AsType[*Refusal](err) }

func clip(s string) string {
	const most = 200
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

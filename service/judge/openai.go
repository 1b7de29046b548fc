package judge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"
)

const (
	bodyMost = 1 << 20
	restMost = 15 * time.Minute
	restsFor = 10 * time.Second // after a failure that names no time
	// usageMost limits the tokens that a call is believed to have cost: beside any other report
	// what was booked stays, the worst that it can cost.
	usageMost = 1 << 20
)

// message is one turn of a talk.
type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// completion is the request of POST /chat/completions. Not all servers keep to the schema
// here, so it stands in the prompt too, and answers are checked.
type completion struct {
	Model       string    `json:"model"`
	Messages    []message `json:"messages"`
	Temperature float64   `json:"temperature"`
	Seed        int       `json:"seed"`
	MaxTokens   int       `json:"max_tokens"`
	Format      format    `json:"response_format"`
}

type format struct {
	Type   string `json:"type"`
	Schema struct {
		Name   string          `json:"name"`
		Strict bool            `json:"strict"`
		Schema json.RawMessage `json:"schema"`
	} `json:"json_schema"`
}

// completed holds the used parts of the answer.
type completed struct {
	Choices []struct {
		Message struct {
			Content string  `json:"content"`
			Refusal *string `json:"refusal"`
		} `json:"message"`
		Finish string `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		In  int64 `json:"prompt_tokens"`
		Out int64 `json:"completion_tokens"`
	} `json:"usage"`
}

// complete has the model go on with a talk. What it can cost is booked before, and what
// it did not cost given back.
func (r *Reader) complete(ctx context.Context, t task, talk []message) (string, error) {
	switch {
	case ctx.Err() != nil:
		return "", errLate
	case r.config.Clock().UnixNano() < r.rests.Load():
		return "", errFailed
	}
	c := completion{Model: r.config.Model, Messages: talk, Seed: 1, MaxTokens: answerMost, Format: format{Type: "json_schema"}}
	c.Format.Schema.Name, c.Format.Schema.Strict, c.Format.Schema.Schema = "answer", true, json.RawMessage(t.schema)
	body, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	in, out := int64(len(body)/2), int64(answerMost) // no writing takes more than a token for two bytes
	if err := r.spend(ctx, in, out, r.config.Day); err != nil {
		return "", err
	}
	got, err := r.post(ctx, body)
	switch {
	case errors.Is(err, errRefused):
		return "", errors.Join(errFailed, r.spend(context.WithoutCancel(ctx), -in, -out, settled))
	case err != nil:
		return "", err // it may be charged all the same
	case 0 < got.Usage.In && got.Usage.In <= usageMost && 0 <= got.Usage.Out && got.Usage.Out <= usageMost:
		if err := r.spend(context.WithoutCancel(ctx), got.Usage.In-in, got.Usage.Out-out, settled); err != nil {
			r.config.Logger.Warn("what a model cost is not booked", "cause", err)
		}
	}
	if len(got.Choices) != 1 || got.Choices[0].Finish == "length" || got.Choices[0].Message.Refusal != nil {
		return "", errUnusable
	}
	return got.Choices[0].Message.Content, nil
}

// errRefused is an answer that costs nothing.
var errRefused = errors.New("refused")

// post sends one request. Errors hold neither the address nor the key.
func (r *Reader) post(ctx context.Context, body []byte) (got completed, err error) {
	ctx, cancel := context.WithTimeout(ctx, r.config.Timeout)
	defer cancel()
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, r.config.URL+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return got, errFailed
	}
	q.Header.Set("Content-Type", "application/json")
	if r.config.Key != nil {
		key, err := r.config.Key(ctx)
		if err != nil {
			return got, errRefused
		}
		q.Header.Set("Authorization", "Bearer "+key)
	}
	answer, err := r.http.Do(q)
	if err != nil {
		return got, r.failed(ctx, 0)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, bodyMost+1))
	switch {
	case err != nil:
		return got, r.failed(ctx, 0)
	case answer.StatusCode == http.StatusTooManyRequests, answer.StatusCode >= 500:
		after, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		_ = r.failed(ctx, time.Duration(min(after, int(restMost/time.Second)))*time.Second)
		return got, errRefused
	case answer.StatusCode != http.StatusOK:
		return got, errRefused
	case len(text) > bodyMost || json.Unmarshal(text, &got) != nil:
		return got, errUnusable
	}
	return got, nil
}

// failed leaves the model alone for a while, and says what happened.
func (r *Reader) failed(ctx context.Context, after time.Duration) error {
	if ctx.Err() != nil {
		return errLate
	}
	if after <= 0 {
		after = restsFor
	}
	r.rests.Store(r.config.Clock().Add(after).UnixNano())
	return errFailed
}

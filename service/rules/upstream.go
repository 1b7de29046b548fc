package rules

import (
	"errors"
	"net/http"
	"time"

	"greenroom/api"
	"greenroom/service"
)

// outcome is how the contract answers one way of a network to fail.
type outcome struct {
	code    api.Code
	batch   api.BatchReason
	retry   time.Duration // where the network does not say; 0: it does not help to wait
	message string
}

var outcomes = map[service.UpstreamKind]outcome{
	service.UpstreamMissing:     {api.CodeNotFound, api.BatchNotFound, 0, "This does not exist on the network. Check how it is written."},
	service.UpstreamPrivate:     {api.CodeNotFound, api.BatchPrivate, 0, "This profile is private, so nothing of it can be read."},
	service.UpstreamMalformed:   {api.CodeUpstreamBroken, api.BatchContractBroken, 0, "The network answered with data that cannot be read. Trying again will not help."},
	service.UpstreamSilent:      {api.CodeTranscriptUnavailable, api.BatchNotFound, 0, "Nothing is said in this post, so there is no transcript."},
	service.UpstreamSpeechLater: {api.CodeTranscriptionUnavailable, api.BatchUnavailable, time.Minute, "Transcription is not available at the moment. Nothing was charged; try again later."},
	service.UpstreamSpeechLimit: {api.CodeTranscriptionLimit, api.BatchRateLimited, 10 * time.Minute, "No more posts can be transcribed at the moment. Nothing was charged; try again later."},
	service.UpstreamRateLimited: {api.CodeUnavailable, api.BatchRateLimited, time.Minute, "The network answers too many requests at the moment. Nothing was charged; try again later."},
	service.UpstreamBlocked:     {api.CodeUnavailable, api.BatchBlocked, time.Minute, "The network refuses to answer at the moment. Nothing was charged; try again later."},
	service.UpstreamTimeout:     {api.CodeUnavailable, api.BatchTimeout, 10 * time.Second, "The network took too long to answer. Nothing was charged; try again later."},
	service.UpstreamUnavailable: {api.CodeUnavailable, api.BatchUnavailable, 30 * time.Second, "The network cannot be reached at the moment. Nothing was charged; try again later."},
	service.UpstreamFailed:      {api.CodeScraping, api.BatchUnknown, 30 * time.Second, "Reading from the network failed. Nothing was charged; try again later."},
	service.UpstreamUnconnected: {api.CodeUnavailable, api.BatchUnavailable, 0, "This service is not connected to that network. Nothing was charged; ask who runs it to connect one."},
}

var errUnconnected = &service.UpstreamError{Kind: service.UpstreamUnconnected}

// upstream puts the failure of a network into words; other errors stay.
func upstream(err error) error {
	u, ok := errors.AsType[*service.UpstreamError](err)
	if !ok {
		return err
	}
	o, ok := outcomes[u.Kind]
	if !ok {
		o = outcomes[service.UpstreamFailed]
	}
	e := &service.Error{Code: o.code, Message: o.message, RetryAfter: waitOf(u, o), Details: map[string]any{"upstream_error": string(u.Kind)}}
	if e.RetryAfter > 0 {
		e.Details["retry_after_seconds"] = service.Seconds(e.RetryAfter)
	}
	if o.code == api.CodeUpstreamBroken {
		e.Details["retryable"] = false
	}
	return e
}

func waitOf(e *service.UpstreamError, o outcome) time.Duration {
	if e.RetryAfter > 0 && o.retry > 0 {
		return e.RetryAfter
	}
	return o.retry
}

// batchFailure is an error as an item of a batch shows it; false for one that
// is not the item's own and ends the whole request.
func batchFailure(err error) (status int, b *api.BatchError, ok bool) {
	var u *service.UpstreamError
	var e *service.Error
	reason := api.BatchUnknown
	switch {
	case errors.As(err, &u):
		errors.As(upstream(err), &e)
		reason = outcomes[u.Kind].batch
	case !errors.As(err, &e):
		return 0, nil, false
	case e.Code.Status() == http.StatusBadRequest:
		reason = api.BatchInvalidInput
	case e.Code.Status() == http.StatusNotFound:
		reason = api.BatchNotFound
	}
	b = &api.BatchError{Error: reason, Message: e.Message}
	if e.RetryAfter > 0 {
		b.RetryAfter = service.Seconds(e.RetryAfter)
	}
	return e.Code.Status(), b, true
}

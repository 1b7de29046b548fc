package service

import (
	"time"

	"greenroom/api"
)

// Exchange is a request that ended, for those who watch the service.
type Exchange struct {
	Endpoint string // "POST /v1/search"; "-" for a path that does not exist
	Status   int    // 499 where the caller had gone
	Code     api.Code
	Known    bool // its key was right
	Charged  api.Credits
	ID       string // of the request
	Parent   string // its header traceparent
	Began    time.Time
	Took     time.Duration
}

// Stats holds the state of the service now.
type Stats struct {
	Reservations  int           // open now
	IndexBuilds   int           // that ended well, since the start
	IndexTook     time.Duration // of the last of them
	IndexCreators int           // found in it
}

// LiveWatch is told what live data does. Its methods may be called at once.
type LiveWatch interface {
	// LiveCall: a source was asked, which came to "answered", an UpstreamKind or "given_up".
	LiveCall(source string, on api.Platform, outcome string, took time.Duration)
	// LiveKept: an answer of that age was given again.
	LiveKept(on api.Platform, call string, age time.Duration)
	// LiveGauge names a figure that is read whenever it is asked for.
	LiveGauge(name string, labels map[string]string, read func() float64)
}

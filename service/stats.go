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
	Took     time.Duration
}

// Stats holds the state of the service now.
type Stats struct {
	Reservations  int           // open now
	IndexBuilds   int           // that ended well, since the start
	IndexTook     time.Duration // of the last of them
	IndexCreators int           // found in it
}

package service

import "greenroom/api"

// ListQuery asks for creators by their reach, which is the followers of their
// largest profile. Empty conditions let all through.
type ListQuery struct {
	Platforms []api.Platform // on one of them
	Countries []string       // ISO 3166-1, upper case
	Languages []string       // ISO 639-1
	Min, Max  *int64         // reach
	After     *ListPosition
	Limit     int
}

// ListPosition is where a list goes on.
type ListPosition struct {
	Reach int64 `json:"r"`
	Row   int64 `json:"i"`
}

// Listed is a creator in a list, with its place there.
type Listed struct {
	Creator
	At ListPosition
}

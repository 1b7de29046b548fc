package cmd

import (
	"errors"
	"time"

	"greenroom/client"
	"greenroom/views/explain"
)

// exitCode is 2 for a command that was called wrongly and 1 for any other
// failure.
func exitCode(err error) int {
	var wrong usageError
	if errors.As(err, &wrong) {
		return 2
	}
	return 1
}

// sentence is what went wrong in words for people.
func sentence(err error) string {
	var failed *client.Error
	if errors.As(err, &failed) {
		return explain.Failure(err, time.Now()).String()
	}
	return err.Error()
}

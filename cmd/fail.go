package cmd

import (
	"errors"
	"strings"
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
		said := explain.Failure(err, time.Now()).String()
		if in := languages(failed); len(in) > 0 {
			said += " There is one in " + strings.Join(in, ", ") + "."
		}
		return said
	}
	return err.Error()
}

// languages are those a transcript exists in, where the service names them.
func languages(e *client.Error) []string {
	all, _ := e.Details["available_languages"].([]any)
	var codes []string
	for _, one := range all {
		switch l := one.(type) {
		case string:
			codes = append(codes, l)
		case map[string]any:
			if code, ok := l["code"].(string); ok {
				codes = append(codes, code)
			}
		}
	}
	return codes
}

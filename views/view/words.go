package view

import (
	"strings"

	"greenroom/api"
	"greenroom/ui/text"
)

// Network is what a network is called where there is little room: "photo".
func Network(p api.Platform) text.Text {
	return text.Clean(strings.TrimSuffix(string(p), "platform"))
}

package api

import "strings"

// Platform names a social network in the contract's neutral words. A client
// must accept names it does not know.
type Platform string

// The three networks.
const (
	PhotoPlatform      Platform = "photoplatform"
	VideoPlatform      Platform = "videoplatform"
	ShortVideoPlatform Platform = "shortvideoplatform"
)

// Platforms lists the known networks in the order they are shown.
func Platforms() []Platform { return []Platform{PhotoPlatform, VideoPlatform, ShortVideoPlatform} }

// Names are words of the contract as plain texts.
func Names[T ~string](all []T) []string {
	names := make([]string, len(all))
	for i, word := range all {
		names[i] = string(word)
	}
	return names
}

// List writes words of the contract as a list in a sentence: "photoplatform, videoplatform".
func List[T ~string](all []T) string { return strings.Join(Names(all), ", ") }

package english

import "strings"

// plain are the codes of the contract that need more than their underscores taken
// out to be read.
var plain = map[string]string{
	"adult_content": "sexual content", "drugs_alcohol": "alcohol or drugs", "hate_speech": "hate speech", "political": "politics", "misc": "other risks",
	"THEME_PAGE": "theme page", "INFLUENCER": "person", "recent": "newest",
	"photoplatform": "photo", "videoplatform": "video", "shortvideoplatform": "short video",
}

// Words is a code of the contract as people read it: "alcohol or drugs" for
// drugs_alcohol, "photo" for photoplatform.
func Words(code string) string {
	if words, ok := plain[code]; ok {
		return words
	}
	return strings.ReplaceAll(code, "_", " ")
}

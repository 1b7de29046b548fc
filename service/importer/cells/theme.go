package cells

import (
	"strings"

	"greenroom/service"
)

// VideoCategories are the names behind the category numbers of the long-video
// network.
var VideoCategories = lists["category"]

// themeWords give the themes of a category, or of a part of one.
var themeWords = lists["theme"]

var listing = strings.NewReplacer("&", ",", "/", ",", ";", ",", "|", ",", " y ", ",", " und ", ",", " and ", ",", " e ", ",")

// Themes turns a category into themes in English, lower case; words it does
// not know stay as they are.
func Themes(category string) []string {
	lower := strings.ToLower(strings.TrimSpace(category))
	if _, ok := Known(lower); !ok {
		return nil
	}
	if themes, ok := themeWords[lower]; ok {
		return parted(themes, ",")
	}
	listed := listing.Replace(lower)
	var themes []string
	for _, part := range parted(listed, ",") {
		english, ok := themeWords[part]
		if !ok {
			english = part
		}
		themes = service.Union(themes, parted(english, ","))
	}
	return themes
}

// parted are the parts of a text that hold something.
func parted(text, separator string) (parts []string) {
	for part := range strings.SplitSeq(text, separator) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

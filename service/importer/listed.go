package importer

import (
	"strings"

	"greenroom/service/importer/cells"
	"greenroom/service/media"
)

// plainList gives a list of handles or addresses, one a line, the header it lacks.
func (t *table) plainList() []string {
	signed, handles, posts := 0, 0, 0
	for _, row := range t.above {
		if len(row.cells) != 1 || row.broken != "" {
			return nil
		}
		cell := strings.TrimSpace(row.cells[0])
		a, ok := cells.ParseAccount(cell)
		_, id := media.MediaFromURL(cell)
		switch {
		case a.URL != "" && id != "":
			posts++
		case a.URL != "" && ok || strings.HasPrefix(cell, "@") && ok || a.ID != "":
			signed++
		case ok && a.Name == "":
			handles++
		}
	}
	header := ""
	switch all := len(t.above); {
	case all == 0:
	case posts == all:
		header = "post url"
	case signed == all, signed+handles == all && all >= 3:
		header = "username"
	}
	if header == "" {
		return nil
	}
	t.ahead, t.above = t.above, nil
	return []string{header}
}

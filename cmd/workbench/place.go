package workbench

import (
	"encoding/json"
	"os"
	"path/filepath"

	"greenroom/cmd/run"
	"greenroom/views/view"

	"github.com/adrg/xdg"
)

// place is where a planner was with one service when the workbench was left.
// It holds the query, so the file is for the planner's eyes only.
type place struct {
	Home  string // the service
	ID    string // the search session
	Query string
}

func placeFile() string {
	return filepath.Join(xdg.StateHome, "greenroom", "place.json")
}

// recall is the page to start on: the last search with this service, which can
// be read again for nothing, or the first page.
func recall(conn *run.Connection) view.Page {
	var p place
	raw, err := os.ReadFile(placeFile())
	if err != nil || json.Unmarshal(raw, &p) != nil || p.Home != conn.Home || p.ID == "" {
		return start(conn)
	}
	return view.Page{Kind: view.Search, ID: p.ID, Query: p.Query}
}

// start is the page to start on where the planner was nowhere yet.
func start(conn *run.Connection) view.Page {
	return view.Page{Kind: view.Search, ID: conn.Starter.ID, Query: conn.Starter.Query}
}

// remember writes the page to start on the next time. Losing it loses nothing
// that was paid for, so a failure is no reason to disturb the planner.
func remember(conn *run.Connection) func(view.Page) {
	return func(p view.Page) {
		raw, err := json.Marshal(place{conn.Home, p.ID, p.Query})
		if err != nil || os.MkdirAll(filepath.Dir(placeFile()), 0o700) != nil {
			return
		}
		fresh := placeFile() + ".new"
		if os.WriteFile(fresh, raw, 0o600) == nil {
			_ = os.Rename(fresh, placeFile())
		}
	}
}

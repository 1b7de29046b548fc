package workbench

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"greenroom/client"
	"greenroom/cmd/run"
	"greenroom/views/view"

	"github.com/adrg/xdg"
)

// place keeps where a planner was with one service, in a file that holds their
// words and so is for their eyes only. It is written soon after each step, so that
// a program that is killed loses at most that moment.
type place struct {
	home string // the service

	mu    sync.Mutex
	next  []byte // to be written
	timer *time.Timer
	err   error // of the last write
}

// left reads the content of the file.
type left struct {
	Home  string
	State json.RawMessage
}

// soon bounds the wait of a step for the next, so that a held key is written down once.
const soon = 150 * time.Millisecond

func openPlace(home string) *place { return &place{home: home} }

func placeFile() string {
	return filepath.Join(xdg.StateHome, "greenroom", "place.json")
}

// start is the page to start on where the planner was nowhere yet.
func start(conn *run.Connection) view.Page {
	if conn.Own && conn.Starter.ID == "" {
		return view.Page{Kind: view.Search, ID: client.Everything}
	}
	return view.Page{Kind: view.Search, ID: conn.Starter.ID, Query: conn.Starter.Query}
}

// Recall returns the planner's last place with this service; nil if there is none.
func (p *place) Recall() []byte {
	var old left
	raw, err := os.ReadFile(placeFile())
	if err != nil || json.Unmarshal(raw, &old) != nil || old.Home != p.home {
		return nil
	}
	return old.State
}

// Remember has the state written soon, and tells whether it was the last time.
func (p *place) Remember(state []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.next == nil {
		p.timer = time.AfterFunc(soon, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.write()
		})
	}
	p.next = state
	return p.err
}

// write replaces the file as a whole. The lock is held.
func (p *place) write() {
	if p.next == nil {
		return
	}
	raw, err := json.Marshal(left{p.home, p.next})
	p.next = nil
	fresh := placeFile() + ".new"
	if err == nil {
		err = os.MkdirAll(filepath.Dir(fresh), 0o700)
	}
	if err == nil {
		err = os.WriteFile(fresh, raw, 0o600)
	}
	if err == nil {
		err = os.Rename(fresh, placeFile())
	}
	p.err = err
}

// Close writes what is left to write.
func (p *place) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
	}
	p.write()
	if p.err != nil {
		return fmt.Errorf("your position could not be saved, so the next start opens the first page: %w", p.err)
	}
	return nil
}

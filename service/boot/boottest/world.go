// Package boottest has sample worlds for tests, with their search index: one of a moment is
// made once in a process, and copied for each test that wants its own.
package boottest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"greenroom/service/boot"
)

// parts are the ends of the names of a world's files.
var parts = [2]string{"", ".index"}

var made struct {
	sync.Mutex
	at map[time.Time]*[len(parts)][]byte
}

// World writes the sample world of a moment into a file, as it is when it was just made, and
// its index beside it.
func World(at time.Time, file string) error {
	made.Lock()
	defer made.Unlock()
	if made.at == nil {
		made.at = map[time.Time]*[len(parts)][]byte{}
	}
	world, err := made.at[at], error(nil)
	if world == nil {
		if world, err = makeWorld(at); err != nil {
			return fmt.Errorf("make a sample world: %w", err)
		}
		made.at[at] = world
	}
	for i, end := range parts {
		err = cmp.Or(err, os.WriteFile(file+end, world[i], 0o600))
	}
	return err
}

// Folder writes the sample world of a moment into a folder, where the built-in service looks
// for it.
func Folder(at time.Time, folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	return World(at, filepath.Join(folder, "greenroom.db"))
}

func makeWorld(at time.Time) (*[len(parts)][]byte, error) {
	folder, err := os.MkdirTemp("", "greenroom-world-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	ctx, file := context.Background(), filepath.Join(folder, "world.db")
	app, err := boot.Open(ctx, boot.Config{StorePath: file, Sample: true, PlatformsAll: true, Clock: func() time.Time { return at }})
	if err != nil {
		return nil, err
	}
	err = errors.Join(boot.KeepIndex(ctx, app.Store, file, nil), app.Close())
	var world [len(parts)][]byte
	for i, end := range parts {
		if err == nil {
			world[i], err = os.ReadFile(file + end)
		}
	}
	return &world, err
}

// Package boottest has sample worlds for tests, with their search index: one of a moment is
// made once in a process, and copied for each test that wants its own.
package boottest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"

	"greenroom/service/boot"
)

// ends are those of the names of a world's files.
var ends = [2]string{"", ".index"}

// world is what stands in them.
type world [len(ends)][]byte

var made sync.Map // by time.Time: func() (world, error)

// World writes the sample world of a moment into a file, as it is when it was just made, and
// its index beside it.
func World(at time.Time, file string) error {
	once, _ := made.LoadOrStore(at, sync.OnceValues(func() (world, error) { return makeWorld(at) }))
	w, err := once.(func() (world, error))()
	for i, end := range ends {
		if err == nil {
			err = os.WriteFile(file+end, w[i], 0o600)
		}
	}
	return err
}

// Folder writes the sample world of a moment into a folder, where the built-in service looks
// for it.
func Folder(at time.Time, folder string) error {
	return errors.Join(os.MkdirAll(folder, 0o700), World(at, filepath.Join(folder, "greenroom.db")))
}

func makeWorld(at time.Time) (w world, err error) {
	folder, err := os.MkdirTemp("", "greenroom-world-")
	if err != nil {
		return w, err
	}
	defer os.RemoveAll(folder)
	ctx, file := context.Background(), filepath.Join(folder, "world.db")
	app, err := boot.Open(ctx, boot.Config{StorePath: file, Sample: true, PlatformsAll: true, Clock: func() time.Time { return at }})
	if err != nil {
		return w, err
	}
	err = errors.Join(boot.KeepIndex(ctx, app.Store, file, nil), app.Close())
	for i, end := range ends {
		if err == nil {
			w[i], err = os.ReadFile(file + end)
		}
	}
	return w, err
}

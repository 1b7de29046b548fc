// Package powerloss shows tests what SQLite files would hold if the power failed
// now: of each file what it held when it was last synced, and nothing of what was
// only written since SQLite opened it. It owns a layer below SQLite that remembers this, and must not
// know what is in the files.
package powerloss

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// Disk is a folder whose files are watched.
type Disk struct {
	Folder string
	synced map[string][]byte // by path
}

// layer is a file system of SQLite that passes all on to the usual one.
var layer struct {
	install sync.Once
	usual   uintptr // the file system it stands on

	mu      sync.Mutex
	disks   []*Disk
	paths   map[uintptr]string  // of open files
	methods map[uintptr]uintptr // of files: ours by the usual ones
	usually map[uintptr]uintptr // the usual ones by ours
}

// Watch is a new folder. What is opened in it from now on, in this process, is
// watched.
func Watch(t testing.TB) *Disk {
	t.Helper()
	layer.install.Do(install)
	d := &Disk{Folder: t.TempDir(), synced: map[string][]byte{}}
	layer.mu.Lock()
	defer layer.mu.Unlock()
	layer.disks = append(layer.disks, d)
	return d
}

// Cut cuts the power: it is a new folder with what would be there after a loss of power.
func (d *Disk) Cut(t testing.TB) string {
	t.Helper()
	layer.mu.Lock()
	defer layer.mu.Unlock()
	folder := t.TempDir()
	for path, held := range d.synced {
		if err := os.WriteFile(filepath.Join(folder, filepath.Base(path)), held, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// install puts the layer below all files that are opened after it.
func install() {
	tls := libc.NewTLS()
	layer.paths, layer.methods, layer.usually = map[uintptr]string{}, map[uintptr]uintptr{}, map[uintptr]uintptr{}
	layer.usual = lib.Xsqlite3_vfs_find(tls, 0)
	ours := copied[lib.Tsqlite3_vfs](tls, layer.usual)
	v := to[lib.Tsqlite3_vfs](ours)
	name, err := libc.CString("powerloss")
	if err != nil {
		panic(err)
	}
	v.FpNext, v.FzName, v.FxOpen, v.FxDelete = 0, name, pointer(open), pointer(remove)
	if code := lib.Xsqlite3_vfs_register(tls, ours, 1); code != lib.SQLITE_OK {
		panic("SQLite does not take the layer")
	}
}

func open(tls *libc.TLS, _, name, file uintptr, flags int32, out uintptr) int32 {
	code := function[func(*libc.TLS, uintptr, uintptr, uintptr, int32, uintptr) int32](to[lib.Tsqlite3_vfs](layer.usual).FxOpen)(tls, layer.usual, name, file, flags, out)
	f := to[lib.Tsqlite3_file](file)
	if code != lib.SQLITE_OK || name == 0 || f.FpMethods == 0 {
		return code
	}
	path := libc.GoString(name)
	if flags&lib.SQLITE_OPEN_MAIN_DB != 0 {
		remember(path, onceThere)
	}
	layer.mu.Lock()
	defer layer.mu.Unlock()
	layer.paths[file] = path
	ours := layer.methods[f.FpMethods]
	if ours == 0 {
		ours = copied[lib.Tsqlite3_io_methods](tls, f.FpMethods)
		to[lib.Tsqlite3_io_methods](ours).FxSync = pointer(flush)
		layer.methods[f.FpMethods], layer.usually[ours] = ours, f.FpMethods
	}
	f.FpMethods = ours
	return code
}

// flush remembers what a file holds once it is synced.
func flush(tls *libc.TLS, file uintptr, flags int32) int32 {
	layer.mu.Lock()
	usual, path := layer.usually[to[lib.Tsqlite3_file](file).FpMethods], layer.paths[file]
	layer.mu.Unlock()
	code := function[func(*libc.TLS, uintptr, int32) int32](to[lib.Tsqlite3_io_methods](usual).FxSync)(tls, file, flags)
	if code == lib.SQLITE_OK {
		remember(path, asSynced)
	}
	return code
}

func remove(tls *libc.TLS, _, name uintptr, inFolder int32) int32 {
	code := function[func(*libc.TLS, uintptr, uintptr, int32) int32](to[lib.Tsqlite3_vfs](layer.usual).FxDelete)(tls, layer.usual, name, inFolder)
	if code == lib.SQLITE_OK {
		remember(libc.GoString(name), gone)
	}
	return code
}

// What there is to remember of a file: that it is gone, what it holds now, or what
// it held before anything here was done to it.
const (
	gone = iota
	asSynced
	onceThere
)

func remember(path string, what int) {
	layer.mu.Lock()
	defer layer.mu.Unlock()
	for _, d := range layer.disks {
		if !strings.HasPrefix(path, d.Folder+string(filepath.Separator)) {
			continue
		}
		_, known := d.synced[path]
		switch {
		case what == gone:
			delete(d.synced, path)
		case what == asSynced || !known:
			if held, err := os.ReadFile(path); err == nil {
				d.synced[path] = held
			}
		}
	}
}

// The driver is C turned into Go: what points to a function is the word behind a
// func value.

func pointer(f any) uintptr { return (*[2]uintptr)(unsafe.Pointer(&f))[1] }

func function[F any](p uintptr) F { return *(*F)(unsafe.Pointer(&p)) }

func to[T any](p uintptr) *T { return *(**T)(unsafe.Pointer(&p)) }

// copied is a copy in memory of the driver's own, which alone it may point to.
func copied[T any](tls *libc.TLS, p uintptr) uintptr {
	ours := lib.Xsqlite3_malloc(tls, int32(unsafe.Sizeof(*to[T](p))))
	*to[T](ours) = *to[T](p)
	return ours
}

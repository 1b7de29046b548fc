package search

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"
)

// fill sets everything in a value, to something else each time.
func fill(v reflect.Value, next func() int64) {
	switch v.Kind() {
	case reflect.Struct:
		if _, ok := v.Interface().(time.Time); ok {
			v.Set(reflect.ValueOf(time.UnixMicro(next())))
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i), next)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), next)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), next)
	case reflect.String:
		v.SetString("text " + time.UnixMicro(next()).String())
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(float64(next()) / 8)
	case reflect.Uint8:
		v.SetUint(uint64(next() % 4))
	default:
		v.SetInt(next())
	}
}

// scattered are documents with all that a document can hold, with little, and with nothing.
func scattered(n int) (docs []Doc) {
	random := rand.New(rand.NewPCG(3, 4))
	for row := range n {
		var d Doc
		if row%3 > 0 {
			fill(reflect.ValueOf(&d).Elem(), func() int64 { return random.Int64N(1<<40) - 1<<20 })
		}
		if row%3 > 1 {
			d.Rarer[1], d.Themes, d.Units[0].At, d.Verified = nil, nil, time.Time{}, false
		}
		d.Row, d.Followers = int64(row), random.Int64N(20)-1
		docs = append(docs, d)
	}
	return docs
}

func TestSortedGivesAllThatDocumentsHold(t *testing.T) {
	docs := scattered(100)
	want := slices.Clone(docs)
	slices.SortStableFunc(want, func(a, b Doc) int { return int(b.Followers - a.Followers) })
	rand.Shuffle(len(docs), func(i, j int) { docs[i], docs[j] = docs[j], docs[i] })
	for _, room := range []int{1, 5_000, 1 << 20} {
		folder := t.TempDir()
		var got []Doc
		for d, err := range sortedIn(room, folder, sequence(docs...)) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, d)
		}
		s := sorter{room: room, folder: folder}
		if err := s.sort(sequence(docs...)); err != nil || (s.file != nil) != (room < 1<<20) {
			t.Errorf("%v; a file with room of %d bytes: %t", err, room, s.file != nil)
		}
		discard(s.file)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("with room of %d bytes: other documents, or another order", room)
		}
		for range sortedIn(room, folder, sequence(docs...)) {
			break
		}
		if files, _ := os.ReadDir(folder); len(files) > 0 {
			t.Errorf("files left: %v", files)
		}
	}
}

func TestSortedTellsWhatFails(t *testing.T) {
	broken := errors.New("broken")
	for d, err := range Sorted("", func(yield func(Doc, error) bool) { _ = yield(scattered(1)[0], nil) && yield(Doc{}, broken) }) {
		if !errors.Is(err, broken) {
			t.Errorf("%v, %v", d, err)
		}
	}
	for _, err := range sortedIn(1, filepath.Join(t.TempDir(), "missing"), sequence(scattered(3)...)) {
		if err != nil {
			t.Errorf("without its folder: %v", err)
		}
	}
}

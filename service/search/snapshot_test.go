package search

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

func saved(t testing.TB, x *Segments, stamp string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := x.Save(&b, stamp); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestASnapshotAnswersAsTheIndexDoes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 6))
	docs := varied(rng, 800, 300)
	x := index(t, docs...)
	odd := sequence(append(docs, Doc{ID: "no uuid", Name: "Odd One"})...)
	for name, built := range map[string]*Segments{"plain": x, "empty": index(t), "odd": must(Build(t.Context(), odd))} {
		data := saved(t, built, "a")
		for shift := range 2 {
			moved := append(make([]byte, shift, shift+len(data)), data...)[shift:]
			y, err := Load(moved, "a")
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			words := generated{seed: 11}.vocabulary(rand.New(rand.NewPCG(3, 6)))
			for range 60 {
				if q := randomQuery(rng, words); !reflect.DeepEqual(built.Search(q), y.Search(q)) {
					t.Fatalf("%s: %+v is answered differently", name, q)
				}
			}
			for _, p := range []string{"be", "o", "smith", "ve"} {
				if c := (Completion{Prefix: p, Limit: 20}); !reflect.DeepEqual(built.Complete(c), y.Complete(c)) {
					t.Fatalf("%s: %q is completed differently", name, p)
				}
			}
		}
	}
}

func must(x *Segments, err error) *Segments {
	if err != nil {
		panic(err)
	}
	return x
}

func TestASnapshotOfSomethingElseIsRefused(t *testing.T) {
	data := saved(t, index(t, person("Ann", "yoga"), person("Bea", "vegan")), "a")
	if _, err := Load(data, "b"); !errors.Is(err, ErrSnapshot) {
		t.Errorf("another stamp: %v", err)
	}
	for n := 0; n < len(data); n += 1 + n/headSize*12 {
		if _, err := Load(data[:n], "a"); !errors.Is(err, ErrSnapshot) {
			t.Fatalf("cut at %d: %v", n, err)
		}
		broken := bytes.Clone(data)
		broken[n] ^= 0x10
		if _, err := Load(broken, "a"); !errors.Is(err, ErrSnapshot) {
			t.Fatalf("changed at %d: %v", n, err)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestSaveReportsTheWriter(t *testing.T) {
	if err := index(t, person("Ann", "yoga")).Save(fullDisk{}, "a"); err == nil {
		t.Error("no error of a full disk")
	}
}

// FuzzLoad feeds bodies under a true checksum: what cannot be read is refused.
func FuzzLoad(f *testing.F) {
	data := saved(f, index(f, person("Ann", "yoga")), "a")
	f.Add(data[headSize:])
	f.Add([]byte{})
	f.Add(make([]byte, 400))
	f.Fuzz(func(t *testing.T, body []byte) {
		a := &archive{data: append(asBytes(make([]uint64, len(body)/8+1))[:0], body...)}
		x, l := blank(), &flatIndex{}
		if x.parts(l, a); !a.damaged {
			x.unflatten(l)
		}
	})
}

// How long a start takes that finds the index in its file.
func BenchmarkLoad(b *testing.B) {
	benchmarkSizes(b, func(b *testing.B, x *Segments, _ generated) {
		path := filepath.Join(b.TempDir(), "index")
		if err := os.WriteFile(path, saved(b, x, "a"), 0o600); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			data, err := os.ReadFile(path)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := Load(data, "a"); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(data)))
		}
	})
}

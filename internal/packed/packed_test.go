package packed

import (
	"bytes"
	"compress/gzip"
	"testing"
	"testing/fstest"
)

func TestRead(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte("key: word\n"))
	w.Close()
	files := fstest.MapFS{"plain": {Data: []byte("key: word\n")}, "packed": {Data: b.Bytes()}, "cut": {Data: b.Bytes()[:b.Len()-9]}, "empty": {}}
	for name, want := range map[string]string{"plain": "key: word\n", "packed": "key: word\n", "empty": ""} {
		if got, err := Read(files, name); string(got) != want || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"cut", "missing"} {
		if got, err := Read(files, name); err == nil {
			t.Errorf("%s: %q", name, got)
		}
	}
}

package importer_test

import (
	"path/filepath"
	"testing"

	"greenroom/service/importer"
	"greenroom/service/store"
	"greenroom/service/store/sqlite"
)

// A store that lies among the data is not opened as data, also under another name.
func TestTheStoreIsNotRead(t *testing.T) {
	folder := write(t, map[string]string{"creators.csv": "platform,username,followers\ninstagram,mia,5\n"})
	path := filepath.Join(folder, "kept.csv")
	s, err := sqlite.Open(t.Context(), store.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 2 { // the second time with what is written ahead beside it
		if r := run(t, s, importer.Options{Store: path}, folder); len(r.Files) != 1 || r.Refused > 0 {
			t.Errorf("read: %+v", r.Files)
		}
	}
	r := run(t, s, importer.Options{Store: path}, filepath.Join(folder, ".", "kept.csv"))
	if len(r.Files) != 1 || r.Files[0].Refused != "It is the store itself." {
		t.Errorf("named: %+v", r.Files)
	}
}

package quality

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"greenroom/api"
	"greenroom/client/brief"
)

var record = flag.Bool("record", false, "write the readings that client/brief is tested with")

// The readings that client/brief is tested with are those of the service.
func TestReadingsOfBriefsAreToday(t *testing.T) {
	b, folder := open(t), filepath.Join("..", "..", "client", "brief", "testdata")
	path := filepath.Join(folder, "understood.json")
	var kept map[string]api.Interpretation
	if raw, err := os.ReadFile(path); err != nil || json.Unmarshal(raw, &kept) != nil {
		t.Fatal(err)
	}
	now := map[string]api.Interpretation{}
	files, _ := filepath.Glob(filepath.Join(folder, "*.txt"))
	for _, file := range files {
		words, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		brief.Read(string(words), func(q string) (api.Interpretation, bool) {
			var got struct {
				Data struct{ Interpretation api.Interpretation }
			}
			b.post(t, "/v1/search/interpret", map[string]any{"query": q, "limit": 1}, &got)
			in := got.Data.Interpretation
			if in.MayMatch, in.LeftOut, in.Nearest = nil, nil, nil; !reflect.DeepEqual(in, kept[q]) && !*record {
				t.Errorf("%q is read otherwise than recorded: go test ./service/quality -run TestReadingsOfBriefsAreToday -record", q)
			}
			now[q] = in
			return in, true
		})
	}
	if !*record {
		return
	}
	raw, err := json.MarshalIndent(now, "", "")
	if err == nil {
		err = os.WriteFile(path, append(raw, '\n'), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/boot"
)

// A sheet is its owner's until it is shared; then everybody of the account reads it and
// writes their own column, and nobody of another account sees that it is there. Verdicts
// that are hidden are not on the wire until all have voted.
func TestSheetsOfPeople(t *testing.T) {
	s := openStageFor(t, boot.OAuth{SignIn: true})
	s.signIn("mia", "read write")
	s.signIn("ben", "read write")
	s.signIn("zoe", "read")
	_, s.keys["other"] = s.open("other", nil)
	var made api.One[api.Shortlist]
	s.send(http.MethodPost, request{path: "/v1/shortlists", body: s.shortlistBody("")}, "mia").into(t, &made)
	path := "/v1/shortlists/" + made.Data.ID + "/sheet"
	put := func(who string, version int, change ...string) reply {
		return s.send(http.MethodPut, request{path: path, body: strings.NewReplacer(change...).Replace(s.sheetBody("whoever", version))}, who)
	}
	read := func(who string) (out api.SheetRecord, body string) {
		r := s.send(http.MethodGet, request{path: path}, who)
		if r.status != http.StatusOK {
			t.Fatalf("%q reads: %d %s", who, r.status, r.body)
		}
		var one api.One[api.SheetRecord]
		r.into(t, &one)
		return one.Data, string(r.body)
	}
	if r := put("mia", 1); r.status != http.StatusOK {
		t.Fatalf("%d %s", r.status, r.body)
	}
	for _, who := range []string{"", "ben", "zoe", "other"} {
		if r := s.send(http.MethodGet, request{path: path}, who); r.status != http.StatusNotFound {
			t.Errorf("%q reads what is not shared: %d", who, r.status)
		}
	}
	if r := put("mia", 2, `"shared":false`, `"shared":true`, `"hidden":false`, `"hidden":true`); r.status != http.StatusOK {
		t.Fatalf("%d %s", r.status, r.body)
	}
	for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodDelete} {
		ask := request{path: path, body: map[string]string{http.MethodPut: s.sheetBody("x", 3)}[method]}
		if method == http.MethodDelete {
			ask.path += "?version=3"
		}
		if r := s.send(method, ask, "other"); r.status != http.StatusNotFound {
			t.Errorf("another account, %s: %d", method, r.status)
		}
	}
	if r := put("zoe", 3); r.status != http.StatusForbidden {
		t.Errorf("a token that may only read writes: %d", r.status)
	}
	key := made.Data.Profiles[0]
	vote := fmt.Sprintf(`"columns":[{"name":"whoever","at":"2026-01-01T00:00:00Z","votes":[{"creator":"%s/%s","verdict":"no","reason":"Bens grund"}]}]`, key.Platform, key.Username)
	if r := put("ben", 1, `"columns":[]`, `"columns":[{"name":"whoever","at":"2026-01-01T00:00:00Z","votes":[]}]`, "Fits.", "Ben was here"); r.status != http.StatusOK {
		t.Fatalf("%d %s", r.status, r.body)
	}
	if got, body := read("ben"); got.Mine || got.You != "ben" || got.Voted != 1 || got.Voters != 2 || strings.Contains(body, "Fits.") || strings.Contains(body, "Ben was here") {
		t.Errorf("ben sees %s", body)
	}
	if _, body := read("zoe"); strings.Contains(body, "Fits.") {
		t.Errorf("zoe sees %s", body)
	}
	if got, body := read("mia"); !got.Mine || !strings.Contains(body, "Fits.") || got.Version != 3 || len(got.Openings) != 2 {
		t.Errorf("mia sees %s", body)
	}
	if r := put("ben", 1, `"columns":[]`, vote); r.status != http.StatusOK {
		t.Fatalf("%d %s", r.status, r.body)
	}
	for _, who := range []string{"mia", "ben", "zoe", ""} {
		if got, body := read(who); !strings.Contains(body, "Fits.") || !strings.Contains(body, "Bens grund") || len(got.Sheet.Columns) != 1 || got.Sheet.Columns[0].Name != "ben" {
			t.Errorf("all have voted, and %q sees %s", who, body)
		}
	}
	got, _ := read("mia")
	unchanged := s.send(http.MethodGet, request{path: path + "?after=" + got.Tag}, "mia")
	if strings.Contains(string(unchanged.body), `"sheet"`) {
		t.Errorf("%s", unchanged.body)
	}
	if r := s.send(http.MethodDelete, request{path: path + "?version=3"}, "mia"); r.status != http.StatusConflict || !strings.Contains(string(r.body), "opened") {
		t.Errorf("an opened one is taken back: %d %s", r.status, r.body)
	}
}

// What cannot be a sheet is refused with a sentence, and nothing of it is stored.
func TestHostileSheets(t *testing.T) {
	s := openStage(t)
	id := s.shortlistOf("")
	good := s.sheetBody("Mia", 1)
	for name, c := range map[string]struct{ old, new, param string }{
		"an address":       {"Fits.", "Ask ana@example.com", "sheet.members[0].reason"},
		"a key too many":   {`"members"`, `"admin":true,"members"`, "sheet.admin"},
		"another format":   {"greenroom-sheet/1", "greenroom-sheet/9", "sheet.format"},
		"a wrong verdict":  {`"verdict":"yes"`, `"verdict":"maybe"`, "sheet.members[0].verdict"},
		"too long":         {"Fits.", strings.Repeat("x", api.SheetTextMax+1), "sheet.members[0].reason"},
		"a false hash":     {`"name":"Spring"`, `"sha256":"00","name":"Spring"`, "sheet.sha256"},
		"nobody":           {`"name":"Spring"`, `"name":" "`, "sheet.name"},
		"another type":     {`"name":"Spring"`, `"name":7`, "sheet.name"},
		"no such rating":   {`"verdict":"yes"`, `"safety":{"rating":"Z","confidence":1,"summary":"","flags":[]}`, "sheet.members[0].safety.rating"},
		"everybody twice":  {`"members":[`, `"members":[{"name":"b","platform":"photoplatform","username":"` + s.username(0) + `"},`, "sheet.members[1].creator_id"},
		"a foreign id":     {`"name":"Ana"`, `"creator_id":"7","name":"Ana"`, "sheet.members[0].creator_id"},
		"a network":        {`"photoplatform"`, `"nowhere"`, "sheet.members[0].platform"},
		"not the column's": {`"columns":[]`, `"columns":[{"name":"","at":"2026-01-01T00:00:00Z","votes":[]}]`, "sheet.columns[0].name"},
	} {
		body := strings.Replace(good, c.old, c.new, 1)
		if body == good || !json.Valid([]byte(body)) {
			t.Fatalf("%s: %s", name, body)
		}
		r := s.send(http.MethodPut, request{path: "/v1/shortlists/" + id + "/sheet", body: body}, "")
		if e := r.failure(t); r.status != http.StatusBadRequest || e.Param != c.param || !strings.HasSuffix(e.Message, ".") {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
	}
	if stored, err := s.store.Sheet(t.Context(), id); err != nil || stored.Latest.Version != 0 || stored.Version != 1 {
		t.Errorf("%+v, %v", stored, err)
	}
}

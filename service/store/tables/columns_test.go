package tables

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// without lists the fields of a record that no column of its table holds, and columns that
// are not called as their fields are.
func without[T any](t table[T]) string {
	var v T
	held := map[uintptr]string{}
	for i, at := range t.fields(&v, nil) {
		p := reflect.ValueOf(at)
		for p.Kind() == reflect.Struct { // read or written in another form
			p = p.Field(0)
		}
		if p.Kind() == reflect.Interface {
			p = p.Elem()
		}
		if p.Kind() == reflect.Pointer {
			held[p.Pointer()] = t.names[i]
		}
	}
	var out []string
	var each func(s reflect.Value)
	each = func(s reflect.Value) {
		for i := range s.NumField() {
			f := s.Field(i)
			name, column := s.Type().Field(i).Name, held[f.Addr().Pointer()]
			called := strings.ReplaceAll(column, "_", "")
			switch {
			case s.Type().Field(i).Anonymous && f.Kind() == reflect.Struct:
				each(f)
			case column == "":
				out = append(out, name)
			case !strings.EqualFold(called, name) && !strings.EqualFold(called+"id", name):
				out = append(out, column+" for "+name)
			}
		}
	}
	each(reflect.ValueOf(&v).Elem())
	return strings.Join(out, " ")
}

// TestEveryFieldHasAColumn: a field of a record that its table lacks is one that is kept by
// another key, and named here, as is a column of another name.
func TestEveryFieldHasAColumn(t *testing.T) {
	for name, c := range map[string]struct{ got, want string }{
		"creators": {without(creatorTable), "ID"}, "profiles": {without(profileTable), "ID CreatorID"},
		"posts": {without(postTable), "ID ProfileID CreatorID"}, "transcripts": {without(transcriptTable), "CreatorID"},
		"keys": {without(keyTable), ""}, "clients": {without(clientTable), ""}, "devices": {without(deviceTable), ""},
		"grants": {without(grantTable), ""}, "codes": {without(codeTable), ""}, "refreshes": {without(refreshTable), ""},
		"invitations": {without(invitationTable), ""}, "visits": {without(visitTable), ""}, "shortlists": {without(shortlistTable), "Seq"},
		"signing keys": {without(signingTable), ""}, "payments": {without(paymentTable), "holder for Lease tx for Outcome Answer"},
		"accounts": {without(accountTable), "Limits IngestQuota ingest_quota for quota"}, "users": {without(userTable), "name_key for key"},
		"sessions": {without(sessionTable), "Results"},
	} {
		if c.got != c.want {
			t.Errorf("%s: no column for %q, want %q", name, c.got, c.want)
		}
	}
}

// TestStatements: what is written and what is read are the same columns in the same order.
func TestStatements(t *testing.T) {
	type row struct {
		a string
		b bool
	}
	pairs := newTable("pairs", "a b", func(r *row, to []any) []any { return append(to, &r.a, &r.b) })
	v := row{"x", true}
	if got := pairs.values(&v, 7); !slices.Equal(got, []any{7, "x", bound(&v.b)}) {
		t.Errorf("values %v", got)
	}
	for want, got := range map[string]string{
		"pairs.a, pairs.b": pairs.selected(),
		"INSERT INTO pairs (id, a, b) VALUES (?, ?, ?) ON CONFLICT DO NOTHING": pairs.inserting("id"),
		"UPDATE pairs SET a = ?, b = ? WHERE id = ?":                           pairs.updating(),
	} {
		if got != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	if got := pairs.into(&v, new(int)); len(got) != 3 {
		t.Errorf("into %v", got)
	}
}

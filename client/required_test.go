package client_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"greenroom/client"
)

// TestAnswersWithoutWhatIsPromised: of each endpoint that answers with an
// object, an answer without one of its promised fields is a failure that names
// it. It is charged as the service says, and never kept.
func TestAnswersWithoutWhatIsPromised(t *testing.T) {
	t.Parallel()
	for _, x := range exchanges() {
		if shapes[x.name] == nil {
			continue
		}
		var full struct{ Data map[string]any }
		if err := json.Unmarshal([]byte(x.reply), &full); err != nil {
			t.Fatal(err)
		}
		refused := 0
		for _, key := range slices.Sorted(maps.Keys(full.Data)) {
			data := maps.Clone(full.Data)
			delete(data, key)
			less, _ := json.Marshal(map[string]any{"data": data})
			m := &memory{}
			c, _ := dial(t, newService(t, say(200, string(less), "X-Credits-Charged", "0.1")), remembering(m))
			_, receipt, err := x.call(t.Context(), c)
			if err == nil {
				continue // it may be null
			}
			refused++
			if e := failure(t, err); e.Kind != client.KindMalformed || !strings.Contains(e.Message, "lacks data."+key) || receipt.Outcome != client.OutcomeCharged || m.entries()[0].answer != nil {
				t.Errorf("%s without %s: %v, %s", x.name, key, err, receipt.Outcome)
			}
		}
		if refused == 0 {
			t.Errorf("%s promises nothing", x.name)
		}
	}
}

func TestOddAnswersOfLists(t *testing.T) {
	t.Parallel()
	for reply, fails := range map[string]bool{
		`{"data":[{}],"has_more":false}`:                                   true,
		`{"data":[{"id":"a"},{"other":1}],"has_more":false}`:               true,
		`{"data":[null],"has_more":false}`:                                 true,
		`{"data":[{"id":"a","unknown":{}},{"id":"b"}],"has_more":false}`:   false,
		`{"data":[{"id":"a","caption":null,"metrics":{}}],"unknown":[{}]}`: false,
	} {
		m := &memory{}
		c, _ := dial(t, newService(t, say(200, reply, "X-Credits-Charged", "0.1")), remembering(m))
		_, receipt, err := c.Posts(t.Context(), client.PostsParams{CreatorID: creator})
		if (err != nil) != fails || receipt.Charged != 100 || (m.entries()[0].answer == nil) != fails {
			t.Errorf("%s: %v, %+v", reply, err, receipt)
		}
	}
}

// TestASearchWithoutItsSession and a part of an answer are failures; what they
// cost is known.
func TestASearchWithoutItsSession(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		status int
		reply  string
		kind   client.Kind
	}{
		{200, `{"data":[]}`, client.KindMalformed}, {200, `{"data":[],"search_id":"s"}`, client.KindMalformed},
		{206, nothingFound, client.KindTruncated}, {200, nothingFound, ""},
	} {
		m := &memory{}
		c, _ := dial(t, newService(t, say(test.status, test.reply, "X-Credits-Charged", "25")), remembering(m))
		receipt, err := searchFor(c, 10)
		if client.KindOf(err) != test.kind || receipt.Outcome != client.OutcomeCharged || receipt.Charged != 25000 {
			t.Errorf("%d %s: %v, %+v", test.status, test.reply, err, receipt)
		}
	}
}

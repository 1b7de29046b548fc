package mcp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"greenroom/client"
)

// A request that is longer than may be, a line that is none, or a tool that is not there is
// refused, under the id where there is one, and the session goes on.
func TestNoLineEndsASession(t *testing.T) {
	s := newHouse(t).server(client.Caps{Session: credits(20)}, 5)
	in, write := io.Pipe()
	read, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- s.Run(t.Context(), in, out); out.Close() }()
	answers := bufio.NewScanner(read)
	answers.Buffer(nil, 4*mostAsked)
	long := strings.Repeat("x", mostAsked)
	for _, c := range []struct{ send, want string }{
		{`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}`, "1"},
		{`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"x":"` + long + `"}}`, "7 refused"},
		{`{"method":"tools/list","params":{"x":{"id":3},"y":"` + long + `"},"jsonrpc":"2.0","id":"a-9"}`, `"a-9" refused`},
		{`{"method":"tools/list","params":{"y":"` + long + `","x":{"id":3}}}`, "null refused"},
		{"not json", "null refused"}, {"\xff\xfe", "null refused"}, {"[]", "null refused batch"}, {`[{"jsonrpc":"2.0","id":14,"method":"ping"},{"jsonrpc":"2.0","id":15,"method":"ping"}]`, "null refused batch"}, {"null", "null refused"}, {strings.Repeat("[", 100_000), "null refused"},
		{`{"jsonrpc":"2.0"}`, "null refused"}, {`{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}`, "null refused"}, {`{"jsonrpc":"1.0","id":4,"method":"ping"}`, "null refused"},
		{`{"jsonrpc":"2.0","id":5,"Method":"ping"}`, "5 refused"}, {`{"jsonrpc":"2.0","id":5,"method":7}`, "5 refused"},
		{`{"jsonrpc":"2.0","id":6,"method":"ping"} {"jsonrpc":"2.0","id":7,"method":"ping"}`, "6 refused"},
		{" \n" + `{"jsonrpc":"2.0","id":8,"method":"tools/list"}`, "8"},
		{`{"jsonrpc":"2.0","id":9,"result":{}}` + "\n" + `{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"nosuch","arguments":{}}}`, "10"},
		{`{"jsonrpc":"2.0","id":11,"method":"resources/read","params":{"uri":"\u0000"}}`, "11"}, {`{"jsonrpc":"2.0","id":12,"method":"resources/read","params":{"uri":"greenroom://creator/\u0007"}}`, "12"},
		{`{"jsonrpc":"2.0","id":13,"method":"ping"}`, "13"},
	} {
		if _, err := fmt.Fprintln(write, c.send); err != nil {
			t.Fatal(err)
		}
		if !answers.Scan() {
			t.Fatalf("the session ended before %s: %v", c.want, answers.Err())
		}
		var got struct {
			ID    json.RawMessage
			Error *struct{ Message string }
		}
		if err := json.Unmarshal(answers.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		told := string(got.ID)
		if got.Error != nil && strings.Contains(got.Error.Message, "Nothing was done") {
			told += " refused"
			if strings.Contains(got.Error.Message, "on a line of its own") {
				told += " batch"
			}
		}
		if told != c.want {
			t.Errorf("%s: %.300s", c.want, answers.Text())
		}
	}
	write.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

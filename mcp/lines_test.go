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

// A request that is longer than may be is refused under its id, wherever that stands, and
// the session goes on.
func TestALongRequestEndsNoSession(t *testing.T) {
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
		{`{"jsonrpc":"2.0","id":8,"method":"tools/list"}`, "8"},
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

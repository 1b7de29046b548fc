package mcp

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"sync"
)

// lines hands on the messages of an agent, each on a line. One that is too long, or none at
// all, is told so under its id, where the SDK would end the session.
type lines struct {
	in   *bufio.Reader
	out  io.Writer
	rest []byte
}

func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, end, long, err := l.next()
		refused := ""
		switch {
		case long:
			refused = fmt.Sprintf("This request is longer than %d bytes. Nothing was done; send less at once.", mostAsked)
		case bytes.HasPrefix(bytes.TrimSpace(line), []byte("[")) && json.Valid(line):
			refused = "Batches are not taken, as in MCP from 2025-06-18 on. Nothing was done; send each request on a line of its own."
		case len(bytes.TrimSpace(line)) > 0 && !isMessage(line):
			refused = "This line is no message of JSON-RPC 2.0. Nothing was done."
		}
		if l.rest = line; refused != "" {
			l.rest = nil
			_, _ = fmt.Fprintf(l.out, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32600,"message":%q}}`+"\n", idOf(line, end), refused)
		}
		if err != nil && len(l.rest) == 0 {
			return 0, err
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// isMessage tells a request, a notification or an answer, alone on its line.
func isMessage(line []byte) bool {
	var keys map[string]json.RawMessage
	var id any
	if json.Unmarshal(line, &keys) != nil || string(keys["jsonrpc"]) != `"2.0"` || keys["id"] != nil && json.Unmarshal(keys["id"], &id) != nil {
		return false
	}
	switch id.(type) {
	case nil, string, float64:
		var method string
		return keys["method"] != nil && json.Unmarshal(keys["method"], &method) == nil || keys["result"] != nil || keys["error"] != nil
	}
	return false
}

// next is a line as far as it is kept, and the end of one that is too long.
func (l *lines) next() (line, end []byte, long bool, err error) {
	for {
		piece, err := l.in.ReadSlice('\n')
		if long = long || len(line)+len(piece) > mostAsked; !long {
			line = append(line, piece...)
		}
		end = append(end[:0], piece...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, end, long, err
		}
	}
}

// The id of a request stands where programs write it: behind the version, or last.
var (
	idFirst = regexp.MustCompile(`^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d{1,18}|"[\w-]{1,80}")`)
	idLast  = regexp.MustCompile(`"id"\s*:\s*(\d{1,18}|"[\w-]{1,80}")\s*\}\s*$`)
)

func idOf(line, end []byte) string {
	of := func(id *regexp.Regexp, text []byte) string {
		found := id.FindSubmatch(text)
		if found == nil {
			return ""
		}
		return string(found[1])
	}
	return cmp.Or(of(idFirst, line[:min(len(line), 200)]), of(idLast, bytes.TrimSpace(end[max(0, len(end)-200):])), "null")
}

// alone writes one message at a time.
type alone struct {
	mu  sync.Mutex
	out io.Writer
}

func (a *alone) Write(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.out.Write(p)
}

func (*alone) Close() error { return nil }

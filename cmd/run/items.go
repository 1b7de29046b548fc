package run

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"
)

// longestItem is the most bytes of a line that names something: long enough for
// any address, and for a line of JSON around it.
const longestItem = 4096

// gather returns a command's items: its words, with the lines of standard input where a
// word is "-", or where there is no word and something is piped in.
func gather(in io.Reader, args []string) (items []string, fromPipe bool, err error) {
	if len(args) == 0 && piped(in) {
		args = []string{"-"}
	}
	for _, a := range args {
		switch {
		case a != "-":
			items = append(items, a)
		case fromPipe:
			return nil, true, Usagef("give - only once: standard input can be read only once")
		default:
			lines, err := readItems(in)
			if err != nil {
				return nil, true, err
			}
			fromPipe, items = true, append(items, lines...)
		}
	}
	return items, fromPipe, nil
}

// readItems reads one item a line. Blank lines and lines that begin with # are
// left out.
func readItems(in io.Reader) ([]string, error) {
	var items []string
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, longestItem), longestItem)
	n := 0
	for lines.Scan() {
		n++
		line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		item, err := readItem(line)
		if err != nil {
			return nil, Usagef("line %d of standard input %v", n, err)
		}
		items = append(items, item)
	}
	if err := lines.Err(); err != nil {
		return nil, Usagef("cannot read line %d of standard input: %v; an item can have at most %d bytes", n+1, err, longestItem)
	}
	return items, nil
}

// readItem reads a bare item, a JSON text, or a JSON object that leads to a
// single one.
func readItem(line string) (string, error) {
	if strings.ContainsRune(line, 0) || !utf8.ValidString(line) {
		return "", fmt.Errorf("is not text")
	}
	if line[0] != '"' && line[0] != '{' {
		return line, nil
	}
	var v any
	if err := json.Unmarshal([]byte(line), &v); err != nil {
		return "", fmt.Errorf("looks like JSON but is not: %w", err)
	}
	item, ok := single(v)
	if !ok {
		return "", fmt.Errorf("is JSON with several fields, or none with a name; select one when you produce it, such as --fields creator.id")
	}
	return item, nil
}

// single returns the one text in a JSON value: itself, that of an object's only field, or
// a profile that an object names by platform and username.
func single(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, v != "" && !strings.ContainsAny(v, "\x00\n\r")
	case map[string]any:
		platform, ok := v["platform"].(string)
		username, also := v["username"].(string)
		if len(v) == 2 && ok && also {
			return single(platform + ":" + username)
		}
		for _, only := range v {
			if len(v) == 1 {
				return single(only)
			}
		}
	}
	return "", false
}

// piped says whether something other than a keyboard or nothing is there.
func piped(in io.Reader) bool {
	f, ok := in.(*os.File)
	if !ok {
		return true
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice == 0
}

// largestText is the most bytes of a file that holds one thing to send: sixteen
// times the longest brief.
const largestText = 64 << 10

// ReadSmall reads a file that holds one thing to send.
func ReadSmall(in io.Reader) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(in, largestText+1))
	if err == nil && len(raw) > largestText {
		err = fmt.Errorf("it is larger than %d bytes", largestText)
	}
	return raw, err
}

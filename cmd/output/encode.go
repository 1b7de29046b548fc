package output

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := encode(m.name)
		if err != nil {
			return nil, err
		}
		value, err := encode(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// encode is json.Marshal that leaves <, > and & as they are.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// members are those of an object, in the order they stand in.
func members(raw json.RawMessage) (object, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("the answer is not a JSON object (%v)", err)
	}
	var o object
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		o = append(o, member{name.(string), value})
	}
	return o, nil
}

// first is the byte that tells what a JSON value is.
func first(raw json.RawMessage) byte {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return 'n'
	}
	return raw[0]
}

// at is the part of an item that a path leads to: through a list, that part of
// each element; null where there is none.
func at(raw json.RawMessage, path []string) json.RawMessage {
	if len(path) == 0 {
		return raw
	}
	switch first(raw) {
	case '{':
		var all map[string]json.RawMessage
		_ = json.Unmarshal(raw, &all)
		if v, ok := all[path[0]]; ok {
			return at(v, path[1:])
		}
	case '[':
		var list []json.RawMessage
		_ = json.Unmarshal(raw, &list)
		for i := range list {
			list[i] = at(list[i], path)
		}
		out, _ := encode(list)
		return out
	}
	return json.RawMessage("null")
}

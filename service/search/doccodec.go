package search

import (
	"encoding/binary"
	"math"
	"time"
)

// docCodec writes documents one behind another, or reads one: the same list of fields does
// both.
type docCodec struct {
	bytes []byte
	read  string // the same bytes where they are read: texts are parts of it. "": they are written
	at    int
}

func readDoc(bytes []byte) (d Doc) {
	c := docCodec{bytes: bytes, read: string(bytes)}
	c.doc(&d)
	return d
}

func (c *docCodec) doc(d *Doc) {
	c.texts(&d.ID, &d.Name, &d.AvatarURL, (*string)(&d.Kind), &d.Country, &d.City)
	c.numbers(&d.Row, &d.Followers)
	c.decimal(&d.EngagementRate)
	c.truths(&d.HomeUnverified, &d.Verified, &d.Private)
	c.times(&d.LastPost, &d.Seen)
	for n := range d.Rarer {
		known := d.Rarer[n] != nil
		if c.truths(&known); known {
			if d.Rarer[n] == nil {
				d.Rarer[n] = new(float64)
			}
			c.decimal(d.Rarer[n])
		}
	}
	codeList(c, &d.Names, func(n *Name) {
		c.texts((*string)(&n.Platform), &n.Username, &n.DisplayName)
		c.numbers(&n.Followers)
		c.decimal(&n.Engagement)
		c.truths(&n.Verified)
	})
	codeList(c, &d.Units, func(u *UnitDoc) {
		kind := int64(u.Kind)
		c.numbers(&kind, &u.Row)
		u.Kind = UnitKind(kind)
		c.texts(&u.Text)
		c.times(&u.At)
	})
	for _, list := range []*[]string{&d.Languages, &d.Themes, &d.Categories, &d.Facts} {
		codeList(c, list, func(s *string) { c.texts(s) })
	}
}

// codeList is for lists; one without anything is nil when it was read.
func codeList[T any](c *docCodec, list *[]T, each func(*T)) {
	n := int64(len(*list))
	if c.numbers(&n); len(*list) == 0 && n > 0 {
		*list = make([]T, n)
	}
	for i := range *list {
		each(&(*list)[i])
	}
}

func (c *docCodec) numbers(list ...*int64) {
	for _, v := range list {
		if c.read == "" {
			c.bytes = binary.AppendVarint(c.bytes, *v)
			continue
		}
		n, size := binary.Varint(c.bytes[c.at:])
		*v = n
		c.at += size
	}
}

func (c *docCodec) texts(list ...*string) {
	for _, s := range list {
		n := int64(len(*s))
		if c.numbers(&n); c.read == "" {
			c.bytes = append(c.bytes, *s...)
			continue
		}
		*s = c.read[c.at : c.at+int(n)]
		c.at += int(n)
	}
}

func (c *docCodec) decimal(v *float64) {
	if c.read == "" {
		c.bytes = binary.LittleEndian.AppendUint64(c.bytes, math.Float64bits(*v))
		return
	}
	*v = math.Float64frombits(binary.LittleEndian.Uint64(c.bytes[c.at:]))
	c.at += 8
}

func (c *docCodec) truths(list ...*bool) {
	for _, v := range list {
		n := int64(0)
		if *v {
			n = 1
		}
		c.numbers(&n)
		*v = n == 1
	}
}

// times are exact to a microsecond, as stores have them.
func (c *docCodec) times(list ...*time.Time) {
	for _, at := range list {
		known := !at.IsZero()
		if c.truths(&known); !known {
			continue
		}
		n := at.UnixMicro()
		c.numbers(&n)
		*at = time.UnixMicro(n)
	}
}

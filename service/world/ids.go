package world

import (
	"encoding/binary"

	ids "github.com/google/uuid"
)

// idKind keeps the ids of different records apart.
type idKind uint64

const (
	idCreator idKind = iota + 1
	idProfile
	idPost
	idShortcode
	idVideo
	idClip
	idShortlist
	idChannel
	idPicture
)

const codeDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

func hash(seed uint64, kind idKind, creator, n int) uint64 {
	return mix(mix(seed^uint64(kind)<<56) + uint64(creator)<<20 + uint64(n))
}

// uuid is a version 4 UUID that depends on its arguments alone.
func uuid(seed uint64, kind idKind, creator, n int) string {
	var raw [16]byte
	h := hash(seed, kind, creator, n)
	binary.BigEndian.PutUint64(raw[:], h)
	binary.BigEndian.PutUint64(raw[8:], mix(h))
	raw[6] = raw[6]&0x0f | 0x40
	raw[8] = raw[8]&0x3f | 0x80
	return ids.UUID(raw).String()
}

// code is eleven characters as shortcodes and video ids have them.
func code(h uint64, first byte) string {
	var out [11]byte
	for i := range out {
		out[i] = codeDigits[h&63]
		h = h>>6 | h<<58
	}
	if first != 0 {
		out[0] = first
	} else if out[0] == '-' {
		out[0] = 'k' // a command line would take it for a flag
	}
	return string(out[:])
}

// digits is a decimal id of n digits.
func digits(h uint64, n int) string {
	out := make([]byte, n)
	for i := range out {
		out[i] = byte('0' + h%10)
		if h /= 10; h == 0 {
			h = mix(uint64(i) + uint64(out[i]))
		}
	}
	out[0] = '7'
	return string(out)
}

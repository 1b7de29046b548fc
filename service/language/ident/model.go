package ident

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"math"
	"strings"
	"sync"
)

// The weights are a table with a row of dim numbers for every gram, all kinds of grams
// that share a number sharing the row, and a row for each language: the languages of a
// script are ranked by their products with the mean of the rows of a text's grams.
// TestTraining makes them.
//
//go:embed weights.bin
var weights []byte

const (
	dim           = 16
	buckets       = 48_000
	gramMost      = 5 // letters, the ends of a word among them
	mostGrams     = (longest+2)*gramMost + 1
	mostLanguages = 64 // of a script
	nothing       = 128
)

// model is the rows of languages; those of grams are read where they lie.
type model struct {
	codes [modelled][]string
	out   [modelled][][dim]float32
	rows  []byte
}

// loaded reads the few rows of languages when a text is first asked for.
var loaded = sync.OnceValue(func() *model { return parse(weights) })

// parse reads weights: a line of codes for each script, an empty line, the rows of
// languages as float32, the rows of grams as bytes, 128 standing for nothing.
func parse(text []byte) *model {
	m := &model{}
	head, rest, _ := bytes.Cut(text, []byte("\n\n"))
	for f, line := range strings.Split(string(head), "\n") {
		m.codes[f] = strings.Fields(line)
		for range m.codes[f] {
			var row [dim]float32
			for k := range row {
				row[k] = math.Float32frombits(binary.LittleEndian.Uint32(rest[4*k:]))
			}
			m.out[f], rest = append(m.out[f], row), rest[4*dim:]
		}
	}
	m.rows = rest
	return m
}

// weigh adds the rows of the grams of one word to a run. Numbers of 16 bits, four side by
// side, are added at once: a word has too few grams for one to run over into the next.
func (r *run) weigh(grams []uint32) {
	const low = 0x00ff00ff00ff00ff
	var sums [dim / 4]uint64
	rows := loaded().rows
	for _, g := range grams {
		row := rows[int(g)*dim : int(g)*dim+dim]
		a, b := binary.LittleEndian.Uint64(row), binary.LittleEndian.Uint64(row[8:])
		sums[0] += a & low
		sums[1] += a >> 8 & low
		sums[2] += b & low
		sums[3] += b >> 8 & low
	}
	for k := range r.sum {
		at := k/8*2 + k%2
		r.sum[k] += int32(sums[at]>>(k%8/2*16)&0xffff) - int32(nothing*len(grams))
	}
	r.grams += len(grams)
}

// grams are the rows of a word that stands between two edges: of all one to five letters
// that stand together in it, its edges counting as letters, and of all of it.
func grams(buf []uint32, w []rune) []uint32 {
	whole := uint32(whole)
	for i, c := range w {
		whole = (whole ^ uint32(c)) * prime
		h := uint32(offset)
		for n, c := range w[i:min(len(w), i+gramMost)] {
			h = (h ^ uint32(c)) * prime
			if n > 0 || i > 0 && i < len(w)-1 {
				buf = append(buf, slot(h))
			}
		}
	}
	return append(buf, slot(whole))
}

// edge stands at both ends of a word.
const edge = '_'

// The numbers of FNV-1a; a whole word begins with another one.
const (
	offset = 2166136261
	prime  = 16777619
	whole  = offset ^ 0x5bd1e995
)

// slot is the row of a hash.
func slot(h uint32) uint32 {
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 13
	return uint32(uint64(h) * buckets >> 32)
}

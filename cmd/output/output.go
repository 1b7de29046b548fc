// Package output prints answers for scripts: as a table, as the JSON of the
// contract, as one JSON line an item, as CSV that no spreadsheet runs, and any
// of them cut down to chosen fields. It knows items by the JSON they become and
// nothing of creators, services or terminals: how cells are drawn as a table is
// given to it.
package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Format is how an answer is printed. It is a flag's value.
type Format string

// The formats.
const (
	Table Format = "table" // for people
	JSON  Format = "json"  // one document, as the contract writes it
	JSONL Format = "jsonl" // one item a line
	CSV   Format = "csv"   // a header, then a row an item
)

// Formats lists the formats in the order they are offered.
func Formats() []Format { return []Format{Table, JSON, JSONL, CSV} }

// String is the word on the command line.
func (f *Format) String() string { return string(*f) }

// Type names the value in help.
func (f *Format) Type() string { return "FORMAT" }

// Set takes the word on the command line.
func (f *Format) Set(s string) error {
	if !slices.Contains(Formats(), Format(s)) {
		return fmt.Errorf("the format is table, json, jsonl or csv, not %s", s)
	}
	*f = Format(s)
	return nil
}

// Config says where and how a Printer prints.
type Config struct {
	To     io.Writer
	Format Format
	Fields Fields // none: everything
	// Columns are those of CSV where no fields are chosen.
	Columns []string
	// Grid draws cells, which came from outside, as a table. It is asked where
	// fields are chosen.
	Grid func(w io.Writer, head []string, rows [][]string) error
}

// Printer prints one answer: Add for each item, End once. Lines of JSONL and CSV
// are written as they are added, so that a list may be long; the other formats
// are written at the end.
type Printer struct {
	cfg   Config
	items []json.RawMessage // cut down to the fields
	begun bool
}

// New is a printer that has written nothing yet.
func New(cfg Config) *Printer { return &Printer{cfg: cfg} }

// Format is how it prints.
func (p *Printer) Format() Format { return p.cfg.Format }

// Add prints an item, or keeps it for the end.
func (p *Printer) Add(item any) error {
	raw, err := encode(item)
	if err != nil {
		return fmt.Errorf("print an item: %w", err)
	}
	switch p.cfg.Format {
	case JSONL:
		return p.line(p.cfg.Fields.of(raw))
	case CSV:
		if err := p.header(); err != nil {
			return err
		}
		return p.row(raw)
	}
	if p.cfg.Fields.some() {
		p.items = append(p.items, raw)
	}
	return nil
}

// End prints what was kept: whole is the document of the contract, draw its
// table. Where fields are chosen, data is the added items, cut down: a list, or
// with alone the one item itself.
func (p *Printer) End(whole any, alone bool, draw func(io.Writer) error) error {
	chosen := p.cfg.Fields.some()
	switch {
	case p.cfg.Format == CSV:
		return p.header()
	case p.cfg.Format == JSON && chosen:
		return p.cut(whole, alone)
	case p.cfg.Format == JSON:
		return p.document(whole)
	case p.cfg.Format == Table && chosen:
		return p.grid()
	case p.cfg.Format == Table:
		return draw(p.cfg.To)
	}
	return nil
}

func (p *Printer) line(raw json.RawMessage) error {
	_, err := p.cfg.To.Write(append(plainJSON(raw), '\n'))
	return err
}

func (p *Printer) document(v any) error {
	raw, err := encode(v)
	if err != nil {
		return fmt.Errorf("print the answer: %w", err)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		return fmt.Errorf("print the answer: %w", err)
	}
	return p.line(b.Bytes())
}

// cut prints the document with its data cut down; what stands beside data stays.
// A document that is a list is its own data.
func (p *Printer) cut(whole any, alone bool) error {
	raw, err := encode(whole)
	if err != nil {
		return fmt.Errorf("print the answer: %w", err)
	}
	cut := make([]json.RawMessage, len(p.items))
	for i, item := range p.items {
		cut[i] = p.cfg.Fields.of(item)
	}
	if first(raw) == '[' {
		return p.document(cut)
	}
	beside, err := members(raw)
	if err != nil {
		return fmt.Errorf("print the answer: %w", err)
	}
	var data any = cut
	if alone && len(cut) == 1 {
		data = cut[0]
	}
	doc := object{{"data", data}}
	for _, m := range beside {
		if m.name != "data" {
			doc = append(doc, m)
		}
	}
	return p.document(doc)
}

func (p *Printer) grid() error {
	rows := make([][]string, len(p.items))
	for i, item := range p.items {
		for _, path := range p.cfg.Fields.paths {
			rows[i] = append(rows[i], cellText(at(item, path)))
		}
	}
	head := slices.Clone(p.cfg.Fields.names)
	for i := range head {
		head[i] = strings.ToUpper(head[i])
	}
	return p.cfg.Grid(p.cfg.To, head, rows)
}

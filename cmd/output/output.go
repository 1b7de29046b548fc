// Package output prints answers for scripts: as a table, as the JSON of the
// contract, as one JSON line an item, as CSV that no spreadsheet runs, and any
// of them cut down to chosen fields. It knows items by the JSON they become and
// nothing of creators or services.
package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"greenroom/internal/each"
	"greenroom/internal/sheet"
)

// Format tells how an answer is printed. It is a flag's value.
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

// String returns the word on the command line.
func (f *Format) String() string { return string(*f) }

// Type names the value in help.
func (f *Format) Type() string { return "FORMAT" }

// Set takes the word on the command line.
func (f *Format) Set(s string) error {
	if !slices.Contains(Formats(), Format(s)) {
		return fmt.Errorf("the format must be table, json, jsonl or csv, not %s", s)
	}
	*f = Format(s)
	return nil
}

// Config says where and how a Printer prints.
type Config struct {
	To       io.Writer
	Terminal bool // somebody reads along: what could move the cursor or turn a line round is left out of every format
	Format   Format
	Fields   string         // "name,metrics.followers"; "": everything
	Items    []reflect.Type // of the items that will be added
}

// Printer prints one answer: Add for each item, End once. Lines of JSONL and CSV
// are written as they are added, so that a list may be long; the other formats
// are written at the end.
type Printer struct {
	cfg     Config
	fields  fields
	columns []string // of CSV
	items   []json.RawMessage
	begun   bool
}

// New is a printer that has written nothing yet. It refuses fields that no item
// can have.
func New(cfg Config) (*Printer, error) {
	known := shapeOf(cfg.Items...)
	chosen, err := parseFields(cfg.Fields, known)
	if err != nil {
		return nil, err
	}
	p := &Printer{cfg: cfg, fields: chosen, columns: known.columns}
	if chosen.some() {
		p.columns = chosen.names
	}
	return p, nil
}

// Whole says whether the document or the table at the end needs all items.
func (p *Printer) Whole() bool { return p.cfg.Format == Table || p.cfg.Format == JSON }

// Add prints an item, or keeps it for the end.
func (p *Printer) Add(item any) error {
	raw, err := encode(item)
	if err != nil {
		return fmt.Errorf("print an item: %w", err)
	}
	switch p.cfg.Format {
	case JSONL:
		return p.line(p.fields.of(raw))
	case CSV:
		if err := p.header(); err != nil {
			return err
		}
		return p.row(raw)
	}
	if p.fields.some() {
		p.items = append(p.items, raw)
	}
	return nil
}

// End prints what was kept: whole is the document of the contract, draw its
// table. Where fields are chosen, data is the added items, cut down: a list, or
// with alone the one item itself.
func (p *Printer) End(whole any, alone bool, draw func(io.Writer)) error {
	chosen := p.fields.some()
	switch {
	case p.cfg.Format == CSV:
		return p.header()
	case p.cfg.Format == JSON && chosen:
		return p.cut(whole, alone)
	case p.cfg.Format == JSON:
		return p.document(whole)
	case p.cfg.Format == Table && chosen:
		p.grid()
	case p.cfg.Format == Table:
		draw(p.cfg.To)
	}
	return nil
}

func (p *Printer) line(raw json.RawMessage) error {
	_, err := p.cfg.To.Write(append(sheet.PlainJSON(raw), '\n'))
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
	cut := each.Of(p.items, p.fields.of)
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

// grid draws the chosen fields as a table.
func (p *Printer) grid() {
	var t Rows
	t.Add(strings.Split(strings.ToUpper(strings.Join(p.columns, ",")), ",")...)
	for _, item := range p.items {
		row := each.Of(p.fields.paths, func(path []string) string { return cellText(at(item, path)) })
		t.Add(row...)
	}
	t.Write(p.cfg.To)
}

// Package formats turns files that hold tables in some wrapping (archives,
// workbooks, web pages, lists in JSON) into plain files in a folder of their own, as streams
// and within limits. It must not know what a table means.
package formats

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// What one import takes out of its archives at most: more is a bomb, or no data
// of creators. Text seldom packs better than 1 to 100.
const (
	maxEntries = 20_000
	maxBytes   = 8 << 30
	maxRatio   = 500
	freeBytes  = 16 << 20 // below this no ratio counts
	maxDepth   = 3
)

// File is a plain file that was taken out of another.
type File struct {
	Path    string // where it lies
	Shown   string // as people know it: list.zip/creators.csv
	Refused string // why it was not taken out, a sentence; "" if it was
	Hidden  []int  // rows of a workbook that are not shown, and were left out
}

// Step tells the progress of a file being taken apart.
type Step struct {
	Path string // as people know it
	Rows int    // of a table that were written out; 0 before
}

// Unpacker takes files apart into a folder that Close removes.
type Unpacker struct {
	// Step is called often while a file is taken apart. Its error ends that, and is
	// what Open returns. It may be nil.
	Step func(Step) error

	folder  string
	entries int
	bytes   int64
	made    int
	stopped error           // of Step
	linked  map[string]bool // parts of the workbook at hand that hold links
}

func (u *Unpacker) step(shown string, rows int) error {
	if u.Step == nil {
		return nil
	}
	u.stopped = u.Step(Step{shown, rows})
	return u.stopped
}

// Container holds for the name of a file that others are taken out of.
func Container(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".zip", ".gz", ".xlsx", ".xlsm", ".ods":
		return true
	}
	return false
}

// Close removes what was taken out.
func (u *Unpacker) Close() error {
	if u.folder == "" {
		return nil
	}
	return os.RemoveAll(u.folder)
}

// Open lists the plain files in a file, none where it is one itself.
func (u *Unpacker) Open(path string) ([]File, error) {
	return u.open(path, path, 0)
}

type refusal string

func (r refusal) Error() string { return string(r) }

// Refusal is why a file cannot be taken apart, "" where err is another error.
func Refusal(err error) string {
	r, _ := errors.AsType[refusal](err)
	return string(r)
}

func (u *Unpacker) open(path, shown string, depth int) ([]File, error) {
	head, err := Head(path)
	if err != nil {
		return nil, nil // whoever reads it says why it cannot be
	}
	var take func(*input) ([]File, error)
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	for _, f := range unread {
		if bytes.HasPrefix(head, []byte(f.head)) && bytes.Contains(head, []byte(f.holds)) {
			return nil, refusal(f.why)
		}
	}
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		take = u.zip
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		take = u.gzip
	case bytes.HasPrefix(text, []byte("[")) && !bytes.HasPrefix(text, []byte("[Script")) && strings.ContainsAny(string(text[1:min(len(text), 400)]), "{\"]"):
		take = u.json
	case bytes.HasPrefix(text, []byte("{")) && wrapped(path, text):
		take = u.json
	case bytes.HasPrefix(text, []byte("{")):
		rows := keyed(path)
		if rows == nil {
			return nil, nil
		}
		take = func(in *input) ([]File, error) { return in.lines("items", rows) }
	case page(text):
		take = u.html
	default:
		return nil, nil
	}
	if depth >= maxDepth {
		return nil, refusal("It lies in an archive in an archive in an archive, which is deeper than is looked into.")
	}
	in, err := u.input(path, shown, depth)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return take(in)
}

// compound begins what an old Office writes, and workbooks with a password: files whose
// parts have names in UTF-16.
const compound = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// unread are files that hold no table that can be read, by how they begin and what is in
// their head.
var unread = []struct{ head, holds, why string }{
	{"%PDF-", "", "It is a PDF, whose tables cannot be read; save the table as CSV or Excel (.xlsx) where it was made."},
	{compound, "E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00", "It is a workbook with a password; open it, and save it without one."},
	{compound, "", "It is a workbook of an old Excel (.xls), or one with a password; save it as .xlsx without a password, in a spreadsheet or by soffice --headless --convert-to xlsx FILE."},
	{"{\\rtf", "", "It is a document (RTF), not a table; save the table as CSV."},
	{"SQLite format 3\x00", "", "It is a database (SQLite); export the table as CSV."},
	{"PAR1", "", "It is a Parquet file; export the table as CSV."},
	{"Rar!", "", "It is a RAR archive; unpack it first."},
	{"7z\xbc\xaf", "", "It is a 7z archive; unpack it first."},
}

// input is a file that others are taken out of.
type input struct {
	watched
	file   *os.File
	info   os.FileInfo
	folder string // for what is in it, called as it is
	depth  int
}

func (u *Unpacker) input(path, shown string, depth int) (in *input, err error) {
	in = &input{depth: depth}
	if in.file, err = os.Open(path); err != nil {
		return nil, err
	}
	in.watched = watched{in.file, u, shown}
	if in.info, err = in.file.Stat(); err == nil && u.folder == "" {
		u.folder, err = os.MkdirTemp("", "greenroom-import-")
	}
	u.made++
	in.folder = filepath.Join(u.folder, fmt.Sprint(u.made), strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	if err = errors.Join(err, os.MkdirAll(in.folder, 0o700)); err != nil {
		return nil, errors.Join(err, in.Close())
	}
	return in, nil
}

func (in *input) Close() error { return in.file.Close() }

// lines are rows as a file of JSON, one a line.
func (in *input) lines(name string, rows []json.RawMessage) ([]File, error) {
	var out bytes.Buffer
	for _, row := range rows {
		if err := json.Compact(&out, row); err != nil {
			return nil, err
		}
		out.WriteByte('\n')
	}
	path := filepath.Join(in.folder, name+".jsonl")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		return nil, err
	}
	return []File{{Path: path, Shown: in.shown}}, dated(path, in.info.ModTime())
}

// Head is the first 64 KB of a file.
func Head(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(file, head)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return head[:n], err
}

// create opens a file below a folder for writing; a name that leaves the folder
// is refused.
func create(folder, name string) (*os.File, error) {
	name = filepath.FromSlash(strings.ReplaceAll(name, `\`, "/"))
	if !filepath.IsLocal(name) {
		return nil, refusal("Its name leads out of the archive, so it is not taken out.")
	}
	path := filepath.Join(folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
}

// copyWithin copies what was packed as so many bytes, within the limits.
func (u *Unpacker) copyWithin(to io.Writer, from watched, packed int64) error {
	room := maxBytes - u.bytes
	if limit := max(freeBytes, packed*maxRatio); limit < room {
		room = limit
	}
	n, err := io.Copy(to, io.LimitReader(from, room+1))
	if u.bytes += n; n > room {
		return refusal("It unpacks into far more than it should hold, so it was left alone.")
	}
	if err != nil && u.stopped == nil {
		err = refusal("It is damaged: " + err.Error() + ".")
	}
	return err
}

func (u *Unpacker) zip(in *input) ([]File, error) {
	archive, err := zip.NewReader(in.file, in.info.Size())
	if err != nil {
		return nil, refusal("It is a damaged archive: " + err.Error() + ".")
	}
	for _, f := range archive.File {
		switch f.Name {
		case "xl/workbook.xml":
			return u.workbook(archive, in)
		case "content.xml":
			return u.openDocument(archive, in)
		case "word/document.xml", "ppt/presentation.xml":
			return nil, refusal("It is a document, not a table; save the table as CSV.")
		}
	}
	var files []File
	for _, f := range archive.File {
		name := filepath.Base(filepath.FromSlash(f.Name))
		if f.FileInfo().IsDir() || strings.HasPrefix(name, ".") || strings.HasPrefix(f.Name, "__MACOSX/") {
			continue
		}
		inner, err := u.entry(f, in)
		if err != nil {
			return nil, err
		}
		files = append(files, inner...)
	}
	return files, nil
}

func (u *Unpacker) entry(f *zip.File, in *input) ([]File, error) {
	shown := in.shown + "/" + f.Name
	if u.entries++; u.entries > maxEntries {
		return nil, refusal("It holds more files than an archive of data does.")
	}
	path, err := u.extract(f, in.folder, shown)
	if reason := Refusal(err); reason != "" {
		return []File{{Shown: shown, Refused: reason}}, nil
	}
	if err != nil {
		return nil, err
	}
	return u.inner(path, shown, in.depth)
}

// inner is a file that was taken out, or what is in it in turn.
func (u *Unpacker) inner(path, shown string, depth int) ([]File, error) {
	files, err := u.open(path, shown, depth+1)
	if reason := Refusal(err); reason != "" {
		return []File{{Shown: shown, Refused: reason}}, nil
	}
	if err == nil && files == nil {
		files = []File{{Path: path, Shown: shown}}
	}
	return files, err
}

func (u *Unpacker) extract(f *zip.File, folder, shown string) (string, error) {
	if !f.Mode().IsRegular() {
		return "", refusal("It is not a regular file.")
	}
	from, err := f.Open()
	if err != nil {
		return "", refusal("It cannot be unpacked: " + err.Error() + ".")
	}
	defer from.Close()
	to, err := create(folder, f.Name)
	if err != nil {
		return "", err
	}
	err = errors.Join(u.copyWithin(to, watched{from, u, shown}, int64(f.CompressedSize64)), to.Close())
	return to.Name(), errors.Join(err, dated(to.Name(), f.Modified))
}

// dated gives what was taken out the date it had.
func dated(path string, at time.Time) error {
	if at.IsZero() || at.Year() < 1981 {
		return nil
	}
	return os.Chtimes(path, at, at)
}

func (u *Unpacker) gzip(in *input) ([]File, error) {
	from, err := gzip.NewReader(bufio.NewReader(in.file))
	if err != nil {
		return nil, refusal("It is a damaged archive: " + err.Error() + ".")
	}
	to, err := create(in.folder, strings.TrimSuffix(filepath.Base(in.file.Name()), ".gz"))
	if err != nil {
		return nil, err
	}
	at := from.ModTime
	if at.IsZero() {
		at = in.info.ModTime()
	}
	if err := errors.Join(u.copyWithin(to, watched{from, u, in.shown}, in.info.Size()), to.Close(), dated(to.Name(), at)); err != nil {
		return nil, err
	}
	return u.inner(to.Name(), strings.TrimSuffix(in.shown, ".gz"), in.depth)
}

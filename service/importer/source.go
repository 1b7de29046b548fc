package importer

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"

	"greenroom/service/importer/formats"
	"greenroom/service/media"
)

// source is a text file as probe found it.
type source struct {
	path     string
	shown    string // as people know it; "" is the path
	sum      string // SHA-256 of the bytes
	charset  charset
	doubtful bool // another charset reads it about as well
	sound    bool // UTF-8 throughout, without a byte-order mark
	modified time.Time
	captions bool // cues with times
	document bool // one JSON object, the whole file
	lines    bool // a JSON object on each line
	oldLines bool // that end in CR alone, as on old Macs
	size     int64
	read     *atomic.Int64 // bytes, by whoever reads it now
}

// probe looks at the head of a file, then at all its bytes, once.
func probe(path string) (source, error) {
	file, err := os.Open(path)
	if err != nil {
		return source{}, refuse("It cannot be opened: %s.", plainCause(err))
	}
	defer file.Close()
	head, err := formats.Head(path)
	if err != nil && !errors.Is(err, io.EOF) {
		return source{}, refuse("It cannot be read: %s.", plainCause(err))
	}
	src := source{path: path, read: new(atomic.Int64)}
	if err := src.examine(head); err != nil {
		return source{}, err
	}
	if info, err := file.Stat(); err == nil {
		src.modified, src.size = info.ModTime().UTC(), info.Size()
	}
	return src, src.scan(file)
}

func (s *source) examine(head []byte) error {
	if bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff}) {
		s.charset = utf16Text
		decoded, _ := io.ReadAll(s.decode(bytes.NewReader(head)))
		head = decoded
	}
	head, marked := bytes.CutPrefix(head, []byte("\ufeff"))
	s.sound = !marked
	text := bytes.TrimSpace(head)
	switch {
	case len(text) == 0:
		return refuse("It is empty.")
	case noText(text):
		return refuse("It is not a text file, so there is nothing to read in it.")
	case markup(text):
		return refuse("It is a web page or another markup document, not a table; save the table as CSV.")
	}
	s.captions = media.LooksLikeCaptions(s.path, text)
	switch text[0] {
	case '{':
		s.lines, _ = formats.JSONShape(s.path, head)
		s.document = !s.lines
	}
	s.oldLines = bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0
	return nil
}

// mostStray limits the control characters that a text may hold by accident: a NUL costs
// the row it stands in, not the file. In larger files more than one in a hundred shows
// that they are no text, in small ones more than one in twenty.
const mostStray = 3

func noText(text []byte) bool {
	control := 0
	for _, b := range text {
		if b < 0x20 && b != '\t' && b != '\n' && b != '\r' && b != '\f' && b != 0x1b {
			control++
		}
	}
	return control*20 > len(text) || control > mostStray && control*100 > len(text)
}

func markup(text []byte) bool {
	start := strings.ToLower(string(text[:min(len(text), 256)]))
	tags := []string{"<!doctype", "<html", "<head", "<body", "<?xml", "<svg", "<table", "<!--", "<rss", "<script"}
	return slices.ContainsFunc(tags, func(tag string) bool { return strings.HasPrefix(start, tag) })
}

// setEncoding takes the charset that was told; "" tells none.
func (s *source) setEncoding(encoding string) {
	if encoding == "" || s.charset == utf16Text {
		return
	}
	s.charset, s.doubtful = charset(encoding), false
	if encoding == "utf-8" {
		s.charset = utf8Text
	}
}

// maxForeign limits the text beyond ASCII that tells the charset.
const maxForeign = 64 << 10

// scan reads the bytes to the end for the checksum and the charset. Text that
// is UTF-8 but for a few damaged letters is still UTF-8.
func (s *source) scan(r io.Reader) error {
	hash := sha256.New()
	text := bufio.NewReaderSize(io.TeeReader(r, hash), 256<<10)
	var letters, damaged int
	var foreign, begun []byte // lines that hold more than ASCII, and the letter that a cut runs through
	for {
		line, err := text.ReadSlice('\n')
		if len(begun) > 0 {
			line = append(begun, line...)
		}
		if begun = nil; errors.Is(err, bufio.ErrBufferFull) {
			whole := len(line) - unfinished(line)
			line, begun = line[:whole], bytes.Clone(line[whole:])
		}
		good, bad := countUTF8(line)
		if letters, damaged = letters+good, damaged+bad; good+bad > 0 && len(foreign) < maxForeign {
			foreign = append(foreign, line...)
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return refuse("It cannot be read: %s.", plainCause(err))
		}
	}
	s.sum, s.sound = hex.EncodeToString(hash.Sum(nil)), s.sound && damaged == 0
	if s.charset != utf16Text && damaged*20 > letters {
		s.charset, s.doubtful = charsetOf(foreign)
	}
	return nil
}

// unfinished counts the bytes at the end of a slice, at most three, that begin a letter
// which goes on behind it.
func unfinished(slice []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(slice); n++ {
		if tail := slice[len(slice)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// countUTF8 counts letters of several bytes and bytes that are none.
func countUTF8(line []byte) (good, bad int) {
	for i := 0; i < len(line); {
		if line[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(line[i:])
		if i += size; r == utf8.RuneError && size == 1 {
			bad++
		} else {
			good++
		}
	}
	return good, bad
}

func (s *source) decode(r io.Reader) io.Reader {
	if old, ok := charsets[s.charset]; ok {
		return transform.NewReader(r, old.NewDecoder())
	}
	if s.charset == utf16Text {
		return transform.NewReader(r, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder())
	}
	if s.sound {
		return r
	}
	return transform.NewReader(r, unicode.UTF8BOM.NewDecoder())
}

// open reads the file as UTF-8 without a byte-order mark.
func (s *source) open() (io.ReadCloser, error) {
	file, err := os.Open(s.path)
	if err != nil {
		return nil, refuse("It cannot be opened: %s.", plainCause(err))
	}
	text := s.decode(counting{file, s.read})
	if s.oldLines {
		text = transform.NewReader(text, runes.Map(func(r rune) rune {
			if r == '\r' {
				return '\n'
			}
			return r
		}))
	}
	return struct {
		io.Reader
		io.Closer
	}{bufio.NewReaderSize(text, 64<<10), file}, nil
}

func (s *source) name() string { return cmp.Or(s.shown, s.path) }

func (s *source) bytesRead() int64 {
	if s.read == nil {
		return 0
	}
	return s.read.Load()
}

// counting counts what is read of a file.
type counting struct {
	io.Reader
	read *atomic.Int64
}

func (c counting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.read.Add(int64(n))
	return n, err
}

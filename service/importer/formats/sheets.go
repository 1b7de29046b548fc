package formats

import (
	"archive/zip"
	"encoding/csv"
	"errors"
	"math"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/xuri/excelize/v2"

	written "greenroom/internal/sheet"
)

// workbook writes each sheet of a workbook as a table of its own. Cells are taken
// as they are stored, so that nothing is lost to how they are shown; per cent and
// dates, which only their format tells, are written out.
func (u *Unpacker) workbook(archive *zip.Reader, in *input) (files []File, err error) {
	if err := u.survey(archive, in.shown); err != nil {
		return nil, err
	}
	book, err := excelize.OpenFile(in.file.Name(), excelize.Options{UnzipSizeLimit: maxSheet, UnzipXMLSizeLimit: 64 << 20})
	if err != nil {
		return nil, unreadable(err)
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	for _, name := range written.Readable(book.GetSheetList()) {
		if visible, err := book.GetSheetVisible(name); err == nil && !visible {
			continue
		}
		if err := u.table(in, name, &files, func(to *sheet) error { return copySheet(book, name, to, u.beyondCells(archive, name, in.shown)) }); err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, refusal("Its workbook is empty.")
	}
	return files, nil
}

// copySheet writes the rows of a sheet that are shown.
func copySheet(book *excelize.File, name string, to *sheet, beyond beyondCells) error {
	properties, err := book.GetWorkbookProps()
	if err != nil {
		return unreadable(err)
	}
	since1904 := properties.Date1904 != nil && *properties.Date1904
	raw, err := book.Rows(name)
	drawn, failed := book.Rows(name)
	if err = errors.Join(err, failed); err != nil {
		return refusal("Sheet " + name + " cannot be read: " + err.Error() + ".")
	}
	defer raw.Close()
	defer drawn.Close()
	for n := 0; raw.Next() && drawn.Next(); n++ {
		if raw.GetRowOpts().Hidden {
			to.file.Hidden = append(to.file.Hidden, n+1)
			continue
		}
		stored, err := raw.Columns(excelize.Options{RawCellValue: true})
		shown, failed := drawn.Columns()
		if err = errors.Join(err, failed); err != nil {
			return refusal("Sheet " + name + " cannot be read on: " + err.Error() + ".")
		}
		for i := range stored {
			to.link(i, beyond.links[at{n, i}])
			if i < len(shown) && stored[i] != shown[i] {
				stored[i] = meant(stored[i], shown[i], since1904)
			}
			to.reach(i, stored[i], beyond.reach[at{n, i}])
		}
		if err := to.row(to.fill(stored)); err != nil {
			return err
		}
	}
	return nil
}

// meant is a cell by what it is stored as and how it is shown: only per cent and
// dates are other than what is stored. Some workbooks count days since 1904.
func meant(stored, shown string, since1904 bool) string {
	value, err := strconv.ParseFloat(stored, 64)
	if err != nil {
		return stored
	}
	if strings.HasSuffix(strings.TrimSpace(shown), "%") {
		return perCent(value)
	}
	if !likeDate(shown) || value < 1 || value > 100_000 {
		return stored
	}
	at, err := excelize.ExcelDateToTime(value, since1904)
	if err != nil {
		return stored
	}
	return strings.TrimSuffix(at.Round(time.Second).Format("2006-01-02 15:04:05"), " 00:00:00")
}

// perCent writes a share of one, to six places.
func perCent(share float64) string {
	return strconv.FormatFloat(math.Round(share*1e8)/1e6, 'f', -1, 64) + "%"
}

// likeDate holds for a cell that is shown with two signs of dates, or with letters
// among its digits.
func likeDate(shown string) bool {
	for _, sign := range []string{"/", "-", "."} {
		if strings.Count(shown, sign) == 2 {
			return true
		}
	}
	lettered := strings.IndexFunc(shown, unicode.IsLetter) >= 0
	return lettered && strings.ContainsAny(shown, "0123456789") && !strings.ContainsAny(shown, "eE,")
}

// sheet is a table on its way into a file.
type sheet struct {
	u      *Unpacker
	file   File
	to     *os.File
	out    *csv.Writer
	at     time.Time
	rows   int
	bytes  int64
	filled bool
	width  int           // of the widest row before
	links  map[at]string // where its cells lead to
	above  map[int]reaching
}

// reaching is what a cell says that reaches down to a row, counted from 0.
type reaching struct {
	text string
	last int
}

// next is the number of the row that is read now, counted from 0.
func (s *sheet) next() int { return s.rows + len(s.file.Hidden) }

// reach notes that a cell of the row that is read now spans some rows more.
func (s *sheet) reach(column int, text string, more int) {
	if more > 0 && column < maxColumns {
		if s.above == nil {
			s.above = map[int]reaching{}
		}
		s.above[column] = reaching{text, s.next() + more}
	}
}

// fill puts what reaches down into the row that is read now.
func (s *sheet) fill(cells []string) []string {
	for column, from := range s.above {
		if s.next() > from.last {
			delete(s.above, column)
			continue
		}
		if column >= len(cells) {
			cells = append(cells, make([]string, column+1-len(cells))...)
		}
		cells[column] = from.text
	}
	return cells
}

func (u *Unpacker) newSheet(in *input, name string) (*sheet, error) {
	clean := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || unicode.IsControl(r) {
			return '_'
		}
		return r
	}, name)
	to, err := create(in.folder, clean+".csv")
	if err != nil {
		return nil, err
	}
	return &sheet{u: u, file: File{Path: to.Name(), Shown: in.shown + "/" + name}, to: to, out: csv.NewWriter(to), at: in.info.ModTime()}, nil
}

// table writes a table into a file, which is listed where it holds something.
func (u *Unpacker) table(in *input, name string, files *[]File, write func(*sheet) error) error {
	sheet, err := u.newSheet(in, name)
	if err != nil {
		return err
	}
	if err := sheet.close(write(sheet)); err != nil {
		return err
	}
	if sheet.filled {
		*files = append(*files, sheet.file)
	}
	return nil
}

func (s *sheet) row(cells []string) error {
	s.rows++
	if s.width = max(s.width, len(cells)); len(cells) > 0 { // empty cells at the end of a row are not kept in workbooks
		cells = append(cells, make([]string, s.width-len(cells))...)
	}
	for _, cell := range cells {
		s.bytes += int64(len(cell)) + 1
	}
	switch {
	case s.rows > maxRows:
		return tooMuch("2,000,000 rows")
	case len(cells) > maxColumns:
		return tooMuch("1,000 columns")
	case s.bytes > maxSheet || s.u.bytes+s.bytes > maxBytes:
		return tooMuch("512 MB in one table")
	}
	if err := s.u.step(s.file.Shown, s.rows); err != nil {
		return err
	}
	for _, cell := range cells {
		s.filled = s.filled || strings.TrimSpace(cell) != ""
	}
	if strings.Join(cells, "") == "" {
		cells = []string{"", ""} // a line that a reader of CSV does not pass over
	}
	return s.out.Write(cells)
}

func (s *sheet) close(err error) error {
	s.out.Flush()
	s.u.bytes += s.bytes
	if err = errors.Join(err, s.out.Error(), s.to.Close()); err == nil {
		err = s.address()
	}
	return errors.Join(err, dated(s.to.Name(), s.at))
}

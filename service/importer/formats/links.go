package formats

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"
)

// at is a cell of a table, counted from 0.
type at struct{ row, column int }

// link notes that a cell of the row that is written next leads to an address.
func (s *sheet) link(column int, target string) {
	if lower := strings.ToLower(target); column < maxColumns && (strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://")) {
		if s.links == nil {
			s.links = map[at]string{}
		}
		s.links[at{s.rows, column}] = target
	}
}

// bare matches the texts of cells that are there to be clicked on, and nothing more.
var bare = regexp.MustCompile(`^(?i)(?:(?:click |see |ver |go to |zum |zur |to )?(?:here|hier|aquí|aqui|ici|qui|link|links|profile|profil|perfil|profilo|page|url|view|open|ansehen|öffnen|voir|ver|lien|enlace|site|website|post|video|instagram|tiktok|youtube)|→|🔗|↗)$`)

// address writes where cells lead to into the table: in the place of cells that say
// nothing else, and in columns of its own behind the others for the rest, called as
// theirs and "link".
func (s *sheet) address() (err error) {
	if len(s.links) == 0 {
		return nil
	}
	text, err := os.ReadFile(s.to.Name())
	if err != nil {
		return err
	}
	reader := csv.NewReader(bytes.NewReader(text))
	reader.FieldsPerRecord, reader.LazyQuotes = -1, true
	rows, err := reader.ReadAll()
	if err != nil {
		return err
	}
	to, err := os.Create(s.to.Name())
	if err != nil {
		return err
	}
	out := csv.NewWriter(to)
	err = out.WriteAll(addressed(rows, s.links))
	return errors.Join(err, to.Close())
}

// addressed puts links into rows.
func addressed(rows [][]string, links map[at]string) [][]string {
	first, width := len(rows), 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	says := map[int]map[string]bool{}
	for cell := range links {
		if cell.row >= len(rows) || cell.column >= len(rows[cell.row]) {
			continue
		}
		first = min(first, cell.row)
		if says[cell.column] == nil {
			says[cell.column] = map[string]bool{}
		}
		if text := strings.TrimSpace(rows[cell.row][cell.column]); !bare.MatchString(text) {
			says[cell.column][text] = true
		}
	}
	head := first - 1
	for head > 0 && strings.TrimSpace(strings.Join(rows[head], "")) == "" {
		head--
	}
	var beside []int // columns that say something of their own
	for _, c := range slices.Sorted(maps.Keys(says)) {
		if len(says[c]) > 0 {
			beside = append(beside, c)
		}
	}
	for r, row := range rows {
		if len(beside) > 0 {
			row = append(row, make([]string, width+len(beside)-len(row))...)
		}
		for c := range says {
			target, ok := links[at{r, c}]
			place := width + slices.Index(beside, c)
			switch {
			case r == head && place >= width && row[c] != "":
				row[place] = row[c] + " link"
			case !ok || strings.Contains(row[c], "/"):
			case place >= width:
				row[place] = target
			default:
				row[c] = target
			}
		}
		rows[r] = row
	}
	return rows
}

// formulaLink is a cell that leads to an address by its formula.
var formulaLink = regexp.MustCompile(`^(?i)HYPERLINK\(\s*"([^"]+)"`)

type relation struct {
	ID     string `xml:"Id,attr"`
	Target string `xml:"Target,attr"`
}

// relations are the parts and addresses that a part of a workbook names, by id.
func relations(archive *zip.Reader, part string) map[string]string {
	var list struct {
		All []relation `xml:"Relationship"`
	}
	found := map[string]string{}
	if file, err := archive.Open(path.Join(path.Dir(part), "_rels", path.Base(part)+".rels")); err == nil {
		defer file.Close()
		_ = xml.NewDecoder(file).Decode(&list)
	}
	for _, r := range list.All {
		found[r.ID] = r.Target
	}
	return found
}

// partOf is the part of a workbook that holds a sheet.
func partOf(archive *zip.Reader, name string) string {
	const book = "xl/workbook.xml"
	var list struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"id,attr"`
		} `xml:"sheets>sheet"`
	}
	file, err := archive.Open(book)
	if err != nil {
		return ""
	}
	defer file.Close()
	_ = xml.NewDecoder(file).Decode(&list)
	for _, s := range list.Sheets {
		if s.Name == name {
			target := relations(archive, book)[s.ID]
			return strings.TrimPrefix(path.Join("/xl", target), "/")
		}
	}
	return ""
}

// beyondCells holds what a sheet of a workbook says beside its cells: where they lead to,
// by formulas too, and how many rows below them they reach.
type beyondCells struct {
	links map[at]string
	reach map[at]int
}

func (u *Unpacker) beyondCells(archive *zip.Reader, name, shown string) beyondCells {
	found, part := beyondCells{map[at]string{}, map[at]int{}}, partOf(archive, name)
	if !u.linked[part] {
		return found
	}
	file, err := archive.Open(part)
	if err != nil {
		return found
	}
	defer file.Close()
	targets := relations(archive, part)
	decoder, cell := xml.NewDecoder(watched{file, u, shown}), ""
	for {
		token, err := decoder.Token()
		if err != nil {
			return found
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "c":
			cell = attribute(start, "r")
		case "f":
			var formula string
			_ = decoder.DecodeElement(&formula, &start)
			if to := formulaLink.FindStringSubmatch(formula); to != nil {
				found.links[placeOf(cell)] = to[1]
			}
		case "mergeCell":
			first, last, _ := strings.Cut(attribute(start, "ref"), ":")
			found.reach[placeOf(first)] = placeOf(last).row - placeOf(first).row
		case "hyperlink":
			found.links[placeOf(attribute(start, "ref"))] = targets[attribute(start, "id")]
		}
	}
}

// placeOf is the place of the first cell of a range: B2:B3 is the second of the second.
func placeOf(ref string) at {
	ref, _, _ = strings.Cut(ref, ":")
	column, row, err := excelize.CellNameToCoordinates(ref)
	if err != nil {
		return at{-1, -1}
	}
	return at{row - 1, column - 1}
}

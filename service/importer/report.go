package importer

import (
	"fmt"
	"slices"
	"time"

	"greenroom/service"
	"greenroom/service/importer/plan"
)

// Report is the result of an import, file by file and in total. Read = New + Updated +
// Unchanged + Skipped, in total and for each file.
type Report struct {
	Run                                    int64 // its number in the sink's log; 0: it has none
	Files                                  []FileReport
	Read, New, Updated, Unchanged, Skipped int
	Refused                                int      // files, strays left out
	Idle                                   []string // what was told of words and units, and no column has: "--mil t=thousand"
}

// FileReport is the result of one file. Texts in it may hold anything a file holds: make
// them drawable before they are shown.
type FileReport struct {
	Path                          string
	Kind                          plan.Kind
	Plan                          *plan.Plan // of tables
	AsOf                          time.Time  // of undated rows of tables
	Encoding                      string     // of Encodings; "" for UTF-8
	EncodingInDoubt               bool       // another reads its letters about as well
	Cells                         []CellNote // that were left out of rows that were read
	Merges                        []CellNote // rows that met what was stored, by why
	Met                           []service.ImportMerge
	Read, New, Updated, Unchanged int
	// Replaces is the import that read the same file otherwise, and was taken back; 0: none.
	Replaces int64
	Skipped  []Skip
	Refused  string // why nothing was read, a sentence; "" if it was
	Stray    bool   // it was refused, and looks like nothing to import
}

// Skip is a record that was left out. Line is the physical line of the file on
// which the record starts, from 1.
type Skip struct {
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

// CellNote is why cells of a column were not read as they stand: how many, and the
// first of them. A cell with no Reason was read, but says no more than about so
// much.
type CellNote struct {
	Column  string `json:"what"`
	Reason  string `json:"reason"`
	Count   int    `json:"count"`
	Line    int    `json:"line"`
	Example string `json:"example"`
}

// Progress tells how far an import is. Read counts the records of this file.
type Progress struct {
	Path        string
	File, Files int  // File counts from 1
	Opening     bool // it is taken out of its archive or workbook yet, and how many files there will be is not known
	Read        int
	Bytes, Size int64 // read of the file, and all of it; 0 where it is not known
	// Index of Indexes is being made, behind the rows; 0 while rows are read.
	Index, Indexes int
}

func (r *Report) add(f FileReport) {
	r.Files = append(r.Files, f)
	r.Read += f.Read
	r.New += f.New
	r.Updated += f.Updated
	r.Unchanged += f.Unchanged
	r.Skipped += len(f.Skipped)
	if f.Refused != "" && !f.Stray {
		r.Refused++
	}
}

// idle lists what was told of words and units that no column has.
func (r *Report) idle(told []setting) (list []string) {
	heard := map[string]bool{}
	for _, f := range r.Files {
		if f.Plan == nil {
			continue
		}
		heard[""] = true // of something
		for _, c := range f.Plan.Columns {
			heard["--unit "+string(c.Field)] = true
			for word := range c.Style.Words {
				heard["--mil "+word] = true
			}
		}
	}
	for _, s := range told {
		if heard[""] && s.flag != "--map" && s.field() != "" && !heard[s.flag+" "+s.field()] {
			list = append(list, s.flag+" "+s.value)
		}
	}
	return list
}

// run is the report as a sink's log keeps it.
func (r *Report) run(ended time.Time) service.ImportRun {
	kept := service.ImportRun{ID: r.Run, EndedAt: ended, Files: []service.ImportedFile{}, Merges: []service.ImportMerge{}}
	for _, f := range r.Files {
		kept.Files = append(kept.Files, f.imported())
		kept.Merges = append(kept.Merges, f.Met[:min(len(f.Met), mostMerges-len(kept.Merges))]...)
	}
	return kept
}

func (f *FileReport) imported() service.ImportedFile {
	return service.ImportedFile{Path: f.Path, Kind: string(f.Kind), Read: f.Read, New: f.New,
		Updated: f.Updated, Unchanged: f.Unchanged, Skipped: len(f.Skipped), Refused: f.Refused}
}

// mostNoted limits the files before the one at hand that are noted one by one while an
// import goes on; the others are one line.
const mostNoted = 20

// soFar returns the log's record of an import that ends with the batch being written.
func (j *job) soFar(ahead tally) service.ImportRun {
	now := j.report
	now.Skipped = slices.Clip(now.Skipped)
	now.commit(&ahead)
	all := *j.done
	all.Files = append(slices.Clip(all.Files), now)
	r := all.run(time.Time{})
	if more := len(all.Files) - 1 - mostNoted; more > 0 {
		sum := service.ImportedFile{Path: fmt.Sprintf("the files before these, %d in number", more)}
		for _, f := range r.Files[:more] {
			sum.Read, sum.New, sum.Updated = sum.Read+f.Read, sum.New+f.New, sum.Updated+f.Updated
			sum.Unchanged, sum.Skipped = sum.Unchanged+f.Unchanged, sum.Skipped+f.Skipped
		}
		r.Files = append([]service.ImportedFile{sum}, r.Files[more:]...)
	}
	return r
}

type outcome int

const (
	unchanged outcome = iota
	updated
	created
)

// tally holds outcomes until the batch they belong to is written.
type tally struct {
	counts  [3]int
	skipped []Skip
}

func (t *tally) count(o outcome) { t.counts[o]++ }

func (t *tally) skip(line int, reason string) {
	t.skipped = append(t.skipped, Skip{Line: line, Reason: reason})
}

func (t *tally) rows() int { return t.counts[0] + t.counts[1] + t.counts[2] + len(t.skipped) }

func (f *FileReport) commit(t *tally) {
	f.Read += t.rows()
	f.Unchanged += t.counts[unchanged]
	f.Updated += t.counts[updated]
	f.New += t.counts[created]
	f.Skipped = append(f.Skipped, t.skipped...)
	*t = tally{}
}

// noted counts a cell or a row; one column gives one note for each reason.
func noted(list []CellNote, n CellNote) []CellNote {
	for i := range list {
		if list[i].Column == n.Column && list[i].Reason == n.Reason {
			list[i].Count++
			return list
		}
	}
	n.Count = 1
	return append(list, n)
}

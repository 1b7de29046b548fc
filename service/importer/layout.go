package importer

import (
	"path/filepath"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/service/importer/cells"
)

// layout is what the columns of one table mean.
type layout struct {
	kind     Kind
	header   []string
	words    []words
	columns  map[field][]int
	platform api.Platform // "": each row says its own
	handles  bool         // the username column holds handles, not names
}

const sampleRows = 200

// newLayout recognises a table by its header and its first rows.
func newLayout(header []string, sample []record, o Options, path string) (*layout, error) {
	l := &layout{header: header, columns: map[field][]int{}}
	for i, cell := range header {
		l.words = append(l.words, headerWords(cell))
		if f := fieldOf(cell); f != fieldNone {
			l.columns[f] = append(l.columns[f], i)
		}
	}
	if err := l.applyMap(o.Map); err != nil {
		return nil, err
	}
	if err := l.decideKind(); err != nil {
		return nil, err
	}
	l.chooseNumbers(sample)
	l.sortAccounts()
	platform, err := l.recognisePlatform(sample, o.Platform, path)
	if err != nil {
		return nil, err
	}
	l.platform = platform
	if l.kind == KindCreators {
		l.chooseIdentity(sample, o.Map)
		l.checkLikes(sample)
	}
	return l, nil
}

func (l *layout) applyMap(named map[string]string) error {
	for name, column := range named {
		index := slices.IndexFunc(l.header, func(cell string) bool { return sameHeader(cell, column) })
		if index < 0 {
			return refuse("It has no column %q, which --map names.", column)
		}
		for f, columns := range l.columns {
			l.columns[f] = slices.DeleteFunc(columns, func(i int) bool { return i == index })
			if len(l.columns[f]) == 0 {
				delete(l.columns, f)
			}
		}
		l.columns[field(name)] = []int{index}
	}
	return nil
}

func sameHeader(a, b string) bool {
	squeeze := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
	return squeeze(a) == squeeze(b)
}

func (l *layout) has(list ...field) bool {
	for _, f := range list {
		if len(l.columns[f]) > 0 {
			return true
		}
	}
	return false
}

func (l *layout) decideKind() error {
	identity := l.has(fieldUsername, fieldName, fieldPhoto, fieldVideo, fieldVideoID, fieldShortVideo, fieldChannelID,
		fieldProfileURL, fieldTitle)
	post := l.has(fieldPostID, fieldURL) && l.has(fieldCaption, fieldTitle, fieldDescription, fieldDate)
	switch {
	case l.has(fieldCaptionFile):
		l.kind = KindVideoList
	case l.has(fieldFollowers, fieldGained) && (identity || l.has(fieldURL)):
		l.kind = KindCreators
	case post:
		l.kind = KindPosts
	case l.has(fieldUsername, fieldName, fieldPhoto, fieldVideo, fieldVideoID, fieldShortVideo, fieldChannelID, fieldProfileURL):
		l.kind = KindCreators
	default:
		return refuse("Its columns are neither those of creators nor of posts; say which is which with --map, such as --map username=Account.")
	}
	return nil
}

var measured = []field{fieldFollowers, fieldFollowing, fieldPosts, fieldGained, fieldRate, fieldEngagement, fieldLikes,
	fieldComments, fieldViews, fieldShares}

// chooseNumbers settles columns that stand twice: an average before a total,
// then the one that is written out (13800000 before 13.8M).
func (l *layout) chooseNumbers(sample []record) {
	for _, f := range measured {
		columns := l.columns[f]
		if len(columns) < 2 {
			continue
		}
		best, most := columns[0], -1.0
		for _, column := range columns {
			score := exactShare(sample, column)
			if l.averaged(column) {
				score += 2
			}
			if score > most {
				best, most = column, score
			}
		}
		l.columns[f] = []int{best}
	}
}

func (l *layout) averaged(column int) bool {
	return l.words[column].any("avg", "average", "mean", "ø", "per", "promedio", "durchschnitt", "visits", "visitas")
}

func exactShare(sample []record, column int) float64 {
	return share(sample, column, func(cell string) bool {
		_, ok := cells.Number(cell, false)
		return ok && strings.IndexFunc(cell, func(r rune) bool { return strings.ContainsRune("kKmMbBgG", r) }) < 0
	})
}

// share is how many of the known cells of a column hold, 0 to 1.
func share(sample []record, column int, holds func(string) bool) float64 {
	var all, held float64
	for _, row := range sample {
		if column >= len(row.cells) {
			continue
		}
		if cell, ok := cells.Known(row.cells[column]); ok {
			all++
			if holds(cell) {
				held++
			}
		}
	}
	if all == 0 {
		return 0
	}
	return held / all
}

// sortAccounts makes the one account column of a table its username column; a
// table with several networks keeps them apart.
func (l *layout) sortAccounts() {
	accounts := []field{fieldPhoto, fieldVideo, fieldShortVideo}
	var present []field
	for _, f := range accounts {
		if l.has(f) {
			present = append(present, f)
		}
	}
	if l.has(fieldVideoID) && !l.has(fieldVideo) {
		present = append(present, fieldVideoID)
	}
	if len(present) != 1 || l.has(fieldVideoID) {
		return
	}
	l.columns[fieldUsername] = append(l.columns[fieldUsername], l.columns[present[0]]...)
	delete(l.columns, present[0])
}

func (l *layout) severalNetworks() bool {
	return l.kind == KindCreators && l.has(fieldPhoto, fieldVideo, fieldVideoID, fieldShortVideo)
}

// chooseIdentity decides by the values which column holds handles and which
// names: headers are often the wrong way round.
func (l *layout) chooseIdentity(sample []record, named map[string]string) {
	if named[string(fieldUsername)] != "" {
		l.handles = true
		return
	}
	candidates := slices.Concat(l.columns[fieldUsername], l.columns[fieldName])
	if len(candidates) == 0 {
		candidates = l.columns[fieldTitle]
	}
	if len(candidates) == 0 {
		return
	}
	isHandle := func(column int) float64 {
		score := share(sample, column, func(cell string) bool { _, ok := cells.ParseAccount(cell); return ok })
		return score + share(sample, column, func(cell string) bool { return cell == strings.ToLower(cell) })/100
	}
	handle := slices.MaxFunc(candidates, func(a, b int) int { return compare(isHandle(a), isHandle(b)) })
	said := l.has(fieldUsername) || l.platform != api.VideoPlatform
	signed := share(sample, handle, func(cell string) bool { return strings.HasPrefix(cell, "@") }) > 0.5
	l.handles = isHandle(handle) >= 0.9 && (said || signed)
	rest := slices.DeleteFunc(slices.Clone(candidates), func(column int) bool { return l.handles && column == handle })
	delete(l.columns, fieldUsername)
	delete(l.columns, fieldName)
	if l.handles {
		l.columns[fieldUsername] = []int{handle}
	}
	if len(rest) > 0 {
		l.columns[fieldName] = []int{slices.MinFunc(rest, func(a, b int) int { return compare(isHandle(a), isHandle(b)) })}
	}
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	default:
		return 0
	}
}

// checkLikes drops columns of likes and views that are totals: an average is
// seldom above the number of followers.
func (l *layout) checkLikes(sample []record) {
	for _, f := range []field{fieldLikes, fieldComments, fieldViews} {
		if !l.has(f) || l.averaged(l.columns[f][0]) {
			continue
		}
		if f == fieldViews || !l.has(fieldFollowers) || l.mostlyAbove(sample, l.columns[f][0], l.columns[fieldFollowers][0]) {
			delete(l.columns, f)
		}
	}
}

func (l *layout) mostlyAbove(sample []record, column, limit int) bool {
	above := 0
	for _, row := range sample {
		if max(column, limit) < len(row.cells) {
			a, _ := cells.Number(row.cells[column], false)
			b, _ := cells.Number(row.cells[limit], true)
			if a > b {
				above++
			}
		}
	}
	return above*2 > len(sample)
}

// tableName is the file name without its endings.
func tableName(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	return name
}

// Package languages holds what is written down of each language, a folder each,
// named after its ISO 639-1 code. A folder that is added is a language that is
// known; README.md says what stands in its files.
package languages

import (
	"embed"
	"io/fs"
	"iter"
	"path"
	"strings"

	"greenroom/internal/packed"
)

//go:embed */everyday.txt */queries.txt */posts.txt */hatred.txt */parts.txt */ratings.txt */signs.txt */tone.txt */turns.txt */vader.txt any/rules.txt
var files embed.FS

// Any is the folder of what holds in every language.
const Any = "any"

// File is a kind of file of a language.
type File string

// The kinds of files. Those whose names end in "_cases" are for tests, hatred_lessons.txt is for teaching, dictionary.txt
// is for the dictionary of spelling: the program holds neither.
const (
	Queries  File = "queries.txt"  // the small words of queries
	Everyday File = "everyday.txt" // words of queries that say something only where nothing else does
	Posts    File = "posts.txt"    // what is found in texts of creators
	Hatred   File = "hatred.txt"   // what tells hatred of groups; not every language has it
	Parts    File = "parts.txt"    // parts of rules of brand safety; the same
	Ratings  File = "ratings.txt"  // words with what they say of what is liked; English has it
	Vader    File = "vader.txt"    // words with what people said they say, parted by tabs; English has it
	Tone     File = "tone.txt"     // what turns, weakens or marks praise and blame, and what a plain report is known by
	Rules    File = "rules.txt"    // the rules, of the folder Any
	Turns    File = "turns.txt"    // words of queries that turn what stands beside them
	Signs    File = "signs.txt"    // words that tell what a brief is about without naming it
)

// With lists the codes of the languages that have a file, English first.
func With(file File) []string {
	codes := []string{"en"}
	folders, _ := files.ReadDir(".") // embedded: it is there
	for _, f := range folders {
		if f.Name() == Any || f.Name() == "en" {
			continue
		}
		if _, err := fs.Stat(files, path.Join(f.Name(), string(file))); err == nil {
			codes = append(codes, f.Name())
		}
	}
	return codes
}

// Pairs are the lines "key: rest" of a text. A line that begins with a space goes on with
// the one before, one that begins with "#" is a remark.
func Pairs(text string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for line := range strings.Lines(strings.ReplaceAll(text, "\n ", " ")) {
			key, rest, ok := strings.Cut(line, ":")
			if ok && !strings.HasPrefix(key, "#") && !yield(key, strings.TrimSpace(rest)) {
				return
			}
		}
	}
}

// Rows are the lines "a|b|c" of a text.
func Rows(text string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(text) {
			if strings.Contains(line, "|") && !strings.HasPrefix(line, "#") && !yield(strings.Split(strings.TrimSpace(line), "|")) {
				return
			}
		}
	}
}

// Entries are the lines "key: item, item" of a text, each key with its items.
func Entries(text string) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for key, list := range Pairs(text) {
			var items []string
			for item := range strings.SplitSeq(list, ",") {
				if item = strings.TrimSpace(item); item != "" {
					items = append(items, item)
				}
			}
			if !yield(key, items) {
				return
			}
		}
	}
}

// Read is a file of a language; "" where it has none.
func Read(code string, file File) string {
	text, _ := packed.Read(files, path.Join(code, string(file)))
	return string(text)
}

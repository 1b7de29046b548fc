package brief

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"greenroom/internal/each"
	"greenroom/internal/statement"
)

// sentence is a sentence or a line of a brief, with the field that its label names.
type sentence struct {
	label string // "" where it has none
	words string // without the label, and the sign it ends with
}

// headingMost limits the characters of a first line that counts as a title.
const headingMost = 60

// sentences are those of a brief; name is its title, where its first line is one.
func sentences(words string) (name string, all []sentence) {
	under := "" // the label that stands in a line of its own above
	head, subject := statement.Head(words)
	for line := range strings.Lines(words[:head]) {
		if line = strings.TrimSpace(line); !strings.Contains(line, subject) {
			all = append(all, sentence{"mail", line})
		}
	}
	if subject != "" {
		name, subject = titled(subject)
		all = append(all, inLine(subject)...)
	}
	for i, line := range rows(words[head:]) {
		line = strings.TrimSpace(line)
		item := strings.TrimLeft(line, "-–•*·#> \t")
		listed := item != line
		line = strings.TrimSpace(item)
		label, value := labelled(line)
		switch {
		case label == "" && heads(line):
			label, _ = labelled(line + ":")
			value = ""
		case line == "" && len(all) > 0 && all[len(all)-1].label == under:
			under = ""
		}
		switch {
		case line == "":
		case label != "" && value == "":
			under = label
		case label == "" && exact[under]:
			all = append(all, sentence{under, line})
		case label == "" && under == "nogos" && listed:
			all = append(all, sentence{barred, line})
		case label == "" && under != "":
			all = append(all, sentence{"", line})
		case label == "" && i == 0 && head == 0 && strings.Contains(strings.TrimSpace(words), "\n") && utf8.RuneCountInString(line) <= headingMost && !strings.HasSuffix(line, ".") && !strings.HasSuffix(line, ","):
			name, line = titled(strings.TrimRight(line, ":"))
			all = append(all, inLine(line)...)
		default:
			under = ""
			all = append(all, inLine(line)...)
		}
	}
	return name, all
}

// titled is the name in a title, and what is to be read as any other line. Where a title greets,
// its name stands behind what says so, up to the next sign, with nothing but the greeting in
// front: "Hi team - brief for Lumo Bank, UK bakers only".
func titled(line string) (name, rest string) {
	said, greets := afterCue("greet", line)
	if !greets {
		return line, ""
	}
	words := strings.Fields(said)
	for i, w := range words {
		w = strings.Trim(w, ",;:-–—!")
		switch {
		case cue("purpose", w):
			name = strings.Join(words[i+1:], " ")
			if at := titleEnd.FindStringIndex(name); at != nil {
				name, rest = name[:at[0]], name[at[1]:]
			}
			return name, rest
		case i > 0 && w != "" && !cue("label name", w) && !cue("article", w): // the first is who is greeted
			return "", line
		}
	}
	return "", line
}

// titleEnd is where the name in a title ends.
var titleEnd = regexp.MustCompile(`[,;:!] ?| [–—-] |\. `)

// barred is the label of what a list below a label leaves out, however it is said.
const barred = "barred"

// exact are the labels whose lists are taken as they are; what stands below others is read.
var exact = map[string]bool{"rivals": true, "banned": true, "rules": true, "sizes": true, "places": true, "languages": true}

// rows are the lines of a brief; one whose cells have labels, "Topic: ceramics | Not: shops", is several.
func rows(words string) (all []string) {
	for line := range strings.SplitSeq(strings.TrimSpace(words), "\n") {
		named, cells := 0, strings.Split(line, "|")
		for _, c := range cells {
			if field, _ := labelled(c); field != "" {
				named++
			}
		}
		if named < 2 {
			cells = []string{line}
		}
		all = append(all, cells...)
	}
	return all
}

// heads says whether a line is a label and nothing else.
func heads(line string) bool {
	label, value := labelled(line + ":")
	return label != "" && value == "" && !strings.Contains(line, ":")
}

// inLine are the sentences of a line.
func inLine(line string) (all []sentence) {
	for _, s := range split(line) {
		label, value := labelled(s)
		if at := strings.Index(value, ": "); label == "" && at > 0 && phrased("purpose", value[:at]) && !facts().money.MatchString(value[at:]) { // "Budget per creator: 500 euros" is of money
			all = append(all, sentence{"told", value[:at]})
			value = value[at+2:]
		}
		all = append(all, sentence{label, value})
	}
	return all
}

// labelled parts "Budget: 12,000 €" into the field it names and what is told of it.
func labelled(s string) (field, value string) {
	label, value, ok := strings.Cut(s, ":")
	if !ok {
		return "", s
	}
	written, label := strings.TrimSpace(label), strings.ToLower(strings.TrimSpace(label))
	for kind, words := range cues() {
		if f, is := strings.CutPrefix(kind, "label "); is && (label == f || slices.Contains(words, label)) {
			if value != "" && facts().each.MatchString(label) { // "Fee per creator"
				value = written + ": " + strings.TrimSpace(value)
			}
			return f, strings.TrimSpace(value)
		}
	}
	return "", s
}

// split parts a line into sentences. A period behind a number of a day or two letters
// ends none: "am 1. April", "z. B.", "e.g.".
func split(line string) []string {
	return each.Of(parts(line, ".!?"), func(at [2]int) string { return strings.TrimSpace(line[at[0]:at[1]]) })
}

// clauses are the parts of a sentence between commas and semicolons, each with where it
// stands.
func clauses(s string) [][2]int { return parts(s, clauseSigns) }

// parts are those between signs, each with where it stands.
func parts(s, signs string) (all [][2]int) {
	for from := 0; from < len(s); {
		to := partEnd(s, from, signs)
		at := from + len(s[from:to]) - len(strings.TrimLeft(s[from:to], " "))
		if at < to {
			all = append(all, [2]int{at, to})
		}
		from = to + 1
	}
	return all
}

// afterCue returns the text behind a phrase of a kind that begins a sentence.
func afterCue(kind, s string) (string, bool) {
	for _, lead := range cues()[kind] {
		if len(s) > len(lead) && strings.EqualFold(s[:len(lead)], lead) && s[len(lead)] == ' ' {
			return strings.TrimLeft(s[len(lead):], " ,:"), true
		}
	}
	return s, false
}

// seeking returns the thing sought, without "we are looking for".
func seeking(s string) string {
	for {
		rest, ok := afterCue("seek", s)
		if !ok {
			return strings.Trim(rest, " ,;")
		}
		s = rest
	}
}

// greetingMost limits the words of a greeting.
const greetingMost = 4

// greets says whether words only greet or thank: "Hi team", "Best regards Jo".
func greets(s string) bool {
	if len(strings.Fields(s)) > greetingMost {
		return false
	}
	_, more := afterCue("greet", s)
	return more || cue("greet", strings.TrimSpace(s))
}

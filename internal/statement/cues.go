package statement

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed cues.txt
var cueText string

const longestCue = 3 // words

// cues lists the phrases that tell of the purpose of what they stand in, folded, with their
// kinds.
var cues = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(cueText) {
		head, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		kind, _, _ := strings.Cut(head, " ")
		for w := range strings.SplitSeq(list, ",") {
			w = strings.Join(words(w), " ")
			out[w] = append(out[w], kind)
		}
	}
	return out
})

// Cue returns the kinds of cues.txt that a phrase is of.
func Cue(phrase string) []string { return cues()[strings.Join(words(phrase), " ")] }

// cued are the cues in words, the longest at each, with where they stand.
func cued(own []string, tell func(kind string, at int)) {
	for i := range own {
		for n := min(longestCue, len(own)-i); n > 0; n-- {
			kinds := cues()[strings.Join(own[i:i+n], " ")]
			for _, k := range kinds {
				tell(k, i)
			}
			if len(kinds) > 0 {
				break
			}
		}
	}
}

// Refuses: a "not" begins a text, behind a small word at most: "please no".
func Refuses(text string) (is bool) {
	own := words(text)
	soft := len(own) > 0 && slices.Contains(cues()[own[0]], "soft")
	cued(own[:min(len(own), 4)], func(kind string, at int) { is = is || kind == "not" && (at == 0 || at == 1 && soft) })
	return is
}

// Speaks reports whether a cue of some kinds stands in a text.
func Speaks(text string, kinds ...string) (does bool) {
	cued(words(text), func(kind string, _ int) { does = does || slices.Contains(kinds, kind) })
	return does
}

// answers are the purposes of a line of a form, by the kind of its answer.
var answers = map[string]Purpose{"yes": Asks, "nay": Forbids, "open": Wishes}

const answerMost = 4 // words

// answered is what a line of a form is there for that is answered with yes, no or whatever:
// "Hunting: no".
func answered(text string) (p Purpose, ok bool) {
	label, value, _ := strings.Cut(text, ":")
	own := words(value)
	if len(own) == 0 || len(own) > answerMost || len(words(label)) == 0 {
		return 0, false
	}
	cued(own, func(kind string, at int) {
		if told, is := answers[kind]; is && at == 0 {
			p, ok = told, true
		}
	})
	return p, ok
}

// Reaches says whether text is nothing but where somebody is reached: an address of mail, or the
// number of a telephone with its zero or plus; "10.000 - 50.000" and "01.04. - 30.04.2026" are none.
func Reaches(text string) bool {
	if label, number, ok := strings.Cut(text, " "); ok && (slices.Contains(phones, strings.ToLower(strings.TrimRight(label, ".:")))) {
		text = number
	}
	digits, other := 0, 0
	for _, c := range text {
		switch {
		case unicode.IsDigit(c):
			digits++
		case !strings.ContainsRune(" +-–/().", c):
			other++
		}
	}
	name, host, mail := strings.Cut(text, "@")
	return mail && name != "" && strings.Contains(host, ".") && !strings.ContainsAny(text, " \n") ||
		digits > 7 && other == 0 && strings.IndexAny(text, "+0") == strings.IndexAny(text, "+0123456789") && !days().MatchString(text)
}

// The names of the lines that head a mail: those of its subject, which an answer repeats, and of
// who wrote to whom. Below one of these a date is that of the mail.
var (
	subjects = []string{"subject", "betreff", "asunto", "objet", "oggetto", "assunto", "re", "aw", "wg", "fw", "fwd", "tr", "rv"}
	heads    = []string{"from", "to", "cc", "von", "an", "de", "para", "à", "da", "a"}
	sentOn   = []string{"sent", "gesendet", "enviado", "envoyé", "inviato"}
	dates    = []string{"date", "datum", "fecha", "data"}
)

// Head is the number of bytes of the head of a mail that a text begins with, and the mail's subject,
// without the "RE: FW:" in front. Lines without a subject among them head none: "From: 1 May".
func Head(text string) (bytes int, subject string) {
	named := 0
	for line := range strings.Lines(text) {
		name, value, ok := strings.Cut(line, ":")
		name = strings.ToLower(strings.TrimSpace(name))
		switch {
		case ok && slices.Contains(subjects, name):
			for ok && slices.Contains(subjects, strings.ToLower(strings.TrimSpace(name))) {
				subject = strings.Trim(value, " .,;!?\r\n")
				name, value, ok = strings.Cut(subject, ":")
			}
		case ok && slices.Contains(heads, name) && addresses(strings.TrimSpace(value)),
			ok && slices.Contains(sentOn, name) && strings.ContainsAny(value, "0123456789"), ok && named > 0 && slices.Contains(dates, name):
			named++
		case subject == "":
			return 0, ""
		default:
			return bytes, subject
		}
		bytes += len(line)
	}
	return 0, "" // it has nothing else
}

// addresses says whether the value of a line of a head may be an address or a name: "50k followers" is none.
func addresses(value string) bool {
	first, _ := utf8.DecodeRuneInString(value)
	return value == "" || strings.Contains(value, "@") || unicode.IsUpper(first) || strings.ContainsRune("\"'<[+", first) || !strings.ContainsAny(value, " 0123456789")
}

// phones are what stands in front of the number of a telephone.
var phones = []string{"t", "m", "p", "tel", "tél", "phone", "mobile", "mobil", "telefon", "handy", "fon", "teléfono", "móvil"}

// days are dates in numbers and nothing else; the first of two may lack its year: "1/4 - 30/4/2026".
var days = sync.OnceValue(func() *regexp.Regexp {
	const short = `(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|[12]\d|3[01])`
	const day = `(?:` + short + ` ?[–-] ?)?` + short + `(?:\.|[./-](?:20)?\d\d)`
	return regexp.MustCompile(`^[ (]*` + day + `(?: ?[–/-] ?` + day + `)*[ ).]*$`)
})

// Item is the thing of a line of a form: "hunting" of "Hunting: no" and of "Not: hunting".
func Item(text string) string {
	label, value, ok := strings.Cut(text, ":")
	if _, is := answered(text); !ok || is {
		value = label
	}
	return strings.TrimSpace(value)
}

// news: a text begins with who writes or what they do, and asks for nobody in so many words:
// "We launch a cooking cream."
func news(text string) (is bool) {
	cued(words(text), func(kind string, at int) {
		is = is || at == 0 && kind == "speaker" || at <= 1 && (kind == "self" || kind == "campaign")
	})
	return is && !Speaks(text, "wanted", "opening", "asked-label", "who")
}

package cells

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"greenroom/internal/pattern"
	"greenroom/service/media"
)

// Style tells how the numbers of a column are written, as far as that is known.
type Style struct {
	// Whole: the column counts things. A single point before three digits parts
	// thousands then, as nobody has a thousandth of a follower.
	Whole bool
	// Decimal is the sign before decimals, '.' or ','; 0 is not known.
	Decimal byte
	// Words are the factors of words that count otherwise elsewhere (see Doubts), by the word,
	// lower case; below "" that of any which has no other. One that is not known is not read.
	Words map[string]float64
	// Unit is the factor a header names: 1e6 for "Followers (M)".
	Unit float64
}

// Figure is a number as a cell tells it.
type Figure struct {
	Value   float64
	Percent bool // it has a % sign
	Vague   bool // about or at least
}

// maxNumber is more than any count of followers or views there is.
const maxNumber = 1e15

var (
	vague   = pattern.New(`^(?:[~≈∼±>≥]=?|(?:about|approx|approximately|around|circa|ca|c|etwa|ungefähr|rund|über|over|more than|at least|mehr als|mindestens|más de|mas de|plus de|environ|casi|aprox|cerca de|mais de|oltre|più di|около|более|свыше)\b\.?)\s*`)
	numeral = pattern.New(`^([+-]?(?:\d[\d.,' ]*|[.,]\d+)(?:e[+-]?\d{1,3})?)`)
	change  = pattern.New(`\s*\([+±-][\d.,]+\s*[km%]?\)$`)
)

// Number reads a figure as people write it: 1.2M, 12,345, 1,5 Mio., 3.4%,
// 2.28E+11, 1.234.567, 12万, 10 lakh, ~1M, 1.2M followers. A range is no figure, nor what is less than one.
func Number(text string, s Style) (Figure, bool) {
	if f, ok := simple(text, s); ok {
		return f, true
	}
	return written(text, s)
}

// simple reads what most cells are: a few digits, with a point among them and a sign of
// per cent behind them or not.
func simple(text string, s Style) (Figure, bool) {
	body, percent := strings.CutSuffix(text, "%")
	head, tail, point := strings.Cut(body, ".")
	if s.Unit != 0 || len(text) > 15 || !onlyDigits(head) || point && (s.Whole || s.Decimal == ',' || !onlyDigits(tail)) {
		return Figure{}, false
	}
	value, err := strconv.ParseFloat(body, 64)
	return Figure{Value: math.Round(value*1e6) / 1e6, Percent: percent}, err == nil
}

// written reads a figure in any of its forms.
func written(text string, s Style) (Figure, bool) {
	text = plainDigits(text)
	if strings.HasSuffix(text, "]") {
		text = footnotes.ReplaceAllString(text, "$1")
	}
	f := Figure{}
	for at := vague.FindString(text); at != ""; at = vague.FindString(text) {
		text, f.Vague = text[len(at):], true
	}
	if digits, ok := strings.CutPrefix(text, "%"); ok {
		text = strings.TrimSpace(digits) + "%" // as Turkish writes it
	}
	if tail := change.FindString(text); tail != "" && tail != text {
		text = strings.TrimSuffix(text, tail)
	}
	if open := strings.LastIndexByte(text, '('); open > 0 && media.Brands[strings.ToLower(strings.Trim(text[open:], "() "))] != "" {
		text = strings.TrimSpace(text[:open]) // the network it is a number of: 48,200 (IG)
	}
	if strings.HasSuffix(text, "+") {
		text, f.Vague = strings.TrimSpace(strings.TrimSuffix(text, "+")), true
	}
	value, percent, ok := amount(text, s)
	f.Value, f.Percent = value, percent
	return f, ok && math.Abs(value) < maxNumber
}

// plainDigits writes digits of all scripts, and signs of full width, as ASCII.
func plainDigits(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '٫':
			return '.'
		case r == '٬' || r == '’' || r == '`':
			return '\''
		case strings.ContainsRune(Unseen, r):
			return -1
		case r == '−':
			return '-'
		case r == '٪':
			return '%'
		case unicode.IsSpace(r):
			return ' '
		case r > unicode.MaxASCII && unicode.Is(unicode.Nd, r):
			return digitOf(r)
		}
		return unicode.ToLower(r)
	}, width.Fold.String(text)))
}

// digitOf counts from the zero of a script, which starts a run of ten.
func digitOf(r rune) rune {
	for _, t := range unicode.Nd.R16 {
		if lo := rune(t.Lo); r >= lo && r <= rune(t.Hi) {
			return '0' + (r-lo)%10
		}
	}
	return r
}

// amount reads a number with what stands behind it, and what follows in East
// Asian counting (1億2000万).
func amount(text string, s Style) (sum float64, percent, ok bool) {
	for parts := 0; text != "" || parts == 0; parts++ {
		body := strings.TrimRight(numeral.FindString(text), " ")
		if body == "" || parts > 3 {
			return 0, false, false
		}
		rest, factor, percents := trailing(text[len(body):], s)
		if rest != "" && !isDigit(rest[0]) || rest != "" && factor < 1e3 {
			return 0, false, false
		}
		inner := s
		inner.Whole = s.Whole && factor == 1 && s.Unit <= 1
		value, fine := decimal(body, inner)
		if !fine {
			return 0, false, false
		}
		if factor == 1 && s.Unit != 0 && !percents {
			factor = s.Unit
		}
		sum, percent, ok, text = sum+value*factor, percents, true, rest
	}
	// 475.8 * 1e6 is not whole in binary; the figure as written is.
	return math.Round(sum*1e6) / 1e6, percent, ok
}

// trailing reads what stands behind a number: a factor, a % sign, what is
// counted. rest is what is none of it.
func trailing(text string, s Style) (rest string, factor float64, percent bool) {
	factor = 1
	text = strings.TrimLeft(text, " ")
	if tail, ok := strings.CutPrefix(text, "%"); ok {
		return strings.TrimSpace(tail), 1, true
	}
	word := firstWord(text)
	f, known := factorOf(word, s)
	if known {
		factor, text = f, strings.TrimLeft(text[len(word):], ". ")
	} else if head, f := eastern(text); head != "" {
		factor, text = f, strings.TrimLeft(text[len(head):], " +")
	}
	text = strings.TrimLeft(text, "+ ")
	if countedWords(text) {
		text = ""
	}
	return text, factor, false
}

func factorOf(word string, s Style) (float64, bool) {
	if f := cmp.Or(s.Words[word], factors[word]); word == "" || f > 0 {
		return f, f > 0 && word != ""
	}
	return s.Words[""], s.Words[""] > 0 && doubtful[word] != ""
}

func eastern(text string) (string, float64) {
	found := ""
	for sign := range easternFactors {
		if strings.HasPrefix(text, sign) && len(sign) > len(found) {
			found = sign
		}
	}
	return found, cmp.Or(easternFactors[found], 1)
}

// countedWords holds for what is counted: followers, views per post.
func countedWords(text string) bool {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
		if !lists.Has("counted", word) {
			return false
		}
	}
	return strings.IndexFunc(text, unicode.IsDigit) < 0 && !strings.ContainsAny(text, "$€£%/@#")
}

// decimal turns thousands separators and decimal commas into what strconv reads.
func decimal(body string, s Style) (float64, bool) {
	mantissa, exponent, scientific := strings.Cut(body, "e")
	sign := ""
	if mantissa != "" && (mantissa[0] == '-' || mantissa[0] == '+') {
		sign, mantissa = mantissa[:1], mantissa[1:]
	}
	number, ok := separators(strings.TrimRight(mantissa, ".,"), s, !scientific && s.Whole)
	if !ok {
		return 0, false
	}
	if scientific {
		number += "e" + exponent
	}
	value, err := strconv.ParseFloat(sign+number, 64)
	return value, err == nil && !math.IsNaN(value) && !math.IsInf(value, 0)
}

func separators(number string, s Style, whole bool) (string, bool) {
	for _, apart := range []string{" ", "'"} {
		if strings.Contains(number, apart) {
			head, tail := number, ""
			if at := strings.LastIndexAny(number, ".,"); at > strings.LastIndex(number, apart) {
				head, tail = number[:at], "."+number[at+1:]
			}
			joined, ok := ungroup(head, apart)
			return joined + tail, ok && (tail == "" || onlyDigits(tail[1:]))
		}
	}
	dots, commas := strings.Count(number, "."), strings.Count(number, ",")
	switch {
	case dots == 0 && commas == 0:
		return number, onlyDigits(number)
	case dots > 0 && commas > 0:
		decimal, thousands := ".", ","
		if strings.LastIndex(number, ",") > strings.LastIndex(number, ".") {
			decimal, thousands = ",", "."
		}
		head, tail, _ := strings.Cut(number, decimal)
		head, ok := ungroup(head, thousands)
		return head + "." + tail, ok && onlyDigits(tail)
	case dots > 1:
		return ungroup(number, ".")
	case commas > 1:
		return ungroup(number, ",")
	case commas == 1:
		return single(number, ",", whole || s.Decimal != ',')
	default:
		return single(number, ".", whole || s.Decimal == ',')
	}
}

// single reads a number with one separator: thousands where three digits
// follow and grouping is the likelier meaning, decimals otherwise.
func single(number, separator string, grouping bool) (string, bool) {
	if grouping {
		if joined, ok := ungroup(number, separator); ok && joined[0] != '0' {
			return joined, true
		}
	}
	head, tail, _ := strings.Cut(number, separator)
	head = cmp.Or(head, "0")
	return head + "." + tail, onlyDigits(head) && onlyDigits(tail)
}

// ungroup joins groups of three digits; Indian grouping (1,23,45,678) too.
func ungroup(number, separator string) (string, bool) {
	groups := strings.Split(number, separator)
	for i, group := range groups {
		first, last := i == 0, i == len(groups)-1
		fits := len(group) == 3 || (first && len(group) >= 1 && len(group) <= 3) || (!last && len(group) == 2 && separator == ",")
		if !fits || !onlyDigits(group) {
			return "", false
		}
	}
	return strings.Join(groups, ""), true
}

// Hint returns a cell's evidence for the decimal sign of its column: '.', ',' or 0 for
// none. thousandths says that it reads otherwise with either sign.
func Hint(text string) (sign byte, thousandths bool) {
	text = plainDigits(text)
	body := strings.TrimRight(numeral.FindString(text), " +-")
	mantissa, _, scientific := strings.Cut(body, "e")
	dots, commas := strings.Count(mantissa, "."), strings.Count(mantissa, ",")
	last := strings.LastIndexAny(mantissa, ".,")
	switch {
	case last < 0 || scientific:
		return 0, false
	case dots > 0 && commas > 0:
		return mantissa[last], false
	case dots > 1:
		return ',', false
	case commas > 1:
		return '.', false
	case len(mantissa)-last-1 == 3 && last <= 3 && mantissa[0] != '0':
		return 0, true
	}
	return mantissa[last], false
}

// Scaled holds for a number with a unit behind it: 1.2M, 37,201 K, 12万.
func Scaled(text string) bool {
	text = plainDigits(text)
	_, factor, _ := trailing(text[len(numeral.FindString(text)):], Style{Words: map[string]float64{"": 1e3}})
	return factor >= 1e3
}

// SaysUnit holds for a cell that counts in a word, such as "mil".
func SaysUnit(text, word string) bool { return behind(text) == word }

// behind is the word behind a number, lower case.
func behind(text string) string {
	text = plainDigits(text)
	text = text[len(vague.FindString(text)):]
	digits := numeral.FindString(text)
	if digits == "" {
		return ""
	}
	return firstWord(strings.TrimLeft(text[len(digits):], " "))
}

// firstWord is what a text begins with of letters.
func firstWord(text string) string {
	return text[:len(text)-len(strings.TrimLeftFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }))]
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

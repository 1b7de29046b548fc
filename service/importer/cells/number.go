// Package cells says what one cell of a table means: figures, dates, themes,
// places and accounts, as people write them in many languages. It must not know
// columns, rows or files.
package cells

import (
	"math"
	"strconv"
	"strings"
	"unicode"
)

// unknownWords are the ways in which tables say that a value is not known.
var unknownWords = map[string]bool{
	"": true, "-": true, "--": true, "–": true, "—": true, "?": true, ".": true, "n/a": true, "na": true, "nan": true,
	"null": true, "none": true, "nil": true, "unknown": true, "undefined": true, "not available": true, "hidden": true,
	"private": true, "#n/a": true, "#valor!": true, "#value!": true, "#wert!": true, "#valeur!": true, "#ref!": true,
	"#div/0!": true, "#name?": true, "#num!": true, "#null!": true, "k.a.": true, "n.d.": true, "n.a.": true, "s/d": true,
	"unbekannt": true, "desconocido": true, "inconnu": true, "desconhecido": true, "[none]": true,
}

// Known trims a cell; false says that the cell holds no value.
func Known(cell string) (string, bool) {
	value := strings.TrimFunc(cell, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b' })
	word := strings.ToLower(strings.Trim(value, "'\"`% "))
	return value, !unknownWords[word]
}

var multipliers = map[string]float64{
	"k": 1e3, "tsd": 1e3, "tsd.": 1e3, "thousand": 1e3, "mil": 1e3,
	"m": 1e6, "mm": 1e6, "mn": 1e6, "mio": 1e6, "mio.": 1e6, "million": 1e6, "millions": 1e6, "millionen": 1e6,
	"mill": 1e6, "mill.": 1e6, "millones": 1e6,
	"b": 1e9, "bn": 1e9, "g": 1e9, "mrd": 1e9, "mrd.": 1e9, "billion": 1e9, "billions": 1e9, "milliarden": 1e9,
}

// maxNumber is more than any count of followers or views there is.
const maxNumber = 1e15

// Number reads a figure as people write it: 1.2M, 12,345, 1,5M, 3.4%,
// 2.28E+11, 1.234.567. A single dot before three digits is a decimal point
// unless whole is set, as nobody has a thousandth of a follower.
func Number(text string, whole bool) (float64, bool) {
	body, factor := splitSuffix(compact(text))
	if body == "" {
		return 0, false
	}
	plain, ok := plainDecimal(body, whole && factor == 1)
	if !ok {
		return 0, false
	}
	value, err := strconv.ParseFloat(plain, 64)
	if err != nil || math.IsNaN(value) || math.Abs(value) >= maxNumber {
		return 0, false
	}
	// 475.8 * 1e6 is not whole in binary; the figure as written is.
	value = math.Round(value*factor*1e4) / 1e4
	return value, math.Abs(value) < maxNumber
}

// compact drops what only spaces digits apart: blanks of all widths and
// apostrophes.
func compact(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\'' || r == '’' || r == '\u200b' || r == '\ufeff' {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

func splitSuffix(text string) (string, float64) {
	text = strings.TrimSuffix(strings.TrimSuffix(text, "%"), "+")
	end := len(text)
	for end > 0 && !isDigit(text[end-1]) {
		end--
	}
	suffix := text[end:]
	if suffix == "" || suffix == "." || suffix == "," {
		return text[:end], 1
	}
	factor, ok := multipliers[suffix]
	if !ok {
		return "", 0
	}
	return text[:end], factor
}

// plainDecimal turns thousands separators and decimal commas into what
// strconv reads; false for anything that is not a decimal number.
func plainDecimal(body string, whole bool) (string, bool) {
	mantissa, exponent, scientific := strings.Cut(body, "e")
	if scientific && !isExponent(exponent) {
		return "", false
	}
	sign := ""
	if mantissa != "" && (mantissa[0] == '-' || mantissa[0] == '+') {
		sign, mantissa = mantissa[:1], mantissa[1:]
	}
	number, ok := separators(mantissa, whole && !scientific)
	if !ok {
		return "", false
	}
	if scientific {
		number += "e" + exponent
	}
	return sign + number, true
}

func isExponent(text string) bool {
	text = strings.TrimLeft(text, "+-")
	return text != "" && len(text) <= 3 && onlyDigits(text)
}

func separators(number string, whole bool) (string, bool) {
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
		return single(number, ",", true)
	default:
		return single(number, ".", whole)
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
	if head == "" {
		head = "0"
	}
	if tail == "" {
		tail = "0"
	}
	return head + "." + tail, onlyDigits(head) && onlyDigits(tail)
}

// ungroup joins groups of three digits; Indian grouping (1,23,45,678) too.
func ungroup(number, separator string) (string, bool) {
	groups := strings.Split(number, separator)
	for i, group := range groups {
		first, last := i == 0, i == len(groups)-1
		fits := len(group) == 3 || (first && len(group) >= 1 && len(group) <= 3) || (!last && len(group) == 2)
		if !fits || !onlyDigits(group) {
			return "", false
		}
	}
	return strings.Join(groups, ""), true
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func onlyDigits(text string) bool {
	for i := range len(text) {
		if !isDigit(text[i]) {
			return false
		}
	}
	return text != ""
}

// Rounded is an id or figure in scientific notation: its last digits are lost.
func Rounded(text string) bool {
	lower := strings.ToLower(text)
	return strings.Contains(lower, "e+") && onlyDigits(strings.NewReplacer("e+", "", ".", "", ",", "").Replace(lower))
}

package cells

import "strings"

var truths = map[string]bool{}

func init() {
	for _, word := range strings.Fields("true yes y 1 x sí si ja oui sim vero ✓ ✔ ✅ ☑ verified verificado verifiziert vérifié wahr vrai verdadeiro да はい 是") {
		truths[word] = true
	}
	for _, word := range strings.Fields("false no n 0 nein non não nao falso falsch faux unverified ✗ ✘ ❌ нет いいえ 否") {
		truths[word] = false
	}
}

// Truth reads a yes or a no.
func Truth(text string) (yes, ok bool) {
	yes, ok = truths[strings.ToLower(strings.TrimSpace(text))]
	return yes, ok
}

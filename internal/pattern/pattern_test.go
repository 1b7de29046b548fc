package pattern_test

import (
	"slices"
	"testing"

	"greenroom/internal/pattern"
)

func TestAPatternMatchesAsItsExpression(t *testing.T) {
	p := pattern.New(`(\d+)(m|km)`)
	if !p.MatchString("12km") || p.MatchString("km") || p.FindString("a 3m b 12km") != "3m" || p.ReplaceAllString("3m 12km", "$1") != "3 12" {
		t.Error("it matches something else")
	}
	if got := p.FindStringSubmatch("3m"); !slices.Equal(got, []string{"3m", "3", "m"}) {
		t.Error(got)
	}
	if got := p.FindAllString("3m 12km", -1); !slices.Equal(got, []string{"3m", "12km"}) {
		t.Error(got)
	}
	if !slices.Equal(p.FindStringSubmatchIndex("3m"), []int{0, 2, 0, 1, 1, 2}) {
		t.Error("it stands somewhere else")
	}
	if len(p.FindAllStringIndex("3m 12km", -1)) != 2 || len(p.FindAllStringSubmatchIndex("3m 12km", 1)) != 1 {
		t.Error("it matches more or less often")
	}
}

// Making one does not compile it.
func TestAPatternIsCompiledWhenItIsAsked(t *testing.T) {
	p := pattern.New("(")
	defer func() {
		if recover() == nil {
			t.Error("an expression that is none is taken")
		}
	}()
	p.MatchString("")
}

package views

import "testing"

// A notice cuts what is not used only with an ellipsis, and says that it is not all.
func TestBriefQuotesWhole(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  string
		whole bool
	}{
		{[]string{"ppl", "hav"}, "“ppl”, “hav”", true},
		{[]string{"ppl", "engagement", "hav"}, "“ppl”, …", false},
		{[]string{"good engagement"}, "“good engag…”", false},
		{[]string{"good engagement", "hav"}, "“good engag…”, …", false},
		{nil, "", true},
	} {
		if got, whole := quoted(c.words, 11); got.String() != c.want || whole != c.whole {
			t.Errorf("%q: %s, %v", c.words, got, whole)
		}
	}
}

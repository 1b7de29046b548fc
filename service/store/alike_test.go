package store

import "testing"

// A name is taken by what looks like it, and by no other name that people have.
func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Mia", "MIA", true}, {"Mia", "Ｍｉａ", true}, {"Mia", "Mïa", true},
		{"Mia", "Міа", true}, {"Mia", "ΜΙΑ", true}, {"MIA", "МІА", true}, {"Mia", "Mıa", true},
		{"Ian", "lan", true}, {"Ian", "1an", true}, {"IAN", "lan", true}, {"Ian", "Іаn", true}, {"All", "AlI", true}, {"Ali", "A1i", true}, {"Ian", "Ӏan", true},
		{"Bob", "B0b", true}, {"Анна", "Aннa", true}, {"Άννα", "Αννα", true}, {"Артём", "Артем", true}, {"ﾊﾅ", "ハナ", true},
		{"नील", "नीलू", false}, {"สิริ", "สุรี", false}, {"கனி", "கனீ", false}, {"ハナ", "バナ", false},
		{"Arne", "Ame", false}, {"Bernd", "Bemd", false}, {"Ian", "Lan", false}, {"Ali", "All", false}, {"ian", "lan", false}, {"Mia", "M1a", false}, {"Mia", "Mea", false},
	} {
		if got := Alike(c.a, c.b); got != c.want || Alike(c.b, c.a) != got {
			t.Errorf("%s and %s: %t", c.a, c.b, got)
		}
	}
}

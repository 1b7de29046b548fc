package words

import "testing"

// TestPatternsSayWhatThereIs: loading reads every name but those of what is made of a match.
func TestPatternsSayWhatThereIs(t *testing.T) {
	for section, list := range patterns() {
		for _, p := range list {
			known := p.does == "" || measures[p.does] != nil
			if section == "signs" {
				known = unnumbered[p.does] != nil || p.says == "none" && p.does == ""
			}
			if !known || p.says == "" || p.amount == (section == "signs") {
				t.Errorf("[%s] => %s, %s", section, p.says, p.does)
			}
		}
	}
}

func TestPatternsThatAreWrongAreRefused(t *testing.T) {
	for _, line := range []string{"posts => followers", "#nice => followers", "# postings => followers", "# posts:nice => followers"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q was taken", line)
				}
			}()
			compile(line)
		}()
	}
}

// TestNumbersInWords holds one grammar of numbers: what words and digits come to.
func TestNumbersInWords(t *testing.T) {
	for _, c := range []struct {
		query string
		value float64
	}{
		{"three quarters of a mil followers", 750_000}, {"mil seguidores", 1000}, {"1.5 Mio Abonnenten", 1.5e6}, {"フォロワー12万人", 120_000}, {"2 Lakh followers", 200_000},
		{"one hundred and twenty five thousand followers", 125_000}, {"one point five million followers", 1.5e6},
		{"two and a half million followers", 2.5e6}, {"hundertfünfundzwanzigtausend Follower", 125_000}, {"quatre-vingt-quinze mille abonnés", 95_000},
		{"soixante-quinze mille abonnés", 75_000}, {"treinta y cinco mil seguidores", 35_000}, {"dos millones y medio de seguidores", 2.5e6},
		{"centoventimila follower", 120_000}, {"cento e cinquenta mil seguidores", 150_000}, {"iki buçuk milyon takipçi", 2.5e6}, {"on beş bin takipçi", 15_000},
		{"two thousand five hundred followers", 2500}, {"vier Komma fünf Millionen Follower", 4.5e6},
	} {
		b := Understand(c.query).Where.Numbers[FieldFollowers]
		if b.Min == nil || *b.Min != c.value {
			t.Errorf("%s: read as %s", c.query, read(Understand(c.query)))
		}
	}
}

package places

import (
	"slices"
	"strings"
	"testing"
)

func placeCalled(t *testing.T, name string, kind Kind) *Place {
	t.Helper()
	for _, n := range Find(name) {
		if n.Kind == kind {
			return n.Place
		}
	}
	t.Fatalf("no %q", name)
	return nil
}

func TestFits(t *testing.T) {
	germany, france, dach := placeCalled(t, "germany", Country), placeCalled(t, "frankreich", Country), placeCalled(t, "dach", Region)
	berlin, texas, austin := placeCalled(t, "berlin", City), placeCalled(t, "texas", State), placeCalled(t, "austin", City)
	for i, c := range []struct {
		asked   *Place
		country uint16
		state   uint16
		city    uint32
		want    Fit
	}{
		{germany, germany.Country, 0, 0, Agrees}, {germany, france.Country, 0, 0, Differs}, {germany, 0, 0, 0, Unknown},
		{dach, germany.Country, 0, 0, Agrees}, {dach, france.Country, 0, 0, Differs}, {dach, 0, 0, 0, Unknown},
		{berlin, germany.Country, 0, berlin.City, Agrees}, {berlin, germany.Country, 0, 0, Unknown}, {berlin, germany.Country, 0, berlin.City + 1, Differs},
		{berlin, france.Country, 0, 0, Differs}, {texas, texas.Country, texas.State, austin.City, Agrees}, {texas, texas.Country, 0, 0, Unknown},
		{texas, texas.Country, 0, uint32(len(Cities())), Unknown}, {texas, texas.Country, 0, 1, Differs}, {texas, texas.Country, texas.State + 1, 1, Differs}, {austin, texas.Country, texas.State, austin.City, Agrees},
	} {
		if got := c.asked.Fits(c.country, c.state, c.city); got != c.want {
			t.Errorf("%d: %s fits %d, want %d", i, c.asked.Name, got, c.want)
		}
	}
	if !austin.Within(placeCalled(t, "usa", Country)) || !austin.Within(texas) || !berlin.Within(germany) || berlin.Within(france) || germany.Within(germany) || germany.Within(berlin) || berlin.Within(texas) {
		t.Error("what lies within what")
	}
}

func TestNamesOfPlaces(t *testing.T) {
	for name, want := range map[string]string{
		"germany": "Germany", "allemagne": "Germany", "almanya": "Germany", "brasil": "Brazil", "suecia": "Sweden", "hollande": "Netherlands", "uk": "United Kingdom",
		"lateinamerika": "Latin America", "munchen": "Munich", "nyc": "New York City", "istanbul": "Istanbul", "ドイツ": "Germany", "भारत": "India",
	} {
		if list := Find(name); len(list) == 0 || list[0].Name != want {
			t.Errorf("%q is %+v, want %s", name, list, want)
		}
	}
	flags := func(name string) Name { return Find(name)[0] }
	if n := flags("turkey"); !n.Doubtful || n.Adjective || n.Language != "" {
		t.Errorf("turkey: %+v", n)
	}
	if n := flags("german"); n.Doubtful || !n.Adjective {
		t.Errorf("german: %+v", n)
	}
	if n := flags("deutsche"); !n.Adjective || n.Language != "de" {
		t.Errorf("deutsche: %+v", n)
	}
	if list := Find("mısır"); len(list) > 0 {
		t.Error("names are folded")
	}
	if n := flags("misir"); !n.Doubtful || n.Language != "tr" {
		t.Errorf("mısır: %+v", n)
	}
}

func TestCountriesAndCities(t *testing.T) {
	de := ByCode("DE")
	if de == 0 || Numbered(de).Name != "Germany" || ByCode("ZZ") != 0 || Numbered(0) != nil || Countries() < 180 || Cities()[0] != nil {
		t.Error("countries by code and number")
	}
	for n := range Countries() {
		if n > 0 && (Numbered(uint16(n)).Country != uint16(n) || Numbered(uint16(n)).Kind != Country) {
			t.Errorf("country %d is numbered %d", n, Numbered(uint16(n)).Country)
		}
	}
	for n, c := range Cities()[1:] {
		if c.City != uint32(n+1) || c.Kind != City || c.Country == 0 {
			t.Fatalf("city %d is %+v", n+1, c)
		}
	}
	if c := CityIn("munchen", 0); c == nil || c.Name != "Munich" || CityIn("munich", de) != c || CityIn("munich", ByCode("FR")) != nil || CityIn("germany", 0) != nil {
		t.Error("a city by its name")
	}
}

func TestSpokenLanguages(t *testing.T) {
	set := Of([]string{"de", "EN-us", "xx"})
	if set.String() != "English, German" || Of(nil) != 0 || Spoken(ByCode("CH")).String() != "German, French, Italian" || Spoken(0) != 0 {
		t.Errorf("sets: %s; %s", set, Spoken(ByCode("CH")))
	}
	for word, want := range map[string]LanguageName{
		"german": {Of([]string{"de"}), false}, "english": {Of([]string{"en"}), true}, "hindi": {Of([]string{"hi"}), true},
		"allemand": {Of([]string{"de"}), false}, "francophone": {Of([]string{"fr"}), true}, "deutschsprachige": {Of([]string{"de"}), true},
		"日本語": {Of([]string{"ja"}), true},
	} {
		if got, ok := Language(word); !ok || got != want {
			t.Errorf("%q is %+v, want %+v", word, got, want)
		}
	}
	if _, ok := Language("germany"); ok {
		t.Error("a country is no language")
	}
	if n := len(world().languages); n > 64 || n != len(world().tags) || slices.Contains([]int{0}, n) {
		t.Errorf("%d languages do not fit a set of 64", n)
	}
}

func TestRegionsAndInhabitants(t *testing.T) {
	for name, want := range map[string]string{
		"lateinamerika": "Latin America", "america latina": "Latin America", "latinas": "Latin America", "oriente medio": "the Middle East", "ortadogu": "the Middle East",
		"beneluxlandern": "Benelux", "pays nordiques": "the Nordics", "balcani": "the Balkans", "balkanlar": "the Balkans", "golfstaaten": "the Gulf", "gcc": "the Gulf",
		"sudostasien": "Southeast Asia", "maghreb": "the Maghreb", "emea": "EMEA", "cono sur": "the Southern Cone",
		"wienerinnen": "Vienna", "berlinerin": "Berlin", "munchner": "Munich", "londoners": "London", "parisiennes": "Paris", "lyonnaise": "Lyon", "madrilenas": "Madrid",
		"barcelonesa": "Barcelona", "londinesi": "London", "napoletane": "Naples", "cariocas": "Rio de Janeiro", "lisboetas": "Lisbon", "istanbullu": "Istanbul",
		"ankaralilar": "Ankara", "dutchmen": "Netherlands", "frenchwomen": "France", "germans": "Germany", "iraqis": "Iraq", "osterreicherinnen": "Austria",
		"franzosin": "France", "turkinnen": "Turkey", "californians": "California",
	} {
		if list := Find(name); len(list) == 0 || list[0].Name != want {
			t.Errorf("%q is %+v, want %s", name, list, want)
		}
	}
	in := func(region, code string) bool { return Find(region)[0].Fits(ByCode(code), 0, 0) == Agrees }
	for _, region := range []string{"emea", "levant", "maghreb", "gulf states"} {
		if in(region, "BR") {
			t.Errorf("Brazil is in %s", region)
		}
	}
	if !in("emea", "FR") || !in("emea", "NG") || !in("emea", "QA") || !in("levant", "LB") || !in("cee", "PL") || !in("southern cone", "UY") || !in("gulf states", "AE") {
		t.Error("members of regions")
	}
	for w := range world().byName { // every line of the table was read
		if w == "" {
			t.Error("a place without a name")
		}
	}
}

func TestTablesOfNames(t *testing.T) {
	longest, shared := map[string]int{}, 0
	for name, list := range world().byName {
		words := strings.Fields(name)
		longest[words[0]] = max(longest[words[0]], len(words))
		for _, n := range list[1:] {
			if n.Place != list[0].Place && (n.Language == "") != (list[0].Language == "") {
				shared++ // a language calls another place so
			}
		}
	}
	for first, n := range longest {
		if Longest(first) != n {
			t.Errorf("a name with %q has %d words, not %d", first, n, Longest(first))
		}
	}
	if shared == 0 {
		t.Error("no name means one place in a language and another in all")
	}
	sure, doubtful := Name{}, Name{Doubtful: true}
	if surerFirst(sure, doubtful) != -1 || surerFirst(doubtful, sure) != 1 || surerFirst(sure, sure) != 0 || surerFirst(doubtful, doubtful) != 0 {
		t.Error("a name that is no other word comes first")
	}
	if s := placeCalled(t, "texas", State).State; s == 0 || s > 100 {
		t.Errorf("Texas is state %d", s)
	}
	if l, _ := Language("afar"); l.Set != 0 && world().tags["aa"] == 0 {
		t.Errorf("Afar is %s", l.Set)
	}
}

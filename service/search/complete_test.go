package search

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/service/words/terms"
)

func TestComplete(t *testing.T) {
	row := int64(-1)
	named := func(name string, profiles ...Name) Doc { row++; return Doc{Row: row, Name: name, Names: profiles} }
	x := index(t,
		named("José Álvarez", Name{Platform: api.PhotoPlatform, Username: "jose.alvarez", DisplayName: "José Á", Followers: 10}),
		named("Beast Philanthropy", Name{Platform: api.VideoPlatform, Username: "BeastPhil", DisplayName: "Beast Philanthropy", Followers: 9}),
		named("MrBeast", Name{Platform: api.VideoPlatform, Username: "mrbeast", DisplayName: "MrBeast", Followers: 8}, Name{Platform: api.PhotoPlatform, Username: "mr_beast", DisplayName: "Mr Beast", Followers: 8}),
		named("日本の料理", Name{Platform: api.PhotoPlatform, Username: "ryouri", DisplayName: "日本の料理", Followers: 7}),
		named("İpek Şahin", Name{Platform: api.PhotoPlatform, Username: "ipeksahin", DisplayName: "", Followers: 6}))
	for _, c := range []struct {
		prefix string
		on     []api.Platform
		want   []int
	}{
		{"beast", nil, []int{1, 2}},
		{"BEAST", []api.Platform{api.PhotoPlatform}, []int{2}},
		{"jose", nil, []int{0}},
		{"alv", nil, []int{0}},
		{"ÁLV", nil, []int{0}},
		{"jose.alv", nil, []int{0}},
		{"@mrbe", nil, []int{2}},
		{"mr b", nil, []int{2}},
		{"日本", nil, []int{3}},
		{"ipek", nil, []int{4}},
		{"sah", nil, []int{4}},
		{"mrbeast ", nil, []int{2}},
		{"zz", nil, nil},
		{"east", nil, nil},
		{"", nil, nil},
		{"\x00\xff", nil, nil},
	} {
		var got []int
		for _, k := range x.Complete(Completion{Prefix: c.prefix, Platforms: c.on}) {
			got = append(got, int(k.row))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q on %v completes to %v, want %v", c.prefix, c.on, got, c.want)
		}
	}
}

func TestCompleteSaysWhatMatched(t *testing.T) {
	x := index(t, Doc{Name: "Mr Beast", AvatarURL: "https://a.test/1", Names: []Name{{Platform: api.PhotoPlatform, Username: "beast.gram", DisplayName: "Gram", Followers: 5}, {Platform: api.VideoPlatform, Username: "mrbeast", DisplayName: "MrBeast", Followers: 9}}})
	got := x.Complete(Completion{Prefix: "beast"})
	if len(got) != 1 || got[0].Name != "Mr Beast" || got[0].AvatarURL != "https://a.test/1" || len(got[0].Names) != 2 || got[0].Names[1].Followers != 9 {
		t.Fatalf("candidates %+v", got)
	}
	want := []NameMatch{{-1, api.MatchName, "Mr Beast"}, {0, api.MatchUsername, "beast.gram"}}
	if !slices.Equal(got[0].Matches, want) {
		t.Errorf("matches %+v, want %+v", got[0].Matches, want)
	}
}

func TestCompleteAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	var docs []Doc
	for n := range int64(3000) {
		first, last := syllables(rng, 1+rng.IntN(2)), syllables(rng, 1+rng.IntN(2))
		docs = append(docs, Doc{Row: n, Name: first + " " + last, Names: []Name{{Platform: api.PhotoPlatform, Username: first + last, DisplayName: last, Followers: 1}}})
	}
	x := index(t, docs...)
	for range 500 {
		prefix := syllables(rng, 2)[:1+rng.IntN(4)]
		var want, got []int
		for n, d := range docs {
			words := strings.Fields(d.Name)
			if len(want) < 10 && slices.ContainsFunc(append(words, d.Names[0].Username, d.Names[0].DisplayName), func(w string) bool { return strings.HasPrefix(w, prefix) }) {
				want = append(want, n)
			}
		}
		for _, k := range x.Complete(Completion{Prefix: prefix, Limit: 10}) {
			got = append(got, int(k.row))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q completes to %v, want %v", prefix, got, want)
		}
	}
}

func FuzzComplete(f *testing.F) {
	f.Add("be", "MrBeast", "Mr Beast")
	f.Add("é", "É\u0301", "\xff\x00")
	f.Add("日", "日本", "＠ｆｕｌｌ")
	f.Fuzz(func(t *testing.T, prefix, name, display string) {
		x := index(t, Doc{Name: name, Names: []Name{{Platform: api.PhotoPlatform, Username: name, DisplayName: display, Followers: 1}}}, Doc{Name: display})
		for _, c := range x.Complete(Completion{Prefix: prefix}) {
			if len(c.Matches) == 0 {
				t.Errorf("%q: candidate without a match", prefix)
			}
		}
		whole := terms.Fold(name)
		if whole != "" && !strings.Contains(whole, "\x00") && len(x.Complete(Completion{Prefix: name})) == 0 {
			t.Errorf("%q is not completed by itself", name)
		}
		x.Search(Query{Text: prefix})
	})
}

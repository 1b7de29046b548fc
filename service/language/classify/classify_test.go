package classify

import (
	"bytes"
	"maps"
	"slices"
	"testing"
)

// readNew finds the features of a text.
func readNew(text string, signs []Sign) *Features {
	var f Features
	f.Read(text, signs)
	return &f
}

// taughtBy teaches one question by texts.
func taughtBy(yes, no []string) Vector {
	var all []Example
	for _, text := range yes {
		all = append(all, Example{Features: readNew(text, nil), Yes: true, Worth: 1})
	}
	for _, text := range no {
		all = append(all, Example{Features: readNew(text, nil), Worth: 1})
	}
	return Teach(all, Course{Most: 2_000, Passes: 30, Rarity: 1, Speed: 1})
}

func TestTeachCarriesOver(t *testing.T) {
	yes, no := []string{"the pie is rotten", "a rotten tomato", "rotten to the core"}, []string{"the pie is fresh", "a fresh tomato", "fresh to the core"}
	v := taughtBy(yes, no)
	for text, want := range map[string]bool{"what a rotten apple": true, "what a fresh apple": false} {
		if got := v.score(readNew(text, nil)) > 0; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if again := taughtBy(yes, no); !slices.Equal(v.Weights, again.Weights) || v.Bias != again.Bias || v.Unit != again.Unit {
		t.Error("the same lessons taught something else")
	}
	kept := 0
	for _, w := range taughtBy(yes, no).Weights {
		if w != 0 {
			kept++
		}
	}
	if few := Teach([]Example{{Features: readNew(yes[0], nil), Yes: true, Worth: 1}, {Features: readNew(no[0], nil), Worth: 1}}, Course{Most: 5, Passes: 30, Speed: 1}); kept > 2_000 || countOf(few.Weights) > 5 {
		t.Errorf("%d and %d weights are kept", kept, countOf(few.Weights))
	}
}

func countOf(weights []int8) (n int) {
	for _, w := range weights {
		if w != 0 {
			n++
		}
	}
	return n
}

// An example that is worth nothing teaches nothing.
func TestWorth(t *testing.T) {
	all := []Example{{Features: readNew("one", nil), Yes: true, Worth: 1}, {Features: readNew("two", nil), Worth: 1}}
	with := append(slices.Clone(all), Example{Features: readNew("three", nil), Yes: true})
	v := Teach(with, Course{Most: 1000, Passes: 30, Speed: 1})
	for _, s := range readNew("three", nil).Runs {
		if v.Weights[s] != 0 && !slices.Contains(append(all[0].Runs, all[1].Runs...), s) {
			t.Error("what is worth nothing has a weight")
		}
	}
}

func TestRead(t *testing.T) {
	same := [][2]string{
		{"Call 555 now", "call 123  NOW"}, {"Don’t", "don't"}, {"see https://a.example/x", "see www.b.example"}, {"hi @anna", "hi @bob"},
	}
	for _, s := range same {
		if a, b := readNew(s[0], nil), readNew(s[1], nil); !slices.Equal(a.Runs, b.Runs) {
			t.Errorf("%q and %q differ", s[0], s[1])
		}
	}
	if a, b := readNew("dog bites man", nil), readNew("man bites dog", nil); slices.Equal(sorted(a.Words), sorted(b.Words)) {
		t.Error("the order of words is lost")
	}
	f := readNew("ha ha ha", []Sign{NewSign("a", "b"), NewSign("a", "b"), NewSign("ab")})
	if n := len(f.Words) - len(readNew("ha ha ha", nil).Words); n != 2 {
		t.Errorf("%d signs instead of 2", n)
	}
	if list := sorted(f.Runs); len(slices.Compact(list)) != len(f.Runs) {
		t.Error("a slot stands there twice")
	}
	if again := readNew("ha ha ha", nil); !slices.Equal(again.Runs, f.Runs) {
		t.Error("the text before leaves something behind")
	}
}

func sorted(list []uint32) []uint32 { return slices.Sorted(slices.Values(list)) }

func TestPack(t *testing.T) {
	m := &Model{Languages: []string{"de", "en"}, Kinds: []string{"one", "two"}, Harm: taughtBy([]string{"bad"}, []string{"good"})}
	m.Limits = map[string]float64{"one": 0.5, "two": -1.25}
	m.Topics = []Vector{taughtBy([]string{"one"}, []string{"two"}), taughtBy([]string{"two"}, []string{"one"})}
	m.Experts = []Vector{taughtBy([]string{"bad"}, []string{"two"}), taughtBy([]string{"two"}, []string{"bad"})}
	raw := m.Pack()
	again, err := Unpack(raw)
	if err != nil || !bytes.Equal(again.Pack(), raw) || !slices.Equal(again.Harm.Weights, m.Harm.Weights) || again.Topics[1].Bias != m.Topics[1].Bias || !maps.Equal(again.Limits, m.Limits) {
		t.Errorf("unpacked otherwise: %v", err)
	}
	if least := again.Least(func(name string) bool { return name == "one" }); least != 0.5 {
		t.Errorf("the lowest limit of one is %v", least)
	}
	if kind, beyond := again.Kind(readNew("two", nil)); kind != "two" || beyond <= 0 {
		t.Errorf("two is told to be of kind %q, and leans %v further", kind, beyond)
	}
	for _, broken := range [][]byte{nil, raw[:1], raw[:len(raw)/2], raw[:len(raw)-1], append(slices.Clone(raw), 0)} {
		if _, err := Unpack(broken); err == nil {
			t.Errorf("%d of %d bytes are taken for a model", len(broken), len(raw))
		}
	}
}

// The weights that the program holds can be read, and are small.
func TestTaught(t *testing.T) {
	m := Taught()
	if len(m.Languages) < 7 || len(m.Kinds) < 15 || countOf(m.Harm.Weights) < 10_000 {
		t.Errorf("%d languages, %d kinds, %d weights", len(m.Languages), len(m.Kinds), countOf(m.Harm.Weights))
	}
	if len(packed) > 2_000_000 {
		t.Errorf("the weights have %d bytes", len(packed))
	}
}

func BenchmarkHarmful(b *testing.B) {
	m := Taught()
	for b.Loop() {
		m.Harmful(readNew("I have nothing against them, but nobody with any sense would rent to such people.", nil))
	}
}

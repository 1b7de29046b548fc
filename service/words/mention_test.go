package words

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// mentioned prints a text's mentions of a brief: the topic, the words, how surely.
func mentioned(b *Brief, list []Mention, text string) string {
	var out []string
	for _, m := range list {
		name := b.Wanted()
		if m.Unwanted {
			name = b.Unwanted()
		}
		out = append(out, fmt.Sprintf("%s: %s %.2f", name[m.Topic], text[m.Start:m.End], m.Quality))
	}
	return strings.Join(out, "|")
}

func TestMentionsOfATopic(t *testing.T) {
	for _, c := range []struct{ brief, text, want string }{
		{"street food", "The street is long", ""},
		{"street food", "So street food, and street art", "street food: street food 1.00"},
		{"knitting", "#knitting all day", "knitting: knitting 0.20"},
		{"garden", "I grow a plant", "garden: plant 0.60"},
		{"garden", "plant-based food", ""},
		{"vegan, no meat", "vegan meat", "vegan: vegan 1.00|meat: meat 1.00"},
		{"beer, no alcohol", "beer", "beer: beer 1.00|alcohol: beer 0.95"},
		{"glumphing", "I was glumphing on", "glumphing: glumphing 1.00"},
	} {
		b := Understand(c.brief).Brief()
		if got := mentioned(b, b.Read(c.text), c.text); got != c.want {
			t.Errorf("%q in %q: %s, want %s", c.brief, c.text, got, c.want)
		}
	}
}

// Labels are English and name topics; a word near a topic counts as the topic.
func TestLabelsNameTopics(t *testing.T) {
	b := Understand("vegan").Brief()
	for text, want := range map[string]string{"plant-based food": "vegan: plant-based 1.00", "tofu": "vegan: tofu 0.40", "vegan": "vegan: vegan 1.00"} {
		if got := mentioned(b, b.ReadLabels(text), text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestWhatProductsLack(t *testing.T) {
	for query, want := range map[string]bool{
		"mascara without microplastics": true, "mascara, no microplastics": false, "Mascara ohne Mikroplastik": true, "mascara, not microplastics": false,
	} {
		if got := Understand(query).Brief().Lacks(0); got != want {
			t.Errorf("%q: lacks %v, want %v", query, got, want)
		}
	}
}

func TestEachOfTwoIsLackingByItself(t *testing.T) {
	b := Understand("dance, no gambling, mascara without microplastics").Brief()
	if b.Lacks(0) || !b.Lacks(1) {
		t.Errorf("%q: %v, %v", b.Unwanted(), b.Lacks(0), b.Lacks(1))
	}
}

func TestBriefOfATopic(t *testing.T) {
	b := TopicBrief("vegan")
	if !slices.Equal(b.Wanted(), []string{"vegan"}) || len(b.Topics[0].Groups) == 0 {
		t.Errorf("vegan: %q", b.Wanted())
	}
	if b := TopicBrief("glumph"); !slices.Equal(b.Wanted(), []string{"glumph"}) || len(b.Topics[0].Groups) > 0 {
		t.Errorf("a word no table has: %q", b.Wanted())
	}
	if got := Topics("yoga and yoga, chess, chess and chess, street food", 9); !slices.Equal(got[:2], []string{"chess", "yoga"}) || !slices.Contains(got, "street food") {
		t.Errorf("topics: %q", got)
	}
	if a, b := Topics("chess, yoga, dance", 9), Topics("dance, yoga, chess", 9); !slices.Equal(a, b) {
		t.Errorf("topics said as often: %q, in another order %q", a, b)
	}
}

package quality

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/words"
	"greenroom/service/words/places"
	"greenroom/service/words/terms"
	"greenroom/service/words/topics"
)

// meaning is the reading that an answer reports.
type meaning struct {
	Topics   []string     `json:"topics"`
	Filters  []api.Filter `json:"filters"`
	Excluded []struct {
		Field, Text string
		Value       any
	}
	Corrected []struct{ From, To string }
	Unused    []struct{ Text, Why string }
	Seeds     []struct{ Username string }
}

// found is an answer to a search, as far as cases look at it.
type found struct {
	Data           []api.SearchResult `json:"data"`
	Interpretation meaning            `json:"interpretation"`
}

// part is one thing a query means or is said to mean: "location eq DE". Texts are
// the ways to name its value.
type part struct {
	field, op string
	texts     []string
	number    *float64
}

func (p part) String() string {
	return fmt.Sprintf("%s %s %s", p.field, p.op, strings.Join(p.texts, "/"))
}

// parse reads what a case expects: "topic=vegan; not location=DE; followers>=5000".
func parse(t testing.TB, text string) []part {
	t.Helper()
	var out []part
	for s := range strings.SplitSeq(text, ";") {
		s = strings.TrimSpace(s)
		p := part{op: "eq"}
		rest, negated := strings.CutPrefix(s, "not ")
		if negated {
			p.op = "ne"
		}
		i := strings.IndexAny(rest, "<>=")
		if i < 0 {
			t.Fatalf("%q says nothing", s)
		}
		p.field = rest[:i]
		switch value := rest[i:]; {
		case strings.HasPrefix(value, ">="):
			p.op = "gte"
			p.setNumber(value[2:])
		case strings.HasPrefix(value, "<="):
			p.op = "lte"
			p.setNumber(value[2:])
		default:
			p.texts = strings.Split(fold(value[1:]), "/")
			if region, err := language.ParseRegion(value[1:]); p.field == "location" && err == nil {
				p.texts = append(p.texts, fold(display.English.Regions().Name(region)))
			}
			if tag, err := language.Parse(value[1:]); p.field == "language" && err == nil {
				p.texts = append(p.texts, fold(display.English.Tags().Name(tag)))
			}
		}
		out = append(out, p)
	}
	return out
}

func (p *part) setNumber(s string) {
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		p.number = &n
	}
	p.texts = []string{s}
}

// parts are all the things an answer says.
func (m meaning) parts() []part {
	var out []part
	add := func(field, op string, texts ...string) { out = append(out, part{field: field, op: op, texts: texts}) }
	for _, topic := range m.Topics {
		add("topic", "eq", fold(topic))
	}
	for _, f := range m.Filters {
		p := part{field: f.Field, op: f.Op, texts: []string{fold(fmt.Sprint(f.Value)), fold(f.Text)}}
		if n, ok := f.Value.(float64); ok {
			p.number = &n
		}
		out = append(out, p)
	}
	for _, e := range m.Excluded {
		add(e.Field, "ne", fold(fmt.Sprint(e.Value)), fold(e.Text))
	}
	for _, c := range m.Corrected {
		add("corrected", "eq", fold(c.From)+">"+fold(c.To))
	}
	for _, u := range m.Unused {
		add("unused", "eq", fold(u.Text))
	}
	for _, s := range m.Seeds {
		add("seed", "eq", fold(s.Username))
	}
	return out
}

// meets says whether what was said is what was expected.
func (p part) meets(want part) bool {
	if p.field != want.field || p.op != want.op {
		return false
	}
	if want.op == "gte" || want.op == "lte" {
		return want.number == nil || p.number != nil && *p.number == *want.number
	}
	return slices.ContainsFunc(want.texts, func(w string) bool {
		return slices.ContainsFunc(p.texts, func(have string) bool {
			switch {
			case want.field == "location" && len(w) == 2:
				return have == w
			case w == "videoplatform":
				return have == w // no short video platform
			}
			return strings.Contains(have, w)
		})
	})
}

// wrong says what is wrong about an understanding; "" if nothing. Topics are
// compared word by word: "vegan food" may be one topic or two.
func wrong(want, have []part) string {
	var out []string
	for _, w := range want {
		if w.field != "topic" && w.field != foundField && !slices.ContainsFunc(have, func(h part) bool { return h.meets(w) }) {
			out = append(out, "lacks "+w.String())
		}
	}
	for _, h := range have {
		said := h.field == "unused" || h.field == "corrected" || h.field == "topic"
		if !said && !slices.ContainsFunc(want, h.meets) {
			out = append(out, "invents "+h.String())
		}
	}
	for _, op := range []string{"eq", "ne"} {
		out = append(out, wrongTopics(op, want, have)...)
	}
	return strings.Join(out, ", ")
}

// wrongTopics holds what was understood against what is wanted; words in brackets may be missing.
func wrongTopics(op string, want, have []part) (out []string) {
	var said, allowed []string
	for _, h := range have {
		if h.field == "topic" && h.op == op {
			said = append(said, wordsOf(h.texts[0])...)
		}
	}
	for _, w := range want {
		if w.field != "topic" || w.op != op {
			continue
		}
		met := false
		for _, text := range w.texts {
			needed, optional, _ := strings.Cut(text, "(")
			allowed = append(append(allowed, wordsOf(needed)...), wordsOf(optional)...)
			met = met || !slices.ContainsFunc(wordsOf(needed), func(n string) bool {
				return !slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, n) })
			})
		}
		if !met {
			out = append(out, "lacks "+w.String())
		}
	}
	for _, s := range said {
		if !slices.ContainsFunc(allowed, func(a string) bool { return strings.Contains(s, a) }) && !negations[s] {
			out = append(out, "invents topic "+op+" "+s)
		}
	}
	return out
}

// negations may stand in the text of what is excluded.
var negations = map[string]bool{
	"no": true, "not": true, "never": true, "without": true, "sin": true, "sans": true, "ohne": true, "kein": true, "keine": true,
	"pas": true, "de": true, "nicht": true, "nor": true, "or": true, "by": true, "in": true, "excluding": true, "but": true,
}

func wordsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) })
}

// breaks says which of the first results break a hard condition, by what the
// store holds of them; "" if none.
func (b *bench) breaks(t testing.TB, query string, want []part, results []api.SearchResult) string {
	t.Helper()
	ids := make([]string, len(results))
	for i, r := range results {
		ids[i] = r.Creator.ID
	}
	creators, err := b.app.Store.Creators(context.Background(), ids)
	if err != nil {
		t.Fatal(err)
	}
	profiles, err := b.app.Store.Profiles(context.Background(), ids...)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	good := 0
	for _, r := range results {
		if strings.HasPrefix(r.Match.Reasons[0], "may match: ") {
			break // they come last, and of them something is not known
		}
		if !r.Match.LowConfidence {
			good++
		}
		c := creators[r.Creator.ID]
		if place := misplaced(want, c); place != "" {
			out = append(out, fmt.Sprintf("%s is in %s", c.Name, place))
		}
		for _, w := range want {
			if broken(w, c, r, want) || b.idle(w, profiles[c.ID]) {
				out = append(out, fmt.Sprintf("%s breaks %s", c.Name, w))
			}
		}
	}
	for _, w := range want {
		if w.field == foundField && float64(good) < *w.number && b.hasSomebody(t, query, want) {
			out = append(out, fmt.Sprintf("%d of %d are good, not %s", good, len(results), w))
		}
	}
	return strings.Join(out, ", ")
}

// hasSomebody reports whether the world has a creator in the places asked for who
// is known for a topic of the query: nobody can be found where there is none.
func (b *bench) hasSomebody(t testing.TB, query string, want []part) bool {
	brief := words.Understand(query).Brief()
	return slices.ContainsFunc(b.creators(t), func(c service.Creator) bool {
		known := slices.ContainsFunc(brief.Read(strings.Join(c.Themes, "\n")), func(m words.Mention) bool { return m.Quality >= topics.Near })
		return known && !c.LocationUnverified && misplaced(want, c) == ""
	})
}

// foundField asks for so many good matches: "found>=3".
const foundField = "found"

// regions are the countries of the sample world in the regions that cases name.
var regions = map[string][]string{
	"dach": {"DE", "AT", "CH"}, "nordic": {"SE", "DK", "NO", "FI", "IS"}, "benelux": {"NL", "BE", "LU"},
	"latin america": {"BR", "MX", "AR", "CO", "CL", "PE"}, "middle east": {"AE", "SA", "QA", "IL", "JO", "LB", "TR", "EG"},
	"scandinavia": {"SE", "DK", "NO"}, "iberia": {"ES", "PT"}, "balkan": {"AL", "BA", "BG", "GR", "HR", "ME", "MK", "RO", "RS", "SI", "XK"},
	"sub-saharan": {"NG", "KE", "ZA", "GH", "TZ", "UG", "ET", "SN", "CI"}, "gulf": {"AE", "BH", "KW", "OM", "QA", "SA"}, "southeast asia": {"BN", "ID", "KH", "LA", "MM", "MY", "PH", "SG", "TH", "TL", "VN"},
}

func misplaced(want []part, c service.Creator) string {
	asked, in := false, false
	for _, w := range want {
		if w.field != "location" {
			continue
		}
		at := slices.ContainsFunc(w.texts, func(s string) bool { return isIn(c, s) })
		if w.op == "ne" && at {
			return cmp.Or(c.City, c.Country)
		}
		if w.op == "eq" {
			asked, in = true, in || at
		}
	}
	if asked && !in {
		return cmp.Or(c.City, c.Country, "no place")
	}
	return ""
}

// isCountry keeps Portland from being in Portugal.
func isCountry(place string) bool {
	return slices.ContainsFunc(places.Find(terms.Fold(place)), func(n places.Name) bool { return n.Kind == places.Country })
}

// isIn reports whether a creator lives in a place, as its country, its city, the
// regions above or the gazetteer name it.
func isIn(c service.Creator, place string) bool {
	country := places.ByCode(c.Country)
	if place == fold(c.Country) || slices.Contains(regions[place], c.Country) || len(place) > 2 && !isCountry(place) && strings.HasPrefix(fold(c.City), place[:3]) {
		return true
	}
	state, town := uint16(0), uint32(len(places.Cities()))
	if city := places.CityIn(fold(c.City), country); city != nil {
		state, town = city.State, city.City
	}
	return regions[place] == nil && slices.ContainsFunc(places.Find(terms.Fold(place)), func(n places.Name) bool {
		return (n.Kind == places.Region || n.Kind == places.State) && n.Fits(country, state, town) == places.Agrees
	})
}

// broken reports whether a creator breaks a condition. Of several languages one is enough, as
// one place is: whether each is asked for the interpretation alone tells.
func broken(w part, c service.Creator, r api.SearchResult, want []part) bool {
	if w.field == "language" {
		speaks := func(o part) bool {
			return o.field == w.field && o.op == w.op && slices.ContainsFunc(c.Languages, func(l string) bool { return slices.Contains(o.texts, l) })
		}
		if w.op == "eq" {
			return !slices.ContainsFunc(want, speaks)
		}
		return speaks(w)
	}
	if w.number == nil || r.RelevantProfile == nil || r.PrimaryProfile == nil {
		return false
	}
	ok := func(p *api.ProfileSummary) bool {
		var n *float64
		switch w.field {
		case "followers":
			if p.Followers != nil {
				f := float64(*p.Followers)
				n = &f
			}
		case "engagement_rate":
			n = p.EngagementRate
		default:
			return true
		}
		return n != nil && (w.op == "gte" && *n >= *w.number || w.op == "lte" && *n <= *w.number)
	}
	return !ok(r.PrimaryProfile) && !ok(r.RelevantProfile)
}

// idle reports whether no profile of a creator is as active as asked.
func (b *bench) idle(w part, profiles []service.Profile) bool {
	value := map[string]func(p service.Profile) *float64{
		"posts_per_week": func(p service.Profile) *float64 { return p.PostsPerWeek },
		"growth_30d":     func(p service.Profile) *float64 { return p.Growth30d },
		"last_post_days": func(p service.Profile) *float64 {
			if p.LastPostAt == nil {
				return nil
			}
			days := b.now.Sub(*p.LastPostAt).Hours() / 24
			return &days
		},
		"platform": func(service.Profile) *float64 { n := float64(len(profiles)); return &n },
	}[w.field]
	return value != nil && w.number != nil && !slices.ContainsFunc(profiles, func(p service.Profile) bool {
		v := value(p)
		if v == nil {
			return false
		}
		slack := 0.0
		if w.field == "last_post_days" {
			slack = 1 // days are counted whole
		}
		return w.op == "gte" && *v+slack >= *w.number || w.op == "lte" && *v-slack <= *w.number
	})
}

func TestQueries(t *testing.T) {
	b := open(t)
	for _, name := range files([]string{"queries.txt", "queries_aside.txt", "conditions.txt", "conditions_aside.txt", "nots.txt", "nots_aside.txt", "queries_opened.txt", "adversarial_queries_opened.txt", "planners.txt", "planners_aside.txt", "whole.txt", "whole_aside.txt", "typed.txt", "typed_aside.txt"}, []string{"queries_sealed.txt", "adversarial_queries_sealed.txt"}) {
		s, conditions := newScore(name), tally{}
		for _, l := range read(t, name, 4) {
			want := parse(t, l.rest[1])
			var got found
			b.post(t, "/v1/search", map[string]any{"query": l.rest[0], "limit": 10}, &got)
			said := got.Interpretation.parts()
			s.saw(l.rest[0], fmt.Sprint(said))
			why := wrong(want, said)
			if why == "" {
				why = b.breaks(t, l.rest[0], want, got.Data)
			}
			worst := conditions.add(want, said)
			if *tell && worst != "" {
				why = worst + ": " + why
			}
			s.add(t, l, l.rest[0], why)
		}
		conditions.tell(t, name)
		s.hold(t)
	}
}

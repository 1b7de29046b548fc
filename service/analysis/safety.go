package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"greenroom/api"
	"greenroom/internal/english"
	"greenroom/service/language/classify"
)

// Scan holds the texts to be judged, and counts the unread ones.
type Scan struct {
	Texts   []Text
	Creator string `json:"-"` // whose they are, by id; "" where that is not known
	// Silent counts the posts with neither words nor a transcript; More says that there
	// are older posts which are not among Texts. Of is the network's own count of posts.
	Silent int
	More   bool
	Of     *int
	Model  *classify.Model // nil is the one that the program holds
}

const (
	mostEvidence = 5 // sentences of a flag
	mostExamples = 8 // words of a flag
)

// Judgement is a safety, and where the first evidence of each flag stands.
type Judgement struct {
	api.Safety
	Grounds []Ground // as Flags
}

// Ground is the text that evidence is of; PostID is "" where it is no post's.
type Ground struct {
	Source Source
	PostID string
}

// Judge says whether a brand can stand beside the texts. Words in quotation
// marks, denied or reported do not count by themselves.
func Judge(s Scan) Judgement {
	j := judge{found: map[api.FlagType]*findings{}, unread: map[string]int{}, weights: weigher{model: s.Model}}
	if s.Model == nil {
		j.weights.model = classify.Taught()
	}
	j.weights.least = j.weights.model.Least(func(kind string) bool { return harms[kind] != nil })
	habit := habit(s.Texts)
	for _, t := range s.Texts {
		if len(t.Languages) == 0 {
			t.Languages = habit
		}
		j.read(t)
	}
	out := Judgement{Safety: api.Safety{Flags: []api.Flag{}, Confidence: j.confidence(s), Summary: j.summary(s), Coverage: j.coverage(s)}}
	for _, t := range api.FlagTypes() {
		if f := j.found[t]; f != nil {
			out.Flags, out.Grounds = append(out.Flags, j.flag(t, f)), append(out.Grounds, f.ground)
		}
	}
	out.Rating = RatingOf(out.Flags)
	return out
}

type judge struct {
	found                    map[api.FlagType]*findings
	weights                  weigher
	posts, spoken, profile   int            // texts that were read
	unread                   map[string]int // by language, texts that are not judged
	partly                   int            // of them, texts with words that count all the same
	wordless                 int            // texts of signs alone
	amount                   float64        // of texts in which words count, by their length
	guessed                  int            // texts whose language was taken from elsewhere
	quoted, denied, reported int            // words that did not count
}

// findings is all of one type.
type findings struct {
	severity api.Severity
	ground   Ground // of the first of evidence
	texts    int
	hits     int
	unsure   int // of them, those that weights alone tell or speak against
	evidence []string
	examples []string
}

func (j *judge) read(t Text) {
	r := read(t)
	if len(r.toks) == 0 {
		j.wordless++
		return
	}
	unread := r.speech.unjudged()
	if unread {
		j.unread[cmp.Or(r.speech.language, undetermined)]++
	} else {
		j.count(t, r)
	}
	seen := map[api.FlagType]bool{}
	add := func(r *reading, h hit, sure bool) {
		kind := api.FlagType(h.group.kind)
		f := j.found[kind]
		if f == nil {
			f = &findings{}
			j.found[kind] = f
		}
		f.add(r, h, sure, Ground{t.Source, t.PostID})
		if !seen[kind] {
			seen[kind] = true
			f.texts++
		}
	}
	f := j.find(r)
	for _, h := range f.apart() {
		add(r, h, true)
	}
	weighed, _ := f.weighed()
	for _, l := range f.leanings(&j.weights) {
		if l.Told(j.weights.model) {
			add(weighed, l.hit, l.sure())
		}
	}
	if unread && len(seen) == 0 {
		return
	}
	j.amount += min(1, float64(len(r.toks))/wordsWhole)
	if unread {
		j.partly++
	}
}

// told holds the findings of a text: by words and rules, and hatred in the reading as it is
// meant to be read.
type told struct {
	r, plain      *reading
	found, hatred []hit
}

func (j *judge) find(r *reading) told {
	out := told{r: r, found: j.byRules(r)}
	out.plain, out.hatred = r.hateful()
	return out
}

// apart are findings in a reading that is not weighed, since hatred was found in another.
func (t told) apart() []hit {
	if t.plain == t.r {
		return nil
	}
	return t.found
}

// weighed is the reading that is weighed, with what was found in it.
func (t told) weighed() (*reading, []hit) {
	if t.plain != t.r {
		return t.plain, t.hatred
	}
	return t.r, append(t.found, t.hatred...)
}

func (t told) leanings(w *weigher) []Leaning {
	r, found := t.weighed()
	return w.lean(r, found)
}

// byRules returns the findings of words and rules.
func (j *judge) byRules(r *reading) (out []hit) {
	for _, h := range r.hits {
		if h.group.kind == hateSpeech.kind && r.objects(h) {
			j.reported++
		} else if h.group.severity != "" && j.counts(api.FlagType(h.group.kind), r.stance(h)) {
			out = append(out, h)
		}
	}
	return append(out, r.combined()...)
}

// count counts a text that is read.
func (j *judge) count(t Text, r *reading) {
	switch t.Source {
	case FromSpeech:
		j.spoken++
	case FromCaption:
		j.posts++
	default:
		j.profile++
	}
	if !r.speech.sure {
		j.guessed++
	}
}

// counts decides by the context of a word. A swear word is said, whatever the
// sentence denies, unless the sentence is about the word.
func (j *judge) counts(kind api.FlagType, s stance) bool {
	switch {
	case s.quoted:
		j.quoted++
	case s.reported:
		j.reported++
	case (s.negated || s.listed) && (kind != api.FlagProfanity || s.mentioned), (s.sober || s.recovered) && kind == api.FlagDrugs:
		j.denied++
	case s.place && kind == api.FlagProfanity:
		j.denied++
	case s.story && kind == api.FlagViolence, s.taught && (kind == api.FlagViolence || kind == api.FlagDrugs || kind == api.FlagMisc):
		j.reported++
	default:
		return true
	}
	return false
}

func (f *findings) add(r *reading, h hit, sure bool, g Ground) {
	f.hits++
	if !sure {
		f.unsure++
	}
	if severity := api.Severity(h.group.severity); severityRank[severity] > severityRank[f.severity] {
		f.severity, f.ground = severity, g
		// The gravest go first.
		f.evidence = slices.Insert(f.evidence, 0, r.excerpt(h))
		f.examples = slices.Insert(f.examples, 0, r.words(h))
	} else {
		f.evidence, f.examples = append(f.evidence, r.excerpt(h)), append(f.examples, r.words(h))
	}
	f.evidence, f.examples = first(mostEvidence, f.evidence), first(mostExamples, f.examples)
}

// first is at most n of a list, each once.
func first(n int, list []string) []string {
	out := make([]string, 0, min(n, len(list)))
	for _, s := range list {
		if len(out) < n && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

var kindNames = map[api.FlagType]string{
	api.FlagProfanity: "Swear words", api.FlagAdult: "Sexual content", api.FlagDrugs: "Alcohol or drugs",
	api.FlagViolence: "Violence or threats", api.FlagHate: "Hate speech", api.FlagPolitical: "Party politics",
	api.FlagMisinformation: "Misinformation", api.FlagMisc: "Gambling, get-rich-quick schemes or other risks",
}

// flag weighs what was found: what comes again and again is graver.
func (j *judge) flag(t api.FlagType, f *findings) api.Flag {
	severity, all := f.severity, j.scanned()+j.partly
	if severity == api.SeverityLow && f.texts >= 3 && 4*f.texts >= all && len(f.evidence) >= 3 {
		severity = api.SeverityMedium
	}
	sure := 0.55 + 0.4*(1-math.Pow(0.6, float64(f.hits-1)))
	switch {
	case f.unsure == f.hits:
		sure -= 0.2
	case severityRank[f.severity] > 1:
		sure += 0.1
	}
	return api.Flag{
		Type: t, Severity: severity, Confidence: hundredths(min(0.97, sure)),
		Description: fmt.Sprintf("%s in %d of %s.", kindNames[t], f.texts, english.Count(all, "text")),
		Evidence:    f.evidence, Examples: f.examples,
	}
}

// RatingOf returns the rating that flags lead to.
func RatingOf(flags []api.Flag) api.Rating {
	count := map[api.Severity]int{}
	for _, f := range flags {
		count[f.Severity]++
	}
	switch {
	case count[api.SeverityHigh] > 0, count[api.SeverityMedium] >= 3:
		return api.RatingC
	case count[api.SeverityMedium] > 0, count[api.SeverityLow] >= 2:
		return api.RatingB
	}
	return api.RatingA
}

// AsksBrandSafe reports whether a brief asks for creators that nobody takes offence
// at, "family-friendly", "brand-safe", and what else it says.
func AsksBrandSafe(brief string) (rest string, asked bool) {
	r := read(Text{Words: brief})
	var b strings.Builder
	from := 0
	for _, h := range r.hits {
		if h.group.kind != "brandsafe" || r.stance(h).negated {
			continue
		}
		lo, hi := r.at(h)
		if lo >= from {
			b.WriteString(brief[from:lo])
			from, asked = hi, true
		}
	}
	return b.String() + brief[from:], asked
}

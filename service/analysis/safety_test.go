package analysis

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
)

func judged(languages []string, texts ...string) api.Safety {
	var s Scan
	for _, t := range texts {
		s.Texts = append(s.Texts, Text{Words: t, Languages: languages})
	}
	return Judge(s).Safety
}

func flagged(s api.Safety) []api.FlagType {
	out := []api.FlagType{}
	for _, f := range s.Flags {
		out = append(out, f.Type)
	}
	return out
}

// What does not flag: quotes, denials, reports, and words that mean something
// else.
// harmless are sentences with words that flag elsewhere.
var harmless = []string{
	// homonyms
	"Kill the lights, we are done for today.",
	"These killer abs took a year. Killing it at the gym today!",
	"Vegan wine tasting on Saturday, come hungry.",
	"You will need a glue gun, a knife and some patience.",
	"A heat gun and a staple gun: my whole toolbox.",
	"Blood orange salad with fennel. My blood pressure is fine, thanks.",
	"Food porn alert: look at this crust. #foodporn",
	"Naked cake with nude lipstick pink cream.",
	"Vodka sauce and a scoop of rum raisin ice cream. Friday.",
	"A double espresso shot and a photo shoot at eight.",
	"Shrimp cocktail in a cocktail dress, very 1985.",
	"I shot this on film. Head shots for the team tomorrow.",
	"Drunken noodles for dinner, with beer batter and root beer.",
	"I nearly killed my plants. How do I kill time until spring?",
	"Moby Dick, Dick van Dyke and a cockatoo walk into a bookshop.",
	"Cucumbers and the Scunthorpe problem: assess, assassin bugs, class.",
	"Birthday party at the park, vote for your favourite cake in the comments!",
	"The chicken right wing was the best part.",
	"Grapes, grapeseed oil and rapeseed in spring.",
	"We won the pillow fight and lost the tug of war.",
	"Jump the gun? I never do. Suns out guns out!",
	"The far left corner of the garden gets no sun.",
	"Molotov cocktail is the name of a cat café. No joke.",
	"Murder mystery night at the library!",
	"Panic attack? No: a snack attack. Crack an egg, whip the cream, beat well.",
	"She is my heroine and this is a heroic pan of soup.",
	"Weeding all day, high up on the hill, grass everywhere.",
	"Coke, pot, a joint of beef and speed: cooking vocabulary is strange.",
	// quotes
	"He wrote “fuck this” on the whiteboard and left for lunch.",
	"The sign says \"no drunk people\" in three languages.",
	"«Putain» est le premier mot que mon perroquet a appris.",
	"„Scheiße“ steht auf der Tasse, die Oma mir geschenkt hat.",
	"隣の人が「死ね」というゲームのセリフを読んでいた。",
	// denials
	"I never drink alcohol. No cocktails, no cigarettes, no drugs, nothing.",
	"Alcohol-free since 2019 and I do not miss beer.",
	"I quit smoking and I don't gamble.",
	"We do not talk about politics here.",
	"Ich trinke keinen Alkohol und rauche nicht.",
	"Ich trinke Alkohol nie.",
	"Je ne bois pas d'alcool, jamais de vodka.",
	"No bebo alcohol ni fumo, sin cerveza también se vive.",
	"Não bebo cerveja nem fumo.",
	"Non bevo birra e non fumo sigarette.",
	"Alkol kullanmıyorum, sigara içmiyorum.",
	"お酒は飲めないので、お茶にします。",
	"मैं शराब नहीं पीता।",
	"Vaccines do not cause autism, and the earth is not flat.",
	"A cake without rum, gin or whiskey.",
	// reports
	"Someone in the comments said vaccines cause autism.",
	"According to the article, chemtrails are a plandemic.",
	"He called me a bitch on the bus and nobody helped.",
	"The myth that garlic cures cancer needs to die.",
	"Il m'a traitée de salope dans le métro.",
	"Angeblich hilft Kokain gegen Müdigkeit, so die Zeitung von 1890.",
	"Me llamaron puta en los comentarios.",
	"A documentary about a massacre, told by survivors.",
	"酔っ払いは危ないと言われた。",
	"Bana orospu dedi, engelledim.",
	// fiction
	"In this thriller the detective finds the murdered man on page three.",
	"I killed the boss on level nine with a machete.",
	// other languages' words
	"Me gusta el pollo con limón. ¿Vamos?",
	"La bite de pain is not a phrase, but a bite of bread is.",
	"Bugün hava çok şık, kan portakalı aldım ve güzel bir gün.",
	"Die Waffeln waren dick und gut.",
	"Este año fue bueno y la mano me duele un poco.",
	"शुभ प्रभात, आज हम रोटी बनाएंगे।",
	"今日は殺菌した瓶にジャムを入れます。",
}

func TestHarmlessSentences(t *testing.T) {
	for _, text := range harmless {
		if s := judged(nil, text); len(s.Flags) > 0 || s.Rating != api.RatingA {
			t.Errorf("%q is flagged: %+v", text, s.Flags)
		}
	}
}

// What is known of the author decides between languages.
func TestLanguagesKnownOfTheAuthor(t *testing.T) {
	const text = "Vodka sauce, penne alla vodka, rum raisin ice cream."
	if s := judged([]string{"en"}, text); len(s.Flags) > 0 {
		t.Errorf("of an English author: %+v", s.Flags)
	}
	if s := judged([]string{"de-AT"}, "Scheißwoche."); len(s.Flags) != 1 {
		t.Errorf("one German word of a German author: %+v", s)
	}
}

// What flags, and as what.
func TestFlaggedSentences(t *testing.T) {
	for text, want := range map[string]struct {
		kind     api.FlagType
		severity api.Severity
	}{
		"What a shitty week, damn it.":                                        {api.FlagProfanity, api.SeverityLow},
		"This is not fucking okay.":                                           {api.FlagProfanity, api.SeverityMedium},
		"fuuuuck, I burnt it again":                                           {api.FlagProfanity, api.SeverityMedium},
		"F*CK the rules":                                                      {api.FlagProfanity, api.SeverityMedium},
		"𝗕𝘂𝗹𝗹𝘀𝗵𝗶𝘁, all of it.":                                                {api.FlagProfanity, api.SeverityMedium},
		"I said fuck it and went home.":                                       {api.FlagProfanity, api.SeverityMedium},
		"So ein Arschloch, wirklich, und das am Montag.":                      {api.FlagProfanity, api.SeverityMedium},
		"Putain, la machine est encore cassée et je suis en retard.":          {api.FlagProfanity, api.SeverityMedium},
		"Qué mierda de día, joder.":                                           {api.FlagProfanity, api.SeverityMedium},
		"Hungover again. Third time this week.":                               {api.FlagDrugs, api.SeverityMedium},
		"Schon wieder verkatert, und das am Dienstag.":                        {api.FlagDrugs, api.SeverityMedium},
		"Tequila shots until we lost count":                                   {api.FlagDrugs, api.SeverityMedium},
		"昨日は酔っ払って電車を逃しました。":                                                   {api.FlagDrugs, api.SeverityMedium},
		"A glass of wine on the balcony, finally.":                            {api.FlagDrugs, api.SeverityLow},
		"We snorted cocaine backstage":                                        {api.FlagDrugs, api.SeverityHigh},
		"I will find you and kill you":                                        {api.FlagViolence, api.SeverityHigh},
		"Go back to your country, nobody wants you here.":                     {api.FlagHate, api.SeverityHigh},
		"Ausländer raus, sag ich, und zwar heute.":                            {api.FlagHate, api.SeverityHigh},
		"Anyone who still votes for this government has lost their mind.":     {api.FlagPolitical, api.SeverityMedium},
		"Wer diese Regierung noch wählt, hat den Verstand verloren.":          {api.FlagPolitical, api.SeverityMedium},
		"Doctors will not tell you this, but celery cures almost everything.": {api.FlagMisinformation, api.SeverityMedium},
		"The sun does not cause cancer, the cream does. Wake up.":             {api.FlagMisinformation, api.SeverityHigh},
		"Ärzte sagen euch das nicht, aber Sellerie hilft immer.":              {api.FlagMisinformation, api.SeverityMedium},
		"Online casino night: use my code for free spins":                     {api.FlagMisc, api.SeverityMedium},
		"New nudes on my onlyfans tonight":                                    {api.FlagAdult, api.SeverityHigh},
		"He said no, but I got drunk anyway.":                                 {api.FlagDrugs, api.SeverityMedium},
		"I don't care, I got drunk.":                                          {api.FlagDrugs, api.SeverityMedium},
		"\"Nice\" she said. Then we were drunk.":                              {api.FlagDrugs, api.SeverityMedium},
		"Seni öldürürüm, bir daha yazma.":                                     {api.FlagViolence, api.SeverityHigh},
		"साला, यह बकवास है और कुछ नहीं।":                                      {api.FlagProfanity, api.SeverityLow},
	} {
		s := judged(nil, text)
		i := slices.IndexFunc(s.Flags, func(f api.Flag) bool { return f.Type == want.kind })
		if i < 0 || s.Flags[i].Severity != want.severity {
			t.Errorf("%q: got %+v, want %v", text, s.Flags, want)
			continue
		}
		for _, f := range s.Flags {
			checkFlag(t, f, text)
		}
	}
}

// checkFlag: every flag has evidence, letter for letter.
func checkFlag(t *testing.T, f api.Flag, text string) {
	t.Helper()
	if len(f.Evidence) == 0 || len(f.Examples) == 0 || f.Description == "" || f.Confidence <= 0 || f.Confidence > 1 {
		t.Errorf("%q: %+v", text, f)
	}
	for _, e := range append(slices.Clone(f.Evidence), f.Examples...) {
		if e == "" || !strings.Contains(text, e) {
			t.Errorf("%q is not in %q", e, text)
		}
	}
}

func TestRatings(t *testing.T) {
	for _, c := range []struct {
		texts []string
		want  api.Rating
	}{
		{[]string{"Bread and butter.", "A walk in the park."}, api.RatingA},
		{[]string{"A glass of wine at last.", "Bread.", "Soup.", "Salad.", "Tea."}, api.RatingA},
		{[]string{"Hungover again.", "Bread and butter."}, api.RatingB},
		{[]string{"Hungover again.", "What utter bullshit.", "This government is a joke, vote them out."}, api.RatingC},
		{[]string{"Vaccines are poison.", "Bread."}, api.RatingC},
	} {
		if got := judged(nil, c.texts...); got.Rating != c.want {
			t.Errorf("%q: %s, want %s: %+v", c.texts, got.Rating, c.want, got.Flags)
		}
	}
}

func TestTheSummarySaysWhatWasNotScanned(t *testing.T) {
	s := Judge(Scan{Silent: 2, More: true, Texts: []Text{
		{Words: "Bread and butter for the whole week."}, {Words: "And this is how you do it.", Source: FromSpeech},
		{Words: "오늘은 빵을 구웠어요"}, {Words: "She said \"shit\" and laughed."}, {Words: "Baker in Kyoto", Source: FromBio},
	}})
	for _, want := range []string{"2 posts and 1 transcript", "the profile", "Not judged: 1 text in Korean", "2 posts had no text", "Older posts", "1 word did not count"} {
		if !strings.Contains(s.Summary, want) {
			t.Errorf("%q is not in %q", want, s.Summary)
		}
	}
	if empty := Judge(Scan{Silent: 3}); empty.Confidence != 0 || !strings.Contains(empty.Summary, "Nothing could be scanned") {
		t.Errorf("nothing to scan: %+v", empty)
	}
	if s.Confidence <= 0 || s.Confidence >= Judge(Scan{Texts: slices.Repeat([]Text{{Words: "Bread and butter is the best."}}, 20)}).Confidence {
		t.Errorf("confidence %v of a few texts, some not read", s.Confidence)
	}
}

func TestTheSameTextsGetTheSameJudgement(t *testing.T) {
	texts := []string{"Hungover again, damn.", "Scheiße, schon wieder.", "He said \"fuck\".", "Vote them out, this government is bullshit."}
	first := judged([]string{"en", "de"}, texts...)
	for range 20 {
		if again := judged([]string{"en", "de"}, texts...); !reflect.DeepEqual(again, first) {
			t.Fatalf("%+v, then %+v", first, again)
		}
	}
	if !slices.Equal(flagged(first), []api.FlagType{api.FlagProfanity, api.FlagDrugs, api.FlagPolitical}) {
		t.Errorf("flags: %v", flagged(first))
	}
}

// Whatever is written: no panic, and all evidence is in the text.
func FuzzJudge(f *testing.F) {
	for _, s := range []string{"\"fuck", "'shit' said", "no", "“", "f**k you", "死ね", "@a #b http://x.y fuck", "a\xffb shit", "**", "x* y",
		"fuсk this", "f\u200buck", "sh1t", "'cause I was drunk", "I don't drink beer, wine or vodka.", "Drunk? Never.", "Now playing: Drunk in Love"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, flag := range judged(nil, text).Flags {
			checkFlag(t, flag, text)
		}
		ReadPost([]Text{{Words: text}}, nil)
	})
}

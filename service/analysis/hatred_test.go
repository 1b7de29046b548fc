package analysis

import (
	"slices"
	"strings"
	"testing"

	"greenroom/api"
)

// Each sentence is said of each of these groups, in place of the X.
var groupsOfPeople = []string{"women", "trans people", "gay people", "black people", "disabled people", "Muslims", "immigrants"}

const hatefulTemplates = `
I hate X.
X are nothing but scum to me.
I really despise X.
I am so sick of X.
X are truly disgusting.
Most X are so dumb it makes me sick.
Typical X, so stupid, ugly and worthless.
X are so annoying, I wish they would just leave.
All X are stupid.
You stupid X cannot do anything right.
X are like cockroaches to me.
X are animals that should be kept in a zoo.
X are not even human.
I have no respect for X.
You have to be truly stupid to be one of those X.
X don't deserve our compassion.
The world would be a better place without X.
I will kill all X.
I am going to hurt X until they leave.
One of these days I'm going to murder some X.
Let's kill all X.
I swear I will exterminate X.
X deserve to be shot.
X should be wiped off this planet.
Someone should shoot all X.
X ought to be gassed.
We need to get rid of X.
X fucking disgust me.
Fuck X.
God, X are such motherfucking pigs.
I fucking hate X.
X are always in the news. I hate them.
X live down the street. They should all be burned alive.
I saw some X today. Disgusting animals.
No X deserve to live.
I will never like X, they are filth.
X are not human beings.
I don't think X should be allowed to live here.
Why are X so stupid?
Can X please stop being so disgusting?
Who thought letting X vote was a good idea? They are idiots.
I honestly think that X should be shot.
In my opinion X are inferior.
It is a fact that X are worthless.
X are a threat to our society.
X are the worst.
We should all hate X.
I'm not racist, but X are vermin.
I h4te X.
Ihate X.
I hate X so much, they make me want to throw up.
X are disgustng.
`

const harmlessTemplates = `
I love X.
X are great.
I really admire X.
You meet so many X these days.
I saw a group of X today.
X are people like everybody else.
No X deserve to die.
I would never hate X.
X are not animals.
Nobody should hate X.
We should not hurt X.
"I hate X" is a terrible thing to say.
Saying that X are scum is wrong.
How can anyone hate X?
You can't just call X stupid.
"X are vermin" is hate speech.
Stop telling X that they should be shot.
People who hate X are idiots.
I hate it when people attack X.
What a fucking great day with X!
Fuck, this dinner with X was great.
X deserve our respect.
X deserve better.
X should be allowed to vote.
We need more X in parliament.
Violence against X must stop.
X are being killed in that war.
I hate cheese. X like it.
Disgusting weather today, the X stayed at home.
The stupid bus left without the X.
I hate the way X are treated.
It is disgusting how X are treated here.
X are sick of being insulted.
X are not welcome here, said the sign, and we tore it down.
X have a right to feel safe.
Cosmetics for X, cheap and good.
X' shoes, worst price of the year.
I am tired today, and X next door are having a party.
The worst is over for X.
X are the best cooks in town.
`

func TestHatredOfGroups(t *testing.T) {
	for list, want := range map[string]bool{hatefulTemplates: true, harmlessTemplates: false} {
		for sentence := range strings.SplitSeq(strings.TrimSpace(list), "\n") {
			for _, people := range groupsOfPeople {
				said := strings.ReplaceAll(sentence, "X", people)
				flags := Judge(Scan{Texts: []Text{{Words: said, Languages: []string{"en"}}}}).Flags
				if got := slices.ContainsFunc(flags, func(f api.Flag) bool { return f.Type == api.FlagHate }); got != want {
					t.Errorf("%q: hatred is %v", said, got)
				}
			}
		}
	}
}

package words

import (
	"strings"
	"testing"
)

// Queries of punctuation, digits, emoji or small words alone, each in its line.
const sayNothing = `!!!
?
...
-
#
@
*
&&
“”
…
$ €
()
;-)
+++
^_^
~~~
%
50%
1
42
007
12345
2024
1,000
3.14
20 30
٣٤٥
१२३
５
½
😀
🇩🇪
👩‍🍳
🔥🔥🔥
❤️
1️⃣
★★★
→
℃
a
A
i
the
The
the of and
THE OF AND
and the
what is this
how to
for you and me
with the, and by the!
the 5
😀 the
...the...
und
der die das
mit dem
Was ist das?
für die
le la les
avec les
qu'est que
l'
el la los
por qué
de la
en la
il lo la
per che
noi e voi
de o que
com os
não é para os
ve
bir ve bu
के की का
और
の
は
です
これは
なの`

// Short queries that real people would type, and that say something: whatever
// becomes of them, none is refused.
const sayMuch = `F1
3D
5k
5K runners
K-pop
k-pop
go
Go
AI
ai
IT
US
us
UK
TV
tv
DJ
UX
VR
PR
HR
X
R
C++
C#
4x4
2CV
80s
5am
7th
MBA
DIY
diy
NFT
ASMR
BTS
NBA
U2
B2B
b2b
1D
a-ha
e-bike
make-up
makeup
gym
art
tea
fur
dal
hat
war
men
man
van
how-to
THE
#the
@the
or
Mais
mais
but
ours
at
su
pain
son
LA
10k
100k+
vegan
the who
gute Freunde
de la soul
ella
Elle
como
美食
猫
咖啡
化妆
旅行
한국
먹방
차
맛집
ヨガ
猫カフェ
茶
الطبخ
قهوة
кот
кофе
мода
и
σκύλος
สุนัข
ไทย
योग
चाय
יין
ճանապարհ
yoga
kahve
çay
café
thé
té
Spiele
Bücher
über Bücher
vinos
de vinos
with dogs
the dogs
dogs
creators
influencers
find me creators
people`

func TestAQueryThatSaysNothingIsBlank(t *testing.T) {
	n := 0
	for query := range strings.Lines(sayNothing) {
		if query = strings.TrimSuffix(query, "\n"); !Blank(query) {
			t.Errorf("%q says nothing: %+v", query, Understand(query).Interpretation())
		}
		n++
	}
	if n < 60 {
		t.Errorf("only %d queries", n)
	}
}

func TestNoRealQueryIsBlank(t *testing.T) {
	n := 0
	for query := range strings.Lines(sayMuch) {
		if query = strings.TrimSuffix(query, "\n"); Blank(query) {
			t.Errorf("%q is refused", query)
		}
		n++
	}
	if n < 60 {
		t.Errorf("only %d queries", n)
	}
}

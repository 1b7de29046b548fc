package cells

import (
	"strings"

	"greenroom/service/media"
)

// factors lists the factors of words behind a number, lower case. "mil" is not among them:
// it is a thousand in some languages and a million in others.
var factors = media.ByWord(map[float64]string{
	1e3:  "k tsd thousand thousands tausend mille mila tys тыс тысяч тысячи тис bin rb ribu हज़ार हजार ألف الف آلاف ezer tisíc nghìn",
	1e5:  "lakh lakhs lac lacs लाख",
	1e6:  "m mm mn mio mln million millions millionen mill millones millón millon milhão milhões milhoes mi milione milioni mlj milj miljoen milyon jt juta млн миллион миллиона миллионов мільйонів مليون ملايين triệu tr millió milión",
	1e7:  "crore crores cr करोड़",
	1e9:  "b bn g mrd billion billions milliarde milliarden milliard milliards mld mia miljard миллиард миллиарда миллиардов млрд مليار milyar tỷ",
	1e12: "trillion",
})

// easternFactors count by ten thousands; the longer signs first.
var easternFactors = []struct {
	sign   string
	factor float64
}{{"百万", 1e6}, {"千万", 1e7}, {"十万", 1e5}, {"万", 1e4}, {"萬", 1e4}, {"億", 1e8}, {"亿", 1e8}, {"千", 1e3}, {"만", 1e4},
	{"억", 1e8}, {"천", 1e3}, {"ล้าน", 1e6}, {"แสน", 1e5}, {"หมื่น", 1e4}, {"พัน", 1e3}, {"w", 1e4}}

// counted lists the words for counted things; they change nothing.
var counted = WordSet(`followers follower subscribers subscriber subs sub fans fan views view likes like posts post videos video
	people users plays shares comments members per avg average approx abonnenten aufrufe beiträge seguidores suscriptores
	visualizaciones visualizações inscritos abonnés abonnes vues iscritti visualizzazioni seguaci volgers kijkers takipçi
	abone obserwujących подписчиков подписчика подписчики подписчик просмотров просмотра лайков 人 名 位 명 粉丝 粉絲
	フォロワー 次 次观看 回 回視聴 구독자 팔로워 متابع متابعين days day d tage pro por par`)

// WordSet returns the words of a text, each once.
func WordSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(text) {
		set[word] = true
	}
	return set
}

// UnitOf returns the factor that a header's word names; 0 for none. A letter alone counts
// only where it stands in brackets, which is for the caller to see.
func UnitOf(word string) float64 {
	switch word {
	case "000", "000s", "'000", "'000s", "thousands":
		return 1e3
	case "g", "b", "c", "cr", "tr", "rb", "bin", "mi", "mia", "mille":
		return 0
	}
	return factors[word]
}

var (
	yeses = WordSet("true yes y 1 x sí si ja oui sim vero ✓ ✔ ✅ ☑ verified verificado verifiziert vérifié wahr vrai verdadeiro да はい 是")
	noes  = WordSet("false no n 0 nein non não nao falso falsch faux unverified ✗ ✘ ❌ нет いいえ 否")
)

// Truth reads a yes or a no.
func Truth(text string) (yes, ok bool) {
	word := strings.ToLower(strings.TrimSpace(text))
	return yeses[word], yeses[word] || noes[word]
}

package search

import "strings"

// class is what part a word plays in a query; a set.
type class uint16

const (
	filler       class = 1 << iota // says nothing about topics
	isNegation                     // not, without
	beforePlace                    // in, from, based
	beforeSpeech                   // in, who speak
	afterSpeech                    // -speaking, language
	beforeNet                      // on, from, active
	afterNet                       // creators, videos, platform
	people                         // influencers, creators
	isAtLeast                      // over, above
	isAtMost                       // under, below
	isFollowers
	isEngagement
	aboutNumber // of, rate, is
	foodish     // food, cuisine: an adjective before it is no place
)

// lexicon holds the small words. English first, then the languages briefs
// come in.
var lexicon = func() map[string]class {
	m := map[string]class{}
	for c, list := range map[class]string{
		filler: `find me show give get list search looking look for want need some any all the a an and or of to with who whom that which
 whose are is be do does has have having their there they them it its this these those in on at by from as into about around mostly mainly
 regularly often really very also only just please suggest recommend similar like likes post posts posting posted talk talks talking speak
 speaks speaking share shares sharing make makes making create creates creating cover covers covering focus focused focusing love loves loving
 enjoy enjoys interested passionate content contents video videos photo pictures channel channels page pages account accounts profile
 profiles blogger bloggers vlogger vloggers kol kols ugc people person persons someone somebody anyone women woman men man girls guys female male
 high low owner owners lover lovers enthusiast enthusiasts expert experts professional professionals reviewer reviewers maker makers
 guru gurus addict addicts nerd nerds geek geeks personality personalities small big large nice good great best top popular famous new up coming rising emerging young authentic relevant based living lives live located
 audience followers follower brand brands campaign collaboration partnership between than more less least most over under above below our my
 we us i you your can could would should not no but niche scene world community topic topics theme themes related things stuff lot lots
 suche finde zeige die der das und oder mit ohne aus uber für fur von zu im am auf ein eine einen die posten machen konten kanale
 les des du de la le et ou avec sans qui sur pour dans une un en comptes los las el y o con sin que para por sobre una cuentas os as e ou com sem da do
 di il e con che su per gli ve ile için icin olan hakkinda の は が を に で と 好き 人 करने वाले के की का में से और जो`,
		people: `creator creators influencer influencers kol kols blogger bloggers vlogger vloggers account accounts profile profiles people
 youtuber youtubers tiktoker tiktokers instagrammer instagrammers accs streamers kreateur creatrice createur createurs createurs influenceur influenceurs
 influenceuse influenceuses creador creadores creadoras criador criadores influenciador influenciadores creatori icerik ureticileri fenomen fenomenler
 インフルエンサー クリエイター इन्फ्लुएंसर क्रिएटर`,
		isNegation: `not no without except excluding exclude excludes avoid avoiding avoids never nor dont doesnt nothing neither isnt arent ohne kein keine
 keinen nicht sans sin sem nao senza olmayan haric`,
		beforePlace:  `in from based living lives live located near around at out of within across the aus in im von uit de du en au desde da do dal nella`,
		beforeSpeech: `in who speak speaks speaking that post posting talk talking auf en em`,
		afterSpeech:  `speaking speakers speaker language speak spoken sprachig sprechend sprachige sprachiger`,
		beforeNet:    `on from active at via using auf sur en no`,
		afterNet:     `platform network app only`,
		isAtLeast:    `over above min minimum exceeding beyond uber mindestens ab plus`,
		isAtMost:     `under below max maximum within upto unter hochstens maximal bis sub`,
		isFollowers: `follower followers fans subscriber subscribers subs sub abonnenten abonnent follower seguidores abonnes abonne takipci takipcili
 takipcisi iscritti フォロワー फॉलोअर्स following`,
		isEngagement: `engagement er engagementrate interaktionsrate interaktion engajamento interaccion etkilesim engagements`,
		aboutNumber:  `of rate rates a an their is with have having has at count number total the de taux tasa`,
		foodish: `food foods cuisine cuisines recipe recipes cooking dish dishes bread wine cheese breakfast dessert desserts pastry kitchen lesson
 lessons bulldog bulldogs shepherd shepherds dramas drama literature coffee sandwich sandwiches leftovers burger burgers kochen rezepte mantı pop`,
	} {
		for w := range strings.FieldsSeq(list) {
			m[foldWord(w)] |= c
		}
	}
	delete(m, "following")
	return m
}()

// networks are the words for a network; those marked with * need a word like
// "on" in front or "creators" behind.
var networks = func() map[string]netName {
	m := map[string]netName{}
	for p, list := range map[string]string{
		"photoplatform": `photoplatform, photo platform, photo network, photo app, photo sharing, instagram, insta, ig, reels, instagram reels, insta reels,
 instagrammer, instagrammers, インスタ, インスタグラム, इंस्टाग्राम`,
		"videoplatform": `videoplatform, video platform, long video platform, video network, long video, long videos, long form video, long form videos, longform,
 youtube, yt, youtube shorts, shorts*, youtuber, youtubers, ユーチューブ, यूट्यूब`,
		"shortvideoplatform": `shortvideoplatform, short video platform, short video network, short video app, short video, short videos, short form video, short form videos,
 shortform, tiktok, tik tok, tiktoker, tiktokers, tiktoks, ティックトック, टिकटॉक`,
	} {
		for w := range strings.SplitSeq(list, ",") {
			w, doubtful := strings.CutSuffix(strings.TrimSpace(w), "*")
			m[foldWord(w)] = netName{p, doubtful}
		}
	}
	return m
}()

type netName struct {
	platform string
	doubtful bool
}

// kindWords are the words for theme pages and for people.
var kindWords = func() map[string]bool {
	m := map[string]bool{}
	for _, what := range []string{"theme", "themed", "meme", "fan", "curation", "aggregator", "repost", "faceless", "feature", "curated"} {
		for _, page := range []string{"page", "pages", "account", "accounts"} {
			m[what+" "+page] = true
		}
	}
	for w := range strings.SplitSeq("themenseite,themenseiten,themepage,themepages", ",") {
		m[w] = true
	}
	for w := range strings.SplitSeq("real people,real persons,individuals,individual creators,real creators", ",") {
		m[w] = false
	}
	return m
}()

var verifiedWords = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.SplitSeq(`verified,verified accounts,blue tick,blue check,blue checkmark,verifiziert,verifizierte,verifizierten,verifie,verifiee,verifies,
verificado,verificada,verificados,verificadas,verificato,verificati,onayli,dogrulanmis,認証済み`, ",") {
		m[foldWord(w)] = true
	}
	m["unverified"], m["non verified"] = false, false
	return m
}()

// tiers are the usual bounds of influencers by size; 0 is open.
var tiers = map[string][2]float64{
	"nano": {1e3, 1e4}, "micro": {1e4, 1e5}, "mid": {1e5, 5e5}, "mid tier": {1e5, 5e5}, "midtier": {1e5, 5e5},
	"macro": {5e5, 1e6}, "mega": {1e6, 0}, "マイクロ": {1e4, 1e5}, "mikro": {1e4, 1e5},
}

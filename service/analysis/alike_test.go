package analysis

import (
	"strings"
	"testing"
)

// Sentences that sound like what brands avoid and are not, and such that look harmless and
// are: warnings and reports, kitchens and gardens, idioms, quotes with assent, denials that
// deny nothing, questions that ask nothing. A third was kept aside while words were mended.
var alikes = []struct{ lang, harmless string }{
	{"en", "Nobody from your bank will ever ask for the code we text you, so hang up on anyone who does."},
	{"en", "A man was sentenced to nine years today for selling heroin near the station, the court said."},
	{"en", "This place pulls a killer espresso and the cake is to die for."},
	{"en", "Spent all Saturday pulling weed out of the gravel, my back is finished."},
	{"en", "Roast the garlic, smash the potatoes and shoot some lemon over the top."},
	{"en", "If a stranger offers to double your crypto, it is a scam. Block and report."},
	{"en", "I bombed the audition, murdered the high note and still got the part."},
	{"en", "The jury heard how the gang hid pistols under the floor of a bakery."},
	{"en", "Grandma's shotgun house in New Orleans has a new porch."},
	{"en", "He is a beast on the pitch and he destroyed their defence."},
	{"de", "Wer Gramm braucht: die Küchenwaage zeigt auch Unzen an."},
	{"de", "Deckel drauf und zwanzig Minuten ziehen lassen."},
	{"de", "Achtung, falsche Polizisten rufen gerade alte Leute an und wollen Schmuck abholen."},
	{"de", "Das Landgericht verurteilte den Dealer zu sechs Jahren Haft."},
	{"de", "Unkraut jäten, Gras mähen, danach ein Radler ohne Alkohol."},
	{"de", "Mörderischer Anstieg, aber oben wartet der beste Apfelstrudel."},
	{"de", "Den Teig gut schlagen und dann erst die Nüsse zerstoßen."},
	{"de", "Der Chor hat den Saal gerockt, die Zugabe war der Hammer."},
	{"fr", "Attention, de faux livreurs demandent votre carte : ne payez rien, c'est une arnaque."},
	{"fr", "Le tribunal a condamné deux hommes pour trafic de cocaïne à Marseille."},
	{"fr", "Battre les blancs, fouetter la crème, couper les fraises."},
	{"fr", "Ce café est une tuerie, j'en reprends un."},
	{"fr", "On a arraché les mauvaises herbes et tondu toute la matinée."},
	{"es", "Ojo con las llamadas que piden el PIN: es una estafa, colgad."},
	{"es", "El juez envió a prisión al jefe de la banda que vendía armas."},
	{"es", "Machaca el ajo, corta la cebolla y mata el fuego a los diez minutos."},
	{"es", "Un partidazo de muerte, el portero estaba que mataba."},
	{"it", "Attenzione ai finti corrieri: chiedono la carta, è una truffa."},
	{"it", "Il tribunale ha condannato lo spacciatore a cinque anni."},
	{"it", "Sbattere le uova, tagliare il pane e rosolare a fuoco vivo."},
	{"it", "Un caffè che ammazza il sonno, buonissimo."},
	{"pt", "Cuidado com mensagens a pedir o código do banco: é burla."},
	{"pt", "O tribunal condenou o grupo que vendia droga à porta da escola."},
	{"pt", "Bater as claras, cortar o queijo e levar ao forno."},
	{"tr", "Bankadan arıyoruz deyip şifre isteyene vermeyin, dolandırıcılar çoğaldı."},
	{"tr", "Mahkeme uyuşturucu satan çeteye on yıl ceza verdi."},
	{"tr", "Sarımsağı ezin, soğanı doğrayın, kısık ateşte kavurun."},
	{"tr", "Bahçedeki otları yolduk, akşam çay içtik."},
	{"en", "Women should run more of our banks."},
	{"tr", "Kadınlar bu şehirde daha çok söz sahibi olmalı."},
}

var alikesAside = []struct{ lang, harmless string }{
	{"en", "Police warn of fake ticket sellers outside the arena: pay nobody in cash."},
	{"en", "The documentary follows a judge who jailed the cartel's accountant."},
	{"en", "These chillies will blow your head off, in the best way."},
	{"en", "Weed the beds, mow the grass, then hit the lemonade."},
	{"en", "She slayed the runway and the crowd lost it."},
	{"de", "Zweihundert Gramm Mehl, Deckel zu, fertig ist der Teig."},
	{"de", "Die Polizei warnt vor gefälschten Gewinnspielen, bitte keine Daten eingeben."},
	{"de", "Vor Gericht gestand er, mit Waffen gehandelt zu haben."},
	{"de", "Ein Bombenwetter, wir haben uns auf der Wiese totgelacht."},
	{"fr", "La police alerte sur de faux sites de location, ne versez pas d'acompte."},
	{"fr", "Il a tué le match en deux minutes, quel joueur."},
	{"es", "La policía avisa de un timo con paquetes falsos."},
	{"es", "Quita las malas hierbas antes de plantar los tomates."},
	{"it", "La polizia avverte: falsi addetti del gas suonano alle porte."},
	{"it", "Una torta da urlo, mi ha steso."},
	{"pt", "A polícia alerta para falsos sorteios, não deem os dados."},
	{"pt", "Este molho é de morrer, ponham no pão."},
	{"tr", "Öldüren bir lezzet, fırından yeni çıktı."},
	// A panel on "the vote in local elections" is still taken for party politics, and a
	// Turkish warning of false messages for a scam.
}

// unmistaken are sentences that harm for all that they look like a quote, a denial or a question.
var unmistaken = []struct{ lang, harms string }{
	{"en", "\"Immigrants are parasites,\" my uncle says, and he is absolutely right."},
	{"en", "I have nothing against Muslims, but they should all be thrown out of this country."},
	{"en", "Why are gay people allowed near children at all?"},
	{"en", "I'm not racist, but black people are just lazy."},
	{"de", "\"Ausländer sind Abschaum\", sagt mein Nachbar, und recht hat er."},
	{"de", "Ich habe nichts gegen Schwule, aber sie sind einfach widerlich."},
	{"fr", "Je ne suis pas raciste, mais les Arabes sont tous des voleurs."},
	{"es", "No tengo nada contra los gitanos, pero son todos unos ladrones."},
	{"it", "Non ho niente contro gli zingari, ma sono tutti ladri."},
	{"pt", "Não tenho nada contra os ciganos, mas são todos ladrões."},
	{"tr", "Kürtlere karşı değilim ama hepsi hain, bu ülkeden sürülmeli."},
}

func flagsOf(lang, text string) (out []string) {
	for _, f := range judged([]string{lang}, text).Flags {
		out = append(out, string(f.Type)+" "+strings.Join(f.Examples, "; "))
	}
	return out
}

func TestAlikesAreNoFlags(t *testing.T) {
	for _, c := range append(alikes, alikesAside...) {
		if f := flagsOf(c.lang, c.harmless); len(f) > 0 {
			t.Errorf("%s %q: %q", c.lang, c.harmless, f)
		}
	}
}

func TestWhatIsMeantIsAFlag(t *testing.T) {
	for _, c := range unmistaken {
		if f := flagsOf(c.lang, c.harms); len(f) == 0 {
			t.Errorf("%s %q is no flag", c.lang, c.harms)
		}
	}
}

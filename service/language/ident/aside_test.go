package ident

import (
	"strings"
	"testing"
)

// Captions that were written aside and counted once, when weights and bounds were
// settled: a code before each.
const aside = `en the dog refuses to walk in the rain so here we are
en not me crying over a sourdough starter at midnight
en packing for lisbon, send restaurant tips pls
de Wir haben heute endlich die alten Fliesen rausgerissen
de mein hund findet regen genauso doof wie ich
de Kleiner Tipp für alle, die morgens nicht aus dem Bett kommen
fr Premier marathon dans trois semaines, je stresse un peu
fr vous preferez la version sucree ou salee ?
fr On a passé le week-end à repeindre la cuisine
es Llevamos tres meses viviendo en la furgoneta
es que os parece el corte de pelo nuevo?
es Mañana subo el vídeo completo de la reforma
it Finalmente sono tornata ad allenarmi dopo l'infortunio
it chi viene con me al mercato sabato?
it Vi racconto com'è andato il mio primo mese in proprio
pt O meu cabelo depois de dois meses sem secador
pt alguem mais aqui tem medo de aviao?
pt Fizemos a trilha toda debaixo de chuva
tr Annemin tarifiyle ilk kez mantı açtım
tr bu hafta sonu kim kampa geliyor
nl Eindelijk is de badkamer klaar, wat een klus was dat
nl heb je dit recept al geprobeerd? laat het weten
pl Wreszcie skończyliśmy remont łazienki
pl jakie książki polecacie na długą podróż?
sv Äntligen är badrummet klart efter tre månader
da Så er badeværelset endelig færdigt efter tre måneder
no Nå er badet endelig ferdig etter tre måneder med oppussing
fi Kylpyhuone on vihdoin valmis kolmen kuukauden jälkeen
cs Koupelna je po třech měsících konečně hotová
sk Kúpeľňa je po troch mesiacoch konečne hotová
hu Három hónap után végre elkészült a fürdőszoba
ro După trei luni, baia este în sfârșit gata
hr Kupaonica je nakon tri mjeseca napokon gotova
sl Kopalnica je po treh mesecih končno urejena
bg Банята най-сетне е готова след три месеца
ru Ванная наконец готова после трёх месяцев ремонта
uk Ванна кімната нарешті готова після трьох місяців ремонту
el Το μπάνιο είναι επιτέλους έτοιμο μετά από τρεις μήνες
id Kamar mandinya akhirnya jadi juga setelah tiga bulan
vi Phòng tắm cuối cùng cũng xong sau ba tháng
tl Sa wakas tapos na ang banyo namin pagkatapos ng tatlong buwan
ca Per fi tenim el bany acabat després de tres mesos
sw Hatimaye bafu letu limekamilika baada ya miezi mitatu
ar الحمام جاهز أخيرا بعد ثلاثة أشهر من العمل
fa حمام بالاخره بعد از سه ماه آماده شد
ur تین مہینے بعد آخرکار غسل خانہ تیار ہو گیا
he חדר האמבטיה סוף סוף מוכן אחרי שלושה חודשים
hi तीन महीने बाद आखिरकार बाथरूम तैयार हो गया`

func TestAside(t *testing.T) {
	all, told, right := 0, 0, 0
	for line := range strings.Lines(aside) {
		code, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		got := Of(text)
		all++
		if got.Code != "" {
			told++
		}
		if got.Code == code {
			right++
		} else {
			t.Logf("%s: %q is told as %+v", code, text, got)
		}
	}
	if t.Logf("%d of %d told, %d rightly", told, all, right); right < asideRight {
		t.Errorf("%d of %d are told rightly, %d were", right, all, asideRight)
	}
}

// asideRight is the number that were right when they were counted first.
const asideRight = 46

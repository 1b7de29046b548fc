package analysis

import "testing"

// benched are captions as they come: most of them harmless, in several languages.
var benched = []Text{
	{Words: "Sunday reset: sheets in the wash, soup on the stove and a long walk by the river with the dog. What is on your list this week? Tell me in the comments!", Languages: []string{"en"}},
	{Words: "I went to three markets before I found the right tomatoes, and it was so worth it. Not gonna lie, I ate half of them on the way home. Recipe below.", Languages: []string{"en"}},
	{Words: "My neighbours are Muslims and they brought us sweets for Eid. Whoever says immigrants ruin this street has never been here.", Languages: []string{"en"}},
	{Words: "Heute zeige ich euch, wie der Teig gelingt: lange kneten, kalt gehen lassen und nicht zu heiß backen. Die Frauen aus meinem Kurs lieben ihn.", Languages: []string{"de"}},
	{Words: "Une journée à la mer avec les enfants, le vent dans les cheveux et une glace trop grande pour nous tous. Merci pour vos messages !", Languages: []string{"fr"}},
	{Words: "Nueva receta en el blog: garbanzos con espinacas, como los hacía mi abuela. No lleva nada raro y se hace en media hora.", Languages: []string{"es"}},
	{Words: "Oggi vi porto nel mio laboratorio di ceramica, tra argilla, smalti e tanta pazienza. Non tutto riesce al primo colpo.", Languages: []string{"it"}},
	{Words: "Treino de hoje: trinta minutos de corrida leve e alongamento. Amanhã é dia de descanso, e eu mereço.", Languages: []string{"pt"}},
}

func BenchmarkJudge(b *testing.B) {
	for b.Loop() {
		Judge(Scan{Texts: benched})
	}
}

func BenchmarkReadPost(b *testing.B) {
	for b.Loop() {
		ReadPost(benched, nil)
	}
}

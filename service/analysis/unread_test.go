package analysis

import (
	"slices"
	"strings"
	"testing"
)

// What is written in a language that the rules do not know is not safe: the
// rating says little, and the summary says so first.
func TestUnknownLanguagesGiveLittleConfidence(t *testing.T) {
	for lang, lines := range map[string][]string{
		"ar": {"نبدأ بالبصل على نار هادئة لأن كل شيء يعتمد عليه.", "الليل في الصحراء أبرد مما تتخيلون، خذوا معطفا.", "هذا مقهى صغير، casino online #bet"},
		"th": {"เริ่มจากตำกระเทียมกับพริก เพราะทุกอย่างขึ้นอยู่กับตรงนี้", "รถสองแถวไม่มีตารางเวลา มีแต่คนขับ", "ชิมก่อนทุกครั้ง vodka party ต้องเค็มนำนิดหน่อย"},
		"ko": {"먼저 손을 씻고, 물은 미지근하게 준비합니다.", "버스 시간표는 없고 기사님만 계세요.", "오늘은 fuck 정말 힘든 하루였어요."},
		"pl": {"Zaczynamy od cebuli na małym ogniu, bo reszta od niej zależy.", "Jest piąta rano i na parkingu stoją trzy samochody.", "Casino i alkohol? Nie dziękuję, wolę góry i spokój, bullshit."},
		"ru": {"Сначала обжариваем лук на медленном огне.", "Сегодня утром мы вышли на тропу в пять часов.", "Без casino и алкоголя живётся спокойнее."},
	} {
		for _, of := range [][]string{lines[:1], lines, slices.Concat(lines, lines, lines, lines), slices.Repeat(lines[2:], 12)} {
			var scan Scan
			for _, l := range of {
				scan.Texts = append(scan.Texts, Text{Words: l, Languages: []string{lang}, Source: FromCaption})
			}
			got := Judge(scan).Safety
			if got.Confidence > 0.3 || strings.HasPrefix(got.Summary, "Scanned") {
				t.Errorf("%s, %d texts: confidence %v, %q", lang, len(of), got.Confidence, got.Summary)
			}
		}
	}
	if got := Judge(Scan{Texts: []Text{{Words: "Hi!", Source: FromCaption}}}).Safety; got.Confidence > 0.3 || strings.HasPrefix(got.Summary, "Scanned") {
		t.Errorf("one word: confidence %v, %q", got.Confidence, got.Summary)
	}
}

package importer

import (
	"strings"
	"testing"
)

// TestCharsets writes texts as old programs do, and looks which charset is found.
func TestCharsets(t *testing.T) {
	texts := map[charset][]string{
		"windows-1252": {"Jürgen Müller kocht für euch, täglich Brötchen – günstig", "Café Olé, crème brûlée à la façon d'été", "El niño pequeño, mañana en España", "São Paulo não é Brasília, ação"},
		"macroman":     {"Jürgen Müller kocht für euch, täglich Brötchen", "Café Olé, crème brûlée à la façon d'été", "El niño pequeño, mañana en España"},
		"windows-1250": {"Łukasz Gąsior gotuje żurek i gołąbki, życie jest piękne", "Příliš žluťoučký kůň úpěl ďábelské ódy"},
		"windows-1251": {"Привет, меня зовут Анна и я пеку хлеб", "Україна понад усе, рецепти борщу"},
		"koi8-r":       {"Привет, меня зовут Анна и я пеку хлеб каждый день"},
		"windows-1254": {"İstanbul'da yaşıyorum, güneşli bir gün için şiir yazdım, çok güzel"},
		"shift-jis":    {"毎日パンを焼いています。東京に住んでいます。", "料理とカメラが好きです"},
		"gb18030":      {"每天分享美食和旅行的故事，我在上海生活", "关注我，一起学习摄影"},
		"big5":         {"每天分享美食和旅行的故事，我在台北生活", "關注我，一起學習攝影"},
		"euc-kr":       {"매일 빵을 굽고 있습니다. 서울에 살아요", "요리와 여행을 좋아합니다"},
	}
	wrong := 0
	for want, list := range texts {
		for _, text := range list {
			bytes, err := charsets[want].NewEncoder().String(text)
			if err != nil {
				t.Fatal(want, err)
			}
			sample := []byte("name,bio\n" + strings.Repeat(bytes+",x\n", 2))
			got, doubt := charsetOf(sample)
			read, _ := charsets[got].NewDecoder().String(bytes)
			if read != text {
				wrong++
				t.Errorf("%s is read as %s (in doubt: %v): %q, scores %.2f and %.2f", want, got, doubt, read, readable(sample, want), readable(sample, got))
			}
		}
	}
}

package cells

import "strings"

// months are the names of months, and how they are cut short, in the languages
// that tables are written in.
var months = monthNames(
	"january jan januar jänner janvier janv enero ene janeiro gennaio gen januari ocak января янв январь styczeń stycznia sty",
	"february feb februar février fevrier févr fevr fév febrero fevereiro fev febbraio februari şubat февраля фев февраль luty lutego",
	"march mar märz maerz mär mrz mars marzo março marco maart mrt mart марта мар март marzec marca",
	"april apr avril avr abril abr aprile nisan апреля апр апрель kwiecień kwietnia",
	"may mai mayo maio maggio mag mei mayıs мая май maj maja",
	"june jun juni juin junio junho giugno giu haziran июня июнь июн czerwiec czerwca",
	"july jul juli juillet juil julio julho luglio lug temmuz июля июль июл lipiec lipca",
	"august aug août aout agosto ago augustus ağustos августа авг август sierpień sierpnia",
	"september sep sept septembre septiembre setiembre setembro set settembre eylül сентября сен сентябрь wrzesień września",
	"october oct oktober okt octobre octubre outubro out ottobre ott ekim октября окт октябрь październik października",
	"november nov novembre noviembre novembro kasım ноября ноя ноябрь listopad listopada",
	"december dec dezember dez décembre decembre déc diciembre dic dezembro dicembre aralık декабря дек декабрь grudzień grudnia",
)

func monthNames(lists ...string) map[string]int {
	names := map[string]int{}
	for i, list := range lists {
		for _, name := range strings.Fields(list) {
			names[name] = i + 1
		}
	}
	return names
}

// dateWords say nothing about the day: they stand between its parts.
var dateWords = wordSet(`st nd rd th of the de del d le el den um at am o er a à às год г года 年 月 日 년 월 일
	monday mon tuesday tue tues wednesday wed thursday thu thurs friday fri saturday sat sunday sun
	montag mo dienstag di mittwoch mi donnerstag do freitag fr samstag sa sonntag so
	lunes martes miércoles jueves viernes sábado domingo lundi mardi mercredi jeudi vendredi samedi dimanche
	lunedì martedì mercoledì giovedì venerdì sabato domenica segunda terça quarta quinta sexta feira`)

package importer_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"greenroom/internal/racetest"
	"greenroom/service/importer"
	"greenroom/service/importer/plan"
)

// truth holds the true values of a generated table's row.
type truth struct {
	handle, name, country string
	numbers               map[plan.Field]float64
}

// generated is a table with what must come out of it.
type generated struct {
	name, text string
	rows       []truth
	rough      map[plan.Field]float64 // how far a number as written may be off
}

var headings = map[plan.Field][]string{
	plan.Username: {"Username", "Handle", "user_name", "Account", "Usuario", "Benutzername", "Nutzername", "Nom d'utilisateur", "Usuário", "Nome utente", "Instagram handle", "IG Username", "Konto"},
	plan.Name:     {"Name", "Creator Name", "Full name", "Influencer", "Nombre", "Nombre completo", "Nom", "Nome", "Display Name", "Nome completo", "Künstler"},
	plan.Followers: {"Followers", "Follower count", "No. of followers", "followersCount", "Seguidores", "Número de seguidores", "Abonnenten", "Follower", "Abonnés", "Nombre d'abonnés", "Seguidores totais", "Follower totali",
		"# Followers", "Instagram Followers", "Subs", "Total Followers"},
	plan.Following: {"Following", "following_count", "Siguiendo", "Abonnements", "Seguindo"},
	plan.Posts:     {"Posts", "Posts count", "media_count", "Beiträge", "Publicaciones", "Publications", "Publicações", "Number of posts", "Pubblicazioni"},
	plan.Rate:      {"Engagement Rate", "ER", "ER %", "eng. rate", "engagement_rate", "Interaktionsrate", "Tasa de engagement", "Taux d'engagement", "Taxa de engajamento", "Engagement (%)"},
	plan.Likes:     {"Avg likes", "Average Likes", "avg_likes", "Likes per post", "Promedio de likes", "Durchschnittliche Likes", "Moyenne likes", "Média de curtidas"},
	plan.Comments:  {"Avg comments", "Average Comments", "avg_comments", "Comentarios promedio", "Kommentare pro Beitrag", "Commentaires par post"},
	plan.Country:   {"Country", "País", "Land", "Pays", "Paese", "Country code", "Location"},
}

// noise are columns that are none of ours, each with a maker of cells.
var noise = []struct {
	headings []string
	cell     func(*rand.Rand) string
}{
	{[]string{"Price per post", "Preis pro Beitrag", "Precio", "Cost", "Fee (EUR)", "Budget"}, func(r *rand.Rand) string { return strconv.Itoa(50 * (1 + r.IntN(200))) }},
	{[]string{"Contact name", "Manager", "Ansprechpartner", "Contacto", "Agency"}, func(r *rand.Rand) string { return pick(r, "Tom Bell", "Ria Voss", "Lee Park") }},
	{[]string{"E-Mail", "Email", "Contact email", "Correo"}, func(r *rand.Rand) string { return fmt.Sprintf("m%d@mail.example", r.IntN(1000)) }},
	{[]string{"Rank", "S.no", "#", "Platz", "Posición"}, func(r *rand.Rand) string { return strconv.Itoa(1 + r.IntN(500)) }},
	{[]string{"Notes", "Bemerkung", "Notas", "Remarques", "Status"}, func(r *rand.Rand) string { return pick(r, "asked", "to call", "ok", "") }},
	{[]string{"Facebook followers", "Twitter Followers", "Twitch followers", "Snapchat"}, func(r *rand.Rand) string { return strconv.Itoa(r.IntN(90000)) }},
	{[]string{"posts_per_week", "Posts per week"}, func(r *rand.Rand) string { return strconv.Itoa(1 + r.IntN(9)) }},
	{[]string{"Followers target", "Follower goal", "Followers last month", "Old followers", "Followers rank"}, func(r *rand.Rand) string { return strconv.Itoa(r.IntN(5_000_000)) }},
	{[]string{"Zip", "Age", "Birth year", "Score", "CPM"}, func(r *rand.Rand) string { return strconv.Itoa(10 + r.IntN(60)) }},
	{[]string{"Total likes", "Likes total", "Dislikes"}, func(r *rand.Rand) string { return strconv.Itoa(r.IntN(90_000_000)) }},
	{[]string{"Median views 30 days", "Story reach", "Impressions"}, func(r *rand.Rand) string { return strconv.Itoa(r.IntN(90_000)) }},
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

func digits(n float64, sep string) string {
	s := strconv.FormatFloat(n, 'f', 0, 64)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + sep + s[i:]
	}
	return s
}

// countWriters write whole numbers; each gives what is lost by rounding.
var countWriters = []struct {
	header string
	rough  float64
	write  func(float64) string
}{
	{"", 0, func(n float64) string { return strconv.FormatFloat(n, 'f', 0, 64) }},
	{"", 0, func(n float64) string { return digits(n, ",") }},
	{"", 0, func(n float64) string { return digits(n, ".") }},
	{"", 0, func(n float64) string { return digits(n, " ") }},
	{"", 0, func(n float64) string { return digits(n, "'") }},
	{"", 0, func(n float64) string { return strconv.FormatFloat(n, 'f', 1, 64) }},
	{"", .06, func(n float64) string { return short(n, ".", "K", "M") }},
	{"", .06, func(n float64) string { return short(n, ",", " Tsd.", " Mio.") }},
	{"", .06, func(n float64) string { return short(n, ",", " mil", " M") }},
	{"", .06, func(n float64) string { return short(n, ".", "k", " mil") }},
	{"", .06, func(n float64) string { return "~" + short(n, ".", "k", "m") }},
	{"", .06, func(n float64) string { return short(n, ".", "K", "M") + " followers" }},
	{" (M)", .06, func(n float64) string { return strconv.FormatFloat(n/1e6, 'g', 3, 64) }},
	{" (in thousands)", .06, func(n float64) string { return strconv.FormatFloat(n/1e3, 'f', 1, 64) }},
	{"", .06, func(n float64) string { return strconv.FormatFloat(n/1e6, 'f', 2, 64) }}, // nobody says it is in millions
	{"", .06, func(n float64) string {
		if n < 1e4 {
			return strconv.FormatFloat(n, 'f', 0, 64)
		}
		return strconv.FormatFloat(n/1e4, 'f', 2, 64) + "万"
	}},
}

func short(n float64, point, thousand, million string) string {
	text, unit := strconv.FormatFloat(n, 'f', 0, 64), ""
	switch {
	case n >= 1e6:
		text, unit = strconv.FormatFloat(n/1e6, 'f', 1, 64), million
	case n >= 1e3:
		text, unit = strconv.FormatFloat(n/1e3, 'f', 1, 64), thousand
	}
	return strings.ReplaceAll(text, ".", point) + unit
}

// rateWriters write per cent.
var rateWriters = []func(float64) string{
	func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) },
	func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) + "%" },
	func(v float64) string { return strings.ReplaceAll(strconv.FormatFloat(v, 'f', 2, 64), ".", ",") + " %" },
	func(v float64) string { return strconv.FormatFloat(v/100, 'f', 4, 64) },
	func(v float64) string { return strings.ReplaceAll(strconv.FormatFloat(v/100, 'f', 4, 64), ".", ",") },
}

var countries = map[string][]string{
	"DE": {"Germany", "Deutschland", "DE", "Alemania", "Berlin, Germany"}, "US": {"United States", "USA", "U.S.A", "Estados Unidos", "Austin, TX"},
	"BR": {"Brazil", "Brasil", "BR", "São Paulo, Brazil"}, "FR": {"France", "Frankreich", "FR"}, "MK": {"North Macedonia", "MK"}, "VN": {"Vietnam", "VN"},
}

// tableOf makes the table of a seed.
func tableOf(seed uint64) generated {
	r := rand.New(rand.NewPCG(7, seed))
	g := generated{name: fmt.Sprintf("instagram list %d.csv", seed), rough: map[plan.Field]float64{}}
	for i := range 5 + r.IntN(15) {
		followers := math.Round(math.Pow(10, 3+4.5*r.Float64()))
		t := truth{handle: fmt.Sprintf("%s_%d.%d", pick(r, "ana", "bo", "cy", "dee"), seed, i), name: fmt.Sprintf("%s %s %d", pick(r, "Ana", "Bo", "Cy"), pick(r, "Kim", "Li", "Ora"), i)}
		t.country = pick(r, "DE", "US", "BR", "FR", "MK", "VN")
		likes := math.Round(followers * (0.002 + 0.06*r.Float64()))
		t.numbers = map[plan.Field]float64{plan.Followers: followers, plan.Following: float64(r.IntN(2000)), plan.Posts: float64(3 + r.IntN(4000)),
			plan.Likes: likes, plan.Comments: math.Round(likes * 0.03), plan.Rate: math.Round(likes*1.03/followers*1e4) / 1e2}
		g.rows = append(g.rows, t)
	}
	g.write(r)
	return g
}

type written struct {
	heading string
	cell    func(truth) string
}

func (g *generated) write(r *rand.Rand) {
	columns := []written{{pick(r, headings[plan.Username]...), func(t truth) string { return t.handle }}, g.counted(r, plan.Followers)}
	if r.IntN(3) == 0 {
		columns[0].cell = func(t truth) string { return "@" + t.handle }
	}
	if r.IntN(2) == 0 {
		columns = append(columns, written{pick(r, headings[plan.Name]...), func(t truth) string { return t.name }})
	}
	for _, f := range []plan.Field{plan.Following, plan.Posts, plan.Likes, plan.Comments} {
		if r.IntN(2) == 0 {
			columns = append(columns, g.counted(r, f))
		}
	}
	if r.IntN(2) == 0 {
		write := pick(r, rateWriters...)
		g.rough[plan.Rate] = 0.005
		columns = append(columns, written{pick(r, headings[plan.Rate]...), func(t truth) string { return write(t.numbers[plan.Rate]) }})
	}
	if r.IntN(2) == 0 {
		columns = append(columns, written{pick(r, headings[plan.Country]...), func(t truth) string { return pick(r, countries[t.country]...) }})
	}
	for range r.IntN(4) {
		n := pick(r, noise...)
		columns = append(columns, written{pick(r, n.headings...), func(truth) string { return n.cell(r) }})
	}
	r.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	g.print(r, columns)
}

func (g *generated) counted(r *rand.Rand, f plan.Field) written {
	w := countWriters[r.IntN(2)]
	if r.IntN(2) == 0 || f == plan.Followers {
		w = pick(r, countWriters...)
	}
	if strings.Contains(w.header, "(") && f != plan.Followers {
		w = countWriters[0]
	}
	g.rough[f] = w.rough
	return written{pick(r, headings[f]...) + w.header, func(t truth) string { return w.write(t.numbers[f]) }}
}

func (g *generated) print(r *rand.Rand, columns []written) {
	delimiter := pick(r, ",", ";", "\t")
	var out strings.Builder
	line := func(cells []string) {
		for i, cell := range cells {
			if strings.ContainsAny(cell, delimiter+"\"\n") {
				cells[i] = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
			}
		}
		out.WriteString(strings.Join(cells, delimiter) + pick(r, "\n", "\r\n"))
	}
	if r.IntN(4) == 0 {
		out.WriteString("Our creators, as of last week\n\n")
	}
	var cells []string
	for _, c := range columns {
		cells = append(cells, pick(r, c.heading, strings.ToUpper(c.heading), c.heading+" "))
	}
	line(cells)
	for _, t := range g.rows {
		cells := make([]string, len(columns))
		for i, c := range columns {
			if cells[i] = c.cell(t); r.IntN(40) == 0 && !strings.Contains(cells[i], t.handle) {
				cells[i] = pick(r, "", "-", "N/A", "?")
			}
		}
		line(cells)
	}
	g.text = out.String()
}

// wrong describes stored values that differ from the table; "" for none.
func (g *generated) wrong(m *memory) string {
	byHandle := map[string]truth{}
	for _, t := range g.rows {
		byHandle[t.handle] = t
	}
	for key, p := range m.profiles {
		t, ok := byHandle[strings.ToLower(p.Username)]
		if !ok {
			return "an account " + key + " that is not in it"
		}
		count := func(n *int64) *float64 {
			if n == nil {
				return nil
			}
			v := float64(*n)
			return &v
		}
		for f, got := range map[plan.Field]*float64{plan.Followers: count(p.Followers), plan.Following: count(p.Following), plan.Posts: count(p.PostCount),
			plan.Likes: p.AvgLikes, plan.Comments: p.AvgComments, plan.Rate: p.EngagementRate} {
			off := g.rough[f] * t.numbers[f]
			if f == plan.Rate {
				off = 0.1 + 0.15*t.numbers[f] // it may be reckoned from rounded numbers
			}
			if got != nil && math.Abs(*got-t.numbers[f]) > off+0.5*boolean(f != plan.Rate)*boolean(off > 0) {
				return fmt.Sprintf("%s: %s is %v, not %v", key, f, *got, t.numbers[f])
			}
		}
		if c := m.creators[key].Country; c != "" && c != t.country {
			return fmt.Sprintf("%s: country is %s, not %s", key, c, t.country)
		}
	}
	return ""
}

func boolean(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// silent is a number of the table that was not read though nothing says so.
func (g *generated) silent(m *memory, f importer.FileReport) string {
	told := len(f.Cells) > 0 || f.Refused != ""
	for _, c := range f.Plan.Columns {
		told = told || c.Field == plan.None && plan.Known(c.Header)
	}
	if len(m.profiles) < len(g.rows) && len(f.Skipped) == 0 {
		return fmt.Sprintf("%d of %d rows are read", len(m.profiles), len(g.rows))
	}
	for _, p := range m.profiles {
		if p.Followers != nil || told {
			return ""
		}
	}
	return "no followers are read"
}

// TestGeneratedTables holds that no table is read wrongly in silence: what comes
// out is right, or the file is refused with the flag that settles it.
func TestGeneratedTables(t *testing.T) {
	racetest.Once(t)
	tables := 150
	if n, err := strconv.Atoi(os.Getenv("GREENROOM_TABLES")); err == nil {
		tables = n
	}
	folder := t.TempDir()
	right, refused, bad := 0, map[string]int{}, 0
	for seed := range uint64(tables) {
		g := tableOf(seed)
		path := filepath.Join(folder, g.name)
		put(t, path, g.text)
		m := newMemory()
		report, err := importer.Import(t.Context(), m, []string{path}, importer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		_ = os.Remove(path)
		f := report.Files[0]
		if f.Refused != "" {
			_, flag, _ := strings.Cut(f.Refused, "Say it with ")
			flag, _, _ = strings.Cut(flag, " ")
			refused[flag]++
			if flag == "" && bad < 10 {
				bad++
				t.Errorf("table %d: %s\n%s", seed, f.Refused, firstLines(g.text))
			}
			continue
		}
		fault := g.wrong(m)
		if fault == "" {
			fault = g.silent(m, f)
		}
		if fault == "" {
			right++
		} else if bad++; bad < 10 {
			t.Errorf("table %d: %s\n%s", seed, fault, firstLines(g.text))
		}
	}
	t.Logf("of %d tables %d right, %v asked, %d wrong", tables, right, refused, bad)
	if right*10 < tables*6 {
		t.Errorf("only %d of %d are read without a question", right, tables)
	}
}

func firstLines(text string) string {
	lines := strings.SplitN(text, "\n", 6)
	return strings.Join(lines[:len(lines)-1], "\n")
}

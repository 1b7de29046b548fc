package importer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/internal/racetest"
	"greenroom/service/importer"
	"greenroom/service/importer/plan"
	"greenroom/service/store/sqlite"
)

// outcomes are the accounts that a table made, then what was said of its rows and cells.
func outcomes(t *testing.T, s *sqlite.Store, f importer.FileReport, on api.Platform, handles ...string) string {
	t.Helper()
	var told []string
	for _, h := range handles {
		stored := tell(t, s, on, h)
		if strings.Contains(stored, "no such record") {
			stored = "none"
		}
		told = append(told, stored)
	}
	for _, skip := range f.Skipped {
		told = append(told, fmt.Sprintf("%d: %s", skip.Line, skip.Reason))
	}
	for _, n := range slices.Concat(f.Cells, f.Merges) {
		told = append(told, fmt.Sprintf("%d: %s %s ×%d", n.Line, n.Column, n.Reason, n.Count))
	}
	return strings.Join(append(told, f.Refused), "; ")
}

// TestNoHandleIsMadeUp holds that an account is one that the table names, whatever
// its other rows hold.
func TestNoHandleIsMadeUp(t *testing.T) {
	ask := `It names creators, and no column says their handles: are they in "name"? Say it with --map username=name.`
	for _, c := range []struct {
		table, mapped string
		on            api.Platform
		handles       []string
		want          string
	}{
		{"Handle,Followers\nmaria_fit,12\njonas.k,54\nanna.b (backup),3\n", "", api.PhotoPlatform, []string{"maria_fit", "jonas.k", "annabbackup"},
			"maria_fit | maria_fit | followers=12; jonas.k | jonas.k | followers=54; none; 4: its handle cannot be one: anna.b (backup); "},
		{"username,followers\nLena Vogt,1\nBob K,2\nlena,4\n", "", api.PhotoPlatform, []string{"lenavogt", "lena"},
			"none; lena | lena | followers=4; 2: its handle cannot be one: Lena Vogt; 3: its handle cannot be one: Bob K; "},
		{"Benutzername;Abonnenten\nmaria_fit;12\n<script>;54\n", "", api.ShortVideoPlatform, []string{"maria_fit", "script"},
			"maria_fit | maria_fit | followers=12; none; 3: its handle cannot be one: <script>; "},
		{"Handle,Subscribers\nmaria_fit,12\njonas.k,54\nanna b,3\n", "", api.VideoPlatform, []string{"annab"},
			"none; 4: its handle cannot be one: anna b; "},
		{"name,handle,subscribers\nAnna B,,3\nCy D,cyd,5\nDee,dee_1,6\n", "", api.VideoPlatform, []string{"annab", "cyd"},
			"none; cyd | Cy D | followers=5; 2: it has a name and no handle: Anna B; "},
		{"nom d'utilisateur,abonnés\nanna.b,12\nBob R,54\nBea K,3\n", "", api.PhotoPlatform, []string{"anna.b", "bobr"},
			"anna.b | anna.b | followers=12; none; 3: its handle cannot be one: Bob R; 4: its handle cannot be one: Bea K; "},
		{"kullanıcı adı,takipçi\nanna.b,12\nBob R,54\n", "", api.PhotoPlatform, []string{"anna.b"}, "anna.b | anna.b | followers=12; 3: its handle cannot be one: Bob R; "},
		{"Instagram,Followers\nanna.b,12\nBob R,54\ncy.d,3\n", "", api.PhotoPlatform, []string{"cy.d"}, "cy.d | cy.d | followers=3; 3: its handle cannot be one: Bob R; "},
		{"name,followers\nBob,9\n", "", api.PhotoPlatform, []string{"bob"}, "none; " + ask},
		{"name,followers\nLena Vogt,9\nBob,3\n", "", api.PhotoPlatform, []string{"bob"}, "none; " + ask},
		{"name,followers\nanna b,9\nbob,3\n", "name", api.PhotoPlatform, []string{"annab", "bob"},
			"none; bob | bob | followers=3; 2: its handle cannot be one: anna b; "},
		{"Influencer name,followers\nlena.vogt,9\nbob_3,3\n", "", api.PhotoPlatform, []string{"lena.vogt"}, "lena.vogt | lena.vogt | followers=9; "},
		{"Name,Handle,followers\nlena.vogt,Lena Vogt,9\nbob_3,Bob Kay,3\n", "", api.PhotoPlatform, []string{"lena.vogt"}, "lena.vogt | Lena Vogt | followers=9; "},
		{"Channel,Subscribers\nT-Series,9\nSET India,3\n", "", api.VideoPlatform, []string{"tseries"},
			"tseries | T-Series | followers=9; 2:  without a handle: the username is made of the name ×2; "},
		{"post id,username,caption,likes\n31804512,anna b,x,3\n2871130455,cyd,y,4\n31900213,dee_1,z,4\n", "", api.PhotoPlatform, []string{"annab", "cyd"},
			"none; cyd | cyd |; 2: it says no handle of whose post it is: anna b; 2: username not a handle ×1; "},
	} {
		s := open(t)
		o := importer.Options{Told: plan.Told{Platform: c.on}}
		if c.mapped != "" {
			o.Map = map[string]string{"username": c.mapped}
		}
		report := run(t, s, o, write(t, map[string]string{"t.csv": c.table}))
		if got := outcomes(t, s, report.Files[0], c.on, c.handles...); got != c.want {
			t.Errorf("%q:\ngot  %s\nwant %s", c.table, got, c.want)
		}
	}
}

// TestAColumnThatSaysWhatItIsStays holds that bad cells cost themselves and not the
// column, and that the reason told is the one there is.
func TestAColumnThatSaysWhatItIsStays(t *testing.T) {
	racetest.Once(t)
	for _, c := range []struct{ table, want string }{
		{"handle,followers,engagement rate\naa,12abc,3%\nbb,n.a. yet,4%\ncc,5000,4%\n", "cc | cc | followers=5000 rate=4; 2: followers not a number ×2; "},
		{"usuario;seguidores\naa;unos pocos\nbb;muchos\ncc;5000\n", "cc | cc | followers=5000; 2: seguidores not a number ×2; "},
		{"username,name,followers\ncc,=1+1,5\nbb,Bo,6\n", "cc | cc | followers=5; 2: name a formula, not a name ×1; "},
		{"username,name,followers\ncc," + strings.Repeat("x", 200_000) + ",5\nbb,Bo,6\n", "cc | cc | followers=5; 2: name too long for a name ×1; "},
		{"username,name,followers\ncc,=1+1,5\n", "cc | cc | followers=5; not used: name (its header says name, its cells do not); "},
		{"username,followers,engagement rate\ncc,many,5\n", "cc | cc | rate=5; not used: followers (its header says followers, its cells do not); "},
	} {
		s := open(t)
		report := run(t, s, importer.Options{Told: plan.Told{Platform: api.PhotoPlatform, Readings: plan.Readings{Rates: "percent"}}}, write(t, map[string]string{"t.csv": c.table}))
		f := report.Files[0]
		got := outcomes(t, s, f, api.PhotoPlatform, "cc")
		if f.Plan != nil {
			for _, column := range f.Plan.Columns {
				if column.Field == plan.None {
					got += fmt.Sprintf("not used: %s (%s); ", column.Header, column.Why)
				}
			}
		}
		if got != c.want {
			t.Errorf("%.60q:\ngot  %s\nwant %s", c.table, got, c.want)
		}
	}
}

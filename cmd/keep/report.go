package keep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/client/plan"
	"greenroom/cmd/run"
	"greenroom/config"
	"greenroom/internal/each"
	"greenroom/internal/sheet"
	"greenroom/report"
)

// reportFlags holds the flags of a report.
type reportFlags struct {
	audience, lang, format, to, client string
	with                               []string
	set                                config.Report // the flags over the settings
	colour, logo, agency               string
	dry, force                         bool
}

func reports(at *run.At) *cobra.Command {
	var f reportFlags
	return run.Command{
		Use: "report LIST", Short: "Write a report of a list for a client, for free",
		Long: `Report writes one file with the decision, a page for each creator, quotes with
their source, and how old each number is. It is made of what is kept on this
machine: nothing is asked of a service and nothing is paid.

For a client it leaves out notes, fees, e-mail addresses and phone
numbers, what research has cost, and the reasons of "no", unless --with puts them
in. What is left out is listed before the file is written; --dry-run stops there. -o
names the file; its ending says which format.`,
		Example: "greenroom report \"Oat drink launch\" --client \"Oatly\" --lang de\ngreenroom report Launch --for team -o launch.pdf",
		Takes:   run.One("the name or id of one list").Of(run.Lists), Unasked: true,
		Flags: func(s *pflag.FlagSet) {
			s.StringVar(&f.audience, "for", "client", "for whom it is: client or team")
			s.StringSliceVar(&f.with, "with", nil, "what a client gets too: "+api.List(report.Extras()))
			s.StringVar(&f.client, "client", "", "the `NAME` of the client")
			s.StringVar(&f.lang, "lang", "", "the LANGUAGE of its own words: "+api.List(report.Langs()))
			s.StringVar(&f.format, "format", "", "the FORMAT: "+strings.Join(report.Formats(), ", "))
			s.StringVarP(&f.to, "output", "o", "", "the `FILE` that is written; its ending names the format")
			s.StringVar(&f.agency, "agency", "", "the NAME of your agency")
			s.StringVar(&f.colour, "colour", "", "the brand COLOUR, such as "+report.DefaultColour)
			s.StringVar(&f.logo, "logo", "", "a logo `FILE`: PNG, JPEG or plain SVG, 200 kB at most")
			s.BoolVar(&f.dry, "dry-run", false, "list what is left out and write nothing")
			s.BoolVar(&f.force, "force", false, "replace a file that is there")
		},
		Work: func(ctx context.Context, j *run.Job) error { return f.write(ctx, j) },
	}.New(at)
}

// settle fills in what the settings say, and checks the flags before anything is read.
func (f *reportFlags) settle(set config.Settings) (report.Options, string, error) {
	looks := set.Report
	for value, into := range map[*string]*string{&f.agency: &looks.Agency.Value, &f.colour: &looks.Colour.Value, &f.logo: &looks.Logo.Value, &f.lang: &looks.Language.Value} {
		*into = cmp.Or(*value, *into)
	}
	f.set = looks
	o := report.Options{Lang: report.Lang(cmp.Or(looks.Language.Value, "en")), Client: f.client, Now: time.Now()}
	if !slices.Contains(report.Langs(), o.Lang) {
		return o, "", run.Usagef("--lang must be %s, not %s", api.List(report.Langs()), o.Lang)
	}
	for _, w := range f.with {
		if !slices.Contains(report.Extras(), report.Extra(w)) {
			return o, "", run.Usagef("--with must be %s, not %s", api.List(report.Extras()), w)
		}
		o.With = append(o.With, report.Extra(w))
	}
	switch f.audience {
	case "client":
	case "team":
		o.With = report.Extras()
	default:
		return o, "", run.Usagef("--for must be client or team, not %s", f.audience)
	}
	f.format = cmp.Or(f.format, sheet.Ending(f.to), "html")
	if !slices.Contains(report.Formats(), f.format) {
		return o, "", run.Usagef("--format must be %s, not %s", strings.Join(report.Formats(), ", "), f.format)
	}
	brand, said, err := run.Brand(looks)
	if err != nil {
		err = run.WrongUse(err)
	}
	o.Brand = brand
	return o, said, err
}

func (f *reportFlags) write(ctx context.Context, j *run.Job) error {
	o, said, err := f.settle(j.Conn.Settings)
	if err != nil {
		return err
	}
	o.Sample = j.Conn.Demo
	book, err := j.Conn.Plan(ctx)
	if err != nil {
		return err
	}
	defer book.Close()
	state, err := book.Read(ctx)
	if err != nil {
		return err
	}
	l, err := named(state, j.Items[0], j.Conn.Name)
	if err != nil {
		return err
	}
	worded, err := j.Conn.Worded(ctx, l.Members)
	if err != nil {
		return err
	}
	r, err := report.Gather(ctx, report.Input{List: *l, Facts: state.Facts, Worded: worded, Kept: j.Conn.Reported()}, o)
	if err != nil {
		return err
	}
	if said != "" {
		j.Waiting(said)
	}
	j.Waiting(leftOut(f.audience, r.LeftOut))
	if f.dry {
		return nil
	}
	path, err := f.save(ctx, r)
	if err != nil {
		return err
	}
	fmt.Fprintln(j.Out, path)
	_, err = book.Do(ctx, "", func(s *plan.State) error { return s.HandOut(l.ID, o.Now) })
	return err
}

func leftOut(audience string, all []string) string {
	if len(all) == 0 {
		return "For the " + audience + ". Nothing is left out."
	}
	return "For the " + audience + ". Left out: " + strings.Join(all, "; ") + "."
}

// save writes the file, and none over another unless that was asked for.
func (f *reportFlags) save(ctx context.Context, r report.Report) (path string, err error) {
	path = cmp.Or(f.to, cmp.Or(report.Slug(r.Name), "list")+"-report."+f.format)
	if _, err := os.Lstat(path); err == nil && !f.force {
		return path, taken(path)
	}
	raw, err := r.Encode(ctx, f.format, f.set.Browser.Value)
	switch {
	case err != nil:
		return path, err
	case f.force:
		return path, sheet.Replace(path, raw)
	}
	if err = sheet.Create(path, raw); errors.Is(err, fs.ErrExist) {
		err = taken(path)
	}
	return path, err
}

func taken(path string) error {
	return run.Usagef("%s is there already; name another file with -o, or replace it with --force", path)
}

// named is a list by its id or name, of those that belong to a connection.
func named(s plan.State, name, connection string) (*plan.List, error) {
	var found []int
	for i, l := range s.Lists {
		if l.ID == name || strings.EqualFold(l.Name, name) {
			found = append(found, i)
		}
	}
	switch len(found) {
	case 1:
		return &s.Lists[found[0]], nil
	case 0:
		if len(s.Lists) == 0 {
			return nil, run.Absent(fmt.Sprintf("The connection in use, %s, has no list yet. Mark creators in the workbench, or take a colleague's list over with: "+
				"greenroom shortlist take. A list of another connection: add --connection NAME", connection))
		}
		all := each.Of(s.Lists, func(l plan.List) string { return fmt.Sprintf("%q", l.Name) })
		return nil, run.Absent(fmt.Sprintf("No list is called %q here. There are: %s.", name, strings.Join(all, ", ")))
	}
	return nil, run.Usagef("%d lists are called %q; name one by its id: %s and %s", len(found), name, s.Lists[found[0]].ID, s.Lists[found[1]].ID)
}

package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"greenroom/api"
	"greenroom/client"
	"greenroom/ui/text"
)

func newShortlists(at *reach) *cobra.Command {
	c := &cobra.Command{
		Use: "shortlists", GroupID: groupKeep, Short: "Keep shortlists, for nothing",
		Args: unknownPart, RunE: showHelp,
	}
	c.AddCommand(
		endpoint{
			use: "list", short: "List shortlists, newest first", example: "greenroom shortlists list -o jsonl --fields id,name",
			words: true, what: "no words", prints: []any{api.Shortlist{}},
			work: func(ctx context.Context, j *job) error {
				return streamed(j, shortlists, j.client.ShortlistsAll(ctx, j.options()...))
			},
		}.command(at),
		endpoint{
			use: "show ID", short: "Show one shortlist", example: "greenroom shortlists show ID -o json > list.json",
			least: 1, most: 1, what: "the id of one shortlist", prints: []any{api.Shortlist{}},
			work: func(ctx context.Context, j *job) error {
				s, _, err := j.client.Shortlist(ctx, j.items[0], j.options()...)
				return ends(j, s, err, func(w io.Writer) { printShortlist(w, s) })
			},
		}.command(at),
		newShortlistsCreate(at), newShortlistsReplace(at),
		endpoint{
			use: "delete ID...", short: "Delete shortlists for good", example: "greenroom shortlists delete ID",
			least: 1, most: anyNumber, what: "ids of shortlists", prints: []any{deleted{}}, work: deleteShortlists,
		}.command(at),
	)
	return c
}

// listing is what a shortlist is made of on the command line.
type listing struct {
	name, brief, notes, from string
	profiles                 []string
	version                  int
}

func (l *listing) flags(c *cobra.Command) {
	s := c.Flags()
	s.StringVar(&l.name, "name", "", "its NAME")
	s.StringVar(&l.brief, "brief", "", "the TEXT of the brief")
	s.StringVar(&l.notes, "notes", "", "TEXT of your own")
	s.StringArrayVar(&l.profiles, "profile", nil, "a member, as PLATFORM:NAME or its address; 1 to 8 of them")
	s.StringVar(&l.from, "from", "", "the shortlist as JSON, in a FILE, or - for standard input; flags beside it go before it")
}

// over puts what the flags say over a shortlist.
func (l *listing) over(c *cobra.Command, s api.Shortlist) (api.Shortlist, error) {
	for _, f := range []struct {
		name string
		into *string
		text string
	}{{"name", &s.Name, l.name}, {"brief", &s.Brief, l.brief}, {"notes", &s.Notes, l.notes}} {
		if c.Flags().Changed(f.name) {
			*f.into = f.text
		}
	}
	if len(l.profiles) > 0 {
		refs, err := profileRefs(l.profiles)
		if err != nil {
			return s, err
		}
		s.Profiles = nil
		for _, r := range refs {
			s.Profiles = append(s.Profiles, api.ShortlistProfile(r))
		}
	}
	if l.version != 0 {
		s.Version = l.version
	}
	return s, nil
}

// told is the shortlist that --from holds: as shortlists show prints it, with or
// without data around it. ok is false where there is none.
func (l *listing) told(in io.Reader) (s api.Shortlist, ok bool, err error) {
	if l.from == "" {
		return s, false, nil
	}
	if l.from != "-" {
		f, err := os.Open(l.from)
		if err != nil {
			return s, false, usageError{fmt.Errorf("--from: %w", err)}
		}
		defer f.Close()
		in = f
	}
	raw, err := io.ReadAll(io.LimitReader(in, longestText+1))
	if err == nil && len(raw) > longestText {
		err = fmt.Errorf("it is larger than %d bytes", longestText)
	}
	var around struct {
		Data json.RawMessage `json:"data"`
	}
	if err == nil && json.Unmarshal(raw, &around) == nil && around.Data != nil {
		raw = around.Data
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err == nil {
		err = d.Decode(&s)
	}
	if err != nil {
		return s, false, usageError{fmt.Errorf("--from: no shortlist can be read there: %w", err)}
	}
	return s, true, nil
}

func body(s api.Shortlist) api.ShortlistBody {
	return api.ShortlistBody{Name: s.Name, Brief: s.Brief, Profiles: s.Profiles, Notes: s.Notes}
}

func newShortlistsCreate(at *reach) *cobra.Command {
	var l listing
	var c *cobra.Command
	c = endpoint{
		use: "create", short: "Store a new shortlist",
		example: "greenroom shortlists create --name Spring --profile photoplatform:lena\ngreenroom shortlists create --from list.json",
		words:   true, what: "no words; flags or --from say what is in it", prints: []any{api.Shortlist{}},
		work: func(ctx context.Context, j *job) error {
			s, _, err := l.told(c.InOrStdin())
			if err == nil {
				s, err = l.over(c, s)
			}
			if err != nil {
				return err
			}
			s, _, err = j.client.CreateShortlist(ctx, body(s), j.options()...)
			return ends(j, s, err, func(w io.Writer) { printShortlist(w, s) })
		},
	}.command(at)
	l.flags(c)
	return c
}

func newShortlistsReplace(at *reach) *cobra.Command {
	var l listing
	var c *cobra.Command
	c = endpoint{
		use: "replace ID", short: "Change a shortlist, if nobody else has in the meantime",
		long: `Replace stores a shortlist anew. What neither a flag nor --from says stays
as it is stored. With --version, or a version in the JSON, it is refused
where somebody has changed the shortlist since that version.`,
		example: "greenroom shortlists replace ID --notes \"two replies so far\"\ngreenroom shortlists replace ID --from list.json",
		least:   1, most: 1, what: "the id of one shortlist", prints: []any{api.Shortlist{}},
		work: func(ctx context.Context, j *job) error {
			s, err := l.replacement(ctx, c, j)
			if err != nil {
				return err
			}
			b := body(s)
			b.Version = &s.Version
			s, _, err = j.client.ReplaceShortlist(ctx, j.items[0], b, j.options()...)
			if stored, changed := client.StoredShortlist(err); changed {
				j.say(fmt.Sprintf("It was changed by somebody else: version %d is stored, from %s. greenroom shortlists show %s shows it.",
					stored.Version, moment(&stored.UpdatedAt), j.items[0]))
			}
			return ends(j, s, err, func(w io.Writer) { printShortlist(w, s) })
		},
	}.command(at)
	l.flags(c)
	c.Flags().IntVar(&l.version, "version", 0, "the version that is replaced (default: the one that is stored)")
	return c
}

// replacement is the shortlist as it shall be: what --from holds, else what is
// stored, under what the flags say.
func (l *listing) replacement(ctx context.Context, c *cobra.Command, j *job) (api.Shortlist, error) {
	s, told, err := l.told(c.InOrStdin())
	if err != nil {
		return s, err
	}
	if !told || s.Version == 0 && l.version == 0 {
		stored, _, err := j.client.Shortlist(ctx, j.items[0], j.options()...)
		if client.KindOf(err) == client.KindDryRun {
			j.say("What is stored is read first; what replaces it is known only then.")
		}
		if err != nil {
			return s, err
		}
		if !told {
			s = stored
		}
		s.Version = stored.Version
	}
	return l.over(c, s)
}

// deleted is a shortlist that is gone.
type deleted struct {
	ID string `json:"id"`
}

func deleteShortlists(ctx context.Context, j *job) error {
	return each(ctx, j, sheet[deleted]{[]string{"DELETED"}, func(d deleted) []string { return []string{d.ID} }}, func(id string) (deleted, error) {
		_, err := j.client.DeleteShortlist(ctx, id, j.options()...)
		return deleted{id}, err
	})
}

var shortlists = sheet[api.Shortlist]{
	[]string{"NAME", "MEMBERS", "CHANGED", "VERSION", "ID"},
	func(s api.Shortlist) []string {
		return []string{s.Name, members(s), moment(&s.UpdatedAt), fmt.Sprint(s.Version), s.ID}
	},
}

func members(s api.Shortlist) string {
	var all []string
	for _, p := range s.Profiles {
		all = append(all, string(p.Platform)+":"+p.Username)
	}
	return strings.Join(all, ", ")
}

func printShortlist(w io.Writer, s api.Shortlist) {
	var t table
	t.add("Name", s.Name)
	t.add("Id", s.ID)
	t.addWrapped("Brief", s.Brief)
	t.addWrapped("Notes", s.Notes)
	t.addWrapped("Members", members(s))
	t.add("Version", fmt.Sprintf("%d, of %s", s.Version, moment(&s.UpdatedAt)))
	t.write(w)
}

// unknownPart refuses a word that is no part of a command.
func unknownPart(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usage(fmt.Sprintf("%s has no part %s; %s --help lists them", cmd.CommandPath(), text.Clean(args[0]), cmd.CommandPath()))
}

// showHelp is what a command does that only has parts.
func showHelp(cmd *cobra.Command, _ []string) error {
	return errors.Join(cmd.Help(), usage("say which part of "+cmd.CommandPath()+" is meant"))
}

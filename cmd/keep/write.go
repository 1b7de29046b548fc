package keep

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/api"
	"greenroom/client"
	"greenroom/cmd/output"
	"greenroom/cmd/run"
)

// contents holds the command line's parts of a shortlist.
type contents struct {
	name, brief, notes, from string
	profiles                 []string
	version                  int
}

func (c *contents) flags(f *pflag.FlagSet) {
	f.StringVar(&c.name, "name", "", "the NAME of the shortlist")
	f.StringVar(&c.brief, "brief", "", "the TEXT of the brief")
	f.StringVar(&c.notes, "notes", "", "your own notes, as TEXT")
	f.StringArrayVar(&c.profiles, "profile", nil, "a profile on it, as PLATFORM:NAME or URL; 1 to 8 of them")
	f.StringVar(&c.from, "from", "", "read the shortlist as JSON from FILE, or - for standard input; other flags override it")
}

// over puts what the flags say over a shortlist.
func (c *contents) over(j *run.Job, s api.Shortlist) (api.Shortlist, error) {
	for _, f := range []struct {
		name string
		into *string
		text string
	}{{"name", &s.Name, c.name}, {"brief", &s.Brief, c.brief}, {"notes", &s.Notes, c.notes}} {
		if j.Changed(f.name) {
			*f.into = f.text
		}
	}
	if len(c.profiles) > 0 {
		refs, err := run.ProfileRefs(c.profiles)
		if err != nil {
			return s, err
		}
		s.Profiles = nil
		for _, r := range refs {
			s.Profiles = append(s.Profiles, api.ShortlistProfile(r))
		}
	}
	if c.version != 0 {
		s.Version = c.version
	}
	return s, nil
}

// read is the shortlist that --from holds: as shortlists show prints it, with or
// without data around it. ok is false where there is none.
func (c *contents) read(in io.Reader) (s api.Shortlist, ok bool, err error) {
	if c.from == "" {
		return s, false, nil
	}
	if c.from != "-" {
		f, err := os.Open(c.from)
		if err != nil {
			return s, false, run.Usagef("--from: %w", err)
		}
		defer f.Close()
		in = f
	}
	raw, err := run.ReadSmall(in)
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
		return s, false, run.Usagef("--from: not a shortlist: %w", err)
	}
	return s, true, nil
}

func body(s api.Shortlist) api.ShortlistBody {
	return api.ShortlistBody{Name: s.Name, Brief: s.Brief, Profiles: s.Profiles, Notes: s.Notes}
}

func create(at *run.At) *cobra.Command {
	var c contents
	return run.Command{
		Use: "create", Short: "Create a shortlist",
		Example: "greenroom shortlists create --name Spring --profile photoplatform:lena\ngreenroom shortlists create --from list.json",
		Takes:   run.Words{What: "no arguments; use flags or --from"}, Prints: []any{api.Shortlist{}}, Flags: c.flags,
		Work: func(ctx context.Context, j *run.Job) error {
			s, _, err := c.read(j.In)
			if err == nil {
				s, err = c.over(j, s)
			}
			if err != nil {
				return err
			}
			s, _, err = j.Client.CreateShortlist(ctx, body(s), j.Options()...)
			return run.Print(j, s, err, draw)
		},
	}.New(at)
}

func replace(at *run.At) *cobra.Command {
	var c contents
	return run.Command{
		Use: "replace ID", Short: "Change a shortlist, unless someone else just did",
		Long: `Replace changes a shortlist. What neither a flag nor --from sets stays as it is.
With --version, or a version in the JSON, the change is refused if the shortlist
was changed after that version.`,
		Example: "greenroom shortlists replace ID --notes \"two replies so far\"\ngreenroom shortlists replace ID --from list.json",
		Takes:   run.Item("the id of one shortlist"), Prints: []any{api.Shortlist{}},
		Flags: func(f *pflag.FlagSet) {
			c.flags(f)
			f.IntVar(&c.version, "version", 0, "the version to replace (default: the stored one)")
		},
		Work: func(ctx context.Context, j *run.Job) error {
			s, err := c.replacement(ctx, j)
			if err != nil {
				return err
			}
			b := body(s)
			b.Version = &s.Version
			s, _, err = j.Client.ReplaceShortlist(ctx, j.Items[0], b, j.Options()...)
			if stored, changed := client.StoredShortlist(err); changed {
				j.Say(fmt.Sprintf("Someone else changed it: version %d was stored on %s. To see it: greenroom shortlists show %s",
					stored.Version, output.Moment(&stored.UpdatedAt), j.Items[0]))
			}
			return run.Print(j, s, err, draw)
		},
	}.New(at)
}

// replacement is the shortlist as it shall be: what --from holds, else what is
// stored, under what the flags say.
func (c *contents) replacement(ctx context.Context, j *run.Job) (api.Shortlist, error) {
	s, given, err := c.read(j.In)
	if err != nil {
		return s, err
	}
	if !given || s.Version == 0 && c.version == 0 {
		stored, _, err := j.Client.Shortlist(ctx, j.Items[0], j.Options()...)
		if run.Dry(err) {
			j.Say("The stored shortlist is read first; the full replacement depends on it.")
		}
		if err != nil {
			return s, err
		}
		if !given {
			s = stored
		}
		s.Version = stored.Version
	}
	return c.over(j, s)
}

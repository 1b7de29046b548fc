package admin

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"greenroom/cmd/output"
	"greenroom/cmd/run"
	"greenroom/service"
	"greenroom/service/boot"
	"greenroom/service/signin"
	"greenroom/service/store"
)

func users(at *run.At) *cobra.Command {
	var public string
	link := func(f *pflag.FlagSet) {
		f.StringVar(&public, "public-url", "", "the address of the service; unset: the one that greenroom serve --sign-in used last")
	}
	name := run.One("the name or the id of one user")
	var parts []*cobra.Command
	for _, o := range []onStore{
		{use: "invite ACCOUNT", short: "Invite a person to an account; prints a link that is good once, for three days", takes: run.One("the name of one account"), flags: link,
			work: func(ctx context.Context, j *run.Job, s store.Store) error {
				a, err := accountNamed(ctx, s, j.Items[0])
				if err != nil {
					return err
				}
				return invite(ctx, j, s, invitation{base: public, Invitation: service.Invitation{AccountID: a.ID}})
			}},
		{use: "list", short: "List the users", takes: run.None(), prints: userLine{}, work: listUsers},
		{use: "reset NAME", short: "Print a link for a new password, good once, for three days", takes: name, flags: link,
			work: func(ctx context.Context, j *run.Job, s store.Store) error {
				u, err := userNamed(ctx, s, j.Items[0])
				if err != nil {
					return err
				}
				if u.Issuer != "" {
					return run.Usagef("%s signs in at %s, which keeps the password", j.Items[0], u.Issuer)
				}
				return invite(ctx, j, s, invitation{base: public, Invitation: service.Invitation{AccountID: u.AccountID, UserID: u.ID}})
			}},
		{use: "disable NAME", short: "Keep a user out from now on, and sign out all programs and browsers", takes: name, work: disableUser},
		{use: "enable NAME", short: "Let a user in again, who then has to sign in", takes: name,
			work: func(ctx context.Context, j *run.Job, s store.Store) error {
				u, err := userNamed(ctx, s, j.Items[0])
				if err != nil {
					return err
				}
				return s.DisableUser(ctx, u.ID, nil)
			}},
		{use: "new-key", short: "Sign tokens with a new key and refuse those of all others, for when one may have been seen", takes: run.None(),
			work: func(ctx context.Context, _ *run.Job, s store.Store) error {
				return signin.NewKey(ctx, s, time.Now().UTC())
			}},
	} {
		parts = append(parts, o.command(at))
	}
	return run.Group(run.Command{
		Use: "users", Short: "Users: invite, list, disable",
		Long: `Users invites the people who sign in to a service that runs with --sign-in, and
keeps them out again, also while it runs. What a user asks is charged to the
account that invited them; what they save is their own.`,
	}, parts...)
}

// invitation is an invitation and the address that its link begins with.
type invitation struct {
	service.Invitation
	base string
}

func invite(ctx context.Context, j *run.Job, s store.Store, i invitation) error {
	if i.base == "" {
		var err error
		if i.base, err = s.Setting(ctx, boot.PublicURLSetting); errors.Is(err, service.ErrNotFound) {
			return run.Usagef("nobody has signed in at this store yet, so its address is not known; start greenroom serve --sign-in first, or give --public-url")
		} else if err != nil {
			return err
		}
	}
	if u, err := url.Parse(i.base); err != nil || u.Host == "" {
		return run.Usagef("--public-url takes an address such as https://creators.example, not %s", i.base)
	}
	i.CreatedAt = time.Now().UTC()
	token, err := signin.Invite(ctx, s, i.Invitation)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(j.Out, "%s/invitation?token=%s\n", i.base, token)
	return err
}

// userNamed finds a user by name or by id.
func userNamed(ctx context.Context, s store.Store, name string) (service.User, error) {
	u, err := s.UserByName(ctx, name)
	if errors.Is(err, service.ErrNotFound) {
		u, err = s.User(ctx, name)
	}
	if errors.Is(err, service.ErrNotFound) {
		return u, run.Usagef("there is no user %s; greenroom users list shows them", name)
	}
	return u, err
}

func disableUser(ctx context.Context, j *run.Job, s store.Store) error {
	u, err := userNamed(ctx, s, j.Items[0])
	if err != nil {
		return err
	}
	now := time.Now().UTC()
	if err := s.DisableUser(ctx, u.ID, &now); err != nil {
		return err
	}
	return s.EndUser(ctx, u.ID, now)
}

// userLine is a user as it is printed.
type userLine struct {
	ID         string     `json:"id"`
	Name       string     `json:"name"`
	Account    string     `json:"account"`
	Issuer     string     `json:"issuer,omitempty"`
	Subject    string     `json:"subject,omitempty"`
	CreatedAt  time.Time  `json:"created_at"`
	DisabledAt *time.Time `json:"disabled_at"`
}

var userSheet = output.Sheet[userLine]{
	Head: []string{"USER", "ACCOUNT", "SIGNS IN AT", "SINCE", "DISABLED", "ID"},
	Row: func(u userLine) []string {
		name := u.Name
		if name == "" {
			name = u.Subject
		}
		issuer := u.Issuer
		if issuer == "" {
			issuer = "this service"
		}
		return []string{name, u.Account, issuer, output.Moment(&u.CreatedAt), output.Moment(u.DisabledAt), u.ID}
	},
}

func listUsers(ctx context.Context, j *run.Job, s store.Store) error {
	all, err := s.Users(ctx)
	if err != nil {
		return err
	}
	var lines []userLine
	for _, u := range all {
		a, err := s.Account(ctx, u.AccountID)
		if err != nil {
			return err
		}
		line := userLine{ID: u.ID, Name: u.Name, Account: a.Name, Issuer: u.Issuer, CreatedAt: u.CreatedAt.UTC(), DisabledAt: u.DisabledAt}
		if u.Issuer != "" {
			line.Subject = u.Subject
		}
		lines = append(lines, line)
	}
	return run.List(j, lines, nil, userSheet.Draw)
}

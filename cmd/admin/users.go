package admin

import (
	"cmp"
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
		f.StringVar(&public, "public-url", "", "the address of the service (default: the last one greenroom serve --sign-in used)")
	}
	name := run.One("the name or id of one user")
	return onStores(at, run.Command{
		Use: "users", Short: "Manage users: invite, list, disable",
		Long: `Users invites and blocks the people who sign in to a service that runs with
--sign-in. It works while the service runs. The account that invited a user pays
for their requests; what a user saves is their own.`,
	},
		onStore{use: "invite ACCOUNT", short: "Invite a person to an account; prints a link that works once, for three days", takes: run.One("the name of one account"), flags: link,
			work: onAccount(func(ctx context.Context, j *run.Job, s store.Store, a service.Account) error {
				return invite(ctx, j, s, invitation{base: public, Invitation: service.Invitation{AccountID: a.ID}})
			})},
		onStore{use: "list", short: "List the users", takes: run.None(), prints: userLine{}, work: listUsers},
		onStore{use: "reset NAME", short: "Print a password reset link that works once, for three days", takes: name, flags: link,
			work: onUser(func(ctx context.Context, j *run.Job, s store.Store, u service.User) error {
				if u.Issuer != "" {
					return run.Usagef("%s signs in at %s, which manages the password", j.Items[0], u.Issuer)
				}
				return invite(ctx, j, s, invitation{base: public, Invitation: service.Invitation{AccountID: u.AccountID, UserID: u.ID}})
			})},
		onStore{use: "disable NAME", short: "Block a user and sign out all their programs and browsers", takes: name, work: onUser(disableUser)},
		onStore{use: "enable NAME", short: "Unblock a user; they have to sign in again", takes: name,
			work: onUser(func(ctx context.Context, _ *run.Job, s store.Store, u service.User) error {
				return s.DisableUser(ctx, u.ID, nil)
			})},
		onStore{use: "new-key", short: "Replace the signing key and reject all earlier tokens, in case a key leaked", takes: run.None(),
			work: func(ctx context.Context, _ *run.Job, s store.Store) error {
				return signin.NewKey(ctx, s, time.Now().UTC())
			}},
	)
}

type invitation struct {
	service.Invitation
	base string
}

func invite(ctx context.Context, j *run.Job, s store.Store, i invitation) error {
	if i.base == "" {
		var err error
		if i.base, err = s.Setting(ctx, boot.PublicURLSetting); errors.Is(err, service.ErrNotFound) {
			return run.Usagef("the address of this service is not known yet; start greenroom serve --sign-in first, or give --public-url")
		} else if err != nil {
			return err
		}
	}
	if u, err := url.Parse(i.base); err != nil || u.Host == "" {
		return run.Usagef("--public-url must be an address such as https://creators.example, not %s", i.base)
	}
	i.CreatedAt = time.Now().UTC()
	token, err := signin.Invite(ctx, s, i.Invitation)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(j.Out, "%s/invitation?token=%s\n", i.base, token)
	return err
}

func onUser(work func(context.Context, *run.Job, store.Store, service.User) error) func(context.Context, *run.Job, store.Store) error {
	return func(ctx context.Context, j *run.Job, s store.Store) error {
		u, err := s.UserByName(ctx, j.Items[0])
		if errors.Is(err, service.ErrNotFound) {
			u, err = s.User(ctx, j.Items[0])
		}
		if errors.Is(err, service.ErrNotFound) {
			return run.Usagef("no user named %s; run greenroom users list to see all", j.Items[0])
		} else if err != nil {
			return err
		}
		return work(ctx, j, s, u)
	}
}

func disableUser(ctx context.Context, _ *run.Job, s store.Store, u service.User) error {
	now := time.Now().UTC()
	if err := s.DisableUser(ctx, u.ID, &now); err != nil {
		return err
	}
	return s.EndUser(ctx, u.ID, now)
}

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
		return []string{cmp.Or(u.Name, u.Subject), u.Account, cmp.Or(u.Issuer, "this service"), output.Moment(&u.CreatedAt), output.Moment(u.DisabledAt), u.ID}
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

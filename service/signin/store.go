package signin

import (
	"context"
	"time"

	"greenroom/service"
	"greenroom/service/access"
)

// Store reads and writes for sign-in. Missing records are service.ErrNotFound; a write is
// durable when it returns.
type Store interface {
	access.Attempts
	People
	Visits
	Grants
	Devices
	Clients
	Keys
}

// People stores users and invitations.
type People interface {
	CreateInvitation(ctx context.Context, i service.Invitation) error
	// Invitation reads one that is neither used nor expired at now.
	Invitation(ctx context.Context, hash []byte, now time.Time) (service.Invitation, error)
	// Accept uses an invitation up and stores who accepted it, or the new password
	// of whom it is for, in one transaction. One that is used or expired is
	// service.ErrNotFound; a name that another has, or that looks like it (store.Alike), is
	// service.ErrTaken and leaves the invitation as it is.
	Accept(ctx context.Context, hash []byte, u service.User, at time.Time) error
	User(ctx context.Context, id string) (service.User, error)
	// Account returns the account that pays for users.
	Account(ctx context.Context, id string) (service.Account, error)
	// UserByName finds a user of this service by name, in any case.
	UserByName(ctx context.Context, name string) (service.User, error)
	// Users lists all users, oldest first.
	Users(ctx context.Context) ([]service.User, error)
	// DisableUser sets or clears the moment from which a user may not come in.
	DisableUser(ctx context.Context, id string, at *time.Time) error
}

// Visits is the browsers in which somebody has signed in.
type Visits interface {
	CreateVisit(ctx context.Context, v service.Visit) error
	// Visit reads one that has not expired at now.
	Visit(ctx context.Context, hash []byte, now time.Time) (service.Visit, error)
	EndVisit(ctx context.Context, hash []byte) error
	// EndUser ends what a user has begun: visits and grants.
	EndUser(ctx context.Context, id string, at time.Time) error
}

// Grants stores the permissions of users, with their codes and refresh tokens.
type Grants interface {
	// CreateCode stores a grant with its code.
	CreateCode(ctx context.Context, g service.Grant, c service.Code) error
	Code(ctx context.Context, hash []byte) (service.Code, error)
	// UseCode uses a code up. One that was used before is service.ErrUsed, and its
	// grant is revoked in the same transaction.
	UseCode(ctx context.Context, hash []byte, at time.Time) error
	Grant(ctx context.Context, id string) (service.Grant, error)
	RevokeGrant(ctx context.Context, id string, at time.Time) error
	CreateRefresh(ctx context.Context, r service.Refresh) error
	Refresh(ctx context.Context, hash []byte) (service.Refresh, error)
	// Rotate uses a refresh token up and stores the next one. One that was used
	// before is service.ErrUsed: nothing is stored and its grant is revoked, in the
	// same transaction.
	Rotate(ctx context.Context, used []byte, next service.Refresh) error
}

// Devices is programs that wait for a user in a browser elsewhere.
type Devices interface {
	CreateDevice(ctx context.Context, d service.Device) error
	// Device finds one that waits at now, by the code that the user types.
	Device(ctx context.Context, userHash []byte, now time.Time) (service.Device, error)
	// AnswerDevice allows one that waits at now, with a grant, or denies it without.
	AnswerDevice(ctx context.Context, userHash []byte, g *service.Grant, now time.Time) error
	// PollDevice changes one by the code that it polls with, in one transaction.
	PollDevice(ctx context.Context, hash []byte, change func(*service.Device)) error
}

// Clients is programs that registered themselves.
type Clients interface {
	// CreateClient stores one, if fewer than most are known when it is made; else it
	// is service.ErrQuota. Those that have expired then are removed, a few at a time.
	CreateClient(ctx context.Context, c service.Client, most int) error
	// Client reads one that has not expired at now.
	Client(ctx context.Context, id string, now time.Time) (service.Client, error)
	// KeepClient lets one expire no sooner than a moment.
	KeepClient(ctx context.Context, id string, until time.Time) error
}

// Keys stores the keys that sign tokens.
type Keys interface {
	// SigningKeys lists those created since a moment, newest first.
	SigningKeys(ctx context.Context, since time.Time) ([]service.SigningKey, error)
	// AddSigningKey stores a key, unless there is one in force that was created since
	// a moment: processes at once add one.
	AddSigningKey(ctx context.Context, k service.SigningKey, since time.Time) error
	// RevokeSigningKeys ends all keys: what they signed is worth nothing.
	RevokeSigningKeys(ctx context.Context, at time.Time) error
}

package service

import (
	"time"

	"greenroom/service/billing"
)

// Owner is whose something is.
type Owner = billing.Owner

// User is a person who signs in and asks at the expense of an account.
type User struct {
	ID        string // UUID
	AccountID string // that invited the person, and pays
	// Issuer vouches for the person and names them Subject; "" is this service
	// itself, whose subject is the id.
	Issuer, Subject string
	Name            string // to sign in with, in the case it was chosen in; "" where another issuer knows it
	Password        string // a hash that says how it was made; "" where there is none
	CreatedAt       time.Time
	DisabledAt      *time.Time
}

// Own is whose the things of a user are.
func (u User) Own() Owner { return Owner{AccountID: u.AccountID, UserID: u.ID} }

// Invitation lets somebody become a user, once, or a user choose a new password.
// Of what its link holds only the hash is kept, here and in all records below.
type Invitation struct {
	Hash      []byte
	AccountID string
	UserID    string // of whom it resets the password; "" for somebody new
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    *time.Time
}

// Visit is a browser in which a user has signed in.
type Visit struct {
	Hash      []byte // of its cookie
	UserID    string
	CreatedAt time.Time
	ExpiresAt time.Time
}

// Grant is a user's permission to a program. All its tokens are one family, which ends
// together.
type Grant struct {
	ID        string // UUID
	UserID    string
	ClientID  string
	Scopes    []string
	CreatedAt time.Time
	ExpiresAt time.Time
	RevokedAt *time.Time
}

// Client is a program that registered itself.
type Client struct {
	ID        string
	Name      string // what it says of itself, as it may be shown
	Redirects []string
	CreatedAt time.Time
	ExpiresAt time.Time
}

// Code is the answer to an authorisation request, worth its tokens once.
type Code struct {
	Hash        []byte
	GrantID     string
	RedirectURI string
	Challenge   string // S256 of the verifier
	CreatedAt   time.Time
	ExpiresAt   time.Time
	UsedAt      *time.Time
}

// Refresh is a refresh token, worth new tokens once.
type Refresh struct {
	Hash      []byte
	GrantID   string
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    *time.Time
}

// DeviceState names the stages of a device's request.
type DeviceState string

// A device waits, is allowed or denied, and has fetched its tokens.
const (
	DevicePending DeviceState = "pending"
	DeviceAllowed DeviceState = "allowed"
	DeviceDenied  DeviceState = "denied"
	DeviceDone    DeviceState = "done"
)

// Device is a program that waits for a user to allow it in a browser elsewhere.
type Device struct {
	Hash      []byte // of the code that the program polls with
	UserHash  []byte // of the code that the user types
	ClientID  string
	Scopes    []string
	State     DeviceState
	GrantID   string // once it is allowed
	Interval  int    // seconds between two polls
	PolledAt  *time.Time
	CreatedAt time.Time
	ExpiresAt time.Time
}

// SigningKey signs access tokens. It is stored as it is: who reads the store can
// sign.
type SigningKey struct {
	ID        string
	Private   []byte // PKCS #8
	CreatedAt time.Time
	RevokedAt *time.Time
}

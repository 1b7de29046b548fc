package signin

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	googleuuid "github.com/google/uuid"

	"greenroom/service"
)

// Mistake explains wrong input: a sentence, and the field it is about.
type Mistake struct{ Field, Sentence string }

func (m *Mistake) Error() string { return m.Sentence }

// What people are told where the reason would help somebody who guesses.
var (
	errSignIn     = &Mistake{"password", "Wrong name or password. Check both, and your Caps Lock key."}
	errInvitation = &Mistake{"", "This invitation is not valid: it was already used, is older than three days, or its link is incomplete. Ask for a new one."}
)

// Invite makes an invitation to an account, or for a user to choose a new password.
// The token is what its link ends with; it is kept nowhere.
func Invite(ctx context.Context, store People, i service.Invitation) (token string, err error) {
	token = secret()
	i.Hash, i.ExpiresAt = hash(token), i.CreatedAt.Add(invitationLife)
	return token, store.CreateInvitation(ctx, i)
}

// Invited says what an invitation is for: the name of whom it resets the password
// of, "" where it is for somebody new.
func (s *Server) Invited(ctx context.Context, token, address string) (name string, err error) {
	try, err := s.attempt(ctx, counter{&s.wrong, address})
	if err != nil {
		return "", err
	}
	i, err := s.store.Invitation(ctx, hash(token), s.now())
	if isMissing(err) {
		return "", try.wrong(ctx, errInvitation)
	}
	if err == nil {
		err = try.right(ctx)
	} else {
		try.giveBack()
	}
	if err != nil || i.UserID == "" {
		return "", err
	}
	u, err := s.store.User(ctx, i.UserID)
	return u.Name, err
}

// Arrival holds the form of somebody who accepts an invitation.
type Arrival struct {
	Token, Name, Password, Again string
	Address                      string // where it comes from
}

// Accept makes an invited person a user, or gives a user a new password, and signs
// them in.
func (s *Server) Accept(ctx context.Context, a Arrival) (cookie string, err error) {
	name, err := s.Invited(ctx, a.Token, a.Address)
	if err != nil {
		return "", err
	}
	reset := name != ""
	if reset {
		a.Name = name
	} else if wrong := wrongName(a.Name); wrong != "" {
		return "", &Mistake{"name", wrong}
	}
	if wrong := weak(a.Name, a.Password); wrong != "" {
		return "", &Mistake{"password", wrong}
	}
	if a.Password != a.Again {
		return "", &Mistake{"again", "The passwords do not match. Type the second one again."}
	}
	i, err := s.store.Invitation(ctx, hash(a.Token), s.now())
	if err != nil {
		return "", missingInvitation(err)
	}
	u := service.User{ID: googleuuid.NewString(), AccountID: i.AccountID, Name: a.Name, CreatedAt: s.now()}
	u.Subject = u.ID
	if err := s.hashed(ctx, func() { u.Password = hashPassword(a.Password) }); err != nil {
		return "", err
	}
	if err := s.store.Accept(ctx, hash(a.Token), u, s.now()); err != nil {
		return "", missingInvitation(err)
	}
	if reset { // whoever knew the old password has what it opened taken away
		u.ID = i.UserID
		if err := s.store.EndUser(ctx, u.ID, s.now()); err != nil {
			return "", err
		}
	}
	return s.visit(ctx, u.ID)
}

func missingInvitation(err error) error {
	switch {
	case isMissing(err):
		return errInvitation
	case errors.Is(err, service.ErrTaken):
		return &Mistake{"name", "This name is taken, or looks like one that is. Choose another one."}
	}
	return err
}

// wrongName says what is wrong with a new name; "" if nothing is.
func wrongName(name string) string {
	if n := utf8.RuneCountInString(name); n < NameMin || n > NameMax || !utf8.ValidString(name) {
		return fmt.Sprintf("A name must have %d to %d characters.", NameMin, NameMax)
	}
	if strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-@+", r)
	}) {
		return "A name can contain letters, digits and . _ - @ +, but no spaces. An e-mail address works."
	}
	return ""
}

// SignIn begins a visit of whoever knows a name and its password. Too many wrong
// ones from one address, or for one name from addresses where it never signed in, are
// answered no more for a while: right ones neither.
func (s *Server) SignIn(ctx context.Context, name, password, address string) (cookie string, err error) {
	from := home{strings.ToLower(name), address}
	try, err := s.attempt(ctx, s.guesses(from)...)
	if err != nil {
		return "", err
	}
	u, err := s.store.UserByName(ctx, name)
	if err != nil && !isMissing(err) {
		try.giveBack()
		return "", err
	}
	kept := u.Password
	if kept == "" { // nobody is told by the time it takes that there is no such name
		kept = s.decoy()
	}
	right := false
	if err := s.hashed(ctx, func() { right = len(password) <= passwordMax && rightPassword(kept, password) }); err != nil {
		try.giveBack()
		return "", err
	}
	if !right || u.Password == "" || u.DisabledAt != nil {
		return "", try.wrong(ctx, errSignIn)
	}
	if err := try.right(ctx); err != nil {
		return "", err
	}
	s.homes.add(from)
	return s.visit(ctx, u.ID)
}

// visit begins a visit; the cookie is kept nowhere.
func (s *Server) visit(ctx context.Context, userID string) (cookie string, err error) {
	cookie = secret()
	now := s.now()
	return cookie, s.store.CreateVisit(ctx, service.Visit{Hash: hash(cookie), UserID: userID, CreatedAt: now, ExpiresAt: now.Add(visitLife)})
}

// VisitLife returns how long a browser stays signed in.
func VisitLife() time.Duration { return visitLife }

// Visitor is whose visit a cookie is; service.ErrNotFound if it is none, or of a
// user who may not come in any more.
func (s *Server) Visitor(ctx context.Context, cookie string) (service.User, error) {
	if cookie == "" {
		return service.User{}, service.ErrNotFound
	}
	v, err := s.store.Visit(ctx, hash(cookie), s.now())
	if err != nil {
		return service.User{}, err
	}
	u, err := s.store.User(ctx, v.UserID)
	if err == nil && u.DisabledAt != nil {
		err = service.ErrNotFound
	}
	return u, err
}

// SignOut ends a visit.
func (s *Server) SignOut(ctx context.Context, cookie string) error {
	return s.store.EndVisit(ctx, hash(cookie))
}

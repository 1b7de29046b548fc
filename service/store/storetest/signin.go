package storetest

import (
	"strings"
	"sync"
	"time"

	"greenroom/api"
	"greenroom/service"
)

func (s *suite) user(id, name string) service.User {
	return service.User{ID: id, AccountID: "acc", Subject: id, Name: name, Password: "hash of " + name, CreatedAt: Noon}
}

// accepted makes a user by an invitation.
func (s *suite) accepted(id, name string) service.User {
	s.Helper()
	hash := []byte("invitation of " + name)
	s.ok(s.CreateInvitation(s.ctx, service.Invitation{Hash: hash, AccountID: "acc", CreatedAt: Noon, ExpiresAt: Noon.Add(time.Hour)}))
	u := s.user(id, name)
	s.ok(s.Accept(s.ctx, hash, u, Noon))
	return u
}

func (s *suite) invitations() {
	s.account("acc", api.TierFree)
	i := service.Invitation{Hash: []byte("h1"), AccountID: "acc", CreatedAt: Noon, ExpiresAt: Noon.Add(time.Hour)}
	s.is(s.CreateInvitation(s.ctx, service.Invitation{Hash: []byte("h0"), AccountID: "nobody", CreatedAt: Noon, ExpiresAt: Noon.Add(time.Hour)}), service.ErrNotFound)
	s.ok(s.CreateInvitation(s.ctx, i))
	s.equal(must(s.Invitation(s.ctx, i.Hash, Noon.Add(59*time.Minute))), i)
	s.is(failure(s.Invitation(s.ctx, i.Hash, Noon.Add(time.Hour))), service.ErrNotFound)
	s.is(s.Accept(s.ctx, i.Hash, s.user("u1", "Mia"), Noon.Add(time.Hour)), service.ErrNotFound)
	s.ok(s.Accept(s.ctx, i.Hash, s.user("u1", "Mia"), Noon))
	s.is(s.Accept(s.ctx, i.Hash, s.user("u2", "Ben"), Noon), service.ErrNotFound)
	s.is(failure(s.Invitation(s.ctx, i.Hash, Noon)), service.ErrNotFound)
	// A name that is taken, in any case, or looks like one that is, leaves the invitation.
	i.Hash = []byte("h2")
	s.ok(s.CreateInvitation(s.ctx, i))
	for _, name := range []string{"MIA", "Ｍｉａ", "Mïa", "Міа", "ΜΙΑ"} {
		s.is(s.Accept(s.ctx, i.Hash, s.user("u2", name), Noon), service.ErrTaken)
	}
	s.ok(s.Accept(s.ctx, i.Hash, s.user("u2", "Ben"), Noon))
	// One that is for somebody changes the password and nothing else.
	i.Hash, i.UserID = []byte("h3"), "u1"
	s.ok(s.CreateInvitation(s.ctx, i))
	s.ok(s.Accept(s.ctx, i.Hash, service.User{ID: "u9", Name: "Other", AccountID: "acc", Password: "new", CreatedAt: Noon}, Noon))
	u := must(s.UserByName(s.ctx, "mIA"))
	want := s.user("u1", "Mia")
	want.Password = "new"
	s.equal(u, want)
	s.equal(must(s.Users(s.ctx)), []service.User{want, s.user("u2", "Ben")})
}

func (s *suite) users() {
	s.account("acc", api.TierFree)
	mia := s.accepted("u1", "Mia")
	s.is(failure(s.UserByName(s.ctx, "")), service.ErrNotFound)
	s.is(failure(s.User(s.ctx, "u9")), service.ErrNotFound)
	s.is(s.DisableUser(s.ctx, "u9", ptr(Noon)), service.ErrNotFound)
	before := must(s.Access(s.ctx))
	s.ok(s.DisableUser(s.ctx, "u1", ptr(Noon)))
	after := must(s.Access(s.ctx))
	if after <= before {
		s.Fatal("disabling a user leaves what callers may do as it was")
	}
	u := must(s.User(s.ctx, "u1"))
	mia.DisabledAt = ptr(Noon)
	s.equal(u, mia)
	s.ok(s.DisableUser(s.ctx, "u1", nil))
	u = must(s.User(s.ctx, "u1"))
	mia.DisabledAt = nil
	s.equal(u, mia)
	// Those whom other issuers know are found by both, and stored once.
	far := service.User{ID: "u2", AccountID: "acc", Issuer: "https://id.example", Subject: "42", CreatedAt: Noon}
	for _, id := range []string{"u2", "u3"} {
		asked := far
		asked.ID = id
		s.equal(must(s.Known(s.ctx, asked)), far)
	}
	other := far
	other.ID, other.Issuer = "u4", "https://other.example"
	s.equal(must(s.Known(s.ctx, other)), other)
}

func (s *suite) visits() {
	s.account("acc", api.TierFree)
	s.accepted("u1", "Mia")
	v := service.Visit{Hash: []byte("cookie"), UserID: "u1", CreatedAt: Noon, ExpiresAt: Noon.Add(time.Hour)}
	s.ok(s.CreateVisit(s.ctx, v))
	s.equal(must(s.Visit(s.ctx, v.Hash, Noon.Add(59*time.Minute))), v)
	s.is(failure(s.Visit(s.ctx, v.Hash, Noon.Add(time.Hour))), service.ErrNotFound)
	s.ok(s.EndVisit(s.ctx, v.Hash))
	s.ok(s.EndVisit(s.ctx, v.Hash))
	s.is(failure(s.Visit(s.ctx, v.Hash, Noon)), service.ErrNotFound)
	s.ok(s.CreateVisit(s.ctx, v))
	s.ok(s.EndUser(s.ctx, "u1", Noon))
	s.is(failure(s.Visit(s.ctx, v.Hash, Noon)), service.ErrNotFound)
}

func (s *suite) grant(id string) service.Grant {
	return service.Grant{ID: id, UserID: "u1", ClientID: "c", Scopes: []string{"read", "write"}, CreatedAt: Noon, ExpiresAt: Noon.Add(24 * time.Hour)}
}

// revoked reports when a grant was revoked.
func (s *suite) revoked(id string) *time.Time {
	return must(s.Grant(s.ctx, id)).RevokedAt
}

func (s *suite) grants() {
	s.account("acc", api.TierFree)
	s.accepted("u1", "Mia")
	code := service.Code{Hash: []byte("code"), GrantID: "g1", RedirectURI: "http://127.0.0.1:1/callback", Challenge: "c", CreatedAt: Noon, ExpiresAt: Noon.Add(time.Minute)}
	s.ok(s.CreateCode(s.ctx, s.grant("g1"), code))
	s.equal(must(s.Grant(s.ctx, "g1")), s.grant("g1"))
	s.equal(must(s.Code(s.ctx, code.Hash)), code)
	s.is(s.UseCode(s.ctx, []byte("none"), Noon), service.ErrNotFound)
	s.ok(s.UseCode(s.ctx, code.Hash, Noon))
	s.equal(s.revoked("g1"), (*time.Time)(nil))
	s.is(s.UseCode(s.ctx, code.Hash, Noon.Add(time.Second)), service.ErrUsed)
	s.equal(s.revoked("g1"), ptr(Noon.Add(time.Second)))
	s.ok(s.RevokeGrant(s.ctx, "g1", Noon.Add(time.Hour)))
	s.equal(s.revoked("g1"), ptr(Noon.Add(time.Second)))
	s.is(failure(s.Grant(s.ctx, "g9")), service.ErrNotFound)
	s.refreshes()
}

func (s *suite) refreshes() {
	s.ok(s.CreateCode(s.ctx, s.grant("g2"), service.Code{Hash: []byte("code2"), GrantID: "g2", CreatedAt: Noon, ExpiresAt: Noon}))
	token := func(name string) service.Refresh {
		return service.Refresh{Hash: []byte(name), GrantID: "g2", CreatedAt: Noon, ExpiresAt: Noon.Add(time.Hour)}
	}
	s.ok(s.CreateRefresh(s.ctx, token("r1")))
	s.equal(must(s.Refresh(s.ctx, []byte("r1"))), token("r1"))
	s.is(s.Rotate(s.ctx, []byte("r9"), token("r2")), service.ErrNotFound)
	// Of many at once one is the first, and the others end the family.
	var all sync.WaitGroup
	var lock sync.Mutex
	won := 0
	for n := range 8 {
		all.Go(func() {
			if s.Rotate(s.ctx, []byte("r1"), token("next"+string(rune('a'+n)))) == nil {
				lock.Lock()
				won++
				lock.Unlock()
			}
		})
	}
	all.Wait()
	s.equal(won, 1)
	if s.revoked("g2") == nil {
		s.Fatal("a refresh token that came again ended nothing")
	}
	s.equal(must(s.Refresh(s.ctx, []byte("r1"))).UsedAt, ptr(Noon))
	before := must(s.Access(s.ctx))
	s.ok(s.CreateCode(s.ctx, s.grant("g3"), service.Code{Hash: []byte("code3"), GrantID: "g3", CreatedAt: Noon, ExpiresAt: Noon}))
	between := must(s.Access(s.ctx))
	s.ok(s.EndUser(s.ctx, "u1", Noon.Add(time.Minute)))
	after := must(s.Access(s.ctx))
	if before != between || after <= between {
		s.Fatalf("access is %d, %d with a grant and %d without", before, between, after)
	}
	s.equal(s.revoked("g3"), ptr(Noon.Add(time.Minute)))
}

func (s *suite) devices() {
	s.account("acc", api.TierFree)
	s.accepted("u1", "Mia")
	d := service.Device{Hash: []byte("d1"), UserHash: []byte("CODE"), ClientID: "c", Scopes: []string{"read"}, State: service.DevicePending, Interval: 5,
		CreatedAt: Noon, ExpiresAt: Noon.Add(time.Minute)}
	s.ok(s.CreateDevice(s.ctx, d))
	again := d
	again.Hash = []byte("d2")
	s.is(s.CreateDevice(s.ctx, again), service.ErrTaken)
	s.equal(must(s.Device(s.ctx, d.UserHash, Noon)), d)
	s.is(failure(s.Device(s.ctx, d.UserHash, Noon.Add(time.Minute))), service.ErrNotFound)
	g := s.grant("g1")
	s.is(s.AnswerDevice(s.ctx, d.UserHash, &g, Noon.Add(time.Minute)), service.ErrNotFound)
	s.is(s.PollDevice(s.ctx, []byte("none"), func(*service.Device) {}), service.ErrNotFound)
	s.ok(s.PollDevice(s.ctx, d.Hash, func(d *service.Device) { d.Interval, d.PolledAt = 10, ptr(Noon) }))
	s.ok(s.AnswerDevice(s.ctx, d.UserHash, &g, Noon))
	s.is(s.AnswerDevice(s.ctx, d.UserHash, nil, Noon), service.ErrNotFound)
	s.ok(s.PollDevice(s.ctx, d.Hash, func(got *service.Device) {
		d.Interval, d.PolledAt, d.State, d.GrantID = 10, ptr(Noon), service.DeviceAllowed, "g1"
		s.equal(*got, d)
		got.State = service.DeviceDone
	}))
	s.ok(s.PollDevice(s.ctx, d.Hash, func(got *service.Device) { s.equal(got.State, service.DeviceDone) }))
	again.UserHash = []byte("OTHER")
	s.ok(s.CreateDevice(s.ctx, again))
	s.ok(s.AnswerDevice(s.ctx, again.UserHash, nil, Noon))
	s.ok(s.PollDevice(s.ctx, again.Hash, func(got *service.Device) { s.equal(got.State, service.DeviceDenied) }))
}

func (s *suite) signingKeys() {
	key := func(id string, at time.Time) service.SigningKey {
		return service.SigningKey{ID: id, Private: []byte(strings.ToUpper(id)), CreatedAt: at}
	}
	s.ok(s.AddSigningKey(s.ctx, key("k1", Noon), Noon.Add(-time.Hour)))
	s.ok(s.AddSigningKey(s.ctx, key("k2", Noon), Noon.Add(-time.Hour))) // there is one
	later := Noon.Add(2 * time.Hour)
	s.ok(s.AddSigningKey(s.ctx, key("k3", later), later.Add(-time.Hour)))
	s.equal(must(s.SigningKeys(s.ctx, Noon)), []service.SigningKey{key("k3", later), key("k1", Noon)})
	s.equal(must(s.SigningKeys(s.ctx, Noon.Add(time.Second))), []service.SigningKey{key("k3", later)})
	s.ok(s.RevokeSigningKeys(s.ctx, later))
	s.ok(s.AddSigningKey(s.ctx, key("k4", later), later))
	all := must(s.SigningKeys(s.ctx, Noon))
	s.equal(len(all), 3)
	for _, k := range all {
		if (k.RevokedAt == nil) != (k.ID == "k4") {
			s.Errorf("%s is revoked at %v", k.ID, k.RevokedAt)
		}
	}
}

func (s *suite) clients() {
	c := service.Client{ID: "c1", Name: "One, two", Redirects: []string{"https://a.example/cb?", "http://127.0.0.1/cb"}, CreatedAt: Noon, ExpiresAt: Noon.Add(time.Hour)}
	s.ok(s.CreateClient(s.ctx, c, 2))
	s.equal(must(s.Client(s.ctx, "c1", Noon.Add(time.Hour-time.Second))), c)
	s.is(failure(s.Client(s.ctx, "c1", Noon.Add(time.Hour))), service.ErrNotFound)
	s.is(failure(s.Client(s.ctx, "c9", Noon)), service.ErrNotFound)
	c.ID = "c2"
	s.ok(s.CreateClient(s.ctx, c, 2))
	c.ID = "c3"
	s.is(s.CreateClient(s.ctx, c, 2), service.ErrQuota)
	// One that is kept stays, and never expires sooner for it.
	s.ok(s.KeepClient(s.ctx, "c1", Noon.Add(2*time.Hour)))
	s.ok(s.KeepClient(s.ctx, "c1", Noon))
	// Those that have expired make room.
	c.CreatedAt, c.ExpiresAt = Noon.Add(time.Hour), Noon.Add(2*time.Hour)
	s.ok(s.CreateClient(s.ctx, c, 2))
	must(s.Client(s.ctx, "c1", Noon.Add(time.Hour)))
	s.is(failure(s.Client(s.ctx, "c2", Noon)), service.ErrNotFound)
}

package share_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"

	"greenroom/api"
	"greenroom/client"
	"greenroom/client/plan"
	"greenroom/client/share"
)

// door counts what goes through it, and answers some of it in place of the service.
type door struct {
	*office
	shut map[string]api.Code // the code of the answer by method and the end of the path
	came map[string]int
}

func (d *door) RoundTrip(r *http.Request) (*http.Response, error) {
	end := r.Method + " " + r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
	d.came[end]++
	if code, ok := d.shut[end]; ok {
		status := map[api.Code]int{api.CodeNotFound: 404, api.CodeForbidden: 403, "down": 400}[code]
		body := fmt.Sprintf(`{"error":{"code":%q,"message":"Not here."}}`, code)
		return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: r}, nil
	}
	return d.office.RoundTrip(r)
}

func (o *office) behind(t *testing.T, shut map[string]api.Code) (*client.Client, *door) {
	t.Helper()
	d := &door{office: o, shut: shut, came: map[string]int{}}
	c, err := client.New(client.Config{BaseURL: "http://built-in", Key: func(context.Context) (string, error) { return o.key, nil }, HTTP: &http.Client{Transport: d}})
	if err != nil {
		t.Fatal(err)
	}
	return c, d
}

func sending(t *testing.T, o *office) plan.List {
	t.Helper()
	l, facts := rich()
	s, err := share.Prepare(l, facts, share.Options{Me: "Mia", Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	sent, _, err := s.Send(t.Context(), o.client(t))
	if err != nil {
		t.Fatal(err)
	}
	if s := sent.Remote.Sent; !s.First || !s.At.Equal(noon) || s.Base.Name != l.Name || s.With != (plan.With{}) || s.Me != "Mia" || sent.Remote.ID == "" {
		t.Errorf("%+v", sent.Remote)
	}
	l.Remote = sent.Remote
	return l
}

// A service that keeps no sheets has the shortlist alone; another failure of a sheet is one,
// and what was stored by then is known.
func TestServicesWithoutSheets(t *testing.T) {
	for code, none := range map[api.Code]bool{api.CodeNotFound: true, "down": false} {
		o := opened(t)
		c, _ := o.behind(t, map[string]api.Code{"PUT sheet": code})
		l, facts := rich()
		l.Remote.Sent = &plan.Sent{Me: "from before"}
		s, err := share.Prepare(l, facts, share.Options{Me: "Mia", Now: noon})
		if err != nil {
			t.Fatal(err)
		}
		sent, _, err := s.Send(t.Context(), c)
		if sent.NoSheet != none || (err == nil) != none || (sent.Remote.Sent == nil) != none || sent.Remote.ID == "" || sent.Remote.Version != 1 {
			t.Errorf("%s: %+v, %v", code, sent, err)
		}
		if stored, _, err := c.Shortlist(t.Context(), sent.Remote.ID); err != nil || stored.Name != "Oat drink" {
			t.Errorf("%+v, %v", stored, err)
		}
	}
	o := opened(t)
	c, d := o.behind(t, map[string]api.Code{"POST shortlists": "down"})
	s, _ := share.Prepare(plan.List{Name: "L"}, nil, share.Options{Now: noon})
	if sent, _, err := s.Send(t.Context(), c); err == nil || sent.Remote.ID != "" || d.came["PUT sheet"] > 0 {
		t.Errorf("%+v, %v", sent, err)
	}
}

// What is no number goes nowhere.
func TestWhatCannotBeWritten(t *testing.T) {
	l, facts := rich()
	f := facts[lena]
	f.Usual = &plan.Usual{Rate: math.NaN(), Of: 3}
	facts[lena] = f
	_, prepared := share.Prepare(l, facts, share.Options{Now: noon})
	raw, filed := share.File(l, facts, share.Options{Now: noon})
	l.From, l.Remote.Sent = &plan.Origin{ID: "x"}, &plan.Sent{Base: l}
	_, copied := share.File(l, facts, share.Options{Now: noon})
	if prepared == nil || filed == nil || copied == nil || raw != nil {
		t.Errorf("%v, %v, %v", prepared, filed, copied)
	}
}

// Who joins is a reviewer once, and reads what they may only read.
func TestJoiningTwice(t *testing.T) {
	o := opened(t)
	l := sending(t, o)
	c, d := o.behind(t, nil)
	for i := range 2 {
		rec, _, err := share.Join(t.Context(), c, l.Remote.ID, "Ben")
		if err != nil || rec.You != "Ben" || rec.Sheet == nil || d.came["PUT sheet"] != 1 {
			t.Errorf("%d: %+v, %v, %d times stored", i, rec, err, d.came["PUT sheet"])
		}
	}
	c, _ = o.behind(t, map[string]api.Code{"PUT sheet": api.CodeForbidden})
	if rec, _, err := share.Join(t.Context(), c, l.Remote.ID, "Zoe"); err != nil || rec.Sheet == nil || rec.You != "Zoe" {
		t.Errorf("who may only read: %+v, %v", rec, err)
	}
	c, _ = o.behind(t, map[string]api.Code{"PUT sheet": "down"})
	if _, _, err := share.Join(t.Context(), c, l.Remote.ID, "Zoe"); err == nil {
		t.Error("a failure is hidden")
	}
	c, d = o.behind(t, map[string]api.Code{"GET sheet": api.CodeNotFound})
	if _, _, err := share.Join(t.Context(), c, l.Remote.ID, "Zoe"); !client.Is(err, api.CodeNotFound) || d.came["PUT sheet"] > 0 {
		t.Error(err)
	}
}

// A sending is taken back although what stood before cannot be read or stored any more.
func TestTakingBackWhatCannotBeRead(t *testing.T) {
	for name, shut := range map[string]map[string]api.Code{"nothing": {}, "the sheet cannot be read": {"GET sheet": "down"}, "it cannot be withdrawn": {"DELETE sheet": "down"}} {
		o := opened(t)
		l := sending(t, o)
		l.Name = "Another name"
		s, _ := share.Prepare(l, nil, share.Options{Me: "Mia", Now: noon})
		sent, _, err := s.Send(t.Context(), o.client(t))
		if err != nil || sent.Remote.Sent.First {
			t.Fatal(sent, err)
		}
		c, _ := o.behind(t, shut)
		back, _, err := share.Withdraw(t.Context(), c, sent.Remote)
		switch name {
		case "nothing":
			if err != nil || back.Sent.Base.Name != "Oat drink" || back.Sent.Me != "Mia" {
				t.Errorf("%+v, %v", back, err)
			}
		case "the sheet cannot be read":
			if err == nil || back.ID != l.Remote.ID || back.Version != sent.Remote.Version+1 || back.Sent != nil {
				t.Errorf("%+v, %v", back, err)
			}
			stored, _, err := o.client(t).Shortlist(t.Context(), back.ID)
			if err != nil || stored.Version != back.Version {
				t.Errorf("it is thought to have version %d and has %d, %v", back.Version, stored.Version, err)
			}
		default:
			if err == nil || back.Version != sent.Remote.Version || back.Sent == nil {
				t.Errorf("%+v, %v", back, err)
			}
		}
	}
}

// While a conflict is open the list is known as it was sent, and looked at anew; all that
// others say is taken nevertheless.
func TestAnOpenConflict(t *testing.T) {
	o := opened(t)
	l := sending(t, o)
	ben := o.client(t)
	rec, _, err := share.Join(t.Context(), ben, l.Remote.ID, "mia")
	if err != nil {
		t.Fatal(err)
	}
	other, _ := share.TakeOver(rec, "second", noon)
	other.Members[0].Reason, other.Brief.Query = "theirs", "latte"
	s, _ := share.Prepare(other, nil, share.Options{Me: "mia", Now: noon})
	if _, _, err := s.Send(t.Context(), ben); err != nil {
		t.Fatal(err)
	}
	l.Members[0].Reason = "mine"
	rec, _, err = share.Look(t.Context(), o.client(t), l.Remote)
	if err != nil {
		t.Fatal(err)
	}
	was := l.Remote
	changed, open, err := share.Take(&l, rec, nil)
	if err != nil || len(changed) != 1 || len(open) != 1 || l.Brief.Query != "latte" || l.Members[0].Reason != "mine" {
		t.Fatalf("%v %v %v", changed, open, err)
	}
	if r := l.Remote; r.Version != was.Version || r.Version == rec.Version || r.Sent.Tag != "" || r.Sent == was.Sent || r.Sent.Base.Brief.Query != "latte" || r.Sent.Base.Members[0].Reason != "Knows the shop" {
		t.Errorf("%+v", l.Remote)
	}
	if again, open, err := share.Take(&l, rec, func(plan.Conflict) bool { return true }); err != nil || len(again) != 1 || len(open) != 0 || l.Members[0].Reason != "theirs" || l.Remote.Version != rec.Version || l.Remote.Sent.Tag != rec.Tag {
		t.Errorf("%v %v %v %+v", again, open, err, l.Remote)
	}
}

// Agents read fifty lists at most, and a sheet that did not change only once.
func TestWhatAgentsRead(t *testing.T) {
	o := opened(t)
	l := sending(t, o)
	c, _ := o.behind(t, nil)
	board := &share.Board{Client: c}
	sizes := []int{0, 0}
	for i := range sizes {
		o.mu.Lock()
		o.wire.Reset()
		o.mu.Unlock()
		s, err := board.Read(t.Context())
		if err != nil || len(s.Lists) != 1 || s.Lists[0].ID != l.Remote.ID || s.Lists[0].Name != "Oat drink" || len(s.Lists[0].Members) != 3 || s.Lists[0].Remote.Version != l.Remote.Version {
			t.Fatalf("%+v, %v", s, err)
		}
		sizes[i] = o.wire.Len()
	}
	if sizes[1] >= sizes[0]/2 {
		t.Errorf("%d bytes at first, %d when nothing had changed", sizes[0], sizes[1])
	}
	for i := range 52 {
		if _, _, err := c.CreateShortlist(t.Context(), api.ShortlistBody{Name: fmt.Sprint("L", i), Brief: "b", Profiles: []api.ShortlistProfile{{Platform: api.PhotoPlatform, Username: "kim"}}}); err != nil {
			t.Fatal(err)
		}
	}
	if s, err := board.Read(t.Context()); err != nil || len(s.Lists) != 50 {
		t.Errorf("%d lists, %v", len(s.Lists), err)
	}
	for _, shut := range []string{"GET shortlists", "GET sheet"} {
		c, _ := o.behind(t, map[string]api.Code{shut: "down"})
		if _, err := (&share.Board{Client: c}).Read(t.Context()); err == nil {
			t.Errorf("%s fails, and nobody is told", shut)
		}
	}
	c, _ = o.behind(t, map[string]api.Code{"GET sheet": "down"})
	if err := (&share.Board{Client: c}).Propose(t.Context(), plan.Proposal{List: l.Remote.ID}); !errors.Is(err, plan.ErrNoList) {
		t.Error(err)
	}
}

// Addresses that a reviewer wrote into a comment go nowhere, neither to the service nor into a
// file.
func TestAddressesInCommentsStay(t *testing.T) {
	const mail = "reach.me@private.example"
	o := opened(t)
	l := sending(t, o)
	rec, _, err := share.Join(t.Context(), o.client(t), l.Remote.ID, "Ben")
	if err != nil {
		t.Fatal(err)
	}
	own, facts := share.TakeOver(rec, "copy", noon)
	own.Vote(lena, func(v *plan.Opinion) { v.Verdict, v.Comment = plan.Yes, "ask "+mail })
	if _, _, err := share.Vote(t.Context(), o.client(t), own); err != nil {
		t.Fatal(err)
	}
	raw, err := share.File(own, facts, share.Options{Me: "Ben", Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	l.Remote.Sent.Reviews = []plan.Review{{By: "Zoe", Votes: []plan.Opinion{{Creator: lena, Comment: mail}}}}
	told, err := share.File(l, facts, share.Options{Me: "Mia", Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	for where, bytes := range map[string]string{"the store or the wire": o.bytes(t), "a file of a copy": string(raw), "a file": string(told)} {
		if strings.Contains(bytes, mail) || !strings.Contains(bytes, api.MailLeftOut) {
			t.Errorf("an address is in %s", where)
		}
	}
}

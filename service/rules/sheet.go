package rules

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	googleuuid "github.com/google/uuid"

	"greenroom/api"
	"greenroom/service"
	"greenroom/service/access"
	"greenroom/service/rules/check"
)

const noSheet = "No such shortlist, or it has no sheet."

// SheetRequest asks for a sheet. By names the reader where no one is signed in, After
// is the tag of what the reader has, Version an earlier version.
type SheetRequest struct {
	ID        string
	By, After *string
	Version   *int
}

// reviewer asks for a sheet: somebody who signed in, else a name, else agents.
type reviewer struct{ person, name string }

// agentsOf begins the reviewer that the agents of a person, or of an account, are.
const agentsOf = "agents:"

func (r reviewer) agents() bool { return strings.HasPrefix(r.person, agentsOf) }

func reviewerOf(c access.Caller, by string) reviewer {
	if by == api.SheetAgents {
		return reviewer{agentsOf + c.UserID, by}
	}
	name, _, _ := strings.Cut(cmp.Or(c.Name, strings.TrimSpace(by)), "@")
	if c.UserID != "" {
		return reviewer{c.UserID, cmp.Or(name, "colleague "+c.UserID[:4])}
	}
	return reviewer{named(name), cmp.Or(name, "somebody")}
}

func named(name string) string { return "by:" + strings.ToLower(name) }

// board is a stored sheet as one reviewer may see it.
type board struct {
	service.Sheet
	doc     api.Sheet
	who     reviewer
	decides bool // they may change all of it
	// voted of all voters gave everybody a verdict; until all did, others' may be hidden.
	voted, voters int
	hidden        bool
}

// board reads the sheet of a shortlist that a caller may see: their own, or one that
// is shared with the account. A shortlist of the caller without a sheet is one too.
func (s *Service) board(ctx context.Context, c access.Caller, id, by string) (board, error) {
	id, err := check.UUID("id", id)
	if err != nil {
		return board{}, err
	}
	stored, err := s.store.Sheet(ctx, id)
	if err != nil {
		return board{}, missing(err, noSheet)
	}
	b := board{Sheet: stored, who: reviewerOf(c, by)}
	if stored.Latest.Version > 0 {
		if err := json.Unmarshal(stored.Latest.Body, &b.doc); err != nil {
			return b, fmt.Errorf("read sheet %s: %w", id, err)
		}
	}
	own := stored.Owner == c.Owner()
	if !own && (stored.AccountID != c.Account.ID || !b.doc.Shared) {
		return b, service.NotFound(noSheet)
	}
	b.decides = own && !b.who.agents() && (stored.Latest.Version == 0 || b.who.person == b.decider())
	b.voted, b.voters = b.votes()
	b.hidden = b.doc.Hidden && b.voted < b.voters
	return b, nil
}

// decider is whose the verdicts of the members are.
func (b *board) decider() string { return cmp.Or(b.UserID, named(b.doc.By)) }

// Sheet answers what a shortlist holds beyond the contract, and notes who opened it.
func (s *Service) Sheet(ctx context.Context, c access.Caller, r SheetRequest) (Job, error) {
	by, err := sheetName(r.By)
	if err != nil {
		return Job{}, err
	}
	if _, err := check.Within("version", r.Version, 1, api.VersionMax); err != nil {
		return Job{}, err
	}
	b, err := s.board(ctx, c, r.ID, by)
	if err == nil && b.Latest.Version == 0 {
		err = service.NotFound(noSheet)
	}
	if err == nil && r.Version != nil {
		b.Columns = nil
		b.Latest, err = s.store.SheetVersion(ctx, b.ID, *r.Version)
		if err = missing(err, "No such version of this sheet."); err == nil {
			b.doc = api.Sheet{}
			err = json.Unmarshal(b.Latest.Body, &b.doc)
		}
	}
	if err != nil {
		return Job{}, err
	}
	return job(api.OpShortlists, 0, func(ctx context.Context) (Answer, error) {
		var err error
		if r.Version == nil && b.who.person != b.decider() && !b.who.agents() {
			err = s.store.OpenSheet(ctx, b.ID, service.SheetOpening{Person: b.who.person, SheetOpening: api.SheetOpening{Name: b.who.name, Version: b.Latest.Version, At: s.now()}})
		}
		out := b.record()
		if r.After != nil && *r.After == out.Tag {
			out.Sheet = nil
		}
		return Answer{Body: api.One[api.SheetRecord]{Data: out}}, err
	}), nil
}

func sheetName(by *string) (string, error) {
	if by == nil {
		return "", nil
	}
	return check.Text("by", *by, 1, api.SheetNameMax)
}

// record is the sheet for its reader. While verdicts are hidden they have their own alone.
func (b *board) record() api.SheetRecord {
	doc := b.doc
	if b.hidden && b.who.person != b.decider() {
		doc.Members = slices.Clone(doc.Members)
		for i := range doc.Members {
			doc.Members[i].Verdict, doc.Members[i].Reason = "", ""
		}
	}
	doc.Columns = b.columns()
	out := api.SheetRecord{ID: b.ID, Version: b.Version, Mine: b.decides, You: b.who.name, By: b.Latest.By, UpdatedAt: b.Latest.At,
		Voted: b.voted, Voters: b.voters, Openings: []api.SheetOpening{}, Sheet: &doc, Proposed: b.proposed()}
	raw, _ := json.Marshal(out)
	sum := sha256.Sum256(raw)
	out.Tag = hex.EncodeToString(sum[:8])
	for _, o := range b.Openings {
		out.Openings = append(out.Openings, o.SheetOpening)
	}
	return out
}

// proposed returns the proposals that nobody has decided, the oldest first, for the
// list's owner and for agents.
func (b *board) proposed() (out []api.SheetProposal) {
	if !b.decides && !b.who.agents() {
		return nil
	}
	for person, c := range b.Columns {
		if strings.HasPrefix(person, agentsOf) && (b.decides || person == b.who.person) {
			out = append(out, c.Proposed...)
		}
	}
	out = slices.DeleteFunc(out, func(p api.SheetProposal) bool {
		return slices.Contains(b.doc.Declined, p.ID) || b.holds(p.Member)
	})
	slices.SortFunc(out, func(x, y api.SheetProposal) int { return cmp.Or(x.At.Compare(y.At), strings.Compare(x.ID, y.ID)) })
	return out
}

func (b *board) holds(m api.SheetMember) bool {
	return slices.ContainsFunc(b.doc.Members, func(o api.SheetMember) bool { return strings.EqualFold(o.CreatorID, m.CreatorID) })
}

// columns are those the reader sees, by name. Of two reviewers of one name the second is
// told apart.
func (b *board) columns() []api.SheetColumn {
	out := []api.SheetColumn{}
	for _, person := range slices.Sorted(maps.Keys(b.Columns)) {
		c := b.Columns[person]
		if b.hidden && person != b.who.person || strings.HasPrefix(person, agentsOf) {
			continue
		}
		for n := 2; slices.ContainsFunc(out, func(o api.SheetColumn) bool { return strings.EqualFold(o.Name, c.Name) }); n++ {
			c.Name = fmt.Sprintf("%s %d", b.Columns[person].Name, n)
		}
		out = append(out, c)
	}
	return out
}

// votes counts those who gave everybody a verdict, of all who have one to give: who
// decides, and the reviewers.
func (b *board) votes() (voted, voters int) {
	all := []map[string]string{{}}
	for _, m := range b.doc.Members {
		all[0][m.Key()] = m.Verdict
	}
	for person, c := range b.Columns {
		if strings.HasPrefix(person, agentsOf) {
			continue
		}
		of := map[string]string{}
		for _, v := range c.Votes {
			of[v.Creator] = v.Verdict
		}
		all = append(all, of)
	}
	for _, of := range all {
		if !slices.ContainsFunc(b.doc.Members, func(m api.SheetMember) bool { return of[m.Key()] == "" }) {
			voted++
		}
	}
	return voted, len(all)
}

// SheetVersions lists the versions of a sheet that can be read.
func (s *Service) SheetVersions(ctx context.Context, c access.Caller, id string) (Job, error) {
	b, err := s.board(ctx, c, id, "")
	if err != nil {
		return Job{}, err
	}
	return job(api.OpShortlists, 0, func(ctx context.Context) (Answer, error) {
		all, err := s.store.SheetVersions(ctx, b.ID)
		return Answer{Body: api.Page[api.SheetVersion]{Data: append([]api.SheetVersion{}, all...)}}, err
	}), nil
}

// PutSheet stores a sheet: all of it from the list's owner, from others their own column.
func (s *Service) PutSheet(ctx context.Context, c access.Caller, id string, in api.SheetBody) (Job, error) {
	by, err := check.Text("by", in.By, 1, api.SheetNameMax)
	if err != nil {
		return Job{}, err
	}
	if _, err := check.Within("version", &in.Version, 1, api.VersionMax); err != nil {
		return Job{}, err
	}
	doc, err := api.ParseSheet(in.Sheet)
	if wrong, ok := errors.AsType[*api.SheetError](err); ok {
		return Job{}, service.Invalid(strings.TrimSuffix("sheet."+wrong.Param, "."), wrong.Says)
	}
	for i, m := range doc.Members {
		if err := s.platform(fmt.Sprintf("sheet.members[%d].platform", i), m.Platform); err != nil {
			return Job{}, err
		}
	}
	b, err := s.board(ctx, c, id, by)
	if err == nil && b.decides && b.Version != in.Version {
		err = sheetMoved(b.Version)
	}
	if err != nil {
		return Job{}, err
	}
	return job(api.OpShortlists, 0, func(ctx context.Context) (Answer, error) {
		err := s.putSheet(ctx, b, by, doc)
		if errors.Is(err, service.ErrVersion) {
			err = sheetMoved(b.Version)
		}
		if err == nil {
			b, err = s.board(ctx, c, b.ID, by)
		}
		return Answer{Body: api.One[api.SheetRecord]{Data: b.record()}}, missing(err, noSheet)
	}), nil
}

func (s *Service) putSheet(ctx context.Context, b board, by string, doc api.Sheet) error {
	if b.decides {
		doc.ID, doc.Version, doc.SHA256, doc.By, doc.Columns = b.ID, 0, "", b.who.name, []api.SheetColumn{}
		raw, err := json.Marshal(doc)
		if err != nil {
			return err
		}
		return s.store.PutSheet(ctx, b.Owner, b.ID, service.SheetVersion{Body: raw, SheetVersion: api.SheetVersion{Version: b.Version + 1, By: b.who.name, At: s.now()}})
	}
	at := slices.IndexFunc(doc.Columns, func(c api.SheetColumn) bool {
		return strings.EqualFold(c.Name, b.who.name) || strings.EqualFold(c.Name, by)
	})
	if at < 0 {
		return service.Meaningless("sheet.columns", fmt.Sprintf("This sheet is decided by %s. Yours is the column %q, and the sheet has none.", b.doc.By, b.who.name))
	}
	column := doc.Columns[at]
	column.Name, column.At = b.who.name, s.now()
	err := s.store.ChangeColumn(ctx, b.ID, b.who.person, func(before api.SheetColumn) (api.SheetColumn, error) {
		out := column
		return out, s.propose(&b, before, &out)
	})
	if errors.Is(err, service.ErrQuota) {
		err = service.Meaningless("sheet.columns", fmt.Sprintf("This sheet has %d reviewers already.", api.SheetColumnsMax))
	}
	return err
}

// propose adds what agents propose to what of them waits, as it stands now: others may have
// proposed since the sheet was read. The column of anybody else holds no proposals.
func (s *Service) propose(b *board, now api.SheetColumn, column *api.SheetColumn) error {
	added := column.Proposed
	if column.Proposed = nil; !b.who.agents() {
		return nil
	}
	b.Columns[b.who.person] = now
	column.Votes, column.Proposed = []api.SheetVote{}, b.proposed()
	for _, p := range added {
		switch {
		case b.holds(p.Member) || slices.ContainsFunc(column.Proposed, func(o api.SheetProposal) bool { return strings.EqualFold(o.Member.CreatorID, p.Member.CreatorID) }):
			return service.Meaningless("sheet.columns.proposed", "This creator is on the list, or proposed for it.")
		case len(column.Proposed) >= api.SheetMembersMax:
			return service.Meaningless("sheet.columns.proposed", fmt.Sprintf("%d proposals wait for this list.", api.SheetMembersMax))
		}
		if err := s.platform("sheet.columns.proposed.member.platform", p.Member.Platform); err != nil {
			return err
		}
		id, err := googleuuid.NewV7() // in the order of time
		if err != nil {
			return err
		}
		who := api.SheetMember{CreatorID: p.Member.CreatorID, Name: p.Member.Name, Platform: p.Member.Platform, Username: p.Member.Username, Seen: p.Member.Seen}
		column.Proposed = append(column.Proposed, api.SheetProposal{ID: id.String(), Member: who, Why: p.Why, By: p.By, At: s.now()})
	}
	return nil
}

func sheetMoved(now int) error {
	return &service.Error{Code: api.CodeValidation, Param: "version", Moved: true, Details: map[string]any{"version": now},
		Message: fmt.Sprintf("This shortlist has changed since you read it: it is now version %d. Read its sheet again and merge.", now)}
}

// WithdrawSheet takes the latest version of a sheet back, as long as nobody opened it.
func (s *Service) WithdrawSheet(ctx context.Context, c access.Caller, id string, version *int, by *string) (Job, error) {
	name, err := sheetName(by)
	if err == nil {
		_, err = check.Within("version", version, 1, api.VersionMax)
	}
	if err != nil {
		return Job{}, err
	}
	b, err := s.board(ctx, c, id, name)
	if err == nil && (b.Latest.Version == 0 || !b.decides) {
		err = service.NotFound(noSheet)
	}
	if err == nil && *version != b.Latest.Version {
		err = sheetMoved(b.Version)
	}
	if err != nil {
		return Job{}, err
	}
	return job(api.OpShortlists, 0, func(ctx context.Context) (Answer, error) {
		switch err := s.store.WithdrawSheet(ctx, b.Owner, b.ID, *version, s.now()); {
		case errors.Is(err, service.ErrUsed):
			return Answer{}, &service.Error{Code: api.CodeValidation, Param: "version", Moved: true, Message: "Somebody has opened it: it cannot be taken back any more."}
		case errors.Is(err, service.ErrVersion):
			return Answer{}, sheetMoved(b.Version)
		default:
			return Answer{}, missing(err, noSheet)
		}
	}), nil
}

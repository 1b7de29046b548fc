package plan

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"greenroom/internal/sqlio"
	"greenroom/internal/sqlite"
	"greenroom/internal/steps"
)

//go:embed schema.sql
var schema embed.FS

var ours = sqlite.Kind{
	Word:    "plan",
	Damaged: "restore a copy of it, or move it away to start a new one",
	Mark:    0x4772506c, // "GrPl"
	Files:   schema,
	Steps:   []steps.Step{{Version: 1, File: "schema.sql"}},
}

// undoable limits the changes that can be taken back.
const undoable = 500

// ErrNoChange is why there is nothing to take back or do again.
var ErrNoChange = errors.New("there is no change left")

var errClosed = errors.New("the plan is closed")

// Book is the file of what was decided, for one service. It may be used by many
// goroutines, and the file by many programs.
type Book struct {
	service string
	clock   func() time.Time
	writer  *sqlio.Writer[*sqlio.Tx]
	opened  int64           // when, in microseconds
	mine    map[int64]int64 // when each change was made through this book, by its id
}

// lockPatience bounds the wait for a file that another program keeps locked.
const lockPatience = 10 * time.Second

// Open opens the file, and makes it (mode 0600) where there is none.
func Open(ctx context.Context, path, service string, clock func() time.Time) (*Book, error) {
	path, err := ours.Place(path)
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Pool(path, []string{"synchronous(FULL)", "secure_delete(fast)"}, 1)
	if err != nil {
		return nil, ours.Explain("open", path, err)
	}
	patience := &sqlite.Patience{Most: lockPatience}
	if err := ours.Upgrade(ctx, db, patience); err != nil {
		return nil, errors.Join(ours.Explain("open", path, err), db.Close())
	}
	return &Book{service: service, clock: clock, opened: clock().UnixMicro(), mine: map[int64]int64{}, writer: sqlio.NewWriter(sqlio.WriterConfig[*sqlio.Tx]{
		DB: db, Engine: sqlite.File{Kind: ours, Path: path}, Begin: sqlite.Begin, Closed: errClosed, Patience: patience, View: func(t *sqlio.Tx) *sqlio.Tx { return t },
	})}, nil
}

// Close ends it.
func (b *Book) Close() error { return b.writer.Close() }

// Read is everything that was decided.
func (b *Book) Read(ctx context.Context) (State, error) {
	return b.in(ctx, func(t *sqlio.Tx) (State, error) {
		_, s, err := b.state(t)
		return s, err
	})
}

// Do changes what was decided, on what holds now, whoever wrote it. It is durable
// when Do returns, and Undo takes it back by its label. A label of "" is a change
// that is not the planner's, which stays.
func (b *Book) Do(ctx context.Context, label string, edit func(*State) error) (State, error) {
	return b.in(ctx, func(t *sqlio.Tx) (State, error) {
		docs, s, err := b.state(t)
		if err == nil {
			err = edit(&s)
		}
		if err != nil {
			return State{}, err
		}
		changes, err := s.changes(docs)
		if err != nil || len(changes) == 0 {
			return s, err
		}
		if err := b.put(t, changes, false); err != nil || label == "" {
			return s, err
		}
		return s, b.log(t, label, slices.DeleteFunc(changes, change.beside))
	})
}

func (b *Book) log(t *sqlio.Tx, label string, changes []change) error {
	raw, err := json.Marshal(changes)
	if err != nil {
		return err
	}
	if err := t.Do(`DELETE FROM operations WHERE service = ? AND undone = 1`, b.service); err != nil {
		return err
	}
	at := b.clock().UnixMicro()
	id, _, err := t.Insert("id", `INSERT INTO operations (service, at, label, changes) VALUES (?, ?, ?, ?)`, b.service, at, label, string(raw))
	if err != nil {
		return err
	}
	b.mine[id] = at
	return t.Do(`DELETE FROM operations WHERE service = ? AND id <= ?`, b.service, id-undoable)
}

// in runs something in a transaction of its own.
func (b *Book) in(ctx context.Context, run func(*sqlio.Tx) (State, error)) (s State, err error) {
	err = b.writer.Do(ctx, func(t *sqlio.Tx) error {
		if s, err = run(t); err == nil {
			_, s.Undo = b.next(t, done)
			_, s.Redo = b.next(t, undone)
		}
		return err
	})
	if err != nil && !errors.Is(err, ErrNoChange) {
		err = fmt.Errorf("plan: %w", err)
	}
	return s, err
}

// change is a document before and after; "" is none.
type change struct{ ID, Before, After string }

// beside says that it is no decision, but what a list was sent as and what others say of it.
func (c change) beside() bool {
	return strings.HasPrefix(c.ID, remoteAt) && c.Before != "" && c.After != ""
}

func (b *Book) put(t *sqlio.Tx, changes []change, back bool) error {
	for _, c := range changes {
		if back {
			c.Before, c.After = c.After, c.Before
		}
		err := t.Do(`INSERT INTO documents (service, id, body) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body`, b.service, c.ID, c.After)
		if c.After == "" {
			err = t.Do(`DELETE FROM documents WHERE service = ? AND id = ?`, b.service, c.ID)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// state returns the decisions, and the documents they stand in.
func (b *Book) state(t *sqlio.Tx) (docs map[string]string, s State, err error) {
	var raw string
	err = t.Row(`SELECT json_group_object(id, body) FROM documents WHERE service = ?`, b.service).Scan(&raw)
	if err == nil {
		err = json.Unmarshal([]byte(raw), &docs)
	}
	if err == nil {
		s, err = parse(docs)
	}
	return docs, s, err
}

// The documents: one for each list, what it was sent as, its reports and the
// votes on it, one for each proposal, and one for each kind
// of what is known beside.
const listAt, remoteAt, factsAt, silentAt, orderAt, viewsAt, editionsAt, ballotsAt, proposalAt = "list ", "remote ", "facts ", "silent", "order", "views", "editions ", "ballots ", "proposal "

// order holds the parts of a state beside its documents.
type order struct {
	Lists []string
	Last  string
}

func parse(docs map[string]string) (State, error) {
	s := State{Facts: map[string]Facts{}, Silent: map[string]string{}}
	var o order
	var failed error
	read := func(id string, into any) {
		if body := docs[id]; body != "" {
			failed = errors.Join(failed, json.Unmarshal([]byte(body), into))
		}
	}
	read(orderAt, &o)
	read(silentAt, &s.Silent)
	read(viewsAt, &s.Views)
	for _, id := range o.Lists {
		if docs[listAt+id] == "" {
			continue
		}
		var l List
		read(listAt+id, &l)
		read(remoteAt+id, &l.Remote)
		read(editionsAt+id, &l.Editions)
		read(ballotsAt+id, &l.Ballots)
		s.Lists = append(s.Lists, l)
	}
	for id := range docs {
		if creator, ok := strings.CutPrefix(id, factsAt); ok {
			var f Facts
			read(id, &f)
			s.Facts[creator] = f
		}
		if strings.HasPrefix(id, proposalAt) {
			var p Proposal
			read(id, &p)
			s.Proposals = append(s.Proposals, p)
		}
	}
	slices.SortFunc(s.Proposals, func(a, b Proposal) int { return cmp.Or(a.At.Compare(b.At), strings.Compare(a.ID, b.ID)) })
	s.Last = o.Last
	return s, failed
}

// changes are the documents that a state makes other than they were.
func (s *State) changes(docs map[string]string) ([]change, error) {
	now := map[string]string{}
	var failed error
	write := func(id string, v any) {
		raw, err := json.Marshal(v)
		failed = errors.Join(failed, err)
		now[id] = string(raw)
	}
	o := order{Last: s.Last}
	for _, l := range s.Lists {
		if l.Remote != (Remote{}) {
			write(remoteAt+l.ID, l.Remote)
		}
		if len(l.Editions) > 0 {
			write(editionsAt+l.ID, l.Editions)
		}
		if len(l.Ballots) > 0 {
			write(ballotsAt+l.ID, l.Ballots)
		}
		l.Remote, l.Editions, l.Ballots = Remote{}, nil, nil
		o.Lists = append(o.Lists, l.ID)
		write(listAt+l.ID, l)
	}
	write(orderAt, o)
	write(silentAt, s.Silent)
	if len(s.Views) > 0 {
		write(viewsAt, s.Views)
	}
	for id, f := range s.Facts {
		write(factsAt+id, f)
	}
	for _, p := range s.Proposals {
		write(proposalAt+p.ID, p)
	}
	var all []change
	for _, id := range slices.Sorted(maps.Keys(now)) {
		if now[id] != docs[id] {
			all = append(all, change{id, docs[id], now[id]})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(docs)) {
		if now[id] == "" {
			all = append(all, change{id, docs[id], ""})
		}
	}
	return all, failed
}
